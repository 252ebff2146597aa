//! `ringside perft`: counts action sequences.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use cli_support::{Failure, Outcome};

use crate::args::PositionArgs;

/// Count the sequences of exactly DEPTH actions from a position.
///
/// Automatic passes do not count, and a finished game has no continuation. Equal counts of two
/// engines show that both very probably allow the same actions.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Number of actions
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Show the count for every first action
    #[arg(long)]
    divide: bool,
    /// Play the last action too, instead of counting the legal actions
    #[arg(long)]
    made: bool,
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Outcome {
    let position = args.position.position()?;
    if position.outcome().is_some() {
        return Err(Failure::BadInput("the game is over in this position; nothing can be played".to_owned()));
    }
    let count = |position: &ringrift::Position, depth| {
        if args.made { position.perft_made(depth) } else { position.perft(depth) }
    };
    if args.divide {
        let mut total = 0;
        for &action in &position.legal_actions() {
            let mut next = position.clone();
            next.play_unchecked(action);
            let sequences = count(&next, args.depth - 1);
            total += sequences;
            writeln!(out, "{:<20} {sequences}", position.action_text(action))?;
        }
        writeln!(out, "\n{total} sequences of {} actions", args.depth)?;
        return Ok(());
    }
    for depth in 1..=args.depth {
        let start = Instant::now();
        let sequences = count(&position, depth);
        let seconds = start.elapsed().as_secs_f64();
        let rate = sequences as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "depth {depth:>2}: {sequences:>15}   {seconds:>8.3} s   {rate:>8.1} M/s")?;
        out.flush()?;
    }
    Ok(())
}
