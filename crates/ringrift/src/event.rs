//! What happens while an action is played, with the rule behind it.

use std::fmt;

use crate::action::{Line, RegionId};
use crate::board_kind::Cell;
use crate::outcome::Reason;
use crate::phase::Phase;
use crate::player::Player;
use crate::stack::Stack;

/// Declares the rule ids with their titles.
macro_rules! rules {
    ($($id:ident $number:literal $title:literal,)+) => {
        /// A rule of the canonical rules; its `Display` form is the full id, `RR-CANON-R091`.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $title] $id,)+
        }

        impl Rule {
            /// All rules in order.
            pub const ALL: &[Rule] = &[$(Rule::$id),+];

            /// The number of the rule.
            pub const fn number(self) -> u16 {
                match self {
                    $(Rule::$id => $number),+
                }
            }

            /// What the rule is about.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Rule::$id => $title),+
                }
            }
        }
    };
}

rules! {
    R001 1 "Boards and their parameters.",
    R002 2 "Coordinates.",
    R003 3 "Directions and adjacency.",
    R010 10 "Players.",
    R020 20 "Rings per player.",
    R021 21 "Stacks; one occupant per cell.",
    R022 22 "Control and cap height.",
    R023 23 "The ways a stack can change.",
    R030 30 "Markers.",
    R031 31 "Collapsed cells.",
    R040 40 "Regions.",
    R041 41 "Territory counts.",
    R050 50 "The state of the board.",
    R051 51 "The state of the game.",
    R052 52 "Valid states and conservation of rings.",
    R060 60 "Crediting eliminated rings.",
    R061 61 "The elimination threshold.",
    R062 62 "The territory threshold.",
    R070 70 "The phases of a turn.",
    R071 71 "The fixed order of phases.",
    R072 72 "When elimination is forced.",
    R080 80 "When placement is mandatory, optional or forbidden.",
    R081 81 "Placement on an empty cell.",
    R082 82 "Placement on a stack.",
    R090 90 "When movement is available.",
    R091 91 "Path and distance of a move.",
    R092 92 "Markers on the way.",
    R100 100 "Forced elimination.",
    R101 101 "When a capture is legal.",
    R102 102 "What a capture does.",
    R103 103 "Chains of captures.",
    R110 110 "Recovery of buried rings (live edition).",
    R120 120 "Lines.",
    R121 121 "The order of processing lines.",
    R122 122 "Collapse of a line and its payment.",
    R140 140 "Finding regions.",
    R141 141 "Physical disconnection.",
    R142 142 "Colours represented in a region.",
    R143 143 "The stack that must be left to pay with.",
    R144 144 "The order of processing regions.",
    R145 145 "Collapse of a region and its payment.",
    R170 170 "Victory by elimination.",
    R171 171 "Victory by territory.",
    R172 172 "Victory of the last player standing.",
    R173 173 "Stalemate and the tiebreak ladder.",
    R175 175 "Ranking and the swap of sides (live edition).",
    R190 190 "No randomness.",
    R191 191 "Progress and termination.",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RR-CANON-R{:03}", self.number())
    }
}

/// Why rings were eliminated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EliminationCause {
    /// The top ring of a stack that landed on a marker of its mover.
    Burnt,
    /// The price of a line.
    LinePayment,
    /// The rings inside a region.
    Region,
    /// The price of a region.
    RegionPayment,
    /// The price of being blocked.
    Forced,
    /// The top ring of a stack that a sliding marker struck.
    Struck,
    /// The price of a recovery: a buried ring.
    Extracted,
}

/// Why a cell collapsed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CollapseCause {
    /// A marker of the mover was passed over.
    Passed,
    /// It was part of a line.
    Line,
    /// It was part of a region.
    Region,
    /// A marker on it closed the border of a region.
    Border,
}

/// A step of a turn that can be empty (live 2).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// Placement: `no_placement_action`.
    Placement,
    /// Movement, capture or recovery: `no_movement_action`.
    Movement,
    /// Lines: `no_line_action`.
    Lines,
    /// Territory: `no_territory_action`.
    Territory,
}

impl TurnStep {
    /// The name of the move with which the sources write down that the step was empty.
    pub const fn move_type(self) -> &'static str {
        match self {
            TurnStep::Placement => "no_placement_action",
            TurnStep::Movement => "no_movement_action",
            TurnStep::Lines => "no_line_action",
            TurnStep::Territory => "no_territory_action",
        }
    }
}

/// One thing that happened, in the order in which it happened.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Rings came from the hand onto the board.
    Placed {
        /// Whose.
        player: Player,
        /// Where.
        at: Cell,
        /// How many.
        rings: u8,
        /// Whether they came onto a stack.
        onto_stack: bool,
    },
    /// A marker was left where a stack departed.
    MarkerLeft {
        /// Whose.
        player: Player,
        /// Where.
        at: Cell,
    },
    /// A marker that was passed over changed its owner.
    MarkerFlipped {
        /// Where.
        at: Cell,
        /// The owner before.
        from: Player,
        /// The owner now.
        to: Player,
    },
    /// A marker was removed because a stack landed on it, or because it struck a stack.
    MarkerRemoved {
        /// Where.
        at: Cell,
    },
    /// A marker slid to another cell.
    MarkerSlid {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// The persons behind the seats were exchanged.
    SidesSwapped,
    /// A step of the turn offered nothing and was left; told only where forced elimination comes last.
    StepEmpty {
        /// Whose turn.
        player: Player,
        /// Which step.
        step: TurnStep,
    },
    /// The top ring of a stack went to the bottom of the capturing one.
    RingCaptured {
        /// The stack that lost the ring.
        over: Cell,
        /// The colour of the ring.
        ring: Player,
    },
    /// A stack arrived; a burnt ring, if any, is reported afterwards.
    Moved {
        /// From where.
        from: Cell,
        /// The stack that was jumped, in a capture.
        over: Option<Cell>,
        /// To where.
        to: Cell,
        /// Its rings on arrival.
        rings: Stack,
    },
    /// A cell became territory.
    Collapsed {
        /// Where.
        at: Cell,
        /// Whose.
        owner: Player,
        /// Why.
        cause: CollapseCause,
    },
    /// A line was processed; its cells were reported before.
    LineTaken {
        /// The line.
        line: Line,
        /// How many of its cells collapsed.
        collapsed: u8,
    },
    /// A region was processed; its rings and cells were reported before.
    RegionClaimed {
        /// The region.
        region: RegionId,
        /// The cells of its extent.
        cells: u16,
        /// The border markers that collapsed with it.
        border: u16,
    },
    /// Rings left the game.
    Eliminated {
        /// From where.
        at: Cell,
        /// Which, from bottom to top.
        rings: Stack,
        /// Who is credited.
        credit: Player,
        /// Why.
        cause: EliminationCause,
    },
    /// A player left a choice alone: he skipped the placement, declined the capture, or stopped processing regions.
    Declined {
        /// Who.
        player: Player,
        /// The phase that he left.
        phase: Phase,
    },
    /// A decision has to be made.
    PhaseEntered {
        /// Whose.
        player: Player,
        /// Which.
        phase: Phase,
    },
    /// A player could do nothing and the turn passed.
    Passed {
        /// Who.
        player: Player,
    },
    /// A turn began.
    TurnStarted {
        /// Whose.
        player: Player,
        /// Its number, counted from 1.
        turn: u32,
    },
    /// A hand was turned into eliminated rings before the tiebreak ladder was climbed.
    HandConverted {
        /// Whose.
        player: Player,
        /// How many rings.
        rings: u16,
    },
    /// The game ended.
    Ended {
        /// The winner; none in a draw.
        winner: Option<Player>,
        /// Why.
        reason: Reason,
    },
}

impl Event {
    /// The rule that made it happen.
    pub const fn rule(&self) -> Rule {
        match self {
            Event::Placed { onto_stack: false, .. } => Rule::R081,
            Event::Placed { onto_stack: true, .. } => Rule::R082,
            Event::MarkerLeft { .. } | Event::MarkerFlipped { .. } | Event::MarkerRemoved { .. } => Rule::R092,
            Event::RingCaptured { .. } | Event::Moved { over: Some(_), .. } => Rule::R102,
            Event::Moved { over: None, .. } => Rule::R091,
            Event::Collapsed { cause, .. } => match cause {
                CollapseCause::Passed => Rule::R092,
                CollapseCause::Line => Rule::R122,
                CollapseCause::Region | CollapseCause::Border => Rule::R145,
            },
            Event::LineTaken { .. } => Rule::R122,
            Event::RegionClaimed { .. } => Rule::R145,
            Event::Eliminated { cause, .. } => match cause {
                EliminationCause::Burnt => Rule::R092,
                EliminationCause::LinePayment => Rule::R122,
                EliminationCause::Region | EliminationCause::RegionPayment => Rule::R145,
                EliminationCause::Forced => Rule::R100,
                EliminationCause::Struck | EliminationCause::Extracted => Rule::R110,
            },
            Event::MarkerSlid { .. } => Rule::R110,
            Event::SidesSwapped => Rule::R175,
            Event::StepEmpty { .. } => Rule::R071,
            Event::Declined { phase: Phase::Placement, .. } => Rule::R080,
            Event::Declined { phase: Phase::RegionChoice, .. } => Rule::R144,
            Event::Declined { phase: Phase::Recovery, .. } => Rule::R110,
            Event::Declined { .. } => Rule::R070,
            Event::PhaseEntered { .. } => Rule::R071,
            Event::Passed { .. } => Rule::R090,
            Event::TurnStarted { .. } => Rule::R070,
            Event::HandConverted { .. } => Rule::R173,
            Event::Ended { reason, .. } => match reason {
                Reason::RingElimination => Rule::R170,
                Reason::TerritoryControl => Rule::R171,
                Reason::LastPlayerStanding => Rule::R172,
                Reason::Stalemate | Reason::TurnCap => Rule::R173,
            },
        }
    }
}

/// Somebody who wants to know what happens. `()` does not, and costs nothing; a `Vec<Event>` keeps everything.
pub trait Observer {
    /// Takes note of an event.
    fn observe(&mut self, event: Event);
}

impl Observer for () {
    #[inline]
    fn observe(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn observe(&mut self, event: Event) {
        self.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_ids_are_written_with_three_digits() {
        assert_eq!(Rule::R001.to_string(), "RR-CANON-R001");
        assert_eq!(Rule::R191.to_string(), "RR-CANON-R191");
        assert!(Rule::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
    }
}
