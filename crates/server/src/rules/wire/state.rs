//! A state as an object, with the field names of RR-CANON-R050 to R052.

use std::collections::BTreeMap;

use ringrift::{Phase, Player, Position, Setup, TurnProgress};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::rules::wire::cells::{CellRef, Point};
use crate::rules::wire::text_or::TextOr;

/// A state of a game. Names may be in camel case or with underscores; fields that are not listed are not looked at.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateObject {
    /// `square8`, `square19`, `hex8`, `hexagonal` or `hexagonal12`; may stand in the board instead.
    #[serde(default, alias = "board_type", skip_serializing_if = "Option::is_none")]
    pub board_type: Option<String>,
    /// `canon`, `compact` or `live`; `canon` if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Options of the edition that are not as usual.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// What is on the board, or its type alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<TextOr<BoardState>>,
    /// The players by seat.
    pub players: Vec<PlayerState>,
    /// The seat to move.
    #[serde(alias = "current_player")]
    pub current_player: u8,
    /// What is to be decided; none at the start of a turn, where the rules find it.
    #[serde(default, alias = "current_phase", skip_serializing_if = "Option::is_none")]
    pub current_phase: Option<String>,
    /// `active` or `completed`.
    #[serde(default, alias = "game_status", skip_serializing_if = "Option::is_none")]
    pub game_status: Option<String>,
    /// The stack that has to move, in phase `movement`.
    #[serde(default, alias = "must_move_from_stack_key", skip_serializing_if = "Option::is_none")]
    pub must_move_from_stack_key: Option<CellRef>,
    /// The stack that captures, in phases `capture` and `chain_capture`.
    #[serde(default, alias = "chain_capture_state", skip_serializing_if = "Option::is_none")]
    pub chain_capture_state: Option<ChainState>,
    /// The winner of a finished game; 0 or nothing in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Why a finished game is over, for example `territory_control`.
    #[serde(default, alias = "victoryReason", alias = "victory_reason", skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rings of all players together; checked if given.
    #[serde(default, alias = "total_rings_in_play", skip_serializing_if = "Option::is_none")]
    pub total_rings_in_play: Option<u32>,
    /// The eliminated rings of all players together; checked if given.
    #[serde(default, alias = "total_rings_eliminated", skip_serializing_if = "Option::is_none")]
    pub total_rings_eliminated: Option<u32>,
    /// The eliminated rings that win; checked if given.
    #[serde(default, alias = "victory_threshold", skip_serializing_if = "Option::is_none")]
    pub victory_threshold: Option<u32>,
    /// The collapsed cells that win; checked if given.
    #[serde(default, alias = "territory_victory_threshold", skip_serializing_if = "Option::is_none")]
    pub territory_victory_threshold: Option<u32>,
    /// The number of turns begun; 1 if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The last player who had a real action at the start of his turn.
    #[serde(default, alias = "last_standing", skip_serializing_if = "Option::is_none")]
    pub last_standing: Option<u8>,
    /// The players who have acted, the latest first.
    #[serde(default, alias = "last_actions", skip_serializing_if = "Vec::is_empty")]
    pub last_actions: Vec<u8>,
    /// What the player has done in his turn: `nothing`, `swap`, `change` or `recovery`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// The rounds of the last player standing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsState>,
    /// In which order the players lost their last rings; 0 for those who did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<u8>,
}

/// What is on a board. Keys of the maps are cells, `3,3`, `-3,5,-2` or by name.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardState {
    /// The type of the board.
    #[serde(
        default,
        rename = "type",
        alias = "boardType",
        alias = "board_type",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind: Option<String>,
    /// The side of a square board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// The stacks.
    #[serde(default)]
    pub stacks: BTreeMap<String, StackState>,
    /// The markers.
    #[serde(default)]
    pub markers: BTreeMap<String, Owner>,
    /// The collapsed cells with their owners.
    #[serde(default, alias = "collapsed_spaces")]
    pub collapsed_spaces: BTreeMap<String, Owner>,
}

/// A stack: its rings from bottom to top, as an object, a list, or digits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a stack: an object with rings, a list of seats, or a text such as \"12\"")]
pub enum StackState {
    /// With what follows from the rings, which is checked if given.
    #[serde(rename_all = "camelCase")]
    Object {
        /// The owners of the rings, from bottom to top.
        rings: Vec<u8>,
        /// How many rings.
        #[serde(default, alias = "stack_height", skip_serializing_if = "Option::is_none")]
        stack_height: Option<u32>,
        /// How many rings of the topmost one's owner are on top.
        #[serde(default, alias = "cap_height", skip_serializing_if = "Option::is_none")]
        cap_height: Option<u32>,
        /// The owner of the topmost ring.
        #[serde(default, alias = "controlling_player", skip_serializing_if = "Option::is_none")]
        controlling_player: Option<u8>,
    },
    /// The rings alone.
    Rings(Vec<u8>),
    /// The rings as digits.
    Digits(String),
}

/// The owner of a marker or of a collapsed cell.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a seat, or an object with a player")]
pub enum Owner {
    /// His seat.
    Seat(u8),
    /// The same as an object.
    Object {
        /// His seat.
        player: u8,
    },
}

/// What belongs to a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerState {
    /// His seat; that of his place in the list if it does not say.
    #[serde(
        default,
        alias = "player_number",
        alias = "playerId",
        alias = "player_id",
        skip_serializing_if = "Option::is_none"
    )]
    pub player_number: Option<u8>,
    /// His rings in hand.
    #[serde(alias = "rings_in_hand")]
    pub rings_in_hand: u16,
    /// The eliminated rings credited to him.
    #[serde(default, alias = "eliminated_rings")]
    pub eliminated_rings: u16,
    /// His collapsed cells; checked if given.
    #[serde(default, alias = "territory_spaces", skip_serializing_if = "Option::is_none")]
    pub territory_spaces: Option<u32>,
}

/// A chain of captures that may or must go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainState {
    /// Where the capturing stack is.
    #[serde(alias = "current_position")]
    pub current_position: CellRef,
}

/// How far the rounds of the last player standing have come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundsState {
    /// The player whose turns begin the rounds.
    #[serde(default)]
    pub opener: Option<u8>,
    /// Who had a real action in this round.
    #[serde(default)]
    pub acted: Vec<u8>,
    /// The only one who had in the last complete rounds.
    #[serde(default)]
    pub alone: Option<u8>,
    /// In how many of them.
    #[serde(default)]
    pub count: u8,
}

/// The name of a deed in objects.
pub(super) const fn deed_name(deed: TurnProgress) -> &'static str {
    match deed {
        TurnProgress::Idle => "nothing",
        TurnProgress::Swapped => "swap",
        TurnProgress::Changed => "change",
        TurnProgress::Recovered => "recovery",
    }
}

impl StateObject {
    /// The object of a position; reading it gives the same position.
    pub fn of(position: &Position) -> StateObject {
        let state = position.to_setup();
        let rules = &state.rules;
        let board = rules.board;
        let (edition, overrides) = rules.describe();
        let point = |cell| CellRef::Object(Point::of(board, cell));
        let (must_move, chain) = match state.phase {
            Some(Phase::Movement { must_move: Some(at) }) => (Some(CellRef::Text(Point::of(board, at).key())), None),
            Some(Phase::CaptureOffer { at } | Phase::CaptureChain { at }) => (None, Some(point(at))),
            _ => (None, None),
        };
        let outcome = position.outcome();
        let player = |player: Player| PlayerState {
            player_number: Some(player.seat()),
            rings_in_hand: state.hands[player],
            eliminated_rings: state.credits[player],
            territory_spaces: Some(position.territory(player)),
        };
        let rounds = &state.rounds;
        let lost = state.elimination_order.of(rules.players).to_vec();
        StateObject {
            board_type: Some(board.name().to_owned()),
            edition: Some(edition.name().to_owned()),
            options: overrides.texts().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
            board: Some(TextOr::Object(board_state(&state))),
            players: Player::seats(rules.players).map(player).collect(),
            current_player: state.to_move.seat(),
            current_phase: state.phase.map(|phase| phase.name().to_owned()),
            game_status: Some(if outcome.is_some() { "completed" } else { "active" }.to_owned()),
            must_move_from_stack_key: must_move,
            chain_capture_state: chain.map(|current_position| ChainState { current_position }),
            winner: outcome.map(|end| end.winner.map_or(0, Player::seat)),
            reason: outcome.map(|end| end.reason.name().to_owned()),
            total_rings_in_play: Some(rules.total_rings().into()),
            total_rings_eliminated: Some(state.credits.0.iter().copied().map(u32::from).sum()),
            victory_threshold: Some(rules.elimination_threshold.into()),
            territory_victory_threshold: Some(rules.territory_threshold.into()),
            turn: Some(state.turn),
            last_standing: state.last_standing.map(Player::seat),
            last_actions: state.last_actions.iter().map(|player| player.seat()).collect(),
            deed: state.turn_progress.map(|deed| deed_name(deed).to_owned()),
            rounds: (*rounds != ringrift::LastStandingRounds::default()).then(|| RoundsState {
                opener: rounds.opener.map(Player::seat),
                acted: rounds.acted.iter().map(Player::seat).collect(),
                alone: rounds.alone.map(Player::seat),
                count: rounds.count,
            }),
            lost: if lost.iter().any(|&order| order > 0) { lost } else { Vec::new() },
        }
    }
}

fn board_state(state: &Setup) -> BoardState {
    let board = state.rules.board;
    let key = |at: &ringrift::Coord| Point::of_coord(board, *at).key();
    let stack = |rings: &[Player]| StackState::Object {
        rings: rings.iter().map(|ring| ring.seat()).collect(),
        stack_height: Some(rings.len() as u32),
        cap_height: Some(cap_height(rings)),
        controlling_player: rings.last().map(|ring| ring.seat()),
    };
    BoardState {
        kind: Some(board.name().to_owned()),
        size: side(board),
        stacks: state.stacks.iter().map(|(at, rings)| (key(at), stack(rings))).collect(),
        markers: state.markers.iter().map(|(at, owner)| (key(at), Owner::Object { player: owner.seat() })).collect(),
        collapsed_spaces: state.collapsed.iter().map(|(at, owner)| (key(at), Owner::Seat(owner.seat()))).collect(),
    }
}

/// How many rings of the topmost one's owner are on top (RR-CANON-R022).
pub(super) fn cap_height(rings: &[Player]) -> u32 {
    rings.iter().rev().take_while(|&ring| Some(ring) == rings.last()).count() as u32
}

/// The side of a square board; hexagons are measured in different ways elsewhere, so theirs is neither written nor checked.
pub(super) fn side(board: ringrift::BoardKind) -> Option<u32> {
    match board.shape() {
        ringrift::Shape::Square { side } => Some(side.into()),
        ringrift::Shape::Hexagon { .. } => None,
    }
}
