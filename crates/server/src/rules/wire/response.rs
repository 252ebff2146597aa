//! Answers.

use ringrift::{Action, Outcome, Player, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::mode::Mode;
use crate::rules::service::{Evaluation, Legal};
use crate::rules::verdict::{Refusal, Status, Verdict, has_reference_hash};
use crate::rules::wire::cells::Point;
use crate::rules::wire::state::StateObject;

/// What is said about a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateResponse {
    /// Whether the move is legal.
    pub valid: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RefusalObject>,
    /// The move in canonical notation; none if what was asked for is no action at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The type of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_type: Option<&'static str>,
    /// The state after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextState>,
    /// The canonical text of all that the future depends on, after the move; after none, if it is illegal.
    pub fingerprint: String,
    /// The 128-bit hash of the fingerprint, 32 hexadecimal digits.
    pub hash: String,
    /// The hash that outside engines exchange, in the edition that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_hash: Option<String>,
    /// The progress measure S.
    pub s: Progress,
    /// `active` or `completed`, after the move.
    pub status: &'static str,
    /// The result of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeObject>,
    /// The mode of the service.
    pub mode: &'static str,
    /// The engine that answered: `fast`, `spec` or `remote`.
    pub engine: &'static str,
    /// Whether the fast engine answered in the place of the second.
    pub fallback: bool,
}

/// Why a move is illegal.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RefusalObject {
    /// The rule that forbids it, for example `RR-CANON-R091`.
    pub rule: Option<String>,
    /// What is wrong, in words.
    pub message: String,
    /// The cells that show it.
    pub cells: Vec<String>,
}

/// The state after a move, twice.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct NextState {
    /// As text.
    pub position: String,
    /// As an object.
    pub state: StateObject,
}

/// The progress measure S: markers, collapsed cells and eliminated rings together.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Progress {
    /// Before the move.
    pub before: u32,
    /// After it.
    pub after: u32,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OutcomeObject {
    /// The seat of the winner; null in a draw.
    pub winner: Option<u8>,
    /// Why the game is over.
    pub reason: &'static str,
    /// The place of every player by seat, 1 for the best.
    pub ranks: Vec<u8>,
}

/// The legal moves of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalResponse {
    /// The seat that decides; none if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// What is to be decided.
    pub phase: &'static str,
    /// `active` or `completed`.
    pub status: &'static str,
    /// The 128-bit hash of the position.
    pub hash: String,
    /// How many moves are legal.
    pub count: usize,
    /// The moves in the order of the engine.
    pub moves: Vec<LegalMove>,
    /// The engine that listed them.
    pub engine: &'static str,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// In canonical notation.
    pub text: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Where it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Where it leads, or what it is aimed at: of lines and regions the first cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// The stack that is jumped, or from which a ring is taken in a recovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_target: Option<Point>,
    /// How many rings are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement_count: Option<u8>,
}

impl EvaluateResponse {
    /// The answer to a move that was judged.
    pub fn new(mode: Mode, before: &Position, action: Action, evaluation: &Evaluation) -> EvaluateResponse {
        let refusal = match &evaluation.verdict {
            Verdict::Invalid(refusal) => Some(refusal.clone()),
            Verdict::Valid(_) => None,
        };
        EvaluateResponse {
            r#move: Some(before.action_text(action)),
            move_type: Some(before.move_type(action)),
            engine: evaluation.engine,
            fallback: evaluation.fallback.is_some(),
            ..EvaluateResponse::of(mode, before, evaluation.next.as_ref(), refusal)
        }
    }

    /// The answer to what is no action in this position, whatever engines say.
    pub fn refused(mode: Mode, before: &Position, refusal: Refusal) -> EvaluateResponse {
        EvaluateResponse::of(mode, before, None, Some(refusal))
    }

    fn of(mode: Mode, before: &Position, next: Option<&Position>, refusal: Option<Refusal>) -> EvaluateResponse {
        let after = next.unwrap_or(before);
        let fingerprint = after.fingerprint();
        EvaluateResponse {
            valid: next.is_some(),
            reason: refusal.map(|Refusal { rule, message, cells }| RefusalObject { rule, message, cells }),
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
    /// The answer with a list of legal moves.
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
