//! Questions about RingRift positions outside of games, about lessons, puzzles and ASG replays. The caller keeps the position.

mod analysis;
pub mod asg_replay;
mod lessons;
mod picture;
mod puzzles;
mod review;
mod setup;
mod why;

use api::{
    EventView, LineStep, LineView, NewGame, PlayedLine, PreviewView, ReadBody, RecordView, StateView, StudyBody,
    StudyPreview, StudyView, StudyWhyBody, TryBody, WhyBody, WhyView,
};
use game::RingRift;
use ringrift::{ActionReader, ChosenLine, IllegalAction, Position, ReadAction, ReadActionError, ResolveActionError};
use ringrift_record::Recorder;
use serde_json::Value;

pub use analysis::analyse;
pub use lessons::{attempt, lesson_views};
pub use picture::{picture, picture_options};
pub use puzzles::{Puzzle, check_puzzle, puzzles};
pub use review::{MAX_REVIEWED_ACTIONS, review};
pub use setup::check;
pub use why::why_of;

use why::why_not;

use crate::new_game::start_position;
use crate::records::read_ringrift_record;
use crate::trial::{study_view, try_action};
use crate::view::{rejection, rejection_in_state, ringrift_state};
use crate::{AnyGame, CommandRejection, GameSetup, Problem, RequestError, Table, asg_planning};

/// Largest number of actions in a line of play.
const MAX_LINE: usize = 5_000;

/// Returns a position and its legal actions.
///
/// # Errors
/// If the position or the rules are invalid.
pub fn open(body: StudyBody) -> Result<StudyView, RequestError> {
    let StudyBody { position, board, players, edition, options } = body;
    let request = NewGame { position, board, players, edition, options, ..NewGame::default() };
    Ok(study_view(&RingRift::new(start(&request)?), Vec::new()))
}

fn start(request: &NewGame) -> Result<Position, RequestError> {
    start_position(request).map_err(|problem| RequestError::problems("bad_position", vec![problem]))
}

/// Parses a position text.
///
/// # Errors
/// Describes the problem.
pub fn parse_position(text: &str) -> Result<Position, RequestError> {
    start(&NewGame { position: Some(text.to_owned()), ..NewGame::default() })
}

/// Plays an action in a position. Returns the events and the game after it.
fn play(body: TryBody) -> Result<(Vec<EventView>, RingRift), RequestError> {
    let game = RingRift::new(parse_position(&body.position)?);
    try_action(&game, &Value::from(body.action)).map_err(|rejected| rejected_in(rejected, &game))
}

/// Returns the rejection of an action in a position that belongs to no table.
fn rejected_in(rejected: CommandRejection, game: &RingRift) -> RequestError {
    let hash = game.position().fingerprint_hash().to_string();
    RequestError::Rejected(Box::new(rejection_in_state(rejected, hash)))
}

/// Returns the position after an action, with its legal actions.
///
/// # Errors
/// If the position is invalid or the action is not legal.
pub fn act(body: TryBody) -> Result<StudyView, RequestError> {
    let (events, after) = play(body)?;
    Ok(study_view(&after, events))
}

/// Returns the effect of an action.
///
/// # Errors
/// If the position is invalid or the action is not legal.
pub fn preview(body: TryBody) -> Result<StudyPreview, RequestError> {
    let (events, after) = play(body)?;
    Ok(StudyPreview { events, state: ringrift_state(after.position(), |player| after.seat_of(player)) })
}

/// Returns the effect of an action in a game; for ASG only the odds, never the random outcome.
///
/// # Errors
/// If the action is malformed or not legal.
pub fn preview_of(table: &Table, action: &Value) -> Result<PreviewView, RequestError> {
    match table.game() {
        AnyGame::Asg(game) => match action {
            Value::Array(orders) => Ok(PreviewView::Asg(asg_planning::preview(game, orders))),
            _ => Err(RequestError::unprocessable("bad_shape", "an ASG action is a list of orders")),
        },
        AnyGame::RingRift(game) => {
            let rejected = |rejected| RequestError::Rejected(Box::new(rejection(rejected, table, None)));
            let (events, after) = try_action(game, action).map_err(rejected)?;
            let state = ringrift_state(after.position(), |player| after.seat_of(player));
            Ok(PreviewView::RingRift { events, state: Box::new(StateView::RingRift(Box::new(state))) })
        }
    }
}

/// Explains why an action is illegal or a cell cannot be selected.
///
/// # Errors
/// If the request is incomplete or malformed.
pub fn why(body: StudyWhyBody) -> Result<WhyView, RequestError> {
    let StudyWhyBody { position, action, cell, picked } = body;
    let question = WhyBody { action: action.map_or(Value::Null, Value::from), cell, picked };
    why_not(&parse_position(&position)?, &question)
}

/// Reads a position, or a RingRift record as text or JSON.
///
/// # Errors
/// If the text is neither.
pub fn read(body: &ReadBody) -> Result<LineView, RequestError> {
    let text = body.text.trim();
    let looks_like_a_position = text.starts_with("G ") && !text.contains('\n');
    if looks_like_a_position {
        return Ok(LineView { start: parse_position(text)?.to_string(), actions: Vec::new() });
    }
    let invalid = |problem: Problem| RequestError::problems("bad_record", vec![problem]);
    let (setup, actions) = read_ringrift_record(text).map_err(invalid)?;
    let GameSetup::RingRift { start } = setup else { return Err(invalid("not a RingRift game".into())) };
    let actions = actions.into_iter().filter_map(|action| action.as_str().map(str::to_owned)).collect();
    Ok(LineView { start, actions })
}

/// Writes a line of play as a record.
///
/// # Errors
/// If an action is not legal.
pub fn record(line: LineView) -> Result<RecordView, RequestError> {
    Ok(RecordView { text: record_line(line)?.finish().to_string() })
}

/// Returns the positions of a line of play.
///
/// # Errors
/// If an action is not legal.
pub fn line(line: LineView) -> Result<PlayedLine, RequestError> {
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
fn record_line(LineView { start, actions }: LineView) -> Result<Recorder, RequestError> {
    let invalid = |problem: Problem| RequestError::problems("bad_line", vec![problem]);
    if actions.len() > MAX_LINE {
        return Err(invalid(format!("a line must not exceed {MAX_LINE} actions").into()));
    }
    let mut recorder = Recorder::new(parse_position(&start)?);
    let mut reader = ActionReader::default();
    let mut chosen = None;
    for (text, number) in actions.iter().zip(1..) {
        let illegal = |why: &IllegalAction| invalid(Problem::illegal_action(number, text, why));
        let unreadable = |error: ReadActionError| match error {
            ReadActionError::Resolve(ResolveActionError::Illegal { why, .. }) => illegal(&why),
            error => invalid(format!("action {number}: {error}").into()),
        };
        match reader.read(recorder.position(), text).map_err(unreadable)? {
            ReadAction::Action(action) => {
                let other_line =
                    chosen.take_if(|(_, line): &mut (_, ChosenLine)| !line.is_taken_by(recorder.position(), action));
                if let Some((number, line)) = other_line {
                    return Err(invalid(format!("action {number}: {}", ResolveActionError::from(line)).into()));
                }
                recorder.play(action).map_err(|why| illegal(&why))?;
                chosen = None;
            }
            ReadAction::LineChosen(line) => chosen = Some((number, line)),
            ReadAction::AlreadyTaken => {}
        }
    }
    match chosen {
        Some((number, line)) => Err(invalid(format!("action {number}: {}", ResolveActionError::from(line)).into())),
        None => Ok(recorder),
    }
}
