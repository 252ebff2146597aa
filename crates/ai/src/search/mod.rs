//! Looking ahead: the best of what is known is looked at more closely, again and again (`tree`), and wins within one turn are
//! looked for one by one (`turns`).
//!
//! Every decision of a turn is a step in the tree, whoever makes it: with two players this is a minimax search, with more every
//! player does what is best for himself. Positions that are over are known for certain, and so is whatever follows from them.

mod killers;
mod plan;
mod tree;
mod turns;

use std::collections::HashSet;

use ringrift::{Action, ActionList, ByPlayer, Player, PositionOf};

use crate::evaluation::{shared_win, softmax, stage, sums, terms};
use crate::weights::Weights;

pub(crate) use tree::{Id, ROOT, Tree};
pub(crate) use turns::{Turns, Verdict};

use killers::Killers;
use tree::Leaf;

/// A plan that loses at once is thought over with this part of the positions that may be looked at for all such plans.
const SHARE_OF_TRY: u64 = 24;

/// How a search is done.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) weights: Weights,
    /// By how much chance changes what a position seems worth, as a logarithm of odds.
    pub(crate) whim: f32,
    pub(crate) seed: u64,
    /// How many positions are looked at for wins within one turn, of oneself and of whoever is next.
    pub(crate) win_nodes: u64,
    /// How often a turn is considered before a win within it is looked for.
    pub(crate) doubts: u32,
}

/// Says when it is time to end.
pub(crate) type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Hears which part of the work is done, from 0 to 1.
pub(crate) type ProgressCallback<'a> = &'a (dyn Fn(f32) + Sync);

/// A search of one position.
pub(crate) struct Search<'a, const W: usize> {
    pub(crate) tree: &'a mut Tree,
    pub(crate) settings: &'a Settings,
    root: &'a PositionOf<W>,
    stopped: Stopped<'a>,
    /// Who hears how far it is, if anybody does.
    pub(crate) progress: Option<ProgressCallback<'a>>,
    /// Positions that were looked at.
    pub(crate) nodes: u64,
    turns: Turns<'a, W>,
    killers: Killers,
    /// Where the next player was found to have no win within his turn.
    guarded: HashSet<Id>,
    // Kept to be used again.
    position: PositionOf<W>,
    after: PositionOf<W>,
    actions: ActionList,
    leaves: Vec<Leaf>,
    path: Vec<Id>,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(
        root: &'a PositionOf<W>,
        tree: &'a mut Tree,
        settings: &'a Settings,
        stopped: Stopped<'a>,
    ) -> Search<'a, W> {
        Search {
            tree,
            settings,
            root,
            stopped,
            progress: None,
            nodes: 0,
            turns: Turns::new(stopped),
            killers: Killers::default(),
            guarded: HashSet::new(),
            position: root.clone(),
            after: root.clone(),
            actions: ActionList::new(),
            leaves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Looks at everything that can be done at once, if that has not been done.
    pub(crate) fn look_once(&mut self) {
        if self.tree.is_leaf(ROOT) {
            self.walk();
        }
    }

    /// Looks for a win within this turn and puts it into the tree.
    pub(crate) fn prove_win(&mut self) {
        if let Verdict::Win(line) = self.win_now() {
            self.note_win(&line);
        }
    }

    /// Puts a line that wins for the player to move into the tree.
    fn note_win(&mut self, line: &[Action]) {
        let mut path = vec![ROOT];
        self.position.clone_from(self.root);
        let mut id = ROOT;
        for &action in line {
            if self.tree.is_leaf(id) {
                self.expand(id);
            }
            let Some(next) = self.tree.child(id, action) else { break };
            self.position.play_unchecked(action);
            path.push(next);
            id = next;
        }
        self.tree.back_up(&path);
    }

    /// A win within this turn, if one is found.
    pub(crate) fn win_now(&mut self) -> Verdict {
        self.turns.find_win(self.root, self.settings.win_nodes, &mut self.nodes)
    }

    /// Looks at more positions until so many have been looked at in all, the result is certain, or `stopped` says so.
    pub(crate) fn run(&mut self, most: u64) {
        while self.nodes < most && !self.tree.node(ROOT).is_decided && !(self.stopped)() {
            self.walk();
        }
    }

    /// The same, and tells how far it is.
    fn run_and_tell(&mut self, most: u64, progress: ProgressCallback<'_>) {
        let (from, all) = (self.nodes, most.saturating_sub(self.nodes).max(1));
        while self.nodes < most {
            let before = self.nodes;
            self.run(most.min(self.nodes + all.div_ceil(STEPS)));
            if self.nodes == before {
                break;
            }
            progress((self.nodes - from) as f32 / all as f32);
        }
    }

    /// Goes down to where nothing is known, looks at what comes next, and takes the news up.
    fn walk(&mut self) {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        path.push(ROOT);
        self.position.clone_from(self.root);
        let mut id = ROOT;
        while let Some(next) = self.tree.pick(id) {
            let turn = self.position.turn();
            self.position.play_unchecked(self.tree.node(next).action);
            path.push(next);
            id = next;
            let is_doubtful = self.tree.node(id).visits == self.settings.doubts && self.position.turn() != turn;
            if is_doubtful && self.settle_by_win(id) {
                break;
            }
        }
        if self.tree.node(id).is_decided {
            path.pop();
        } else if self.tree.is_leaf(id) {
            self.expand(id);
        }
        self.tree.back_up(&path);
        self.path = path;
    }

    /// Decides a node if whoever is to move in the current position wins within his turn.
    fn settle_by_win(&mut self, id: Id) -> bool {
        let Verdict::Win(line) = self.turns.find_win(&self.position, self.settings.win_nodes, &mut self.nodes) else {
            return false;
        };
        self.killers.learn(&self.position, &line);
        self.tree.decide(id, certain_win(self.position.to_move()));
        true
    }

    /// Looks at everything that can be done in the current position.
    fn expand(&mut self, id: Id) {
        self.position.legal_actions_into(&mut self.actions);
        self.leaves.clear();
        let mover = self.position.to_move();
        for &action in &self.actions {
            self.after.clone_from(&self.position);
            self.after.play_unchecked(action);
            let mut leaf = look(&self.after, action, self.settings);
            if !leaf.is_decided
                && self.after.turn() != self.position.turn()
                && self.killers.strike(&self.after, &mut self.turns, &mut self.nodes)
            {
                (leaf.is_decided, leaf.chances) = (true, certain_win(leaf.mover));
            }
            self.nodes += 1;
            let is_win = leaf.is_decided && leaf.chances[mover] >= 1.0 && action != Action::SwapSides;
            self.leaves.push(leaf);
            if is_win {
                break;
            }
        }
        self.tree.grow(id, self.position.hash(), &self.leaves);
    }

    /// Makes sure that the turn as it is planned does not let anybody else win in the next one: if it does, something else is
    /// looked for, so many times, and at the cost of no more than `more` positions. Says whether the plan is good now.
    pub(crate) fn guard(&mut self, tries: u32, more: u64) -> bool {
        let most = self.nodes + more;
        for _ in 0..tries {
            if (self.stopped)() {
                return true;
            }
            if self.nodes >= most || self.tree.node(ROOT).is_decided {
                break;
            }
            if !self.refute() {
                return true;
            }
            self.run((self.nodes + more / SHARE_OF_TRY).min(most));
        }
        let root = self.tree.node(ROOT);
        root.is_decided && root.best[root.mover] > 0.0
    }

    /// Whether the planned turn has just been found to lose.
    fn refute(&mut self) -> bool {
        let (player, turn) = (self.root.to_move(), self.root.turn());
        let mut path = vec![ROOT];
        self.position.clone_from(self.root);
        let mut id = ROOT;
        while self.position.to_move() == player && self.position.turn() == turn {
            if self.tree.is_leaf(id) {
                self.expand(id);
                self.tree.back_up(&path);
            }
            let Some(next) = self.tree.favourite(id) else { return false };
            self.position.play_unchecked(self.tree.node(next).action);
            path.push(next);
            id = next;
            if self.position.outcome().is_some() {
                return false;
            }
        }
        if self.tree.node(id).is_decided {
            // It has just been found out on the way, or nothing is better.
            return self.guarded.insert(id);
        }
        if !self.guarded.insert(id) {
            return false;
        }
        let end = self.position.clone();
        let Some(winner) = self.who_wins_next(&end) else { return false };
        self.tree.decide(id, certain_win(winner));
        path.pop();
        self.tree.back_up(&path);
        true
    }
}

/// Looks at more positions on one thread or several. Those search on their own, each with a will of its own, and what they
/// find out about the first decision is put together: the same on every machine.
pub(crate) fn explore<const W: usize>(search: &mut Search<'_, W>, more: u64, threads: usize) {
    let most = search.nodes + more;
    if threads <= 1 {
        return match search.progress {
            None => search.run(most),
            Some(progress) => search.run_and_tell(most, progress),
        };
    }
    let (root, stopped) = (search.root, search.stopped);
    let others: Vec<Settings> = (1..threads as u64)
        .map(|thread| {
            let settings = search.settings.clone();
            Settings { whim: settings.whim.max(LEAST_WHIM), seed: settings.seed.wrapping_add(thread), ..settings }
        })
        .collect();
    let found: Vec<(Tree, u64)> = std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter()
            .map(|settings| {
                scope.spawn(move || {
                    let mut tree = Tree::default().recall(root.hash(), root.to_move());
                    let mut search = Search::new(root, &mut tree, settings, stopped);
                    search.run(more);
                    let nodes = search.nodes;
                    (tree, nodes)
                })
            })
            .collect();
        search.run(most);
        helpers.into_iter().filter_map(|helper| helper.join().ok()).collect()
    });
    for (tree, nodes) in found {
        search.tree.join(&tree);
        search.nodes += nodes;
    }
}

/// How often a search tells how far it is.
const STEPS: u64 = 50;

/// Threads that search the same position differ by at least this whim.
const LEAST_WHIM: f32 = 0.05;

/// The chances where a player has won.
pub(crate) fn certain_win(player: Player) -> ByPlayer<f32> {
    let mut chances = ByPlayer::default();
    chances[player] = 1.0;
    chances
}

/// Looks at a position once.
fn look<const W: usize>(position: &PositionOf<W>, action: Action, settings: &Settings) -> Leaf {
    let players = position.rules().players;
    let mover = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Leaf { action, mover, is_decided: true, chances: shared_win(outcome.ranks, players) };
    }
    let mut sums = sums(&terms(position), stage(position), players, &settings.weights);
    if settings.whim > 0.0 {
        for player in Player::seats(players) {
            sums[player] += settings.whim * noise(position.hash(), settings.seed, player);
        }
    }
    Leaf { action, mover, is_decided: false, chances: softmax(sums, players) }
}

/// A number from -1 to 1 that depends on nothing but what is given.
fn noise(hash: u64, seed: u64, player: Player) -> f32 {
    let mut mixed =
        hash ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (player as u64).wrapping_mul(0xD1B5_4A32_D192_ED03);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    (mixed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}
