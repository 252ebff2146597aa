//! ASG maps and replays.

use api::{ErrorView, GameId, MapView, NodeView, ReplayBody, ReplayPly, ReplayView};
use asg::json::{Form, PlyJson};
use asg::replay::{Ply, Replay};
use asg::{Scenario, Side};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::games::{MAX_RECORD_BYTES, room};
use super::middleware::{Body, Caller, Path, Scope};
use crate::table::AnyGame;
use crate::view::asg_state;

/// Largest product of plies and nodes in a replay. The response contains every node after every ply and needs about 1 KiB of
/// memory for each.
const MAX_NODE_STATES: usize = 100_000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(map))
        .merge(OpenApiRouter::new().routes(routes!(replay)).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)))
}

/// Get the map of an ASG game
#[utoipa::path(get, path = "/api/games/{id}/map", params(("id" = String, Path)), responses((status = 200, body = MapView), (status = 404, body = ErrorView)))]
async fn map(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Json<MapView>, ApiError> {
    let snapshot = room(&app, &caller, Scope::Read, &id).await?.snapshot();
    match snapshot.table.game() {
        AnyGame::Asg(game) => Ok(Json(map_view(game.scenario(), game.rules().name()))),
        AnyGame::RingRift(_) => Err(ApiError::not_found("RingRift games have a board, not a map")),
    }
}

fn map_view(scenario: &Scenario, rules: &str) -> MapView {
    let layout = scenario.layout();
    let hq = |node| Side::BOTH.into_iter().find(|&side| scenario.hq(side) == node);
    let nodes = scenario.nodes().zip(&layout.spots).map(|(node, &(x, y))| NodeView {
        id: scenario.id_of(node).to_owned(),
        x,
        y: layout.height - y,
        supply_yield: scenario.supply_yield(node),
        hq: hq(node).map(|side| side.name().to_owned()),
    });
    MapView {
        id: scenario.file().id.clone(),
        name: scenario.file().name.clone(),
        rules: rules.to_owned(),
        width: layout.width,
        height: layout.height,
        settings: serde_json::to_value(scenario.settings()).expect("settings serialize to JSON"),
        nodes: nodes.collect(),
        edges: scenario.file().map.edges.clone(),
    }
}

/// Recompute an ASG replay: returns every state and event, and the first difference from the file
#[utoipa::path(post, path = "/api/asg/replay", request_body = ReplayBody, responses((status = 200, body = ReplayView), (status = 422, body = ErrorView)))]
async fn replay(State(app): State<App>, Body(ReplayBody { replay }): Body<ReplayBody>) -> Result<Response, ApiError> {
    let invalid = |problem: String| ApiError::unprocessable("bad_replay", problem);
    app.replays.respond(move || replay_view(&replay).map_err(invalid)).await
}

fn replay_view(text: &str) -> Result<ReplayView, String> {
    let replay = Replay::read(text).map_err(|error| error.to_string())?;
    let (plies, nodes) = (replay.turns.len(), replay.scenario.len());
    if plies.saturating_mul(nodes) > MAX_NODE_STATES {
        return Err(format!(
            "the replay is too large to show: {plies} plies times {nodes} nodes exceed {MAX_NODE_STATES}"
        ));
    }
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    let replay = verified.replay;
    Ok(ReplayView {
        map: map_view(&replay.scenario, replay.rules.name()),
        seed: replay.seed,
        created_at: replay.created_at.clone(),
        players: replay
            .players
            .as_ref()
            .map(|players| serde_json::to_value(players).expect("the players serialize to JSON")),
        start: asg_state(&replay.start()),
        plies: replay.plies().map(|ply| ply_view(&replay, ply)).collect(),
        ending: serde_json::to_value(replay.outcome()).expect("an outcome serializes to JSON"),
        difference: verified.difference.map(|difference| difference.to_string()),
    })
}

fn ply_view(replay: &Replay, ply: Ply<'_>) -> ReplayPly {
    let Ply { turn, before, events, after } = ply;
    let json = PlyJson { scenario: &replay.scenario, orders: &turn.orders, events: &events, form: Form::Full };
    ReplayPly {
        ply: before.ply() + 1,
        side: before.active().name().to_owned(),
        controller: turn.controller.clone(),
        orders: turn.orders.iter().map(|order| order.to_json(&replay.scenario)).collect(),
        events: serde_json::to_value(json.events()).expect("events serialize to JSON"),
        state: asg_state(&after),
        rationale: turn.rationale.clone(),
        latency_ms: turn.latency_ms,
        diagnostics: turn.diagnostics.clone(),
    }
}
