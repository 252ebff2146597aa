//! Explanations why an action is illegal or a cell cannot be selected.

use api::{MessageParts, WhyBody, WhyView};
use game::Game as _;
use ringrift::{Cell, Position, ReadActionError, ResolveActionError};
use ringrift_text::cell_selection::{CellChoices, why_not_selectable};
use serde_json::Value;

use crate::{AnyGame, RequestError, texts};

/// Largest number of cells that a request may list as already selected.
const MAX_PICKED: usize = 3;

/// Explains why an action of a game is not possible, or a cell cannot be selected.
///
/// # Errors
/// If the request is incomplete or malformed.
pub fn why_of(game: &AnyGame, body: &WhyBody) -> Result<WhyView, RequestError> {
    match game {
        AnyGame::RingRift(game) => why_not(game.position(), body),
        AnyGame::Asg(game) => why_not_orders(game, body),
    }
}

/// Explains why an action is illegal or a cell cannot be selected in a RingRift position.
///
/// # Errors
/// If the request is incomplete or malformed.
pub(super) fn why_not(position: &Position, body: &WhyBody) -> Result<WhyView, RequestError> {
    match (&body.cell, &body.action) {
        (Some(cell), _) => why_not_cell(position, &body.picked, cell),
        (None, Value::Null) => Err(empty_request()),
        (None, Value::String(text)) => Ok(why_not_action(position, text)),
        (None, _) => Err(RequestError::unprocessable("bad_shape", "a RingRift action must be a string")),
    }
}

/// Explains why ASG orders are not possible.
///
/// # Errors
/// If the request is incomplete or malformed.
fn why_not_orders(game: &asg::Match, body: &WhyBody) -> Result<WhyView, RequestError> {
    if body.cell.is_some() {
        return Err(RequestError::bad_request("no_cells", "ASG has no cells; give the orders as \"action\""));
    }
    if body.action.is_null() {
        return Err(empty_request());
    }
    let orders = asg::SubmittedOrder::read_list(body.action.as_array().map_or(&[], Vec::as_slice), game.scenario());
    Ok(match game.check(&orders) {
        Ok(()) => possible(),
        Err(rejection) => impossible(rejection.message, None),
    })
}

fn empty_request() -> RequestError {
    RequestError::bad_request("nothing_asked", "give an \"action\" or a \"cell\"")
}

fn possible() -> WhyView {
    let reason = texts::POSSIBLE.message();
    WhyView { possible: true, ..impossible(reason.to_string(), Some((&reason).into())) }
}

fn impossible(reason: String, reason_parts: Option<MessageParts>) -> WhyView {
    WhyView { possible: false, rule: None, reason, reason_parts, cells: Vec::new() }
}

fn why_not_action(position: &Position, text: &str) -> WhyView {
    match position.read_action(text) {
        Ok(_) => possible(),
        Err(ReadActionError::Resolve(ResolveActionError::Illegal { why, .. })) => illegal(position, &why),
        Err(error) => impossible(error.to_string(), None),
    }
}

fn illegal(position: &Position, why: &ringrift::IllegalAction) -> WhyView {
    let board = position.rules().board;
    WhyView {
        possible: false,
        rule: Some(why.rule.to_string()),
        reason: why.reason.to_string(),
        reason_parts: Some((&why.reason).into()),
        cells: why.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect(),
    }
}

fn why_not_cell(position: &Position, picked: &[String], cell: &str) -> Result<WhyView, RequestError> {
    let parse = |text: &str| -> Result<Cell, RequestError> {
        position
            .rules()
            .board
            .parse_cell(text)
            .map_err(|error| RequestError::bad_request("bad_cell", error.to_string()))
    };
    if picked.len() > MAX_PICKED {
        return Err(RequestError::bad_request(
            "bad_cell",
            format!("at most {MAX_PICKED} cells can be selected before this one"),
        ));
    }
    let picked = picked.iter().map(|text| parse(text)).collect::<Result<Vec<Cell>, RequestError>>()?;
    let target = parse(cell)?;
    let choices = CellChoices::new(position);
    if choices.can_pick(&picked, target) {
        return Ok(possible());
    }
    let unrelated = || {
        let reason = texts::CELL_UNUSED.message();
        WhyView { cells: vec![cell.to_owned()], ..impossible(reason.to_string(), Some((&reason).into())) }
    };
    let why = choices.missing_pick(&picked, target).or_else(|| why_not_selectable(position, &picked, target));
    Ok(why.map_or_else(unrelated, |why| illegal(position, &why)))
}
