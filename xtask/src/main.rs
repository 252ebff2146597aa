//! Development tasks: `cargo xtask setup`, `test`, `python`, `soak`, `fuzz`, `coverage`, `instructions`,
//! `regenerate`, `wasm`, `pictures`, `page-speed`.

mod coverage;
mod fuzz;
mod instructions;
mod python;
mod setup;
mod shared;
mod step;
mod test_binaries;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::coverage::coverage;
use crate::fuzz::{fuzz, package};
use crate::instructions::instructions;
use crate::python::PythonPackages;
use crate::setup::Tools;
use crate::shared::SharedData;
use crate::step::{Build, NamedStep, Run, Step, cargo, lab, ringside, ringside_binary, root, target};
use crate::test_binaries::test_binaries;

/// Development tasks.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install the programs that the tests need: rustfmt, clippy, Python with packages, Chromium with its driver,
    /// Node.js packages, valgrind
    Setup,
    /// Run setup, then every check: format, lints, docs, types of the page, all tests, tests of the Python package,
    /// conformance and lockstep of both engines, instruction counts
    Test {
        /// Seconds in which both engines play the same random games and must agree
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
        lockstep: u64,
    },
    /// Build the wheel of the Python package, install it into a new virtual environment, and run its tests
    Python,
    /// Run the long random checks: lockstep, perft counts of the spec engine, property tests with a new seed, server
    /// simulation, mutated requests to a server, fuzzing
    Soak {
        /// Minutes in which both engines play the same random games and must agree
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        minutes: u64,
        /// Seed of the first game [default: taken from the clock, and printed]
        #[arg(long)]
        seed: Option<u64>,
        /// The largest perft count that the spec engine checks
        #[arg(long, default_value_t = 1_000_000)]
        max_nodes: u64,
        /// Seconds in which clients send mutated requests and socket messages to a server
        #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        server_seconds: u64,
        /// Seconds of fuzzing for each target
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        fuzz_seconds: u64,
    },
    /// Run the fuzz targets, one for each reader of outside text or bytes
    Fuzz {
        /// Seconds for each target
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        seconds: u64,
        /// Instead of running them, copy the program, its seeds and run.sh to this folder, for machines without a Rust toolchain
        #[arg(long, value_name = "FOLDER")]
        package: Option<PathBuf>,
        /// Targets to run [default: all]
        targets: Vec<String>,
    },
    /// Measure which branches of the rules the tests execute, and compare them with the list of exceptions
    Coverage,
    /// Count the instructions of fixed random games with valgrind, and compare them with the recorded counts
    Instructions {
        /// Record the counts instead, in xtask/instruction-counts.txt
        #[arg(long)]
        update: bool,
    },
    /// Write the files that are generated from the code: golden files, schemas, the perft table, pages of docs/
    Regenerate,
    /// Build the engine in WebAssembly, web/engine, which is committed
    Wasm,
    /// Take the screenshots in docs/pictures with a real browser
    Pictures,
    /// Measure the first paint of each page, the main-thread work of hovering over the largest board, the time from the pointer to the
    /// picture with a slow network, and the engine in the browser beside the native one
    PageSpeed {
        /// Only these parts: paint, frames, pointer, engine
        parts: Vec<String>,
    },
}

fn main() -> ExitCode {
    let mut run = Run::default();
    match Cli::parse().task {
        Task::Setup => drop(Tools::set_up(&mut run)),
        Task::Test { lockstep } => test(&mut run, lockstep),
        Task::Python => python_package(&mut run),
        Task::Soak { minutes, seed, max_nodes, server_seconds, fuzz_seconds } => {
            soak(&mut run, minutes, seed, max_nodes, server_seconds);
            fuzz(&mut run, fuzz_seconds, &[]);
        }
        Task::Fuzz { package: Some(folder), .. } => package(&mut run, &folder),
        Task::Fuzz { seconds, package: None, targets } => fuzz(&mut run, seconds, &targets),
        Task::Coverage => coverage(&mut run),
        Task::Instructions { update } => instructions(&mut run, update),
        Task::Regenerate => regenerate(&mut run),
        Task::Wasm => wasm::build(&mut run),
        Task::Pictures => run_browser_program(&mut run, "page screenshots", browser_program("pictures")),
        Task::PageSpeed { parts } => page_speed(&mut run, &parts),
    }
    run.finish()
}

/// Returns the target triple of this machine.
fn host_triple() -> String {
    let output = std::process::Command::new("rustc").arg("-vV").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default().to_owned()
}

/// Returns the command that runs a binary of `page-tests`.
fn browser_program(name: &str) -> Step {
    cargo(&["run", "--quiet", "--package", "page-tests", "--bin", name, "--"])
}

/// Runs a program that drives a browser.
fn run_browser_program(run: &mut Run, name: &str, command: Step) {
    let tools = Tools::set_up(run);
    run.step(name, tools.with_browser(command));
}

/// Measures the page. The engine in the browser is compared with a release build of the same code.
fn page_speed(run: &mut Run, parts: &[String]) {
    let build = ["build", "--quiet", "--release", "--package", "ringside-wasm", "--example", "native_speed"];
    let compares_engines = parts.is_empty() || parts.iter().any(|part| part == "engine");
    if compares_engines && !run.step("native engine", cargo(&build)) {
        return;
    }
    let native = target().join("release/examples/native_speed");
    let command = browser_program("speed").args(parts).env("RINGSIDE_NATIVE_SPEED", native);
    run_browser_program(run, "page speed", command);
}

fn test(run: &mut Run, lockstep_seconds: u64) {
    let tools = Tools::set_up(run);
    run.step("format", cargo(&["fmt", "--all", "--check"]));
    run.step("lints", cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]));
    check_packages_outside(run);
    run.step("docs", cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"));
    tools.check_page_types(run);
    tools.run_page_unit_tests(run);
    wasm::check(run);
    let tests = test_binaries(run, |test| tools.with_browser(test).env("PROPTEST_RNG_SEED", PROPERTY_SEED));
    let mut steps = run_timed(run, tests);
    steps.extend(tools.python_tests(run));
    let seconds = lockstep_seconds.to_string();
    steps.push(named("lockstep of both engines", lab(Build::Test, &["lockstep", "--seconds", &seconds])));
    steps.push(named("server fuzzer", fuzz_server(Build::Test, SERVER_FUZZER_SECONDS, PROPERTY_SEED)));
    steps.extend(conformance(run, Build::Test, 10_000));
    steps.extend(asg_conformance(run));
    if tools.has_valgrind() {
        steps.extend(instructions::step(run));
    }
    steps.sort_by_key(|(name, _)| SLOW.iter().position(|slow| slow == name).unwrap_or(SLOW.len()));
    run.steps(steps);
}

/// Tests the Python package alone.
fn python_package(run: &mut Run) {
    if let Some(packages) = PythonPackages::set_up(run) {
        // The same build as that of all tests, so that nothing is compiled twice.
        run.step("program for the Python tests", cargo(&["build", "--workspace", "--bin", "ringside", "--quiet"]));
        let tests = packages.install_wheel(run);
        run.steps(tests);
    }
}

/// Checks the packages that are not members of the workspace. `fuzz` is only formatted, because its
/// lints would need a C++ compiler, and so is `peers/networks`, because its libraries take minutes to compile.
fn check_packages_outside(run: &mut Run) {
    for manifest in ["fuzz/Cargo.toml", "peers/Cargo.toml", "peers/networks/Cargo.toml", "wasm-tool/Cargo.toml"] {
        run.step(&format!("format of {manifest}"), cargo(&["fmt", "--check", "--manifest-path", manifest]));
    }
    let lints = ["clippy", "--quiet", "--locked", "--all-targets", "--manifest-path", "peers/Cargo.toml"];
    let lints = cargo(&lints).args(["--", "-D", "warnings"]).env("CARGO_TARGET_DIR", target());
    run.step("lints of peers/Cargo.toml", lints);
}

/// Tests with time limits: deadlines of agents, timeouts of requests, rate limits, waiting for the page. Each runs alone, because
/// on a busy machine a limit could expire.
const TIMED: [&str; 5] = [
    "test agents of arena",
    "test durable of cli",
    "test page of page-tests",
    "test rules of server",
    "test server of server",
];

/// Steps that take longest. They start first, so that all cores finish at about the same time.
const SLOW: [&str; 10] = [
    "recorded games and cases, spec engine",
    "test tactics of ai",
    "perft counts of perft-live.json, spec engine",
    "test lab of lab",
    "Python tests",
    "test cli of cli",
    "doc tests",
    "instruction counts",
    "lockstep of both engines",
    "server fuzzer",
];

/// Seconds in which `cargo xtask test` sends mutated requests to a server, after a valid request to every route.
const SERVER_FUZZER_SECONDS: u64 = 30;

/// Returns the step that sends valid and mutated requests to a server. It takes the binaries of one profile.
fn fuzz_server(build: Build, seconds: u64, seed: &str) -> Step {
    let seconds = seconds.to_string();
    lab(build, &["fuzz-server", "--seconds", &seconds, "--seed", seed, "--program"]).args([ringside_binary(build)])
}

/// Runs the [`TIMED`] tests one by one, and returns the other ones.
fn run_timed(run: &mut Run, tests: Vec<NamedStep>) -> Vec<NamedStep> {
    let (timed, others): (Vec<_>, Vec<_>) = tests.into_iter().partition(|(name, _)| TIMED.contains(&name.as_str()));
    if timed.len() < TIMED.len() {
        run.fail("a test with time limits is missing: correct the names in TIMED");
    }
    for (name, test) in timed {
        run.step(&name, test);
    }
    others
}

fn named(name: &str, step: Step) -> NamedStep {
    (name.to_owned(), step)
}

/// Seed of the property tests in `cargo xtask test`, fixed so that equal code gives equal results. `soak` draws a new one.
const PROPERTY_SEED: &str = "1";

/// Checks both engines against the perft tables and against the recorded games in `../shared`.
fn conformance(run: &mut Run, build: Build, spec_max_nodes: u64) -> Vec<NamedStep> {
    let mut steps = perft_counts(build, &vector("perft-live.json"), spec_max_nodes);
    let Some(shared) = SharedData::find() else {
        run.skip("conformance of both engines to the recorded games: the folder ../shared does not exist");
        return steps;
    };
    let (games, cases, perft) = (shared.games(), shared.cases(), shared.perft());
    if games.is_empty() || cases.is_none() || perft.is_none() {
        run.skip("some conformance checks: ../shared lacks traces, cases.jsonl or perft.json");
    }
    if !shared.has_fingerprints() {
        run.skip("hashes of the live edition: ../shared lacks rules/live-fingerprints.json");
    }
    let quick: Vec<String> = games.into_iter().chain(cases).chain([vector("cases-live.jsonl")]).collect();
    for engine in ["fast", "spec"] {
        if !quick.is_empty() {
            let command = ringside(build, &["conform", "--engine", engine]).args(&quick);
            steps.push(named(&format!("recorded games and cases, {engine} engine"), command));
        }
    }
    if let Some(perft) = &perft {
        steps.extend(perft_counts(build, perft, spec_max_nodes));
    }
    steps
}

/// Checks both engines against a perft table. The spec engine is slow and skips counts above `spec_max_nodes`.
fn perft_counts(build: Build, table: &str, spec_max_nodes: u64) -> Vec<NamedStep> {
    let name = table.rsplit(['/', '\\']).next().unwrap_or_default();
    let count = |(engine, most): (&str, u64)| {
        let command = ringside(build, &["conform", "--engine", engine, "--max-nodes", &most.to_string(), table]);
        named(&format!("perft counts of {name}, {engine} engine"), command)
    };
    [("fast", u64::MAX), ("spec", spec_max_nodes)].map(count).into()
}

/// Returns the path of a file in `vectors/`.
fn vector(name: &str) -> String {
    root().join("vectors").join(name).to_string_lossy().into_owned()
}

/// Checks the Agent Strategy Game against the recorded matches in `../shared`.
fn asg_conformance(run: &mut Run) -> Option<NamedStep> {
    let files = SharedData::find().map(|shared| shared.asg()).unwrap_or_default();
    if files.is_empty() {
        run.skip("conformance of the Agent Strategy Game: the folder ../shared/asg/vectors does not exist");
        return None;
    }
    Some(named("recorded matches of the Agent Strategy Game", ringside(Build::Test, &["conform"]).args(files)))
}

fn soak(run: &mut Run, minutes: u64, seed: Option<u64>, max_nodes: u64, server_seconds: u64) {
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_secs() << 20);
    let seed = seed.unwrap_or_else(clock).to_string();
    let seconds = (60 * minutes).to_string();
    let build = ["build", "--release", "--package", "ringside", "--package", "lab", "--quiet"];
    run.step("release build", cargo(&build));
    println!("first seed: {seed}");
    let lockstep = lab(Build::Release, &["lockstep", "--seconds", &seconds, "--seed", &seed]);
    run.step("lockstep of both engines", lockstep);
    let steps = conformance(run, Build::Release, max_nodes);
    run.steps(steps);
    let tests = test_binaries(run, |test| test.env("PROPTEST_RNG_SEED", &seed));
    let others = run_timed(run, tests);
    run.steps(others);
    let simulation = cargo(&["test", "--package", "server", "--test", "simulation", SIMULATION_TEST]);
    run.step("server simulation", simulation.env("SIMULATION_SEEDS", "10000").env("SIMULATION_FIRST", &seed));
    run.step("server fuzzer", fuzz_server(Build::Release, server_seconds, &seed));
}

/// Test of the server simulation that runs a number of seeds.
const SIMULATION_TEST: &str = "all_seeds_keep_the_invariants";

/// Writes the generated files. Every test that compares a generated file with the code has `up_to_date` in its name, and
/// writes the file first if `UPDATE_FILES` is set. Several tests can write parts of one file, so they run one by one.
fn regenerate(run: &mut Run) {
    let tests = cargo(&["test", "--workspace", "--quiet", "--no-fail-fast", "up_to_date", "--", "--test-threads=1"]);
    run.step("generated files", tests.env("UPDATE_FILES", "1"));
}
