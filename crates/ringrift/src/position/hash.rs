//! The 64-bit hash of a position.

use crate::board::zobrist::mix;
use crate::phase::Phase;
use crate::player::{ByPlayer, Player};
use crate::position::PositionOf;
use crate::ruleset::options::Tiebreak;

impl<const W: usize> PositionOf<W> {
    /// Returns a hash for transposition tables; equal for positions with equal continuations under the same rules.
    ///
    /// The hash of the board is updated incrementally; the remaining state is mixed in here.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.board.hash() ^ self.hash_of_rest()
    }

    /// Computes the hash without the incremental part, to check [`hash`](PositionOf::hash).
    pub fn hash_from_scratch(&self) -> u64 {
        self.board.hash_from_scratch() ^ self.hash_of_rest()
    }

    fn hash_of_rest(&self) -> u64 {
        let pack = |values: ByPlayer<u16>| values.0.iter().fold(0, |all, &value| all << 16 | u64::from(value));
        let (acted, standing) =
            if self.phase.is_over() { (0, 0) } else { (self.hash_of_order(), self.standing_seat()) };
        let turn = if self.turn_matters() { u64::from(self.turn) } else { 0 };
        let history = acted | standing << 16 | (self.to_move as u64) << 24 | turn << 32;
        mix(mix(pack(self.hands), pack(self.credits)), mix(history, self.phase_number())) ^ self.hash_of_live()
    }

    /// Reports whether the rest of the game can depend on the turn number: under a turn cap, or while a swap of sides
    /// is possible.
    pub(crate) fn turn_matters(&self) -> bool {
        self.rules.turn_cap.is_some() || (self.rules.swap && self.turn <= 2)
    }

    /// Hashes the state that only the live rules track; 0 under other rules.
    fn hash_of_live(&self) -> u64 {
        if self.rules.tiebreak != Tiebreak::Rungs && !self.rules.tracks_turn_progress() {
            return 0;
        }
        let seat = |player: Option<Player>| player.map_or(0, |player| u64::from(player.seat()));
        let rounds = self.rounds.relevant(|player| !self.is_eliminated(player));
        let acted = rounds.acted.iter().fold(0, |all, player| all | 1 << player as u64);
        let lost = self.elimination_order.0.iter().fold(0, |all, &lost| all << 4 | u64::from(lost));
        let rounds = if self.phase.is_over() {
            0
        } else {
            seat(rounds.opener) | acted << 4 | seat(rounds.alone) << 8 | u64::from(rounds.count) << 12
        };
        mix(rounds | lost << 24, self.turn_progress as u64)
    }

    /// Hashes the order in which the other players last acted; players who never acted follow by seat. 0 with two
    /// players, where this order does not matter.
    fn hash_of_order(&self) -> u64 {
        if self.rules.players == 2 || self.rules.tiebreak != Tiebreak::LastAction {
            return 0;
        }
        let silent = Player::seats(self.rules.players).filter(|&player| self.last_actions.iter().all(|p| p != player));
        let others = self.last_actions.iter().chain(silent).filter(|&player| player != self.to_move);
        others.fold(1, |all, player| all << 2 | player as u64)
    }

    /// Returns the seat of the last player standing who still has a ring; 0 if there is none.
    fn standing_seat(&self) -> u64 {
        let standing = self.last_standing.filter(|&player| !self.is_eliminated(player));
        standing.map_or(0, |player| u64::from(player.seat()))
    }

    fn phase_number(&self) -> u64 {
        let (kind, data) = match self.phase {
            Phase::Placement => (0, 0),
            Phase::Movement { must_move } => (1, must_move.map_or(0, |cell| u64::from(cell.0) + 1)),
            Phase::CaptureOffer { at } => (2, u64::from(at.0)),
            Phase::CaptureChain { at } => (3, u64::from(at.0)),
            Phase::LineChoice => (4, 0),
            Phase::LinePayment => (5, 0),
            Phase::RegionChoice => (6, 0),
            Phase::RegionPayment => (7, 0),
            Phase::ForcedElimination => (8, 0),
            Phase::Recovery => (10, 0),
            Phase::Over { winner, reason } => {
                (9, winner.map_or(0, |player| u64::from(player.seat())) << 8 | reason as u64)
            }
        };
        data << 8 | kind
    }
}
