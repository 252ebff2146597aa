//! A game's table: seats, clocks, stage and result.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{ClockRules, GameId, Moment, Purpose, Text, Visibility};

/// A table without the position of its game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    pub id: GameId,
    /// `ringrift` or `asg`.
    #[schema(value_type = String)]
    pub game: Text,
    /// RingRift: board, players, edition and options; ASG: rule set and map.
    pub rules: String,
    /// Rules as people read them, such as `square8 2p standard` for `square8 2p canon regions=no_main`.
    #[serde(default)]
    pub rules_title: String,
    /// RingRift board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub board: Option<Text>,
    /// What the table is for.
    pub purpose: Purpose,
    /// Who can see the table.
    pub visibility: Visibility,
    /// Stage of the game.
    pub stage: StageName,
    /// Occupants by seat.
    pub seats: Vec<SeatView>,
    /// Seat to move.
    pub to_move: Option<usize>,
    /// Number of actions played and not taken back.
    pub actions: usize,
    pub clock: ClockView,
    /// Result, once the game is over.
    pub ending: Option<EndingView>,
    /// Whether the players can still abort the game.
    #[serde(default)]
    pub can_abort: bool,
    /// Whether the game's positions may be analysed now. A position that also occurs in a running game between people is rejected regardless.
    #[serde(default)]
    pub may_analyse: bool,
    /// Seat that has requested a takeback.
    pub takeback: Option<usize>,
    /// Seat that has offered a draw.
    #[serde(default)]
    pub draw: Option<usize>,
    /// Whether the players can agree to a draw: the game is running, and people play all seats whose players have not left.
    #[serde(default)]
    pub can_draw: bool,
    /// Seats that want a rematch.
    pub rematch: Vec<usize>,
    /// Game of the agreed rematch.
    pub next_game: Option<GameId>,
    /// Delay for spectators, in milliseconds.
    pub spectator_delay: u64,
    /// Creation time.
    pub created: Moment,
    /// Time of the last change.
    pub changed: Moment,
    /// ASG: BLAKE3 hash of `salt:seed`, published before the game so that the seed cannot be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_promise: Option<String>,
    /// ASG: the random seed, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// ASG: the salt of `seed_promise`, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
}

/// Stage of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageName {
    /// Seats are open.
    Waiting,
    /// The game is in progress.
    Running,
    /// The game has ended.
    Over,
}

impl StageName {
    /// Returns the wire name.
    pub const fn name(self) -> &'static str {
        match self {
            StageName::Waiting => "waiting",
            StageName::Running => "running",
            StageName::Over => "over",
        }
    }
}

/// A seat and its occupant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// Seat number, from 0.
    pub seat: usize,
    /// Kind of occupant.
    pub kind: SeatKind,
    /// Name of the occupant; empty for an open seat.
    pub name: String,
    /// Reason why the occupant left the running game: `resignation`, `timeout` or `failure`; absent if they did not leave. A substitute bot plays in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub gone: Option<Text>,
}

/// Kind of occupant of a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// The seat is free.
    Open,
    /// A guest, or a program with a guest's token.
    Person,
    /// A built-in bot.
    Bot,
    /// An agent configured by the operator.
    Agent,
}

/// The clocks of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockView {
    /// Time control.
    pub rules: ClockRules,
    /// Time left for each seat at `at`, in milliseconds; empty without clocks.
    pub left: Vec<u64>,
    /// Seat whose clock is running.
    pub running: Option<usize>,
    /// Server time to which `left` refers.
    pub at: Moment,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndingView {
    /// Reason, such as `ring_elimination` or `resignation`.
    #[schema(value_type = String)]
    pub reason: Text,
    /// Rank of each seat, 1 for the best; null if the game has no result.
    pub ranks: Option<Vec<u8>>,
    /// Seat of the sole winner.
    pub winner: Option<usize>,
    /// RingRift: the cells that decided the game: the winning territory, the cells of the last eliminated rings, or the stacks of the last player who could move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// An action that was played and not taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveView {
    pub seat: usize,
    /// Turn number.
    pub turn: u64,
    /// RingRift notation, or the list of ASG orders.
    pub action: Value,
    /// When the action was played.
    pub at: Moment,
    /// Time left on the seat's clock afterwards, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// Explanation that an agent gave with its action.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct AgentNote {
    /// The agent's reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// The agent's reply, possibly truncated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub raw: String,
    /// Response time, in milliseconds.
    #[serde(default)]
    pub took: u64,
}
