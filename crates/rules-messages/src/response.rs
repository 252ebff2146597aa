//! Responses for evaluated moves and for lists of legal moves.

use api::rules::{
    EvaluateResponse, HistoryMove, LegalMove, LegalResponse, NextState, OutcomeObject, Point, Progress, RejectionObject,
};
use ringrift::{Action, ActionCode, ChosenLine, Outcome, Player, Position};
use serde_json::{Value, json};

use crate::state_of_position;
use crate::verdict::{EngineVerdict, Status, VerdictRejection, has_reference_hash};

/// Answer of an engine about a move.
#[derive(Copy, Clone, Debug)]
pub struct EngineAnswer<'a> {
    pub verdict: &'a EngineVerdict,
    /// Position after the move, if it is legal.
    pub next: Option<&'a Position>,
    /// Name of the engine: `fast`, `spec` or `remote`.
    pub engine: &'static str,
    /// Whether the fast engine answered in place of another one.
    pub fallback: bool,
}

/// Returns the response for an evaluated move. The history of the next state is `history` followed by the move.
pub(crate) fn evaluated(
    mode: &'static str,
    before: &Position,
    action: Action,
    answer: EngineAnswer<'_>,
    history: Vec<Value>,
) -> EvaluateResponse {
    let rejection = match answer.verdict {
        EngineVerdict::Invalid(rejection) => Some(rejection.clone()),
        EngineVerdict::Valid(_) => None,
    };
    let mut response = EvaluateResponse {
        r#move: Some(before.action_text(action)),
        move_type: Some(before.move_type(action).into()),
        engine: answer.engine.into(),
        fallback: answer.fallback,
        ..response(mode, before, answer.next, rejection)
    };
    if let Some(next) = &mut response.next {
        let played = history_move(before, action, history.len() + 1);
        next.state.move_history = history;
        next.state.move_history.push(json!(played));
    }
    response
}

/// Returns the response for a move that only chooses a line. The position stays the same until the next move takes the line,
/// so the history does not change either.
pub(crate) fn line_chosen(
    mode: &'static str,
    position: &Position,
    line: &ChosenLine,
    history: Vec<Value>,
) -> EvaluateResponse {
    let mut response = EvaluateResponse {
        r#move: Some(format!("L {}", line.number)),
        move_type: Some(ActionCode::Line.name().into()),
        line_options: line.options().map(str::to_owned).collect(),
        ..response(mode, position, Some(position), None)
    };
    if let Some(NextState { state, .. }) = &mut response.next {
        (state.chosen_line, state.move_history) = (Some(line.number), history);
    }
    response
}

/// Returns the response for a move that matches no action in the position.
pub(crate) fn rejected(mode: &'static str, before: &Position, rejection: VerdictRejection) -> EvaluateResponse {
    response(mode, before, None, Some(rejection))
}

fn response(
    mode: &'static str,
    before: &Position,
    next: Option<&Position>,
    rejection: Option<VerdictRejection>,
) -> EvaluateResponse {
    let after = next.unwrap_or(before);
    let fingerprint = after.fingerprint();
    let hash = ringrift::FingerprintHash::of(&fingerprint).to_string();
    let reference_hash = has_reference_hash(after.rules()).then(|| after.reference_hash());
    let s = Progress { before: before.progress(), after: after.progress() };
    let status = Status::of(after.outcome()).name();
    EvaluateResponse {
        valid: next.is_some(),
        reason: rejection.map(|VerdictRejection { rule, message, cells }| RejectionObject { rule, message, cells }),
        r#move: None,
        move_type: None,
        next: next.map(|next| NextState { position: next.to_string(), state: state_of_position(next) }),
        line_options: Vec::new(),
        state_hash: reference_hash.as_ref().unwrap_or(&hash).clone(),
        hash,
        fingerprint,
        reference_hash,
        s,
        s_invariant: s.after,
        status: status.into(),
        game_status: status.into(),
        outcome: after.outcome().map(|outcome| outcome_object(&outcome, after.rules().players)),
        mode: mode.into(),
        engine: "fast".into(),
        fallback: false,
        details: None,
    }
}

fn outcome_object(outcome: &Outcome, players: u8) -> OutcomeObject {
    OutcomeObject {
        winner: outcome.winner.map(Player::seat),
        reason: outcome.reason.name().into(),
        ranks: outcome.ranks.of(players).to_vec(),
    }
}

/// Returns the response with the legal moves that an engine has listed.
pub fn listed(position: &Position, legal: &[Action], engine: &'static str) -> LegalResponse {
    let outcome = position.outcome();
    let status = Status::of(outcome).name();
    let hash = position.fingerprint_hash().to_string();
    LegalResponse {
        player: outcome.is_none().then(|| position.to_move().seat()),
        phase: position.phase().name().into(),
        status: status.into(),
        game_status: status.into(),
        state_hash: if has_reference_hash(position.rules()) { position.reference_hash() } else { hash.clone() },
        hash,
        s_invariant: position.progress(),
        count: legal.len(),
        moves: legal.iter().map(|&action| legal_move(position, action)).collect(),
        engine: engine.into(),
        details: None,
    }
}

fn legal_move(position: &Position, action: Action) -> LegalMove {
    let point = |cell| Point::of(position.rules().board, cell);
    let (from, to, target) = ringrift_record::cells_of(action);
    LegalMove {
        text: position.action_text(action),
        kind: position.move_type(action).into(),
        from: from.map(point),
        to: to.map(point),
        capture_target: target.map(point),
        placement_count: if let Action::Place { rings, .. } = action { Some(rings) } else { None },
    }
}

/// Returns a move as an entry of a history; `number` counts the moves from 1.
pub fn history_move(before: &Position, action: Action, number: usize) -> HistoryMove {
    let LegalMove { text, kind, from, to, capture_target, placement_count } = legal_move(before, action);
    HistoryMove {
        move_number: number,
        kind,
        player: before.to_move().seat(),
        from,
        to,
        capture_target,
        placement_count,
        algebraic_notation: text,
    }
}
