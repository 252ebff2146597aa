//! Best-first tree search (`tree`), combined with an exhaustive search for wins within one turn (`turn_search`).
//!
//! Every action is one step in the tree. With two players this is a minimax search; with more, every player maximizes their own
//! chance (max^n). Finished games have certain values, and nodes whose value follows from them are decided.

mod killers;
mod tree;
mod turn_plans;
mod turn_search;

use std::collections::HashSet;

use ringrift::{Action, ActionList, ByPlayer, Player, PositionOf};

use crate::evaluation::{shared_win, softmax, stage, sums, terms};
use crate::weights::Weights;

pub(crate) use killers::KillerLines;
pub(crate) use tree::{Id, ROOT, Tree};
pub(crate) use turn_plans::Replies;
pub(crate) use turn_search::{TurnSearch, WinSearchResult};

use tree::Leaf;

/// After each refuted plan, the search continues with this fraction (1/N) of the positions allowed for all refutations.
const TRY_FRACTION: u64 = 24;

/// Settings of a search.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) weights: Weights,
    /// Amplitude of evaluation noise, in log-odds.
    pub(crate) eval_noise: f32,
    pub(crate) seed: u64,
    /// Positions of each search for a win within one turn.
    pub(crate) win_nodes: u64,
    /// Visits after which a node is checked for a win within the turn.
    pub(crate) win_check_visits: u32,
}

/// Cancellation check, called regularly during a search.
pub type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// Progress callback, 0.0 to 1.0.
pub type ProgressCallback<'a> = &'a (dyn Fn(f32) + Sync);

/// Search of one position.
pub(crate) struct Search<'a, const W: usize> {
    pub(crate) tree: &'a mut Tree,
    pub(crate) settings: &'a Settings,
    root: &'a PositionOf<W>,
    is_cancelled: IsCancelled<'a>,
    pub(crate) progress: Option<ProgressCallback<'a>>,
    /// Number of positions evaluated.
    pub(crate) nodes: u64,
    turns: TurnSearch<'a, W>,
    killers: KillerLines,
    /// Ends of planned turns that were checked for a win of an opponent in the next turn.
    checked: HashSet<Id>,
    // Buffers reused between steps.
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
        is_cancelled: IsCancelled<'a>,
    ) -> Search<'a, W> {
        Search {
            tree,
            settings,
            root,
            is_cancelled,
            progress: None,
            nodes: 0,
            turns: TurnSearch::new(is_cancelled),
            killers: KillerLines::default(),
            checked: HashSet::new(),
            position: root.clone(),
            after: root.clone(),
            actions: ActionList::new(),
            leaves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Expands the root if it is a leaf.
    pub(crate) fn expand_root(&mut self) {
        if self.tree.is_leaf(ROOT) {
            self.step();
        }
    }

    /// Searches for a win within this turn and adds it to the tree.
    pub(crate) fn prove_win(&mut self) {
        if let WinSearchResult::Win(line) = self.find_win() {
            self.add_win(&line);
        }
    }

    /// Adds a line that wins for the player to move to the tree.
    fn add_win(&mut self, line: &[Action]) {
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

    /// Searches for a win within this turn.
    pub(crate) fn find_win(&mut self) -> WinSearchResult {
        self.turns.find_win(self.root, self.settings.win_nodes, &mut self.nodes)
    }

    /// Searches until `most` positions were evaluated in total, the root is decided, or the search is cancelled.
    pub(crate) fn run(&mut self, most: u64) {
        while self.nodes < most && !self.tree.node(ROOT).is_decided && !(self.is_cancelled)() {
            self.step();
        }
    }

    /// Runs as [`run`](Search::run) does and reports the progress.
    fn run_with_progress(&mut self, most: u64, progress: ProgressCallback<'_>) {
        let (from, all) = (self.nodes, most.saturating_sub(self.nodes).max(1));
        while self.nodes < most {
            let before = self.nodes;
            self.run(most.min(self.nodes + all.div_ceil(PROGRESS_REPORTS)));
            if self.nodes == before {
                break;
            }
            progress((self.nodes - from) as f32 / all as f32);
        }
    }

    /// Selects a leaf, expands it and backs up its value.
    fn step(&mut self) {
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
            let is_due = self.tree.node(id).visits == self.settings.win_check_visits && self.position.turn() != turn;
            if is_due && self.decide_by_win(id) {
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

    /// Decides a node if the player to move in the current position can win within the turn.
    fn decide_by_win(&mut self, id: Id) -> bool {
        let WinSearchResult::Win(line) = self.turns.find_win(&self.position, self.settings.win_nodes, &mut self.nodes)
        else {
            return false;
        };
        self.killers.learn(&self.position, &line);
        self.tree.decide(id, certain_win(self.position.to_move()));
        true
    }

    /// Evaluates all legal actions of the current position and adds them to the tree.
    fn expand(&mut self, id: Id) {
        self.position.legal_actions_into(&mut self.actions);
        self.leaves.clear();
        let mover = self.position.to_move();
        for &action in &self.actions {
            self.after.clone_from(&self.position);
            self.after.play_unchecked(action);
            let mut leaf = evaluate(&self.after, action, self.settings);
            if !leaf.is_decided
                && self.after.turn() != self.position.turn()
                && self.killers.any_wins(&self.after, &mut self.turns, &mut self.nodes)
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
        self.tree.add_children(id, self.position.hash(), &self.leaves);
    }

    /// Checks whether an opponent can win in the turn after the planned one. If so, the search continues, up to `tries` times and
    /// with at most `more` positions in total. Returns whether the final plan is safe, as far as the search could check.
    pub(crate) fn avoid_refutation(&mut self, tries: u32, more: u64) -> bool {
        let most = self.nodes + more;
        for _ in 0..tries {
            if (self.is_cancelled)() {
                return true;
            }
            if self.nodes >= most || self.tree.node(ROOT).is_decided {
                break;
            }
            if !self.refute_plan() {
                return true;
            }
            self.run((self.nodes + more / TRY_FRACTION).min(most));
        }
        let root = self.tree.node(ROOT);
        root.is_decided && root.best[root.mover] > 0.0
    }

    /// Checks the planned turn and reports whether it was newly refuted.
    fn refute_plan(&mut self) -> bool {
        let (player, turn) = (self.root.to_move(), self.root.turn());
        let mut path = vec![ROOT];
        self.position.clone_from(self.root);
        let mut id = ROOT;
        while self.position.to_move() == player && self.position.turn() == turn {
            if self.tree.is_leaf(id) {
                self.expand(id);
                self.tree.back_up(&path);
            }
            let Some(next) = self.tree.best_child(id) else { return false };
            self.position.play_unchecked(self.tree.node(next).action);
            path.push(next);
            id = next;
            if self.position.outcome().is_some() {
                return false;
            }
        }
        if self.tree.node(id).is_decided {
            // Decided during this walk, or every alternative is decided too.
            return self.checked.insert(id);
        }
        if !self.checked.insert(id) {
            return false;
        }
        let end = self.position.clone();
        let Some(winner) = self.next_turn_winner(&end) else { return false };
        self.tree.decide(id, certain_win(winner));
        path.pop();
        self.tree.back_up(&path);
        true
    }
}

/// Evaluates more positions on one or several threads. Each thread searches its own tree with a different noise seed; the results
/// for the root actions are merged. The result is reproducible for a given number of threads.
pub(crate) fn explore<const W: usize>(search: &mut Search<'_, W>, more: u64, threads: usize) {
    let most = search.nodes + more;
    if threads <= 1 {
        return match search.progress {
            None => search.run(most),
            Some(progress) => search.run_with_progress(most, progress),
        };
    }
    let (root, is_cancelled) = (search.root, search.is_cancelled);
    let others: Vec<Settings> = (1..threads as u64)
        .map(|thread| {
            let settings = search.settings.clone();
            let eval_noise = settings.eval_noise.max(MIN_THREAD_NOISE);
            Settings { eval_noise, seed: settings.seed.wrapping_add(thread), ..settings }
        })
        .collect();
    let found: Vec<(Tree, u64)> = std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter()
            .map(|settings| {
                scope.spawn(move || {
                    let mut tree = Tree::default().reuse(root.hash(), root.to_move());
                    let mut search = Search::new(root, &mut tree, settings, is_cancelled);
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
        search.tree.merge(&tree);
        search.nodes += nodes;
    }
}

/// Number of progress reports per search.
const PROGRESS_REPORTS: u64 = 50;

/// Minimum evaluation noise of additional threads, so that their searches differ.
const MIN_THREAD_NOISE: f32 = 0.05;

/// Returns the chances if a player has won.
pub(crate) fn certain_win(player: Player) -> ByPlayer<f32> {
    let mut chances = ByPlayer::default();
    chances[player] = 1.0;
    chances
}

/// Evaluates a position without search.
fn evaluate<const W: usize>(position: &PositionOf<W>, action: Action, settings: &Settings) -> Leaf {
    let players = position.rules().players;
    let mover = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Leaf { action, mover, is_decided: true, chances: shared_win(outcome.ranks, players) };
    }
    let mut sums = sums(&terms(position), stage(position), players, &settings.weights);
    if settings.eval_noise > 0.0 {
        for player in Player::seats(players) {
            sums[player] += settings.eval_noise * noise(position.hash(), settings.seed, player);
        }
    }
    Leaf { action, mover, is_decided: false, chances: softmax(sums, players) }
}

/// Returns a pseudo-random number from -1.0 to 1.0, determined by the arguments.
fn noise(hash: u64, seed: u64, player: Player) -> f32 {
    let mut mixed =
        hash ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (player as u64).wrapping_mul(0xD1B5_4A32_D192_ED03);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    (mixed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}
