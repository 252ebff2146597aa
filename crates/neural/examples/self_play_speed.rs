//! Measures the time that self-play needs for rules and search, without a network: `cargo run --release -p neural --example self_play_speed
//! [GAMES] [STEPS] [THREADS]`.
//!
//! Pseudo-random logits stand in for the network.

use std::time::Instant;

use learning::ObservationSpace;
use neural::{AnySelfPlay, Budget, Evaluations, LeafArrays, MixedRules, SelfPlaySettings};
use ringrift::{BoardKind, Edition, MAX_PLAYERS, Overrides, Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut next = |default: usize| numbers.next().transpose().map(|number| number.unwrap_or(default));
    let (games, steps, threads) = (next(512)?, next(2000)?, next(1)?);
    let board = BoardKind::Square8;
    let mut rules = Vec::new();
    for (edition, weight) in
        [(Edition::Standard, 0.5), (Edition::Canon, 0.15), (Edition::Compact, 0.15), (Edition::Live, 0.2)]
    {
        rules.push(MixedRules { rules: Ruleset::new(edition, board, 2, &Overrides::default())?, weight });
    }
    let settings = SelfPlaySettings {
        rules,
        games,
        seed: 1,
        threads,
        full: Budget { simulations: 64, considered: 16, noise: 1.0 },
        cheap: Budget { simulations: 16, considered: 8, noise: 1.0 },
        full_share: 0.33,
        random_openings: 0.2,
    };
    let mut play = AnySelfPlay::new(settings)?;
    let space = ObservationSpace::new(board);
    let (mut planes, mut scalars) = (vec![0; games * space.plane_bytes()], vec![0.0; games * space.scalars()]);
    let (mut logits, mut choices): (Vec<f32>, Vec<i32>) = (Vec::new(), Vec::new());
    let values = vec![0.0; games * MAX_PLAYERS];
    let mut count = play.step(None, LeafArrays { planes: &mut planes, scalars: &mut scalars })?;
    let start = Instant::now();
    let mut state = 1_u32;
    for _ in 0..steps {
        choices.resize(count, 0);
        play.write_numbers(&mut choices)?;
        logits.clear();
        logits.extend(choices.iter().map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32
        }));
        let evaluations = Evaluations { logits: &logits, values: &values };
        count = play.step(Some(evaluations), LeafArrays { planes: &mut planes, scalars: &mut scalars })?;
    }
    let statistics = play.take_statistics();
    let evaluations = statistics.evaluations as f64;
    println!(
        "{:.2} µs per evaluation and thread; {:.0} evaluations/s in all; {} games, {} searches, {} training rows, {:.1} choices a leaf",
        statistics.time.as_secs_f64() * 1e6 / evaluations,
        evaluations / start.elapsed().as_secs_f64(),
        statistics.games.iter().sum::<u64>(),
        statistics.searches,
        play.waiting_rows(),
        count as f64 / games as f64,
    );
    Ok(())
}
