//! The HTTP interface: authenticates requests, passes them to the hub, and turns results into responses.

mod asg;
mod blocking_pool;
mod catalogue;
mod connection;
mod error;
mod game_page;
mod games;
mod guests;
mod health;
mod link_preview;
mod middleware;
mod page;
mod pictures;
mod puzzle_page;
mod sandbox_page;
mod service_worker;
mod study;
mod web_socket;

use std::sync::Arc;
use std::time::Duration;

use arena::agent::Network;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

pub(crate) use connection::OpenConnection;
pub(crate) use page::rulebook_html;

use crate::config::Config;
use crate::connections::ConnectionSlots;
use crate::hub::Hub;
use crate::identity::CookieKey;
use crate::rules::{self, RulesService};
use crate::store::StoreError;
use blocking_pool::BlockingPool;
use error::ApiError;
use middleware::{Limiters, ResponseMemory, StoredTraces};
use pictures::PngRenderer;
use study::AnalysisQueue;

/// Longest body of a request in bytes, unless a route sets another limit.
const MAX_BODY: usize = 256 * 1024;

/// Number of jobs that each pool runs at the same time.
const POOL_CONCURRENCY: usize = 2;

/// Time limit from a request to the start of its response, including the transfer of the request's body.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// State shared by all handlers.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    hub: Hub,
    config: Config,
    key: CookieKey,
    proxies: Vec<Network>,
    limiters: Limiters,
    /// Devices and networks of guests that were stored lately.
    traces: StoredTraces,
    connections: ConnectionSlots,
    response_memory: ResponseMemory,
    readiness: health::Readiness,
    metrics: Option<PrometheusHandle>,
    pictures: PngRenderer,
    analyses: AnalysisQueue,
    /// Reviews of whole games take longer than analyses and have their own queue.
    reviews: AnalysisQueue,
    /// Pool for replaying whole games, which takes longer than the jobs of the other pools.
    replays: BlockingPool,
    /// Pool for requests about arbitrary positions.
    studies: BlockingPool,
    /// Pool for requests about games. It is separate, so that they do not wait for requests about arbitrary positions.
    tables: BlockingPool,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Options of [`router`], in addition to the hub.
pub struct RouterOptions {
    pub config: Config,
    pub connections: ConnectionSlots,
    /// Handle for rendering metrics; `None` disables `/metrics`.
    pub metrics: Option<PrometheusHandle>,
}

/// Builds the router of the whole server.
///
/// # Errors
/// If the cookie key cannot be read from the database.
pub async fn router(hub: Hub, options: RouterOptions) -> Result<Router, StoreError> {
    let RouterOptions { config, connections, metrics } = options;
    let (rules, body_timeout) = (hub.rules().clone(), config.timeouts.body());
    let shared = Shared {
        key: CookieKey::of(hub.store()).await?,
        proxies: config.proxies(),
        limiters: Limiters::new(config.rates),
        traces: StoredTraces::default(),
        analyses: AnalysisQueue::new(config.hub().bot_workers),
        hub,
        config,
        connections,
        response_memory: ResponseMemory::default(),
        readiness: health::Readiness::default(),
        metrics,
        pictures: PngRenderer::default(),
        reviews: AnalysisQueue::new(1),
        replays: BlockingPool::new(POOL_CONCURRENCY),
        studies: BlockingPool::new(POOL_CONCURRENCY),
        tables: BlockingPool::new(POOL_CONCURRENCY),
    };
    let app = App(Arc::new(shared));
    let (api, document) = api_router(rules).split_for_parts();
    let document = Arc::new(document);
    let router = api
        .merge(health::metrics_route())
        .merge(page::routes())
        .merge(game_page::routes())
        .merge(puzzle_page::routes())
        .merge(sandbox_page::routes())
        .merge(service_worker::routes())
        .route("/api/openapi.json", get(move || async move { Json(document.as_ref().clone()) }))
        .fallback(page::not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(app.clone(), middleware::limit_rate))
        .layer(from_fn_with_state(RESPONSE_TIMEOUT, middleware::limit_time))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(RequestBodyTimeoutLayer::new(body_timeout))
        .layer(from_fn_with_state(app.clone(), middleware::require_own_origin))
        .layer(from_fn_with_state(app.clone(), middleware::require_known_host))
        .layer(from_fn(connection::reserve_for_health))
        .layer(from_fn_with_state(app.clone(), middleware::bound_response_memory))
        .layer(map_response(middleware::add_headers))
        .layer(CatchPanicLayer::new())
        .layer(from_fn(middleware::observe));
    Ok(router.with_state(app))
}

/// Response to a request with a method that its path does not have. The header `Allow` lists the methods.
async fn method_not_allowed() -> ApiError {
    let message = "this path does not support the method; the header Allow lists those that it supports";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

/// Returns the OpenAPI description of all routes.
pub(crate) fn openapi(rules: Arc<RulesService>) -> OpenApi {
    api_router(rules).split_for_parts().1
}

/// Builds the router of all routes that OpenAPI describes.
fn api_router(rules: Arc<RulesService>) -> OpenApiRouter<App> {
    let info = InfoBuilder::new()
        .title("Ringside")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("RingRift and ASG: games, guests, analysis, rules."))
        .build();
    let document = OpenApiBuilder::new().info(info).build();
    OpenApiRouter::with_openapi(document)
        .merge(health::routes())
        .merge(catalogue::routes())
        .merge(guests::routes())
        .merge(games::routes())
        .merge(study::routes())
        .merge(asg::routes())
        .merge(pictures::routes())
        .merge(rules::router(rules))
}
