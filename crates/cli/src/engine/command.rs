//! The lines a client sends, read as commands (`docs/engine-protocol.md`).

use ringrift::excerpt;

use super::limits::{Limit, Limits};

/// What a client asks for. Texts that need a position to be understood are kept as they came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Identify,
    Help,
    IsReady,
    /// Sets the seed; without one, only tells the options.
    Option(Option<u64>),
    /// Starts a game by these rules; without them, only tells the rules in force.
    Rules(Option<String>),
    /// Sets up a position, none for the start of a game, and plays actions there.
    Position {
        text: Option<String>,
        actions: Option<String>,
    },
    Play(String),
    Undo(usize),
    Show,
    Legal,
    Explain(String),
    Go(Limits),
    Analyse(Limits),
    Stop,
    Quit,
}

/// A line that is no command: what it seems to be about, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) about: &'static str,
    pub(crate) reason: String,
}

/// What an error is about if the line names no known command.
pub(crate) const NO_COMMAND: &str = "-";

/// What stands between actions.
pub(crate) const SEPARATOR: char = '|';

/// The names of all commands, how they are written, and what they do.
pub(crate) const COMMANDS: [(&str, &str, &str); 15] = [
    ("identify", "identify", "tells protocol, program, boards, editions, rules, options, limits and bounds"),
    ("help", "help", "lists the commands"),
    ("isready", "isready", "is answered after everything before it, but at once while a search runs"),
    ("option", "option [seed N]", "tells the options, or sets one"),
    ("rules", "rules [BOARD Np [EDITION [RULE=VALUE]...]]", "tells the rules, or starts a game by others"),
    ("position", "position start|TEXT [| ACTION]...", "sets up a position, and plays actions there"),
    ("play", "play ACTION [| ACTION]...", "plays actions, all of them or none"),
    ("undo", "undo [N]", "takes back the last action, or the last N"),
    ("show", "show", "tells the position, its hash and what is to be decided"),
    ("legal", "legal", "lists the legal actions in their fixed order"),
    ("explain", "explain ACTION", "tells what an action would do, or which rule forbids it"),
    ("go", "go [seed N] [level N] [nodes N] [movetime MS]", "chooses an action, but does not play it"),
    (
        "analyse",
        "analyse [lines N] [nodes N] [movetime MS]",
        "tells chances, best actions with their lines, and threats",
    ),
    ("stop", "stop", "ends the search at once; it answers with what it has"),
    ("quit", "quit", "ends the session, as the end of input does"),
];

impl Command {
    /// Reads a line that is not blank.
    pub(crate) fn parse(line: &str) -> Result<Command, Refusal> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let known = COMMANDS.iter().find(|(name, ..)| *name == word);
        let &(about, usage, _) = known.ok_or_else(|| unknown(word))?;
        parse_known(about, rest.trim_start())
            .map_err(|reason| Refusal { about, reason: format!("{reason}; expected: {usage}") })
    }

    /// Whether it can take long, and can be stopped.
    pub(crate) const fn is_search(&self) -> bool {
        matches!(self, Command::Go(_) | Command::Analyse(_))
    }

    /// The word that the command begins with.
    pub(crate) fn name(&self) -> &'static str {
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

fn unknown(word: &str) -> Refusal {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
    let reason = format!("unknown command '{}'; known: {}", excerpt(word), names.join(", "));
    Refusal { about: NO_COMMAND, reason }
}

fn parse_known(name: &str, rest: &str) -> Result<Command, String> {
    match name {
        "identify" => alone(Command::Identify, rest),
        "help" => alone(Command::Help, rest),
        "isready" => alone(Command::IsReady, rest),
        "show" => alone(Command::Show, rest),
        "legal" => alone(Command::Legal, rest),
        "stop" => alone(Command::Stop, rest),
        "quit" => alone(Command::Quit, rest),
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

fn alone(command: Command, rest: &str) -> Result<Command, String> {
    if rest.is_empty() { Ok(command) } else { Err(format!("'{}' is too much", excerpt(rest))) }
}

fn some_text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn parse_option(rest: &str) -> Result<Command, String> {
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Ok(Command::Option(None)),
        ["seed", number] => {
            let seed = number.parse().map_err(|_| format!("'{}' is no seed from 0 to {}", excerpt(number), u64::MAX));
            seed.map(|seed| Command::Option(Some(seed)))
        }
        ["seed"] => Err("the seed is missing".to_owned()),
        [name, ..] if name != "seed" => Err(format!("unknown option '{}'; the only one is seed", excerpt(name))),
        _ => Err("a seed is one number".to_owned()),
    }
}

fn parse_position(rest: &str) -> Result<Command, String> {
    let (text, actions) = match rest.split_once(SEPARATOR) {
        Some((text, actions)) => (text.trim(), Some(actions.to_owned())),
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
            .ok_or_else(|| format!("'{}' is no number of actions", excerpt(number))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_refused(line: &str, about: &str, reason: &str) {
        let refusal = Command::parse(line).expect_err(line);
        assert_eq!(refusal.about, about, "{line}");
        assert!(refusal.reason.contains(reason), "{line}: {}", refusal.reason);
    }

    #[test]
    fn every_command_is_read_by_the_name_it_has() {
        for (name, ..) in COMMANDS {
            let line = if matches!(name, "position" | "play" | "explain") { format!("{name} x") } else { name.into() };
            assert_eq!(Command::parse(&line).expect("a command").name(), name);
        }
    }

    #[test]
    fn white_space_around_words_does_not_matter() {
        assert_eq!(Command::parse(" \tundo   3 \r\n"), Ok(Command::Undo(3)));
        assert_eq!(Command::parse("play  P d4*2 "), Ok(Command::Play("P d4*2".to_owned())));
    }

    #[test]
    fn a_position_ends_where_its_actions_begin() {
        let text = Some("G square8 2p; S d4=1".to_owned());
        let actions = Some(" L 1; LR 2:3 | ST".to_owned());
        assert_eq!(
            Command::parse("position G square8 2p; S d4=1 | L 1; LR 2:3 | ST"),
            Ok(Command::Position { text, actions })
        );
        assert_eq!(Command::parse("position start"), Ok(Command::Position { text: None, actions: None }));
    }

    #[test]
    fn errors_say_what_is_expected() {
        check_refused("uci", NO_COMMAND, "unknown command 'uci'; known: identify, help,");
        check_refused("LEGAL", NO_COMMAND, "unknown command 'LEGAL'");
        check_refused("legal moves", "legal", "'moves' is too much; expected: legal");
        check_refused("undo 0", "undo", "'0' is no number of actions; expected: undo [N]");
        check_refused("undo -1", "undo", "'-1' is no number of actions");
        check_refused("position", "position", "'start' or the text of a position is missing");
        check_refused("option depth 3", "option", "unknown option 'depth'; the only one is seed");
        check_refused("option seed -3", "option", "'-3' is no seed from 0 to 18446744073709551615");
        check_refused("go fast", "go", "unknown limit 'fast'");
        check_refused("go lines 3", "go", "unknown limit 'lines'");
        check_refused("analyse level 3", "analyse", "unknown limit 'level'; expected: analyse [lines N]");
    }

    #[test]
    fn errors_stay_short() {
        let refusal = Command::parse(&"é".repeat(100_000)).expect_err("no command");
        assert!(refusal.reason.chars().count() < 300, "{}", refusal.reason);
    }
}
