//! One check for every reader of outside text or bytes.
//!
//! Each [`Target`] reads arbitrary bytes with one reader and checks more than the absence of panics: what was read is written
//! and read again, messages are short and name the place of the problem, both rules engines agree. `fuzz/` runs the targets
//! with libFuzzer; the test `seeds` runs every file in `fuzz/seeds` through its target.

mod agents;
mod arena_files;
mod asg_files;
mod database;
mod engine;
mod http;
mod players;
mod program;
mod record;
mod rules;
mod rules_service;
mod server_messages;
mod temp;

/// What a target did with an input.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// At least a part of the input was read.
    Accepted,
    Rejected,
}

impl Verdict {
    fn of(accepted: bool) -> Verdict {
        if accepted { Verdict::Accepted } else { Verdict::Rejected }
    }
}

/// A check of one reader.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// Name, which is also the name of the folder of its seeds.
    pub name: &'static str,
    /// Reads bytes.
    ///
    /// # Panics
    /// If the reader misbehaves.
    pub run: fn(&[u8]) -> Verdict,
}

/// All targets, in the order of their names.
pub const ALL: [Target; 32] = [
    target("action", rules::action),
    target("agent_reply", agents::agent_reply),
    target("agent_settings", agents::agent_settings),
    target("asg_action", asg_files::action),
    target("asg_replay", asg_files::replay),
    target("asg_scenario", asg_files::scenario),
    target("asg_script", program::asg_script),
    target("asg_state", asg_files::state),
    target("asg_typed_order", program::asg_typed_order),
    target("cell", rules::cell),
    target("client_message", server_messages::client_message),
    target("conform", program::conform),
    target("database", database::database),
    target("engine_line", engine::line),
    target("engine_session", program::engine_session),
    target("http", http::http),
    target("log", arena_files::log),
    target("model_reply", agents::model_reply),
    target("play_line", program::play_line),
    target("player_name", players::player_name),
    target("position", rules::position),
    target("record", record::record),
    target("remote_reply", rules_service::remote_reply),
    target("rules", rules::rules),
    target("rules_request", rules_service::rules_request),
    target("rules_settings", rules_service::rules_settings),
    target("server_config", server_messages::server_config),
    target("server_message", server_messages::server_message),
    target("stub_request", agents::stub_request),
    target("table_log", server_messages::table_log),
    target("tournament", arena_files::tournament),
    target("weights", players::weights),
];

const fn target(name: &'static str, run: fn(&[u8]) -> Verdict) -> Target {
    Target { name, run }
}

impl Target {
    /// Returns the target with a name.
    pub fn find(name: &str) -> Option<Target> {
        ALL.into_iter().find(|target| target.name == name)
    }
}

/// Runs a check on input that is UTF-8, and rejects other input.
fn with_text(bytes: &[u8], check: impl FnOnce(&str) -> bool) -> Verdict {
    Verdict::of(std::str::from_utf8(bytes).is_ok_and(check))
}

/// Checks that a message is one line of readable length without control characters, and is not empty.
#[track_caller]
fn assert_short_line(message: &str) {
    let is_short = !message.is_empty() && message.chars().count() < 2000;
    assert!(is_short && !message.contains(char::is_control), "{message:?}");
}

/// Checks that a text has no control characters except line feeds, so that a terminal shows all of it.
#[track_caller]
fn assert_plain_lines(text: &str) {
    assert!(!text.contains(|letter: char| letter != '\n' && letter.is_control()), "{text:?}");
}
