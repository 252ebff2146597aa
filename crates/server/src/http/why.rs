//! Why something cannot be done.

use game::Game as _;
use ringrift::{Cell, Position, ReadActionError, ResolveActionError};
use ringrift_text::cell_selection::{CellChoices, why_not_selectable};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::error::ApiError;

/// Something that cannot be done: an action, or pointing at a cell.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WhyBody {
    /// An action.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub action: Value,
    /// Or a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The cells that were picked before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
}

/// Why something cannot be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WhyView {
    /// Whether it can be done after all.
    pub possible: bool,
    /// The rule against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason, in words.
    pub reason: String,
    /// The cells that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// Why an action, or pointing at a cell, is not possible in a position of RingRift.
///
/// # Errors
/// If nothing is asked that can be answered.
pub(super) fn why_not(position: &Position, body: &WhyBody) -> Result<WhyView, ApiError> {
    match (&body.cell, &body.action) {
        (Some(cell), _) => why_cell(position, &body.picked, cell),
        (None, Value::Null) => Err(nothing_asked()),
        (None, Value::String(text)) => Ok(why_action(position, text)),
        (None, _) => Err(ApiError::bad("bad_shape", "an action of RingRift is a text")),
    }
}

/// Why orders of ASG are not possible.
///
/// # Errors
/// If nothing is asked that can be answered.
pub(super) fn why_not_orders(game: &asg::Match, body: &WhyBody) -> Result<WhyView, ApiError> {
    if body.cell.is_some() {
        return Err(ApiError::bad("no_cells", "ask about the orders of ASG, not a cell"));
    }
    if body.action.is_null() {
        return Err(nothing_asked());
    }
    let orders = asg::SubmittedOrder::read_list(body.action.as_array().map_or(&[], Vec::as_slice), game.scenario());
    Ok(match game.check(&orders) {
        Ok(()) => possible(),
        Err(rejection) => WhyView { possible: false, rule: None, reason: rejection.message, cells: Vec::new() },
    })
}

fn nothing_asked() -> ApiError {
    ApiError::bad("nothing_asked", "ask about an \"action\", or about a \"cell\"")
}

fn possible() -> WhyView {
    WhyView { possible: true, rule: None, reason: "it is possible".to_owned(), cells: Vec::new() }
}

fn why_action(position: &Position, text: &str) -> WhyView {
    let plain = |reason: String| WhyView { possible: false, rule: None, reason, cells: Vec::new() };
    match position.read_action(text) {
        Ok(_) => possible(),
        Err(ReadActionError::Resolve(ResolveActionError::Illegal { why, .. })) => because(position, &why),
        Err(error) => plain(error.to_string()),
    }
}

fn because(position: &Position, why: &ringrift::IllegalAction) -> WhyView {
    let board = position.rules().board;
    WhyView {
        possible: false,
        rule: Some(why.rule.to_string()),
        reason: why.reason.clone(),
        cells: why.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect(),
    }
}

/// The most cells that are picked for one action.
const MOST_PICKED: usize = 3;

fn why_cell(position: &Position, picked: &[String], cell: &str) -> Result<WhyView, ApiError> {
    let read = |text: &str| -> Result<Cell, ApiError> {
        position.rules().board.parse_cell(text).map_err(|error| ApiError::bad("bad_cell", error.to_string()))
    };
    if picked.len() > MOST_PICKED {
        return Err(ApiError::bad("bad_cell", format!("at most {MOST_PICKED} cells are picked")));
    }
    let picked = picked.iter().map(|text| read(text)).collect::<Result<Vec<Cell>, ApiError>>()?;
    let target = read(cell)?;
    let choices = CellChoices::new(position);
    if choices.can_pick(&picked, target) {
        return Ok(possible());
    }
    let none = || WhyView {
        possible: false,
        rule: None,
        reason: "nothing that can be done now has to do with this cell".to_owned(),
        cells: vec![cell.to_owned()],
    };
    let why = choices.missing_pick(&picked, target).or_else(|| why_not_selectable(position, &picked, target));
    Ok(why.map_or_else(none, |why| because(position, &why)))
}
