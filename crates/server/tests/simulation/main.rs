//! The server in simulated worlds, in which everything goes wrong that can: each seed is one, and always the same.
//!
//! `SIMULATION_SEED=123 cargo test -p server --test simulation one_seed -- --nocapture` tells what happens in one of them,
//! `SIMULATION_SEEDS=10000 cargo test -p server --test simulation` tries more of them, from `SIMULATION_FIRST` on.

mod check;
mod disk;
mod fault;
mod machine;
mod network;
mod player;
mod venue;
mod world;

use std::panic::catch_unwind;

use check::{Figures, check};
use fault::Fault;
use rayon::prelude::*;
use world::World;

/// How many seeds are tried, unless another number is asked for.
const SEEDS: u64 = 300;

/// How many lines are told of a seed that fails.
const LINES: usize = 120;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Lets a seed happen.
fn run(seed: u64, fault: Fault) -> Result<Figures, String> {
    let tried = catch_unwind(|| {
        let mut world = World::new(seed, fault, false);
        world.run();
        check(&world)
    });
    tried.unwrap_or_else(|_| Err("something panicked".to_owned()))
}

/// What happens in a seed, line by line.
fn told(seed: u64, fault: Fault) -> Vec<String> {
    let mut world = World::new(seed, fault, true);
    let _ = catch_unwind(std::panic::AssertUnwindSafe(|| world.run()));
    world.trace.unwrap_or_default()
}

#[test]
fn nothing_is_lost_in_any_seed() {
    let seeds = number("SIMULATION_SEEDS").unwrap_or(SEEDS);
    let first = number("SIMULATION_FIRST").unwrap_or(0);
    let failed = (first..first.saturating_add(seeds))
        .into_par_iter()
        .filter_map(|seed| run(seed, Fault::None).err().map(|text| (seed, text)));
    let mut failed: Vec<(u64, String)> = failed.collect();
    failed.sort();
    let Some((seed, text)) = failed.first() else { return };
    let trace = told(*seed, Fault::None);
    let last = trace[trace.len().saturating_sub(LINES)..].join("\n");
    let again = format!("SIMULATION_SEED={seed} cargo test -p server --test simulation one_seed -- --nocapture");
    let others: Vec<u64> = failed.iter().map(|(seed, _)| *seed).take(20).collect();
    panic!("{last}\n{} of {seeds} seeds fail, such as {others:?}; seed {seed}: {text}\nalone: {again}", failed.len());
}

#[test]
fn one_seed() {
    let seed = number("SIMULATION_SEED");
    let result = run(seed.unwrap_or(0), Fault::None);
    if let Some(seed) = seed {
        println!("{}\nseed {seed}: {result:?}", told(seed, Fault::None).join("\n"));
    }
    assert_eq!(result.err(), None);
}

#[test]
fn a_seed_is_always_the_same() {
    for seed in 0..5 {
        assert_eq!(told(seed, Fault::None), told(seed, Fault::None), "seed {seed}");
    }
}

#[test]
fn much_happens() {
    let all: Vec<Figures> = (0..100_u64).into_par_iter().filter_map(|seed| run(seed, Fault::None).ok()).collect();
    let sum = |what: fn(&Figures) -> u64| all.iter().map(what).sum::<u64>();
    let (entries, receipts) = (sum(|figures| figures.entries), sum(|figures| figures.receipts));
    let (lives, over) = (sum(|figures| figures.lives), sum(|figures| figures.over));
    println!("{} seeds: {entries} entries, {receipts} receipts, {lives} lives, {over} games over", all.len());
    assert!(entries > 2_000 && receipts > 1_000 && lives > 150 && over > 10 && over < 95);
}

#[test]
fn every_mistake_is_found() {
    for fault in Fault::ALL {
        let found = (0..400_u64).into_par_iter().find_map_any(|seed| run(seed, fault).err().map(|text| (seed, text)));
        let (seed, text) = found.unwrap_or_else(|| panic!("nobody notices {fault:?}"));
        println!("{fault:?} is found in seed {seed}: {text}");
    }
}
