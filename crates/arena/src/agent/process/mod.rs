//! Agents that are programs on this machine.

mod engine;
mod group;
mod live;
mod program;

use std::fmt;
use std::time::Instant;

pub use self::live::kill_all;
use self::program::{NoLine, Program};
use crate::agent::reply::{bad_shape, kept, read_reply};
use crate::agent::settings::{ProcessSettings, Protocol, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Detail, Exchange, Fault, FaultClass, Usage};

/// An agent that is a program, started when it is asked for the first time and killed with this value, together with
/// everything that it has started and that stayed in its process group. Who leaves without dropping it calls [`kill_all`].
///
/// In the protocol `json` the program gets one request on a line, and writes exactly one line for it:
///
/// - Blank lines are skipped. The first other line is the reply; if it is no JSON, that is [`FaultClass::BadJson`].
/// - A line counts once its end (`\n`) has come. What else a program wants to say belongs on its standard error, which is read
///   and forgotten but for its end, and that is shown if the program crashes.
/// - A line that nobody asked for is a fault of the next exchange ([`FaultClass::BadShape`]).
///
/// A program that cannot be started is a matter of [`FaultClass::Connection`], one that ends of [`FaultClass::Crash`]. After
/// either, and whenever it is not certain what its next line would answer (it was too slow, wrote too much, or something that
/// is no JSON), the program is killed, and started anew when it is asked again.
///
/// **This is no sandbox**: see [`ProcessSettings`].
pub struct ProcessAgent {
    settings: ProcessSettings,
    program: Option<Program>,
}

impl ProcessAgent {
    /// The agent of some settings, for a game. Nothing is started yet.
    ///
    /// # Errors
    /// If the command is empty, or the game is not played by the protocol.
    pub fn new<G: AgentGame>(settings: &ProcessSettings) -> Result<ProcessAgent, SettingsError> {
        if settings.command.first().is_none_or(String::is_empty) {
            return Err(SettingsError::NoProgram);
        }
        if settings.protocol == Protocol::Engine && !G::HAS_ENGINES {
            return Err(SettingsError::NoEngine(G::NAME));
        }
        Ok(ProcessAgent { settings: settings.clone(), program: None })
    }

    /// The program, started if it does not run.
    fn program(&mut self, deadline: Instant) -> Result<&mut Program, Fault> {
        if self.program.as_ref().is_some_and(|program| program.has_spoken(deadline)) {
            self.program = None;
            return Err(bad_shape("the program wrote a line that nobody asked for"));
        }
        match &mut self.program {
            Some(program) => Ok(program),
            empty => Ok(empty.insert(Program::start(&self.settings)?)),
        }
    }

    /// Whether the next line of the program will belong to the next request, after such a fault.
    fn is_in_step(&self, class: FaultClass) -> bool {
        self.settings.protocol == Protocol::Json && matches!(class, FaultClass::BadShape | FaultClass::Refused)
    }

    /// Asks in JSON: the reply as far as it can be used, and as it came.
    fn ask_json<G: AgentGame>(&mut self, ask: &AgentRequest<'_, G>) -> Result<Vec<u8>, NoLine> {
        let mut request = G::request(ask, Detail::Full).to_string().into_bytes();
        request.push(b'\n');
        let nothing = |fault| (fault, Vec::new());
        let program = self.program(ask.deadline).map_err(nothing)?;
        program.write(request).map_err(nothing)?;
        program.read(ask.deadline)
    }
}

impl<G: AgentGame> Agent<G> for ProcessAgent {
    fn ask(&mut self, ask: &AgentRequest<'_, G>) -> Exchange {
        let (reply, raw) = match self.settings.protocol {
            Protocol::Engine => self.ask_engine(ask),
            Protocol::Json => match self.ask_json(ask) {
                Ok(line) => (read_reply(&line), line),
                Err((fault, raw)) => (Err(fault), raw),
            },
        };
        if reply.as_ref().is_err_and(|fault| !self.is_in_step(fault.class)) {
            self.program = None;
        }
        Exchange { reply, raw: kept(&raw), usage: Usage { requests: 1, ..Usage::default() } }
    }
}

impl fmt::Debug for ProcessAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_running = self.program.is_some();
        f.debug_struct("ProcessAgent").field("settings", &self.settings).field("is_running", &is_running).finish()
    }
}
