//! Analysis of a position with a network: all legal actions with their chances and expected continuations.

use ::neural::{ChoiceView, NodeView, Search, Values};
use learning::{Decision, Step, StepList};
use ringrift::{Action, PositionOf, Ruleset};

use crate::analysis::{Analysis, LONGEST_LINE, ScoredAction};
use crate::neural::chances::chances;
use crate::neural::simulation::win_of;

/// Chance that an unvisited action loses against the mean of the position; the search would have visited it if it looked as good.
const UNVISITED_PENALTY: f32 = 0.25;

/// Penalty of the chance of an action without visits when actions are ranked; it decreases with the visits.
const VISIT_PENALTY: f64 = 0.5;

/// Returns the analysis of the root of a search. `best` is the chosen action, and `win` a turn that wins.
pub(super) fn analysis_of<const W: usize>(
    search: &Search<W>,
    position: &PositionOf<W>,
    best: Option<Action>,
    win: Option<Vec<Action>>,
    nodes: u64,
) -> Analysis {
    let (rules, mover) = (position.rules(), position.to_move());
    let mut actions = Vec::new();
    for choice in search.tree().root().choices() {
        list(search.tree().root(), choice, &mut actions);
    }
    let unvisited = unvisited_values(search, rules);
    for &action in &position.legal_actions() {
        if !actions.iter().any(|listed| listed.action == action) {
            actions.push(Listed { action, values: None, is_proven: false, visits: 0, line: vec![action] });
        }
    }
    let mut scored: Vec<ScoredAction> = actions
        .into_iter()
        .map(|listed| ScoredAction {
            action: listed.action,
            chances: chances(&listed.values.unwrap_or(unvisited), rules),
            is_proved: rules.players == 2 && listed.is_proven,
            nodes: listed.visits.into(),
            line: listed.line,
        })
        .collect();
    if let Some(line) = win
        && let Some(winning) = scored.iter_mut().find(|scored| Some(&scored.action) == line.first())
    {
        winning.chances = chances(&win_of(mover, rules.players), rules);
        winning.is_proved = rules.players == 2;
        winning.line = line;
    }
    let rank = |scored: &ScoredAction| {
        let chance = scored.chances[mover];
        let is_won = scored.is_proved && chance >= 1.0;
        let is_lost = scored.is_proved && chance <= 0.0;
        let penalty = if scored.is_proved { 0.0 } else { VISIT_PENALTY / (1.0 + scored.nodes as f64).sqrt() };
        let certainty = i8::from(is_won) - i8::from(is_lost);
        (certainty, i8::from(!is_lost && Some(scored.action) == best), chance - penalty)
    };
    scored.sort_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        (b.0, b.1).cmp(&(a.0, a.1)).then(b.2.total_cmp(&a.2))
    });
    let root = chances(&search.tree().values(), rules);
    let chances = scored.first().filter(|best| best.nodes > 0 || best.is_proved).map_or(root, |best| best.chances);
    Analysis { to_move: mover, chances, actions: scored, nodes }
}

/// An action with its statistics.
struct Listed {
    action: Action,
    /// The values of the players before the action; `None` without visits.
    values: Option<Values>,
    is_proven: bool,
    visits: u32,
    line: Vec<Action>,
}

/// Lists the actions that a choice of the root means: one, or the prices of a slide that was searched.
fn list<const W: usize>(root: NodeView<'_, W>, choice: ChoiceView<'_, W>, actions: &mut Vec<Listed>) {
    let decision = root.decision();
    match (choice.step, choice.node) {
        (Step::Slide(..), Some(node)) if node.decision().position().hash() == decision.position().hash() => {
            for price in node.choices() {
                actions.extend(listed(node.decision(), price));
            }
        }
        _ => actions.extend(listed(decision, choice)),
    }
}

/// Describes the action of a choice; `None` if its price is open and was never searched.
fn listed<const W: usize>(decision: &Decision<W>, choice: ChoiceView<'_, W>) -> Option<Listed> {
    let line = line(decision, choice);
    let visits = choice.node.map_or(0, |node| node.visits());
    let is_proven = choice.node.is_some_and(|node| node.is_proven());
    let values = choice.node.filter(|_| visits > 0 || is_proven).map(|node| node.values_before());
    Some(Listed { action: *line.first()?, values, is_proven, visits, line })
}

/// Returns the expected continuation, starting with a choice. It contains the forced actions between the nodes of the tree.
pub(super) fn line<const W: usize>(decision: &Decision<W>, choice: ChoiceView<'_, W>) -> Vec<Action> {
    let mut decision = decision.clone();
    let mut line = Vec::new();
    let mut steps = StepList::default();
    let mut next = Some(choice);
    while let Some(choice) = next {
        let mut step = Some(choice.step);
        while let Some(played) = step {
            if let Step::Action(action) = played {
                line.push(action);
            }
            decision.play_step(played);
            steps.fill(&decision);
            step = match *steps.steps() {
                [forced] => Some(forced),
                _ => None,
            };
        }
        if line.len() >= LONGEST_LINE {
            break;
        }
        next = choice.node.and_then(best_choice);
    }
    line.truncate(LONGEST_LINE);
    line
}

/// Returns the choice of a node that is proven to win, or else the most visited one that is not proven to lose.
fn best_choice<const W: usize>(node: NodeView<'_, W>) -> Option<ChoiceView<'_, W>> {
    let mover = node.decision().position().to_move().index();
    let rank = |choice: &ChoiceView<'_, W>| {
        let child = choice.node?;
        let value = child.values_before()[mover];
        let certainty = if child.is_proven() { i8::from(value >= 1.0) - i8::from(value <= -1.0) } else { 0 };
        (child.visits() > 0).then(|| (certainty, child.visits()))
    };
    node.choices().filter(|choice| rank(choice).is_some()).max_by_key(rank)
}

/// Returns the values of actions without visits.
fn unvisited_values<const W: usize>(search: &Search<W>, rules: &Ruleset) -> Values {
    let mover = search.tree().decision().position().to_move().index();
    let mut values = search.tree().values();
    let others = f32::from(rules.players - 1);
    for (seat, value) in values.iter_mut().take(rules.players.into()).enumerate() {
        *value += if seat == mover { -UNVISITED_PENALTY } else { UNVISITED_PENALTY / others };
        *value = value.clamp(-1.0, 1.0);
    }
    values
}
