//! Figures about many games.

use std::collections::BTreeMap;

use ringrift::Player;

use crate::conclusion::GameResult;
use crate::record::Record;

/// Counts over games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// How many games.
    pub games: u64,
    /// Games by board, number of players and edition.
    pub rules: BTreeMap<String, u64>,
    /// Games by result.
    pub results: BTreeMap<String, u64>,
    /// Games by termination; those that name none under `not stated`.
    pub terminations: BTreeMap<&'static str, u64>,
    /// Games won alone, by seat.
    pub wins: BTreeMap<Player, u64>,
    /// Actions by the name of their type.
    pub kinds: BTreeMap<&'static str, u64>,
    /// How many actions a game has.
    pub actions: Lengths,
    /// How many turns a game has, automatic passes included.
    pub turns: Lengths,
}

/// How often each length occurs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths(BTreeMap<u64, u64>);

impl Lengths {
    fn add(&mut self, length: u64) {
        *self.0.entry(length).or_default() += 1;
    }

    /// The sum of all lengths.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(length, count)| length * count).sum()
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean; none without games.
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.total() as f64 / self.count() as f64)
    }

    /// The length below which a share of the games lies, 0 for the shortest and 1 for the longest; none without games.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let last = self.count().checked_sub(1)?;
        let wanted = (share.clamp(0.0, 1.0) * last as f64).round() as u64;
        let mut seen = 0;
        self.0.iter().find_map(|(&length, count)| {
            seen += count;
            (seen > wanted).then_some(length)
        })
    }
}

impl Stats {
    /// Counts a game.
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

    /// Adds the counts of other games.
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

/// The only player in the first place.
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
    fn games_are_counted() {
        let text = "[Board \"square8\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. P d4*2; M d4-d6\n2. P a1; M a1-a2\n";
        let record = Record::parse(text).expect("a record");
        let mut stats = Stats::default();
        stats.add(&record);
        stats.merge(stats.clone());
        assert_eq!((stats.games, stats.wins[&Player::Two], stats.kinds["place_ring"]), (2, 2, 4));
        assert_eq!((stats.actions.total(), stats.turns.total(), stats.terminations["resignation"]), (8, 4, 2));
        assert_eq!((stats.actions.mean(), stats.actions.quantile(0.5)), (Some(4.0), Some(4)));
        assert_eq!(stats.rules["square8 2p canon"], 2);
    }

    #[test]
    fn quantiles_are_lengths_that_occur() {
        let mut lengths = Lengths::default();
        assert_eq!((lengths.quantile(0.5), lengths.mean()), (None, None));
        (1..=9).for_each(|length| lengths.add(length));
        assert_eq!([0.0, 0.5, 1.0].map(|share| lengths.quantile(share)), [Some(1), Some(5), Some(9)]);
    }
}
