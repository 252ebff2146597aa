//! Overhead and parallel speed-up of the arena, and the time of ratings.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::log::{Log, LogWriter, Manifest, RunLine};
use arena::schedule::all_games;
use arena::settings::Format;
use arena::{AsgVenue, Budget, Entrant, MatchRunner, RingRiftVenue, Run, SeatPlayer, Venue};
use asg::{Match, Rules, library};
use cli_support::Failure;
use game::bots::Greedy;
use game::{Bot, Cancellation, Game, Progress, RingRift, Rosters, derived_seed};
use ratings::simulation::Truth;
use ratings::{Options, fit};
use ringrift::{Action, BoardKind, Ruleset};
use serde::Serialize;
use tempfile::TempDir;

/// Measurements of the arena.
#[derive(Serialize)]
pub(super) struct Arena {
    random_games: RandomGames,
    overhead: Overhead,
    asg: AsgPlies,
    cores: Cores,
    fits: Vec<FitTime>,
}

/// Random games on square8 with records and a log, one at a time.
#[derive(Serialize)]
struct RandomGames {
    games: u64,
    seconds: f64,
}

/// Greedy games on square8: the arena compared with a bare loop that chooses and plays.
#[derive(Serialize)]
struct Overhead {
    rounds: usize,
    bare_seconds: f64,
    arena_seconds: f64,
    recorded_seconds: f64,
    arena_overhead: f64,
    recorded_overhead: f64,
}

/// Nanoseconds per ply of greedy against greedy on scenario_01.
#[derive(Serialize)]
struct AsgPlies {
    bare: f64,
    arena: f64,
    recorded: f64,
}

/// Speed-up of two jobs over one, for games and for plain computation.
#[derive(Serialize)]
struct Cores {
    games: f64,
    control: f64,
    ratio: f64,
}

/// Time of a fit with intervals.
#[derive(Serialize)]
struct FitTime {
    players: usize,
    games: usize,
    seats: usize,
    seconds: f64,
}

/// Runs all measurements.
pub(super) fn arena(seed: u64, budget: Duration) -> Result<Arena, Failure> {
    let rules = Ruleset::canon(BoardKind::Square8, 2).map_err(Failure::bad_input)?;
    let venue = RingRiftVenue::new(&rules, 4).map_err(Failure::bad_input)?;
    Ok(Arena {
        random_games: random_games(&venue, seed)?,
        overhead: overhead(&venue, seed, budget),
        asg: asg_plies(seed, budget)?,
        cores: cores(&venue, seed, budget)?,
        fits: (2..=4).map(|seats| fit_time(seats, seed)).collect::<Result<_, Failure>>()?,
    })
}

/// Run of built-in players with a temporary log.
struct Trial<'a, V: Venue> {
    venue: &'a V,
    entrants: Vec<Entrant<V::Game>>,
    header: RunLine,
}

impl<'a, V: Venue> Trial<'a, V> {
    fn new(venue: &'a V, players: [&str; 2], seed: u64, rounds: u32) -> Result<Trial<'a, V>, Failure> {
        let rosters = Rosters::standard();
        let entrant = |(number, name): (usize, &str)| {
            let factory = V::roster(&rosters).find(name).map_err(Failure::BadInput)?;
            Ok(Entrant {
                name: format!("{name} {number}"),
                create_player: Box::new(move |seed| SeatPlayer::Bot(factory(seed))),
            })
        };
        let entrants: Vec<Entrant<V::Game>> =
            players.into_iter().enumerate().map(entrant).collect::<Result<_, Failure>>()?;
        let manifest = Manifest {
            name: "bench".to_owned(),
            venue: venue.describe(),
            format: Format::RoundRobin,
            rounds,
            conditions_per_round: 1,
            seed,
            entrants: Vec::new(),
            prices: arena::agent::Prices::new(),
            cost_cap: None,
            sprt: None,
        };
        let header = RunLine::new(manifest, "ringside", "2026-01-01T00:00:00.000Z");
        Ok(Trial { venue, entrants, header })
    }

    /// Plays all games with this number of jobs. Returns the seconds.
    fn seconds(&self, jobs: usize) -> Result<f64, Failure> {
        let folder = TempDir::new()?;
        let (writer, _) = LogWriter::open(&folder.path().join("log.jsonl")).map_err(Failure::bad_input)?;
        let run = Run {
            venue: self.venue,
            header: &self.header,
            entrants: &self.entrants,
            jobs,
            cancellation: &Cancellation::new(),
            budget: &Budget::unlimited(),
            observer: &(),
        };
        let games = all_games(Format::RoundRobin, 2, 2, self.header.manifest.rounds);
        let begin = Instant::now();
        let played = run.play(&games, &Mutex::new(writer), &Log::default());
        let seconds = begin.elapsed().as_secs_f64();
        played.map(|_| seconds).map_err(Failure::bad_input)
    }
}

fn random_games(venue: &RingRiftVenue, seed: u64) -> Result<RandomGames, Failure> {
    let trial = Trial::new(venue, ["random", "random"], seed, 500)?;
    Ok(RandomGames { games: 1000, seconds: trial.seconds(1)? })
}

/// Number of games per round of a comparison.
const GAMES: u64 = 20;

/// Compares three ways to play the same games. They alternate, so that other load affects all of them. The fastest
/// round of each counts, because noise only makes a round slower.
fn overhead(venue: &RingRiftVenue, seed: u64, budget: Duration) -> Overhead {
    let seeds = |game: u64, seat: u64| derived_seed(seed, &["bench", &game.to_string(), &seat.to_string()]);
    let bare = || {
        (0..GAMES).for_each(|number| {
            let mut game = venue.start(seed, number as u32);
            let mut bots = [Greedy::new(seeds(number, 0)), Greedy::new(seeds(number, 1))];
            while let Some(seat) = game.to_move() {
                let chosen: Action = bots[seat].choose(&game, &Cancellation::new(), &Progress::new());
                let _ = game.play(&chosen);
            }
            black_box(&game);
        });
    };
    let greedy = |seed| -> Box<dyn Bot<RingRift>> { Box::new(Greedy::new(seed)) };
    let in_arena = |number: u64, records: bool| {
        let start = venue.start(seed, number as u32);
        play_in_arena(start, [greedy(seeds(number, 0)), greedy(seeds(number, 1))], records);
    };
    let workloads: [&dyn Fn(); 3] =
        [&bare, &|| (0..GAMES).for_each(|n| in_arena(n, false)), &|| (0..GAMES).for_each(|n| in_arena(n, true))];
    let (rounds, [bare_seconds, arena_seconds, recorded_seconds]) = fastest(workloads, budget);
    Overhead {
        rounds,
        bare_seconds,
        arena_seconds,
        recorded_seconds,
        arena_overhead: arena_seconds / bare_seconds - 1.0,
        recorded_overhead: recorded_seconds / bare_seconds - 1.0,
    }
}

/// Plays a game with the match runner of the arena, and writes its record if `records` is set.
fn play_in_arena<G: arena::Recordable>(start: G, bots: [Box<dyn Bot<G>>; 2], records: bool) -> usize {
    let runner =
        MatchRunner { match_id: "bench", seed: 1, start, seats: bots.into_iter().map(SeatPlayer::Bot).collect() };
    let played = runner.play(&Cancellation::new(), &Budget::unlimited()).expect("the game is not cancelled");
    if records {
        let names = ["a".to_owned(), "b".to_owned()];
        let header = arena::RecordHeader { match_id: "bench", event: "bench", date: "2026-01-01", names: &names };
        black_box(G::record(&played, &header));
    }
    played.turns.len()
}

/// Returns the number of rounds and the fastest time of each of three alternating workloads.
fn fastest(workloads: [&dyn Fn(); 3], budget: Duration) -> (usize, [f64; 3]) {
    let begin = Instant::now();
    let mut best = [f64::INFINITY; 3];
    let mut rounds = 0;
    while rounds < 3 || begin.elapsed() < 3 * budget {
        for (best, workload) in best.iter_mut().zip(workloads) {
            let begin = Instant::now();
            workload();
            *best = best.min(begin.elapsed().as_secs_f64());
        }
        rounds += 1;
    }
    (rounds, best)
}

fn asg_plies(seed: u64, budget: Duration) -> Result<AsgPlies, Failure> {
    let scenario = library::get("scenario_01").ok_or_else(|| Failure::bad_input("scenario_01 is not built in"))?;
    let venue = AsgVenue { scenarios: vec![Arc::new(scenario.scenario())], rules: Rules::V0 };
    let rosters = Rosters::standard();
    let greedy = rosters.asg.find("greedy").map_err(Failure::BadInput)?;
    let play =
        |number: u64, records: bool| play_in_arena(venue.start(seed, number as u32), [greedy(1), greedy(2)], records);
    let plies: usize = (0..GAMES).map(|number| play(number, false)).sum();
    let bare = || (0..GAMES).for_each(|number| bare_match(venue.start(seed, number as u32)));
    let all = |records| {
        black_box((0..GAMES).map(|number| play(number, records)).sum::<usize>());
    };
    let workloads: [&dyn Fn(); 3] = [&bare, &|| all(false), &|| all(true)];
    let (_, seconds) = fastest(workloads, budget);
    let [bare, arena, recorded] = seconds.map(|seconds| 1e9 * seconds / plies as f64);
    Ok(AsgPlies { bare, arena, recorded })
}

fn bare_match(mut game: Match) {
    while game.outcome().is_none() {
        let view = asg::View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
        let actions = asg::Bot::choose(&mut asg::bots::Greedy, &view);
        Match::play(&mut game, &actions, &mut ());
    }
    black_box(game.position());
}

/// Compares one job with two, and a fixed computation on one thread with the same computation on two.
fn cores(venue: &RingRiftVenue, seed: u64, budget: Duration) -> Result<Cores, Failure> {
    let trial = Trial::new(venue, ["greedy", "greedy"], seed, 1000)?;
    let begin = Instant::now();
    let mut ratios = Vec::new();
    while ratios.len() < 3 || begin.elapsed() < 4 * budget {
        let games = trial.seconds(1)? / trial.seconds(2)?;
        let control = compute(1) / compute(2);
        ratios.push((games, control));
    }
    ratios.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (games, control) = ratios[ratios.len() / 2];
    Ok(Cores { games, control, ratio: games / control })
}

/// Returns the seconds for a fixed computation on this number of threads.
fn compute(threads: u64) -> f64 {
    const STEPS: u64 = 200_000_000;
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mix = |number: u64, step: u64| (number ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
                black_box((0..STEPS / threads).fold(thread, mix));
            });
        }
    });
    begin.elapsed().as_secs_f64()
}

fn fit_time(seats: usize, seed: u64) -> Result<FitTime, Failure> {
    let (players, games) = (200, 100_000);
    let elo = (0..players).map(|player| 8.0 * (player as f64 - players as f64 / 2.0)).collect();
    let seat_elo = (0..seats).map(|seat| 20.0 * (seats as f64 / 2.0 - 0.5 - seat as f64)).collect();
    let truth = Truth { elo, seats: seat_elo, ties: [0.5, if seats > 2 { 0.2 } else { 0.0 }, 0.0] };
    let contests = truth.contests(games, seed);
    let begin = Instant::now();
    black_box(fit(&contests, &Options::default()).map_err(Failure::bad_input)?);
    Ok(FitTime { players, games, seats, seconds: begin.elapsed().as_secs_f64() })
}

/// Prints the table.
pub(super) fn print(arena: &Arena, out: &mut impl Write) -> io::Result<()> {
    let Arena { random_games, overhead, asg, cores, fits } = arena;
    writeln!(out, "\nArena")?;
    writeln!(
        out,
        "{} random games on square8 with records, one core: {:.2} s",
        random_games.games, random_games.seconds
    )?;
    writeln!(
        out,
        "greedy on square8, {} rounds: overhead of the arena {:.1} %, with records {:.1} %",
        overhead.rounds,
        100.0 * overhead.arena_overhead,
        100.0 * overhead.recorded_overhead
    )?;
    let AsgPlies { bare, arena, recorded } = asg;
    writeln!(
        out,
        "greedy on scenario_01, nanoseconds per ply: bare {bare:.0}, arena {arena:.0}, with replays {recorded:.0}"
    )?;
    let Cores { games, control, ratio } = cores;
    writeln!(out, "two jobs: {games:.2} times as fast as one; plain computation {control:.2} times; ratio {ratio:.2}")?;
    for FitTime { players, games, seats, seconds } in fits {
        writeln!(
            out,
            "ratings of {players} players from {games} games of {seats} seats, with intervals: {seconds:.1} s"
        )?;
    }
    Ok(())
}
