//! Playing a single game of a run in another process than the one that writes the log.

use std::sync::{Arc, Mutex};

use game::Cancellation;

use super::open_run::cost_line;
use super::plan::RunPlan;
use super::{AnyRunPlan, Run, locked};
use crate::log::{LineText, RunLine};
use crate::matches::schedule::{GameSpec, is_scheduled};
use crate::matches::{Budget, Interrupted, Venue};
use crate::with_plan;

/// Plays one game of a run and returns its lines of the log: the costs, then the game. `spent_micros` is the cost of the run
/// so far, in millionths of the currency. If the cost cap is reached, the lines have the costs but not the game.
///
/// # Errors
/// Fails if the game is not part of the schedule or is cancelled.
pub fn play_game(
    plan: &AnyRunPlan,
    header: &RunLine,
    spec: &GameSpec,
    spent_micros: u64,
    cancellation: &Cancellation,
) -> Result<Vec<u8>, String> {
    with_plan!(plan, plan => play_in(plan, header, spec, spent_micros, cancellation))
}

fn play_in<V: Venue>(
    plan: &RunPlan<V>,
    header: &RunLine,
    spec: &GameSpec,
    spent_micros: u64,
    cancellation: &Cancellation,
) -> Result<Vec<u8>, String> {
    let RunPlan { venue, entrants, manifest } = plan;
    if !is_scheduled(manifest.format, entrants.len(), venue.seats(), manifest.conditions(), spec) {
        return Err(format!("the run has no game {}", spec.id()));
    }
    let lines = Arc::new(Mutex::new(Vec::new()));
    let (costs, run) = (Arc::clone(&lines), header.run.clone());
    let budget = Budget::unlimited().with_cap(manifest.cap_micros(), spent_micros).on_expense(move |expense| {
        let text = LineText::of(&cost_line(&run, expense)).expect("a cost is serializable");
        locked(&costs).extend_from_slice(text.as_bytes());
    });
    let run = Run { venue, header, entrants, jobs: 1, cancellation, budget: &budget, observer: &() };
    match run.play_one(spec) {
        Ok(line) => locked(&lines).extend_from_slice(LineText::of_game(&line).as_bytes()),
        Err(Interrupted::CostCap) => {}
        Err(stopped @ Interrupted::Stopped) => return Err(stopped.to_string()),
    }
    let lines = std::mem::take(&mut *locked(&lines));
    Ok(lines)
}
