//! Agents that speak the engine protocol of RingRift.

use std::time::Instant;

use engine_protocol::{Command, EngineReply, Limit, Limits, PendingReply};
use serde_json::json;

use super::ProcessAgent;
use super::program::{NoLine, Program};
use crate::agent::reply::{LONGEST_REPLY, bad_shape};
use crate::agent::settings::GoSettings;
use crate::protocol::{AgentGame, AgentRequest, Fault, FaultClass, Reply};

impl ProcessAgent {
    /// Sets up the position and asks for an action. Also returns all lines that the engine wrote.
    pub(super) fn ask_engine<G: AgentGame>(
        &mut self,
        request: &AgentRequest<'_, G>,
    ) -> (Result<Reply, Fault>, Vec<u8>) {
        let mut raw = Vec::new();
        let action = self.best_action(request, &mut raw);
        let reply = action.map(|action| Reply { actions: vec![json!({ "action": action })], rationale: None });
        (reply, raw)
    }

    fn best_action<G: AgentGame>(&mut self, request: &AgentRequest<'_, G>, raw: &mut Vec<u8>) -> Result<String, Fault> {
        let text = request.game.engine_position().ok_or_else(|| bad_shape("the game has no engines"))?;
        let position = Command::Position { text: Some(text), actions: None };
        let go = Command::Go(limits(&self.settings.go));
        let program = self.program(request.deadline)?;
        program.write(format!("{position}\n{go}\n").into_bytes())?;
        let mut read = |command: &Command| read_reply(program, command, request.deadline, raw);
        read(&position)?;
        read(&go)?.best_action.ok_or_else(|| bad_shape("the engine chose no action"))
    }
}

fn limits(go: &GoSettings) -> Limits {
    let all = [
        (Limit::Seed, go.seed),
        (Limit::Level, go.level.map(u64::from)),
        (Limit::Nodes, go.nodes),
        (Limit::MoveTime, go.movetime),
    ];
    let given = all.into_iter().filter_map(|(limit, value)| Some((limit, value?)));
    given.fold(Limits::default(), |limits, (limit, value)| limits.or(limit, value))
}

/// Reads the reply to a command. Adds its lines to `raw`.
fn read_reply(
    program: &mut Program,
    command: &Command,
    deadline: Instant,
    raw: &mut Vec<u8>,
) -> Result<EngineReply, Fault> {
    let mut reply = PendingReply::new(command.name());
    loop {
        let line = program.read(deadline).map_err(|(fault, _): NoLine| fault)?;
        raw.extend_from_slice(&line);
        raw.push(b'\n');
        if raw.len() > LONGEST_REPLY {
            return Err(Fault::new(FaultClass::Oversize, format!("the engine wrote more than {LONGEST_REPLY} bytes")));
        }
        if let Some(result) = reply.add_line(&String::from_utf8_lossy(&line)) {
            return result.map_err(|error| Fault::new(FaultClass::Refused, error.to_string()));
        }
    }
}
