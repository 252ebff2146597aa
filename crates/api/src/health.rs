//! Health check.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Text;
use crate::rules::RulesDetails;

/// Options of the health check.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct HealthQuery {
    /// `true` for a JSON object with the configuration of the rules service, instead of the text `ok`.
    pub details: bool,
}

/// Health check with details.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HealthDetails {
    /// `ok`.
    #[schema(value_type = String)]
    pub status: Text,
    /// Rules service.
    pub rules: RulesDetails,
}
