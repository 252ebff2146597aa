//! Reviews of games.

use std::sync::Arc;

use ai::review::{KeyMoment, Review, ReviewedDecision};
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
    /// The mean accuracy of each player's turns in per cent; `None` without a turn in an open game.
    accuracies: Vec<Option<f64>>,
    /// The few turns with the largest losses, in the order of the game.
    key_moments: Vec<PyKeyMoment>,
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

/// A turn with a large loss, and a better turn.
#[pyclass(name = "KeyMoment", module = "ringside", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyKeyMoment {
    turn: u32,
    /// The seat of the player.
    player: u8,
    /// The number of actions played before the turn.
    start: usize,
    /// The number of actions played up to the end of the turn.
    end: usize,
    /// The player's winning chance after the better turn.
    before: f64,
    /// The player's winning chance after the turn that was played, analysed with the same effort.
    after: f64,
    /// The difference of both, 0 to 1.
    loss: f64,
    /// The actions of a better turn, from the position before the turn.
    better: Vec<PyAction>,
}

impl PyKeyMoment {
    fn new(moment: &KeyMoment) -> PyKeyMoment {
        let turn = &moment.turn;
        PyKeyMoment {
            turn: turn.turn,
            player: turn.player.seat(),
            start: turn.plies.start,
            end: turn.plies.end,
            before: turn.before,
            after: turn.after,
            loss: turn.loss,
            better: line(&Arc::new(moment.start.clone()), &moment.better),
        }
    }
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
            key_moments: review.key_moments.iter().map(PyKeyMoment::new).collect(),
            accuracies: review.plays().iter().map(|play| play.accuracy).collect(),
            nodes: review.nodes,
            record: record.clone(),
        })
    }
}
