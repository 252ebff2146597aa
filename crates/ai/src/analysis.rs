//! What is to be said about a position.

use std::time::Instant;

use ringrift::{Action, ByPlayer, Player, Position, PositionOf, PositionVisitor, Ruleset};

use crate::Limits;
use crate::evaluation::shared_win;
use crate::level::{Level, Work};
use crate::search::{Id, ROOT, Search, Settings, Tree, explore};
use crate::weights::Family;

/// Looks at positions. It keeps what it has found for positions that follow each other in one game.
pub struct Analyst {
    limits: Limits,
    tree: Tree,
}

/// What was found out about a position that is not over.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Who is to move.
    pub to_move: Player,
    /// The chance of every player to win; they sum up to 1.
    pub chances: ByPlayer<f64>,
    /// Every legal action, the best first.
    pub actions: Vec<Scored>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A legal action and what comes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scored {
    /// The action.
    pub action: Action,
    /// The chance of every player to win after it. If the action swaps sides, these are those of the persons who have the
    /// colours now.
    pub chances: ByPlayer<f64>,
    /// Whether the chances are no estimate: it is known who wins, if both play well. Nothing is proved with more than two
    /// players, whose aims cannot be known.
    pub is_proved: bool,
    /// How often it was looked at more closely.
    pub nodes: u64,
    /// How the game goes on if all play well, the action first.
    pub line: Vec<Action>,
}

/// Lines are told up to this length.
const LONGEST_LINE: usize = 24;

impl Analyst {
    /// Somebody who looks at so many positions (`limits.nodes`, by default as many as the highest level), and no longer than
    /// the limits say.
    pub fn new(limits: Limits) -> Analyst {
        Analyst { limits, tree: Tree::default() }
    }

    /// Looks at a position, until `stopped` says so or the limits are reached; none if the game is over.
    pub fn analyse(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Analysis> {
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let stopped = || stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let looking = Looking { analyst: self, stopped: &stopped };
        if position.outcome().is_some() { None } else { Some(position.visit(looking)) }
    }

    fn settings(&self, family: Family) -> (Settings, u64) {
        let highest = Level::HIGHEST.work();
        let nodes = self.limits.nodes.unwrap_or(highest.nodes);
        let Work { win_nodes, doubts, .. } = highest;
        let win_nodes = win_nodes.min(nodes);
        (Settings { weights: family.weights().clone(), whim: 0.0, seed: 0, win_nodes, doubts }, nodes)
    }
}

/// The chances in a game that is over: those who share the first place share the win. None if it goes on.
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

struct Looking<'a> {
    analyst: &'a mut Analyst,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl PositionVisitor for Looking<'_> {
    type Output = Analysis;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Analysis {
        let Looking { analyst, stopped } = self;
        let (settings, most) = analyst.settings(Family::of(position.rules()));
        let threads = analyst.limits.threads.get();
        let mut tree = std::mem::take(&mut analyst.tree).recall(position.hash(), position.to_move());
        let known = tree.len() as u64 - 1;
        let mut search = Search::new(position, &mut tree, &settings, stopped);
        search.look_once();
        search.prove_win();
        explore(&mut search, most.saturating_sub(known).max(most / 4), threads);
        search.guard(Level::HIGHEST.work().guards, most);
        let nodes = search.nodes + known;
        let analysis = told(&tree, position, nodes);
        analyst.tree = tree;
        analysis
    }
}

/// What a tree says about its root.
fn told<const W: usize>(tree: &Tree, position: &PositionOf<W>, nodes: u64) -> Analysis {
    let rules = position.rules();
    let actions = tree.ranked(ROOT).into_iter().map(|id| scored(tree, id, rules)).collect();
    Analysis { to_move: position.to_move(), chances: calibrated(tree.node(ROOT).best, rules), actions, nodes }
}

fn scored(tree: &Tree, id: Id, rules: &Ruleset) -> Scored {
    let node = tree.node(id);
    Scored {
        action: node.action,
        chances: calibrated(tree.seen_from_parent(id), rules),
        is_proved: rules.players == 2 && node.is_decided,
        nodes: node.visits.into(),
        line: line_from(tree, id),
    }
}

/// How the game goes on below a node, its own action first.
pub(crate) fn line_from(tree: &Tree, id: Id) -> Vec<Action> {
    let next = |&id: &Id| tree.favourite(id);
    std::iter::successors(Some(id), next).take(LONGEST_LINE).map(|id| tree.node(id).action).collect()
}

/// Chances of a search as they are told: as sure as they come true. Who has won has won all the same.
pub(crate) fn calibrated(chances: ByPlayer<f32>, rules: &Ruleset) -> ByPlayer<f64> {
    let confidence = Family::of(rules).confidence();
    let surer = chances.0.map(|chance| f64::from(chance).powf(confidence));
    let sum: f64 = surer.iter().take(usize::from(rules.players)).sum();
    ByPlayer(surer.map(|chance| if sum > 0.0 { chance / sum } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use ringrift::BoardKind;

    use super::*;

    #[test]
    fn told_chances_are_surer_or_less_sure_but_in_the_same_order() {
        let rules = |players| Ruleset::canon(BoardKind::Square8, players).expect("rules");
        let told = calibrated(ByPlayer([0.6, 0.4, 0.0, 0.0]), &rules(2));
        assert!((told.0[0] - 0.6_f64.powf(1.8) / (0.6_f64.powf(1.8) + 0.4_f64.powf(1.8))).abs() < 1e-6, "{told:?}");
        assert_eq!(calibrated(ByPlayer([0.5, 0.5, 0.0, 0.0]), &rules(2)), ByPlayer([0.5, 0.5, 0.0, 0.0]));
        assert_eq!(calibrated(ByPlayer([0.0, 1.0, 0.0, 0.0]), &rules(2)), ByPlayer([0.0, 1.0, 0.0, 0.0]));
        let three = calibrated(ByPlayer([0.5, 0.3, 0.2, 0.0]), &rules(3));
        assert!((three.0.iter().sum::<f64>() - 1.0).abs() < 1e-9 && three.0[0] > three.0[1], "{three:?}");
    }
}
