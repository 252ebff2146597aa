//! Arguments of the ASG commands: scenarios and players.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use asg::bots::Script;
use asg::limits::{MAX_REPLAY_BYTES, MAX_SCENARIO_BYTES};
use asg::{Order, Rules, Scenario, library};
use cli_support::Failure;
use cli_support::files;
use cli_support::plain::{plain, plain_lines};
use game::bots::BotKind;
use ringrift::excerpt;
use serde_json::{Value, json};

/// Reads a scenario by the id of a built-in one or from a file; `-` is standard input.
pub(super) fn scenario(name: &str) -> Result<Scenario, Failure> {
    parse_scenario(name, &scenario_text(name, MAX_SCENARIO_BYTES)?)
}

/// Returns the text of a built-in scenario, or of a file of at most `max_bytes` bytes.
pub(super) fn scenario_text(name: &str, max_bytes: usize) -> Result<String, Failure> {
    let known = || library::ALL.iter().map(|entry| entry.id).collect::<Vec<_>>().join(", ");
    match library::get(name) {
        Some(entry) => Ok(entry.text.to_owned()),
        None if name != "-" && !Path::new(name).exists() => {
            Err(Failure::BadInput(format!("{name} is neither a file nor a built-in scenario: {}", known())))
        }
        None => files::read_text(Path::new(name), max_bytes),
    }
}

/// Parses a scenario. `name` is for error messages.
pub(super) fn parse_scenario(name: &str, text: &str) -> Result<Scenario, Failure> {
    let problem = |problems: &str| Failure::BadInput(format!("{name}: {}", indented(&plain_lines(problems))));
    Scenario::parse(text).map_err(|error| problem(&error.to_string()))
}

/// Indents a list of problems below the name of its file.
fn indented(problems: &str) -> String {
    if problems.contains('\n') { format!("\n  {}", problems.replace('\n', "\n  ")) } else { problems.to_owned() }
}

/// Parses the name of a rule set.
pub(super) fn parse_rules(text: &str) -> Result<Rules, String> {
    Rules::from_name(text).ok_or_else(|| "expected v0 or v1".to_owned())
}

/// Player of a match: a bot, or a file with scripted actions.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PlayerKind {
    Bot(BotKind),
    Script(PathBuf),
}

impl PlayerKind {
    /// Returns the description of the player in a replay.
    pub(super) fn to_json(&self) -> Value {
        match self {
            PlayerKind::Bot(bot) => bot.to_json(),
            PlayerKind::Script(_) => json!({ "kind": "script" }),
        }
    }
}

/// The argument that [`FromStr`] reads.
impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Bot(bot) => bot.fmt(f),
            PlayerKind::Script(path) => write!(f, "script:{}", path.display()),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerKind, String> {
        match text.strip_prefix("script:") {
            Some("") => Err("a script is a file: script:FILE".to_owned()),
            Some(file) => Ok(PlayerKind::Script(file.into())),
            None if text.starts_with("mix:") => text.parse().map(PlayerKind::Bot),
            None => text.parse().map(PlayerKind::Bot).map_err(|problem| format!("{problem}, or script:FILE")),
        }
    }
}

/// Reads a script from a file.
pub(super) fn read_script(path: &Path, scenario: &Scenario) -> Result<Script, Failure> {
    let text = files::read_text(path, MAX_REPLAY_BYTES)?;
    parse_script(&text, scenario).map_err(|problem| Failure::BadInput(format!("{}: {problem}", path.display())))
}

/// Parses a script: a JSON list with one list of actions for each ply of its player.
pub(crate) fn parse_script(text: &str, scenario: &Scenario) -> Result<Script, String> {
    let lists: Vec<Vec<Value>> = serde_json::from_str(text).map_err(|error| {
        format!("expected a JSON list with one list of actions for each ply: {}", plain(&error.to_string()))
    })?;
    let plies = lists.iter().enumerate().map(|(ply, list)| {
        let actions = list.iter().enumerate().map(|(number, value)| {
            scripted_action(value, scenario)
                .map_err(|error| format!("list {}, action {}: {error}", ply + 1, number + 1))
        });
        actions.collect::<Result<Vec<Order>, String>>()
    });
    Ok(Script::new(plies.collect::<Result<_, String>>()?))
}

/// Reads an action of a script. Rejects actions that are impossible on this map.
fn scripted_action(value: &Value, scenario: &Scenario) -> Result<Order, String> {
    let action = Order::read(value, scenario);
    match action.to_json(scenario) {
        Some(_) => Ok(action),
        None => Err(format!("{} is not an action on this map", excerpt(&plain(&value.to_string())))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_bots_by_name() {
        for (text, bot) in [("greedy", BotKind::Greedy), ("mix", BotKind::Mix(0.5)), ("mix:0.8", BotKind::Mix(0.8))] {
            assert_eq!(text.parse(), Ok(bot));
        }
        for text in ["random", "greedy", "mix:0.8", "rush", "search", "level:9", "script:a:b"] {
            assert_eq!(text.parse::<PlayerKind>().map(|player| player.to_string()).as_deref(), Ok(text));
        }
        assert!(matches!("level:9".parse(), Ok(BotKind::Level(level)) if level.number() == 9));
        for text in ["level", "level:0", "level:10", "", "Greedy", "mix:2", "mix:NaN", "search:9", "random:", "script:"]
        {
            assert!(text.parse::<BotKind>().is_err() && text.parse::<PlayerKind>().is_err(), "{text}");
        }
        assert_eq!("rush".parse(), Ok(PlayerKind::Bot(BotKind::Rush)));
        assert_eq!("script:a:b".parse(), Ok(PlayerKind::Script("a:b".into())));
    }
}
