//! What a position waits for. The chapters of the rules stand in the files of this folder, one each.

mod elimination;
mod lines;
pub(crate) mod movement;
mod placement;
mod recovery;
mod territory;
mod victory;

use crate::board_kind::Cell;
use crate::outcome::Reason;
use crate::player::{Player, PlayerSet};

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
    /// Slide a marker to get a ring back, or decline (live 7).
    Recovery,
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

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::Over { .. })
    }
}

/// What the player to move has done in his turn, where the rules ask for it (live 2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TurnProgress {
    /// Nothing that counts.
    #[default]
    Idle,
    /// He has swapped sides.
    Swapped,
    /// He has changed the board.
    Changed,
    /// He has slid a marker to recover.
    Recovered,
}

impl TurnProgress {
    /// What has been done in a phase unless something else is known.
    pub(crate) const fn usual(phase: Phase) -> TurnProgress {
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

/// How far the rounds of the last player standing have come, under [`LastStanding::Rounds`](crate::LastStanding::Rounds)
/// (live 9).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LastStandingRounds {
    /// The player whose turns begin the rounds.
    pub opener: Option<Player>,
    /// Who had a real action at the start of his turn in this round.
    pub acted: PlayerSet,
    /// The only player who had one in the last complete rounds.
    pub alone: Option<Player>,
    /// In how many of them; no more are counted than he needs.
    pub count: u8,
}

impl LastStandingRounds {
    /// Whether a player has a part in them.
    pub(crate) fn names(&self, player: Player) -> bool {
        self.opener == Some(player) || self.alone == Some(player) || self.acted.contains(player)
    }

    /// The part of them that can still matter, with a test for having a ring: who has none opens no round and is not alone.
    pub(crate) fn relevant(&self, has_ring: impl Fn(Player) -> bool) -> LastStandingRounds {
        let opener = self.opener.filter(|&player| has_ring(player));
        let acted = self.acted.iter().filter(|&player| opener.is_some() && has_ring(player)).collect();
        let alone = self.alone.filter(|&player| has_ring(player));
        LastStandingRounds { opener, acted, alone, count: if alone.is_some() { self.count } else { 0 } }
    }
}
