//! Views of game states.

use std::collections::BTreeMap;

use api::{GoalView, MessageParts, PlayerView, RingRiftState, StateView, StepView};
use asg::{BySide, Side};
use ringrift::{CellContent, Player, Position};
use ringrift_text::goals::{Goal, goals};
use ringrift_text::situation::{headline, prompt};
use ringrift_text::turn_stages::{TurnStage, phase_rule};
use serde_json::{Value, json};

use super::event::ring_digits;
use crate::{AnyGame, texts};

pub fn state_view(game: &AnyGame) -> StateView {
    match game {
        AnyGame::RingRift(game) => {
            let state = ringrift_state(game.position(), |player| game.seat_of(player));
            StateView::RingRift(Box::new(state))
        }
        AnyGame::Asg(game) => StateView::Asg(asg_state(game)),
    }
}

/// Returns an ASG state as in replays, with a headline and with the income and the spendable supply of both sides in their
/// next ply.
pub fn asg_state(game: &asg::Match) -> Value {
    let (scenario, position) = (game.scenario(), game.position());
    let mut state = serde_json::to_value(asg::json::state(scenario, position)).expect("a state serializes to JSON");
    let by_side = |value: &dyn Fn(Side) -> u64| json!(BySide::from_fn(value));
    state["income"] = by_side(&|side| position.income(side, scenario));
    state["spendable"] = by_side(&|side| position.spendable(side, scenario));
    let headline = match position.outcome() {
        None => texts::ASG_TURN.with("ply", position.ply() + 1).with("side", position.active().name()),
        Some(_) => texts::ASG_OVER.message(),
    };
    state["headline"] = headline.to_string().into();
    state["headline_parts"] = json!(MessageParts::from(&headline));
    state
}

fn goal_view(Goal { kind, have, need, text, rule }: Goal) -> GoalView {
    GoalView {
        kind: kind.into(),
        have,
        need,
        text: text.to_string(),
        text_parts: Some((&text).into()),
        rule: rule.to_string(),
    }
}

/// Returns a RingRift position; `seat_of` maps each colour to its seat.
pub fn ringrift_state(position: &Position, seat_of: impl Fn(Player) -> usize) -> RingRiftState {
    let rules = position.rules();
    let (steps, now) = (TurnStage::of_turn(position), TurnStage::of_phase(position.phase()));
    let (headline, asked) = (headline(position), prompt(position));
    let step_view = |step: &TurnStage| StepView {
        name: step.name().into(),
        title: step.title().text.into(),
        title_parts: Some((&step.title().message()).into()),
    };
    let mut state = RingRiftState {
        position: position.to_string(),
        turn: position.turn(),
        phase: position.phase().name().into(),
        player: (!position.phase().is_over()).then(|| position.to_move().seat()),
        headline: headline.to_string(),
        headline_parts: Some((&headline).into()),
        asked: asked.to_string(),
        asked_parts: Some((&asked).into()),
        rule: phase_rule(position.phase()).map(|rule| rule.to_string()),
        step: now.and_then(|now| steps.iter().position(|&step| step == now)),
        steps: steps.iter().map(step_view).collect(),
        stacks: BTreeMap::new(),
        markers: BTreeMap::new(),
        collapsed: BTreeMap::new(),
        players: Vec::new(),
        progress: position.progress(),
    };
    for cell in rules.board.iter_cells() {
        let name = || rules.board.cell_name(cell).to_string();
        match position.content(cell) {
            CellContent::Empty => {}
            CellContent::Stack(stack) => drop(state.stacks.insert(name(), ring_digits(stack))),
            CellContent::Marker(player) => drop(state.markers.insert(name(), player.seat())),
            CellContent::Collapsed(player) => drop(state.collapsed.insert(name(), player.seat())),
        }
    }
    state.players = Player::seats(rules.players)
        .map(|player| PlayerView {
            player: player.seat(),
            seat: seat_of(player),
            hand: position.hand(player),
            on_board: position.rings_on_board(player),
            eliminated: position.credits(player),
            territory: position.territory(player),
            goals: goals(position, player).into_iter().map(goal_view).collect(),
        })
        .collect();
    state
}
