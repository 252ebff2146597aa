//! Errors as clients get them: a status, a code that never changes, and words.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::hub::HubError;
use crate::store::StoreError;
use crate::wire::RejectionView;

/// An error.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorView {
    /// Its kind, which never changes: a program can tell by it.
    pub code: String,
    /// What is wrong and what to do, in words.
    pub message: String,
    /// Everything that is wrong, if there is more than one thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// With a status.
    Plain(StatusCode, Box<ErrorView>),
    /// A table refused a command.
    Rejected(Box<RejectionView>),
}

impl ApiError {
    /// The server stops.
    pub(crate) fn closing() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is stopping")
    }

    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        let view = ErrorView { code: code.to_owned(), message: message.into(), problems: Vec::new() };
        ApiError::Plain(status, Box::new(view))
    }

    pub(crate) fn bad(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn forbidden(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    /// Several things are wrong with what was sent.
    pub(crate) fn problems(code: &str, problems: Vec<String>) -> ApiError {
        let message = problems.join("; ");
        let view = ErrorView { code: code.to_owned(), message, problems };
        ApiError::Plain(StatusCode::UNPROCESSABLE_ENTITY, Box::new(view))
    }
}

impl From<HubError> for ApiError {
    fn from(error: HubError) -> ApiError {
        let message = error.to_string();
        match error {
            HubError::NoGame => ApiError::not_found(message),
            HubError::Rejected(view) => ApiError::Rejected(view),
            HubError::NotYours => ApiError::forbidden("not_yours", message),
            HubError::WhichSeat => ApiError::bad("which_seat", message),
            HubError::Store(error) => error.into(),
            HubError::Closing => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", message),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "the store failed");
        let code = match error {
            StoreError::Unknown(_) => "maybe_saved",
            StoreError::Damaged(_) => "damaged",
            _ => "not_saved",
        };
        // What exactly is wrong with the disk is the operator's business.
        let message = match error {
            StoreError::Unknown(_) => "it is not known whether this was saved; look at the game and try again",
            StoreError::Damaged(_) => "this game cannot be read; the operator has to look at it",
            _ => "nothing was saved; try again in a moment",
        };
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            ApiError::Plain(status, view) => {
                let mut response = (status, Json(view)).into_response();
                if status == StatusCode::SERVICE_UNAVAILABLE || status == StatusCode::TOO_MANY_REQUESTS {
                    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
                }
                response
            }
            ApiError::Rejected(view) => {
                let status = match view.code.as_str() {
                    "illegal" | "unreadable" | "bad_shape" | "bad_client" => StatusCode::UNPROCESSABLE_ENTITY,
                    "no_such_seat" => StatusCode::NOT_FOUND,
                    _ => StatusCode::CONFLICT,
                };
                (status, Json(view)).into_response()
            }
        }
    }
}
