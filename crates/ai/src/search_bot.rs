//! RingRift bot with a level.

use game::{Bot, Cancellation, Progress, RingRift, derived_seed};
use ringrift::{Action, ByPlayer, Player, Position, PositionOf, PositionVisitor};
use web_time::Instant;

use crate::analysis::{calibrated, line_from};
use crate::level::{Level, SearchBudget};
use crate::limits::Limits;
use crate::plans::TurnMemory;
use crate::search::{IsCancelled, ProgressCallback, ROOT, Search, Settings, Tree, certain_win, explore};
use crate::weights::{Family, Weights};

/// RingRift bot that searches. It reuses its search tree for later decisions of the same game.
///
/// ```
/// use ai::{Level, SearchBot};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let mut bot = SearchBot::new(Level::new(4).unwrap(), 7);
/// let chosen = bot.choose(&position, &|| false).unwrap();
/// assert_eq!(position.action_text(chosen), "M d4-d5");
/// assert!(bot.summary().unwrap().is_proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearchBot {
    budget: SearchBudget,
    /// Replaces the built-in weights.
    weights: Option<Weights>,
    seed: u64,
    limits: Limits,
    tree: Tree,
    memory: TurnMemory,
    summary: Option<SearchSummary>,
}

/// Search result behind a choice.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSummary {
    /// Number of positions evaluated.
    pub nodes: u64,
    /// Winning chance of each player, 0.0 to 1.0.
    pub chances: ByPlayer<f64>,
    /// Whether the chances are proved rather than estimated.
    pub is_proved: bool,
    /// Expected continuation, starting with the chosen action.
    pub line: Vec<Action>,
}

impl SearchBot {
    /// Creates a bot; `seed` determines its random choices.
    pub fn new(level: Level, seed: u64) -> SearchBot {
        SearchBot::with_budget(level.budget(), seed)
    }

    /// Creates a bot with the given size of the search tree; everything else is as in the highest level.
    pub fn with_nodes(nodes: u64, seed: u64) -> SearchBot {
        SearchBot::with_budget(SearchBudget::search(nodes), seed)
    }

    fn with_budget(budget: SearchBudget, seed: u64) -> SearchBot {
        SearchBot {
            budget,
            weights: None,
            seed,
            limits: Limits::NONE,
            tree: Tree::default(),
            memory: TurnMemory::default(),
            summary: None,
        }
    }

    /// Creates a bot for training games: with more evaluation noise, so that it explores, and a smaller win search.
    pub fn for_training(nodes: u64, weights: Weights, seed: u64) -> SearchBot {
        let budget = SearchBudget {
            eval_noise: 0.3,
            win_nodes: 5_000,
            refutation_tries: 8,
            plan_nodes: 0,
            ..SearchBudget::search(nodes)
        };
        SearchBot::with_budget(budget, seed).with_weights(weights)
    }

    /// Replaces the evaluation weights for all rules.
    pub fn with_weights(self, weights: Weights) -> SearchBot {
        SearchBot { weights: Some(weights), ..self }
    }

    pub fn with_limits(self, limits: Limits) -> SearchBot {
        SearchBot { limits, ..self }
    }

    /// Returns the search result behind the last choice. Returns `None` if the action was the only legal one, random,
    /// planned in an earlier decision, or part of a turn chosen to prevent an opponent's win.
    pub fn summary(&self) -> Option<&SearchSummary> {
        self.summary.as_ref()
    }

    /// Chooses an action for the player to move, or returns `None` if the game is over. Once `is_cancelled` returns true, the best
    /// action found so far is chosen.
    pub fn choose(&mut self, position: &Position, is_cancelled: IsCancelled<'_>) -> Option<Action> {
        self.choose_with_progress(position, is_cancelled, None)
    }

    /// Chooses as [`choose`](SearchBot::choose) does and reports the progress of the tree search, 0.0 to 1.0. The refutation checks
    /// after the tree search are not included.
    pub fn choose_with_progress(
        &mut self,
        position: &Position,
        is_cancelled: IsCancelled<'_>,
        progress: Option<ProgressCallback<'_>>,
    ) -> Option<Action> {
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let is_cancelled = || is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        position.visit(Choose { bot: self, is_cancelled: &is_cancelled, progress })
    }

    fn settings(&self, family: Family) -> Settings {
        let SearchBudget { eval_noise, win_nodes, win_check_visits, .. } = self.budget;
        let weights = self.weights.as_ref().unwrap_or(family.weights()).clone();
        Settings { weights, eval_noise, seed: self.seed, win_nodes: self.limited(win_nodes), win_check_visits }
    }

    /// Returns the smaller of a number of positions and the node limit.
    fn limited(&self, nodes: u64) -> u64 {
        self.limits.nodes.map_or(nodes, |most| nodes.min(most))
    }
}

struct Choose<'a> {
    bot: &'a mut SearchBot,
    is_cancelled: IsCancelled<'a>,
    progress: Option<ProgressCallback<'a>>,
}

impl PositionVisitor for Choose<'_> {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        let Choose { bot, is_cancelled, progress } = self;
        bot.summary = None;
        let actions = position.legal_actions();
        if actions.len() <= 1 {
            return actions.first().copied();
        }
        if bot.budget.nodes == 0 {
            let pick = derived_seed(bot.seed, &[&position.hash().to_string()]) % actions.len() as u64;
            return Some(actions[pick as usize]);
        }
        bot.memory.planned(position.hash()).or_else(|| bot.search(position, is_cancelled, progress))
    }
}

impl SearchBot {
    fn search<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        is_cancelled: IsCancelled<'_>,
        progress: Option<ProgressCallback<'_>>,
    ) -> Option<Action> {
        let settings = self.settings(Family::of(position.rules()));
        let mut tree = std::mem::take(&mut self.tree).reuse(position.hash(), position.to_move());
        let known = tree.len() as u64 - 1;
        let mut search = Search::new(position, &mut tree, &settings, is_cancelled);
        search.progress = progress;
        let plan_nodes = self.limited(self.budget.plan_nodes);
        if let Some(line) = self.memory.find_win(&mut search, position, plan_nodes) {
            let nodes = search.nodes;
            return self.follow(position, line, nodes, Some(position.to_move()));
        }
        let most = self.limited(self.budget.nodes);
        let more = most.saturating_sub(known).max(most / 4);
        search.expand_root();
        explore(&mut search, more, self.limits.threads.get());
        let is_safe = search.avoid_refutation(self.budget.refutation_tries, most.max(self.limited(REFUTATION_NODES)));
        if !is_safe
            && plan_nodes > 0
            && let Some(line) = search.find_safe_turn(plan_nodes, plan_nodes)
        {
            let nodes = search.nodes;
            return self.follow(position, line, nodes, None);
        }
        let nodes = search.nodes;
        let best = tree.best_child(ROOT)?;
        let root = tree.node(ROOT);
        let is_proved = root.is_decided && position.rules().players == 2;
        let chances = calibrated(root.best, position.rules());
        self.summary = Some(SearchSummary { nodes, chances, is_proved, line: line_from(&tree, best) });
        let chosen = tree.node(best).action;
        self.tree = tree;
        Some(chosen)
    }

    /// Stores a planned turn and returns its first action.
    fn follow<const W: usize>(
        &mut self,
        position: &PositionOf<W>,
        line: Vec<Action>,
        nodes: u64,
        winner: Option<Player>,
    ) -> Option<Action> {
        let first = self.memory.follow(position, &line);
        if let Some(winner) = winner {
            let chances = calibrated(certain_win(winner), position.rules());
            self.summary = Some(SearchSummary { nodes, chances, is_proved: true, line });
        }
        first
    }
}

/// Minimum number of positions for refutation checks.
const REFUTATION_NODES: u64 = 80_000;

impl Bot<RingRift> for SearchBot {
    fn choose(&mut self, game: &RingRift, cancellation: &Cancellation, progress: &Progress) -> Action {
        let chosen = self.choose_with_progress(
            game.position(),
            &|| cancellation.is_cancelled(),
            Some(&|fraction| progress.set(fraction)),
        );
        chosen.expect("the game is not over")
    }
}
