//! Error responses: an HTTP status, a stable code and a message.

use api::{ErrorView, Rejection};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::{Problem, RequestError};

use crate::hub::HubError;
use crate::store::StoreError;

/// Error of a request.
#[derive(Debug)]
pub(crate) enum ApiError {
    Status(StatusCode, Box<ErrorView>),
    /// A table rejected a command.
    Rejected(Box<Rejection>),
}

impl ApiError {
    /// The server is stopping.
    pub(crate) fn closing() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is stopping")
    }

    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        RequestError::new(status.as_u16(), code, message).into()
    }

    pub(crate) fn bad_request(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    pub(crate) fn forbidden(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn unprocessable(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Lists all problems of a request.
    pub(crate) fn problems(code: &str, problems: Vec<impl Into<Problem>>) -> ApiError {
        RequestError::problems(code, problems).into()
    }

    /// A ply beyond the end of a game.
    pub(crate) fn no_such_ply(ply: usize, total: usize) -> ApiError {
        ApiError::not_found(format!("the game has no ply {ply}; the last one is {total}"))
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        match error {
            RequestError::Status(status, view) => {
                ApiError::Status(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), view)
            }
            RequestError::Rejected(rejection) => ApiError::Rejected(rejection),
        }
    }
}

impl From<HubError> for ApiError {
    fn from(error: HubError) -> ApiError {
        let message = error.to_string();
        match error {
            HubError::NoGame => ApiError::not_found(message),
            HubError::Rejected(rejection) => ApiError::Rejected(rejection),
            HubError::NotYours => ApiError::forbidden("not_yours", message),
            HubError::BeingPlayed => ApiError::forbidden("being_played", message),
            HubError::LookAlike(_) => ApiError::new(StatusCode::CONFLICT, "look_alike", message),
            HubError::TooManyViewers => ApiError::new(StatusCode::CONFLICT, "too_many_viewers", message),
            HubError::WhichSeat => ApiError::bad_request("which_seat", message),
            HubError::Store(error) => error.into(),
            HubError::Failed(_) => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message),
            HubError::Closing => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", message),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "database error");
        let code = match error {
            StoreError::Unknown(_) => "maybe_saved",
            StoreError::Damaged(_) => "damaged",
            _ => "not_saved",
        };
        // The response does not reveal details of the database; they are in the log.
        let message = match error {
            StoreError::Unknown(_) => "the server cannot tell whether this was saved; check the game and try again",
            StoreError::Damaged(_) => "this game is damaged; please tell the operator",
            _ => "nothing was saved; try again in a moment",
        };
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            ApiError::Status(status, view) => {
                let mut response = (status, Json(view)).into_response();
                if status == StatusCode::SERVICE_UNAVAILABLE || status == StatusCode::TOO_MANY_REQUESTS {
                    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
                }
                response
            }
            ApiError::Rejected(rejection) => {
                let rejected = RequestError::Rejected(rejection);
                let status = StatusCode::from_u16(rejected.status()).unwrap_or(StatusCode::CONFLICT);
                (status, Json(rejected.body())).into_response()
            }
        }
    }
}
