//! The tiebreak ladder and the ranks of all players (rules sections 12.4 and 12.5; rules-live sections 9 and 10).

use std::cmp::Reverse;

use ringrift::{ByPlayer, Player, Reason, Tiebreak};

use crate::SpecGame;

/// The values that rank players: territory, credited rings, markers (RR-CANON-R173).
type Score = (usize, u16, usize);

impl SpecGame {
    /// Ends the game with the winner that the ladder determines (RR-CANON-R173; rules section 12.4; rules-live section 9).
    pub(crate) fn end_by_ladder(&mut self, reason: Reason) {
        if self.rules.tiebreak == Tiebreak::Rungs {
            let (winner, rung) = self.winner_by_rungs();
            self.end(Some(winner), if reason == Reason::TurnCap { reason } else { rung });
        } else {
            self.convert_hands();
            self.end(self.winner_by_ladder(), reason);
        }
    }

    /// Converts rings in hand to credited rings (RR-CANON-R173).
    fn convert_hands(&mut self) {
        for player in self.seats() {
            self.credits[player] += self.hands[player];
            self.hands[player] = 0;
        }
    }

    /// Returns the best player by territory, credits and markers; between equal players the tiebreak of the rules decides,
    /// `None` is a draw (RR-CANON-R173; rules section 14).
    fn winner_by_ladder(&self) -> Option<Player> {
        let best = self.seats().into_iter().map(|player| self.score(player)).max();
        let tied: Vec<Player> = self.seats().into_iter().filter(|&player| Some(self.score(player)) == best).collect();
        match tied[..] {
            [alone] => Some(alone),
            _ if self.rules.tiebreak == Tiebreak::Draw => None,
            _ => self.last_actions.iter().chain(&tied).copied().find(|player| tied.contains(player)),
        }
    }

    /// Returns the leader of the first rung with a single leader, and the reason for that rung; if there is no such rung, the
    /// player whose turn ends wins (rules-live section 9).
    fn winner_by_rungs(&self) -> (Player, Reason) {
        let territory = self.leader(|player| self.board.territory_count(player));
        let rings = self.leader(|player| usize::from(self.credits[player] + self.hands[player]));
        let markers = self.leader(|player| self.board.marker_count(player));
        None.or(territory.map(|leader| (leader, Reason::TerritoryControl)))
            .or(rings.map(|leader| (leader, Reason::RingElimination)))
            .or(markers.map(|leader| (leader, Reason::LastPlayerStanding)))
            .unwrap_or((self.to_move, Reason::LastPlayerStanding))
    }

    /// Returns the single player with the greatest value above zero; every rung compares all players (rules-live section 9).
    fn leader(&self, value: impl Fn(Player) -> usize) -> Option<Player> {
        let best = self.seats().into_iter().map(&value).max().filter(|&best| best > 0)?;
        let leaders: Vec<Player> = self.seats().into_iter().filter(|&player| value(player) == best).collect();
        if let [alone] = leaders[..] { Some(alone) } else { None }
    }

    fn score(&self, player: Player) -> Score {
        (self.board.territory_count(player), self.credits[player], self.board.marker_count(player))
    }

    /// Records, at the end of a turn, the players who lost their last rings in it; they share one place in the elimination
    /// order (rules-live section 10).
    pub(crate) fn record_eliminated_players(&mut self) {
        if self.rules.tiebreak != Tiebreak::Rungs {
            return;
        }
        let place = 1 + self.elimination_order.0.into_iter().max().unwrap_or(0);
        for player in self.seats() {
            if self.elimination_order[player] == 0 && self.is_eliminated(player) {
                self.elimination_order[player] = place;
            }
        }
    }

    /// Returns the ranks: the winner first, then by score, then by the loss of the last ring, the latest first; equal
    /// players share a rank (rules section 12.5; rules-live section 10).
    pub(crate) fn ranks(&self, winner: Option<Player>) -> ByPlayer<u8> {
        let eliminated_at = |player| match self.elimination_order[player] {
            0 => u8::MAX,
            place => place,
        };
        let standing = |player| Reverse((Some(player) == winner, self.score(player), eliminated_at(player)));
        let mut ranks = ByPlayer::default();
        for player in self.seats() {
            let better = self.seats().into_iter().filter(|&other| standing(other) < standing(player));
            ranks[player] = 1 + better.count() as u8;
        }
        ranks
    }

    /// Returns the ranks if a player resigns or runs out of time. With two players the opponent wins. With more, the live
    /// edition has no winner (rules-live section 9); in the other editions all other players share the first rank.
    pub fn ranking_after_resignation(&self, by: Player) -> ByPlayer<u8> {
        match self.seats()[..] {
            [_, _] => self.ranks(self.first_seat(|player| player != by)),
            _ if self.rules.tiebreak == Tiebreak::Rungs => {
                let mut ended = self.clone();
                ended.record_eliminated_players();
                ended.ranks(None)
            }
            ref seats => {
                let mut ranks = ByPlayer::default();
                seats.iter().for_each(|&player| ranks[player] = 1);
                ranks[by] = seats.len() as u8;
                ranks
            }
        }
    }
}
