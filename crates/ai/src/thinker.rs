//! A player of RingRift with a level.

use std::time::Instant;

use arena::games::RingRift;
use arena::{Bot, Reins};
use ringrift::{Action, Position, PositionOf, PositionVisitor};

use crate::level::Work;
use crate::search::{ROOT, Search, Settings, Tree, Verdict};
use crate::weights::{Family, Weights};
use crate::{Level, Limits};

/// A player of RingRift. It keeps what it has thought for the decisions that follow in the same game.
pub struct Thinker {
    work: Work,
    /// Weights to be tried instead of those that come with the program.
    weights: Option<Weights>,
    seed: u64,
    limits: Limits,
    tree: Tree,
    /// The rest of a turn that wins.
    winning: Vec<(u64, Action)>,
    /// The turn in which no win was found, so that it need not be looked for again.
    quiet: Option<u32>,
    /// The turn in which no win in two turns was found.
    planned: Option<u32>,
    /// Positions that were looked at for the last choice.
    nodes: u64,
}

impl Thinker {
    /// A player with a seed for what it leaves to luck.
    pub fn new(level: Level, seed: u64) -> Thinker {
        Thinker::with_work(level.work(), seed)
    }

    fn with_work(work: Work, seed: u64) -> Thinker {
        let (tree, winning) = (Tree::default(), Vec::new());
        Thinker { work, weights: None, seed, limits: Limits::NONE, tree, winning, quiet: None, planned: None, nodes: 0 }
    }

    /// A player that looks at so many positions for a decision, and otherwise is like the highest level.
    pub fn with_nodes(nodes: u64, seed: u64) -> Thinker {
        Thinker::with_work(Work::search(nodes), seed)
    }

    /// The same with other weights of the evaluation, whatever the rules.
    pub fn with_weights(self, weights: Weights) -> Thinker {
        Thinker { weights: Some(weights), ..self }
    }

    /// A player that learns: it plays as it would, but with a mind to try things.
    pub(crate) fn practising(nodes: u64, weights: Weights, seed: u64) -> Thinker {
        let work = Work { whim: 0.3, win_nodes: 5_000, guards: 8, ..Work::search(nodes) };
        Thinker::with_work(work, seed).with_weights(weights)
    }

    /// The same with bounds.
    pub fn with_limits(self, limits: Limits) -> Thinker {
        Thinker { limits, ..self }
    }

    /// How many positions were looked at for the last choice.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Chooses for whoever is to move, at the latest when `stopped` says so; none if the game is over.
    pub fn choose(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Action> {
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let stopped = || stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        position.visit(Choosing { thinker: self, stopped: &stopped })
    }

    fn settings(&self, family: Family) -> Settings {
        Settings {
            style: self.work.style,
            weights: self.weights.as_ref().unwrap_or(family.weights()).clone(),
            whim: self.work.whim,
            seed: self.seed,
            win_nodes: self.work.win_nodes,
            doubts: self.work.doubts,
        }
    }
}

struct Choosing<'a> {
    thinker: &'a mut Thinker,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl PositionVisitor for Choosing<'_> {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        let Choosing { thinker, stopped } = self;
        thinker.nodes = 0;
        let actions = position.legal_actions();
        if actions.len() <= 1 {
            return actions.first().copied();
        }
        if let Some(action) = thinker.next_of_win(position.hash()) {
            return Some(action);
        }
        if thinker.work.nodes == 0 {
            let pick = arena::derived_seed(thinker.seed, &[&position.hash().to_string()]) % actions.len() as u64;
            return Some(actions[pick as usize]);
        }
        let settings = thinker.settings(Family::of(position.rules()));
        let mut tree = std::mem::take(&mut thinker.tree).recall(position.hash(), position.to_move());
        let known = tree.len() as u64 - 1;
        let mut search = Search::new(position, &mut tree, &settings);
        if settings.win_nodes > 0 && thinker.quiet != Some(position.turn()) {
            match search.win_now() {
                Verdict::Win(line) => {
                    thinker.nodes = search.nodes;
                    return thinker.plan_win(position, &line);
                }
                Verdict::None => thinker.quiet = Some(position.turn()),
                Verdict::Unknown => {}
            }
        }
        let most = thinker.limits.nodes.map_or(thinker.work.nodes, |nodes| nodes.min(thinker.work.nodes));
        let plan_nodes =
            thinker.limits.nodes.map_or(thinker.work.plan_nodes, |nodes| nodes.min(thinker.work.plan_nodes));
        if plan_nodes > 0 && position.rules().players == 2 && thinker.planned != Some(position.turn()) {
            thinker.planned = Some(position.turn());
            if let Some(line) = search.find_forced_win(plan_nodes, stopped) {
                thinker.nodes = search.nodes;
                return thinker.plan_win(position, &line);
            }
        }
        let spent = search.nodes;
        search.run(spent + most.saturating_sub(known).max(most / 4), stopped);
        let is_guarded = search.guard(thinker.work.guards, most.max(settings.win_nodes * 4), stopped);
        if !is_guarded
            && plan_nodes > 0
            && let Some(line) = search.find_safe(plan_nodes, stopped)
        {
            thinker.nodes = search.nodes;
            return thinker.plan_win(position, &line);
        }
        thinker.nodes = search.nodes;
        let favourite = tree.favourite(ROOT);
        let chosen = favourite.map_or(actions[0], |id| tree.node(id).action);
        thinker.tree = tree;
        Some(chosen)
    }
}

impl Thinker {
    /// The next action of a win that was found before.
    fn next_of_win(&mut self, hash: u64) -> Option<Action> {
        let at = self.winning.iter().position(|&(before, _)| before == hash)?;
        Some(self.winning[at].1)
    }

    /// Remembers a win and begins it.
    fn plan_win<const W: usize>(&mut self, position: &PositionOf<W>, line: &[Action]) -> Option<Action> {
        let mut position = position.clone();
        self.winning.clear();
        for &action in line {
            self.winning.push((position.hash(), action));
            position.play_unchecked(action);
        }
        line.first().copied()
    }
}

impl Bot<RingRift> for Thinker {
    fn choose(&mut self, game: &RingRift, reins: &Reins<'_>) -> Action {
        let chosen = Thinker::choose(self, game.position(), &|| reins.is_over());
        chosen.expect("the game is not over")
    }
}
