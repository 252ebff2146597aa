//! Whoever plays: bots, which are part of the program and never fail, and agents, which are not and do.

use std::time::{Duration, Instant};

use game::{Game, Rejection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::usage::Usage;

/// A player outside: another program, a service, a model.
pub trait Agent<G: Game>: Send {
    /// Asks for moves and waits for the whole reply, at most until the deadline.
    fn ask(&mut self, ask: &Ask<'_, G>) -> Exchange;
}

/// What an agent is asked.
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    /// The game as it stands.
    pub game: &'a G,
    /// The seat of the agent, which is to move.
    pub seat: usize,
    /// The name of the game that is played, the same for all that is asked in it.
    pub match_id: &'a str,
    /// How many moves have been played.
    pub ply: usize,
    /// The game as the agent has seen it last; its start if he is asked for the first time.
    pub seen: &'a G,
    /// The moves that were played since then.
    pub since: &'a [G::Move],
    /// What was refused of his last reply.
    pub refusals: &'a [Refusal],
    /// Why he is asked once more: his reply was of no use.
    pub retry: Option<&'a Fault>,
    /// When an answer is of no use any more.
    pub deadline: Instant,
}

impl<G: Game> Ask<'_, G> {
    /// The time that is left.
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// A part of a reply that was refused. It is void, the rest counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Which of the actions in the reply it was, from 0.
    pub index: usize,
    /// The action as it came.
    pub action: Value,
    /// Why it was refused.
    #[serde(flatten)]
    pub rejection: Rejection,
}

/// What came of asking an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Exchange {
    /// What can be used of the reply.
    pub reply: Result<Reply, Fault>,
    /// The reply as it came, as far as it came; empty if nothing did.
    pub raw: String,
    /// What it took.
    pub usage: Usage,
}

impl Exchange {
    /// An exchange that failed before anything came back.
    pub fn failed(fault: Fault) -> Exchange {
        Exchange { reply: Err(fault), raw: String::new(), usage: Usage::default() }
    }
}

/// A reply that can be used, at least in part.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reply {
    /// The actions, whatever they are.
    pub actions: Vec<Value>,
    /// The agent's own words about them.
    pub rationale: Option<String>,
}

/// What happens if nothing can be made of an agent's reply.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The game is lost.
    #[default]
    Forfeit,
    /// A move is made in his place: he passes, or where the game knows no passing, an action is drawn by lot.
    Pass,
    /// He is told what is wrong and asked once more, within the same deadline; then the game is lost.
    Retry,
    /// He is told what is wrong and asked once more, within the same deadline; then a move is made in his place.
    RetryPass,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 4] = [Policy::Forfeit, Policy::Pass, Policy::Retry, Policy::RetryPass];

    /// The name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Forfeit => "forfeit",
            Policy::Pass => "pass",
            Policy::Retry => "retry",
            Policy::RetryPass => "retry_pass",
        }
    }

    /// Whether he is asked once more.
    pub const fn retries(self) -> bool {
        matches!(self, Policy::Retry | Policy::RetryPass)
    }

    /// Whether the game is lost in the end.
    pub const fn forfeits(self) -> bool {
        matches!(self, Policy::Forfeit | Policy::Retry)
    }
}
