//! Evaluation requests that are ready for an engine.

use api::rules::{EvaluateRequest, EvaluateResponse, LegalRequest, LegalResponse, Problems};
use ringrift::{Action, Position};
use serde_json::Value;

use crate::moves::Meaning;
use crate::request::{read, requested_position};
use crate::response::{EngineAnswer, evaluated, line_chosen, listed, rejected};
use crate::verdict::EngineVerdict;

/// Mode and engine of the functions that answer without a service.
const FAST: &str = "fast";

/// A request to evaluate a move.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// An engine has to evaluate an action.
    Ask(Box<Question>),
    /// The answer needs no engine: the move matches no action, or only chooses a line.
    Answered(Box<EvaluateResponse>),
}

/// An action to evaluate.
#[derive(Clone, Debug)]
pub struct Question {
    pub position: Position,
    pub action: Action,
    /// Moves before this one, for the state in the response.
    history: Vec<Value>,
}

impl Evaluation {
    /// Parses a request. `mode` is the name of the service's mode, which the response contains. Also returns whether the request asks for
    /// details, which the caller adds.
    ///
    /// # Errors
    /// If the request is malformed, or the move is malformed or ambiguous.
    pub fn parse(mode: &'static str, body: &[u8]) -> Result<(Evaluation, bool), Problems> {
        let request: EvaluateRequest = read(body)?;
        let position = requested_position(request.position.as_deref(), request.state.as_ref())?;
        let chosen_line = request.chosen_line.or(request.state.as_ref().and_then(|state| state.chosen_line));
        let history = request.state.map(|state| state.move_history).unwrap_or_default();
        let evaluation = match Meaning::of(&position, &request.r#move, chosen_line)? {
            Meaning::Action(action) => Evaluation::Ask(Box::new(Question { position, action, history })),
            Meaning::NoAction(rejection) => Evaluation::Answered(Box::new(rejected(mode, &position, rejection))),
            Meaning::LineChosen(line) => Evaluation::Answered(Box::new(line_chosen(mode, &position, &line, history))),
        };
        Ok((evaluation, request.details))
    }
}

impl Question {
    /// Returns the response with the answer of an engine.
    pub fn response(self, mode: &'static str, answer: EngineAnswer<'_>) -> EvaluateResponse {
        evaluated(mode, &self.position, self.action, answer, self.history)
    }
}

/// Answers a request to evaluate a move with the fast engine, as a service in mode fast does. The response has no details.
///
/// # Errors
/// If the request is malformed, or the move is malformed or ambiguous.
pub fn evaluate_move(body: &[u8]) -> Result<EvaluateResponse, Problems> {
    match Evaluation::parse(FAST, body)?.0 {
        Evaluation::Answered(response) => Ok(*response),
        Evaluation::Ask(question) => {
            let (verdict, next) = EngineVerdict::of_fast(&question.position, question.action);
            let answer = EngineAnswer { verdict: &verdict, next: next.as_ref(), engine: FAST, fallback: false };
            Ok(question.response(FAST, answer))
        }
    }
}

/// Answers a request for the legal moves of a position with the fast engine. The response has no details.
///
/// # Errors
/// If the request is malformed.
pub fn legal_moves(body: &[u8]) -> Result<LegalResponse, Problems> {
    let request: LegalRequest = read(body)?;
    let position = requested_position(request.position.as_deref(), request.state.as_ref())?;
    Ok(listed(&position, &position.legal_actions(), FAST))
}
