//! Native module of the Python package `ringside`: a thin layer over the crates of the engine, without rules of its own.
//!
//! `python/ringside` re-exports the classes; `python/ringside/_native` has their type stubs.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes extracted arguments by value")]

mod arena;
mod asg;
mod compute;
mod convert;
mod defect;
mod error;
mod learning;
mod neural;
mod ratings;
mod ringrift;
mod rules;

use pyo3::prelude::*;

/// Native part of the package; use the modules `ringside`, `ringside.asg`, `ringside.ratings` and `ringside.rules`.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::defect::PyDefect;

    /// Names of the submodules.
    const SUBMODULES: [&str; 9] =
        ["ai", "arena", "asg", "learning", "neural", "ratings", "record", "ringrift", "rules"];

    /// Rulesets, positions, actions and events of RingRift.
    #[pymodule]
    mod ringrift {
        #[pymodule_export]
        use crate::ringrift::{PyAction, PyEvent, PyIllegalAction, PyOutcome, PyPosition, PyRuleset, rule_title};
    }

    /// Records of RingRift.
    #[pymodule]
    mod record {
        #[pymodule_export]
        use crate::ringrift::{PyPly, PyRecord, PyRecorder, PyVerified, read_records};
    }

    /// Bots, analysis and reviews of RingRift.
    #[pymodule]
    mod ai {
        #[pymodule_export]
        use crate::ringrift::{
            PyAnalysis, PyAnalyst, PyBot, PyKeyMoment, PyReview, PyReviewedDecision, PyScoredAction, PySearchBot,
            PySearchSummary,
        };
    }

    /// Runs of games between bots and agents.
    #[pymodule]
    mod arena {
        #[pymodule_export]
        use crate::arena::{PyPlan, PyRun};
    }

    /// The Agent Strategy Game.
    #[pymodule]
    mod asg {
        #[pymodule_export]
        use crate::asg::{
            PyBot, PyEncoding, PyMatch, PyOrderBatch, PyOrderDecision, PyPly, PyPosition, PyPrng, PyReplay, PyScenario,
            PyVerified, combat_odds, resolve_combat,
        };
    }

    /// Numbers of actions, observations and batches of games for programs that learn.
    #[pymodule]
    mod learning {
        #[pymodule_export]
        use crate::learning::{PyBatch, PyDecision, PyEncoding};
    }

    /// Self-play and searches that a network guides.
    #[pymodule]
    mod neural {
        #[pymodule_export]
        use crate::neural::{PySearchBatch, PySelfPlay};
    }

    /// Ratings and sequential tests.
    #[pymodule]
    mod ratings {
        #[pymodule_export]
        use crate::ratings::{PyContest, PyEstimate, PyFit, PySprt, fit};
    }

    /// Functions of the rules service.
    #[pymodule]
    mod rules {
        #[pymodule_export]
        use crate::rules::{
            cell_name, cell_point, evaluate_move, legal_moves, move_object, move_text, position_from_state,
            state_from_position,
        };
    }

    /// Registers the submodules, so that they can be imported by name.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let modules = module.py().import("sys")?.getattr("modules")?;
        for name in SUBMODULES {
            modules.set_item(format!("ringside._native.{name}"), module.getattr(name)?)?;
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
