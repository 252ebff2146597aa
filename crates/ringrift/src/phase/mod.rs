//! What a position waits for. The chapters of the rules stand in the files of this folder, one each.

mod elimination;
mod lines;
pub(crate) mod movement;
mod placement;
mod territory;
mod victory;

use crate::board_kind::Cell;
use crate::outcome::Reason;
use crate::player::Player;

/// The decision a position waits for (RR-CANON-R070, R071; rules.md section 4).
///
/// A phase carries the data of the turn that the decision depends on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Place rings, or skip if a stack can act (RR-CANON-R080).
    Placement,
    /// Move or capture with some stack (RR-CANON-R090).
    Movement {
        /// The stack that has to move because it received rings in this turn; none if every controlled stack may.
        must_move: Option<Cell>,
    },
    /// After a plain move: capture with the stack that moved, or decline (RR-CANON-R070).
    CaptureOffer {
        /// The stack that moved.
        at: Cell,
    },
    /// After a capture: capture again with the same stack (RR-CANON-R103).
    CaptureChain {
        /// The capturing stack.
        at: Cell,
    },
    /// Choose a line to process, and how (RR-CANON-R121).
    LineChoice,
    /// Pay for a line with the cap of a controlled stack (RR-CANON-R122).
    LinePayment,
    /// Choose a region to process, or stop (RR-CANON-R144).
    RegionChoice,
    /// Pay for a region with the cap of a controlled stack (RR-CANON-R145).
    RegionPayment,
    /// Blocked: give up the cap of a controlled stack (RR-CANON-R100).
    ForcedElimination,
    /// The game is over.
    Over {
        /// The winner; none in a draw.
        winner: Option<Player>,
        /// Why.
        reason: Reason,
    },
}

impl Phase {
    /// The name used in texts and records.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Placement => "ring_placement",
            Phase::Movement { .. } => "movement",
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

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::Over { .. })
    }
}
