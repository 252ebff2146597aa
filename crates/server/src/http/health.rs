//! Health checks and metrics.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use api::id::random_letters;
use api::{ErrorView, HealthDetails, HealthQuery};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::middleware::{Query, forwarding_header};
use crate::store::{Op, Store, StoreError};

/// Size of the value that `/ready` writes, in bytes. An action changes up to six pages of 4,096 bytes in the database.
const ACTION_BYTES: usize = 6 * 4_096;

/// Time for which a successful check of the database is valid.
const READY_FOR: Duration = Duration::from_secs(1);

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
    app.readiness.check(app.hub.store()).await?;
    Ok("ready\n")
}

/// Result of the last write that checked whether the database accepts actions.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<Instant>>);

impl Readiness {
    /// Writes as much to the database as an action does, because a nearly full disk can accept less than that. A successful check
    /// is valid for a second, so that many requests do not cause many writes.
    async fn check(&self, store: &Store) -> Result<(), StoreError> {
        let mut checked = self.0.lock().await;
        if checked.is_some_and(|at| at.elapsed() < READY_FOR) {
            return Ok(());
        }
        *checked = None;
        // SQLite does not write a page whose content stays the same, so the value differs from the last one on every page.
        let letters = random_letters(5);
        let value = letters.repeat(ACTION_BYTES.div_ceil(letters.len()));
        store.write(vec![Op::Meta { key: "ready", value }]).await?;
        *checked = Some(Instant::now());
        Ok(())
    }
}

async fn metrics(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    if !app.config.public_metrics && !is_local(&app, &request) {
        let message = "metrics are only available on the server's machine, and not through a proxy; set public_metrics to make them public";
        return Err(ApiError::forbidden("local_only", message));
    }
    let text = app.metrics.as_ref().map(PrometheusHandle::render);
    let disabled = || ApiError::not_found("metrics are disabled on this server");
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text.ok_or_else(disabled)?).into_response())
}

/// Reports whether a request comes directly from the server's machine. A proxy on the same machine forwards requests of others.
fn is_local(app: &App, request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let is_direct = |peer| !app.proxies.iter().any(|proxy| proxy.contains(peer)) && !app.config.tls;
    peer.is_some_and(|peer| peer.is_loopback() && is_direct(peer)) && forwarding_header(request.headers()).is_none()
}
