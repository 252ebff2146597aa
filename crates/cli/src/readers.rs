//! Readers of outside input that only this program has, for the fuzz targets (`crates/fuzz-targets`).

use std::io::{self, BufRead, Cursor, Write};

use asg::bots::Script;
use asg::{Match, Order, Scenario};
use engine_protocol::{Limits, Search, serve};
use ringrift::{Action, Position};

use crate::engine::{Chooser, Session};
use crate::{asg as asg_commands, conform, play};

pub use crate::conform::EngineChoice;

/// Checks recorded data, plain or compressed with gzip, as `ringside conform` does. Returns a summary and the differences.
///
/// # Errors
/// If the data cannot be read.
pub fn check_recorded_data(bytes: Vec<u8>, engine: EngineChoice, max_nodes: u64) -> Result<String, String> {
    let input = arena::gzip::decompressed(Box::new(Cursor::new(bytes)))
        .map_err(|error| cli_support::files::cannot_be_read(&error))?;
    conform::check_input(input, engine, max_nodes)
}

/// Chooses the first legal action, so that a search takes no time.
struct FirstAction;

impl Chooser for FirstAction {
    fn name(&self) -> &'static str {
        "first"
    }

    fn choose(&self, position: &Position, _: &Limits, _: &Search<'_>) -> Option<Action> {
        position.legal_actions().first().copied()
    }
}

/// Answers commands as `ringside engine` does, but chooses the first legal action instead of searching.
///
/// # Errors
/// If the output cannot be written.
pub fn serve_engine<I, O>(input: I, output: O) -> io::Result<()>
where
    I: BufRead + Send + 'static,
    O: Write + Send + 'static,
{
    let mut session = Session::new(FirstAction).map_err(|failure| io::Error::other(format!("{failure:?}")))?;
    serve(input, output, &mut session)
}

/// Plays a game between two people line by line, as `ringside play` does without a terminal.
///
/// # Errors
/// If the output cannot be written.
pub fn play_lines(start: &Position, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), String> {
    play::play_lines(start, input, output).map_err(|failure| format!("{failure:?}"))
}

/// Parses the file of a scripted player of ASG.
///
/// # Errors
/// Describes the first problem.
pub fn parse_script(text: &str, scenario: &Scenario) -> Result<Script, String> {
    asg_commands::parse_script(text, scenario)
}

/// Reads an order that a person types in `ringside asg play`, as the first order of the ply.
///
/// # Errors
/// Explains what is wrong.
pub fn typed_order(text: &str, game: &Match) -> Result<Order, String> {
    asg_commands::parse_first_order(text, game)
}
