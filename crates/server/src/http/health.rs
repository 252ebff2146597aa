//! Health checks and metrics.

use api::{ErrorView, HealthDetails, HealthQuery};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::middleware::{Caller, Query};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(ready))
}

pub(super) fn metrics_route() -> Router<App> {
    Router::new().route("/metrics", get(metrics))
}

/// Check that the server is running
#[utoipa::path(
    get,
    path = "/health",
    params(HealthQuery),
    responses(
        (
            status = 200,
            description = "the server is running: the text `ok`, or an object with details",
            content((String = "text/plain"), (HealthDetails = "application/json"))
        ),
        (status = 400, body = ErrorView),
    )
)]
async fn health(State(app): State<App>, Query(query): Query<HealthQuery>) -> Response {
    if !query.details {
        return "ok\n".into_response();
    }
    Json(HealthDetails { status: "ok".into(), rules: app.hub.rules().details() }).into_response()
}

/// Check that the server accepts work: it is not stopping, and the database can be written
#[utoipa::path(get, path = "/ready", responses((status = 200, description = "ready"), (status = 503, description = "not ready")))]
async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    if *app.hub.closing().borrow() {
        return Err(ApiError::closing());
    }
    // Only a write shows that the disk accepts writes.
    let op = crate::store::Op::Meta { key: "ready", value: app.hub.now().0.to_string() };
    app.hub.store().write(vec![op]).await?;
    Ok("ready\n")
}

async fn metrics(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    if !app.config.public_metrics && !caller.address.is_loopback() {
        let message = "metrics are only available on the server's machine; set public_metrics to make them public";
        return Err(ApiError::forbidden("local_only", message));
    }
    let text = app.metrics.as_ref().map(PrometheusHandle::render);
    let disabled = || ApiError::not_found("metrics are disabled on this server");
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text.ok_or_else(disabled)?).into_response())
}
