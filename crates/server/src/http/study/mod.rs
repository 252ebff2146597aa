//! RingRift positions outside of games: the client keeps them, and the server lists their legal actions and plays actions.
//! Also lessons, the analysis of positions and the review of games.
//!
//! Nothing is stored, so most of these requests need no sign-in. Analyses and reviews need it, because the server limits
//! their number for each guest.

mod analysis;
mod analysis_queue;
mod guard;
mod lessons;
mod review;
mod setup;

use std::fmt::Display;

use api::{
    ErrorView, EventView, LineStep, LineView, NewGame, PlayedLine, ReadBody, RecordView, Rejection, StudyBody,
    StudyPreview, StudyView, StudyWhyBody, TryBody, WhyBody, WhyView,
};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use ringrift::{ActionReader, ChosenLine, Position, ReadAction, ResolveActionError};
use ringrift_record::Recorder;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use analysis_queue::AnalysisQueue;

use super::App;
use super::error::ApiError;
use super::games::read_ringrift_record;
use super::middleware::Body;
use super::why::why_not;
use crate::new_game::start_position;
use crate::table::{AnyGame, GameSetup};
use crate::trial::{study_view, try_action};
use crate::view::{rejection_in_state, ringrift_state};

/// Largest number of actions in a line of play.
const MAX_LINE: usize = 5_000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(study))
        .routes(routes!(act))
        .routes(routes!(preview))
        .routes(routes!(why))
        .routes(routes!(read))
        .routes(routes!(record))
        .routes(routes!(line))
        .merge(setup::routes())
        .merge(lessons::routes())
        .merge(analysis::routes())
        .merge(review::routes())
}

/// Get a RingRift position and its legal actions
#[utoipa::path(post, path = "/api/study", request_body = StudyBody, responses((status = 200, body = StudyView), (status = 422, body = ErrorView)))]
async fn study(State(app): State<App>, Body(body): Body<StudyBody>) -> Result<Response, ApiError> {
    let StudyBody { position, board, players, edition, options } = body;
    let request = NewGame { position, board, players, edition, options, ..NewGame::default() };
    app.studies.respond(move || view(&AnyGame::ring_rift(start(&request)?), Vec::new())).await
}

fn view(game: &AnyGame, events: Vec<EventView>) -> Result<StudyView, ApiError> {
    study_view(game, events).ok_or_else(not_ringrift)
}

fn not_ringrift() -> ApiError {
    ApiError::bad_request("bad_position", "not a RingRift position")
}

fn start(request: &NewGame) -> Result<Position, ApiError> {
    start_position(request).map_err(|problem| ApiError::problems("bad_position", vec![problem]))
}

/// Parses a position text.
///
/// # Errors
/// Describes the problem.
pub(super) fn parse_position(text: &str) -> Result<Position, ApiError> {
    start(&NewGame { position: Some(text.to_owned()), ..NewGame::default() })
}

/// Plays an action in a position. Returns the events and the game after it.
fn play(body: TryBody) -> Result<(Vec<EventView>, AnyGame), ApiError> {
    let game = AnyGame::ring_rift(parse_position(&body.position)?);
    try_action(&game, &Value::from(body.action))
        .map_err(|rejected| ApiError::Rejected(Box::new(rejection_in_state(rejected, game.hash()))))
}

/// Play an action in a position
#[utoipa::path(post, path = "/api/study/act", request_body = TryBody, responses((status = 200, body = StudyView), (status = 422, body = Rejection)))]
async fn act(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    let acted = move || {
        let (events, after) = play(body)?;
        view(&after, events)
    };
    app.studies.respond(acted).await
}

/// Preview the effect of an action in a position
#[utoipa::path(post, path = "/api/study/preview", request_body = TryBody, responses((status = 200, body = StudyPreview), (status = 422, body = Rejection)))]
async fn preview(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    let previewed = move || {
        let (events, after) = play(body)?;
        let AnyGame::RingRift(game) = &after else { return Err(not_ringrift()) };
        Ok(StudyPreview { events, state: ringrift_state(game.position(), |player| game.seat_of(player)) })
    };
    app.studies.respond(previewed).await
}

/// Explain why an action is illegal or a cell cannot be selected in a position: rule, reason and cells
#[utoipa::path(post, path = "/api/study/why", request_body = StudyWhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView)))]
async fn why(State(app): State<App>, Body(body): Body<StudyWhyBody>) -> Result<Response, ApiError> {
    let StudyWhyBody { position, action, cell, picked } = body;
    let question = WhyBody { action: action.map_or(Value::Null, Value::from), cell, picked };
    app.studies.respond(move || why_not(&parse_position(&position)?, &question)).await
}

/// Read a position, or a RingRift record as text or JSON
#[utoipa::path(post, path = "/api/study/read", request_body = ReadBody, responses((status = 200, body = LineView), (status = 422, body = ErrorView)))]
async fn read(State(app): State<App>, Body(ReadBody { text }): Body<ReadBody>) -> Result<Json<LineView>, ApiError> {
    let text = text.trim().to_owned();
    let looks_like_a_position = text.starts_with("G ") && !text.contains('\n');
    if looks_like_a_position {
        return Ok(Json(LineView { start: parse_position(&text)?.to_string(), actions: Vec::new() }));
    }
    let invalid = |problem: String| ApiError::unprocessable("bad_record", problem);
    let (setup, actions) = app.replays.run(move || read_ringrift_record(&text).map_err(invalid)).await?;
    let GameSetup::RingRift { start } = setup else { return Err(invalid("not a RingRift game".to_owned())) };
    let actions = actions.into_iter().filter_map(|action| action.as_str().map(str::to_owned)).collect();
    Ok(Json(LineView { start, actions }))
}

/// Write a line of play as a record
#[utoipa::path(post, path = "/api/study/record", request_body = LineView, responses((status = 200, body = RecordView), (status = 422, body = ErrorView)))]
async fn record(State(app): State<App>, Body(line): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.respond(move || Ok(RecordView { text: record_line(line)?.finish().to_string() })).await
}

/// Get the positions of a line of play
#[utoipa::path(post, path = "/api/study/line", request_body = LineView, responses((status = 200, body = PlayedLine), (status = 422, body = ErrorView)))]
async fn line(State(app): State<App>, Body(line): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.respond(move || play_line(line)).await
}

fn play_line(line: LineView) -> Result<PlayedLine, ApiError> {
    let mut position = parse_position(&line.start)?;
    let mut steps = Vec::new();
    for action in record_line(line)?.finish().actions() {
        let (text, player, turn) = (position.action_text(action), position.to_move().seat(), position.turn());
        position.play_unchecked(action);
        steps.push(LineStep { action: text, player, turn, position: position.to_string() });
    }
    Ok(PlayedLine { steps })
}

/// Plays a line of actions from its start position.
fn record_line(LineView { start, actions }: LineView) -> Result<Recorder, ApiError> {
    let invalid = |problem: String| ApiError::problems("bad_line", vec![problem]);
    if actions.len() > MAX_LINE {
        return Err(invalid(format!("a line must not exceed {MAX_LINE} actions")));
    }
    let mut recorder = Recorder::new(parse_position(&start)?);
    let mut reader = ActionReader::default();
    let mut chosen = None;
    for (text, number) in actions.iter().zip(1..) {
        let problem = |error: &dyn Display| invalid(format!("action {number}: {error}"));
        match reader.read(recorder.position(), text).map_err(|error| problem(&error))? {
            ReadAction::Action(action) => {
                let other_line =
                    chosen.take_if(|(_, line): &mut (_, ChosenLine)| !line.is_taken_by(recorder.position(), action));
                if let Some((number, line)) = other_line {
                    return Err(invalid(format!("action {number}: {}", ResolveActionError::from(line))));
                }
                recorder.play(action).map_err(|error| problem(&error))?;
                chosen = None;
            }
            ReadAction::LineChosen(line) => chosen = Some((number, line)),
            ReadAction::AlreadyTaken => {}
        }
    }
    match chosen {
        Some((number, line)) => Err(invalid(format!("action {number}: {}", ResolveActionError::from(line)))),
        None => Ok(recorder),
    }
}
