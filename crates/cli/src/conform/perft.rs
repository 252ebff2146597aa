//! Counts of action sequences: `ringrift-perft/1`.

use ringrift::{Ruleset, Setup};
use serde::Deserialize;

use crate::conform::engine::Engine;
use crate::conform::report::{Difference, Report};
use crate::conform::snapshot::Config;
use crate::conform::source::Source;
use crate::conform::trace::{phase_name, player_number};

/// Maximum number of depths in an entry.
const DEEPEST: usize = 64;

#[derive(Deserialize)]
struct Table {
    #[serde(default)]
    start: Vec<Entry>,
    #[serde(default)]
    positions: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(flatten)]
    config: Config,
    position: Option<String>,
    phase: Option<String>,
    player: Option<u8>,
    perft: Vec<u64>,
}

/// Checks all counts of a file up to a limit, and reports progress.
pub(super) fn check<E: Engine>(
    mut source: Source,
    max_nodes: u64,
    report: &mut Report,
    progress: impl Fn(String),
) -> Result<(), String> {
    let table: Table = source.next_value()?.ok_or("the file is empty")?;
    let entries = table.start.iter().chain(&table.positions);
    if entries.clone().all(|entry| entry.perft.is_empty()) {
        return Err("the file has no count".to_owned());
    }
    let all = entries.clone().count();
    for (number, entry) in entries.enumerate() {
        progress(format!("entry {} of {all}", number + 1));
        check_entry::<E>(number + 1, entry, max_nodes, report)
            .map_err(|problem| format!("entry {}: {problem}", number + 1))?;
    }
    Ok(())
}

fn check_entry<E: Engine>(number: usize, entry: &Entry, max_nodes: u64, report: &mut Report) -> Result<(), String> {
    let rules = entry.config.ruleset()?;
    if entry.perft.len() > DEEPEST {
        return Err(format!("{} depths; at most {DEEPEST} are counted", entry.perft.len()));
    }
    let (engine, _) = E::start(&setup(entry, &rules)?)?;
    let state = engine.snapshot();
    let place = format!("entry {number} ({rules})");
    let differ = |report: &mut Report, what: String, expected: String, got: String| {
        report.differ(|| Difference { place: place.clone(), position: state.to_string(), what, expected, got });
    };
    if let Some(phase) = entry.phase.as_ref().filter(|phase| *phase != phase_name(&state)) {
        differ(report, "phase".to_owned(), phase.clone(), phase_name(&state).to_owned());
    }
    if let Some(player) = entry.player.filter(|&player| player != player_number(&state)) {
        differ(report, "player".to_owned(), player.to_string(), player_number(&state).to_string());
    }
    for (&expected, depth) in entry.perft.iter().zip(1..) {
        if expected > max_nodes {
            report.skipped.push(format!("{place}, depth {depth}: {expected} sequences"));
            continue;
        }
        let counted = count(&engine, depth, expected);
        report.perft_counts += 1;
        report.perft_nodes += counted;
        if counted != expected {
            let got = if counted > expected { format!("more, at least {counted}") } else { counted.to_string() };
            differ(report, format!("sequences of {depth} actions"), expected.to_string(), got);
        }
    }
    Ok(())
}

fn setup(entry: &Entry, rules: &Ruleset) -> Result<Setup, String> {
    match &entry.position {
        Some(text) => Setup::parse_with(text, rules).map_err(|error| error.to_string()),
        None => Ok(Setup::start(*rules)),
    }
}

/// Counts the sequences of `depth` actions. Stops when the count is above `most`.
fn count<E: Engine>(engine: &E, depth: u32, most: u64) -> u64 {
    if depth == 1 {
        return engine.count_legal();
    }
    let mut total = 0;
    for action in engine.legal() {
        let mut next = engine.clone();
        if next.play(action).is_ok() {
            total += count(&next, depth - 1, most - total);
        }
        if total > most {
            break;
        }
    }
    total
}
