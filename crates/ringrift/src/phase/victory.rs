//! The ends of turns and of games (RR-CANON-R170 to R173; rules.md sections 4.1 and 12).

use std::cmp::Reverse;

use crate::choices::{LastStanding, Stalemate, Tiebreak};
use crate::event::{Event, Observer};
use crate::outcome::{Outcome, Reason};
use crate::phase::Phase;
use crate::player::{ByPlayer, Player};
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Whether the player has a legal placement, move or capture, as if he were to move (RR-CANON-R172).
    pub fn has_real_action(&self, player: Player) -> bool {
        self.can_place(player) || self.can_act(player)
    }

    /// Whether the player has no ring left, neither in hand nor on the board (RR-CANON-R172).
    pub(crate) fn is_eliminated(&self, player: Player) -> bool {
        self.hands[player] == 0 && !self.board.has_ring(player)
    }

    /// Starts the turn of the next player who still has a ring.
    fn start_next_turn(&mut self, observer: &mut impl Observer) {
        let mut next = self.to_move.next(self.rules.players);
        while self.is_eliminated(next) && next != self.to_move {
            next = next.next(self.rules.players);
        }
        self.to_move = next;
        self.turn = self.turn.saturating_add(1);
        self.start_turn(observer);
    }

    /// Finds what the player to move has to decide at the start of his turn (RR-CANON-R072; rules.md 4.1).
    pub(crate) fn start_turn(&mut self, observer: &mut impl Observer) {
        let player = self.to_move;
        observer.observe(Event::TurnStarted { player, turn: self.turn });
        let phase = self.first_phase(player);
        if self.stands_alone(player, phase.is_some()) {
            return self.end(Some(player), Reason::LastPlayerStanding, observer);
        }
        match phase {
            Some(phase) => self.wait_for(phase, observer),
            None if !self.board.controlled(player).is_empty() => self.wait_for(Phase::ForcedElimination, observer),
            None => {
                observer.observe(Event::Passed { player });
                self.finish_turn(observer);
            }
        }
    }

    /// Follows the last player standing through the turns; true if he wins now (RR-CANON-R172; rules.md 12.3).
    fn stands_alone(&mut self, player: Player, real: bool) -> bool {
        if self.rules.last_standing != LastStanding::Round {
            return false;
        }
        let was_last = self.last_standing == Some(player);
        if real {
            self.last_standing = Some(player);
            was_last && self.others(player).all(|other| !self.has_real_action(other))
        } else {
            if was_last {
                self.last_standing = None;
            }
            false
        }
    }

    fn others(&self, player: Player) -> impl Iterator<Item = Player> + use<W> {
        Player::seats(self.rules.players).filter(move |&other| other != player)
    }

    /// Checks the ends of the game after a turn, then starts the next one (rules.md 12.1).
    pub(crate) fn finish_turn(&mut self, observer: &mut impl Observer) {
        if let Some(winner) = self.seat_where(|p, q| p.credits[q] >= p.rules.elimination_threshold) {
            self.end(Some(winner), Reason::RingElimination, observer);
        } else if let Some(winner) = self.seat_where(|p, q| p.territory(q) >= u32::from(p.rules.territory_threshold)) {
            self.end(Some(winner), Reason::TerritoryControl, observer);
        } else if let Some(winner) = self.only_one_able() {
            self.end(Some(winner), Reason::LastPlayerStanding, observer);
        } else if self.is_stalemate() {
            self.climb_ladder(Reason::Stalemate, observer);
        } else if self.rules.turn_cap.is_some_and(|cap| self.turn >= cap) {
            self.climb_ladder(Reason::TurnCap, observer);
        } else {
            self.start_next_turn(observer);
        }
    }

    fn seat_where(&self, test: impl Fn(&Self, Player) -> bool) -> Option<Player> {
        Player::seats(self.rules.players).find(|&player| test(self, player))
    }

    /// The only player with a real action, where that wins at once (compact 7.3).
    fn only_one_able(&self) -> Option<Player> {
        if self.rules.last_standing != LastStanding::AtOnce {
            return None;
        }
        let mut able = Player::seats(self.rules.players).filter(|&player| self.has_real_action(player));
        able.next().filter(|_| able.next().is_none())
    }

    /// Whether nobody can go on (RR-CANON-R173; compact 7.4).
    pub(crate) fn is_stalemate(&self) -> bool {
        match self.rules.stalemate {
            Stalemate::NoStacks => {
                self.board.all_stacks().is_empty() && self.seat_where(PositionOf::can_place).is_none()
            }
            Stalemate::NoActions => self.seat_where(PositionOf::has_real_action).is_none(),
        }
    }

    /// Ends the game by territory, eliminated rings, markers and the last action (RR-CANON-R173).
    pub(crate) fn climb_ladder(&mut self, reason: Reason, observer: &mut impl Observer) {
        for player in Player::seats(self.rules.players) {
            let rings = std::mem::take(&mut self.hands[player]);
            if rings > 0 {
                self.credits[player] += rings;
                observer.observe(Event::HandConverted { player, rings });
            }
        }
        let seats = || Player::seats(self.rules.players);
        let best = seats().map(|player| self.standing(player)).max();
        let tied = || seats().filter(|&player| Some(self.standing(player)) == best);
        let winner = match self.rules.tiebreak {
            _ if tied().count() == 1 => tied().next(),
            Tiebreak::LastAction => {
                let latest = self.last_actions.iter().find(|&player| tied().any(|other| other == player));
                latest.or_else(|| tied().next())
            }
            Tiebreak::Draw => None,
        };
        self.end(winner, reason, observer);
    }

    /// The first three rungs of the ladder: territory, eliminated rings, markers.
    fn standing(&self, player: Player) -> (u32, u16, u32) {
        (self.territory(player), self.credits[player], self.board.markers(player).len())
    }

    pub(crate) fn end(&mut self, winner: Option<Player>, reason: Reason, observer: &mut impl Observer) {
        self.phase = Phase::Over { winner, reason };
        observer.observe(Event::Ended { winner, reason });
    }

    /// The result, with the places of all players (rules.md 12.5), once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let Phase::Over { winner, reason } = self.phase else { return None };
        let order = |player| Reverse((winner == Some(player), self.standing(player)));
        let mut ranks = ByPlayer::default();
        for player in Player::seats(self.rules.players) {
            let better = Player::seats(self.rules.players).filter(|&other| order(other) < order(player));
            ranks[player] = better.count() as u8 + 1;
        }
        Some(Outcome { winner, reason, ranks })
    }
}
