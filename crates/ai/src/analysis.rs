//! Analysis of positions.

use ::neural::Network;
use ringrift::{Action, ByPlayer, Player, Position, PositionOf, PositionVisitor, Ruleset};
use web_time::Instant;

use crate::Limits;
use crate::evaluation::shared_win;
use crate::level::{Level, SearchBudget};
use crate::neural::NeuralAnalyst;
use crate::search::{Id, IsCancelled, ROOT, Search, Settings, Tree, explore};
use crate::weights::Family;

/// Analyses positions, with the network of the board if there is one. It reuses its search tree for positions that follow each other in one
/// game.
pub struct Analyst {
    limits: Limits,
    /// Whether no network is used.
    is_classic: bool,
    tree: Tree,
    neural: NeuralAnalyst,
}

/// Analysis of a position in a running game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    pub to_move: Player,
    /// Winning chance of each player; the sum is 1.0.
    pub chances: ByPlayer<f64>,
    /// All legal actions, the best first.
    pub actions: Vec<ScoredAction>,
    /// Number of positions evaluated.
    pub nodes: u64,
}

/// A legal action with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoredAction {
    pub action: Action,
    /// Winning chance of each player after the action. For a swap of sides, each chance belongs to the person who had the colour
    /// before the swap.
    pub chances: ByPlayer<f64>,
    /// Whether the winner under best play is proved. Always false with more than two players.
    pub is_proved: bool,
    /// Number of visits in the search tree.
    pub nodes: u64,
    /// Expected continuation, starting with the action.
    pub line: Vec<Action>,
}

/// Length limit of continuations, in actions.
pub(crate) const LONGEST_LINE: usize = 24;

impl Analyst {
    /// Creates an analyst. Without a node limit it evaluates as many positions as the highest level.
    pub fn new(limits: Limits) -> Analyst {
        Analyst { limits, is_classic: false, tree: Tree::default(), neural: NeuralAnalyst::default() }
    }

    /// Creates an analyst that searches without a network on all boards, as the players `classic:1` to `classic:10`.
    pub fn classic(limits: Limits) -> Analyst {
        Analyst { is_classic: true, ..Analyst::new(limits) }
    }

    /// Analyses a position until the limits are reached or `is_cancelled` returns true. Returns `None` if the game is over.
    pub fn analyse(&mut self, position: &Position, is_cancelled: IsCancelled<'_>) -> Option<Analysis> {
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let is_cancelled = || is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if position.outcome().is_some() {
            return None;
        }
        let mut decision = position.clone();
        let mut forced = Vec::new();
        while decision.outcome().is_none()
            && let [only] = decision.legal_actions()[..]
        {
            forced.push(only);
            decision.play_unchecked(only);
        }
        let analysis = match final_chances(&decision) {
            Some(chances) => Analysis { to_move: decision.to_move(), chances, actions: Vec::new(), nodes: 0 },
            None => self.analyse_decision(&decision, &is_cancelled),
        };
        if forced.is_empty() {
            return Some(analysis);
        }
        Some(before_forced(position, forced, &analysis, decision.outcome().is_some()))
    }

    /// Analyses a position with several legal actions.
    fn analyse_decision(&mut self, position: &Position, is_cancelled: IsCancelled<'_>) -> Analysis {
        match Network::embedded(position.rules().board).filter(|_| !self.is_classic) {
            Some(network) => self.neural.analyse(network, position, &self.limits, is_cancelled),
            None => position.visit(Analyse { analyst: self, is_cancelled }),
        }
    }

    fn settings(&self, family: Family) -> (Settings, u64) {
        let highest = Level::HIGHEST.budget();
        let nodes = self.limits.nodes.unwrap_or(highest.nodes);
        let SearchBudget { win_nodes, win_check_visits, .. } = highest;
        let win_nodes = win_nodes.min(nodes);
        let weights = family.weights().clone();
        (Settings { weights, eval_noise: 0.0, seed: 0, win_nodes, win_check_visits }, nodes)
    }
}

/// Returns the result of a finished game as chances: players in first place share the win. Returns `None` while the game runs.
///
/// ```
/// use ringrift::{ByPlayer, Position};
/// let mut position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// assert_eq!(ai::final_chances(&position), None);
/// position.play(position.read_action("M d4-d5")?)?;
/// assert_eq!(ai::final_chances(&position), Some(ByPlayer([1.0, 0.0, 0.0, 0.0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn final_chances(position: &Position) -> Option<ByPlayer<f64>> {
    let ranks = position.outcome()?.ranks;
    Some(ByPlayer(shared_win(ranks, position.rules().players).0.map(f64::from)))
}

/// Returns the analysis of a position in which some actions are forced, from that of the position after them.
fn before_forced(position: &Position, mut line: Vec<Action>, after: &Analysis, is_over: bool) -> Analysis {
    let best = after.actions.first();
    let is_proved = position.rules().players == 2 && (is_over || best.is_some_and(|best| best.is_proved));
    line.extend(best.iter().flat_map(|best| &best.line));
    let nodes = best.map_or(0, |best| best.nodes);
    let action = ScoredAction { action: line[0], chances: after.chances, is_proved, nodes, line };
    Analysis { to_move: position.to_move(), chances: after.chances, actions: vec![action], nodes: after.nodes }
}

struct Analyse<'a> {
    analyst: &'a mut Analyst,
    is_cancelled: IsCancelled<'a>,
}

impl PositionVisitor for Analyse<'_> {
    type Output = Analysis;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Analysis {
        let Analyse { analyst, is_cancelled } = self;
        let (settings, most) = analyst.settings(Family::of(position.rules()));
        let threads = analyst.limits.threads.get();
        let mut tree = std::mem::take(&mut analyst.tree).reuse(position.hash(), position.to_move());
        let known = tree.len() as u64 - 1;
        let mut search = Search::new(position, &mut tree, &settings, is_cancelled);
        search.expand_root();
        search.prove_win();
        explore(&mut search, most.saturating_sub(known).max(most / 4), threads);
        search.avoid_refutation(Level::HIGHEST.budget().refutation_tries, most);
        let nodes = search.nodes + known;
        let analysis = analysis_of(&tree, position, nodes);
        analyst.tree = tree;
        analysis
    }
}

/// Returns the analysis of the root of a tree.
fn analysis_of<const W: usize>(tree: &Tree, position: &PositionOf<W>, nodes: u64) -> Analysis {
    let rules = position.rules();
    let actions = tree.ranked(ROOT).into_iter().map(|id| scored(tree, id, rules)).collect();
    Analysis { to_move: position.to_move(), chances: calibrated(tree.node(ROOT).best, rules), actions, nodes }
}

fn scored(tree: &Tree, id: Id, rules: &Ruleset) -> ScoredAction {
    let node = tree.node(id);
    ScoredAction {
        action: node.action,
        chances: calibrated(tree.chances_for_parent(id), rules),
        is_proved: rules.players == 2 && node.is_decided,
        nodes: node.visits.into(),
        line: line_from(tree, id),
    }
}

/// Returns the expected continuation, starting with the action of the node.
pub(crate) fn line_from(tree: &Tree, id: Id) -> Vec<Action> {
    let next = |&id: &Id| tree.best_child(id);
    std::iter::successors(Some(id), next).take(LONGEST_LINE).map(|id| tree.node(id).action).collect()
}

/// Calibrates the chances of a search, so that they match the observed frequencies. Certain results stay certain.
pub(crate) fn calibrated(chances: ByPlayer<f32>, rules: &Ruleset) -> ByPlayer<f64> {
    let confidence = Family::of(rules).confidence();
    let scaled = chances.0.map(|chance| f64::from(chance).powf(confidence));
    let sum: f64 = scaled.iter().take(usize::from(rules.players)).sum();
    ByPlayer(scaled.map(|chance| if sum > 0.0 { chance / sum } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use ringrift::BoardKind;

    use super::*;

    #[test]
    fn a_forced_action_has_the_chances_of_the_decision_after_it() {
        // Player 1 must take the only line, and then chooses the stack that pays.
        let text = "G square8 2p; S a1=11,b8=1,h8=222; H 10,10; M1 c3,c4,c5; P line_processing";
        let position = Position::parse(text).expect("the position is valid");
        let [forced] = position.legal_actions()[..] else { panic!("one action is legal") };
        let mut after = position.clone();
        after.play(forced).expect("the action is legal");
        assert!(after.legal_actions().len() > 1);
        let limits = Limits { nodes: Some(50), ..Limits::NONE };
        for new in [Analyst::new, Analyst::classic] {
            let analysis = new(limits).analyse(&position, &|| false).expect("the game runs");
            let later = new(limits).analyse(&after, &|| false).expect("the game runs");
            let [only] = &analysis.actions[..] else { panic!("one action is listed: {analysis:?}") };
            assert_eq!((only.action, &only.line[1..]), (forced, &later.actions[0].line[..]));
            assert_eq!((analysis.to_move, analysis.chances), (position.to_move(), later.chances));
        }
    }

    #[test]
    fn the_end_after_forced_actions_is_certain() {
        // Player 1 needs one more eliminated ring, and must pay for the line with the only stack.
        let text = "G square8 2p; S a1=1,h8=2; H 0,10; E 18,0; M1 c3,c4,c5; P line_processing";
        let position = Position::parse(text).expect("the position is valid");
        let analysis = Analyst::new(Limits::NONE).analyse(&position, &|| false).expect("the game runs");
        let [only] = &analysis.actions[..] else { panic!("one action is listed: {analysis:?}") };
        assert_eq!((only.line.len(), only.is_proved, analysis.chances.0[0]), (2, true, 1.0));
    }

    #[test]
    fn calibration_keeps_order_ties_and_certain_results() {
        let rules = |players| Ruleset::canon(BoardKind::Square8, players).expect("the rules are valid");
        let two = calibrated(ByPlayer([0.6, 0.4, 0.0, 0.0]), &rules(2));
        assert!((two.0[0] - 0.6_f64.powf(1.8) / (0.6_f64.powf(1.8) + 0.4_f64.powf(1.8))).abs() < 1e-6, "{two:?}");
        assert_eq!(calibrated(ByPlayer([0.5, 0.5, 0.0, 0.0]), &rules(2)), ByPlayer([0.5, 0.5, 0.0, 0.0]));
        assert_eq!(calibrated(ByPlayer([0.0, 1.0, 0.0, 0.0]), &rules(2)), ByPlayer([0.0, 1.0, 0.0, 0.0]));
        let three = calibrated(ByPlayer([0.5, 0.3, 0.2, 0.0]), &rules(3));
        assert!((three.0.iter().sum::<f64>() - 1.0).abs() < 1e-9 && three.0[0] > three.0[1], "{three:?}");
    }
}
