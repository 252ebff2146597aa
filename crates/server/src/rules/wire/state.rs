//! State as an object, with the field names of RR-CANON-R050 to R052.

use std::collections::BTreeMap;

use ringrift::{Phase, Player, Position, Setup, TurnProgress};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::rules::wire::cells::{CellRef, Point};
use crate::rules::wire::text_or::TextOr;

/// State of a game. Field names may be in camel case or snake case; unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateObject {
    /// `square8`, `square19`, `hex8`, `hexagonal` or `hexagonal12`; may be given in `board` instead.
    #[serde(default, alias = "board_type", skip_serializing_if = "Option::is_none")]
    pub board_type: Option<String>,
    /// `canon`, `compact` or `live`; `canon` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Rules that differ from the edition.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Pieces on the board, or only its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<TextOr<BoardState>>,
    /// Players by seat.
    pub players: Vec<PlayerState>,
    /// Seat to move, from 1.
    #[serde(alias = "current_player")]
    pub current_player: u8,
    /// Current phase; at the start of a turn it may be absent and is derived from the rules.
    #[serde(default, alias = "current_phase", skip_serializing_if = "Option::is_none")]
    pub current_phase: Option<String>,
    /// `active` or `completed`.
    #[serde(default, alias = "game_status", skip_serializing_if = "Option::is_none")]
    pub game_status: Option<String>,
    /// Stack that must move, in phase `movement`.
    #[serde(default, alias = "must_move_from_stack_key", skip_serializing_if = "Option::is_none")]
    pub must_move_from_stack_key: Option<CellRef>,
    /// Capturing stack, in phases `capture` and `chain_capture`.
    #[serde(default, alias = "chain_capture_state", skip_serializing_if = "Option::is_none")]
    pub chain_capture_state: Option<ChainState>,
    /// Winner of a finished game; 0 or absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Reason for the end, such as `territory_control`.
    #[serde(default, alias = "victoryReason", alias = "victory_reason", skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of rings of all players; checked if given.
    #[serde(default, alias = "total_rings_in_play", skip_serializing_if = "Option::is_none")]
    pub total_rings_in_play: Option<u32>,
    /// Number of eliminated rings of all players; checked if given.
    #[serde(default, alias = "total_rings_eliminated", skip_serializing_if = "Option::is_none")]
    pub total_rings_eliminated: Option<u32>,
    /// Eliminated rings needed to win; checked if given.
    #[serde(default, alias = "victory_threshold", skip_serializing_if = "Option::is_none")]
    pub victory_threshold: Option<u32>,
    /// Collapsed cells needed to win; checked if given.
    #[serde(default, alias = "territory_victory_threshold", skip_serializing_if = "Option::is_none")]
    pub territory_victory_threshold: Option<u32>,
    /// Turn number; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Last player who had a real action at the start of their turn.
    #[serde(default, alias = "last_standing", skip_serializing_if = "Option::is_none")]
    pub last_standing: Option<u8>,
    /// Players who have acted, latest first.
    #[serde(default, alias = "last_actions", skip_serializing_if = "Vec::is_empty")]
    pub last_actions: Vec<u8>,
    /// What the player did earlier in the turn: `nothing`, `swap`, `change` or `recovery`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// Rounds of the last-player-standing rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsState>,
    /// Order in which the players lost their last rings, from 1; 0 for the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<u8>,
}

/// Pieces on a board. Keys of the maps are cells by key (`3,3`, `-3,5,-2`) or by name.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardState {
    /// Type of the board.
    #[serde(
        default,
        rename = "type",
        alias = "boardType",
        alias = "board_type",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind: Option<String>,
    /// Side length of a square board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Stacks by cell.
    #[serde(default)]
    pub stacks: BTreeMap<String, StackState>,
    /// Owners of markers by cell.
    #[serde(default)]
    pub markers: BTreeMap<String, Owner>,
    /// Owners of collapsed cells.
    #[serde(default, alias = "collapsed_spaces")]
    pub collapsed_spaces: BTreeMap<String, Owner>,
}

/// Stack: rings from bottom to top, as an object, a list or digits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a stack: an object with rings, a list of seats, or a text such as \"12\"")]
pub enum StackState {
    /// Rings and derived values, which are checked if given.
    #[serde(rename_all = "camelCase")]
    Object {
        /// Owners of the rings, from bottom to top.
        rings: Vec<u8>,
        /// Number of rings.
        #[serde(default, alias = "stack_height", skip_serializing_if = "Option::is_none")]
        stack_height: Option<u32>,
        /// Number of rings in the cap.
        #[serde(default, alias = "cap_height", skip_serializing_if = "Option::is_none")]
        cap_height: Option<u32>,
        /// Owner of the top ring.
        #[serde(default, alias = "controlling_player", skip_serializing_if = "Option::is_none")]
        controlling_player: Option<u8>,
    },
    /// Rings as a list.
    Rings(Vec<u8>),
    /// Rings as digits.
    Digits(String),
}

/// Owner of a marker or a collapsed cell.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a seat, or an object with a player")]
pub enum Owner {
    /// Seat number.
    Seat(u8),
    /// Object with the seat number.
    Object {
        /// Seat number.
        player: u8,
    },
}

/// State of a player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerState {
    /// Seat, from 1; by default the position in the list.
    #[serde(
        default,
        alias = "player_number",
        alias = "playerId",
        alias = "player_id",
        skip_serializing_if = "Option::is_none"
    )]
    pub player_number: Option<u8>,
    /// Rings in hand.
    #[serde(alias = "rings_in_hand")]
    pub rings_in_hand: u16,
    /// Eliminated rings credited to the player.
    #[serde(default, alias = "eliminated_rings")]
    pub eliminated_rings: u16,
    /// Number of collapsed cells; checked if given.
    #[serde(default, alias = "territory_spaces", skip_serializing_if = "Option::is_none")]
    pub territory_spaces: Option<u32>,
}

/// Chain of captures that may or must continue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainState {
    /// Cell of the capturing stack.
    #[serde(alias = "current_position")]
    pub current_position: CellRef,
}

/// Progress of the last-player-standing rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RoundsState {
    /// Player whose turns start the rounds.
    #[serde(default)]
    pub opener: Option<u8>,
    /// Players who had a real action in this round.
    #[serde(default)]
    pub acted: Vec<u8>,
    /// The only player who had one in the last complete rounds.
    #[serde(default)]
    pub alone: Option<u8>,
    /// Number of these rounds.
    #[serde(default)]
    pub count: u8,
}

/// Returns the wire name of a turn progress.
pub(super) const fn turn_progress_name(progress: TurnProgress) -> &'static str {
    match progress {
        TurnProgress::Idle => "nothing",
        TurnProgress::Swapped => "swap",
        TurnProgress::Changed => "change",
        TurnProgress::Recovered => "recovery",
    }
}

impl StateObject {
    /// Converts a position; converting the object back gives an equal position.
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
            deed: state.turn_progress.map(|progress| turn_progress_name(progress).to_owned()),
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

/// Returns the number of rings in the cap (RR-CANON-R022).
pub(super) fn cap_height(rings: &[Player]) -> u32 {
    rings.iter().rev().take_while(|&ring| Some(ring) == rings.last()).count() as u32
}

/// Returns the side length of a square board. Engines define the size of hexagonal boards differently, so it is neither
/// written nor checked.
pub(super) fn side(board: ringrift::BoardKind) -> Option<u32> {
    match board.shape() {
        ringrift::Shape::Square { side } => Some(side.into()),
        ringrift::Shape::Hexagon { .. } => None,
    }
}
