//! Guests: names, recovery codes and tokens.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

/// The signed-in guest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MeView)]
pub struct GuestView {
    /// Name that other players see.
    pub name: String,
    /// When the guest was created.
    pub created: Moment,
    /// Whether the guest has a recovery code.
    pub has_recovery: bool,
}

/// A guest's name.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NameBody {
    /// Name that other players see, 1 to 32 characters; generated if absent.
    pub name: Option<String>,
}

/// Recovery code: signs the guest in without a cookie.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryCode {
    /// The code. It is shown only once.
    pub code: String,
}

/// Request to create an API token.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTokenBody {
    /// Name of the token.
    pub name: String,
    /// Permissions: `read`, `play`, `create`, `analyse`.
    pub scopes: Vec<String>,
}

/// An API token.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TokenView {
    /// Identifier for deleting the token.
    pub id: String,
    /// Name of the token.
    pub name: String,
    /// Permissions.
    pub scopes: Vec<String>,
    /// Creation time.
    pub created: Moment,
    /// The token itself. It is shown only when it is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}
