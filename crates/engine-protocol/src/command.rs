//! The commands of a client.

use std::fmt;

use ringrift::excerpt;

use crate::limits::{Limit, Limits};

/// Command of a client. Texts whose meaning depends on the position are not parsed here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Asks for protocol, program, boards, editions, rules, options and limits.
    Identify,
    /// Asks for the list of commands.
    Help,
    /// Asks for a reply after all earlier commands are answered, or at once while a search runs.
    IsReady,
    /// Sets the seed. `None` asks for the options.
    Option(Option<u64>),
    /// Starts a game with these rules. `None` asks for the current rules.
    Rules(Option<String>),
    /// Sets up a position and plays actions there.
    Position {
        /// Position text; `None` is the start of a game.
        text: Option<String>,
        /// Actions, separated by [`SEPARATOR`].
        actions: Option<String>,
    },
    /// Plays actions, separated by [`SEPARATOR`].
    Play(String),
    /// Takes back this many actions.
    Undo(usize),
    /// Asks for the position.
    Show,
    /// Asks for the legal actions.
    Legal,
    /// Asks for the effects of an action.
    Explain(String),
    /// Starts a search for an action.
    Go(Limits),
    /// Starts an analysis.
    Analyse(Limits),
    /// Ends the current search.
    Stop,
    /// Ends the session.
    Quit,
}

/// Line that is not a valid command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Name of the command, or `-` if the line has no known command.
    pub command: &'static str,
    /// Error message of the reply.
    pub reason: String,
}

/// Placeholder for the command name in errors about lines without a known command.
pub(crate) const NO_COMMAND: &str = "-";

/// Separates actions in one line.
pub const SEPARATOR: char = '|';

/// Name, usage and purpose of all commands.
pub const COMMANDS: [(&str, &str, &str); 15] = [
    (
        "identify",
        "identify",
        "reports protocol, program, boards, editions, rules, options, search limits and input bounds",
    ),
    ("help", "help", "lists the commands"),
    ("isready", "isready", "replies after all earlier commands, but at once while a search runs"),
    ("option", "option [seed N]", "reports the options, or sets one"),
    ("rules", "rules [BOARD Np [EDITION [RULE=VALUE]...]]", "reports the rules, or starts a game with other rules"),
    ("position", "position start|TEXT [| ACTION]...", "sets up a position, then plays the actions"),
    ("play", "play ACTION [| ACTION]...", "plays the actions; if one is rejected, plays none"),
    ("undo", "undo [N]", "takes back the last action, or the last N"),
    ("show", "show", "reports the position, its hash and the state of the game"),
    ("legal", "legal", "lists the legal actions in a fixed order"),
    ("explain", "explain ACTION", "reports the effects of an action, or the rule that forbids it"),
    ("go", "go [seed N] [level N] [nodes N] [movetime MS]", "chooses an action, but does not play it"),
    (
        "analyse",
        "analyse [lines N] [nodes N] [movetime MS]",
        "reports winning chances, the best actions with their continuations, and threats",
    ),
    ("stop", "stop", "ends the search, which replies with the best result so far"),
    ("quit", "quit", "ends the session, like the end of input"),
];

impl Command {
    /// Parses a line that is not blank.
    pub fn parse(line: &str) -> Result<Command, Rejection> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let known = COMMANDS.iter().find(|(name, ..)| *name == word);
        let &(command, usage, _) = known.ok_or_else(|| unknown(word))?;
        parse_known(command, rest.trim_start())
            .map_err(|reason| Rejection { command, reason: format!("{reason}; expected: {usage}") })
    }

    /// Reports whether the command starts a search, which `stop` can end.
    pub const fn is_search(&self) -> bool {
        matches!(self, Command::Go(_) | Command::Analyse(_))
    }

    /// Returns the first word of the command.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Identify => "identify",
            Command::Help => "help",
            Command::IsReady => "isready",
            Command::Option(_) => "option",
            Command::Rules(_) => "rules",
            Command::Position { .. } => "position",
            Command::Play(_) => "play",
            Command::Undo(_) => "undo",
            Command::Show => "show",
            Command::Legal => "legal",
            Command::Explain(_) => "explain",
            Command::Go(_) => "go",
            Command::Analyse(_) => "analyse",
            Command::Stop => "stop",
            Command::Quit => "quit",
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Command::Option(Some(seed)) => write!(f, " seed {seed}"),
            Command::Rules(Some(rules)) => write!(f, " {rules}"),
            Command::Position { text, actions } => {
                write!(f, " {}", text.as_deref().unwrap_or("start"))?;
                actions.as_ref().map_or(Ok(()), |actions| write!(f, " {SEPARATOR} {actions}"))
            }
            Command::Play(text) | Command::Explain(text) => write!(f, " {text}"),
            Command::Undo(count) => write!(f, " {count}"),
            Command::Go(limits) | Command::Analyse(limits) => limits.fmt(f),
            _ => Ok(()),
        }
    }
}

fn unknown(word: &str) -> Rejection {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
    let reason = format!("unknown command '{}'; known: {}", excerpt(word), names.join(", "));
    Rejection { command: NO_COMMAND, reason }
}

fn parse_known(name: &str, rest: &str) -> Result<Command, String> {
    match name {
        "identify" => without_arguments(Command::Identify, rest),
        "help" => without_arguments(Command::Help, rest),
        "isready" => without_arguments(Command::IsReady, rest),
        "show" => without_arguments(Command::Show, rest),
        "legal" => without_arguments(Command::Legal, rest),
        "stop" => without_arguments(Command::Stop, rest),
        "quit" => without_arguments(Command::Quit, rest),
        "option" => parse_option(rest),
        "rules" => Ok(Command::Rules(some_text(rest))),
        "position" => parse_position(rest),
        "play" => Ok(Command::Play(some_text(rest).ok_or("an action is missing")?)),
        "undo" => parse_undo(rest),
        "explain" => Ok(Command::Explain(some_text(rest).ok_or("an action is missing")?)),
        "analyse" => Limits::parse(rest, &Limit::OF_ANALYSE).map(Command::Analyse),
        _ => Limits::parse(rest, &Limit::OF_GO).map(Command::Go),
    }
}

fn without_arguments(command: Command, rest: &str) -> Result<Command, String> {
    if rest.is_empty() { Ok(command) } else { Err(format!("unexpected argument '{}'", excerpt(rest))) }
}

fn some_text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn parse_option(rest: &str) -> Result<Command, String> {
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Ok(Command::Option(None)),
        ["seed", number] => {
            let seed = number
                .parse()
                .map_err(|_| format!("the seed must be a number from 0 to {}, not '{}'", u64::MAX, excerpt(number)));
            seed.map(|seed| Command::Option(Some(seed)))
        }
        ["seed"] => Err("the seed is missing".to_owned()),
        [name, ..] if name != "seed" => Err(format!("unknown option '{}'; the only one is seed", excerpt(name))),
        _ => Err("seed takes one number".to_owned()),
    }
}

fn parse_position(rest: &str) -> Result<Command, String> {
    let (text, actions) = match rest.split_once(SEPARATOR) {
        Some((text, actions)) => (text.trim(), Some(actions.trim().to_owned())),
        None => (rest, None),
    };
    match text {
        "" => Err("'start' or the text of a position is missing".to_owned()),
        "start" => Ok(Command::Position { text: None, actions }),
        text => Ok(Command::Position { text: Some(text.to_owned()), actions }),
    }
}

fn parse_undo(rest: &str) -> Result<Command, String> {
    match rest {
        "" => Ok(Command::Undo(1)),
        number => number
            .parse()
            .ok()
            .filter(|&number| number > 0)
            .map(Command::Undo)
            .ok_or_else(|| format!("the number of actions must be at least 1, not '{}'", excerpt(number))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_rejected(line: &str, command: &str, reason: &str) {
        let rejection = Command::parse(line).expect_err(line);
        assert_eq!(rejection.command, command, "{line}");
        assert!(rejection.reason.contains(reason), "{line}: {}", rejection.reason);
    }

    #[test]
    fn parses_every_command_by_its_name() {
        for (name, ..) in COMMANDS {
            let line = if matches!(name, "position" | "play" | "explain") { format!("{name} x") } else { name.into() };
            assert_eq!(Command::parse(&line).expect("the line is a command").name(), name);
        }
    }

    #[test]
    fn ignores_white_space_around_words() {
        assert_eq!(Command::parse(" \tundo   3 \r\n"), Ok(Command::Undo(3)));
        assert_eq!(Command::parse("play  P d4*2 "), Ok(Command::Play("P d4*2".to_owned())));
    }

    #[test]
    fn splits_a_position_from_its_actions() {
        let text = Some("G square8 2p; S d4=1".to_owned());
        let actions = Some("L 1; LR 2:3 | ST".to_owned());
        assert_eq!(
            Command::parse("position G square8 2p; S d4=1 | L 1; LR 2:3 | ST"),
            Ok(Command::Position { text, actions })
        );
        assert_eq!(Command::parse("position start"), Ok(Command::Position { text: None, actions: None }));
    }

    #[test]
    fn parsed_commands_print_the_same_line() {
        for line in [
            "isready",
            "option",
            "option seed 3",
            "rules square8 3p canon",
            "position start",
            "position G square8 2p; S d4=1 | P a1 | P a2",
            "play P a1",
            "undo 2",
            "go seed 7 level 3 movetime 500",
            "analyse lines 2",
        ] {
            let command = Command::parse(line).expect("the line is a command");
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn errors_name_the_expected_usage() {
        check_rejected("uci", NO_COMMAND, "unknown command 'uci'; known: identify, help,");
        check_rejected("LEGAL", NO_COMMAND, "unknown command 'LEGAL'");
        check_rejected("legal moves", "legal", "unexpected argument 'moves'; expected: legal");
        check_rejected("undo 0", "undo", "the number of actions must be at least 1, not '0'; expected: undo [N]");
        check_rejected("undo -1", "undo", "the number of actions must be at least 1, not '-1'");
        check_rejected("position", "position", "'start' or the text of a position is missing");
        check_rejected("option depth 3", "option", "unknown option 'depth'; the only one is seed");
        check_rejected(
            "option seed -3",
            "option",
            "the seed must be a number from 0 to 18446744073709551615, not '-3'",
        );
        check_rejected("go fast", "go", "unknown limit 'fast'");
        check_rejected("go lines 3", "go", "unknown limit 'lines'");
        check_rejected("analyse level 3", "analyse", "unknown limit 'level'; expected: analyse [lines N]");
    }

    #[test]
    fn errors_quote_only_the_beginning_of_long_lines() {
        let rejection = Command::parse(&"é".repeat(100_000)).expect_err("the line is not a command");
        assert!(rejection.reason.chars().count() < 300, "{}", rejection.reason);
    }
}
