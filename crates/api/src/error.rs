//! The error response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Error response.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorView {
    /// Stable, machine-readable error code.
    pub code: String,
    /// What is wrong and what to do about it.
    pub message: String,
    /// All problems, if the server found more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}
