//! Events: the effects of an action in order, each with the rule that causes it.

use std::fmt;

use crate::action::{Line, RegionId};
use crate::board::kind::Cell;
use crate::board::stack::Stack;
use crate::outcome::Reason;
use crate::phase::Phase;
use crate::player::Player;

/// Declares the rule ids with their numbers and titles.
macro_rules! rules {
    ($($id:ident $number:literal $title:literal,)+) => {
        /// A rule of the canonical rulebook; its `Display` form is the full id, `RR-CANON-R091`.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $title] $id,)+
        }

        impl Rule {
            /// All rules in ascending order of their numbers.
            pub const ALL: &[Rule] = &[$(Rule::$id),+];

            /// Returns the number of the rule, for example 91.
            pub const fn number(self) -> u16 {
                match self {
                    $(Rule::$id => $number),+
                }
            }

            /// Returns the topic of the rule as a short phrase with a full stop.
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
    R143 143 "The stack required for the payment.",
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

/// The cause of an elimination of rings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EliminationCause {
    /// The stack landed on a marker and lost its top ring (RR-CANON-R092).
    Burnt,
    /// The payment for a line (RR-CANON-R122).
    LinePayment,
    /// The rings were in a region that collapsed (RR-CANON-R145).
    Region,
    /// The payment for a region (RR-CANON-R145).
    RegionPayment,
    /// A forced elimination of a player without another action (RR-CANON-R100).
    Forced,
    /// A sliding marker struck the stack, which lost its top ring (RR-CANON-R110).
    Struck,
    /// A buried ring, taken out as the payment for a recovery or a region (RR-CANON-R110).
    Extracted,
}

impl EliminationCause {
    /// Returns the name used in messages and by other languages, for example `line_payment`.
    pub const fn name(self) -> &'static str {
        match self {
            EliminationCause::Burnt => "burnt",
            EliminationCause::LinePayment => "line_payment",
            EliminationCause::Region => "region",
            EliminationCause::RegionPayment => "region_payment",
            EliminationCause::Forced => "forced",
            EliminationCause::Struck => "struck",
            EliminationCause::Extracted => "extracted",
        }
    }
}

/// The cause of a collapse of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CollapseCause {
    /// A stack passed over a marker of its own player (RR-CANON-R092).
    Passed,
    /// The cell was part of a line (RR-CANON-R122).
    Line,
    /// The cell was part of a region (RR-CANON-R145).
    Region,
    /// The cell held a border marker of a region (RR-CANON-R145).
    Border,
}

impl CollapseCause {
    /// Returns the name used in messages and by other languages, for example `border`.
    pub const fn name(self) -> &'static str {
        match self {
            CollapseCause::Passed => "passed",
            CollapseCause::Line => "line",
            CollapseCause::Region => "region",
            CollapseCause::Border => "border",
        }
    }
}

/// A step of a turn that can offer no action (rules-live section 2).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// Placement of rings; move type `no_placement_action` if empty.
    Placement,
    /// Movement, capture or recovery; move type `no_movement_action` if empty.
    Movement,
    /// Processing of lines; move type `no_line_action` if empty.
    Lines,
    /// Processing of regions; move type `no_territory_action` if empty.
    Territory,
}

impl TurnStep {
    /// Returns the move type with which records of the live edition note an empty step.
    pub const fn move_type(self) -> &'static str {
        match self {
            TurnStep::Placement => "no_placement_action",
            TurnStep::Movement => "no_movement_action",
            TurnStep::Lines => "no_line_action",
            TurnStep::Territory => "no_territory_action",
        }
    }
}

/// One effect of an action. Events are reported in the order in which they happen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Rings were placed from the hand.
    Placed {
        /// The owner of the rings.
        player: Player,
        /// The cell that received the rings.
        at: Cell,
        /// The number of rings, at least 1.
        rings: u8,
        /// Whether the cell held a stack before.
        onto_stack: bool,
    },
    /// A stack departed and left a marker.
    MarkerLeft {
        /// The owner of the marker.
        player: Player,
        /// The cell from which the stack departed.
        at: Cell,
    },
    /// A stack passed over a marker of another player, which changed its owner.
    MarkerFlipped {
        /// The cell of the marker.
        at: Cell,
        /// The previous owner.
        from: Player,
        /// The new owner.
        to: Player,
    },
    /// A marker was removed because a stack landed on it, or because it struck a stack.
    MarkerRemoved {
        /// The cell of the landing or of the struck stack.
        at: Cell,
    },
    /// A marker slid to a neighbouring cell.
    MarkerSlid {
        /// The previous cell of the marker.
        from: Cell,
        /// The neighbouring cell, empty or with a stack.
        to: Cell,
    },
    /// The people behind the two seats were exchanged.
    SidesSwapped,
    /// A step of the turn offered no action; reported only under [`Forced::Last`](crate::Forced::Last).
    StepEmpty {
        /// The player to move.
        player: Player,
        /// The step without an action.
        step: TurnStep,
    },
    /// The top ring of a stack moved to the bottom of the capturing stack.
    RingCaptured {
        /// The stack that lost the ring.
        over: Cell,
        /// The owner of the ring.
        ring: Player,
    },
    /// A stack arrived; a ring that it loses by landing on a marker is reported afterwards.
    Moved {
        /// The cell from which the stack departed.
        from: Cell,
        /// The stack that was jumped; `None` unless this is a capture.
        over: Option<Cell>,
        /// The landing cell.
        to: Cell,
        /// The rings on arrival, a captured ring included.
        rings: Stack,
    },
    /// A cell became territory.
    Collapsed {
        /// The collapsed cell.
        at: Cell,
        /// The owner of the territory.
        owner: Player,
        /// The rule that made the cell collapse.
        cause: CollapseCause,
    },
    /// A line was processed; its collapsed cells were reported before.
    LineTaken {
        /// The whole line, also if only a segment collapsed.
        line: Line,
        /// The number of cells that collapsed.
        collapsed: u8,
    },
    /// A region was processed; its rings and cells were reported before.
    RegionClaimed {
        /// The identity of the region before it collapsed.
        region: RegionId,
        /// The number of cells without the border.
        cells: u16,
        /// The number of border markers that collapsed with it.
        border: u16,
    },
    /// Rings left the game.
    Eliminated {
        /// The cell of the stack that lost the rings.
        at: Cell,
        /// The eliminated rings, of any colour.
        rings: Stack,
        /// The player who is credited with them.
        credit: Player,
        /// The rule that eliminated them.
        cause: EliminationCause,
    },
    /// A player skipped the placement or recovery, declined the capture, or stopped processing regions.
    Declined {
        /// The player to move.
        player: Player,
        /// The phase that the player left.
        phase: Phase,
    },
    /// A phase began in which a player has to decide.
    PhaseEntered {
        /// The player who decides.
        player: Player,
        /// The new phase.
        phase: Phase,
    },
    /// The turn passed because the player had no action.
    Passed {
        /// The player whose turn passed.
        player: Player,
    },
    /// A turn began.
    TurnStarted {
        /// The player to move.
        player: Player,
        /// The number of the turn, counted from 1 over all players.
        turn: u32,
    },
    /// The rings in a hand were converted to credits before the tiebreak ladder decided.
    HandConverted {
        /// The owner of the hand, who is credited.
        player: Player,
        /// The number of rings, at least 1.
        rings: u16,
    },
    /// The game ended.
    Ended {
        /// `None` in a draw.
        winner: Option<Player>,
        /// The rule that ended the game.
        reason: Reason,
    },
}

impl Event {
    /// Returns the name of the kind of event used in messages and by other languages, for example `marker_left`.
    pub const fn name(&self) -> &'static str {
        match self {
            Event::Placed { .. } => "placed",
            Event::MarkerLeft { .. } => "marker_left",
            Event::MarkerFlipped { .. } => "marker_flipped",
            Event::MarkerRemoved { .. } => "marker_removed",
            Event::MarkerSlid { .. } => "marker_slid",
            Event::SidesSwapped => "sides_swapped",
            Event::StepEmpty { .. } => "step_empty",
            Event::RingCaptured { .. } => "ring_captured",
            Event::Moved { .. } => "moved",
            Event::Collapsed { .. } => "collapsed",
            Event::LineTaken { .. } => "line_taken",
            Event::RegionClaimed { .. } => "region_claimed",
            Event::Eliminated { .. } => "eliminated",
            Event::Declined { .. } => "declined",
            Event::PhaseEntered { .. } => "phase_entered",
            Event::Passed { .. } => "passed",
            Event::TurnStarted { .. } => "turn_started",
            Event::HandConverted { .. } => "hand_converted",
            Event::Ended { .. } => "ended",
        }
    }

    /// Returns the rule that caused the event.
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

/// A receiver of events. `()` ignores them at no cost; a `Vec<Event>` collects them.
pub trait Observer {
    /// Receives the next event.
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
    fn rule_ids_have_three_digits() {
        assert_eq!(Rule::R001.to_string(), "RR-CANON-R001");
        assert_eq!(Rule::R191.to_string(), "RR-CANON-R191");
    }

    #[test]
    fn rules_are_in_ascending_order() {
        assert!(Rule::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
    }

    /// Clients know the kinds of events by these names.
    #[test]
    fn names_are_those_of_the_variants() {
        let (player, at) = (Player::One, Cell::new(0));
        let events = [
            Event::MarkerLeft { player, at },
            Event::MarkerSlid { from: at, to: at },
            Event::SidesSwapped,
            Event::RingCaptured { over: at, ring: player },
            Event::PhaseEntered { player, phase: Phase::Placement },
            Event::TurnStarted { player, turn: 1 },
            Event::Ended { winner: None, reason: Reason::Stalemate },
        ];
        for event in events {
            let variant = format!("{event:?}");
            let variant = variant.split(' ').next().unwrap_or_default();
            assert_eq!(event.name().replace('_', ""), variant.to_lowercase());
        }
        assert_eq!(
            (CollapseCause::Border.name(), EliminationCause::RegionPayment.name()),
            ("border", "region_payment")
        );
    }
}
