//! What can be done, grouped by what can be pointed at.

use asg::{Scenario, Side};
use ringrift::{Action, Cell, Position};
use ringrift_words::action_text::{Kind, details};
use ringrift_words::pointing::{Pointed, pointed};
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
    /// What the text does not say.
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
        let moves = scenario.nodes().filter(|&node| budget > 0 && position.place(node).forces[side] > 0);
        let moves = moves.map(|node| OrderRange {
            from: name(node),
            to: scenario.neighbours(node).iter().map(|&to| name(to)).collect(),
            most: position.place(node).forces[side],
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

fn groups(position: &Position) -> Vec<ChoiceGroup> {
    let actions = position.legal_actions();
    let mut groups = Vec::new();
    for kind in Kind::ALL {
        let of_kind = actions.iter().filter(|&&action| Kind::of(position, action) == kind);
        let choices: Vec<Choice> = of_kind.map(|&action| choice(position, action)).collect();
        if !choices.is_empty() {
            groups.push(ChoiceGroup { kind: kind.name().into(), title: kind.title(position).into(), choices });
        }
    }
    groups
}

fn choice(position: &Position, action: Action) -> Choice {
    let CellsView { picks, others } = CellsView::of(position, action);
    Choice { action: position.action_text(action), picks, others, details: details(position, action) }
}

impl CellsView {
    /// The cells of an action in the position in which it is played.
    pub(crate) fn of(position: &Position, action: Action) -> CellsView {
        let Pointed { picks, others } = pointed(position, action);
        let board = position.rules().board;
        let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| board.cell_name(cell).to_string()).collect();
        CellsView { picks: names(picks), others: names(others) }
    }
}
