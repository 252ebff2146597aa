//! Engines that judge moves.

use std::time::Duration;

use ringrift::{Action, Position};
use ringrift_spec::SpecGame;

use crate::rules::verdict::Verdict;

/// An engine that judges moves. Calls may block.
pub trait Engine: Send + Sync {
    /// The name in counters and reports.
    fn name(&self) -> &'static str;

    /// Judges a move.
    ///
    /// # Errors
    /// If no verdict is reached.
    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError>;

    /// The legal actions in their order; none if the engine does not list them.
    fn legal(&self, position: &Position) -> Option<Vec<Action>>;
}

/// Why an engine gave no verdict.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// It took too long.
    #[error("no answer within {0:?}")]
    Timeout(Duration),
    /// It could not be reached.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// It answered with an error.
    #[error("answered with status {status}: {text}")]
    Status {
        /// The status.
        status: u16,
        /// The beginning of the answer.
        text: String,
    },
    /// Its answer cannot be understood.
    #[error("answered something else than a verdict: {0}")]
    Reply(String),
    /// It broke down.
    #[error("broke down over the move")]
    Panicked,
}

/// The engine that everything uses.
#[derive(Copy, Clone, Default, Debug)]
pub struct Fast;

impl Engine for Fast {
    fn name(&self) -> &'static str {
        "fast"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError> {
        Ok(Verdict::of_fast(position, action).0)
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some(position.legal_actions().to_vec())
    }
}

/// The literal engine.
#[derive(Copy, Clone, Default, Debug)]
pub struct Spec;

impl Engine for Spec {
    fn name(&self) -> &'static str {
        "spec"
    }

    fn judge(&self, position: &Position, action: Action) -> Result<Verdict, EngineError> {
        Ok(Verdict::of_spec(position, action))
    }

    fn legal(&self, position: &Position) -> Option<Vec<Action>> {
        Some(SpecGame::from_setup(&position.to_setup()).legal_actions())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_say_the_same_of_every_legal_move() {
        let position =
            Position::parse("G square8 2p; S a1=12,b1=1,c3=2,h8=2; M1 a2; H 2,2; P movement").expect("a position");
        let legal = Fast.legal(&position).expect("a list");
        assert_eq!(Spec.legal(&position).as_ref(), Some(&legal));
        for action in legal {
            let (fast, spec) = (Fast.judge(&position, action), Spec.judge(&position, action));
            assert_eq!(fast.expect("a verdict").mismatch(&spec.expect("a verdict")), None, "{action:?}");
        }
    }
}
