//! `cargo lab bench`: benchmarks of the engines, records, search and arena.
//!
//! Most measurements repeat a fixed workload, check that the result is always the same, and report the median round.
//! Random games and matches also report the best round, because noise only slows a machine down.

mod arena;
mod asg;
mod compare;
mod growth;
mod perft;
mod random_games;
mod rates;
mod records;
mod search;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cli_support::{Failure, Outcome};
use engine_workloads::{PerftPosition, growth_rules, random_game_rules};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::bench::compare::{Comparison, compare, pairs};
use crate::bench::growth::{Growth, growth};
use crate::bench::perft::{Perft, perft};
use crate::bench::random_games::{RandomGames, random_games};
use crate::bench::rates::Target;
use crate::bench::records::{Records, records};
pub(crate) use crate::bench::search::{SearchSpeed, search_speeds};

/// Measure the speed of the engines on one thread.
///
/// Measures random games in two loops (listed: with the complete list of legal actions at every decision; sampled: the
/// actions are counted and only the chosen one is made), the ratio to the spec engine, the ratio of editions and boards to
/// each other, perft with and without playing the last action, the cost per action by board size and kind of work, reading
/// and writing of records, the search, matches and replay sizes of the Agent Strategy Game, the overhead of the arena, and
/// the time of ratings. Required speeds and ratios are reported as met or MISSED; they depend on the machine, so the exit
/// code is 0 in both cases. `cargo xtask instructions` notices a slower engine on any machine, and
/// `cargo run --release --manifest-path peers/Cargo.toml` compares it with a chess library.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Measure only this part; can be repeated
    #[arg(long = "part", short, value_name = "NAME")]
    parts: Vec<Part>,
    /// Draw the cost per action by board size as SVG into this file; an existing one is replaced
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 2.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A part of the benchmark.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Random games in both loops
    RandomGames,
    /// Ratios of editions and boards
    Ratios,
    /// Perft
    Perft,
    /// Cost per action by board size
    Growth,
    /// Reading and writing of records
    Records,
    /// Search
    Search,
    /// Agent Strategy Game
    Asg,
    /// Arena and ratings
    Arena,
}

impl BenchArgs {
    fn measures(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds between 0.01 and 3600".to_owned()),
    }
}

#[derive(Default, Serialize)]
struct Results {
    random_games: Vec<RandomGames>,
    comparisons: Vec<Comparison>,
    perft: Vec<Perft>,
    growth: Vec<Growth>,
    records: Vec<Records>,
    search: Vec<SearchSpeed>,
    asg: Vec<asg::Matches>,
    asg_replay_sizes: Vec<asg::ReplaySize>,
    asg_search: Vec<asg::Thinking>,
    arena: Option<arena::Arena>,
}

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Outcome {
    if args.chart.is_some() && !args.measures(Part::Growth) {
        return Err(Failure::bad_input("--chart needs the part growth: add --part growth"));
    }
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut results = Results::default();
    measure_engine(args, &bar, &mut results)?;
    measure_others(args, &bar, &mut results)?;
    bar.finish_and_clear();
    if let Some(path) = &args.chart {
        let failed = |error: io::Error| Failure::bad_input(format!("cannot write {}: {error}", path.display()));
        std::fs::write(path, growth::chart(&results.growth)?).map_err(failed)?;
    }
    if args.json {
        let json = serde_json::to_string_pretty(&results).map_err(Failure::bad_input)?;
        writeln!(out, "{json}")?;
    } else {
        print(&results, out)?;
    }
    Ok(())
}

fn measure_engine(args: &BenchArgs, bar: &ProgressBar, results: &mut Results) -> Outcome {
    let budget = Duration::from_secs_f64(args.seconds);
    if args.measures(Part::RandomGames) {
        for rules in random_game_rules().map_err(Failure::bad_input)? {
            bar.set_message(format!("random games, {}", rules.title()));
            results.random_games.push(random_games(&rules, args.seed, budget)?);
        }
    }
    if args.measures(Part::Ratios) {
        for pair in pairs()? {
            bar.set_message(format!("ratio of {} to {}", pair.rules.title(), pair.baseline.title()));
            results.comparisons.extend(compare(&pair, args.seed, budget)?);
        }
    }
    if args.measures(Part::Perft) {
        for position in PerftPosition::ALL {
            bar.set_message(format!("perft, {}", position.name));
            results.perft.push(perft(&position, budget)?);
        }
    }
    if args.measures(Part::Growth) {
        for rules in growth_rules().map_err(Failure::bad_input)? {
            bar.set_message(format!("growth, {}", rules.title()));
            results.growth.push(growth(&rules, args.seed, budget)?);
        }
    }
    Ok(())
}

fn measure_others(args: &BenchArgs, bar: &ProgressBar, results: &mut Results) -> Outcome {
    let budget = Duration::from_secs_f64(args.seconds);
    if args.measures(Part::Records) {
        for rules in random_game_rules().map_err(Failure::bad_input)? {
            bar.set_message(format!("records, {}", rules.title()));
            results.records.push(records(&rules, args.seed, budget)?);
        }
    }
    if args.measures(Part::Search) {
        bar.set_message("search");
        results.search = search_speeds(budget)?;
    }
    if args.measures(Part::Asg) {
        bar.set_message("matches of the Agent Strategy Game");
        results.asg = asg::matches(args.seed, budget)?;
        results.asg_replay_sizes = asg::replay_sizes(args.seed);
        results.asg_search = asg::thinking(args.seed, 4 * budget)?;
    }
    if args.measures(Part::Arena) {
        bar.set_message("the arena and ratings");
        results.arena = Some(arena::arena(args.seed, budget)?);
    }
    Ok(())
}

/// Prints the tables of all parts that were measured.
fn print(results: &Results, out: &mut impl Write) -> io::Result<()> {
    if !results.random_games.is_empty() {
        random_games::print(&results.random_games, out)?;
    }
    if !results.comparisons.is_empty() {
        compare::print(&results.comparisons, out)?;
    }
    if !results.perft.is_empty() {
        perft::print(&results.perft, out)?;
    }
    if !results.growth.is_empty() {
        growth::print(&results.growth, out)?;
    }
    if !results.records.is_empty() {
        records::print(&results.records, out)?;
    }
    if !results.search.is_empty() {
        search::print(&results.search, out)?;
    }
    if !results.asg.is_empty() {
        asg::print(&results.asg, out)?;
        asg::print_replay_sizes(&results.asg_replay_sizes, out)?;
        asg::print_thinking(&results.asg_search, out)?;
    }
    if let Some(arena) = &results.arena {
        arena::print(arena, out)?;
    }
    print_targets(results, out)
}

/// Prints how many required values were met, and the missed ones.
fn print_targets(results: &Results, out: &mut impl Write) -> io::Result<()> {
    let games = results.random_games.iter().flat_map(RandomGames::targets);
    let ratios = results.comparisons.iter().flat_map(Comparison::targets);
    let targets: Vec<(String, Target)> =
        games.chain(ratios).chain(results.perft.iter().flat_map(Perft::targets)).collect();
    if targets.is_empty() {
        return Ok(());
    }
    let missed: Vec<&(String, Target)> = targets.iter().filter(|(_, target)| !target.met).collect();
    writeln!(out, "\nRequired values: {} met, {} missed", targets.len() - missed.len(), missed.len())?;
    for (name, target) in missed {
        writeln!(out, "{name}: {target}")?;
    }
    Ok(())
}
