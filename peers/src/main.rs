//! Compares the speed of the RingRift engine with shakmaty, a chess library. See `README.md`.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use engine_workloads::{Loop, Random, play_games};
use ringrift::{BoardKind, Position, Ruleset};
use shakmaty::{Chess, Position as _};

/// Duration without an argument, in seconds.
const SECONDS: f64 = 20.0;

/// Games of each loop per round: about a millisecond for each, so that other programs disturb few rounds.
const RINGRIFT_GAMES: u64 = 20;
const CHESS_GAMES: u64 = 5;

/// Required ratios of the listed and the sampled loop to shakmaty.
const REQUIRED: [(Loop, f64); 2] = [(Loop::Listed, 1.1), (Loop::Sampled, 1.5)];

/// Half-moves without a capture or a pawn move after which a chess game ends.
const CHESS_LIMIT: u32 = 150;

fn main() -> Result<(), Box<dyn Error>> {
    let duration = duration(std::env::args().nth(1).as_deref())?;
    let start = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)?;
    let mut chess = Vec::new();
    let mut ringrift = [Vec::new(), Vec::new()];
    let begin = Instant::now();
    while chess.len() < 3 || begin.elapsed() < duration {
        let seed = chess.len() as u64;
        chess.push(rate(|| play_chess(seed, CHESS_GAMES)));
        for ((style, _), rates) in REQUIRED.iter().zip(&mut ringrift) {
            rates.push(rate(|| play_games(&start, *style, seed, RINGRIFT_GAMES)));
        }
    }
    println!("Random games in alternation on one thread, medians of {} rounds", chess.len());
    println!("{:<36} {:>12} {:>7} {:>9}", "loop", "actions/s", "ratio", "required");
    println!("{:<36} {:>12.0}", "shakmaty, chess, listed", median(chess.clone()));
    for ((style, required), rates) in REQUIRED.iter().zip(ringrift) {
        let ratio = median(rates.iter().zip(&chess).map(|(one, other)| one / other).collect());
        let result = if ratio >= *required { "met" } else { "MISSED" };
        let name = format!("ringrift, square8 standard, {style}");
        println!("{name:<36} {:>12.0} {ratio:>7.2} {required:>9.2} {result}", median(rates));
    }
    Ok(())
}

fn duration(argument: Option<&str>) -> Result<Duration, String> {
    let seconds = argument.map_or(Some(SECONDS), |text| text.parse().ok());
    let seconds = seconds.filter(|seconds| (0.1..=3600.0).contains(seconds));
    let seconds = seconds.ok_or("expected a number of seconds between 0.1 and 3600 as the only argument")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Returns the actions per second of one round. The work returns the number of actions.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begin = Instant::now();
    let actions = black_box(work());
    actions as f64 / begin.elapsed().as_secs_f64()
}

/// Plays random games of chess with the list of all moves at every decision, to checkmate, stalemate, insufficient material or the
/// 75-move rule. Returns the number of half-moves.
fn play_chess(seed: u64, games: u64) -> u64 {
    let mut random = Random::seeded(seed);
    let mut played = 0;
    for _ in 0..games {
        let mut position = Chess::default();
        while position.halfmoves() < CHESS_LIMIT && !position.is_insufficient_material() {
            let Some(chosen) = random.pick(&position.legal_moves()) else { break };
            position.play_unchecked(chosen);
            played += 1;
        }
    }
    played
}

/// Returns the median of at least one number.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
