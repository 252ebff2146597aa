//! Programs that speak the engine protocol of RingRift.

use serde_json::json;

use super::ProcessAgent;
use super::program::{NoLine, Program};
use crate::agent::reply::{LONGEST_REPLY, bad_shape};
use crate::agent::settings::GoSettings;
use crate::fault::{Fault, FaultClass};
use crate::player::{Ask, Reply};
use crate::talk::Talk;

impl ProcessAgent {
    /// Sets up the position and asks for an action. What came back is kept whole.
    pub(super) fn ask_engine<G: Talk>(&mut self, ask: &Ask<'_, G>) -> (Result<Reply, Fault>, Vec<u8>) {
        let mut raw = Vec::new();
        let action = self.best_action(ask, &mut raw);
        let reply = action.map(|action| Reply { actions: vec![json!({ "action": action })], rationale: None });
        (reply, raw)
    }

    fn best_action<G: Talk>(&mut self, ask: &Ask<'_, G>, raw: &mut Vec<u8>) -> Result<String, Fault> {
        let position = ask.game.engine_position().ok_or_else(|| bad_shape("the game has no engines"))?;
        let commands = format!("position {position}\n{}\n", go_command(&self.settings.go));
        let program = self.program(ask.deadline)?;
        program.write(commands.into_bytes())?;
        let mut listen = |command: &str| answer(program, command, ask.deadline, raw);
        listen("position")?;
        listen("go")?.ok_or_else(|| bad_shape("the engine chose no action"))
    }
}

fn go_command(go: &GoSettings) -> String {
    let limits =
        [("seed", go.seed), ("level", go.level.map(u64::from)), ("nodes", go.nodes), ("movetime", go.movetime)];
    let given = limits.into_iter().filter_map(|(name, value)| Some(format!(" {name} {}", value?)));
    format!("go{}", given.collect::<String>())
}

/// Reads the lines that answer a command, and what the best action is if they tell. Lines that are not known are skipped.
fn answer(
    program: &mut Program,
    command: &str,
    deadline: std::time::Instant,
    raw: &mut Vec<u8>,
) -> Result<Option<String>, Fault> {
    let mut best = None;
    loop {
        let line = program.read(deadline).map_err(|(fault, _): NoLine| fault)?;
        raw.extend_from_slice(&line);
        raw.push(b'\n');
        if raw.len() > LONGEST_REPLY {
            return Err(Fault::new(FaultClass::Oversize, format!("the engine wrote more than {LONGEST_REPLY} bytes")));
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim().split_once(' ').unwrap_or((line.trim(), "")) {
            ("ok", ended) if ended == command => return Ok(best),
            ("error", words) => return Err(complaint(command, words)),
            ("bestaction", action) => best = Some(action.trim().to_owned()),
            _ => {}
        }
    }
}

/// An engine that does not want to choose refuses; the rest of its lines cannot be waited for.
fn complaint(command: &str, words: &str) -> Fault {
    Fault::new(FaultClass::Refused, format!("the engine answers {command} with an error: {words}"))
}
