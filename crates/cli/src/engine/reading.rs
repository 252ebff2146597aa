//! Actions, rules and positions in the commands of a client.

use arena::protocol::LONGEST_ACTION;
use engine_protocol::SEPARATOR;
use ringrift::{
    Action, ActionReader, ChosenLine, IllegalAction, Position, ReadAction, ReadActionError, ResolveActionError,
    Ruleset, Setup, excerpt,
};

/// Meaning of an action text in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Legal(Action),
    Illegal(IllegalAction),
    /// The text chooses a line, and the next one says how to take it.
    LineChosen(ChosenLine),
    /// The text before has already taken the line.
    AlreadyTaken,
    /// The text is not an action, or is ambiguous. The string is the reason.
    Unreadable(String),
}

/// Reads an action: its notation, or `#` and its number among the legal actions.
pub(crate) fn read_action(position: &Position, text: &str) -> Reading {
    match read_next(&mut ActionReader::default(), position, text) {
        Reading::LineChosen(line) => Reading::Unreadable(ResolveActionError::from(line).to_string()),
        reading => reading,
    }
}

/// Reads an action that may continue the one before.
pub(crate) fn read_next(reader: &mut ActionReader, position: &Position, text: &str) -> Reading {
    if text.is_empty() {
        return Reading::Unreadable(format!("an action is missing before or after '{SEPARATOR}'"));
    }
    if text.len() > LONGEST_ACTION {
        return Reading::Unreadable(format!("an action has at most {LONGEST_ACTION} bytes, not {}", text.len()));
    }
    match text.strip_prefix('#') {
        Some(number) => {
            *reader = ActionReader::default();
            by_number(position, number)
        }
        None => by_text(reader, position, text),
    }
}

fn by_number(position: &Position, text: &str) -> Reading {
    let actions = position.legal_actions();
    let index = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let most = actions.len();
    match index.and_then(|index| actions.get(index)) {
        Some(&action) => Reading::Legal(action),
        None => Reading::Unreadable(format!("there is no action '#{}'; there are #1 to #{most}", excerpt(text))),
    }
}

fn by_text(reader: &mut ActionReader, position: &Position, text: &str) -> Reading {
    match reader.read(position, text) {
        Ok(ReadAction::Action(action)) => Reading::Legal(action),
        Ok(ReadAction::LineChosen(line)) => Reading::LineChosen(line),
        Ok(ReadAction::AlreadyTaken) => Reading::AlreadyTaken,
        Err(ReadActionError::Resolve(ResolveActionError::Illegal { why, .. })) => Reading::Illegal(why),
        Err(error) => Reading::Unreadable(error.to_string()),
    }
}

/// Reads rules in the form of the field `G` of a position text.
pub(crate) fn read_rules(words: &str) -> Result<Ruleset, String> {
    if let Some((_, rest)) = words.split_once(';') {
        return Err(format!(
            "unexpected ';{}' after the rules; to set up a whole position, send position",
            excerpt(rest)
        ));
    }
    let setup = Setup::parse(&format!("G {words}")).map_err(|error| error.problem.to_string())?;
    Ok(setup.rules)
}

/// Reads a position text. Uses the current rules if the text has no field `G`.
pub(crate) fn read_position(text: &str, rules: &Ruleset) -> Result<Position, String> {
    // The error has an empty field only if the text has no field `G`.
    let names_rules = !Setup::parse(text).is_err_and(|error| error.field.is_empty());
    let position = if names_rules { Position::parse(text) } else { Position::parse_with(text, rules) };
    position.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::parse("G square8 2p; H 18,18").expect("the position is valid")
    }

    fn check_unreadable(text: &str, expected: &str) {
        match read_action(&start(), text) {
            Reading::Unreadable(reason) => assert!(reason.contains(expected), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn reads_actions_by_notation_and_by_number() {
        let position = start();
        let first = Reading::Legal(position.legal_actions()[0]);
        assert_eq!((read_action(&position, "P a1"), read_action(&position, "#1")), (first.clone(), first));
        assert!(matches!(read_action(&position, "M a1-a2"), Reading::Illegal(_)));
        check_unreadable("#0", "there is no action '#0'; there are #1 to #192");
        check_unreadable("#193", "there are #1 to #192");
        check_unreadable("#x", "there is no action '#x'");
        check_unreadable("", "missing");
        check_unreadable(&"P".repeat(101), "at most 100 bytes, not 101");
        check_unreadable("e2e4", "'e2e4'");
    }

    #[test]
    fn reads_rules_as_in_position_texts() {
        let rules = |words| read_rules(words).map(|rules| rules.to_string());
        assert_eq!(rules("square8 3p"), Ok("square8 3p canon".to_owned()), "without an edition, the rules are canon");
        assert_eq!(rules("square8 3p standard"), Ok("square8 3p canon regions=no_main".to_owned()));
        assert_eq!(rules("hex8 2p compact rings=9 line_length=3").map(|text| text.len() > 20), Ok(true));
        for (words, expected) in [
            ("square8 2p; T 2", "unexpected ';T 2'"),
            ("square9 2p", "a board such as square8"),
            ("square8 5p", "5 players; a game has 2 to 4"),
            ("hex8 2p", "give rings=…"),
            ("square8 2p canon regions=some", "expected all or no_main"),
        ] {
            assert!(rules(words).is_err_and(|error| error.contains(expected)), "{:?}", rules(words));
        }
    }

    #[test]
    fn rules_in_a_position_text_take_precedence() {
        let rules = *start().rules();
        let board = |text| read_position(text, &rules).map(|position| position.rules().board.name());
        assert_eq!(board("G square19 2p; H 1,1"), Ok("square19"));
        assert_eq!(board("H 1,1"), Ok("square8"));
        assert!(board("S a1+1").is_err_and(|error| error.contains("field 'S a1+1'")));
        assert!(board("G square8 2p; S d4=1; H 18,18").is_err_and(|error| error.contains("invalid position")));
    }
}
