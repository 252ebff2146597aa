//! The server itself: whether it is well, its figures, what can be played, and how it is asked.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use ringrift::{BoardKind, Edition, Overrides, Ruleset};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::Caller;
use super::error::ApiError;

pub(super) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(catalogue)).routes(routes!(health)).routes(routes!(ready))
}

pub(super) fn plain() -> Router<App> {
    Router::new().route("/metrics", get(figures))
}

/// What can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The boards of RingRift.
    pub boards: Vec<String>,
    /// The boards once more, with what belongs to them.
    pub board_offers: Vec<BoardOffer>,
    /// Its editions.
    pub editions: Vec<String>,
    /// The rules that can be set one by one.
    pub options: Vec<String>,
    /// The built-in players of RingRift, as they are written.
    pub ringrift_bots: Vec<String>,
    /// The built-in players of ASG, as they are written.
    pub asg_bots: Vec<String>,
    /// The built-in maps of ASG.
    pub scenarios: Vec<String>,
    /// The same with their titles.
    pub scenario_offers: Vec<ScenarioOffer>,
    /// The agents that one can play against.
    pub agents: Vec<String>,
}

/// A board that can be played on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardOffer {
    /// Its name.
    pub board: String,
    /// `square` or `hexagon`: the shape of a cell.
    pub shape: String,
    /// How many cells it has.
    pub cells: u16,
    /// The editions that need no options for it.
    pub editions: Vec<String>,
}

impl BoardOffer {
    fn new(board: BoardKind) -> BoardOffer {
        let is_complete = |edition: &&Edition| Ruleset::new(**edition, board, 2, &Overrides::default()).is_ok();
        BoardOffer {
            board: board.name().to_owned(),
            shape: if board.is_hexagonal() { "hexagon" } else { "square" }.to_owned(),
            cells: board.cells(),
            editions: Edition::ALL.iter().filter(is_complete).map(|edition| edition.name().to_owned()).collect(),
        }
    }
}

/// A built-in map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScenarioOffer {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many nodes it has.
    pub nodes: usize,
}

/// What can be played
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let texts = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
    let rosters = app.hub.rosters();
    let for_servers = |usages: Vec<&'static str>| {
        usages.into_iter().filter(|usage| !usage.starts_with("nodes")).map(str::to_owned).collect()
    };
    Json(Catalogue {
        boards: BoardKind::ALL.iter().map(|board| board.name().to_owned()).collect(),
        board_offers: BoardKind::ALL.iter().map(|&board| BoardOffer::new(board)).collect(),
        editions: Edition::ALL.iter().map(|edition| edition.name().to_owned()).collect(),
        options: texts(Overrides::NAMES.to_vec()),
        ringrift_bots: for_servers(rosters.ringrift.usages()),
        asg_bots: for_servers(rosters.asg.usages()),
        scenarios: texts(asg::library::ALL.iter().map(|scenario| scenario.id).collect()),
        scenario_offers: asg::library::ALL
            .iter()
            .map(|entry| {
                let scenario = entry.scenario();
                let title = scenario.file().name.clone();
                ScenarioOffer { id: entry.id.to_owned(), title, nodes: scenario.len() }
            })
            .collect(),
        agents: app.hub.agents().names(false),
    })
}

/// Whether the server is there
#[utoipa::path(get, path = "/health", responses((status = 200, description = "it is")))]
async fn health() -> &'static str {
    "ok\n"
}

/// Whether the server can do its work: not while it stops, and not if the database does not answer
#[utoipa::path(get, path = "/ready", responses((status = 200, description = "it can"), (status = 503, description = "it cannot")))]
async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    if *app.hub.closing().borrow() {
        return Err(ApiError::closing());
    }
    // Only a write shows that the disk takes any.
    let op = crate::store::Op::Meta { key: "ready", value: app.hub.now().0.to_string() };
    app.hub.store().write(vec![op]).await?;
    Ok("ready\n")
}

async fn figures(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    if !app.config.public_metrics && !caller.address.is_loopback() {
        return Err(ApiError::forbidden("local_only", "the figures are for this machine; see public_metrics"));
    }
    let text = app.metrics.as_ref().map(PrometheusHandle::render);
    let none = || ApiError::not_found("nobody keeps figures here");
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text.ok_or_else(none)?).into_response())
}
