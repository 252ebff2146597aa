//! State as an object, with the field names of RR-CANON-R050 to R052.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::rules::history::list_or_empty;
use crate::rules::{CellRef, TextOr};

/// State of a game. Field names may be in camel case or snake case; unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateObject {
    /// `square8`, `square19`, `hex8`, `hexagonal` or `hexagonal12`; may be given in `board` instead. In the live edition, `hexagonal` means `hexagonal12` unless the options `rings` and `line_length` are given.
    #[serde(default, alias = "board_type", skip_serializing_if = "Option::is_none")]
    pub board_type: Option<String>,
    /// `canon`, `compact` or `live`; `canon` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Rules that differ from the edition.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Pieces on the board, or only the name of the board.
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
    /// Number of the line that the last move, such as `L 1`, has chosen, if the next move, such as `LR 2:1`, has to say how to take it.
    #[serde(default, alias = "chosen_line", skip_serializing_if = "Option::is_none")]
    pub chosen_line: Option<u16>,
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
    /// Moves that led to the state, oldest first. Responses repeat the moves of the request and append the evaluated
    /// move. Entries are not checked, because their structure depends on the program that wrote them.
    #[serde(default, alias = "move_history", deserialize_with = "list_or_empty")]
    pub move_history: Vec<Value>,
    /// Turn number; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Last player who had a real action at the start of their turn.
    #[serde(default, alias = "last_standing", skip_serializing_if = "Option::is_none")]
    pub last_standing: Option<u8>,
    /// Players who have acted, latest first.
    #[serde(default, alias = "last_actions", skip_serializing_if = "Vec::is_empty")]
    pub last_actions: Vec<u8>,
    /// Earlier action of the current turn: `nothing`, `swap`, `change` or `recovery`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// Rounds of the last-player-standing rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsState>,
    /// Order in which the players lost their last rings, by seat: 1 for the first loss; 0 for players with rings.
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
    /// Side length in cells; in the live edition, hexagonal boards have their diameter here. Checked if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Stacks by cell.
    #[serde(default)]
    pub stacks: BTreeMap<String, StackState>,
    /// Markers by cell.
    #[serde(default)]
    pub markers: BTreeMap<String, MarkerState>,
    /// Owners of collapsed cells.
    #[serde(default, alias = "collapsed_spaces")]
    pub collapsed_spaces: BTreeMap<String, Owner>,
    /// Eliminated rings credited to each player, by seat number; checked if given.
    #[serde(default, alias = "eliminated_rings", skip_serializing_if = "Option::is_none")]
    pub eliminated_rings: Option<BTreeMap<String, u32>>,
}

/// Stack: rings from bottom to top, as an object, a list or digits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a stack: an object with rings, a list of seats, or a text such as \"12\"")]
pub enum StackState {
    /// Rings and derived values, which are checked if given.
    #[serde(rename_all = "camelCase")]
    Object {
        /// Cell of the stack, equal to its key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<CellRef>,
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

/// Marker, as an object or only the seat number of its owner.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected a marker: a seat, or an object with a player")]
pub enum MarkerState {
    /// Seat number of the owner.
    Seat(u8),
    /// Owner and derived values, which are checked if given.
    Object {
        /// Seat number of the owner.
        player: u8,
        /// Cell of the marker, equal to its key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<CellRef>,
        /// `regular`, the only type of marker.
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
}

/// Owner of a collapsed cell.
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
    /// The only player who had a real action in the last `count` complete rounds.
    #[serde(default)]
    pub alone: Option<u8>,
    /// Number of complete rounds in a row in which only `alone` had a real action.
    #[serde(default)]
    pub count: u8,
}
