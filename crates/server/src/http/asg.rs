//! Maps and replays of ASG, for those who draw them.

use asg::json::{Form, PlyJson};
use asg::replay::{Ply, Replay};
use asg::{Scenario, Side};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Path};
use super::error::{ApiError, ErrorView};
use super::games::room;
use super::records::LONGEST_RECORD;
use crate::id::GameId;
use crate::table::AnyGame;
use crate::wire::asg_state;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(map))
        .merge(OpenApiRouter::new().routes(routes!(replay)).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
}

/// A map in the plane.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MapView {
    /// Its name.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The rule set.
    pub rules: String,
    /// The extent to the right; the larger of both extents is 1.
    pub width: f64,
    /// The extent downwards.
    pub height: f64,
    /// The settings, as scenarios write them.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// The nodes.
    pub nodes: Vec<NodeView>,
    /// The pairs of nodes between which troops can go.
    pub edges: Vec<[String; 2]>,
}

/// A node of a map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NodeView {
    /// Its name.
    pub id: String,
    /// To the right, from 0.
    pub x: f64,
    /// Downwards, from 0.
    pub y: f64,
    /// The supply that it gives to its owner in every ply.
    #[serde(rename = "yield")]
    pub supply_yield: u64,
    /// Whose headquarters it is.
    pub hq: Option<String>,
}

impl MapView {
    fn new(scenario: &Scenario, rules: &str) -> MapView {
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
            settings: serde_json::to_value(scenario.settings()).unwrap_or_default(),
            nodes: nodes.collect(),
            edges: scenario.file().map.edges.clone(),
        }
    }
}

/// The map of a match of ASG
#[utoipa::path(get, path = "/api/games/{id}/map", params(("id" = String, Path)), responses((status = 200, body = MapView), (status = 404, body = ErrorView)))]
async fn map(State(app): State<App>, Path(id): Path<GameId>) -> Result<Json<MapView>, ApiError> {
    let snapshot = room(&app, &id).await?.snapshot();
    match snapshot.table.game() {
        AnyGame::Asg(game) => Ok(Json(MapView::new(game.scenario(), game.rules().name()))),
        AnyGame::RingRift(_) => Err(ApiError::not_found("games of RingRift have no map, but a board")),
    }
}

/// A replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayBody {
    /// Its text, as any version of ASG writes it.
    pub replay: String,
}

/// A replay that was played again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayView {
    /// The map.
    pub map: MapView,
    /// The seed.
    pub seed: i64,
    /// When it was played, in the words of the file.
    pub created_at: String,
    /// Who played, in the words of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub players: Option<Value>,
    /// The state in the beginning.
    #[schema(value_type = Object)]
    pub start: Value,
    /// The plies.
    pub plies: Vec<ReplayPly>,
    /// How it ended, as replays have it.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub ending: Value,
    /// The first place where the file does not say what happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
}

/// A ply of a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPly {
    /// Its number, from 1.
    pub ply: u64,
    /// Who gave orders: `P1` or `P2`.
    pub side: String,
    /// What decided for him.
    pub controller: String,
    /// The orders.
    pub orders: Vec<Value>,
    /// What happened.
    #[schema(value_type = Vec<Object>)]
    pub events: Value,
    /// The state afterwards.
    #[schema(value_type = Object)]
    pub state: Value,
    /// Why, in the words of whoever decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// How long the decision took.
    pub latency_ms: f64,
    /// What was kept of the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub diagnostics: Option<Value>,
}

/// Play a replay of ASG again: every state and event of it, and whether it is true
#[utoipa::path(post, path = "/api/asg/replay", request_body = ReplayBody, responses((status = 200, body = ReplayView), (status = 422, body = ErrorView)))]
async fn replay(State(app): State<App>, Body(ReplayBody { replay }): Body<ReplayBody>) -> Result<Response, ApiError> {
    let wrong = |problem: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_replay", problem);
    app.replays.work_out(move || played(&replay).map_err(wrong)).await
}

/// The most places that are told: every node of the map, after every ply. Each takes about a kilobyte while the answer is made.
const MOST_PLACES: usize = 100_000;

fn played(text: &str) -> Result<ReplayView, String> {
    let replay = Replay::read(text).map_err(|error| error.to_string())?;
    let (plies, nodes) = (replay.turns.len(), replay.scenario.len());
    if plies.saturating_mul(nodes) > MOST_PLACES {
        return Err(format!(
            "the replay has {plies} plies on {nodes} nodes; plies times nodes must not be more than {MOST_PLACES} to be shown"
        ));
    }
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    let replay = verified.replay;
    Ok(ReplayView {
        map: MapView::new(&replay.scenario, replay.rules.name()),
        seed: replay.seed,
        created_at: replay.created_at.clone(),
        players: replay.players.as_ref().and_then(|players| serde_json::to_value(players).ok()),
        start: asg_state(&replay.start()),
        plies: replay.plies().map(|ply| told(&replay, ply)).collect(),
        ending: serde_json::to_value(replay.outcome()).unwrap_or_default(),
        difference: verified.difference.map(|difference| difference.to_string()),
    })
}

fn told(replay: &Replay, ply: Ply<'_>) -> ReplayPly {
    let Ply { turn, before, events, after } = ply;
    let json = PlyJson { scenario: &replay.scenario, orders: &turn.orders, events: &events, form: Form::Full };
    ReplayPly {
        ply: before.ply() + 1,
        side: before.active().name().to_owned(),
        controller: turn.controller.clone(),
        orders: turn.orders.iter().map(|order| order.to_json(&replay.scenario)).collect(),
        events: serde_json::to_value(json.events()).unwrap_or_default(),
        state: asg_state(&after),
        rationale: turn.rationale.clone(),
        latency_ms: turn.latency_ms,
        diagnostics: turn.diagnostics.clone(),
    }
}
