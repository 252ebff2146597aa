//! `ringside engine`: the rules and a player for other programs, as a line protocol (`docs/engine-protocol.md`).
//!
//! One thread reads lines into the [`Inbox`], this one answers them. So `stop`, `isready` and `quit` are heard while a search
//! runs, and what a client sends ahead stays bounded: a full inbox is not read on.

mod analysis;
mod chooser;
mod command;
mod inbox;
mod limits;
mod lines;
mod reading;
mod reply;
mod session;

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::thread;

use clap::Args;
use cli_support::Outcome;

use self::chooser::{Chooser, Levels};
use self::command::{COMMANDS, Command, NO_COMMAND, Refusal};
use self::inbox::{Inbox, Reception, Request, Turn};
use self::lines::{LONGEST_LINE, Line, next_line};
use self::reply::Output;
use self::session::Session;

/// Serve the rules and a player to other programs: a line protocol on standard input and output
#[derive(Args)]
#[command(after_help = protocol_help())]
pub(crate) struct EngineArgs {}

fn protocol_help() -> String {
    let commands = COMMANDS.iter().map(|(_, usage, purpose)| format!("  {usage}\n      {purpose}\n"));
    format!(
        "Send one command a line. Every command is answered by any number of lines and then one that begins with \
         'ok' or 'error' and the name of the command.\n\nCommands:\n{}\nTo try it by hand, type 'legal', 'play P d4*2', \
         'explain M d4-d5', 'go', 'analyse', 'quit'. docs/engine-protocol.md describes every command and reply.",
        commands.collect::<String>()
    )
}

/// Serves standard input and output until `quit` or the end of input.
pub(crate) fn run(_: &EngineArgs) -> Outcome {
    if io::stdin().is_terminal() {
        anstream::eprintln!("This is a protocol for programs; type help for its commands, quit to leave.");
    }
    serve(BufReader::new(io::stdin()), io::stdout(), Levels)
}

fn serve<I, O>(input: I, output: O, chooser: impl Chooser) -> Outcome
where
    I: BufRead + Send + 'static,
    O: Write + Send + 'static,
{
    let mut session = Session::new(chooser)?;
    let (inbox, output) = (Arc::new(Inbox::default()), Arc::new(Output::new(output)));
    let reader = (Arc::clone(&inbox), Arc::clone(&output));
    // It may wait for input for ever, so nobody waits for its end.
    thread::spawn(move || receive(input, &reader.0, &reader.1));
    while let Some(turn) = inbox.next() {
        let is_last = turn.request.command == Ok(Command::Quit);
        answer(&mut session, turn, &inbox, &output)?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// Answers one request, and before a search every `isready` behind it.
fn answer(session: &mut Session<impl Chooser>, turn: Turn, inbox: &Inbox, output: &Output<impl Write>) -> Outcome {
    for _ in 0..turn.ready {
        output.reply(Command::IsReady.name(), Ok(Vec::new()))?;
    }
    let command = match turn.request.command {
        Ok(command) => command,
        Err(refusal) => return Ok(output.refuse(&refusal)?),
    };
    let stopped = || inbox.is_stopped(turn.number);
    // Whoever cannot be told now cannot be answered later either, which ends the session then.
    let info = |text: &str| drop(output.info(text));
    Ok(output.reply(command.name(), session.answer(&command, &stopped, &info))?)
}

/// Reads lines until `quit` or the end of input.
fn receive(mut input: impl BufRead, inbox: &Inbox, output: &Output<impl Write>) {
    while let Some(line) = next_line(&mut input) {
        let Some(request) = request(&line) else { continue };
        let is_last = request.command == Ok(Command::Quit);
        if inbox.push(request) == Reception::IsReadyNow {
            // If this fails, so does the next reply, and that ends the session.
            let _ = output.reply(Command::IsReady.name(), Ok(Vec::new()));
        }
        if is_last {
            break;
        }
    }
    inbox.close();
}

/// The command of a line; none if it is blank.
fn request(line: &Line) -> Option<Request> {
    let unusable = |reason| Request { command: Err(Refusal { about: NO_COMMAND, reason }), bytes: 0 };
    match line {
        // Some programs begin what they write with a byte order mark.
        Line::Text(text) => match text.trim_start_matches('\u{feff}').trim() {
            "" => None,
            text => Some(Request { command: Command::parse(text), bytes: text.len() }),
        },
        Line::TooLong => {
            Some(unusable(format!("the line has more than {LONGEST_LINE} bytes and was skipped; send shorter ones")))
        }
        Line::NotUtf8(from) => Some(unusable(format!(
            "the line is not UTF-8 from byte {from} on; everything in the protocol is plain text"
        ))),
    }
}

#[cfg(test)]
mod tests;
