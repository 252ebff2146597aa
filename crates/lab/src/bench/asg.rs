//! Speed of matches of the Agent Strategy Game, and sizes of replays.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use asg::bots::{Greedy, Search};
use asg::grid::GridPlan;
use asg::{Bot, BySide, Match, Order, Replay, Rules, Scenario, SubmittedOrder, Turn, View, derive_seed, library};
use cli_support::Failure;
use serde::Serialize;

use super::rates::Rates;

/// Fastest measured speed of the reference implementation in plies per second, greedy against greedy on one core. The
/// measurements range from 28,000 to 37,000.
const REFERENCE: f64 = 37_000.0;

/// Number of matches per round.
const MATCHES: u64 = 100;

/// Speed of one workload.
#[derive(Serialize)]
pub(super) struct Matches {
    scenario: String,
    work: &'static str,
    plies: u64,
    best_plies_per_second: f64,
    median_plies_per_second: f64,
    ratio_to_reference: f64,
}

/// Measures matches between bots, and a replay of the same orders without bots.
pub(super) fn matches(seed: u64, budget: Duration) -> Result<Vec<Matches>, Failure> {
    let scenario = library::get("scenario_01").ok_or_else(|| Failure::bad_input("scenario_01 is not built in"))?;
    let scenario = Arc::new(scenario.scenario());
    let game = |index| Match::new(scenario.clone(), Rules::V0, i64::from(derive_seed(seed, index)));
    let recorded: Vec<Vec<Vec<Order>>> = (0..MATCHES).map(|index| actions(game(index))).collect();
    let count = || -> u64 { recorded.iter().map(|actions| actions.len() as u64).sum() };
    let row = |work, (plies, rates): (u64, Rates)| Matches {
        scenario: scenario.file().id.clone(),
        work,
        plies,
        best_plies_per_second: rates.best(),
        median_plies_per_second: rates.median(),
        ratio_to_reference: rates.median() / REFERENCE,
    };
    let played = Rates::measure(budget, || (0..MATCHES).map(|index| play_out(game(index))).sum());
    let applied = Rates::measure(budget, || {
        for (index, actions) in (0..).zip(&recorded) {
            let mut game = game(index);
            for actions in actions {
                game.play(actions, &mut ());
            }
            black_box(game.position());
        }
        count()
    });
    assert_eq!(played.0, count(), "bots choose the same actions in the same match");
    Ok(vec![row("greedy against greedy", played), row("recorded actions applied", applied)])
}

/// Plays a match to its end and counts its plies.
fn play_out(mut game: Match) -> u64 {
    while game.outcome().is_none() {
        let actions = choose(&mut Greedy, &game);
        game.play(&actions, &mut ());
    }
    game.position().ply()
}

/// The actions of a match, ply by ply.
fn actions(mut game: Match) -> Vec<Vec<Order>> {
    let mut list = Vec::new();
    while game.outcome().is_none() {
        let actions = choose(&mut Greedy, &game);
        game.play(&actions, &mut ());
        list.push(actions);
    }
    list
}

fn choose(bot: &mut impl Bot, game: &Match) -> Vec<Order> {
    bot.choose(&View { scenario: game.scenario(), rules: game.rules(), position: game.position() })
}

/// Sizes of the replay of one match in both formats, in bytes.
#[derive(Serialize)]
pub(super) struct ReplaySize {
    scenario: &'static str,
    plies: usize,
    own_bytes: usize,
    reference_bytes: usize,
    ratio: f64,
}

/// Measures the replay of a match between greedy bots on every built-in map.
pub(super) fn replay_sizes(seed: u64) -> Vec<ReplaySize> {
    let size = |entry: &library::LibraryScenario| {
        let scenario = Arc::new(entry.scenario());
        let seed = i64::from(derive_seed(seed, 0));
        let turn = |orders: Vec<Order>| Turn::new("greedy", orders.into_iter().map(SubmittedOrder::from).collect());
        let mut replay = Replay::new(scenario.clone(), Rules::V0, seed, "1970-01-01T00:00:00.000Z");
        replay.turns = actions(Match::new(scenario, Rules::V0, seed)).into_iter().map(turn).collect();
        let (own_bytes, reference_bytes) = (replay.to_json().len(), replay.to_reference_json().len());
        let ratio = reference_bytes as f64 / own_bytes as f64;
        ReplaySize { scenario: entry.id, plies: replay.turns.len(), own_bytes, reference_bytes, ratio }
    };
    library::ALL.iter().map(size).collect()
}

/// Prints the sizes of replays.
pub(super) fn print_replay_sizes(rows: &[ReplaySize], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nAgent Strategy Game, replays of greedy against greedy, bytes")?;
    writeln!(out, "{:<14} {:>6} {:>10} {:>10} {:>7}", "scenario", "plies", "own", "reference", "ratio")?;
    for row in rows {
        let ReplaySize { scenario, plies, own_bytes, reference_bytes, ratio } = row;
        writeln!(out, "{scenario:<14} {plies:>6} {own_bytes:>10} {reference_bytes:>10} {ratio:>6.0}x")?;
    }
    Ok(())
}

/// Decision times of `search` on one map.
#[derive(Serialize)]
pub(super) struct Thinking {
    scenario: String,
    decisions: usize,
    mean_ms: f64,
    p99_ms: f64,
    slowest_ms: f64,
}

/// Minimum number of measured decisions.
const LEAST_DECISIONS: usize = 10;

/// Large map with troops on every node, as `ringside asg scenario new --grid 30x30 --resources 90` creates it.
const GRID: GridPlan = GridPlan { columns: 30, rows: 30, troops: 5, resources: 90, seed: 1 };

/// Measures every decision of `search` against itself, on every built-in map and on a large one.
pub(super) fn thinking(seed: u64, budget: Duration) -> Result<Vec<Thinking>, Failure> {
    let large = GRID.scenario().map_err(Failure::bad_input)?;
    let maps = library::ALL.iter().map(library::LibraryScenario::scenario).chain([large]);
    Ok(maps.map(|scenario| think(scenario, seed, budget)).collect())
}

fn think(scenario: Scenario, seed: u64, budget: Duration) -> Thinking {
    let scenario = Arc::new(scenario);
    let begin = Instant::now();
    let mut times = Vec::new();
    for index in 0.. {
        if times.len() >= LEAST_DECISIONS && begin.elapsed() >= budget {
            break;
        }
        let seeds = |which: u64| derive_seed(seed, 3 * index + which);
        let mut bots = BySide { p1: Search::new(seeds(1).into()), p2: Search::new(seeds(2).into()) };
        let mut game = Match::new(scenario.clone(), Rules::V0, seeds(0).into());
        while game.outcome().is_none() {
            let begin = Instant::now();
            let actions = choose(&mut bots[game.position().active()], &game);
            times.push(begin.elapsed().as_secs_f64() * 1e3);
            game.play(&actions, &mut ());
        }
    }
    times.sort_by(f64::total_cmp);
    Thinking {
        scenario: scenario.file().id.clone(),
        decisions: times.len(),
        mean_ms: times.iter().sum::<f64>() / times.len() as f64,
        p99_ms: times[times.len() * 99 / 100],
        slowest_ms: times[times.len() - 1],
    }
}

/// Prints the decision times of `search`.
pub(super) fn print_thinking(rows: &[Thinking], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nAgent Strategy Game, {} against itself, milliseconds per ply", Search::VERSION)?;
    writeln!(out, "{:<18} {:>9} {:>8} {:>8} {:>8}", "scenario", "decisions", "mean", "p99", "slowest")?;
    for row in rows {
        let Thinking { scenario, decisions, mean_ms, p99_ms, slowest_ms } = row;
        writeln!(out, "{scenario:<18} {decisions:>9} {mean_ms:>8.1} {p99_ms:>8.1} {slowest_ms:>8.1}")?;
    }
    Ok(())
}

/// Prints the table.
pub(super) fn print(rows: &[Matches], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nAgent Strategy Game, plies per second; ratio to the reference implementation ({REFERENCE:.0})")?;
    writeln!(out, "{:<14} {:<26} {:>12} {:>12} {:>8}", "scenario", "work", "plies/s", "(median)", "ratio")?;
    for row in rows {
        let (best, median) = (row.best_plies_per_second, row.median_plies_per_second);
        let ratio = row.ratio_to_reference;
        writeln!(out, "{:<14} {:<26} {best:>12.0} {median:>12.0} {ratio:>7.0}x", row.scenario, row.work)?;
    }
    Ok(())
}
