//! The rounds of the last player standing, and who is left alone (live 9).

use ringrift::{LastStanding, LastStandingRounds, Player, PlayerSet, Reason};

use crate::SpecGame;

impl SpecGame {
    /// The step of a turn start that counts rounds; not made in the first turn of a game or of a position that was set up.
    /// A player who was alone with his real actions for enough rounds, and still is, wins (live 9).
    pub(crate) fn watch_rounds(&mut self, player: Player) {
        if self.rules.last_standing != LastStanding::Rounds {
            return;
        }
        if self.rounds.opener.is_none_or(|opener| self.is_eliminated(opener)) {
            self.open_rounds(player);
        } else if self.rounds.opener == Some(player) {
            self.close_round();
        }
        self.note_real_action(player);
        if self.has_stood_alone(player) {
            self.to_move = player;
            self.end(Some(player), Reason::LastPlayerStanding);
        }
    }

    /// Rounds begin with this player from now on (live 9).
    fn open_rounds(&mut self, player: Player) {
        self.rounds.opener = Some(player);
        self.rounds.acted = PlayerSet::EMPTY;
        if self.rounds.alone.is_some_and(|alone| self.is_eliminated(alone)) {
            (self.rounds.alone, self.rounds.count) = (None, 0);
        }
    }

    /// A round is complete: it counts for a player who was the only one to act, no further than he needs (live 9).
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

    /// Whether the player has a real action is noted at his turn start (live 9).
    fn note_real_action(&mut self, player: Player) {
        let others = self.rounds.acted.iter().filter(|&other| other != player);
        let acting = self.has_real_action(player).then_some(player);
        self.rounds.acted = others.chain(acting).collect();
    }

    /// Enough rounds are complete, and the player is still the only one with a real action (live 9).
    fn has_stood_alone(&self, player: Player) -> bool {
        self.rounds.count >= self.rules.last_standing_rounds
            && self.rounds.alone == Some(player)
            && self.players_with_real_actions() == [player]
    }

    /// The only player who controls stacks, if nobody else has a ring anywhere: he need not wait for the rounds (live 9).
    pub(crate) fn last_with_rings(&self) -> Option<Player> {
        let left: Vec<Player> = self.seats().into_iter().filter(|&player| !self.is_eliminated(player)).collect();
        match left[..] {
            [alone] if self.rules.last_standing == LastStanding::Rounds && !self.controlled(alone).is_empty() => {
                Some(alone)
            }
            _ => None,
        }
    }

    /// The part of the rounds that can still decide something: the game goes on, and who has no ring neither opens rounds
    /// nor acts nor is alone.
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
