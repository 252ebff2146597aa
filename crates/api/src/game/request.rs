//! Games: lists, seats, history and records.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::{AgentNote, ClockRules, GameId, MessageParts, Moment, SeatView, Secret, StateView};

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = BriefView)]
pub struct GameSummary {
    pub id: GameId,
    /// `ringrift` or `asg`.
    pub game: String,
    /// Rules in one line.
    pub rules: String,
    /// Rules as people read them, such as `square8 2p standard` for `square8 2p canon regions=no_main`.
    #[serde(default)]
    pub rules_title: String,
    /// `match`, `hot_seat` or `analysis`.
    pub purpose: String,
    /// `waiting`, `running` or `over`.
    pub stage: String,
    /// Occupants by seat.
    pub seats: Vec<SeatView>,
    /// Seat to move.
    pub to_move: Option<usize>,
    /// Whether you hold the seat to move.
    pub your_turn: bool,
    /// Number of actions played and not taken back; 0 while public lists hide what happens in a game with a spectator delay.
    pub actions: i64,
    /// Reason for the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Ranks by seat, such as `1/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<String>,
    /// Creation time.
    pub created: Moment,
    /// Time of the last change, or of the start while public lists hide what happens in a game with a spectator delay. For the next page, pass it as `before` and `id` as `last`.
    pub changed: Moment,
}

/// Filter and page of a list of games.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// List your own games instead of public ones.
    pub mine: bool,
    /// Only games at this stage: `waiting` (the lobby), `running` or `over`.
    pub stage: Option<String>,
    /// Only games that changed before this time: `changed` of the last game of the previous page.
    pub before: Option<i64>,
    /// With `before`: `id` of the last game of the previous page, so that games that changed at the same time are listed exactly once.
    pub last: Option<String>,
    /// Page size, at most 100; 20 by default.
    pub most: Option<u32>,
}

/// A game that was created.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MadeView)]
pub struct CreatedGame {
    pub id: GameId,
    /// Secrets by seat, shown only once; `/#seat=SECRET` opens a seat. The secret of an open seat is an invitation; when the seat is taken it is replaced, and leads only the guest who has used it back to the game. Bots have none.
    #[schema(value_type = Vec<Option<String>>)]
    pub secrets: Vec<Option<Secret>>,
}

/// A seat number.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SeatBody {
    /// Seat, from 0.
    pub seat: Option<usize>,
}

/// The secret of a seat or of a share link.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecretBody {
    pub secret: String,
}

/// A seat that you hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TakenView)]
pub struct ClaimedSeat {
    pub game: GameId,
    pub seat: usize,
    /// New secret of the seat if you have just taken it, shown only once. It opens the seat on other devices; the invitation no longer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub secret: Option<Secret>,
    /// Sequence number of the last log entry.
    pub seq: u64,
    /// Hash of the state.
    pub hash: String,
}

/// What a seat's secret means to you.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    /// The seat is open: you can take it with `POST /api/seats/claim`.
    Open,
    /// You play this game already, or have used this invitation yourself.
    Yours,
    /// The secret of a taken seat: claiming it gives this device access to the seat.
    Device,
    /// Another guest has used this invitation.
    Used,
}

/// An invitation, described without using it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct InvitationView {
    pub state: InvitationState,
    /// The game; absent if another guest has used the invitation and you may not watch the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<GameId>,
    /// The table, while the seat is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<InvitedTable>,
}

/// A table with an open seat, as the guest with the invitation sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct InvitedTable {
    /// `ringrift` or `asg`.
    pub game: String,
    /// Rules in one line.
    pub rules: String,
    /// Rules as people read them, such as `square8 2p standard` for `square8 2p canon regions=no_main`.
    pub rules_title: String,
    /// Name of the guest who created the game, or of the first player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inviter: Option<String>,
    /// The offered seat.
    pub seat: usize,
    /// Occupants by seat.
    pub seats: Vec<SeatView>,
    /// Time control.
    pub clock: ClockRules,
}

/// A seat's new secret.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = RenewedView)]
pub struct RenewedSecret {
    pub seat: usize,
    /// The secret. It is shown only once.
    pub secret: String,
}

/// The share link of a private game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShareLink {
    /// Address of the link without the host: `/games/ID#share=SECRET`.
    pub path: String,
    /// The secret, for `POST /api/games/ID/watch`.
    pub secret: String,
}

/// Question why an action is illegal or a cell cannot be selected.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WhyBody {
    /// RingRift notation, or the list of ASG orders.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub action: Value,
    /// Name of the RingRift cell to select, such as `d4`; takes precedence over `action`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Cells selected before `cell`, at most 3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
}

/// Explanation why an action is illegal or a cell cannot be selected.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WhyView {
    /// Whether the action is legal, or the cell can be selected.
    pub possible: bool,
    /// Rule that forbids the action or the selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason, in English.
    pub reason: String,
    /// `reason` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_parts: Option<MessageParts>,
    /// Cells that the reason refers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// Range of plies.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PliesQuery {
    /// First ply; 0, the start, by default.
    pub from: Option<usize>,
    /// Last ply; the response contains at most 50.
    pub to: Option<usize>,
}

/// A range of plies of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PliesView {
    /// Number of actions in the game.
    pub total: usize,
    /// The requested plies.
    pub plies: Vec<PlyView>,
}

/// The state after one action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlyView {
    /// Number of actions played so far.
    pub ply: usize,
    /// Seat that played the last action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// Turn number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// RingRift notation, or the list of ASG orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Value>,
    /// Events: a list of `EventView`, or the ASG events.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Vec<Object>)]
    pub events: Value,
    /// State after the action.
    pub state: StateView,
    /// Explanation that the agent gave with this action; shown once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Box<AgentNote>>,
}

/// Format of a record.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// RingRift: `text` (the default) or `json`. ASG games always give a replay in JSON.
    pub form: Option<String>,
    /// Lines of the text: one for each round (`rounds`, the default), turn (`turns`) or action (`sequence`).
    pub layout: Option<String>,
}

/// A record or replay to import.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportBody {
    /// RingRift record as text or JSON, or ASG replay.
    pub record: String,
}

/// An imported analysis board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ImportedView {
    pub id: GameId,
    /// Number of actions imported.
    pub actions: usize,
}
