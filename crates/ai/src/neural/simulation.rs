//! Simulations: leaves are selected, evaluated by the network in batches on one or several threads, and taken in.

use std::time::Duration;

use ::neural::{Budget, Evaluation, Leaf, Network, Search, Selection, Values, Workspace};
use game::GameRng;
use ringrift::{MAX_PLAYERS, Player};
use web_time::Instant;

use crate::limits::Limits;
use crate::neural::settings::NeuralSettings;
use crate::search::{IsCancelled, ProgressCallback, TurnSearch, WinSearchResult};

/// Leaves that one thread evaluates at once.
const BATCH: usize = 8;

/// One leaf for every so many simulations may wait for its evaluation: the others are selected without knowing its value.
const SIMULATIONS_PER_LEAF: usize = 16;

/// Simulations that measure the speed before the first search with a time limit.
const PROBE: u32 = 16;

/// The largest tree, in nodes on a board of up to 64 cells. A node has a copy of its position.
const MOST_NODES: usize = 1 << 17;

/// Runs the simulations of one decision.
pub(super) struct Simulator<'a, const W: usize> {
    pub(super) network: &'static Network,
    pub(super) settings: NeuralSettings,
    pub(super) threads: usize,
    pub(super) is_cancelled: IsCancelled<'a>,
    pub(super) progress: Option<ProgressCallback<'a>>,
    /// Number of positions that the network has evaluated.
    pub(super) evaluated: u64,
    turns: TurnSearch<'a, W>,
    /// For each thread, its memory and its results.
    workers: Vec<(Workspace, Vec<Evaluation>)>,
    leaves: Vec<Leaf>,
}

impl<'a, const W: usize> Simulator<'a, W> {
    pub(super) fn new(
        network: &'static Network,
        settings: NeuralSettings,
        limits: &Limits,
        is_cancelled: IsCancelled<'a>,
        progress: Option<ProgressCallback<'a>>,
    ) -> Simulator<'a, W> {
        let threads = limits.threads.get();
        Simulator {
            network,
            settings,
            threads,
            is_cancelled,
            progress,
            evaluated: 0,
            turns: TurnSearch::new(is_cancelled),
            workers: (0..threads).map(|_| (Workspace::new(), Vec::new())).collect(),
            leaves: Vec::new(),
        }
    }

    /// Runs a number of simulations, fewer if the search is cancelled or the result is proven. The root is evaluated in any case.
    pub(super) fn run(&mut self, search: &mut Search<W>, simulations: u32, rng: &mut GameRng) {
        let NeuralSettings { considered, noise, .. } = self.settings;
        search.start(Budget { simulations, considered, noise }, rng);
        let most_waiting = (simulations as usize / SIMULATIONS_PER_LEAF).clamp(1, BATCH * self.threads);
        let start = self.evaluated;
        loop {
            self.select(search, most_waiting);
            if self.leaves.is_empty() {
                return;
            }
            self.evaluate(search);
            if let Some(progress) = self.progress {
                progress((self.evaluated - start) as f32 / (simulations + 1) as f32);
            }
            if (self.is_cancelled)() || search.tree().len() > MOST_NODES / W {
                return;
            }
        }
    }

    /// Runs as many simulations as fit into a time, but at most `most`. `speed` is the number of simulations in a second, if it is known.
    ///
    /// Sequential halving needs to know its number of simulations, so the number is estimated from the speed; time that is left is used for
    /// another search of the same tree.
    pub(super) fn run_until(
        &mut self,
        search: &mut Search<W>,
        most: u32,
        deadline: Instant,
        speed: &mut Option<f64>,
        rng: &mut GameRng,
    ) {
        let mut left = most;
        loop {
            let time = deadline.saturating_duration_since(Instant::now());
            let estimate = speed.map_or(PROBE, |speed| (speed * time.as_secs_f64()) as u32);
            let (begin, before) = (Instant::now(), self.evaluated);
            self.run(search, estimate.min(left), rng);
            let done = (self.evaluated - before) as u32;
            let elapsed = begin.elapsed().max(Duration::from_micros(1)).as_secs_f64();
            if done > 0 {
                *speed = Some(f64::from(done) / elapsed);
            }
            left -= done.min(left);
            let is_late = deadline.saturating_duration_since(Instant::now()).as_secs_f64() < elapsed / 8.0;
            if left == 0 || done == 0 || is_late || (self.is_cancelled)() || search.tree().is_proven() {
                return;
            }
        }
    }

    /// Collects leaves that the network has to evaluate. Leaves whose player to move can win within the turn are proven instead.
    fn select(&mut self, search: &mut Search<W>, most: usize) {
        self.leaves.clear();
        while self.leaves.len() < most
            && let Selection::Leaf(leaf) = search.select()
        {
            match self.winner(search, leaf) {
                Some(winner) => {
                    let players = search.tree().leaf_decision(leaf).position().rules().players;
                    search.prove(leaf, &win_of(winner, players));
                }
                None => self.leaves.push(leaf),
            }
        }
    }

    /// Returns the player to move at a leaf if the leaf starts a turn that the player can win.
    fn winner(&mut self, search: &Search<W>, leaf: Leaf) -> Option<Player> {
        let nodes = self.settings.solver.leaf_nodes;
        if nodes == 0 || !search.tree().leaf_starts_turn(leaf) {
            return None;
        }
        let position = search.tree().leaf_decision(leaf).position();
        let result = self.turns.find_win(position, nodes, &mut 0);
        matches!(result, WinSearchResult::Win(_)).then(|| position.to_move())
    }

    /// Evaluates the collected leaves, each thread an equal part, and takes them in.
    fn evaluate(&mut self, search: &mut Search<W>) {
        let tree = search.tree();
        let inputs: Vec<_> =
            self.leaves.iter().map(|&leaf| (tree.leaf_decision(leaf), tree.leaf_numbers(leaf))).collect();
        let (network, part) = (self.network, inputs.len().div_ceil(self.threads).max(1));
        let mut work = inputs.chunks(part).zip(&mut self.workers);
        std::thread::scope(|scope| {
            let first = work.next();
            for (inputs, (workspace, evaluations)) in work {
                scope.spawn(move || network.evaluate(workspace, inputs, evaluations));
            }
            if let Some((inputs, (workspace, evaluations))) = first {
                network.evaluate(workspace, inputs, evaluations);
            }
        });
        let parts = self.leaves.chunks(part).zip(&self.workers);
        for (&leaf, evaluation) in parts.flat_map(|(leaves, (_, evaluations))| leaves.iter().zip(evaluations)) {
            let Evaluation { logits, values } = evaluation;
            search.expand(leaf, logits, values).expect("a network returns finite numbers");
        }
        self.evaluated += self.leaves.len() as u64;
    }
}

/// Returns the values of a position that a player wins; the other players share the loss.
pub(super) fn win_of(winner: Player, players: u8) -> Values {
    let mut values = [0.0; MAX_PLAYERS];
    for (seat, value) in values.iter_mut().take(players.into()).enumerate() {
        *value = if seat == winner.index() { 1.0 } else { -1.0 / f32::from(players - 1) };
    }
    values
}
