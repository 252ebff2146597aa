//! Measures the time that the network of a board needs for a position, with one thread: `cargo run --release -p neural --example network_speed
//! [MILLISECONDS]`. Each figure is the best of many batches that are measured for this time in all.

use std::time::{Duration, Instant};

use game::GameRng;
use learning::{Decision, StepList};
use neural::{Network, Workspace};
use ringrift::{BoardKind, Position, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let time = std::env::args().nth(1).map_or(Ok(2000), |text| text.parse())?;
    let board = BoardKind::Square8;
    let network = Network::embedded(board).ok_or("the board has no network")?;
    let Position::Small(start) = Position::new(&Ruleset::standard(board, 2)?)? else {
        return Err("a small board".into());
    };
    let mut rng = GameRng::seeded(1);
    let mut decisions: Vec<(Decision<1>, StepList)> = Vec::new();
    for length in 1..=16 {
        let mut decision = Decision::new(start.clone());
        for _ in 0..4 * length {
            decision.play_random(|count| rng.below(count));
        }
        let mut steps = StepList::default();
        steps.fill(&decision);
        decisions.push((decision, steps));
    }
    println!("network {} of {}", network.identity(), board.name());
    let mut evaluations = Vec::new();
    for (instructions, mut workspace) in Workspace::of_all_instructions() {
        for batch in [1, 8, 16] {
            let leaves: Vec<(&Decision<1>, &[u32])> =
                decisions[..batch].iter().map(|(decision, steps)| (decision, steps.numbers())).collect();
            let (mut best, begin) = (Duration::MAX, Instant::now());
            while begin.elapsed() < Duration::from_millis(time) {
                let start = Instant::now();
                network.evaluate(&mut workspace, &leaves, &mut evaluations);
                best = best.min(start.elapsed());
            }
            let time = best.as_secs_f64() * 1e3 / batch as f64;
            println!("{instructions:8} batches of {batch:2}: {time:.3} ms per position");
        }
    }
    Ok(())
}
