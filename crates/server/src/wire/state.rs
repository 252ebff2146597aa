//! The state of a game, as clients draw it.

use std::collections::BTreeMap;

use asg::{BySide, Side};
use ringrift::{CellContent, Player, Position};
use ringrift_text::goals::{Goal, goals};
use ringrift_text::situation::{headline, prompt};
use ringrift_text::turn_stages::{TurnStage, phase_rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Text;
use super::event::digits;
use crate::table::AnyGame;

/// The state of a game: that of RingRift, or for ASG the state as replays have it, with incomes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum StateView {
    /// RingRift.
    RingRift(Box<RingRiftState>),
    /// ASG: `ply`, `activePlayer`, `supplies`, `nodes`, and what both get and can spend in their next ply.
    #[schema(value_type = Object)]
    Asg(Value),
}

/// A position of RingRift.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RingRiftState {
    /// The position as one line of text, which loses nothing.
    pub position: String,
    /// The number of the turn.
    pub turn: u32,
    /// The phase of the turn.
    #[schema(value_type = String)]
    pub phase: Text,
    /// The colour that decides, from 1; none after the end.
    pub player: Option<u8>,
    /// Whose turn it is and what is asked, in words; of a game that is over who won and why.
    pub headline: String,
    /// What is asked, without who is asked.
    pub asked: String,
    /// The rule behind what is asked; none after the end.
    pub rule: Option<String>,
    /// The steps of a turn, in their order.
    pub steps: Vec<StepView>,
    /// At which of them the turn is, from 0; none after the end.
    pub step: Option<usize>,
    /// Stacks by cell: rings from bottom to top, a digit for each colour.
    pub stacks: BTreeMap<String, String>,
    /// Markers by cell: their colour.
    pub markers: BTreeMap<String, u8>,
    /// Collapsed cells: whose territory they are.
    pub collapsed: BTreeMap<String, u8>,
    /// The colours.
    pub players: Vec<PlayerView>,
    /// The progress that never falls: markers, collapsed cells and eliminated rings.
    pub progress: u32,
}

/// A step of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StepView {
    /// Its name, such as `place`.
    #[schema(value_type = String)]
    pub name: Text,
    /// Its name for people.
    #[schema(value_type = String)]
    pub title: Text,
}

/// A way to win, and how far a colour is on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GoalView {
    /// `elimination`, `territory` or `last_standing`.
    #[schema(value_type = String)]
    pub kind: Text,
    /// How much of it is there: rings, cells, or opponents who cannot act.
    pub have: u32,
    /// How much is needed.
    pub need: u32,
    /// What is missing, in words.
    pub text: String,
    /// The rule.
    pub rule: String,
}

/// How a colour stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerView {
    /// The colour, from 1.
    pub player: u8,
    /// The seat that plays it, from 0.
    pub seat: usize,
    /// Rings in hand.
    pub hand: u16,
    /// Rings on the board.
    pub on_board: u32,
    /// Rings whose elimination is credited to it.
    pub eliminated: u16,
    /// Cells of its territory.
    pub territory: u32,
    /// How far it is on every way to win.
    pub goals: Vec<GoalView>,
}

impl StateView {
    pub(crate) fn new(game: &AnyGame) -> StateView {
        match game {
            AnyGame::RingRift(game) => {
                let state = RingRiftState::new(game.position(), |player| game.seat_of(player));
                StateView::RingRift(Box::new(state))
            }
            AnyGame::Asg(game) => StateView::Asg(asg_state(game)),
        }
    }
}

/// A state of ASG as replays have it, with what both get and can spend in their next ply.
pub(crate) fn asg_state(game: &asg::Match) -> Value {
    let (scenario, position) = (game.scenario(), game.position());
    let mut state = serde_json::to_value(asg::json::state(scenario, position)).unwrap_or_default();
    let by_side = |value: &dyn Fn(Side) -> u64| json!(BySide::from_fn(value));
    state["income"] = by_side(&|side| position.income(side, scenario));
    state["spendable"] = by_side(&|side| position.spendable(side, scenario));
    state["headline"] = match position.outcome() {
        None => format!("Ply {}: {} gives orders.", position.ply() + 1, position.active().name()).into(),
        Some(_) => "The match is over.".into(),
    };
    state
}

impl From<Goal> for GoalView {
    fn from(Goal { kind, have, need, text, rule }: Goal) -> GoalView {
        GoalView { kind: kind.into(), have, need, text, rule: rule.to_string() }
    }
}

impl RingRiftState {
    /// A position, with the seats behind the colours.
    pub(crate) fn new(position: &Position, seat_of: impl Fn(Player) -> usize) -> RingRiftState {
        let rules = position.rules();
        let (steps, now) = (TurnStage::of_turn(position), TurnStage::of_phase(position.phase()));
        let mut state = RingRiftState {
            position: position.to_string(),
            turn: position.turn(),
            phase: position.phase().name().into(),
            player: (!position.phase().is_over()).then(|| position.to_move().seat()),
            headline: headline(position),
            asked: prompt(position),
            rule: phase_rule(position.phase()).map(|rule| rule.to_string()),
            step: now.and_then(|now| steps.iter().position(|&step| step == now)),
            steps: steps.iter().map(|step| StepView { name: step.name().into(), title: step.title().into() }).collect(),
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
                CellContent::Stack(stack) => drop(state.stacks.insert(name(), digits(stack))),
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
                goals: goals(position, player).into_iter().map(GoalView::from).collect(),
            })
            .collect();
        state
    }
}
