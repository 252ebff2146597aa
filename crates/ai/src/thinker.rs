//! A player of RingRift with a level.

use std::time::Instant;

use game::{Bot, Cancellation, Progress, RingRift};
use ringrift::{Action, ByPlayer, Player, Position, PositionOf, PositionVisitor};

use crate::analysis::{calibrated, line_from};
use crate::level::{Level, Work};
use crate::limits::Limits;
use crate::search::{ProgressCallback, ROOT, Search, Settings, Stopped, Tree, Verdict, certain_win, explore};
use crate::weights::{Family, Weights};

/// A player of RingRift. It keeps what it has thought for the decisions that follow in the same game.
///
/// ```
/// use ai::{Level, Thinker};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let mut player = Thinker::new(Level::new(4).unwrap(), 7);
/// let chosen = player.choose(&position, &|| false).unwrap();
/// assert_eq!(position.action_text(chosen), "M d4-d5");
/// assert!(player.thought().unwrap().is_proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Thinker {
    work: Work,
    /// Weights to be tried instead of those that come with the program.
    weights: Option<Weights>,
    seed: u64,
    limits: Limits,
    tree: Tree,
    /// A turn that was planned as a whole: what to do in which position.
    plan: Vec<(u64, Action)>,
    /// The turn in which no win was found, so that none need be looked for again.
    quiet: Option<u32>,
    thought: Option<Thought>,
}

/// What a choice was based on.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// How many positions were looked at.
    pub nodes: u64,
    /// The chance of every player to win.
    pub chances: ByPlayer<f64>,
    /// Whether the chances are no estimate.
    pub is_proved: bool,
    /// How the game is expected to go on, the chosen action first.
    pub line: Vec<Action>,
}

impl Thinker {
    /// A player with a seed for what it leaves to luck.
    pub fn new(level: Level, seed: u64) -> Thinker {
        Thinker::with_work(level.work(), seed)
    }

    /// A player that looks at so many positions for a decision, and otherwise is like the highest level.
    pub fn with_nodes(nodes: u64, seed: u64) -> Thinker {
        Thinker::with_work(Work::search(nodes), seed)
    }

    fn with_work(work: Work, seed: u64) -> Thinker {
        let (tree, plan) = (Tree::default(), Vec::new());
        Thinker { work, weights: None, seed, limits: Limits::NONE, tree, plan, quiet: None, thought: None }
    }

    /// A player that learns: it plays as it would, but with a mind to try things.
    pub(crate) fn practising(nodes: u64, weights: Weights, seed: u64) -> Thinker {
        let work = Work { whim: 0.3, win_nodes: 5_000, guards: 8, plan_nodes: 0, ..Work::search(nodes) };
        Thinker::with_work(work, seed).with_weights(weights)
    }

    /// The same with other weights of the evaluation, whatever the rules.
    pub fn with_weights(self, weights: Weights) -> Thinker {
        Thinker { weights: Some(weights), ..self }
    }

    /// The same with bounds.
    pub fn with_limits(self, limits: Limits) -> Thinker {
        Thinker { limits, ..self }
    }

    /// What the last choice was based on; none if there was nothing to think about.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Chooses for whoever is to move, at the latest when `stopped` says so; none if the game is over.
    pub fn choose(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Action> {
        self.choose_telling(position, stopped, None)
    }

    /// The same, and tells somebody which part of the work is done, from 0 to 1. That part is counted in positions: making
    /// sure of the choice comes after it, and takes as long as it takes.
    pub fn choose_telling(
        &mut self,
        position: &Position,
        stopped: &(dyn Fn() -> bool + Sync),
        progress: Option<&(dyn Fn(f32) + Sync)>,
    ) -> Option<Action> {
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let stopped = || stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        position.visit(Choosing { thinker: self, stopped: &stopped, progress })
    }

    fn settings(&self, family: Family) -> Settings {
        let Work { whim, win_nodes, doubts, .. } = self.work;
        let weights = self.weights.as_ref().unwrap_or(family.weights()).clone();
        Settings { weights, whim, seed: self.seed, win_nodes: self.limited(win_nodes), doubts }
    }

    /// A number of positions, or as many as may be looked at.
    fn limited(&self, nodes: u64) -> u64 {
        self.limits.nodes.map_or(nodes, |most| nodes.min(most))
    }
}

struct Choosing<'a> {
    thinker: &'a mut Thinker,
    stopped: Stopped<'a>,
    progress: Option<ProgressCallback<'a>>,
}

impl PositionVisitor for Choosing<'_> {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        let Choosing { thinker, stopped, progress } = self;
        thinker.thought = None;
        let actions = position.legal_actions();
        if actions.len() <= 1 {
            return actions.first().copied();
        }
        if thinker.work.nodes == 0 {
            let pick = game::derived_seed(thinker.seed, &[&position.hash().to_string()]) % actions.len() as u64;
            return Some(actions[pick as usize]);
        }
        thinker.planned(position.hash()).or_else(|| thinker.think(position, stopped, progress))
    }
}

impl Thinker {
    /// What was planned for a position.
    fn planned(&self, hash: u64) -> Option<Action> {
        self.plan.iter().find(|(before, _)| *before == hash).map(|&(_, action)| action)
    }

    fn think<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        stopped: Stopped<'_>,
        progress: Option<ProgressCallback<'_>>,
    ) -> Option<Action> {
        let settings = self.settings(Family::of(position.rules()));
        let mut tree = std::mem::take(&mut self.tree).recall(position.hash(), position.to_move());
        let known = tree.len() as u64 - 1;
        let mut search = Search::new(position, &mut tree, &settings, stopped);
        search.progress = progress;
        if let Some(line) = self.win(&mut search, position) {
            let nodes = search.nodes;
            return self.follow(position, line, nodes, Some(position.to_move()));
        }
        let most = self.limited(self.work.nodes);
        let more = most.saturating_sub(known).max(most / 4);
        search.look_once();
        explore(&mut search, more, self.limits.threads.get());
        let is_guarded = search.guard(self.work.guards, most.max(self.limited(GUARD_NODES)));
        let plan_nodes = self.limited(self.work.plan_nodes);
        if !is_guarded
            && plan_nodes > 0
            && let Some(line) = search.find_safe(plan_nodes)
        {
            let nodes = search.nodes;
            return self.follow(position, line, nodes, None);
        }
        let nodes = search.nodes;
        let favourite = tree.favourite(ROOT)?;
        let root = tree.node(ROOT);
        let is_proved = root.is_decided && position.rules().players == 2;
        let chances = calibrated(root.best, position.rules());
        self.thought = Some(Thought { nodes, chances, is_proved, line: line_from(&tree, favourite) });
        let chosen = tree.node(favourite).action;
        self.tree = tree;
        Some(chosen)
    }

    /// A turn that wins, or makes sure that the next one does, if it has not been looked for in this turn.
    fn win<const W: usize>(&mut self, search: &mut Search<'_, W>, position: &PositionOf<W>) -> Option<Vec<Action>> {
        if self.work.win_nodes == 0 || self.quiet == Some(position.turn()) {
            return None;
        }
        self.quiet = Some(position.turn());
        match search.win_now() {
            Verdict::Win(line) => return Some(line),
            Verdict::None => {}
            // There may be fewer ways later in the turn.
            Verdict::Unknown => self.quiet = None,
        }
        let plan_nodes = self.limited(self.work.plan_nodes);
        let is_duel = position.rules().players == 2;
        (is_duel && plan_nodes > 0).then(|| search.find_forced_win(plan_nodes)).flatten()
    }

    /// Begins a turn that was planned as a whole.
    fn follow<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        line: Vec<Action>,
        nodes: u64,
        winner: Option<Player>,
    ) -> Option<Action> {
        let mut position = position.clone();
        self.plan.clear();
        for &action in &line {
            self.plan.push((position.hash(), action));
            position.play_unchecked(action);
        }
        let first = line.first().copied();
        if let Some(winner) = winner {
            let chances = calibrated(certain_win(winner), position.rules());
            self.thought = Some(Thought { nodes, chances, is_proved: true, line });
        }
        first
    }
}

/// To make sure of a turn at least so many positions may be looked at.
pub(crate) const GUARD_NODES: u64 = 80_000;

impl Bot<RingRift> for Thinker {
    fn choose(&mut self, game: &RingRift, cancellation: &Cancellation, progress: &Progress) -> Action {
        let chosen =
            self.choose_telling(game.position(), &|| cancellation.is_cancelled(), Some(&|part| progress.set(part)));
        chosen.expect("the game is not over")
    }
}
