//! Start and end of turns, and end of the game (RR-CANON-R170 to R173; rules sections 4.1 and 12).

use std::cmp::Reverse;

use crate::action::sink::StopAtFirst;
use crate::event::{Event, Observer, TurnStep};
use crate::outcome::{Outcome, Reason};
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::PositionOf;
use crate::ruleset::options::{Forced, LastStanding, Stalemate, Tiebreak};

impl<const W: usize> PositionOf<W> {
    /// Reports whether the player has a legal placement, move or capture, as if they were to move now (RR-CANON-R172).
    pub fn has_real_action(&self, player: Player) -> bool {
        self.can_place(player) || self.can_act(player)
    }

    /// Reports whether the player has no ring in hand or on the board (RR-CANON-R172).
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
        self.turn_progress = TurnProgress::Idle;
        if self.rules.last_standing == LastStanding::Rounds && self.update_rounds() {
            return self.end(Some(next), Reason::LastPlayerStanding, observer);
        }
        self.turn = self.turn.saturating_add(1);
        self.start_turn(observer);
    }

    /// Updates the round count at the start of a turn; returns true if the player to move wins as the last player standing
    /// (rules-live section 9).
    fn update_rounds(&mut self) -> bool {
        let player = self.to_move;
        let has_ring = |position: &Self, player: Option<Player>| player.is_some_and(|p| !position.is_eliminated(p));
        if !has_ring(self, self.rounds.opener) {
            self.rounds.opener = Some(player);
            self.rounds.acted = PlayerSet::EMPTY;
            if !has_ring(self, self.rounds.alone) {
                (self.rounds.alone, self.rounds.count) = (None, 0);
            }
        } else if self.rounds.opener == Some(player) {
            self.close_round();
        }
        let can_act = self.has_real_action(player);
        if can_act {
            self.rounds.acted.insert(player);
        }
        self.rounds.count >= self.rules.last_standing_rounds
            && self.rounds.alone == Some(player)
            && can_act
            && self.others(player).all(|other| !self.has_real_action(other))
    }

    /// Ends a round: it counts if only one player had a real action in it, and otherwise resets the count.
    fn close_round(&mut self) {
        let mut acted = self.rounds.acted.iter().filter(|&player| !self.is_eliminated(player));
        let alone = acted.next().filter(|_| acted.next().is_none());
        let count = match alone {
            None => 0,
            Some(_) if alone == self.rounds.alone => (self.rounds.count + 1).min(self.rules.last_standing_rounds),
            Some(_) => 1,
        };
        self.rounds = LastStandingRounds { alone, count, acted: PlayerSet::EMPTY, ..self.rounds };
    }

    /// Starts the turn of the player to move with their first decision, or passes if they have none (RR-CANON-R072; rules
    /// section 4.1).
    pub(crate) fn start_turn(&mut self, observer: &mut impl Observer) {
        let player = self.to_move;
        observer.observe(Event::TurnStarted { player, turn: self.turn });
        let phase = self.first_phase(player);
        // A recovery slide is a decision but not a real action.
        let has_real_action = match phase {
            Some(Phase::Placement) if self.rules.recovery => self.has_real_action(player),
            Some(Phase::Recovery) | None => false,
            Some(_) => true,
        };
        if self.update_last_standing(player, has_real_action) {
            return self.end(Some(player), Reason::LastPlayerStanding, observer);
        }
        if phase != Some(Phase::Placement) {
            self.report_empty_step(TurnStep::Placement, observer);
        }
        match phase {
            Some(phase) => self.enter_phase(phase, observer),
            None if self.rules.forced == Forced::Last => {
                self.report_empty_step(TurnStep::Movement, observer);
                // A player without a stack cannot pay or eliminate, so only lines can require a decision.
                let is_idle =
                    self.board.controlled(player).is_empty() && self.visit_line_choices(&mut StopAtFirst).is_continue();
                if is_idle {
                    observer.observe(Event::Passed { player });
                }
                self.enter_lines(observer);
            }
            None if !self.board.controlled(player).is_empty() => self.enter_phase(Phase::ForcedElimination, observer),
            None => {
                observer.observe(Event::Passed { player });
                self.finish_turn(observer);
            }
        }
    }

    /// Updates the last player standing at the start of a turn; returns true if the player wins now (RR-CANON-R172;
    /// rules section 12.3).
    fn update_last_standing(&mut self, player: Player, has_real_action: bool) -> bool {
        if self.rules.last_standing != LastStanding::Round {
            return false;
        }
        let was_last = self.last_standing == Some(player);
        if has_real_action {
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

    /// Checks at the end of a turn whether the game ends, otherwise starts the next turn (rules section 12.1).
    pub(crate) fn finish_turn(&mut self, observer: &mut impl Observer) {
        if self.rules.tiebreak == Tiebreak::Rungs {
            self.record_eliminated_players();
        }
        if let Some((winner, reason)) = self.threshold_winner() {
            self.end(Some(winner), reason, observer);
        } else if let Some(winner) = self.immediate_last_standing() {
            self.end(Some(winner), Reason::LastPlayerStanding, observer);
        } else if self.is_stalemate() {
            self.end_by_ladder(Reason::Stalemate, observer);
        } else if self.rules.turn_cap.is_some_and(|cap| self.turn >= cap) {
            self.end_by_ladder(Reason::TurnCap, observer);
        } else {
            self.start_next_turn(observer);
        }
    }

    /// Returns the player who has reached a threshold; credited rings decide before territory (rules section 12.1).
    pub(crate) fn threshold_winner(&self) -> Option<(Player, Reason)> {
        let winner = self.find_player(PositionOf::has_won_rings);
        let winner = winner.or_else(|| self.find_player(PositionOf::has_won_territory))?;
        Some((winner, self.threshold_reached(winner)?))
    }

    /// Returns the threshold that a player has reached; credited rings decide before territory.
    pub(crate) fn threshold_reached(&self, player: Player) -> Option<Reason> {
        if self.has_won_rings(player) {
            Some(Reason::RingElimination)
        } else {
            self.has_won_territory(player).then_some(Reason::TerritoryControl)
        }
    }

    /// Reports whether a player has enough credited rings to win (RR-CANON-R170).
    pub(crate) fn has_won_rings(&self, player: Player) -> bool {
        self.credits[player] >= self.rules.elimination_threshold
    }

    /// Reports whether a player owns enough cells to win (RR-CANON-R171; rules-live section 9).
    pub(crate) fn has_won_territory(&self, player: Player) -> bool {
        let own = self.territory(player);
        own >= u32::from(self.rules.territory_threshold)
            && (!self.rules.majority || 2 * own > self.board.all_collapsed().len())
    }

    /// Records the players who lost their last ring in this turn (rules-live section 10).
    fn record_eliminated_players(&mut self) {
        let latest = self.elimination_order.0.iter().max().map_or(0, |&lost| lost);
        for player in Player::seats(self.rules.players) {
            if self.elimination_order[player] == 0 && self.is_eliminated(player) {
                self.elimination_order[player] = latest + 1;
            }
        }
    }

    /// Returns the first player in seat order for whom `test` is true.
    fn find_player(&self, test: impl Fn(&Self, Player) -> bool) -> Option<Player> {
        Player::seats(self.rules.players).find(|&player| test(self, player))
    }

    /// Returns the player who wins at once as the last one standing: under [`LastStanding::AtOnce`] the only player
    /// with a real action (rules section 14), under [`LastStanding::Rounds`] the only player with a ring, if they
    /// control a stack (rules-live section 9).
    pub(crate) fn immediate_last_standing(&self) -> Option<Player> {
        match self.rules.last_standing {
            LastStanding::Round => return None,
            LastStanding::AtOnce => {}
            LastStanding::Rounds => {
                let mut left = Player::seats(self.rules.players).filter(|&player| !self.is_eliminated(player));
                let only = left.next().filter(|_| left.next().is_none());
                return only.filter(|&player| !self.board.controlled(player).is_empty());
            }
        }
        let mut acting = Player::seats(self.rules.players).filter(|&player| self.has_real_action(player));
        acting.next().filter(|_| acting.next().is_none())
    }

    /// Reports whether the position is a global stalemate (RR-CANON-R173; rules section 14).
    pub(crate) fn is_stalemate(&self) -> bool {
        match self.rules.stalemate {
            Stalemate::NoStacks => {
                self.board.all_stacks().is_empty() && self.find_player(PositionOf::can_place).is_none()
            }
            Stalemate::NoActions => self.find_player(PositionOf::has_real_action).is_none(),
        }
    }

    /// Ends the game by the tiebreak ladder: territory, eliminated rings, markers, last action (RR-CANON-R173).
    pub(crate) fn end_by_ladder(&mut self, reason: Reason, observer: &mut impl Observer) {
        if self.rules.tiebreak == Tiebreak::Rungs {
            return self.end_by_rungs(reason, observer);
        }
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
            Tiebreak::Draw | Tiebreak::Rungs => None,
        };
        self.end(winner, reason, observer);
    }

    /// Ends the game by the first rung of the ladder with a single leader; if there is none, the player whose turn ends wins
    /// (rules-live section 9).
    fn end_by_rungs(&mut self, reason: Reason, observer: &mut impl Observer) {
        let leader = |value: &dyn Fn(Player) -> u32| {
            let best = Player::seats(self.rules.players).map(value).max().filter(|&best| best > 0)?;
            let mut leaders = Player::seats(self.rules.players).filter(|&player| value(player) == best);
            leaders.next().filter(|_| leaders.next().is_none())
        };
        let rungs: [(Reason, &dyn Fn(Player) -> u32); 3] = [
            (Reason::TerritoryControl, &|player| self.territory(player)),
            (Reason::RingElimination, &|player| u32::from(self.credits[player]) + u32::from(self.hands[player])),
            (Reason::LastPlayerStanding, &|player| self.board.markers(player).len()),
        ];
        let found = rungs.into_iter().find_map(|(reason, value)| Some((leader(value)?, reason)));
        let (winner, by) = found.unwrap_or((self.to_move, Reason::LastPlayerStanding));
        self.end(Some(winner), if reason == Reason::Stalemate { by } else { reason }, observer);
    }

    /// Returns the values of the first three rungs of the ladder: territory, eliminated rings, markers.
    fn standing(&self, player: Player) -> (u32, u16, u32) {
        (self.territory(player), self.credits[player], self.board.markers(player).len())
    }

    pub(crate) fn end(&mut self, winner: Option<Player>, reason: Reason, observer: &mut impl Observer) {
        self.phase = Phase::Over { winner, reason };
        self.turn_progress = TurnProgress::Idle;
        observer.observe(Event::Ended { winner, reason });
    }

    /// Returns the result with the ranks of all players (rules section 12.5); `None` unless the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let Phase::Over { winner, reason } = self.phase else { return None };
        Some(Outcome { winner, reason, ranks: self.ranking(winner) })
    }

    /// Returns the ranks of all players, counted from 1, if the game ended now with this winner or as a draw.
    ///
    /// The winner comes first; the others are ranked by territory, eliminated rings and markers. If the rules track
    /// when players lost their last ring, remaining ties are broken in favour of the later loss (rules section 12.5;
    /// rules-live section 10).
    pub fn ranking(&self, winner: Option<Player>) -> ByPlayer<u8> {
        // 0 (not eliminated) wraps to the maximum; otherwise a later elimination ranks higher.
        let survival = |player: Player| self.elimination_order[player].wrapping_sub(1);
        let order = |player| Reverse((winner == Some(player), self.standing(player), survival(player)));
        let mut ranks = ByPlayer::default();
        for player in Player::seats(self.rules.players) {
            let better = Player::seats(self.rules.players).filter(|&other| order(other) < order(player));
            ranks[player] = better.count() as u8 + 1;
        }
        ranks
    }

    /// Returns the ranks of all players if the game ends now because a player resigns or runs out of time.
    ///
    /// The player comes last and the others share the first place. If
    /// [`Ruleset::resignation_has_no_winner`](crate::Ruleset::resignation_has_no_winner) returns true, all players are
    /// ranked as in a draw instead.
    pub fn ranking_after_resignation(&self, by: Player) -> ByPlayer<u8> {
        let players = self.rules.players;
        if self.rules.resignation_has_no_winner() {
            let mut ended = self.clone();
            ended.record_eliminated_players();
            return ended.ranking(None);
        }
        let mut ranks = ByPlayer::default();
        for player in Player::seats(players) {
            ranks[player] = if player == by { players } else { 1 };
        }
        ranks
    }
}
