//! Events of RingRift games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{MessageParts, Text};

/// One event of a RingRift game. Fields that do not apply to the kind of event are absent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct EventView {
    /// Kind of event: `placed`, `moved`, `collapsed` and so on.
    #[schema(value_type = String)]
    pub event: Text,
    /// Rule that causes the event, such as `RR-CANON-R092`.
    pub rule: String,
    /// Description in English. If several cells collapse together, only the event of the first cell has a description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `text` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_parts: Option<MessageParts>,
    /// Colour concerned, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Cell where the event happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Start cell of a movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Cell of the captured stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// Destination of a movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Rings from bottom to top, one digit (the colour) each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rings: Option<String>,
    /// Number of rings or cells; for `turn_started` the turn number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Cause, such as `burnt` or `region`; for `ended` the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub cause: Option<Text>,
    /// Phase that was entered or declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub phase: Option<Text>,
}
