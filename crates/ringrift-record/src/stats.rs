//! Statistics over many games.

use std::collections::BTreeMap;

use ringrift::Player;

use crate::record::Record;
use crate::record::conclusion::GameResult;

/// Statistics over a set of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Number of games.
    pub games: u64,
    /// Games by board, number of players and edition.
    pub rules: BTreeMap<String, u64>,
    /// Games by result text, such as `1-0`.
    pub results: BTreeMap<String, u64>,
    /// Games by termination; `not stated` for records without one.
    pub terminations: BTreeMap<&'static str, u64>,
    /// Games with a sole winner, by seat.
    pub wins: BTreeMap<Player, u64>,
    /// Actions by move type, such as `place_ring`.
    pub kinds: BTreeMap<&'static str, u64>,
    /// Actions per game.
    pub actions: Lengths,
    /// Turns per game, automatic passes included.
    pub turns: Lengths,
}

/// Distribution of game lengths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths(BTreeMap<u64, u64>);

impl Lengths {
    fn add(&mut self, length: u64) {
        *self.0.entry(length).or_default() += 1;
    }

    /// Returns the sum of all lengths.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(length, count)| length * count).sum()
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the mean length, or `None` if there are no games.
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.total() as f64 / self.count() as f64)
    }

    /// Returns a quantile: 0.0 for the shortest and 1.0 for the longest length. `None` if there are no games.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let last = self.count().checked_sub(1)?;
        let index = (share.clamp(0.0, 1.0) * last as f64).round() as u64;
        let mut seen = 0;
        self.0.iter().find_map(|(&length, count)| {
            seen += count;
            (seen > index).then_some(length)
        })
    }
}

impl Stats {
    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        let rules = record.rules();
        let (edition, overrides) = rules.describe();
        let options: String = overrides.texts().iter().map(|(name, value)| format!(" {name}={value}")).collect();
        self.games += 1;
        count(&mut self.rules, format!("{} {}p {edition}{options}", rules.board, rules.players));
        count(&mut self.results, record.conclusion.result.text(rules.players));
        count(&mut self.terminations, record.conclusion.termination.map_or("not stated", |reason| reason.name()));
        if let Some(winner) = winner(record.conclusion.result, rules.players) {
            count(&mut self.wins, winner);
        }
        let first_turn = record.start().turn();
        let mut last_turn = first_turn;
        record.replay(|position, ply| {
            count(&mut self.kinds, position.move_type(ply.action));
            last_turn = position.turn();
        });
        self.actions.add(record.main().plies.len() as u64);
        self.turns.add(if record.main().plies.is_empty() { 0 } else { u64::from(last_turn - first_turn) + 1 });
    }

    /// Adds the statistics of other games.
    pub fn merge(&mut self, other: Stats) {
        self.games += other.games;
        add_all(&mut self.rules, other.rules);
        add_all(&mut self.results, other.results);
        add_all(&mut self.terminations, other.terminations);
        add_all(&mut self.wins, other.wins);
        add_all(&mut self.kinds, other.kinds);
        add_all(&mut self.actions.0, other.actions.0);
        add_all(&mut self.turns.0, other.turns.0);
    }
}

/// Returns the only player with rank 1.
fn winner(result: GameResult, players: u8) -> Option<Player> {
    let mut first = Player::seats(players).filter(|&player| result.rank(player) == Some(1));
    first.next().filter(|_| first.next().is_none())
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    *counts.entry(key).or_default() += 1;
}

fn add_all<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, number) in others {
        *counts.entry(key).or_default() += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_and_merged() {
        let text = "[Board \"square8\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. P d4*2; M d4-d6\n2. P a1; M a1-a2\n";
        let record = Record::parse(text).expect("the record is valid");
        let mut stats = Stats::default();
        stats.add(&record);
        stats.merge(stats.clone());
        assert_eq!(stats.games, 2);
        assert_eq!(stats.wins[&Player::Two], 2);
        assert_eq!(stats.kinds["place_ring"], 4);
        assert_eq!(stats.actions.total(), 8);
        assert_eq!(stats.turns.total(), 4);
        assert_eq!(stats.terminations["resignation"], 2);
        assert_eq!(stats.actions.mean(), Some(4.0));
        assert_eq!(stats.actions.quantile(0.5), Some(4));
        assert_eq!(stats.rules["square8 2p canon"], 2);
    }

    #[test]
    fn quantiles_are_lengths_that_occur() {
        let mut lengths = Lengths::default();
        assert_eq!(lengths.quantile(0.5), None);
        assert_eq!(lengths.mean(), None);
        (1..=9).for_each(|length| lengths.add(length));
        assert_eq!([0.0, 0.5, 1.0].map(|share| lengths.quantile(share)), [Some(1), Some(5), Some(9)]);
    }
}
