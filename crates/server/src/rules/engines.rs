//! Engines that evaluate moves.

use std::time::Duration;

use ringrift::{Action, FingerprintHash, Position};
use ringrift_spec::SpecGame;
use rules_messages::{ComparedState, EngineVerdict, Status, VerdictRejection};

/// Engine that evaluates moves. Calls may block.
pub trait Engine: Send + Sync {
    /// Returns the name used in metrics and reports.
    fn name(&self) -> &'static str;

    /// Evaluates a move.
    ///
    /// # Errors
    /// If the engine fails.
    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError>;

    /// Returns the legal actions in the order of [`Position::legal_actions`], or `None` if the engine cannot list them.
    fn legal(&self, position: &Position) -> Option<Vec<Action>>;
}

/// Failure of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    #[error("no answer within {0:?}")]
    Timeout(Duration),
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    #[error("answered with status {status}: {text}")]
    Status {
        status: u16,
        /// Beginning of the response body.
        text: String,
    },
    #[error("sent a malformed response: {0}")]
    Reply(String),
    #[error("panicked")]
    Panicked,
}

/// The fast engine (crate `ringrift`).
#[derive(Copy, Clone, Default, Debug)]
pub struct Fast;

impl Engine for Fast {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        Ok(EngineVerdict::of_fast(position, action).0)
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some(position.legal_actions().to_vec())
    }
}

/// The spec engine (crate `ringrift-spec`).
#[derive(Copy, Clone, Default, Debug)]
pub struct Spec;

impl Engine for Spec {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<EngineVerdict, EngineError> {
        Ok(spec_verdict(position, action))
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some(SpecGame::from_setup(&position.to_setup()).legal_actions())
    }
}

/// Evaluates a move with the spec engine.
pub fn spec_verdict(position: &Position, action: Action) -> EngineVerdict {
    let mut game = SpecGame::from_setup(&position.to_setup());
    match game.play(action) {
        Ok(_) => EngineVerdict::Valid(Box::new(ComparedState {
            state: Some(game.to_setup()),
            hash: Some(FingerprintHash::of(&game.fingerprint())),
            reference_hash: None,
            progress: game.progress(),
            status: Status::of(game.outcome()),
        })),
        Err(illegal) => {
            EngineVerdict::Invalid(VerdictRejection { message: illegal.to_string(), ..VerdictRejection::default() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_agree_on_every_legal_move() {
        let position = Position::parse("G square8 2p; S a1=12,b1=1,c3=2,h8=2; M1 a2; H 2,2; P movement")
            .expect("the position is valid");
        let legal = Fast.legal(&position).expect("the fast engine lists actions");
        assert_eq!(Spec.legal(&position).as_ref(), Some(&legal));
        for action in legal {
            let (fast, spec) = (Fast.judge(&position, action), Spec.judge(&position, action));
            assert_eq!(
                fast.expect("the fast engine answers").mismatch(&spec.expect("the spec engine answers")),
                None,
                "{action:?}"
            );
        }
    }
}
