//! Commands to a table, and their outcome.

use agent_protocol::RejectedAction;
use api::{AgentNote, ClientMessage};
use game::Rejection;
use serde_json::Value;

use super::seat::Occupant;
use super::setup::TableSetup;
use super::state::{AppliedEntry, LogError, Table};
use api::Moment;
use api::id::{GameId, GuestId};

/// A command to a table. The caller has checked that the sender may act for the seat.
///
/// `seq` is the number of the last log entry that the sender had seen.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A guest takes a seat: the given one, or the first open one.
    Join { guest: GuestId, seat: Option<usize> },
    /// The creator of the table puts an occupant on an open seat.
    Fill { seat: usize, occupant: Occupant },
    /// The guest who holds a seat sends a command.
    Player {
        seat: usize,
        /// Measured network latency of the sender, in milliseconds.
        lag: u64,
        /// Idempotency key: a command that is sent again with the same key takes effect once.
        client: Option<String>,
        command: PlayerCommand,
    },
    /// Action of a bot or agent that the server runs.
    BotAct {
        seat: usize,
        seq: u64,
        action: Value,
        /// Present for agents.
        note: Option<Box<AgentNote>>,
    },
    /// A bot or agent that the server runs produced no usable action.
    BotFail { seat: usize, seq: u64, message: String },
    /// Checks the running clock; a player who is out of time forfeits.
    CheckClock {
        /// Measured network latency of the player to move, in milliseconds.
        lag: u64,
    },
    /// The server was down since `from`.
    Interrupted { from: Moment },
    /// Ends an inactive game without a result.
    Abandon,
}

/// A command that a guest sends for a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerCommand {
    /// Leaves the seat before the game starts.
    Leave,
    Act {
        seq: u64,
        action: Value,
    },
    /// Takes back the last action of the player's current turn.
    Undo {
        seq: u64,
    },
    /// Asks for a takeback, or agrees to one.
    AgreeTakeback,
    /// Declines a takeback, or withdraws the player's own request.
    DeclineTakeback,
    /// Offers a draw, or agrees to one.
    AgreeDraw,
    /// Declines a draw, or withdraws the player's own offer.
    DeclineDraw,
    Resign,
    /// Ends a game early, without a result.
    Abort,
    Rematch {
        /// Id for the new game, used if this command creates it.
        game: GameId,
    },
}

/// A guest's command, with the seat and the idempotency key that the client sent.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerRequest {
    /// Required if the guest holds several seats of a match.
    pub seat: Option<usize>,
    pub client: Option<String>,
    pub command: PlayerCommand,
}

impl PlayerRequest {
    /// Converts a client message; `None` if the message is not a command. `next_game` becomes the id of a rematch.
    pub fn from_message(message: ClientMessage, next_game: GameId) -> Option<PlayerRequest> {
        let (seat, client, command) = match message {
            ClientMessage::Act { seat, action, seq, client } => (seat, client, PlayerCommand::Act { seq, action }),
            ClientMessage::Undo { seat, seq, client } => (seat, client, PlayerCommand::Undo { seq }),
            ClientMessage::Takeback { seat, agree: true, client } => (seat, client, PlayerCommand::AgreeTakeback),
            ClientMessage::Takeback { seat, agree: false, client } => (seat, client, PlayerCommand::DeclineTakeback),
            ClientMessage::Draw { seat, agree: true, client } => (seat, client, PlayerCommand::AgreeDraw),
            ClientMessage::Draw { seat, agree: false, client } => (seat, client, PlayerCommand::DeclineDraw),
            ClientMessage::Resign { seat, client } => (seat, client, PlayerCommand::Resign),
            ClientMessage::Abort { seat, client } => (seat, client, PlayerCommand::Abort),
            ClientMessage::Rematch { seat, client } => (seat, client, PlayerCommand::Rematch { game: next_game }),
            ClientMessage::Sync => return None,
        };
        Some(PlayerRequest { seat, client, command })
    }
}

/// Outcome of an accepted command.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// Nothing to write: the command has no effect, or it took effect when it was sent before.
    Done {
        /// Number of the entry in which the command took effect, or of the last entry.
        seq: u64,
    },
    /// New entries to write.
    Write {
        entries: Vec<AppliedEntry>,
        /// The table after the entries. It becomes current once the entries are on disk.
        after: Box<Table>,
        rematch: Option<Box<Rematch>>,
    },
}

/// A new game between the same players.
#[derive(Clone, PartialEq, Debug)]
pub struct Rematch {
    pub id: GameId,
    pub setup: TableSetup,
    /// Occupants in the order of the new seats.
    pub occupants: Vec<Occupant>,
}

/// Why a command was rejected.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandRejection {
    pub reason: Rejection,
    /// All problems of the submitted actions or orders.
    pub orders: Box<[RejectedAction]>,
}

impl CommandRejection {
    /// Creates a rejection with a stable code and a message for people.
    pub fn new(code: &str, message: impl Into<String>) -> CommandRejection {
        CommandRejection { reason: Rejection::new(code, message), orders: Box::default() }
    }

    /// Creates a rejection from the problems of an action or a list of orders. The first problem is the reason.
    pub(super) fn of_orders(orders: Vec<RejectedAction>) -> CommandRejection {
        let reason = orders.first().map_or_else(
            || Rejection::new("unreadable", "the action could not be read"),
            |rejected| rejected.rejection.clone(),
        );
        CommandRejection { reason, orders: orders.into() }
    }

    /// Drops the list of problems and keeps the reason.
    #[must_use]
    pub fn without_orders(self) -> CommandRejection {
        CommandRejection { orders: Box::default(), ..self }
    }
}

impl From<LogError> for CommandRejection {
    fn from(error: LogError) -> CommandRejection {
        CommandRejection::new("impossible", error.to_string())
    }
}

impl Command {
    /// Reports whether a guest could fill the log by repeating this command.
    pub(super) fn can_fill_the_log(&self) -> bool {
        match self {
            Command::Join { .. } => true,
            Command::Player { command, .. } => match command {
                PlayerCommand::Leave
                | PlayerCommand::Act { .. }
                | PlayerCommand::Undo { .. }
                | PlayerCommand::AgreeTakeback
                | PlayerCommand::DeclineTakeback
                | PlayerCommand::AgreeDraw
                | PlayerCommand::DeclineDraw => true,
                PlayerCommand::Resign | PlayerCommand::Abort | PlayerCommand::Rematch { .. } => false,
            },
            Command::Fill { .. }
            | Command::BotAct { .. }
            | Command::BotFail { .. }
            | Command::CheckClock { .. }
            | Command::Interrupted { .. }
            | Command::Abandon => false,
        }
    }

    pub(super) fn seat(&self) -> Option<usize> {
        match self {
            Command::Join { seat, .. } => *seat,
            Command::Fill { seat, .. }
            | Command::Player { seat, .. }
            | Command::BotAct { seat, .. }
            | Command::BotFail { seat, .. } => Some(*seat),
            Command::CheckClock { .. } | Command::Interrupted { .. } | Command::Abandon => None,
        }
    }

    /// Returns the text of a guest's action: the action itself, or its field `action`.
    pub fn action_text(&self) -> Option<&str> {
        match self {
            Command::Player { command: PlayerCommand::Act { action, .. }, .. } => {
                action.as_str().or_else(|| action.get("action")?.as_str())
            }
            _ => None,
        }
    }

    /// Reports whether the command is an action in the game.
    pub fn is_action(&self) -> bool {
        matches!(self, Command::BotAct { .. } | Command::Player { command: PlayerCommand::Act { .. }, .. })
    }

    /// Returns the idempotency key.
    pub fn client(&self) -> Option<&str> {
        match self {
            Command::Player { client, .. } => client.as_deref(),
            _ => None,
        }
    }
}
