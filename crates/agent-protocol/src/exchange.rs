//! One exchange with an agent: request, reply and rejected actions.

use std::time::{Duration, Instant};

use game::{Game, Rejection};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fault::Fault;
use super::usage::Usage;

/// A player outside this program: another program, an HTTP service, a language model.
pub trait Agent<G: Game>: Send {
    /// Sends a request and waits for the complete reply, at most until the deadline of the request.
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange;
}

/// Request for a move.
#[derive(Debug)]
pub struct AgentRequest<'a, G: Game> {
    pub game: &'a G,
    /// Seat of the agent; it is to move.
    pub seat: usize,
    /// Identifies the game; the same in all requests of one game. Requests contain it in a form that is safe as a file name.
    pub match_id: &'a str,
    /// Number of moves played so far.
    pub ply: usize,
    /// Earlier state of the game: the state after the agent's last usable reply, or the start.
    pub seen: &'a G,
    /// Moves played since `seen`.
    pub since: &'a [G::Move],
    /// Actions of the agent's previous reply that were rejected.
    pub rejections: &'a [RejectedAction],
    /// Set if this request repeats one whose reply was unusable.
    pub retry: Option<&'a Fault>,
    pub deadline: Instant,
}

impl<G: Game> AgentRequest<'_, G> {
    /// Returns the time until the deadline, zero if it has passed.
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// A rejected action of a reply. The legal actions of the same reply are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RejectedAction {
    /// Index of the action in the reply.
    pub index: usize,
    /// Action as received.
    pub action: Value,
    #[serde(flatten)]
    pub rejection: Rejection,
}

/// Result of asking an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Exchange {
    pub reply: Result<Reply, Fault>,
    /// Reply as received; possibly incomplete, empty if nothing was received.
    pub raw: String,
    pub usage: Usage,
}

impl Exchange {
    /// Creates an exchange that failed before anything was received.
    pub fn failed(fault: Fault) -> Exchange {
        Exchange { reply: Err(fault), raw: String::new(), usage: Usage::default() }
    }
}

/// Well-formed reply of an agent. Its actions have not been checked yet.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reply {
    pub actions: Vec<Value>,
    /// The agent's explanation of its choice.
    pub rationale: Option<String>,
}
