//! Self-play and fitting of the weights.

use std::io::Write;

use ai::weights::{Family, Weights};
use cli_support::Failure;
use cli_support::runs::is_interrupted;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;

use super::args::TuneArgs;
use super::report::{Lesson, Round};
use super::training::{Sample, TrainingGames, fit, loss, play_games};

/// L2 regularisation, which keeps the weights of rarely varying terms small.
const REGULARISATION: f64 = 2e-4;

/// One in this many games is held out from the fit.
const ONE_HELD_OUT: usize = 10;

/// Runs all rounds.
pub(super) fn learn(
    family: Family,
    before: &Weights,
    args: &TuneArgs,
    out: &mut impl Write,
) -> Result<(Weights, Lesson), Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(args.jobs()).build().map_err(Failure::bad_input)?;
    let (mut weights, mut rounds) = (before.clone(), Vec::new());
    for round in 1..=args.rounds {
        let seed = args.seed.wrapping_add(u64::from(round - 1));
        let batches = TrainingGames::of(family, args.games as usize, args.nodes, seed).map_err(Failure::bad_input)?;
        let Some((new, found)) = pool.install(|| one_round(&batches, &weights, before))? else {
            return Err(Failure::Unfinished);
        };
        let Round { games, positions, loss_before, loss, .. } = found;
        writeln!(
            out,
            "{family}: round {round}, {games} games, {positions} positions, loss {loss:.4} instead of {loss_before:.4}"
        )?;
        weights = new;
        rounds.push(found);
    }
    Ok((weights, Lesson { rounds }))
}

/// Runs one round. Returns `None` if it was interrupted.
fn one_round(
    batches: &[TrainingGames],
    weights: &Weights,
    first: &Weights,
) -> Result<Option<(Weights, Round)>, Failure> {
    let games: usize = batches.iter().map(|batch| batch.games).sum();
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} games of self-play {eta}").expect("the template is valid");
    let bar = ProgressBar::new(games as u64).with_style(style);
    let (mut training, mut held_out): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    for batch in batches {
        let should_continue = || {
            bar.inc(1);
            !is_interrupted()
        };
        let Some(games) = play_games(batch, weights, &should_continue).map_err(Failure::bad_input)? else {
            return Ok(None);
        };
        for (number, samples) in games.into_iter().enumerate() {
            if number % ONE_HELD_OUT == 0 { &mut held_out } else { &mut training }.extend(samples);
        }
    }
    bar.finish_and_clear();
    let fitted = fit(&training, &Weights::none(), REGULARISATION).map_err(Failure::bad_input)?.rounded();
    let round = Round {
        games,
        positions: training.len() + held_out.len(),
        loss_before: loss(&held_out, first),
        loss: loss(&held_out, &fitted),
        loss_of_nothing: loss(&held_out, &Weights::none()),
    };
    Ok(Some((fitted, round)))
}
