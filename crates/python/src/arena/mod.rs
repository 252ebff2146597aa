//! Runs of games between bots and agents: settings, single games and the log.

mod plan;
mod run;

pub(crate) use plan::PyPlan;
pub(crate) use run::PyRun;
