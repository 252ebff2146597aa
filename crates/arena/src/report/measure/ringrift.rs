//! Statistics of replayed RingRift games.

use std::collections::BTreeMap;

use game::{Game, RingRift};
use serde::Serialize;

use super::super::figures::Spread;
use crate::matches::ParsedRecord;

/// Frequencies of numbers.
type Counts = BTreeMap<u64, u64>;

/// Statistics of RingRift games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RingRiftFigures {
    /// Number of games.
    pub games: u64,
    /// Turns per game, without random opening actions.
    pub turns: Option<Spread>,
    /// Mean number of actions per turn.
    pub decisions_per_turn: Option<f64>,
    /// Legal actions per decision.
    pub branching: Option<Branching>,
    /// Legal actions per decision, by phase.
    pub phases: Vec<Branching>,
}

/// Number of legal actions per decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Branching {
    /// Name of the phase, or `all`.
    pub phase: String,
    pub decisions: u64,
    pub mean: f64,
    pub median: f64,
    pub max: u64,
}

/// Statistics of one game.
pub(super) struct GameFacts {
    turns: u64,
    decisions: u64,
    choices: BTreeMap<&'static str, Counts>,
}

impl GameFacts {
    /// Replays a game.
    pub(super) fn of(recorded: &ParsedRecord<RingRift>) -> Result<GameFacts, String> {
        let mut game = recorded.start.clone();
        let first = game.position().turn();
        let mut facts = GameFacts { turns: 0, decisions: 0, choices: BTreeMap::new() };
        for (number, chosen) in recorded.moves.iter().enumerate() {
            let position = game.position();
            let counts = facts.choices.entry(position.phase().name()).or_default();
            *counts.entry(position.count_legal()).or_default() += 1;
            facts.turns = u64::from(position.turn().saturating_sub(first)) + 1;
            facts.decisions += 1;
            game.play(chosen).map_err(|problem| format!("move {}: {problem}", number + 1))?;
        }
        Ok(facts)
    }
}

/// Totals of many games.
#[derive(Default)]
pub(in super::super) struct RingRiftSum {
    turns: Vec<f64>,
    decisions: u64,
    choices: BTreeMap<&'static str, Counts>,
}

impl RingRiftSum {
    pub(super) fn add(&mut self, facts: &GameFacts) {
        self.turns.push(facts.turns as f64);
        self.decisions += facts.decisions;
        for (phase, counts) in &facts.choices {
            add_counts(self.choices.entry(phase).or_default(), counts);
        }
    }

    pub(in super::super) fn finished(&self) -> RingRiftFigures {
        let mut all = Counts::new();
        self.choices.values().for_each(|counts| add_counts(&mut all, counts));
        let turns: f64 = self.turns.iter().sum();
        RingRiftFigures {
            games: self.turns.len() as u64,
            turns: Spread::of(&self.turns),
            decisions_per_turn: (turns > 0.0).then(|| self.decisions as f64 / turns),
            branching: branching("all", &all),
            phases: self.choices.iter().filter_map(|(phase, counts)| branching(phase, counts)).collect(),
        }
    }
}

fn add_counts(all: &mut Counts, more: &Counts) {
    for (&value, &count) in more {
        *all.entry(value).or_default() += count;
    }
}

fn branching(phase: &str, counts: &Counts) -> Option<Branching> {
    let decisions: u64 = counts.values().sum();
    let (&max, _) = counts.last_key_value()?;
    let sum: f64 = counts.iter().map(|(&value, &count)| value as f64 * count as f64).sum();
    let median = (nth(counts, (decisions - 1) / 2) + nth(counts, decisions / 2)) / 2.0;
    Some(Branching { phase: phase.to_owned(), decisions, mean: sum / decisions as f64, median, max })
}

/// Returns the value at an index of the sorted numbers.
fn nth(counts: &Counts, place: u64) -> f64 {
    let mut below = 0;
    let found = counts.iter().find(|&(_, &count)| {
        below += count;
        below > place
    });
    found.map_or(0.0, |(&value, _)| value as f64)
}
