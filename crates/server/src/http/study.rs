//! Positions of RingRift without a table: the client keeps them, and asks what can be done in one and what comes of it.
//!
//! Nothing is stored, so that everybody may ask.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use ringrift::Position;
use ringrift_record::Recorder;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::Body;
use super::error::{ApiError, ErrorView};
use super::play::tried;
use super::records::read_game;
use super::why::{WhyBody, WhyView, why_not};
use crate::table::{AnyGame, CommandRejection, GameSetup};
use crate::wire::{EventView, LegalView, NewGame, RejectionView, RingRiftState};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(study))
        .routes(routes!(act))
        .routes(routes!(preview))
        .routes(routes!(why))
        .routes(routes!(read))
        .routes(routes!(record))
        .routes(routes!(line))
}

/// A position, or the start of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudyBody {
    /// A position as text, with all rules; instead of the other fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The board; `square8` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many play; 2 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// `canon` (the default), `compact` or `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Rules that differ from the edition's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// A position and what can be done in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyView {
    /// The position.
    pub state: RingRiftState,
    /// What can be done; nothing after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalView>,
    /// The board.
    pub board: String,
    /// The rules in one line.
    pub rules: String,
    /// The hash of the position.
    pub hash: String,
    /// What has just happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventView>,
}

impl StudyView {
    pub(super) fn new(game: &AnyGame, events: Vec<EventView>) -> Option<StudyView> {
        let AnyGame::RingRift(ring_rift) = game else { return None };
        let position = ring_rift.position();
        Some(StudyView {
            state: RingRiftState::new(position, |player| ring_rift.seat_of(player)),
            legal: (!position.phase().is_over()).then(|| LegalView::new(game)),
            board: position.rules().board.name().to_owned(),
            rules: position.rules().to_string(),
            hash: position.fingerprint_hash().to_string(),
            events,
        })
    }
}

/// A position of RingRift, and what can be done in it
#[utoipa::path(post, path = "/api/study", request_body = StudyBody, responses((status = 200, body = StudyView), (status = 422, body = ErrorView)))]
async fn study(State(app): State<App>, Body(body): Body<StudyBody>) -> Result<Response, ApiError> {
    let StudyBody { position, board, players, edition, options } = body;
    let wish = NewGame { position, board, players, edition, options, ..NewGame::default() };
    app.studies.work_out(move || answer(&AnyGame::ring_rift(started(&wish)?), Vec::new())).await
}

fn answer(game: &AnyGame, events: Vec<EventView>) -> Result<StudyView, ApiError> {
    StudyView::new(game, events).ok_or_else(no_ring_rift)
}

fn no_ring_rift() -> ApiError {
    ApiError::bad("bad_position", "this is no game of RingRift")
}

fn started(wish: &NewGame) -> Result<Position, ApiError> {
    wish.start().map_err(|problem| ApiError::problems("bad_position", vec![problem]))
}

/// An action in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TryBody {
    /// The position as text.
    pub position: String,
    /// The action.
    pub action: String,
}

/// A position as text, with all rules.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn parsed(position: &str) -> Result<Position, ApiError> {
    started(&NewGame { position: Some(position.to_owned()), ..NewGame::default() })
}

impl TryBody {
    /// What happens, and the game after it.
    fn tried(self) -> Result<(Vec<EventView>, AnyGame), ApiError> {
        let game = AnyGame::ring_rift(parsed(&self.position)?);
        tried(&game, &Value::from(self.action)).map_err(|refusals| {
            let refused = CommandRejection { rejection: CommandRejection::first_of(&refusals), refusals: Vec::new() };
            ApiError::Rejected(Box::new(RejectionView::without_table(refused, game.hash())))
        })
    }
}

/// What comes of an action in a position
#[utoipa::path(post, path = "/api/study/act", request_body = TryBody, responses((status = 200, body = StudyView), (status = 422, body = RejectionView)))]
async fn act(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    let acted = move || {
        let (events, after) = body.tried()?;
        answer(&after, events)
    };
    app.studies.work_out(acted).await
}

/// What an action would do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StudyPreview {
    /// What would happen.
    pub events: Vec<EventView>,
    /// The position afterwards.
    pub state: RingRiftState,
}

/// What an action in a position would do
#[utoipa::path(post, path = "/api/study/preview", request_body = TryBody, responses((status = 200, body = StudyPreview), (status = 422, body = RejectionView)))]
async fn preview(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    let previewed = move || {
        let (events, after) = body.tried()?;
        let AnyGame::RingRift(game) = &after else { return Err(no_ring_rift()) };
        Ok(StudyPreview { events, state: RingRiftState::new(game.position(), |player| game.seat_of(player)) })
    };
    app.studies.work_out(previewed).await
}

/// Something that cannot be done in a position: an action, or pointing at a cell.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudyWhyBody {
    /// The position as text.
    pub position: String,
    /// An action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Or a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The cells that were picked before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
}

/// Why an action or a cell is not possible in a position: rule, reason, cells
#[utoipa::path(post, path = "/api/study/why", request_body = StudyWhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView)))]
async fn why(State(app): State<App>, Body(body): Body<StudyWhyBody>) -> Result<Response, ApiError> {
    let StudyWhyBody { position, action, cell, picked } = body;
    let question = WhyBody { action: action.map_or(Value::Null, Value::from), cell, picked };
    app.studies.work_out(move || why_not(&parsed(&position)?, &question)).await
}

/// A position or a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadBody {
    /// Its text.
    pub text: String,
}

/// A game that was read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineView {
    /// The first position.
    pub start: String,
    /// The actions after it.
    pub actions: Vec<String>,
}

/// Read a position, or a record of RingRift as text or JSON
#[utoipa::path(post, path = "/api/study/read", request_body = ReadBody, responses((status = 200, body = LineView), (status = 422, body = ErrorView)))]
async fn read(State(app): State<App>, Body(ReadBody { text }): Body<ReadBody>) -> Result<Json<LineView>, ApiError> {
    let text = text.trim().to_owned();
    let looks_like_a_position = text.starts_with("G ") && !text.contains('\n');
    if looks_like_a_position {
        return Ok(Json(LineView { start: parsed(&text)?.to_string(), actions: Vec::new() }));
    }
    let wrong = |problem: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_record", problem);
    let (setup, actions) = app.replays.run(move || read_game(&text).map_err(wrong)).await?;
    let GameSetup::RingRift { start } = setup else { return Err(wrong("this is no game of RingRift".to_owned())) };
    let actions = actions.into_iter().filter_map(|action| action.as_str().map(str::to_owned)).collect();
    Ok(Json(LineView { start, actions }))
}

/// A record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordView {
    /// Its text.
    pub text: String,
}

/// The most actions of a line that is written down.
const LONGEST_LINE: usize = 5_000;

/// The record of a line of actions
#[utoipa::path(post, path = "/api/study/record", request_body = LineView, responses((status = 200, body = RecordView), (status = 422, body = ErrorView)))]
async fn record(State(app): State<App>, Body(line): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.work_out(move || Ok(RecordView { text: recorded(line)?.finish().to_string() })).await
}

/// A line that was played, as far as its positions go.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayedLine {
    /// After every action.
    pub steps: Vec<LineStep>,
}

/// An action of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LineStep {
    /// The action.
    pub action: String,
    /// The colour that acted.
    pub player: u8,
    /// In which turn.
    pub turn: u32,
    /// The position after it.
    pub position: String,
}

/// The positions of a line of actions
#[utoipa::path(post, path = "/api/study/line", request_body = LineView, responses((status = 200, body = PlayedLine), (status = 422, body = ErrorView)))]
async fn line(State(app): State<App>, Body(line): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.work_out(move || played(line)).await
}

fn played(line: LineView) -> Result<PlayedLine, ApiError> {
    let mut position = parsed(&line.start)?;
    let mut steps = Vec::new();
    for action in recorded(line)?.finish().actions() {
        let (text, player, turn) = (position.action_text(action), position.to_move().seat(), position.turn());
        position.play_unchecked(action);
        steps.push(LineStep { action: text, player, turn, position: position.to_string() });
    }
    Ok(PlayedLine { steps })
}

/// A line that is played from its start.
fn recorded(LineView { start, actions }: LineView) -> Result<Recorder, ApiError> {
    let wrong = |problem: String| ApiError::problems("bad_line", vec![problem]);
    if actions.len() > LONGEST_LINE {
        return Err(wrong(format!("a line has at most {LONGEST_LINE} actions")));
    }
    let mut recorder = Recorder::new(parsed(&start)?);
    for (ply, text) in actions.iter().enumerate() {
        let action =
            recorder.position().read_action(text).map_err(|error| wrong(format!("action {}: {error}", ply + 1)))?;
        recorder.play(action).map_err(|error| wrong(format!("action {}: {error}", ply + 1)))?;
    }
    Ok(recorder)
}
