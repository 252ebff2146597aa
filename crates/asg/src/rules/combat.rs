//! Combat: its result and the chance to win.

use crate::prng::Prng;
use crate::side::Side;

/// Edition of the rules. The editions differ only in how a tie in combat ends.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// First edition: a coin flip decides a tie. Replays of version 0.1.0.
    #[default]
    V0,
    /// Second edition: the defender wins a tie with one troop left. Replays of version 1.0.0.
    V1,
}

impl Rules {
    /// All editions, oldest first.
    pub const ALL: [Rules; 2] = [Rules::V0, Rules::V1];

    /// Returns the name in files: `v0` or `v1`.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::V0 => "v0",
            Rules::V1 => "v1",
        }
    }

    /// Returns the edition with this [`Rules::name`]; `None` for other texts.
    pub fn from_name(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// Source of randomness in combat.
pub trait Luck {
    /// Returns an integer from `-bound` to `bound`, both included.
    fn noise(&mut self, bound: u64) -> i64;

    /// Decides a tie: `true` if the attacker wins it. Called only under [`Rules::V0`].
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

/// Strengths of the two armies in a combat, before it is resolved.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// Troops of the attacker.
    pub attacker: u64,
    /// Troops of the defender.
    pub defender: u64,
    /// Largest absolute value of the noise, at least 1.
    pub bound: u64,
}

/// Result of a combat.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CombatResult {
    /// Random number added to the attacker's strength, from `-bound` to `bound`.
    pub noise: i64,
    /// Attacker minus defender plus noise; the sign decides the winner.
    pub delta: i64,
    /// `true` if the attacker won.
    pub attacker_won: bool,
    /// Troops left to the winner, at least 1. The loser keeps none.
    pub left: u64,
}

impl Combat {
    /// Creates a combat whose noise is bounded by `fraction` (0 to 1) of the smaller army.
    ///
    /// The product is computed in double precision as in all implementations of the game: 0.29 of 100 is 28.
    #[inline]
    pub fn new(attacker: u64, defender: u64, fraction: f64) -> Combat {
        let bound = (attacker.min(defender) as f64 * fraction).floor() as u64;
        Combat { attacker, defender, bound: bound.max(1) }
    }

    /// Draws the result of the combat.
    #[inline]
    pub fn resolve(self, rules: Rules, luck: &mut impl Luck) -> CombatResult {
        let noise = luck.noise(self.bound);
        let delta = self.attacker as i64 - self.defender as i64 + noise;
        let attacker_won = match (delta, rules) {
            (0, Rules::V0) => luck.attacker_wins_tie(),
            (0, Rules::V1) => false,
            _ => delta > 0,
        };
        CombatResult { noise, delta, attacker_won, left: delta.unsigned_abs().max(1) }
    }

    /// Returns the exact chance that the attacker wins, from 0 to 1.
    pub fn odds(self, rules: Rules) -> f64 {
        let (bound, lead) = (self.bound as f64, self.attacker as f64 - self.defender as f64);
        let outcomes = 2.0 * bound + 1.0;
        // The attacker wins if noise > -lead; noise == -lead is a tie.
        let wins = (bound + lead).clamp(0.0, outcomes);
        let is_tie_possible = lead.abs() <= bound;
        let tie = if is_tie_possible && rules == Rules::V0 { 0.5 } else { 0.0 };
        (wins + tie) / outcomes
    }

    /// Returns the attacker's chance as reported in combat events: the chance under [`Rules::V0`], whatever the edition.
    pub fn stated_odds(self) -> f64 {
        let (bound, lag) = (self.bound as f64, self.defender as f64 - self.attacker as f64);
        match lag {
            lag if lag < -bound => 1.0,
            lag if lag > bound => 0.0,
            lag => (bound - lag + 0.5) / (2.0 * bound + 1.0),
        }
    }

    /// Returns the attacker's troops after the worst possible noise: 0 if the attacker can lose, all troops if there
    /// are no defenders.
    pub fn worst_left(self) -> u64 {
        if self.defender == 0 {
            return self.attacker;
        }
        self.attacker.saturating_sub(self.defender.saturating_add(self.bound))
    }

    /// Reports whether the attacker wins with every possible noise.
    pub fn is_certain(self) -> bool {
        self.attacker > self.defender.saturating_add(self.bound)
    }
}

/// A combat that took place.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// Player whose ply it was.
    pub attacker: Side,
    /// Strengths before the combat.
    pub combat: Combat,
    /// Noise, winner and remaining troops.
    pub result: CombatResult,
}

impl Fight {
    /// Returns the player who won the combat.
    pub const fn winner(&self) -> Side {
        if self.result.attacker_won { self.attacker } else { self.attacker.other() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Luck that always returns the given noise and tie decision.
    struct Fixed(i64, bool);

    impl Luck for Fixed {
        fn noise(&mut self, _: u64) -> i64 {
            self.0
        }

        fn attacker_wins_tie(&mut self) -> bool {
            self.1
        }
    }

    #[test]
    fn bound_is_computed_in_doubles_and_at_least_one() {
        for (smaller, fraction, bound) in [(100, 0.29, 28), (100, 0.57, 56), (100, 0.07, 7), (5, 0.0, 1), (5, 0.35, 1)]
        {
            assert_eq!(Combat::new(smaller, smaller + 3, fraction).bound, bound, "{fraction} of {smaller}");
        }
    }

    #[test]
    fn odds_equal_the_share_of_winning_results() {
        for rules in Rules::ALL {
            for (attacker, defender, fraction) in
                [(8, 5, 0.35), (5, 8, 0.5), (10, 10, 0.35), (10, 12, 1.0), (1, 9, 0.0)]
            {
                let combat = Combat::new(attacker, defender, fraction);
                let mut wins = 0.0;
                let bound = combat.bound as i64;
                for noise in -bound..=bound {
                    for coin in [false, true] {
                        let result = combat.resolve(rules, &mut Fixed(noise, coin));
                        wins += f64::from(u8::from(result.attacker_won)) / 2.0;
                    }
                }
                let odds = combat.odds(rules);
                let share = wins / (2.0 * combat.bound as f64 + 1.0);
                assert!((odds - share).abs() < 1e-12, "{combat:?} {rules:?}: {odds}");
                assert!(rules == Rules::V1 || (odds - combat.stated_odds()).abs() < 1e-12);
                assert_eq!(combat.is_certain(), odds == 1.0);
                assert_eq!(combat.worst_left() > 0, odds == 1.0);
            }
        }
    }

    #[test]
    fn coin_decides_ties_in_v0_and_defender_wins_them_in_v1() {
        let combat = Combat::new(6, 6, 0.5);
        let fight = |rules, coin| combat.resolve(rules, &mut Fixed(0, coin));
        assert!(fight(Rules::V0, true).attacker_won);
        assert!(!fight(Rules::V0, false).attacker_won);
        assert!(!fight(Rules::V1, true).attacker_won);
        assert_eq!(fight(Rules::V0, true).left, 1);
    }
}
