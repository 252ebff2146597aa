//! Previews of actions.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{EventView, LegalView, StateView, Text};

/// An action to preview.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody {
    /// RingRift notation, or the list of ASG orders. Each of the first 100 orders may have the amount `all`.
    pub action: Value,
}

/// Effect that an action would have; the game does not change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum PreviewView {
    /// RingRift: the complete effect.
    RingRift {
        /// Events the action would cause.
        events: Vec<EventView>,
        /// State after the action.
        state: Box<StateView>,
    },
    /// ASG: odds only; the random outcome is not revealed.
    Asg(AsgPreview),
}

/// Preview of a list of orders.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AsgPreview {
    /// Preview of each order.
    pub orders: Vec<OrderPreview>,
    /// Orders that are possible afterwards if every fight has its likelier outcome.
    pub after: LegalView,
}

/// Preview of one order.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct OrderPreview {
    /// Whether the order can be executed if every earlier fight has its likelier outcome.
    pub valid: bool,
    /// Stable code of the reason why the order is invalid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub code: Option<Text>,
    /// The reason, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub message: Option<Text>,
    /// Largest possible amount; only for the first hundred orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// Node of the fight that the order causes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight_at: Option<String>,
    /// Probability that the attacker wins the fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Whether this preview depends on an earlier fight; the likelier outcome of that fight is assumed.
    pub after_luck: bool,
}
