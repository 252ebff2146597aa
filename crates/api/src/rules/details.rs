//! Details of the rules service.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Text;

/// Configuration of the rules service, in responses to requests with `details` and at `/health?details=true`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesDetails {
    /// Mode: `fast`, `shadow` or `spec`.
    #[schema(value_type = String)]
    pub mode: Text,
    /// Engine with which modes `shadow` and `spec` compare the fast engine: `spec` or `remote`.
    #[schema(value_type = String)]
    pub second_engine: Text,
    /// Whether the lockstep contract ("mutator-first") is enabled: every move is also played with the spec engine, and an
    /// evaluation fails if the results differ.
    pub lockstep_contract: bool,
}
