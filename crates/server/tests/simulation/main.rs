//! Deterministic simulation of the server with failures of network, disk and power. Each seed is one reproducible run.
//!
//! `SIMULATION_SEED=123 cargo test -p server --test simulation one_seed -- --nocapture` prints the trace of one seed.
//! `SIMULATION_SEEDS=10000 cargo test -p server --test simulation` runs more seeds, starting with `SIMULATION_FIRST`.

mod check;
mod device;
mod disk;
mod fault;
mod network;
mod server_run;
mod simulated_game;
mod world;

use std::panic::catch_unwind;

use check::{Statistics, check};
use fault::Fault;
use rayon::prelude::*;
use world::World;

/// Default number of seeds.
const SEEDS: u64 = 300;

/// Number of trace lines shown for a failed seed.
const LINES: usize = 120;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Runs and checks a seed.
fn run(seed: u64, fault: Fault) -> Result<Statistics, String> {
    let tried = catch_unwind(|| {
        let mut world = World::new(seed, fault, false);
        world.run();
        check(&world)
    });
    tried.unwrap_or_else(|_| Err("the simulation panicked".to_owned()))
}

/// Runs a seed and returns its trace.
fn trace(seed: u64, fault: Fault) -> Vec<String> {
    let mut world = World::new(seed, fault, true);
    let _ = catch_unwind(std::panic::AssertUnwindSafe(|| world.run()));
    world.trace.unwrap_or_default()
}

#[test]
fn all_seeds_keep_the_invariants() {
    let seeds = number("SIMULATION_SEEDS").unwrap_or(SEEDS);
    let first = number("SIMULATION_FIRST").unwrap_or(0);
    let failed = (first..first.saturating_add(seeds))
        .into_par_iter()
        .filter_map(|seed| run(seed, Fault::None).err().map(|text| (seed, text)));
    let mut failed: Vec<(u64, String)> = failed.collect();
    failed.sort();
    let Some((seed, text)) = failed.first() else { return };
    let lines = trace(*seed, Fault::None);
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let again = format!("SIMULATION_SEED={seed} cargo test -p server --test simulation one_seed -- --nocapture");
    let others: Vec<u64> = failed.iter().map(|(seed, _)| *seed).take(20).collect();
    panic!(
        "{last}\n{} of {seeds} seeds fail, such as {others:?}; seed {seed}: {text}\nreproduce: {again}",
        failed.len()
    );
}

#[test]
fn one_seed() {
    let seed = number("SIMULATION_SEED");
    let result = run(seed.unwrap_or(0), Fault::None);
    if let Some(seed) = seed {
        println!("{}\nseed {seed}: {result:?}", trace(seed, Fault::None).join("\n"));
    }
    assert_eq!(result.err(), None);
}

#[test]
fn seed_is_reproducible() {
    for seed in 0..5 {
        assert_eq!(trace(seed, Fault::None), trace(seed, Fault::None), "seed {seed}");
    }
}

#[test]
fn simulation_covers_crashes_and_finished_games() {
    let all: Vec<Statistics> = (0..100_u64).into_par_iter().filter_map(|seed| run(seed, Fault::None).ok()).collect();
    let sum = |field: fn(&Statistics) -> u64| all.iter().map(field).sum::<u64>();
    let (entries, receipts) = (sum(|seed| seed.entries), sum(|seed| seed.receipts));
    let (starts, over) = (sum(|seed| seed.starts), sum(|seed| seed.over));
    println!("{} seeds: {entries} entries, {receipts} receipts, {starts} starts, {over} finished games", all.len());
    assert!(entries > 2_000, "{entries} entries");
    assert!(receipts > 1_000, "{receipts} receipts");
    assert!(starts > 150, "{starts} starts");
    assert!(over > 10 && over < 95, "{over} finished games");
}

#[test]
fn every_injected_bug_is_detected() {
    for fault in Fault::ALL {
        let found = (0..400_u64).into_par_iter().find_map_any(|seed| run(seed, fault).err().map(|text| (seed, text)));
        let (seed, text) = found.unwrap_or_else(|| panic!("no seed detects {fault:?}"));
        println!("{fault:?} is detected in seed {seed}: {text}");
    }
}
