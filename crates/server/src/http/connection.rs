//! The connection of a request, and the slots of sockets and event streams.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::error::ApiError;
use super::middleware::{Caller, check_network};
use crate::connections::{ClientNetwork, ConnectionSlot};

/// Open connection; every request has it as an extension. Its slot is free when the last copy is dropped.
#[derive(Clone, Debug)]
pub(crate) struct OpenConnection {
    slot: Arc<ConnectionSlot>,
    is_proxy: bool,
    health_only: bool,
}

impl OpenConnection {
    /// `is_proxy` says that requests of many clients come over it, `health_only` that all other slots are taken.
    pub(crate) fn new(slot: ConnectionSlot, is_proxy: bool, health_only: bool) -> OpenConnection {
        OpenConnection { slot: Arc::new(slot), is_proxy, health_only }
    }
}

/// Rejects all requests except health checks on a connection for which there was no regular slot.
pub(super) async fn reserve_for_health(request: Request, next: Next) -> Response {
    let is_reserved = request.extensions().get::<OpenConnection>().is_some_and(|connection| connection.health_only);
    let is_check = matches!(request.uri().path(), "/health" | "/ready" | "/metrics");
    let mut response = if is_reserved && !is_check {
        let message = "too many connections are open; try again later";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "full", message).into_response()
    } else {
        next.run(request).await
    };
    if is_reserved {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Slot of a socket or event stream. It keeps the slot of its connection, and counts for the client if the connection
/// is that of a proxy.
pub(crate) struct StreamSlot {
    _connection: Option<Arc<ConnectionSlot>>,
    _client: Option<ConnectionSlot>,
}

impl FromRequestParts<App> for StreamSlot {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<StreamSlot, ApiError> {
        let caller = Caller::from_request_parts(parts, app).await?;
        check_network(app, caller.address)?;
        let Some(connection) = parts.extensions.get::<OpenConnection>().cloned() else {
            return Ok(StreamSlot { _connection: None, _client: None });
        };
        let client = if connection.is_proxy {
            let slot = app.connections.admit_through_proxy(ClientNetwork::of(caller.address));
            let message = "your network has too many open connections; close some";
            let too_many = || ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_connections", message);
            Some(slot.ok_or_else(too_many)?)
        } else {
            None
        };
        Ok(StreamSlot { _connection: Some(connection.slot), _client: client })
    }
}
