//! `ringside record show`: a viewer for recorded games, full-screen or as plain text.

mod file;
mod game;
mod moves;
mod overlay;
mod panels;
mod plain;
mod screen;
#[cfg(test)]
mod tests;
mod track;
mod viewer;
mod words;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use cli_support::{Failure, Outcome};

use self::file::GameFile;
use self::viewer::Viewer;
use crate::args::PlyArg;
use crate::record::input::game_number;
use crate::terminal;

const HELP: &str = "\
On a terminal the game opens full-screen: the arrow keys step through it, ? lists all keys, q quits. \
With --ply or --all it is printed as text. If the output is not a terminal, headers, turns and the last position are printed.

Examples:
  ringside record show games.rrn                step through the first game
  ringside record show games.rrn --game 3       step through the third game
  ringside record show games.rrn --ply 12       the effects of action 12, and the position after it
  ringside record show games.rrn --ply last     the last position
  ringside record show games.rrn --all | less   the whole game, every position drawn";

/// Step through a game: board, effects of each action, comments, clocks and variations
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct ShowArgs {
    /// File with game records, as text or JSON, plain or gzip; - reads standard input
    file: PathBuf,
    /// Number of the game in the file, from 1
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = game_number)]
    game: usize,
    /// Print the position after N actions; 0 is the start, last is the end of the game
    #[arg(long, value_name = "N|last")]
    ply: Option<PlyArg>,
    /// Print every position of the game, with the action before it
    #[arg(long, conflicts_with = "ply")]
    all: bool,
}

/// Shows one game of a file.
pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> Outcome {
    let mut file = GameFile::open(&args.file)?;
    if args.is_interactive() {
        return terminal::run(&mut Viewer::new(file, args.game).map_err(Failure::BadInput)?);
    }
    let chosen = match file.read(args.game) {
        Ok(chosen) => chosen,
        Err(problem) if file.has_several_games() => {
            return Err(Failure::BadInput(format!("{problem}; --game N shows another game of the file")));
        }
        Err(problem) => return Err(Failure::BadInput(problem)),
    };
    match args.ply {
        _ if args.all => plain::all(&chosen, out),
        Some(PlyArg::Last) => plain::last(&chosen, out),
        Some(PlyArg::Ply(ply)) => plain::one(&chosen, ply, out),
        None => plain::summary(&chosen, out),
    }
}

impl ShowArgs {
    fn is_interactive(&self) -> bool {
        let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
        is_terminal && self.ply.is_none() && !self.all
    }
}
