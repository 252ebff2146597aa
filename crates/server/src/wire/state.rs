//! The state of a game, as clients draw it.

use std::collections::BTreeMap;

use asg::{BySide, Side};
use ringrift::{Player, Position, Space};
use ringrift_words::situation::headline;
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
    RingRift(RingRiftState),
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
    /// What is asked, in words.
    pub headline: String,
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
}

impl StateView {
    pub(crate) fn new(game: &AnyGame) -> StateView {
        match game {
            AnyGame::RingRift(game) => {
                StateView::RingRift(RingRiftState::new(game.position(), |player| game.seat_of(player)))
            }
            AnyGame::Asg(game) => {
                let (scenario, position) = (game.scenario(), game.position());
                let mut state = serde_json::to_value(asg::json::state(scenario, position)).unwrap_or_default();
                let by_side = |value: &dyn Fn(Side) -> u64| json!(BySide::from_fn(value));
                state["income"] = by_side(&|side| position.income(side, scenario));
                state["spendable"] = by_side(&|side| position.spendable(side, scenario));
                state["headline"] = match position.outcome() {
                    None => format!("Ply {}: {} gives orders.", position.ply() + 1, position.active().name()).into(),
                    Some(_) => "The match is over.".into(),
                };
                StateView::Asg(state)
            }
        }
    }
}

impl RingRiftState {
    /// A position, with the seats behind the colours.
    pub(crate) fn new(position: &Position, seat_of: impl Fn(Player) -> usize) -> RingRiftState {
        let rules = position.rules();
        let mut state = RingRiftState {
            position: position.to_string(),
            turn: position.turn(),
            phase: position.phase().name().into(),
            player: (!position.phase().is_over()).then(|| position.to_move().seat()),
            headline: headline(position),
            stacks: BTreeMap::new(),
            markers: BTreeMap::new(),
            collapsed: BTreeMap::new(),
            players: Vec::new(),
            progress: position.progress(),
        };
        for cell in rules.board.iter_cells() {
            let name = || rules.board.cell_name(cell).to_string();
            match position.space(cell) {
                Space::Empty => {}
                Space::Stack(stack) => drop(state.stacks.insert(name(), digits(stack))),
                Space::Marker(player) => drop(state.markers.insert(name(), player.seat())),
                Space::Collapsed(player) => drop(state.collapsed.insert(name(), player.seat())),
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
            })
            .collect();
        state
    }
}
