//! Legal actions, grouped for selection on the board.

use api::{CellsView, Choice, ChoiceGroup, LegalView, OrderRange};
use asg::{Scenario, Side};
use ringrift::{Action, BoardKind, Cell, Message, Position, Region};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::action_text::{choosable_regions, details_with_regions};
use ringrift_text::cell_selection::{ActionCells, action_cells, action_cells_with_regions};

use crate::{AnyGame, texts};

/// Largest number of actions of one kind for which details are computed; details of a recovery slide require playing it.
/// The limit is four times the largest number seen in games.
const MAX_DETAILED: usize = 5_000;

/// Largest number of actions of one kind that are listed. Only constructed positions have more, because a recovery slide counts
/// once for every buried ring that can pay for it.
const MAX_LISTED: usize = 20_000;

/// Returns the legal actions of the player to move.
pub fn legal_view(game: &AnyGame) -> LegalView {
    match game {
        AnyGame::RingRift(game) => choices(game.position()),
        AnyGame::Asg(game) => {
            let (scenario, position) = (game.scenario(), game.position());
            let (side, budget) = (position.active(), scenario.settings().action_budget);
            order_ranges(scenario, position, side, budget, position.spendable(side, scenario))
        }
    }
}

/// Returns the legal actions of a RingRift position.
pub fn choices(position: &Position) -> LegalView {
    LegalView::RingRift { groups: groups(position) }
}

/// Returns the possible orders of a side that has `budget` orders and `supply` left.
pub fn order_ranges(scenario: &Scenario, position: &asg::Position, side: Side, budget: u64, supply: u64) -> LegalView {
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
    let listed = &actions[..all.min(MAX_LISTED)];
    let is_detailed = all <= MAX_DETAILED;
    let details = |action| details_with_regions(position, regions, action);
    let chosen = |&action: &Action| {
        let details = if is_detailed { details(action) } else { None };
        Choice {
            details: details.as_ref().map(Message::to_string),
            details_parts: details.as_ref().map(Into::into),
            ..choice(position, regions, action)
        }
    };
    let title = kind.title(position);
    let is_brief = !is_detailed && actions.first().and_then(|&action| details(action)).is_some();
    let note = note(all, listed.len(), is_brief);
    ChoiceGroup {
        kind: kind.name().into(),
        title: title.text.into(),
        title_parts: Some((&title.message()).into()),
        choices: listed.iter().map(chosen).collect(),
        left_out: all - listed.len(),
        note: note.as_ref().map(Message::to_string),
        note_parts: note.as_ref().map(Into::into),
    }
}

/// Returns a note about the actions and details that a list omits.
fn note(all: usize, listed: usize, is_brief: bool) -> Option<Message> {
    let kind = match (all > listed, is_brief) {
        (true, true) => "both",
        (true, false) => "cut",
        (false, true) => "brief",
        (false, false) => return None,
    };
    Some(texts::NOTE_LONG_LIST.with("kind", kind).with("all", all).with("listed", listed))
}

fn choice(position: &Position, regions: &[Region], action: Action) -> Choice {
    let cells = action_cells_with_regions(position, regions, action);
    let CellsView { picks, others } = named_cells(cells, position.rules().board);
    let rings = if let Action::Place { rings, .. } = action { Some(rings) } else { None };
    Choice { action: position.action_text(action), picks, others, rings, details: None, details_parts: None }
}

/// Returns the cells of an action in the position in which it is played.
pub fn cells_view(position: &Position, action: Action) -> CellsView {
    named_cells(action_cells(position, action), position.rules().board)
}

fn named_cells(ActionCells { picks, others }: ActionCells, board: BoardKind) -> CellsView {
    let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| board.cell_name(cell).to_string()).collect();
    CellsView { picks: names(picks), others: names(others) }
}
