//! The project's own tasks: `cargo xtask test`, `soak`, `regenerate`, `pictures`, `page-speed`.

mod fuzz;
mod page;
mod shared;
mod step;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::fuzz::fuzz;
use crate::page::PageTools;
use crate::shared::Shared;
use crate::step::{Build, Run, Step, cargo, lab, ringside, root};

/// The project's own tasks.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check: format, lints, docs, types of the page, all tests, conformance of both engines, a minute of lockstep
    Test {
        /// Seconds of random games through both engines
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
        lockstep: u64,
    },
    /// Run the long random checks: hours of lockstep, the literal engine on all perft counts it can reach, the server in
    /// simulated worlds, and fuzzing
    Soak {
        /// How long to play random games, in minutes
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        minutes: u64,
        /// Seed of the first game [default: taken from the clock, and printed]
        #[arg(long)]
        seed: Option<u64>,
        /// The largest perft count for the literal engine
        #[arg(long, default_value_t = 1_000_000)]
        max_nodes: u64,
        /// How long to fuzz each of the readers of texts, in seconds
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        fuzz_seconds: u64,
    },
    /// Write the files that are made from the code: golden files, the perft table and the table of rules
    Regenerate,
    /// Make the pictures of the page in docs/pictures, in a real browser
    Pictures,
    /// Measure how long pages take to show, and the work that pointing at the largest board makes
    PageSpeed,
}

fn main() -> ExitCode {
    let mut run = Run::default();
    match Cli::parse().task {
        Task::Test { lockstep } => test(&mut run, lockstep),
        Task::Soak { minutes, seed, max_nodes, fuzz_seconds } => {
            soak(&mut run, minutes, seed, max_nodes);
            fuzz(&mut run, fuzz_seconds);
        }
        Task::Regenerate => regenerate(&mut run),
        Task::Pictures => page_program(&mut run, "pictures of the page", "pictures"),
        Task::PageSpeed => page_program(&mut run, "speed of the page", "speed"),
    }
    run.finish()
}

/// Runs a program that drives a browser.
fn page_program(run: &mut Run, name: &str, program: &str) {
    let page = PageTools::prepare(run);
    let command = cargo(&["run", "--quiet", "--package", "page-tests", "--bin", program]);
    run.step(name, page.lend_to(command));
}

fn test(run: &mut Run, lockstep: u64) {
    run.need_component("rustfmt", "fmt");
    run.need_component("clippy", "clippy");
    run.need_program("python3", "python3");
    let page = PageTools::prepare(run);
    run.step("format", cargo(&["fmt", "--all", "--check"]));
    run.step("lints", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]));
    run.step("docs", cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"));
    page.check_types(run);
    page.check_choices(run);
    run.step("unit, integration and doc tests", page.lend_to(tests(PROPERTY_SEED)));
    let seconds = lockstep.to_string();
    // The longest first, so that all end at about the same time.
    let mut steps = vec![named("lockstep of both engines", lab(Build::Test, &["lockstep", "--seconds", &seconds]))];
    steps.extend(conformance(run, Build::Test, 20_000));
    steps.extend(asg_conformance(run));
    run.steps(steps);
}

/// A step and what it is called.
type Named = (String, Step);

fn named(name: &str, step: Step) -> Named {
    (name.to_owned(), step)
}

/// The seed of property tests in the usual check, so that it says the same of the same code; the long check draws another.
const PROPERTY_SEED: &str = "1";

fn tests(property_seed: &str) -> Step {
    cargo(&["test", "--workspace", "--no-fail-fast"]).env("PROPTEST_RNG_SEED", property_seed)
}

/// Checks both engines against our own perft table and the recorded data beside the checkout, where that is.
fn conformance(run: &mut Run, build: Build, literal_max_nodes: u64) -> Vec<Named> {
    let mut steps = perft_counts(build, &vector("perft-live.json"), literal_max_nodes);
    let Some(shared) = Shared::find() else {
        run.skip("conformance of both engines to the recorded games: ../shared is not there");
        return steps;
    };
    let (games, cases, perft) = (shared.games(), shared.cases(), shared.perft());
    if games.is_empty() || cases.is_none() || perft.is_none() {
        run.skip("a part of the conformance checks: ../shared lacks traces, cases.jsonl or perft.json");
    }
    if !shared.has_fingerprints() {
        run.skip("the hashes of outside engines: ../shared lacks rules/live-fingerprints.json");
    }
    let quick: Vec<String> = games.into_iter().chain(cases).chain([vector("cases-live.jsonl")]).collect();
    for engine in ["fast", "spec"] {
        if !quick.is_empty() {
            let command = ringside(build, &["conform", "--engine", engine]).args(&quick);
            steps.push(named(&format!("recorded games and cases, {engine} engine"), command));
        }
    }
    if let Some(perft) = &perft {
        steps.extend(perft_counts(build, perft, literal_max_nodes));
    }
    steps
}

/// Checks both engines against a perft table; the slow one leaves out the counts above a limit.
fn perft_counts(build: Build, table: &str, literal_max_nodes: u64) -> Vec<Named> {
    let name = table.rsplit(['/', '\\']).next().unwrap_or_default();
    let count = |(engine, most): (&str, u64)| {
        let command = ringside(build, &["conform", "--engine", engine, "--max-nodes", &most.to_string(), table]);
        named(&format!("counts of {name}, {engine} engine"), command)
    };
    [("fast", u64::MAX), ("spec", literal_max_nodes)].map(count).into()
}

/// The path of a file that is kept for tests.
fn vector(name: &str) -> String {
    root().join("vectors").join(name).to_string_lossy().into_owned()
}

/// Checks the Agent Strategy Game against the recorded data beside the checkout, where that is.
fn asg_conformance(run: &mut Run) -> Option<Named> {
    let files = Shared::find().map(|shared| shared.asg()).unwrap_or_default();
    if files.is_empty() {
        run.skip("conformance of the Agent Strategy Game to recorded matches: ../shared/asg/vectors is not there");
        return None;
    }
    Some(named("recorded matches of the Agent Strategy Game", ringside(Build::Test, &["conform"]).args(files)))
}

fn soak(run: &mut Run, minutes: u64, seed: Option<u64>, max_nodes: u64) {
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_secs() << 20);
    let seed = seed.unwrap_or_else(clock).to_string();
    let seconds = (60 * minutes).to_string();
    run.step("release build", cargo(&["build", "--release", "--package", "ringside", "--package", "lab", "--quiet"]));
    println!("the first seed is {seed}");
    let lockstep = lab(Build::Release, &["lockstep", "--seconds", &seconds, "--seed", &seed]);
    run.step("lockstep of both engines", lockstep);
    let steps = conformance(run, Build::Release, max_nodes);
    run.steps(steps);
    run.step("all tests, with new data for those of properties", tests(&seed));
    let simulation = cargo(&["test", "--package", "server", "--test", "simulation", "nothing_is_lost"]);
    run.step(
        "the server in simulated worlds",
        simulation.env("SIMULATION_SEEDS", "10000").env("SIMULATION_FIRST", &seed),
    );
}

fn regenerate(run: &mut Run) {
    let update = |package: &str, test: &str, only: &str| {
        cargo(&["test", "--quiet", "--package", package, "--test", test, only]).env("UPDATE_FILES", "1")
    };
    run.step(
        "descriptions of the server",
        cargo(&["test", "--quiet", "--package", "server", "--test", "documents"]).env("UPDATE_FILES", "1"),
    );
    run.step("golden playthroughs", update("lab", "lab", "playthroughs_equal_the_golden_files"));
    run.step("perft table", update("ringside", "cli", "the_perft_table_is_as_counted"));
    run.step("session in the engine manual", update("ringside", "cli", "the_session_in_the_manual_is_true"));
    run.step("schema of records", update("ringrift-record", "manual", "the_schema"));
    run.step("schema of tournaments", update("ringside", "cli", "the_schema_of_tournaments"));
    run.step("schema of analyses", update("ringside", "cli", "the_schema_of_analyses"));
    run.step("schemas of scenarios and replays", update("asg", "manual", "the_schemas"));
    run.step("examples in the manual of formats", update("asg", "manual", "the_examples_are_true"));
    run.step("odds and pictures of the Agent Strategy Game", update("asg", "rules_page", "the_"));
    run.step("golden pictures", update("ringrift-draw", "draw", "golden"));
    run.step("page of editions", update("ringrift", "editions", "editions_page_is_up_to_date"));
    run.step("table of rules", update("ringrift", "coverage", "coverage_page_is_up_to_date"));
    run.step("table of tactics", update("ai", "tactics", "the_page_is_up_to_date"));
}
