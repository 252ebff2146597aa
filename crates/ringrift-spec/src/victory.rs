//! The end of the game (rules.md sections 12 and 13.2; live 9).

use ringrift::{LastStanding, Outcome, Phase, Player, Reason, Stalemate, TurnProgress};

use crate::SpecGame;

impl SpecGame {
    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over { winner, reason } => Some(Outcome { winner, reason, ranks: self.ranks(winner) }),
            _ => None,
        }
    }

    /// The measure that play can only raise in the canonical rules: markers, collapsed cells and credited rings
    /// (RR-CANON-R191).
    pub fn progress(&self) -> u32 {
        let credits: u32 = self.seats().into_iter().map(|player| u32::from(self.credits[player])).sum();
        (self.board.markers().count() + self.board.territory().count()) as u32 + credits
    }

    /// A placement, move or capture is a real action; a forced elimination is none (RR-CANON-R172).
    pub(crate) fn has_real_action(&self, player: Player) -> bool {
        self.has_board_action(player) || self.can_place(player)
    }

    /// Whether a player has neither a ring in hand nor one on the board, buried ones included (RR-CANON-R172).
    pub(crate) fn is_eliminated(&self, player: Player) -> bool {
        self.hands[player] == 0 && !self.board.stacks().any(|(_, stack)| stack.rings().contains(&player))
    }

    /// The step of a turn start that watches for the last player standing (RR-CANON-R172; rules.md 12.3).
    ///
    /// A player who had the last real action at a turn start, has one again and is now alone with it wins.
    pub(crate) fn watch_last_standing(&mut self) {
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

    /// The checks at the end of a turn, in their order (RR-CANON-R170, R171, R173; compact 7.3, 7.4; live 9).
    pub(crate) fn check_end(&mut self) {
        if let Some(winner) = self.first_seat(|player| self.has_enough_credits(player)) {
            self.end(Some(winner), Reason::RingElimination);
        } else if let Some(winner) = self.first_seat(|player| self.has_enough_territory(player)) {
            self.end(Some(winner), Reason::TerritoryControl);
        } else if let Some(winner) = self.last_standing_at_once().or(self.last_with_rings()) {
            self.end(Some(winner), Reason::LastPlayerStanding);
        } else if self.is_stalemate() {
            self.end_by_ladder(Reason::Stalemate);
        } else if self.rules.turn_cap.is_some_and(|cap| self.turn >= cap) {
            self.end_by_ladder(Reason::TurnCap);
        }
    }

    /// Enough credited rings win (RR-CANON-R061, R170).
    fn has_enough_credits(&self, player: Player) -> bool {
        self.credits[player] >= self.rules.elimination_threshold
    }

    /// Enough collapsed cells win (RR-CANON-R062, R171); by some rules only if all others have less together (live 9).
    fn has_enough_territory(&self, player: Player) -> bool {
        let own = self.board.territory_count(player);
        let others = self.board.territory().count() - own;
        own >= usize::from(self.rules.territory_threshold) && (!self.rules.majority || own > others)
    }

    /// Without the full round, the only player who could act wins at the end of any turn (compact 7.3).
    fn last_standing_at_once(&self) -> Option<Player> {
        if self.rules.last_standing != LastStanding::AtOnce {
            return None;
        }
        match self.players_with_real_actions()[..] {
            [alone] => Some(alone),
            _ => None,
        }
    }

    /// Nobody can go on: without stacks and placements, or without real actions (RR-CANON-R173; compact 7.4).
    fn is_stalemate(&self) -> bool {
        match self.rules.stalemate {
            Stalemate::NoStacks => self.first_seat(|player| self.has_stack_or_placement(player)).is_none(),
            Stalemate::NoActions => self.players_with_real_actions().is_empty(),
        }
    }

    /// A stack gives its controller a real action or a forced elimination (RR-CANON-R072, R173).
    fn has_stack_or_placement(&self, player: Player) -> bool {
        !self.controlled(player).is_empty() || self.can_place(player)
    }

    pub(crate) fn players_with_real_actions(&self) -> Vec<Player> {
        self.seats().into_iter().filter(|&player| self.has_real_action(player)).collect()
    }

    pub(crate) fn first_seat(&self, holds: impl Fn(Player) -> bool) -> Option<Player> {
        self.seats().into_iter().find(|&player| holds(player))
    }

    /// The game is over, and with it what was done in the turn.
    pub(crate) fn end(&mut self, winner: Option<Player>, reason: Reason) {
        self.phase = Phase::Over { winner, reason };
        self.turn_progress = TurnProgress::Idle;
    }
}
