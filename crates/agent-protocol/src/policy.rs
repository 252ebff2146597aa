//! What happens when an agent fails, and the profile of agents written for another host.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens if an agent's reply is unusable.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The agent loses the game.
    #[default]
    Forfeit,
    /// The arena plays a fallback move: the agent passes, or, in a game without passing, a random action is played.
    Pass,
    /// The request is repeated once with the error, within the same deadline; if the agent fails again, it loses the game.
    Retry,
    /// The request is repeated once with the error, within the same deadline; if the agent fails again, a fallback move is played.
    RetryPass,
}

impl Policy {
    pub const ALL: [Policy; 4] = [Policy::Forfeit, Policy::Pass, Policy::Retry, Policy::RetryPass];

    /// Returns the name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Forfeit => "forfeit",
            Policy::Pass => "pass",
            Policy::Retry => "retry",
            Policy::RetryPass => "retry_pass",
        }
    }

    /// Reports whether a failed agent is asked once more.
    pub const fn retries(self) -> bool {
        matches!(self, Policy::Retry | Policy::RetryPass)
    }

    /// Reports whether an agent loses the game if it fails and is not asked again.
    pub const fn forfeits(self) -> bool {
        matches!(self, Policy::Forfeit | Policy::Retry)
    }
}

/// Profile of an agent that was written for another host of the game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compat {
    /// The reference implementation of ASG: an unusable reply is a pass, the deadline is 70 seconds, and one malformed action
    /// makes the whole reply unusable. Values given for `on_error`, `deadline_ms` and `most_faults` take precedence.
    Reference,
}

impl Compat {
    /// Returns the name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Compat::Reference => "reference",
        }
    }
}
