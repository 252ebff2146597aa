//! Practice, and what is learnt from it.

use std::io::Write;

use ai::weights::{Family, Weights};
use cli_support::Failure;
use cli_support::runs::is_interrupted;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;

use super::args::TuneArgs;
use super::report::{Lesson, Round};
use super::training::{Practice, Sample, fit, loss, practise};

/// How strongly weights are drawn to nothing: what hardly ever varies would get any weight otherwise.
const RESTRAINT: f64 = 2e-4;

/// One game in so many is kept from learning.
const ONE_HELD_OUT: usize = 10;

/// Practises for all rounds.
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
        let practices = Practice::of(family, args.games as usize, args.nodes, seed).map_err(Failure::bad_input)?;
        let Some((new, found)) = pool.install(|| one_round(&practices, &weights, before))? else {
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

/// None if it was stopped.
fn one_round(practices: &[Practice], weights: &Weights, first: &Weights) -> Result<Option<(Weights, Round)>, Failure> {
    let games: usize = practices.iter().map(|practice| practice.games).sum();
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games of practice {eta}").expect("a valid template");
    let bar = ProgressBar::new(games as u64).with_style(style);
    let (mut learnt, mut held_out): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    for practice in practices {
        let go_on = || {
            bar.inc(1);
            !is_interrupted()
        };
        let Some(games) = practise(practice, weights, &go_on).map_err(Failure::bad_input)? else { return Ok(None) };
        for (number, samples) in games.into_iter().enumerate() {
            if number % ONE_HELD_OUT == 0 { &mut held_out } else { &mut learnt }.extend(samples);
        }
    }
    bar.finish_and_clear();
    let fitted = fit(&learnt, &Weights::none(), RESTRAINT).map_err(Failure::bad_input)?.rounded();
    let round = Round {
        games,
        positions: learnt.len() + held_out.len(),
        loss_before: loss(&held_out, first),
        loss: loss(&held_out, &fitted),
        loss_of_nothing: loss(&held_out, &Weights::none()),
    };
    Ok(Some((fitted, round)))
}
