//! How long a fit with intervals takes: `fit_speed [players] [contests]`.

use std::time::Instant;

use ratings::simulation::Truth;
use ratings::{Bootstrap, Intervals, Options, fit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let players = numbers.next().transpose()?.unwrap_or(200);
    let contests = numbers.next().transpose()?.unwrap_or(100_000);
    for seats in 2..=4 {
        let elo = (0..players).map(|player| 8.0 * (player as f64 - players as f64 / 2.0)).collect();
        let seat_elo = (0..seats).map(|seat| 20.0 * (seats as f64 / 2.0 - 0.5 - seat as f64)).collect();
        let truth = Truth { elo, seats: seat_elo, ties: [0.5, if seats > 2 { 0.2 } else { 0.0 }, 0.0] };
        let games = truth.contests(contests, 1);
        let bootstrap =
            Bootstrap { groups: (0..contests as u32 / 2).flat_map(|pair| [pair; 2]).collect(), rounds: 200, seed: 1 };
        for intervals in [Intervals::Wald, Intervals::Profile, Intervals::Bootstrap(bootstrap)] {
            let start = Instant::now();
            let fit = fit(&games, &Options { intervals, ..Options::default() })?;
            let seconds = start.elapsed().as_secs_f64();
            let first = fit.ratings[players - 1];
            println!(
                "{seats} seats, {:?}: {seconds:.2} s; the best player has {first}, {} warnings",
                fit.method,
                fit.warnings.len()
            );
        }
    }
    Ok(())
}
