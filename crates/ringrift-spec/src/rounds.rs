//! The round count for the last player standing (rules-live section 9).

use ringrift::{LastStanding, LastStandingRounds, Player, PlayerSet, Reason};

use crate::SpecGame;

impl SpecGame {
    /// Updates the round count at the start of every turn except the first turn of a game or setup. A player who has been the
    /// only one with real actions for enough rounds, and still is, wins (rules-live section 9).
    pub(crate) fn update_rounds(&mut self, player: Player) {
        if self.rules.last_standing != LastStanding::Rounds {
            return;
        }
        if self.rounds.opener.is_none_or(|opener| self.is_eliminated(opener)) {
            self.open_rounds(player);
        } else if self.rounds.opener == Some(player) {
            self.close_round();
        }
        self.record_real_action(player);
        if self.has_stood_alone(player) {
            self.to_move = player;
            self.end(Some(player), Reason::LastPlayerStanding);
        }
    }

    /// Starts a round with a player's turn; further rounds start with the same player (rules-live section 9).
    fn open_rounds(&mut self, player: Player) {
        self.rounds.opener = Some(player);
        self.rounds.acted = PlayerSet::EMPTY;
        if self.rounds.alone.is_some_and(|alone| self.is_eliminated(alone)) {
            (self.rounds.alone, self.rounds.count) = (None, 0);
        }
    }

    /// Ends a round. If only one player had a real action in it, the round counts for that player, up to the number of rounds
    /// needed (rules-live section 9).
    fn close_round(&mut self) {
        let acted: Vec<Player> = self.rounds.acted.iter().filter(|&player| !self.is_eliminated(player)).collect();
        (self.rounds.alone, self.rounds.count) = match acted[..] {
            [alone] if self.rounds.alone == Some(alone) => {
                (Some(alone), (self.rounds.count + 1).min(self.rules.last_standing_rounds))
            }
            [alone] => (Some(alone), 1),
            _ => (None, 0),
        };
        self.rounds.acted = PlayerSet::EMPTY;
    }

    /// Records, at the start of a player's turn, whether the player has a real action (rules-live section 9).
    fn record_real_action(&mut self, player: Player) {
        let others = self.rounds.acted.iter().filter(|&other| other != player);
        let acting = self.has_real_action(player).then_some(player);
        self.rounds.acted = others.chain(acting).collect();
    }

    /// Reports whether enough rounds are complete and the player is still the only one with a real action (rules-live
    /// section 9).
    fn has_stood_alone(&self, player: Player) -> bool {
        self.rounds.count >= self.rules.last_standing_rounds
            && self.rounds.alone == Some(player)
            && self.players_with_real_actions() == [player]
    }

    /// Returns the only player with rings, if they control a stack: this player wins without waiting for the rounds
    /// (rules-live section 9).
    pub(crate) fn last_with_rings(&self) -> Option<Player> {
        let left: Vec<Player> = self.seats().into_iter().filter(|&player| !self.is_eliminated(player)).collect();
        match left[..] {
            [alone] if self.rules.last_standing == LastStanding::Rounds && !self.controlled(alone).is_empty() => {
                Some(alone)
            }
            _ => None,
        }
    }

    /// Returns the part of the round count that can still affect the game: without players who have no ring, and empty after
    /// the end of the game.
    pub(crate) fn relevant_rounds(&self) -> LastStandingRounds {
        let LastStandingRounds { opener, acted, alone, count } = self.to_setup().rounds;
        if self.phase.is_over() {
            return LastStandingRounds::default();
        }
        let opener = opener.filter(|&player| !self.is_eliminated(player));
        let alone = alone.filter(|&player| !self.is_eliminated(player));
        LastStandingRounds {
            opener,
            acted: acted.iter().filter(|&player| opener.is_some() && !self.is_eliminated(player)).collect(),
            alone,
            count: alone.map_or(0, |_| count),
        }
    }
}
