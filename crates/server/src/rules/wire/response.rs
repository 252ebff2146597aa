//! Responses.

use ringrift::{Action, Outcome, Player, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::mode::Mode;
use crate::rules::service::{Evaluation, Legal};
use crate::rules::verdict::{Status, Verdict, VerdictRejection, has_reference_hash};
use crate::rules::wire::cells::Point;
use crate::rules::wire::state::StateObject;

/// Result of evaluating a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateResponse {
    /// Whether the move is legal.
    pub valid: bool,
    /// Reason why it is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RejectionObject>,
    /// Move in canonical notation; absent if the request matches no action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// Type of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_type: Option<&'static str>,
    /// State after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextState>,
    /// Canonical text of everything that the rest of the game depends on, after the move; before it if the move is illegal.
    pub fingerprint: String,
    /// 128-bit hash of the fingerprint, 32 hexadecimal digits.
    pub hash: String,
    /// Hash that external engines exchange; live edition only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_hash: Option<String>,
    /// Progress measure S.
    pub s: Progress,
    /// `active` or `completed`, after the move.
    pub status: &'static str,
    /// Result of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeObject>,
    /// Mode of the service.
    pub mode: &'static str,
    /// Engine that answered: `fast`, `spec` or `remote`.
    pub engine: &'static str,
    /// Whether the fast engine answered in place of the second one.
    pub fallback: bool,
}

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RefusalObject)]
pub struct RejectionObject {
    /// Rule that forbids the move, such as `RR-CANON-R091`.
    pub rule: Option<String>,
    /// Reason in English.
    pub message: String,
    /// Cells that show the reason.
    pub cells: Vec<String>,
}

/// State after a move, in both forms.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct NextState {
    /// As text.
    pub position: String,
    /// As an object.
    pub state: StateObject,
}

/// Progress measure S: sum of markers, collapsed cells and eliminated rings.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Progress {
    /// Before the move.
    pub before: u32,
    /// After it.
    pub after: u32,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OutcomeObject {
    /// Seat of the winner, from 1; null in a draw.
    pub winner: Option<u8>,
    /// Reason for the end.
    pub reason: &'static str,
    /// Rank of each player by seat, 1 for the best.
    pub ranks: Vec<u8>,
}

/// Legal moves of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalResponse {
    /// Seat to move, from 1; absent if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Current phase.
    pub phase: &'static str,
    /// `active` or `completed`.
    pub status: &'static str,
    /// 128-bit hash of the position.
    pub hash: String,
    /// Number of legal moves.
    pub count: usize,
    /// Moves in engine order.
    pub moves: Vec<LegalMove>,
    /// Engine that listed them.
    pub engine: &'static str,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// Canonical notation.
    pub text: String,
    /// Type of the move.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Start cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Destination or target cell; for lines and regions their first cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// Captured stack, or stack from which a recovery extracts a ring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_target: Option<Point>,
    /// Number of rings placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement_count: Option<u8>,
}

impl EvaluateResponse {
    /// Returns the response for an evaluated move.
    pub fn new(mode: Mode, before: &Position, action: Action, evaluation: &Evaluation) -> EvaluateResponse {
        let rejection = match &evaluation.verdict {
            Verdict::Invalid(rejection) => Some(rejection.clone()),
            Verdict::Valid(_) => None,
        };
        EvaluateResponse {
            r#move: Some(before.action_text(action)),
            move_type: Some(before.move_type(action)),
            engine: evaluation.engine,
            fallback: evaluation.fallback.is_some(),
            ..EvaluateResponse::of(mode, before, evaluation.next.as_ref(), rejection)
        }
    }

    /// Returns the response for a move that matches no action in the position.
    pub fn rejected(mode: Mode, before: &Position, rejection: VerdictRejection) -> EvaluateResponse {
        EvaluateResponse::of(mode, before, None, Some(rejection))
    }

    fn of(
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
            next: next.map(|next| NextState { position: next.to_string(), state: StateObject::of(next) }),
            hash: ringrift::FingerprintHash::of(&fingerprint).to_string(),
            fingerprint,
            reference_hash: has_reference_hash(after.rules()).then(|| after.reference_hash()),
            s: Progress { before: before.progress(), after: after.progress() },
            status: Status::of(after.outcome()).name(),
            outcome: after.outcome().map(|outcome| OutcomeObject::new(&outcome, after.rules().players)),
            mode: mode.name(),
            engine: "fast",
            fallback: false,
        }
    }
}

impl OutcomeObject {
    fn new(outcome: &Outcome, players: u8) -> OutcomeObject {
        OutcomeObject {
            winner: outcome.winner.map(Player::seat),
            reason: outcome.reason.name(),
            ranks: outcome.ranks.of(players).to_vec(),
        }
    }
}

impl LegalResponse {
    /// Returns the response with a list of legal moves.
    pub fn new(position: &Position, legal: &Legal) -> LegalResponse {
        let outcome = position.outcome();
        LegalResponse {
            player: outcome.is_none().then(|| position.to_move().seat()),
            phase: position.phase().name(),
            status: Status::of(outcome).name(),
            hash: position.fingerprint_hash().to_string(),
            count: legal.actions.len(),
            moves: legal.actions.iter().map(|&action| LegalMove::new(position, action)).collect(),
            engine: legal.engine,
        }
    }
}

impl LegalMove {
    fn new(position: &Position, action: Action) -> LegalMove {
        let point = |cell| Point::of(position.rules().board, cell);
        let (from, to, target) = ringrift_record::cells_of(action);
        LegalMove {
            text: position.action_text(action),
            kind: position.move_type(action),
            from: from.map(point),
            to: to.map(point),
            capture_target: target.map(point),
            placement_count: if let Action::Place { rings, .. } = action { Some(rings) } else { None },
        }
    }
}
