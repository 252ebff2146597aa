//! `cargo lab bench`: benchmarks of the engines, records, search and arena.
//!
//! Most measurements repeat a fixed workload, check that the result is always the same, and report the median round.
//! Random games and matches also report the best round, because noise only slows a machine down.

mod arena;
mod asg;
mod compare;
mod records;
mod search;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use cli_support::{Failure, Outcome};
use game::GameRng;
use ringrift::{ActionList, BoardKind, Edition, Overrides, Position, PositionOf, PositionVisitor, Ruleset};
use ringrift_spec::SpecGame;
use serde::Serialize;

use crate::bench::compare::{Comparison, compare, pairs};
use crate::bench::records::{Records, records};
pub(crate) use crate::bench::search::{SearchSpeed, search_speeds};

/// Measure the speed of the engines on one thread.
///
/// Measures random games with the complete list of legal actions at every decision, the ratio to the spec engine
/// playing the same games in the same run, the speed of the live edition relative to other rules with the required
/// ratio, perft with and without playing the last action, the time per action by kind of work and board size, reading
/// and writing of records, the search, matches and replay sizes of the Agent Strategy Game, the overhead of the arena,
/// and the time of ratings.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 2.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    parts: Vec<Parts>,
    records: Vec<Records>,
    search: Vec<SearchSpeed>,
    asg: Vec<asg::Matches>,
    asg_replay_sizes: Vec<asg::ReplaySize>,
    asg_search: Vec<asg::Thinking>,
    arena: Option<arena::Arena>,
}

/// Random games on one board.
#[derive(Serialize)]
struct RandomGames {
    rules: String,
    cells: u16,
    games: u64,
    actions: u64,
    best_actions_per_second: f64,
    median_actions_per_second: f64,
    literal_actions_per_second: f64,
    ratio_to_literal: f64,
}

/// Numbers of action sequences per second from one position.
#[derive(Serialize)]
struct Perft {
    position: String,
    depth: u32,
    sequences: u64,
    made_per_second: f64,
    bulk_per_second: f64,
}

/// Nanoseconds per action of random games, by kind of work.
#[derive(Serialize)]
struct Parts {
    rules: String,
    cells: u16,
    listing: f64,
    playing: f64,
    territory: f64,
    copying: f64,
}

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Outcome {
    let budget = Duration::from_secs_f64(args.seconds);
    let bar = indicatif::ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut results = Results::default();
    for rules in random_game_rules()? {
        bar.set_message(format!("random games, {rules}"));
        results.random_games.push(random_games(&rules, args.seed, budget)?);
    }
    for pair in pairs()? {
        bar.set_message(format!("random games, {} compared with {}", pair[0], pair[1]));
        results.comparisons.push(compare(&pair, args.seed, budget)?);
    }
    for (name, text, depth, sequences) in PERFT {
        bar.set_message(format!("perft, {name}"));
        results.perft.push(perft(name, text, *depth, *sequences, budget)?);
    }
    for rules in growth_rules()? {
        bar.set_message(format!("parts, {rules}"));
        results.parts.push(parts(&rules, args.seed, budget)?);
    }
    for rules in random_game_rules()? {
        bar.set_message(format!("records, {rules}"));
        results.records.push(records(&rules, args.seed, budget)?);
    }
    bar.set_message("search");
    results.search = search_speeds(budget)?;
    bar.set_message("matches of the Agent Strategy Game");
    results.asg = asg::matches(args.seed, budget)?;
    results.asg_replay_sizes = asg::replay_sizes(args.seed);
    results.asg_search = asg::thinking(args.seed, 4 * budget)?;
    bar.set_message("the arena and ratings");
    results.arena = Some(arena::arena(args.seed, budget)?);
    bar.finish_and_clear();
    if args.json {
        let json = serde_json::to_string_pretty(&results).map_err(Failure::bad_input)?;
        writeln!(out, "{json}")?;
    } else {
        print(&results, out)?;
    }
    Ok(())
}

/// Returns the rules that are compared with the spec engine.
fn random_game_rules() -> Result<Vec<Ruleset>, Failure> {
    let games = [
        (Edition::Canon, BoardKind::Square8, 2),
        (Edition::Canon, BoardKind::Square8, 3),
        (Edition::Canon, BoardKind::Square8, 4),
        (Edition::Canon, BoardKind::Square19, 2),
        (Edition::Canon, BoardKind::Hexagonal, 2),
        (Edition::Compact, BoardKind::Square8, 2),
        (Edition::Live, BoardKind::Square8, 2),
        (Edition::Live, BoardKind::Square19, 2),
        (Edition::Live, BoardKind::Hex8, 2),
        (Edition::Live, BoardKind::Hexagonal12, 2),
    ];
    let rules = |(edition, board, players)| Ruleset::new(edition, board, players, &Overrides::default());
    games.into_iter().map(|game| rules(game).map_err(Failure::bad_input)).collect()
}

/// Returns the same rules on boards of growing size.
fn growth_rules() -> Result<Vec<Ruleset>, Failure> {
    let boards = [
        (BoardKind::Hex8, 18, 3),
        (BoardKind::Square8, 18, 3),
        (BoardKind::Hexagonal, 36, 4),
        (BoardKind::Square19, 36, 4),
        (BoardKind::Hexagonal12, 36, 4),
    ];
    let rules = |(board, rings, line_length)| {
        let overrides =
            Overrides { rings_per_player: Some(rings), line_length: Some(line_length), ..Overrides::default() };
        Ruleset::new(Edition::Canon, board, 2, &overrides).map_err(Failure::bad_input)
    };
    boards.into_iter().map(rules).collect()
}

/// Perft positions with depth and known count.
const PERFT: &[(&str, &str, u32, u64)] = &[
    ("square8 start", "G square8 2p canon; H 18,18", 4, 9_516_200),
    (
        "square8 midgame",
        "G square8 2p canon; S g2=11222,g4=11,a6=11111,e7=111,g7=2,g8=22222; M1 a1,g1,c3,h4,a8; \
         M2 d3,d4,a5,e5,g6,c8,h8; C1 a4,a7; C2 g3; H 5,7; E 1,2; T 1",
        3,
        130_331,
    ),
];

/// Rates of repeated rounds of the same workload.
struct Rates(Vec<f64>);

impl Rates {
    /// Repeats a workload for the given time, at least three times. The workload returns the number of actions, plies
    /// or sequences.
    fn measure(budget: Duration, mut work: impl FnMut() -> u64) -> (u64, Rates) {
        let start = Instant::now();
        let mut rates = Vec::new();
        let mut amount = None;
        while rates.len() < 3 || start.elapsed() < budget {
            let round = Instant::now();
            let done = black_box(work());
            rates.push(done as f64 / round.elapsed().as_secs_f64());
            assert_eq!(*amount.get_or_insert(done), done, "every round has the same result");
        }
        (amount.unwrap_or(0), Rates(rates))
    }

    fn best(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    fn median(&self) -> f64 {
        median(self.0.clone())
    }
}

/// Returns the median of at least one number.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Returns the number of games per round, so that a round takes some milliseconds.
fn games_per_round(board: BoardKind) -> u64 {
    if board.cells() <= 64 { 100 } else { 4 }
}

fn random_games(rules: &Ruleset, seed: u64, budget: Duration) -> Result<RandomGames, Failure> {
    let start = Position::new(rules).map_err(Failure::bad_input)?;
    let games = games_per_round(rules.board);
    let (actions, rates) = Rates::measure(budget, || start.visit(PlayGames { seed, games }));
    let spec_rate = spec_rate(rules, seed, budget);
    Ok(RandomGames {
        rules: rules.to_string(),
        cells: rules.board.cells(),
        games,
        actions,
        best_actions_per_second: rates.best(),
        median_actions_per_second: rates.median(),
        literal_actions_per_second: spec_rate,
        ratio_to_literal: rates.median() / spec_rate,
    })
}

/// Plays random games and counts their actions.
struct PlayGames {
    seed: u64,
    games: u64,
}

impl PositionVisitor for PlayGames {
    type Output = u64;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> u64 {
        let mut rng = GameRng::seeded(self.seed);
        let mut list = ActionList::new();
        let mut actions = 0;
        for _ in 0..self.games {
            let mut position = start.clone();
            loop {
                position.legal_actions_into(&mut list);
                let Some(action) = rng.pick(&list) else { break };
                position.play_unchecked(action);
                actions += 1;
            }
        }
        actions
    }
}

/// Returns the actions per second of the spec engine in the same games.
fn spec_rate(rules: &Ruleset, seed: u64, budget: Duration) -> f64 {
    let mut rng = GameRng::seeded(seed);
    let mut game = SpecGame::new(rules);
    let start = Instant::now();
    let mut actions = 0;
    while actions < 50 || start.elapsed() < budget {
        match rng.pick(&game.legal_actions()) {
            Some(action) => {
                // The spec engine checks legality again when it plays.
                if game.play(action).is_err() {
                    break;
                }
                actions += 1;
            }
            None => game = SpecGame::new(rules),
        }
    }
    f64::from(actions) / start.elapsed().as_secs_f64()
}

fn perft(name: &str, text: &str, depth: u32, sequences: u64, budget: Duration) -> Result<Perft, Failure> {
    let position = Position::parse(text).map_err(Failure::bad_input)?;
    let (made, made_rates) = Rates::measure(budget, || position.perft_made(depth));
    let (bulk, bulk_rates) = Rates::measure(budget, || position.perft(depth));
    assert_eq!((made, bulk), (sequences, sequences), "perft of {name} is wrong");
    Ok(Perft {
        position: name.to_owned(),
        depth,
        sequences,
        made_per_second: made_rates.median(),
        bulk_per_second: bulk_rates.median(),
    })
}

fn parts(rules: &Ruleset, seed: u64, budget: Duration) -> Result<Parts, Failure> {
    let start = Position::new(rules).map_err(Failure::bad_input)?;
    let games = games_per_round(rules.board) / 2;
    Ok(start.visit(MeasureParts { seed, games, budget: budget / 4 }))
}

/// Plays random games, and measures each kind of work separately.
struct MeasureParts {
    seed: u64,
    games: u64,
    budget: Duration,
}

impl PositionVisitor for MeasureParts {
    type Output = Parts;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> Parts {
        let mut rng = GameRng::seeded(self.seed);
        let mut positions = Vec::new();
        let mut actions = Vec::new();
        for _ in 0..self.games {
            let mut position = start.clone();
            while let Some(action) = rng.pick(&position.legal_actions()) {
                positions.push(position.clone());
                actions.push(action);
                position.play_unchecked(action);
            }
        }
        // Regions are searched once per turn, after the lines.
        let ends: Vec<&PositionOf<W>> = positions
            .iter()
            .zip(positions.iter().skip(1))
            .filter(|(a, b)| a.turn() != b.turn())
            .map(|(_, b)| b)
            .collect();
        let share = ends.len() as f64 / positions.len() as f64;
        let total = positions.len() as u64;
        let mut list = ActionList::new();
        let nanoseconds = |rates: &Rates| 1e9 / rates.median();
        let (_, listing) = Rates::measure(self.budget, || {
            for position in &positions {
                position.legal_actions_into(&mut list);
                black_box(&list);
            }
            total
        });
        let (_, copying) = Rates::measure(self.budget, || {
            for position in &positions {
                black_box(position.clone());
            }
            total
        });
        let (_, copying_and_playing) = Rates::measure(self.budget, || {
            for (position, &action) in positions.iter().zip(&actions) {
                let mut next = position.clone();
                next.play_unchecked(action);
                black_box(next);
            }
            total
        });
        let (_, territory) = Rates::measure(self.budget, || {
            ends.iter().filter(|position| black_box(position.has_claimable_region(position.to_move()))).count();
            ends.len() as u64
        });
        Parts {
            rules: start.rules().to_string(),
            cells: start.rules().board.cells(),
            listing: nanoseconds(&listing),
            playing: nanoseconds(&copying_and_playing) - nanoseconds(&copying),
            territory: nanoseconds(&territory) * share,
            copying: nanoseconds(&copying),
        }
    }
}

fn print(results: &Results, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "Random games with the complete list of legal actions at every decision, one thread")?;
    writeln!(out, "{:<22} {:>12} {:>12} {:>14} {:>8}", "rules", "actions/s", "(median)", "spec/s", "ratio")?;
    for row in &results.random_games {
        let spec_rate = row.literal_actions_per_second;
        let ratio = row.ratio_to_literal;
        let (best, median) = (row.best_actions_per_second, row.median_actions_per_second);
        writeln!(out, "{:<22} {best:>12.0} {median:>12.0} {spec_rate:>14.0} {ratio:>7.0}x", row.rules)?;
    }
    compare::print(&results.comparisons, out)?;
    writeln!(out, "\nPerft, million sequences per second")?;
    writeln!(out, "{:<22} {:>6} {:>12} {:>10} {:>10}", "position", "depth", "sequences", "played", "counted")?;
    for row in &results.perft {
        let (made, bulk) = (row.made_per_second / 1e6, row.bulk_per_second / 1e6);
        writeln!(out, "{:<22} {:>6} {:>12} {made:>10.1} {bulk:>10.1}", row.position, row.depth, row.sequences)?;
    }
    writeln!(out, "\nTime by kind of work in random games, nanoseconds per action (territory is included in playing)")?;
    writeln!(
        out,
        "{:<44} {:>6} {:>8} {:>8} {:>10} {:>8}",
        "rules", "cells", "listing", "playing", "territory", "copying"
    )?;
    for row in &results.parts {
        writeln!(
            out,
            "{:<44} {:>6} {:>8.0} {:>8.0} {:>10.0} {:>8.0}",
            row.rules, row.cells, row.listing, row.playing, row.territory, row.copying
        )?;
    }
    writeln!(out, "\nRecords of random games, actions per second; reading includes parsing, checking and playing")?;
    writeln!(out, "{:<22} {:>12} {:>12} {:>12} {:>12}", "rules", "text read", "JSON read", "written", "only played")?;
    for row in &results.records {
        let (text, json) = (row.read_per_second, row.read_json_per_second);
        let (written, played) = (row.written_per_second, row.played_per_second);
        writeln!(out, "{:<22} {text:>12.0} {json:>12.0} {written:>12.0} {played:>12.0}", row.rules)?;
    }
    search::print(&results.search, out)?;
    asg::print(&results.asg, out)?;
    asg::print_replay_sizes(&results.asg_replay_sizes, out)?;
    asg::print_thinking(&results.asg_search, out)?;
    results.arena.as_ref().map_or(Ok(()), |arena| arena::print(arena, out))
}
