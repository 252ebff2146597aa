//! `ringside record random`: records of random games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use cli_support::files::Sink;
use cli_support::{Failure, Outcome, RulesArgs, random_game};
use ringrift::Position;
use ringrift_record::TextOptions;

use super::convert::TextLayout;

/// Write records of random games, for example to try other commands.
#[derive(Args, Debug)]
pub(crate) struct RandomArgs {
    /// Number of games
    #[arg(long, default_value_t = 1, value_name = "N")]
    games: u64,
    /// Seed of the first game; each further game uses the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of actions in a game
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    max_actions: usize,
    /// New file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Layout of the moves
    #[arg(long, value_enum, default_value_t)]
    layout: TextLayout,
    #[command(flatten)]
    rules: RulesArgs,
}

pub(super) fn run(args: &RandomArgs, out: &mut impl Write) -> Outcome {
    let start = Position::new(&args.rules.ruleset()?).map_err(Failure::bad_input)?;
    let options = TextOptions { layout: args.layout.into(), ..TextOptions::default() };
    let mut sink = Sink::new(args.output.as_deref(), out)?;
    for game in 0..args.games {
        let record = random_game(&start, args.seed.wrapping_add(game), args.max_actions)?;
        write!(sink, "{}{}", if game > 0 { "\n" } else { "" }, record.text(&options))?;
    }
    sink.finish()
}
