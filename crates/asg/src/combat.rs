//! Fights: how they end, and how likely.

use crate::prng::Prng;
use crate::side::Side;

/// Which rules decide where the two editions of the game differ.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// The rules document as written: a tie is decided by a coin. Replays of version 0.1.0.
    #[default]
    V0,
    /// The later branch: a tie leaves the defender with one. Replays of version 1.0.0.
    V1,
}

impl Rules {
    /// Both.
    pub const ALL: [Rules; 2] = [Rules::V0, Rules::V1];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::V0 => "v0",
            Rules::V1 => "v1",
        }
    }

    /// The rules with a name.
    pub fn from_name(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// Where the luck of fights comes from.
pub trait Luck {
    /// A number from `-bound` to `bound`.
    fn noise(&mut self, bound: u64) -> i64;

    /// Whether the attacker wins a tie.
    fn attacker_wins_tie(&mut self) -> bool;
}

impl Luck for Prng {
    #[inline]
    fn noise(&mut self, bound: u64) -> i64 {
        let bound = bound as i64;
        self.int(-bound, bound)
    }

    #[inline]
    fn attacker_wins_tie(&mut self) -> bool {
        self.coin()
    }
}

/// The strengths that meet.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clash {
    /// The attacker's strength.
    pub attacker: u64,
    /// The defender's strength.
    pub defender: u64,
    /// How far luck can go either way.
    pub bound: u64,
}

/// How a fight ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The luck.
    pub noise: i64,
    /// The difference of the strengths, with luck.
    pub delta: i64,
    /// Whether the attacker won.
    pub attacker_won: bool,
    /// What is left of the winner; nothing is left of the loser.
    pub left: u64,
}

impl Clash {
    /// The fight of two strengths with this fraction of luck. The product is that of doubles, as in every other
    /// implementation: a fraction of 0.29 of 100 gives 28.
    #[inline]
    pub fn new(attacker: u64, defender: u64, fraction: f64) -> Clash {
        let bound = (attacker.min(defender) as f64 * fraction).floor() as u64;
        Clash { attacker, defender, bound: bound.max(1) }
    }

    /// Fights.
    #[inline]
    pub fn fight(self, rules: Rules, luck: &mut impl Luck) -> Decision {
        let noise = luck.noise(self.bound);
        let delta = self.attacker as i64 - self.defender as i64 + noise;
        let attacker_won = match (delta, rules) {
            (0, Rules::V0) => luck.attacker_wins_tie(),
            (0, Rules::V1) => false,
            _ => delta > 0,
        };
        Decision { noise, delta, attacker_won, left: delta.unsigned_abs().max(1) }
    }

    /// The exact chance that the attacker wins.
    pub fn odds(self, rules: Rules) -> f64 {
        let (bound, lead) = (self.bound as f64, self.attacker as f64 - self.defender as f64);
        let outcomes = 2.0 * bound + 1.0;
        // Noise above minus the lead wins; equal to it is a tie.
        let wins = (bound + lead).clamp(0.0, outcomes);
        let is_tie_possible = lead.abs() <= bound;
        let tie = if is_tie_possible && rules == Rules::V0 { 0.5 } else { 0.0 };
        (wins + tie) / outcomes
    }

    /// The chance as events state it in both editions: that of the first edition, where ties are decided by a coin.
    pub fn stated_odds(self) -> f64 {
        let (bound, lag) = (self.bound as f64, self.defender as f64 - self.attacker as f64);
        match lag {
            lag if lag < -bound => 1.0,
            lag if lag > bound => 0.0,
            lag => (bound - lag + 0.5) / (2.0 * bound + 1.0),
        }
    }

    /// What is left of the attacker with the worst luck: nothing if he may lose, all if nobody defends.
    pub fn worst_left(self) -> u64 {
        if self.defender == 0 {
            return self.attacker;
        }
        self.attacker.saturating_sub(self.defender.saturating_add(self.bound))
    }

    /// Whether the attacker wins whatever the luck.
    pub fn is_certain(self) -> bool {
        self.attacker > self.defender.saturating_add(self.bound)
    }
}

/// A fight that has happened.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// Who attacked.
    pub attacker: Side,
    /// The strengths.
    pub clash: Clash,
    /// The end.
    pub decision: Decision,
}

impl Fight {
    /// Who won.
    pub const fn winner(&self) -> Side {
        if self.decision.attacker_won { self.attacker } else { self.attacker.other() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Luck that is given.
    struct Given(i64, bool);

    impl Luck for Given {
        fn noise(&mut self, _: u64) -> i64 {
            self.0
        }

        fn attacker_wins_tie(&mut self) -> bool {
            self.1
        }
    }

    #[test]
    fn the_bound_is_that_of_doubles_and_at_least_one() {
        for (least, fraction, bound) in [(100, 0.29, 28), (100, 0.57, 56), (100, 0.07, 7), (5, 0.0, 1), (5, 0.35, 1)] {
            assert_eq!(Clash::new(least, least + 3, fraction).bound, bound, "{least} of {fraction}");
        }
    }

    #[test]
    fn odds_are_the_share_of_the_outcomes() {
        for rules in Rules::ALL {
            for (attacker, defender, fraction) in
                [(8, 5, 0.35), (5, 8, 0.5), (10, 10, 0.35), (10, 12, 1.0), (1, 9, 0.0)]
            {
                let clash = Clash::new(attacker, defender, fraction);
                let mut wins = 0.0;
                let bound = clash.bound as i64;
                for noise in -bound..=bound {
                    for coin in [false, true] {
                        let decision = clash.fight(rules, &mut Given(noise, coin));
                        wins += f64::from(u8::from(decision.attacker_won)) / 2.0;
                    }
                }
                let odds = clash.odds(rules);
                assert!((odds - wins / (2.0 * clash.bound as f64 + 1.0)).abs() < 1e-12, "{clash:?} {rules:?}: {odds}");
                assert!(rules == Rules::V1 || (odds - clash.stated_odds()).abs() < 1e-12);
                assert_eq!((clash.is_certain(), clash.worst_left() > 0), (odds == 1.0, odds == 1.0));
            }
        }
    }

    #[test]
    fn ties_are_decided_by_a_coin_or_for_the_defender() {
        let clash = Clash::new(6, 6, 0.5);
        let fight = |rules, coin| clash.fight(rules, &mut Given(0, coin));
        assert!(fight(Rules::V0, true).attacker_won && !fight(Rules::V0, false).attacker_won);
        assert!(!fight(Rules::V1, true).attacker_won);
        assert_eq!(fight(Rules::V0, true).left, 1);
    }
}
