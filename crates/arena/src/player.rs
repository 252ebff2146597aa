//! Whoever plays: bots, which are part of the program and never fail, and agents, which are not and do.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::control::Control;
use crate::fault::Fault;
use crate::game::{Game, Rejection};

/// A player that is built in: it chooses possible moves, and needs nothing but the game.
pub trait Bot<G: Game>: Send {
    /// Chooses for whoever is to move. The game is not over. Whoever thinks for long asks the reins now and then, and ends
    /// with the best he has when they say so.
    fn choose(&mut self, game: &G, reins: &Reins<'_>) -> G::Move;
}

/// What a bot heeds while it thinks.
#[derive(Copy, Clone, Default)]
pub struct Reins<'a> {
    control: Option<&'a Control>,
    deadline: Option<Instant>,
}

impl<'a> Reins<'a> {
    /// Think as long as you like.
    pub const FREE: Reins<'static> = Reins { control: None, deadline: None };

    /// Think until the run is to stop.
    pub fn of(control: &'a Control) -> Reins<'a> {
        Reins { control: Some(control), deadline: None }
    }

    /// The same, but no longer than until a moment.
    pub fn until(self, deadline: Instant) -> Reins<'a> {
        Reins { deadline: Some(deadline), ..self }
    }

    /// Says which part of the thinking is done, from 0 to 1.
    pub fn tell(&self, part: f32) {
        if let Some(control) = self.control {
            control.tell(part);
        }
    }

    /// Whether it is time to end.
    pub fn is_over(&self) -> bool {
        self.control.is_some_and(|control| control.check().is_err())
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

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

/// What it took to get a reply.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Requests that were sent.
    #[serde(skip_serializing_if = "is_zero")]
    pub requests: u64,
    /// Tokens of what was sent.
    #[serde(skip_serializing_if = "is_zero")]
    pub input_tokens: u64,
    /// Tokens of what came back, those of unseen thoughts included.
    #[serde(skip_serializing_if = "is_zero")]
    pub output_tokens: u64,
    /// What that cost, in millionths of the currency of the price table; partly a guess if anything is unpriced.
    #[serde(skip_serializing_if = "is_zero")]
    pub cost_micros: u64,
    /// Requests with a known price whose tokens were not told: their cost is a guess, and may be too low.
    #[serde(skip_serializing_if = "is_zero")]
    pub unpriced: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Usage {
    /// The sum of two.
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            requests: self.requests.saturating_add(other.requests),
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            cost_micros: self.cost_micros.saturating_add(other.cost_micros),
            unpriced: self.unpriced.saturating_add(other.unpriced),
        }
    }
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
