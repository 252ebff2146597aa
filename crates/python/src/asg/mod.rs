//! The Agent Strategy Game: scenarios, matches, replays, bots, random numbers and combat.

mod bot;
mod combat;
mod orders;
mod position;
mod replay;
mod scenario;
mod session;

pub(crate) use bot::PyBot;
pub(crate) use combat::{PyPrng, combat_odds, resolve_combat};
pub(crate) use orders::{PyEncoding, PyOrderBatch, PyOrderDecision};
pub(crate) use position::PyPosition;
pub(crate) use replay::{PyReplay, PyVerified};
pub(crate) use scenario::PyScenario;
pub(crate) use session::{PyMatch, PyPly};

use asg::{Rules, Side};

use crate::error::Problem;

/// Returns the player with a name, `P1` or `P2`.
fn side(name: &str) -> Result<Side, Problem> {
    Side::from_name(name).ok_or_else(|| Problem::new(format!("unknown player '{name}'; expected P1 or P2")))
}

/// Returns the edition of the rules with a name.
fn rules(name: &str) -> Result<Rules, Problem> {
    let names = || Rules::ALL.map(Rules::name).join(" or ");
    Rules::from_name(name).ok_or_else(|| Problem::new(format!("unknown rules '{name}'; expected {}", names())))
}
