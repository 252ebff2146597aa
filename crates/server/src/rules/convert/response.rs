//! Responses for evaluated moves and for lists of legal moves.

use api::rules::{
    EvaluateResponse, LegalMove, LegalResponse, NextState, OutcomeObject, Point, Progress, RejectionObject,
};
use ringrift::{Action, Outcome, Player, Position};

use crate::rules::convert::state_of_position;
use crate::rules::mode::Mode;
use crate::rules::service::{Evaluation, Legal};
use crate::rules::verdict::{EngineVerdict, Status, VerdictRejection, has_reference_hash};

/// Returns the response for an evaluated move.
pub fn evaluated(mode: Mode, before: &Position, action: Action, evaluation: &Evaluation) -> EvaluateResponse {
    let rejection = match &evaluation.verdict {
        EngineVerdict::Invalid(rejection) => Some(rejection.clone()),
        EngineVerdict::Valid(_) => None,
    };
    EvaluateResponse {
        r#move: Some(before.action_text(action)),
        move_type: Some(before.move_type(action).into()),
        engine: evaluation.engine.into(),
        fallback: evaluation.fallback.is_some(),
        ..response(mode, before, evaluation.next.as_ref(), rejection)
    }
}

/// Returns the response for a move that matches no action in the position.
pub fn rejected(mode: Mode, before: &Position, rejection: VerdictRejection) -> EvaluateResponse {
    response(mode, before, None, Some(rejection))
}

fn response(
    mode: Mode,
    before: &Position,
    next: Option<&Position>,
    rejection: Option<VerdictRejection>,
) -> EvaluateResponse {
    let after = next.unwrap_or(before);
    let fingerprint = after.fingerprint();
    EvaluateResponse {
        valid: next.is_some(),
        reason: rejection.map(|VerdictRejection { rule, message, cells }| RejectionObject { rule, message, cells }),
        r#move: None,
        move_type: None,
        next: next.map(|next| NextState { position: next.to_string(), state: state_of_position(next) }),
        hash: ringrift::FingerprintHash::of(&fingerprint).to_string(),
        fingerprint,
        reference_hash: has_reference_hash(after.rules()).then(|| after.reference_hash()),
        s: Progress { before: before.progress(), after: after.progress() },
        status: Status::of(after.outcome()).name().into(),
        outcome: after.outcome().map(|outcome| outcome_object(&outcome, after.rules().players)),
        mode: mode.name().into(),
        engine: "fast".into(),
        fallback: false,
    }
}

fn outcome_object(outcome: &Outcome, players: u8) -> OutcomeObject {
    OutcomeObject {
        winner: outcome.winner.map(Player::seat),
        reason: outcome.reason.name().into(),
        ranks: outcome.ranks.of(players).to_vec(),
    }
}

/// Returns the response with a list of legal moves.
pub fn listed(position: &Position, legal: &Legal) -> LegalResponse {
    let outcome = position.outcome();
    LegalResponse {
        player: outcome.is_none().then(|| position.to_move().seat()),
        phase: position.phase().name().into(),
        status: Status::of(outcome).name().into(),
        hash: position.fingerprint_hash().to_string(),
        count: legal.actions.len(),
        moves: legal.actions.iter().map(|&action| legal_move(position, action)).collect(),
        engine: legal.engine.into(),
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
