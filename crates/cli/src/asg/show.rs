//! `ringside asg show`: a viewer for replays, full-screen or as plain text.

mod screen;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use asg::limits::MAX_REPLAY_BYTES;
use asg::replay::Ply;
use asg::{Position, Replay, Scenario};
use clap::Args;
use cli_support::files::read_text;
use cli_support::plain::{plain, plain_lines};
use cli_support::{Failure, Outcome};
use ringrift_text::counted;

use self::screen::Viewer;
use super::map::{self, WIDTH};
use super::matches::orders_text;
use super::words;
use crate::args::PlyArg;
use crate::terminal;

const HELP: &str = "\
On a terminal the match opens full-screen: the arrow keys step through it, n and p go to the next and the previous \
fight or capture, w and s scroll the table, K and J the events, q quits. With --ply or --all it is printed as text. If the \
output is not a terminal, the events of every ply are printed, without maps.";

/// Step through a replay: map, orders, events, and the players' rationales
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct ShowArgs {
    /// Replay file in either format, plain or gzip; - is standard input
    file: PathBuf,
    /// Print the position before this ply, counted from 0, and the events of the ply; last is the end of the match
    #[arg(long, value_name = "N|last")]
    ply: Option<PlyArg>,
    /// Print every ply with its map
    #[arg(long, conflicts_with = "ply")]
    all: bool,
}

/// Reads a replay without comparing its events; `verify` does that.
pub(super) fn read_replay(path: &Path) -> Result<Replay, Failure> {
    let text = read_text(path, MAX_REPLAY_BYTES)?;
    Replay::read(&text)
        .map_err(|error| Failure::BadInput(format!("{}: {}", path.display(), plain_lines(&error.to_string()))))
}

pub(super) fn run(args: &ShowArgs, out: &mut impl Write) -> Outcome {
    let replay = read_replay(&args.file)?;
    let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    match args.ply {
        Some(stop) => {
            let ply = stop.within(replay.turns.len())?;
            write_position(&replay.scenario, replay.after(ply).position(), out)?;
            match replay.plies().nth(ply) {
                Some(played) => write_ply(&played, out),
                None => write_end(&replay, out),
            }
        }
        None if !args.all && is_terminal => terminal::run(&mut Viewer::new(&replay)),
        None => {
            write_head(&replay, out)?;
            for ply in replay.plies() {
                if args.all {
                    writeln!(out)?;
                    write_position(&replay.scenario, &ply.before, out)?;
                }
                write_ply(&ply, out)?;
            }
            write_end(&replay, out)
        }
    }
}

/// Returns scenario, rules, seed and players of the match.
fn head(replay: &Replay) -> String {
    let file = replay.scenario.file();
    let mut controllers: Vec<&str> = replay.turns.iter().take(2).map(|turn| turn.controller.as_str()).collect();
    if file.starting_player == asg::Side::P2 {
        controllers.reverse();
    }
    format!(
        "{} ({}), rules {}, seed {}: {}",
        plain(&file.name),
        plain(&file.id),
        replay.rules.name(),
        replay.seed,
        plain(&controllers.join(" against "))
    )
}

fn write_head(replay: &Replay, out: &mut impl Write) -> Outcome {
    Ok(writeln!(out, "{}", head(replay))?)
}

fn write_position(scenario: &Scenario, position: &Position, out: &mut impl Write) -> Outcome {
    for row in map::drawing(scenario, position, WIDTH) {
        writeln!(out, "{row}")?;
    }
    writeln!(out)?;
    for row in map::supplies(scenario, position).iter().chain(&map::table(scenario, position)) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// Describes a ply, one line per event.
fn ply_lines(ply: &Ply<'_>) -> Vec<String> {
    let (scenario, rules) = (ply.after.scenario(), ply.after.rules());
    let mut lines = vec![format!(
        "Ply {}, {} ({}): {}",
        ply.before.ply(),
        ply.before.active(),
        plain(&ply.turn.controller),
        orders_text(ply.turn, scenario)
    )];
    lines.extend(ply.turn.rationale.iter().map(|text| format!("  \"{}\"", plain(text))));
    lines.extend(
        ply.events.iter().map(|record| format!("  {}", words::recorded_event(scenario, rules, record, ply.turn))),
    );
    lines
}

fn write_ply(ply: &Ply<'_>, out: &mut impl Write) -> Outcome {
    for line in ply_lines(ply) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn write_end(replay: &Replay, out: &mut impl Write) -> Outcome {
    let outcome = replay.outcome().map_or("the match is not over".to_owned(), words::outcome);
    Ok(writeln!(out, "After {}: {outcome}.", counted(replay.turns.len() as u64, "ply"))?)
}
