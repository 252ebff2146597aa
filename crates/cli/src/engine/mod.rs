//! `ringside engine`: the rules and the built-in players for other programs, over the engine protocol
//! (`docs/engine-protocol.md`).

mod analysis;
mod chooser;
mod reading;
mod session;

use std::io::{self, BufReader, IsTerminal};

use clap::Args;
use cli_support::Outcome;
use engine_protocol::{COMMANDS, serve};

use self::chooser::Levels;

pub(crate) use self::chooser::Chooser;
pub(crate) use self::session::Session;

/// Serve the rules and a player to other programs: a line protocol on standard input and output
#[derive(Args)]
#[command(after_help = protocol_help())]
pub(crate) struct EngineArgs {}

fn protocol_help() -> String {
    let commands = COMMANDS.iter().map(|(_, usage, purpose)| format!("  {usage}\n      {purpose}\n"));
    format!(
        "Send one command per line. The reply to each command is any number of lines and then one that begins with \
         'ok' or 'error' and the name of the command.\n\nCommands:\n{}\nTo try it by hand, type 'legal', 'play P d4*2', \
         'explain M d4-d5', 'go', 'analyse', 'quit'. docs/engine-protocol.md describes every command and reply.",
        commands.collect::<String>()
    )
}

/// Serves standard input and output until `quit` or the end of input.
pub(crate) fn run(_: &EngineArgs) -> Outcome {
    if io::stdin().is_terminal() {
        anstream::eprintln!("This is a protocol for programs; type help for the commands, quit to leave.");
    }
    Ok(serve(BufReader::new(io::stdin()), io::stdout(), &mut Session::new(Levels)?)?)
}
