//! One game of self-play.

use std::time::{Duration, Instant};

use game::GameRng;
use learning::{Decision, StepList};
use ringrift::{Outcome, PositionOf, Reason};

use crate::search::{Search, Selection};
use crate::self_play::rows::{FinishedRow, GameEnd, Row, write_observation};
use crate::self_play::{SelfPlaySettings, Statistics};
use crate::tree::{Leaf, TreeSettings};
use crate::values::{Values, result_values};

/// A game that plays against itself and starts again when it ends.
#[derive(Debug)]
pub(super) struct Game<const W: usize> {
    search: Search<W>,
    rng: GameRng,
    leaf: Option<Leaf>,
    /// Whether the search of this decision becomes a training row.
    is_full: bool,
    is_swapped: bool,
    /// The index of the rules.
    rules: usize,
    rows: Vec<Row>,
    /// Rows of games that have ended.
    pub(super) finished: Vec<FinishedRow>,
    pub(super) statistics: Statistics,
    steps: StepList,
}

/// The start positions and the settings that all games share.
#[derive(Debug)]
pub(super) struct Common<const W: usize> {
    pub(super) starts: Vec<PositionOf<W>>,
    pub(super) settings: SelfPlaySettings,
}

impl<const W: usize> Game<W> {
    pub(super) fn new(common: &Common<W>, seed: u64) -> Game<W> {
        let mut game = Game {
            search: Search::new(&Decision::new(common.starts[0].clone()), TreeSettings::default()),
            rng: GameRng::seeded(seed),
            leaf: None,
            is_full: false,
            is_swapped: false,
            rules: 0,
            rows: Vec::new(),
            finished: Vec::new(),
            statistics: Statistics::new(common.starts.len()),
            steps: StepList::default(),
        };
        game.restart(common);
        game
    }

    /// Returns the leaf that waits for its evaluation.
    fn leaf(&self) -> Leaf {
        self.leaf.expect("a game waits for an evaluation between two steps")
    }

    /// Returns the legal numbers of the leaf.
    pub(super) fn numbers(&self) -> &[u32] {
        self.search.tree().leaf_numbers(self.leaf())
    }

    /// Takes in the evaluation of the leaf, continues to the next leaf, and writes its observation.
    pub(super) fn step(
        &mut self,
        common: &Common<W>,
        evaluation: Option<(&[f32], &Values)>,
        planes: &mut [u8],
        scalars: &mut [f32],
    ) {
        let start = Instant::now();
        if let Some((logits, values)) = evaluation {
            let leaf = self.leaf();
            self.search.expand_checked(leaf, logits, values);
            self.leaf = None;
            self.statistics.evaluations += 1;
        }
        let leaf = match self.leaf {
            Some(leaf) => leaf,
            None => self.next_leaf(common),
        };
        self.leaf = Some(leaf);
        write_observation(self.search.tree().leaf_decision(leaf), planes, scalars);
        self.statistics.time += start.elapsed();
    }

    /// Plays on until a leaf needs an evaluation.
    fn next_leaf(&mut self, common: &Common<W>) -> Leaf {
        loop {
            match self.search.select() {
                Selection::Leaf(leaf) => return leaf,
                Selection::Wait => unreachable!("no other leaf waits"),
                Selection::Complete => match self.search.best() {
                    Some(edge) => self.play(common, edge),
                    None => {
                        self.finish(common);
                        self.restart(common);
                    }
                },
            }
        }
    }

    fn play(&mut self, common: &Common<W>, edge: usize) {
        if self.is_full {
            self.rows.push(Row::new(&mut self.search, self.is_swapped, &mut self.steps));
            self.statistics.full_searches += 1;
        }
        self.statistics.searches += 1;
        self.is_swapped ^= self.search.advance(edge);
        self.start_search(common);
    }

    fn start_search(&mut self, common: &Common<W>) {
        self.is_full = self.chance(common.settings.full_share);
        let budget = if self.is_full { common.settings.full } else { common.settings.cheap };
        self.search.start(budget, &mut self.rng);
    }

    /// Completes the rows of the game that has ended.
    fn finish(&mut self, common: &Common<W>) {
        let position = self.search.tree().decision().position();
        let Some(outcome) = position.outcome() else { unreachable!("only a finished game has no best choice") };
        let end = GameEnd {
            position,
            results: result_values(outcome.ranks, position.rules().players),
            is_swapped: self.is_swapped,
            rules: self.rules as u8,
        };
        self.finished.extend(self.rows.drain(..).map(|row| row.finish(&end)));
        self.statistics.add_game(self.rules, &outcome);
        debug_assert_eq!(common.starts.len(), self.statistics.games.len());
    }

    /// Starts a game with drawn rules, sometimes after two random actions.
    fn restart(&mut self, common: &Common<W>) {
        self.rules = self.draw_rules(common);
        self.is_swapped = false;
        let mut decision = Decision::new(common.starts[self.rules].clone());
        if self.chance(common.settings.random_openings) {
            for _ in 0..2 {
                let _ = decision.play_random(|count| self.rng.below(count));
            }
        }
        self.search.reset(&decision);
        self.start_search(common);
    }

    fn draw_rules(&mut self, common: &Common<W>) -> usize {
        let weights = common.settings.rules.iter().map(|rules| rules.weight);
        let mut drawn = self.uniform() * weights.clone().sum::<f32>();
        for (index, weight) in weights.enumerate() {
            drawn -= weight;
            if drawn < 0.0 {
                return index;
            }
        }
        0
    }

    /// Returns a random number from 0 to 1, without 1.
    fn uniform(&mut self) -> f32 {
        self.rng.below(1 << 24) as f32 / (1 << 24) as f32
    }

    fn chance(&mut self, probability: f32) -> bool {
        self.uniform() < probability
    }
}

impl Statistics {
    pub(super) fn new(rules: usize) -> Statistics {
        Statistics {
            evaluations: 0,
            searches: 0,
            full_searches: 0,
            time: Duration::ZERO,
            games: vec![0; rules],
            wins: vec![[0; 4]; rules],
            reasons: vec![[0; Reason::ALL.len()]; rules],
        }
    }

    fn add_game(&mut self, rules: usize, outcome: &Outcome) {
        self.games[rules] += 1;
        if let Some(winner) = outcome.winner {
            self.wins[rules][winner.index()] += 1;
        }
        let reason = Reason::ALL.iter().position(|&reason| reason == outcome.reason).unwrap_or(0);
        self.reasons[rules][reason] += 1;
    }

    /// Adds other statistics and resets them.
    pub(super) fn take_from(&mut self, other: &mut Statistics) {
        let taken = std::mem::replace(other, Statistics::new(self.games.len()));
        self.evaluations += taken.evaluations;
        self.searches += taken.searches;
        self.full_searches += taken.full_searches;
        self.time += taken.time;
        for (rules, games) in taken.games.iter().enumerate() {
            self.games[rules] += games;
            self.wins[rules].iter_mut().zip(taken.wins[rules]).for_each(|(sum, wins)| *sum += wins);
            self.reasons[rules].iter_mut().zip(taken.reasons[rules]).for_each(|(sum, count)| *sum += count);
        }
    }
}
