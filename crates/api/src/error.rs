//! The error response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::MessageParts;

/// Error response.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorView {
    /// Stable, machine-readable error code.
    pub code: String,
    /// What is wrong and what to do about it.
    pub message: String,
    /// The message in parts, if it has a text id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_parts: Option<MessageParts>,
    /// Id of the rule that an action violates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// All problems, if the server can list them. Options have the names that requests use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}
