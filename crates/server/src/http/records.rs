//! Games written down: out as records and replays, in as boards to analyse.

use asg::replay::{Ending as ReplayEnding, Replay, Turn};
use asg::{BySide, Side, SubmittedOrder};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ringrift_record::{Conclusion, Record, Recorder};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Path, Query, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use crate::hub::RoomSnapshot;
use crate::id::GameId;
use crate::table::{
    AnyGame, ClockRules, DepartureReason, GameSetup, PlayedAction, Purpose, Stage, Table, TableSetup, Visibility,
};
use crate::wire::SeatView;

/// The longest record that is read.
pub(super) const LONGEST_RECORD: usize = 4 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .merge(OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(LONGEST_RECORD)))
}

/// In which form a game is written.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// For RingRift `text` (the default) or `json`. ASG has replays, in JSON.
    pub form: Option<String>,
}

/// The record of a game of RingRift, or the replay of a match of ASG that is over
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path), RecordQuery),
    responses((status = 200, description = "the record"), (status = 409, body = ErrorView, description = "a replay has the seed, and waits for the end")))]
async fn record(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    let snapshot = room(&app, &id).await?.snapshot();
    let table = snapshot.table_for(caller.guest_id(Scope::Read), app.hub.now());
    let is_over = matches!(table.stage(), Stage::Over(_));
    let form = query.form.as_deref().unwrap_or("text");
    let (kind, text) = match (table.start(), form) {
        (AnyGame::RingRift(_), "text") => {
            ("text/plain; charset=utf-8", ringrift_record(&snapshot, &table)?.to_string())
        }
        (AnyGame::RingRift(_), "json") => ("application/json", ringrift_record(&snapshot, &table)?.to_json_pretty()),
        (AnyGame::Asg(_), _) if !is_over => {
            let message = "a replay has the seed in it, and is there when the match is over";
            return Err(ApiError::new(StatusCode::CONFLICT, "not_over", message));
        }
        (AnyGame::Asg(start), "text" | "json") => ("application/json", asg_replay(&snapshot, &table, start).to_json()),
        (_, other) => {
            let message = format!("there is no form {}; there are text and json", ringrift::excerpt(other));
            return Err(ApiError::bad("bad_form", message));
        }
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn seat_name(snapshot: &RoomSnapshot, table: &Table, seat: usize) -> String {
    SeatView::new(seat, &table.seats()[seat], &snapshot.names).name
}

/// The record of a game of RingRift.
pub(super) fn ringrift_record(snapshot: &RoomSnapshot, table: &Table) -> Result<Record, ApiError> {
    let broken = || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", "this game cannot be written down");
    let (AnyGame::RingRift(start), AnyGame::RingRift(last)) = (table.start(), table.game()) else {
        return Err(broken());
    };
    let mut recorder = Recorder::new(start.position().clone());
    let tags = recorder.tags_mut();
    tags.date = table.created().text().get(..10).map(str::to_owned);
    for seat in 0..table.seats().len() {
        tags.names.0[seat] = Some(seat_name(snapshot, table, seat));
    }
    tags.time_control = match table.setup().clock {
        ClockRules::None => None,
        ClockRules::Increment { base, increment } => {
            Some(format!("{}+{}", base as f64 / 1_000.0, increment as f64 / 1_000.0))
        }
        ClockRules::Days { days } => Some(format!("{days}d")),
    };
    tags.others.push(("Site".to_owned(), format!("Ringside {}", snapshot.id)));
    for (seat, gone) in table.seats().iter().enumerate().filter_map(|(seat, held)| Some((seat, held.departure?))) {
        tags.others.push((format!("Left{}", seat + 1), gone.reason.name().to_owned()));
    }
    for PlayedAction { action, at, spent, left, note, .. } in table.moves() {
        let action = action.as_str().and_then(|text| recorder.position().read_action(text).ok()).ok_or_else(broken)?;
        let ply = recorder.play(action).map_err(|_| broken())?;
        ply.notes.at = u64::try_from(at.0).ok();
        ply.notes.clock = *left;
        ply.notes.elapsed = left.map(|_| *spent);
        let is_over = matches!(table.stage(), Stage::Over(_));
        if let Some(words) = note.as_ref().filter(|_| is_over).and_then(|note| note.rationale.as_deref()) {
            ply.comments.push(plain(words));
        }
    }
    Ok(match left_last(table) {
        Some((seat, by)) if table.game().ending().is_none() => {
            let (player, position) = (last.colour_of(seat), last.position());
            recorder.finish_with(match by {
                DepartureReason::Timeout => Conclusion::timed_out(player, position),
                DepartureReason::Resignation | DepartureReason::Failure => Conclusion::resigned(player, position),
            })
        }
        _ => recorder.finish(),
    })
}

/// Words of a stranger as a comment: nothing in them means anything to readers of records.
fn plain(words: &str) -> String {
    let letter = |letter: char| match letter {
        '{' | '[' => '(',
        '}' | ']' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    words.chars().map(letter).collect()
}

/// Who ended a game by leaving it.
fn left_last(table: &Table) -> Option<(usize, DepartureReason)> {
    let Stage::Over(_) = table.stage() else { return None };
    let gone = table.seats().iter().enumerate().filter_map(|(seat, held)| Some((seat, held.departure?)));
    gone.max_by_key(|(_, gone)| gone.order).map(|(seat, gone)| (seat, gone.reason))
}

/// The replay of a match of ASG.
fn asg_replay(snapshot: &RoomSnapshot, table: &Table, start: &asg::Match) -> Replay {
    let mut replay = Replay::new(start.scenario().clone(), start.rules(), start.seed(), table.created().text());
    let name = |seat: usize| seat_name(snapshot, table, seat);
    replay.players = Some(BySide::from_fn(|side| json!({ "kind": name(side as usize) })));
    replay.turns = table
        .moves()
        .iter()
        .map(|made| {
            let orders = made.action.as_array().map_or(&[][..], Vec::as_slice);
            let turn = Turn::new(name(made.seat), SubmittedOrder::read_list(orders, start.scenario()));
            let Some(note) = &made.note else { return turn };
            Turn {
                latency_ms: note.took as f64,
                rationale: note.rationale.clone(),
                diagnostics: (!note.raw.is_empty()).then(|| json!({ "rawReply": note.raw })),
                ..turn
            }
        })
        .collect();
    replay.ending = match left_last(table) {
        Some((seat, _)) => Some(ReplayEnding::Forfeit(Side::BOTH[seat])),
        None if table.game().ending().is_none() => Some(ReplayEnding::Aborted),
        None => None,
    };
    replay
}

/// A record or a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportBody {
    /// The text of it: a record of RingRift as text or JSON, or a replay of ASG.
    pub record: String,
}

/// A board that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ImportedView {
    /// Its name.
    pub id: GameId,
    /// How many actions were played.
    pub actions: usize,
}

/// Make an analysis board of a record or a replay, at its last position; every action can be undone
#[utoipa::path(post, path = "/api/import", request_body = ImportBody, responses((status = 201, body = ImportedView), (status = 422, body = ErrorView)))]
async fn import(
    State(app): State<App>,
    caller: Caller,
    Body(ImportBody { record }): Body<ImportBody>,
) -> Result<(StatusCode, Json<ImportedView>), ApiError> {
    let guest = caller.guest(Scope::Create)?;
    app.limiters.check_new(caller.address)?;
    app.check_quota(guest).await?;
    let wrong = |problem: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_record", problem);
    // A long game takes a while to be played again.
    let read = tokio::task::spawn_blocking(move || read_record(&record)).await;
    let (game, actions) = read.map_err(|_| wrong("the record cannot be read".to_owned()))?.map_err(wrong)?;
    let setup = TableSetup {
        game,
        clock: ClockRules::None,
        purpose: Purpose::Analysis,
        visibility: Visibility::Private,
        spectator_delay: 0,
    };
    let count = actions.len();
    let id = app.hub.import(&guest.id, setup, actions).await?;
    Ok((StatusCode::CREATED, Json(ImportedView { id, actions: count })))
}

/// The most actions of a record that becomes a board.
const MOST_ACTIONS: usize = 10_000;

fn read_record(text: &str) -> Result<(GameSetup, Vec<serde_json::Value>), String> {
    let is_replay = text.trim_start().starts_with('{') && !text.contains("ringrift-record/");
    let (setup, actions) = if is_replay { read_replay(text)? } else { read_game(text)? };
    if actions.len() > MOST_ACTIONS {
        return Err(format!("the record has {} actions; at most {MOST_ACTIONS} become a board", actions.len()));
    }
    Ok((setup, actions))
}

pub(super) fn read_game(text: &str) -> Result<(GameSetup, Vec<serde_json::Value>), String> {
    let mut entries =
        ringrift_record::Entries::new(std::io::Cursor::new(text.to_owned())).map_err(|error| error.to_string())?;
    let entry = entries.next().ok_or("there is no game in the record")?.map_err(|error| error.to_string())?;
    let verified = entry.verify().map_err(|error| error.to_string())?;
    let record = verified.record;
    let actions = record.action_texts().into_iter().map(serde_json::Value::from).collect();
    Ok((GameSetup::RingRift { start: record.start().to_string() }, actions))
}

fn read_replay(text: &str) -> Result<(GameSetup, Vec<serde_json::Value>), String> {
    let verified = Replay::verify(text).map_err(|error| error.to_string())?;
    if let Some(difference) = verified.difference {
        return Err(difference.to_string());
    }
    let replay = Replay::read(text).map_err(|error| error.to_string())?;
    let scenario = serde_json::to_value(replay.scenario.file()).map_err(|error| error.to_string())?;
    let seed = u32::try_from(replay.seed)
        .map_err(|_| format!("the seed {} is none that matches on servers have", replay.seed))?;
    let rules = replay.rules.name().to_owned();
    let actions = replay.turns.iter().map(|turn| {
        turn.orders.iter().map(|order| order.to_json(&replay.scenario)).collect::<Vec<serde_json::Value>>().into()
    });
    let actions = actions.collect();
    Ok((GameSetup::Asg { scenario, rules, seed, salt: crate::id::random_letters(20) }, actions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_both_games_become_boards() {
        let record = Record::parse("[Board \"square8\"]\n\n1. P d4*2; M d4-d6").expect("a record");
        for text in [record.to_string(), record.to_json()] {
            let (setup, actions) = read_record(&text).expect("a board");
            assert!(matches!(setup, GameSetup::RingRift { .. }));
            assert_eq!(actions, [json!("P d4*2"), json!("M d4-d6")]);
        }
        for text in ["", "{}", "nonsense", "[Board \"square8\"]\n\n1. P d4*2; M d4-e9", "{\"a\":[[[["] {
            assert!(!read_record(text).expect_err("no record").is_empty(), "{text}");
        }
    }
}
