//! Reviews of games.

use std::sync::Arc;

use ai::review::{Review, ReviewedDecision};
use pyo3::prelude::*;
use python_macros::guarded;
use ringrift::Player;

use crate::compute::interruptible;
use crate::convert::{Whole, by_seat};
use crate::error::Problem;
use crate::ringrift::analysis::line;
use crate::ringrift::bot::limits;
use crate::ringrift::{PyAction, PyRecord};

/// The analysis of a whole game.
#[pyclass(name = "Review", module = "ringside", frozen, get_all)]
pub(crate) struct PyReview {
    record: PyRecord,
    /// The winning chances of the players at the start and after each action.
    curve: Vec<Vec<f64>>,
    /// The judgement of each action.
    decisions: Vec<PyReviewedDecision>,
    /// The changes of the favourite: number of actions played, previous favourite or `None`, and new favourite.
    turning_points: Vec<(usize, Option<u8>, u8)>,
    /// The accuracy of each player in per cent; `None` without a decision.
    accuracies: Vec<Option<f64>>,
    /// The number of evaluated positions.
    nodes: u64,
}

/// The judgement of one action.
#[pyclass(name = "ReviewedDecision", module = "ringside", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyReviewedDecision {
    turn: u32,
    /// The seat of the player.
    player: u8,
    /// The text of the action.
    text: String,
    /// Whether it was the only legal action.
    is_forced: bool,
    /// The loss of the player's winning chance, 0 to 1.
    loss: f64,
    /// `inaccuracy`, `mistake` or `blunder`; `None` if the loss is small.
    severity: Option<&'static str>,
    /// A better continuation, if the action has a severity.
    better: Option<Vec<PyAction>>,
}

impl PyReviewedDecision {
    fn new(decision: &ReviewedDecision) -> PyReviewedDecision {
        PyReviewedDecision {
            turn: decision.turn,
            player: decision.player.seat(),
            text: decision.text.clone(),
            is_forced: decision.is_forced,
            loss: decision.loss,
            severity: decision.severity.map(ai::review::Severity::name),
            better: decision.better.as_ref().map(|better| line(&Arc::new(better.before.clone()), &better.line)),
        }
    }
}

#[guarded]
#[pymethods]
impl PyReview {
    /// Reviews a game: analyses every position with `nodes` evaluations and judges every action. Ctrl-C interrupts it.
    #[staticmethod]
    #[pyo3(signature = (record, *, nodes=Whole(2_000), threads=Whole(1)))]
    fn of(py: Python<'_>, record: &PyRecord, nodes: Whole<u64>, threads: Whole<usize>) -> PyResult<PyReview> {
        let limits = limits(Some(nodes), None, threads)?;
        let own = record.0.clone();
        let review = interruptible(py, |token| Review::of(own, limits, &|| token.is_cancelled(), &|| {}))?;
        let review = review.ok_or_else(|| Problem::new("the review was interrupted"))?;
        let players = record.0.rules().players;
        let points = review.turning_points.iter();
        Ok(PyReview {
            curve: review.curve.iter().map(|chances| by_seat(chances, players)).collect(),
            decisions: review.decisions.iter().map(PyReviewedDecision::new).collect(),
            turning_points: points.map(|point| (point.ply, point.from.map(Player::seat), point.to.seat())).collect(),
            accuracies: review.plays().iter().map(|play| play.accuracy).collect(),
            nodes: review.nodes,
            record: record.clone(),
        })
    }
}
