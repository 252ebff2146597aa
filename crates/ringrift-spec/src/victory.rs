//! The end of the game (rules sections 12 and 13.2; rules-live section 9).

use ringrift::{LastStanding, Outcome, Phase, Player, Reason, Stalemate, TurnProgress};

use crate::SpecGame;

impl SpecGame {
    /// Returns the result; `None` while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over { winner, reason } => Some(Outcome { winner, reason, ranks: self.ranks(winner) }),
            _ => None,
        }
    }

    /// Returns the progress measure: markers, collapsed cells and credited rings. It never decreases in the canonical rules
    /// (RR-CANON-R191).
    pub fn progress(&self) -> u32 {
        let credits: u32 = self.seats().into_iter().map(|player| u32::from(self.credits[player])).sum();
        (self.board.markers().count() + self.board.territory().count()) as u32 + credits
    }

    /// Reports whether a player has a real action: a placement, move or capture, but not a forced elimination
    /// (RR-CANON-R172).
    pub(crate) fn has_real_action(&self, player: Player) -> bool {
        self.has_board_action(player) || self.can_place(player)
    }

    /// Reports whether a player has no ring in hand and none on the board, buried rings included (RR-CANON-R172).
    pub(crate) fn is_eliminated(&self, player: Player) -> bool {
        self.hands[player] == 0 && !self.board.stacks().any(|(_, stack)| stack.rings().contains(&player))
    }

    /// Updates the candidate for the last player standing at the start of a turn (RR-CANON-R172; rules section 12.3).
    ///
    /// A player who was the last one with a real action at a turn start wins if they are now the only one with a real action.
    pub(crate) fn update_last_standing(&mut self) {
        if self.rules.last_standing != LastStanding::Round {
            return;
        }
        let is_candidate = self.last_standing == Some(self.to_move);
        if is_candidate && self.players_with_real_actions() == [self.to_move] {
            self.end(Some(self.to_move), Reason::LastPlayerStanding);
        } else if self.has_real_action(self.to_move) {
            self.last_standing = Some(self.to_move);
        } else if is_candidate {
            self.last_standing = None;
        }
    }

    /// Checks at the end of a turn, in the order of the rules, whether the game is over (RR-CANON-R170, R171, R173; rules
    /// section 14; rules-live section 9).
    pub(crate) fn check_end(&mut self) {
        self.check_thresholds();
        if self.phase_is_over() {
            return;
        }
        if let Some(winner) = self.last_standing_at_once().or(self.last_with_rings()) {
            self.end(Some(winner), Reason::LastPlayerStanding);
        } else if self.is_stalemate() {
            self.end_by_ladder(Reason::Stalemate);
        } else if self.rules.turn_cap.is_some_and(|cap| self.turn >= cap) {
            self.end_by_ladder(Reason::TurnCap);
        }
    }

    /// Ends the game if a player has reached a threshold; credited rings decide before territory (RR-CANON-R170, R171).
    pub(crate) fn check_thresholds(&mut self) {
        if let Some(winner) = self.first_seat(|player| self.has_enough_credits(player)) {
            self.end(Some(winner), Reason::RingElimination);
        } else if let Some(winner) = self.first_seat(|player| self.has_enough_territory(player)) {
            self.end(Some(winner), Reason::TerritoryControl);
        }
    }

    /// Reports whether a player wins by credited rings (RR-CANON-R061, R170).
    fn has_enough_credits(&self, player: Player) -> bool {
        self.credits[player] >= self.rules.elimination_threshold
    }

    /// Reports whether a player wins by collapsed cells (RR-CANON-R062, R171); under some rules the player must also own more
    /// than all others together (rules-live section 9).
    fn has_enough_territory(&self, player: Player) -> bool {
        let own = self.board.territory_count(player);
        let others = self.board.territory().count() - own;
        own >= usize::from(self.rules.territory_threshold) && (!self.rules.majority || own > others)
    }

    /// Returns the only player with a real action, under rules that end the game at once and not after a round (rules
    /// section 14).
    fn last_standing_at_once(&self) -> Option<Player> {
        if self.rules.last_standing != LastStanding::AtOnce {
            return None;
        }
        match self.players_with_real_actions()[..] {
            [alone] => Some(alone),
            _ => None,
        }
    }

    /// Reports whether no player has a stack or a placement or, under some rules, whether no player has a real action
    /// (RR-CANON-R173; rules section 14).
    fn is_stalemate(&self) -> bool {
        match self.rules.stalemate {
            Stalemate::NoStacks => self.first_seat(|player| self.has_stack_or_placement(player)).is_none(),
            Stalemate::NoActions => self.players_with_real_actions().is_empty(),
        }
    }

    /// Reports whether a player can place, or controls a stack, which gives a real action or a forced elimination
    /// (RR-CANON-R072, R173).
    fn has_stack_or_placement(&self, player: Player) -> bool {
        !self.controlled(player).is_empty() || self.can_place(player)
    }

    pub(crate) fn players_with_real_actions(&self) -> Vec<Player> {
        self.seats().into_iter().filter(|&player| self.has_real_action(player)).collect()
    }

    pub(crate) fn first_seat(&self, holds: impl Fn(Player) -> bool) -> Option<Player> {
        self.seats().into_iter().find(|&player| holds(player))
    }

    /// Ends the game and clears the progress of the turn.
    pub(crate) fn end(&mut self, winner: Option<Player>, reason: Reason) {
        self.phase = Phase::Over { winner, reason };
        self.turn_progress = TurnProgress::Idle;
    }
}
