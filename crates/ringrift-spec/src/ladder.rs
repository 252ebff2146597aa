//! What decides when nobody can go on, and the places of all players (rules.md 12.4, 12.5; live 9, 10).

use std::cmp::Reverse;

use ringrift::{ByPlayer, Player, Reason, Tiebreak};

use crate::SpecGame;

/// What players are ranked by: territory, credited rings, markers (RR-CANON-R173).
type Score = (usize, u16, usize);

impl SpecGame {
    /// Lets the ladder decide (RR-CANON-R173; rules.md 12.4; live 9).
    pub(crate) fn end_by_ladder(&mut self, reason: Reason) {
        if self.rules.tiebreak == Tiebreak::Rungs {
            let (winner, rung) = self.rungs();
            self.end(Some(winner), if reason == Reason::TurnCap { reason } else { rung });
        } else {
            self.convert_hands();
            self.end(self.ladder(), reason);
        }
    }

    /// Turns the hands into credited rings (RR-CANON-R173).
    fn convert_hands(&mut self) {
        for player in self.seats() {
            self.credits[player] += self.hands[player];
            self.hands[player] = 0;
        }
    }

    /// The best by territory, credits and markers; among equals the tiebreak decides (RR-CANON-R173; compact 7.4).
    fn ladder(&self) -> Option<Player> {
        let best = self.seats().into_iter().map(|player| self.score(player)).max();
        let tied: Vec<Player> = self.seats().into_iter().filter(|&player| Some(self.score(player)) == best).collect();
        match tied[..] {
            [alone] => Some(alone),
            _ if self.rules.tiebreak == Tiebreak::Draw => None,
            _ => self.last_actions.iter().chain(&tied).copied().find(|player| tied.contains(player)),
        }
    }

    /// The first rung that has a single leader decides, and is the reason; the last is the player whose turn ends (live 9).
    fn rungs(&self) -> (Player, Reason) {
        let territory = self.leader(|player| self.board.territory_count(player));
        let rings = self.leader(|player| usize::from(self.credits[player] + self.hands[player]));
        let markers = self.leader(|player| self.board.marker_count(player));
        None.or(territory.map(|leader| (leader, Reason::TerritoryControl)))
            .or(rings.map(|leader| (leader, Reason::RingElimination)))
            .or(markers.map(|leader| (leader, Reason::LastPlayerStanding)))
            .unwrap_or((self.to_move, Reason::LastPlayerStanding))
    }

    /// The only player with the greatest value, if that is more than nothing; every rung looks at all players (live 9).
    fn leader(&self, value: impl Fn(Player) -> usize) -> Option<Player> {
        let best = self.seats().into_iter().map(&value).max().filter(|&best| best > 0)?;
        let leaders: Vec<Player> = self.seats().into_iter().filter(|&player| value(player) == best).collect();
        if let [alone] = leaders[..] { Some(alone) } else { None }
    }

    fn score(&self, player: Player) -> Score {
        (self.board.territory_count(player), self.credits[player], self.board.marker_count(player))
    }

    /// Notes at a turn end who has lost his last ring since the one before; all of them at the same time (live 10).
    pub(crate) fn note_losses(&mut self) {
        if self.rules.tiebreak != Tiebreak::Rungs {
            return;
        }
        let place = 1 + self.lost.0.into_iter().max().unwrap_or(0);
        for player in self.seats() {
            if self.lost[player] == 0 && self.is_eliminated(player) {
                self.lost[player] = place;
            }
        }
    }

    /// The places: the winner first, the others by score, then by how late they lost their last rings; equal ones share
    /// (rules.md 12.5; live 10).
    pub(crate) fn ranks(&self, winner: Option<Player>) -> ByPlayer<u8> {
        let lasted = |player| match self.lost[player] {
            0 => u8::MAX,
            place => place,
        };
        let standing = |player| Reverse((Some(player) == winner, self.score(player), lasted(player)));
        let mut ranks = ByPlayer::default();
        for player in self.seats() {
            let better = self.seats().into_iter().filter(|&other| standing(other) < standing(player));
            ranks[player] = 1 + better.count() as u8;
        }
        ranks
    }

    /// The places if a player gives up, or has no time left. With two the opponent wins; with more nobody wins in the live
    /// edition (live 9), and in the others everybody but him does.
    pub fn ranks_given_up(&self, by: Player) -> ByPlayer<u8> {
        match self.seats()[..] {
            [_, _] => self.ranks(self.first_seat(|player| player != by)),
            _ if self.rules.tiebreak == Tiebreak::Rungs => {
                let mut ended = self.clone();
                ended.note_losses();
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
