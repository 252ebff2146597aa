//! Phases of a turn. Each file of this folder implements one chapter of the rules.

mod elimination;
mod lines;
pub(crate) mod movement;
mod placement;
mod recovery;
mod territory;
mod victory;

use crate::board::kind::Cell;
use crate::outcome::Reason;
use crate::player::{Player, PlayerSet};

/// The decision that the player to move has to make (RR-CANON-R070, R071; rules section 4), with the data it depends on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The player places rings, or skips if a stack can act (RR-CANON-R080).
    Placement,
    /// The player moves or captures with a stack (RR-CANON-R090).
    Movement {
        /// The stack that must move because it received rings in this turn; `None` if any controlled stack may
        /// move.
        must_move: Option<Cell>,
    },
    /// The player slides a marker to extract a buried ring, or declines (rules-live section 7).
    Recovery,
    /// After a plain move, the player captures with the stack that moved, or declines (RR-CANON-R070).
    CaptureOffer {
        /// The stack that moved.
        at: Cell,
    },
    /// After a capture, the player must capture again with the same stack (RR-CANON-R103).
    CaptureChain {
        /// The capturing stack.
        at: Cell,
    },
    /// The player chooses a line to process, and how (RR-CANON-R121).
    LineChoice,
    /// The player pays for a line with the cap or top ring of a controlled stack (RR-CANON-R122).
    LinePayment,
    /// The player chooses a region to process, or stops (RR-CANON-R144).
    RegionChoice,
    /// The player pays for a region with the cap of a controlled stack, or with a buried ring after a recovery
    /// (RR-CANON-R145; rules-live section 6).
    RegionPayment,
    /// The player has no other action and eliminates the cap of a controlled stack (RR-CANON-R100).
    ForcedElimination,
    /// The game is over and there is no legal action.
    Over {
        /// `None` in a draw.
        winner: Option<Player>,
        /// The rule that ended the game.
        reason: Reason,
    },
}

impl Phase {
    /// Returns the name used in texts and records, for example `ring_placement`.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Placement => "ring_placement",
            Phase::Movement { .. } => "movement",
            Phase::Recovery => "recovery",
            Phase::CaptureOffer { .. } => "capture",
            Phase::CaptureChain { .. } => "chain_capture",
            Phase::LineChoice => "line_processing",
            Phase::LinePayment => "line_elimination",
            Phase::RegionChoice => "territory_processing",
            Phase::RegionPayment => "territory_elimination",
            Phase::ForcedElimination => "forced_elimination",
            Phase::Over { .. } => "game_over",
        }
    }

    /// Reports whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::Over { .. })
    }
}

/// The kind of actions that the player to move has taken in this turn (rules-live section 2). It is tracked only if
/// [`Ruleset::tracks_turn_progress`](crate::Ruleset::tracks_turn_progress) returns true.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TurnProgress {
    /// The player has not changed the board; skips and declined captures do not count.
    #[default]
    Idle,
    /// The player has swapped sides and not changed the board.
    Swapped,
    /// The player has changed the board, without a recovery.
    Changed,
    /// The player has slid a marker in a recovery.
    Recovered,
}

impl TurnProgress {
    /// Returns the default progress of a phase, which position texts omit.
    pub(crate) const fn default_in(phase: Phase) -> TurnProgress {
        match phase {
            Phase::Placement
            | Phase::Movement { must_move: None }
            | Phase::Recovery
            | Phase::ForcedElimination
            | Phase::Over { .. } => TurnProgress::Idle,
            _ => TurnProgress::Changed,
        }
    }
}

/// The state of the last-player-standing rule under [`LastStanding::Rounds`](crate::LastStanding::Rounds) (rules-live
/// section 9).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LastStandingRounds {
    /// The player whose turn begins each round.
    pub opener: Option<Player>,
    /// The players who had a real action at the start of their turn in the current round.
    pub acted: PlayerSet,
    /// The only player who had a real action in the last complete rounds; `None` if several players or none had one.
    pub alone: Option<Player>,
    /// The number of consecutive complete rounds in which only `alone` had a real action, at most
    /// [`Ruleset::last_standing_rounds`](crate::Ruleset::last_standing_rounds).
    pub count: u8,
}

impl LastStandingRounds {
    /// Reports whether the player is in any of the fields.
    pub(crate) fn mentions(&self, player: Player) -> bool {
        self.opener == Some(player) || self.alone == Some(player) || self.acted.contains(player)
    }

    /// Returns the state without players who have no ring: they neither open a round nor count as the last player.
    pub(crate) fn relevant(&self, has_ring: impl Fn(Player) -> bool) -> LastStandingRounds {
        let opener = self.opener.filter(|&player| has_ring(player));
        let acted = self.acted.iter().filter(|&player| opener.is_some() && has_ring(player)).collect();
        let alone = self.alone.filter(|&player| has_ring(player));
        LastStandingRounds { opener, acted, alone, count: if alone.is_some() { self.count } else { 0 } }
    }
}
