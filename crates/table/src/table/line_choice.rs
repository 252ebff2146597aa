//! `L 1` and `LR 2` as two actions of a guest.
//!
//! The log has one entry for both, written when the second one arrives. A line that was chosen before the server was
//! restarted has to be chosen again.

use agent_protocol::LONGEST_ACTION;
use ringrift::{ActionReader, LineOption, ReadAction, WrittenAction, WrittenKind};

use crate::{AnyGame, Command, CommandRejection, PlayerCommand, Table};

/// The line that the player to move has chosen with `L`, while the option is missing.
#[derive(Clone, Debug, Default)]
pub struct LineChoice(Option<ChosenText>);

#[derive(Clone, Debug)]
struct ChosenText {
    /// Hash of the state in which the line was chosen; in other states the choice is out of date.
    hash: String,
    /// The action that chose the line, such as `L 1`.
    text: String,
}

/// A command after its line option was joined with the chosen line.
pub enum Continued {
    Command(Command),
    /// `LR 1` after an `L` that has taken the whole line: nothing is left to do.
    AlreadyTaken,
}

impl LineChoice {
    /// Joins an `LR` with the `L` that was sent before it.
    ///
    /// # Errors
    /// Returns an error if a segment is given for a line that was already taken as a whole.
    pub fn complete(&self, table: &Table, mut command: Command) -> Result<Continued, CommandRejection> {
        let option = command.action_text().and_then(|text| line_option(table, text));
        let Command::Player { seat, command: PlayerCommand::Act { action, .. }, .. } = &mut command else {
            return Ok(Continued::Command(command));
        };
        match (option, &self.0) {
            (None, _) => Ok(Continued::Command(command)),
            (Some(option), Some(chosen)) if chosen.hash == table.hash() => {
                *action = format!("{}; LR {option}", chosen.text).into();
                Ok(Continued::Command(command))
            }
            (Some(option), _) if has_just_taken_a_line(table, *seat) => match option {
                LineOption::Whole => Ok(Continued::AlreadyTaken),
                LineOption::Segment(_) => {
                    let message =
                        "the line has exactly the required length and was taken as a whole; it has no segments";
                    Err(CommandRejection::new("unreadable", message))
                }
            },
            _ => Ok(Continued::Command(command)),
        }
    }

    /// Remembers a line that can be taken in several ways. Returns the actions that can follow; `None` if the text does not
    /// choose such a line.
    pub fn remember(&mut self, table: &Table, text: &str) -> Option<Vec<String>> {
        let AnyGame::RingRift(game) = table.game() else { return None };
        let Ok(ReadAction::LineChosen(line)) = ActionReader::default().read(game.position(), text.trim()) else {
            return None;
        };
        self.0 = Some(ChosenText { hash: table.hash(), text: format!("L {}", line.number) });
        Some(line.options().map(str::to_owned).collect())
    }
}

/// Parses a text that is only a line option, such as `LR 2:1`.
fn line_option(table: &Table, text: &str) -> Option<LineOption> {
    match parse(table, text)?.kind {
        WrittenKind::Line { line: None, option } => option,
        _ => None,
    }
}

/// Reports whether the last action took a line of exactly the required length. Its text is an `L` without an option.
fn has_just_taken_a_line(table: &Table, seat: usize) -> bool {
    let last = table.moves().last().filter(|played| played.seat == seat);
    let text = last.and_then(|played| played.action().as_str());
    let kind = text.and_then(|text| Some(parse(table, text)?.kind));
    matches!(kind, Some(WrittenKind::Line { line: Some(_), option: None }))
}

fn parse(table: &Table, text: &str) -> Option<WrittenAction> {
    let AnyGame::RingRift(game) = table.game() else { return None };
    if text.len() > LONGEST_ACTION {
        return None;
    }
    WrittenAction::parse(text, game.position().rules().board).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::table::tests::Fixture;

    /// Position with a line of four markers; three are required.
    const LONG_LINE: &str = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1; P line_processing";

    /// Position with a line of exactly three markers.
    const EXACT_LINE: &str = "G square8 2p; S e5=11,h8=2; M1 a1,b1,c1; P line_processing";

    /// Returns a started game from a position, after these actions of its players.
    fn ringrift_table(start: &str, actions: &[&str]) -> Table {
        let mut fixture = Fixture::started(start);
        for action in actions {
            let seat = fixture.table.to_move().expect("the game is running");
            fixture.act(seat, action).unwrap_or_else(|error| panic!("{action}: {error}"));
        }
        fixture.table
    }

    fn act(action: &str) -> Command {
        let command = PlayerCommand::Act { seq: 0, action: Value::from(action) };
        Command::Player { seat: 0, lag: 0, client: None, command }
    }

    /// Returns the text of the completed action; `None` if nothing is left to do.
    fn completed(choice: &LineChoice, table: &Table, action: &str) -> Result<Option<String>, String> {
        match choice.complete(table, act(action)) {
            Ok(Continued::Command(command)) => Ok(command.action_text().map(str::to_owned)),
            Ok(Continued::AlreadyTaken) => Ok(None),
            Err(rejection) => Err(rejection.reason.message),
        }
    }

    #[test]
    fn option_is_joined_with_the_chosen_line() {
        let table = ringrift_table(LONG_LINE, &[]);
        let mut choice = LineChoice::default();
        assert_eq!(completed(&choice, &table, "LR 2:1"), Ok(Some("LR 2:1".to_owned())));
        let options = choice.remember(&table, "L 1").expect("the line can be taken in several ways");
        assert_eq!(options, ["LR 1", "LR 2:1", "LR 2:2"]);
        assert_eq!(completed(&choice, &table, "choose_line_option 2:1"), Ok(Some("L 1; LR 2:1".to_owned())));
        assert_eq!(completed(&choice, &table, "L 1; LR 2:2"), Ok(Some("L 1; LR 2:2".to_owned())));
        let later = ringrift_table(LONG_LINE, &["L 1; LR 2:1"]);
        assert_eq!(completed(&choice, &later, "LR 1"), Ok(Some("LR 1".to_owned())));
    }

    #[test]
    fn option_after_a_line_that_was_taken_is_a_confirmation() {
        let table = ringrift_table(EXACT_LINE, &["L 1"]);
        let choice = LineChoice::default();
        assert_eq!(completed(&choice, &table, "LR 1"), Ok(None));
        assert!(completed(&choice, &table, "LR 2").is_err_and(|message| message.contains("no segments")));
        let paid = ringrift_table(EXACT_LINE, &["L 1", "E e5"]);
        assert_eq!(completed(&choice, &paid, "LR 1"), Ok(Some("LR 1".to_owned())));
    }
}
