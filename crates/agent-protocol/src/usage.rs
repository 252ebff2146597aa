//! Requests, tokens and cost of agents.

use serde::{Deserialize, Serialize};

/// Requests, tokens and cost of one or more exchanges with an agent.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    #[serde(skip_serializing_if = "is_zero")]
    pub requests: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub input_tokens: u64,
    /// Output tokens, including hidden reasoning tokens.
    #[serde(skip_serializing_if = "is_zero")]
    pub output_tokens: u64,
    /// Cost in millionths of the currency of the price table. Partly estimated if `unpriced` is not 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub cost_micros: u64,
    /// Requests with a known price whose reply did not state the tokens: their cost is estimated and may be too low.
    #[serde(skip_serializing_if = "is_zero")]
    pub unpriced: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Usage {
    /// Returns the sum of each field.
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
