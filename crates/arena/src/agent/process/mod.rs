//! Agents that are programs on this machine.

mod engine;
mod group;
mod program;
mod registry;

use std::fmt;
use std::time::Instant;

use self::program::{NoLine, Program};
pub use self::registry::kill_all;
use crate::agent::reply::{bad_shape, bounded_text, read_reply};
use crate::agent::settings::{ProcessSettings, Protocol, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Detail, Exchange, Fault, FaultClass, Usage};

/// Agent program. It is started with the first request. Dropping this value kills the program and its process group; call
/// [`kill_all`] before exiting without dropping.
///
/// In the protocol `json` the program receives each request as one line and replies with exactly one line:
///
/// - Blank lines are skipped. The first other line is the reply; if it is not JSON, the fault is [`FaultClass::BadJson`].
/// - A reply ends with a line feed. Other output belongs on standard error, the end of which is reported if the program crashes.
/// - A line written without a request causes a fault in the next exchange ([`FaultClass::BadShape`]).
///
/// If the program cannot be started, the fault is [`FaultClass::Connection`]; if it ends, [`FaultClass::Crash`]. In both cases it is
/// started again with the next request. After a timeout, an oversized reply or a reply that is not JSON, the program is killed and
/// started again, because its next line could belong to an earlier request.
///
/// **There is no sandbox**: see [`ProcessSettings`].
pub struct ProcessAgent {
    settings: ProcessSettings,
    program: Option<Program>,
}

impl ProcessAgent {
    /// Creates the agent without starting the program.
    ///
    /// # Errors
    /// Rejects an empty command, and the engine protocol for a game without engines.
    pub fn new<G: AgentGame>(settings: &ProcessSettings) -> Result<ProcessAgent, SettingsError> {
        if settings.command.first().is_none_or(String::is_empty) {
            return Err(SettingsError::NoProgram);
        }
        if settings.protocol == Protocol::Engine && !G::HAS_ENGINES {
            return Err(SettingsError::NoEngine(G::NAME));
        }
        Ok(ProcessAgent { settings: settings.clone(), program: None })
    }

    /// Returns the program. Starts it if it is not running.
    fn program(&mut self, deadline: Instant) -> Result<&mut Program, Fault> {
        if self.program.as_ref().is_some_and(|program| program.has_unread_line(deadline)) {
            self.program = None;
            return Err(bad_shape("the program wrote a line without a request"));
        }
        match &mut self.program {
            Some(program) => Ok(program),
            empty => Ok(empty.insert(Program::start(&self.settings)?)),
        }
    }

    /// Reports whether, after a fault of this class, the next line of the program answers the next request.
    fn stays_in_sync(&self, class: FaultClass) -> bool {
        self.settings.protocol == Protocol::Json && matches!(class, FaultClass::BadShape | FaultClass::Refused)
    }

    /// Sends a JSON request and reads the line that answers it.
    fn ask_json<G: AgentGame>(&mut self, request: &AgentRequest<'_, G>) -> Result<Vec<u8>, NoLine> {
        let mut line = G::request(request, Detail::Full).to_string().into_bytes();
        line.push(b'\n');
        let without_output = |fault| (fault, Vec::new());
        let program = self.program(request.deadline).map_err(without_output)?;
        program.write(line).map_err(without_output)?;
        program.read(request.deadline)
    }
}

impl<G: AgentGame> Agent<G> for ProcessAgent {
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange {
        let (reply, raw) = match self.settings.protocol {
            Protocol::Engine => self.ask_engine(request),
            Protocol::Json => match self.ask_json(request) {
                Ok(line) => (read_reply(&line), line),
                Err((fault, raw)) => (Err(fault), raw),
            },
        };
        if reply.as_ref().is_err_and(|fault| !self.stays_in_sync(fault.class)) {
            self.program = None;
        }
        Exchange { reply, raw: bounded_text(&raw), usage: Usage { requests: 1, ..Usage::default() } }
    }
}

impl fmt::Debug for ProcessAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_running = self.program.is_some();
        f.debug_struct("ProcessAgent").field("settings", &self.settings).field("is_running", &is_running).finish()
    }
}
