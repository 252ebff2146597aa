//! The server itself: whether it is well, its figures, what can be played, and how it is asked.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use ringrift::{BoardKind, Edition, Overrides};
use ringrift_words::board_view::plain_picture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Path};
use super::error::ApiError;
use super::games::room;
use crate::id::GameId;
use crate::store::Filter;
use crate::table::AnyGame;

pub(super) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(catalogue)).routes(routes!(health)).routes(routes!(ready))
}

pub(super) fn pages() -> Router<App> {
    Router::new().route("/", get(front)).route("/games/{id}", get(game_page)).route("/metrics", get(figures))
}

/// What can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// The boards of RingRift.
    pub boards: Vec<String>,
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
    /// The agents that one can play against.
    pub agents: Vec<String>,
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
        editions: Edition::ALL.iter().map(|edition| edition.name().to_owned()).collect(),
        options: texts(Overrides::NAMES.to_vec()),
        ringrift_bots: for_servers(rosters.ringrift.usages()),
        asg_bots: for_servers(rosters.asg.usages()),
        scenarios: texts(asg::library::ALL.iter().map(|scenario| scenario.id).collect()),
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
        return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is stopping"));
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

/// A page around some text.
fn page(title: &str, body: &str) -> Html<String> {
    let title = escaped(title);
    Html(format!("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n{body}</html>\n"))
}

/// A text as a part of a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The games that everybody may see.
async fn front(State(app): State<App>) -> Result<Html<String>, ApiError> {
    let briefs = app.hub.store().games(&Filter { most: 50, ..Filter::default() }).await?;
    let line = |brief: &crate::store::GameBrief| {
        format!(
            "<li><a href=\"/games/{}\">{}</a> {}, {} actions</li>\n",
            brief.id,
            escaped(&brief.rules),
            brief.stage,
            brief.actions
        )
    };
    let games: String = briefs.iter().map(line).collect();
    let games = if games.is_empty() { "<p>There are none yet.</p>".to_owned() } else { format!("<ul>\n{games}</ul>") };
    let body =
        format!("<h1>Ringside</h1>\n<h2>Games</h2>\n{games}\n<p><a href=\"/api/openapi.json\">The API</a></p>\n");
    Ok(page("Ringside", &body))
}

/// A game as text.
async fn game_page(State(app): State<App>, Path(id): Path<GameId>) -> Result<Html<String>, ApiError> {
    let scene = room(&app, &id).await?.scene();
    let (seen, _) = scene.seen_by_spectators(app.hub.now());
    let table = if seen < scene.table.seq() { Arc::new(scene.table.after(seen)) } else { scene.table.clone() };
    let picture = match table.game() {
        AnyGame::RingRift(game) => plain_picture(game.position()),
        AnyGame::Asg(game) => {
            serde_json::to_string_pretty(&asg::json::state(game.scenario(), game.position())).unwrap_or_default()
        }
    };
    let view = crate::wire::TableView::new(&id, &table, &scene.names, app.hub.now());
    let seats: String = view.seats.iter().map(|seat| format!("<li>{}</li>\n", escaped(&seat.name))).collect();
    let body = format!(
        "<h1>Game {id}</h1>\n<p>{}, {}</p>\n<ol>\n{seats}</ol>\n<pre>{}</pre>\n<p><a href=\"/\">All games</a></p>\n",
        escaped(&view.rules),
        view.stage.name(),
        escaped(&picture)
    );
    Ok(page(&format!("Game {id}"), &body))
}
