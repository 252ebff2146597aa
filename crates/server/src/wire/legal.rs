//! What can be done, grouped by what can be pointed at.

use asg::{Scenario, Side};
use ringrift::{Action, BoardKind, Cell, Position, Region};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::action_text::{choosable_regions, details_with_regions};
use ringrift_text::cell_selection::{ActionCells, action_cells, action_cells_with_regions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Text;
use crate::table::AnyGame;

/// What whoever is to move can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum LegalView {
    /// RingRift: every legal action.
    RingRift {
        /// In groups of one kind.
        groups: Vec<ChoiceGroup>,
    },
    /// ASG: orders are combined freely, so their ranges are given.
    Asg {
        /// How many orders of a ply count.
        budget: u64,
        /// The most troops that can be bought.
        reinforce: u64,
        /// Where they come.
        reinforce_at: String,
        /// Where troops can go.
        moves: Vec<OrderRange>,
    },
}

/// Actions of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChoiceGroup {
    /// The kind, such as `move` or `whole_line`.
    #[schema(value_type = String)]
    pub kind: Text,
    /// The kind in words.
    #[schema(value_type = String)]
    pub title: Text,
    /// The actions.
    pub choices: Vec<Choice>,
    /// How many more there are that are not listed. All are legal; no game that is played has as many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// What is missing in the list, in words, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// One legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// The action, as it is sent back.
    pub action: String,
    /// The cells to point at, one after the other.
    pub picks: Vec<String>,
    /// Other cells that belong to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// What the text does not say; left out where there are too many choices to say it of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// The cells of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct CellsView {
    /// Those it is made of, in the order in which they are picked.
    pub picks: Vec<String>,
    /// Other cells that belong to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

/// Troops that can go somewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OrderRange {
    /// From which node.
    pub from: String,
    /// To which nodes.
    pub to: Vec<String>,
    /// How many at most, before any further order.
    pub most: u64,
}

impl LegalView {
    pub(crate) fn new(game: &AnyGame) -> LegalView {
        match game {
            AnyGame::RingRift(game) => LegalView::RingRift { groups: groups(game.position()) },
            AnyGame::Asg(game) => {
                let (scenario, position) = (game.scenario(), game.position());
                let (side, budget) = (position.active(), scenario.settings().action_budget);
                LegalView::orders(scenario, position, side, budget, position.spendable(side, scenario))
            }
        }
    }

    /// What a side can order of what stands in a position, with so many orders and so much supply left.
    pub(crate) fn orders(
        scenario: &Scenario,
        position: &asg::Position,
        side: Side,
        budget: u64,
        supply: u64,
    ) -> LegalView {
        let name = |node| scenario.id_of(node).to_owned();
        let moves = scenario.nodes().filter(|&node| budget > 0 && position.node_state(node).forces[side] > 0);
        let moves = moves.map(|node| OrderRange {
            from: name(node),
            to: scenario.neighbours(node).iter().map(|&to| name(to)).collect(),
            most: position.node_state(node).forces[side],
        });
        let most = supply / scenario.settings().reinforce_cost_per_strength;
        LegalView::Asg {
            budget,
            reinforce: if budget > 0 { most } else { 0 },
            reinforce_at: name(scenario.hq(side)),
            moves: moves.collect(),
        }
    }
}

/// The most actions of a kind of which it is told what each is about. Slides are tried for that. It is four times as many as were
/// ever met in games.
const MOST_DETAILED: usize = 5_000;

/// The most actions of a kind that are listed. Only positions that somebody made up have more, by slides that every buried
/// ring can pay for.
const MOST_LISTED: usize = 20_000;

fn groups(position: &Position) -> Vec<ChoiceGroup> {
    let (actions, regions) = (position.legal_actions(), choosable_regions(position));
    let mut groups = Vec::new();
    for kind in ActionKind::ALL {
        let of_kind = actions.iter().copied().filter(|&action| ActionKind::of(position, action) == kind);
        let of_kind: Vec<Action> = of_kind.collect();
        if !of_kind.is_empty() {
            groups.push(group(position, &regions, kind, &of_kind));
        }
    }
    groups
}

fn group(position: &Position, regions: &[Region], kind: ActionKind, actions: &[Action]) -> ChoiceGroup {
    let all = actions.len();
    let listed = &actions[..all.min(MOST_LISTED)];
    let is_detailed = all <= MOST_DETAILED;
    let details = |action| details_with_regions(position, regions, action);
    let chosen = |&action: &Action| Choice {
        details: if is_detailed { details(action) } else { None },
        ..choice(position, regions, action)
    };
    ChoiceGroup {
        kind: kind.name().into(),
        title: kind.title(position).into(),
        choices: listed.iter().map(chosen).collect(),
        left_out: all - listed.len(),
        note: note(all, listed.len(), !is_detailed && actions.first().and_then(|&action| details(action)).is_some()),
    }
}

/// What is missing in a list, in words.
fn note(all: usize, listed: usize, is_brief: bool) -> Option<String> {
    let cut = (all > listed).then(|| format!("only the first {listed} of {all} are listed; the others are as legal"));
    let brief = is_brief.then(|| format!("what each of the {all} does is told by its preview"));
    let notes: Vec<String> = cut.into_iter().chain(brief).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

fn choice(position: &Position, regions: &[Region], action: Action) -> Choice {
    let pointed = action_cells_with_regions(position, regions, action);
    let CellsView { picks, others } = CellsView::new(pointed, position.rules().board);
    Choice { action: position.action_text(action), picks, others, details: None }
}

impl CellsView {
    /// The cells of an action in the position in which it is played.
    pub(crate) fn of(position: &Position, action: Action) -> CellsView {
        CellsView::new(action_cells(position, action), position.rules().board)
    }

    fn new(ActionCells { picks, others }: ActionCells, board: BoardKind) -> CellsView {
        let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| board.cell_name(cell).to_string()).collect();
        CellsView { picks: names(picks), others: names(others) }
    }
}
