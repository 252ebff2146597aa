//! Problems of rulesets, and the message that lists them.

use std::fmt;

use crate::board::kind::BoardKind;
use crate::message::Message;
use crate::ruleset::options::Edition;
use crate::texts;

/// One problem of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetProblem {
    /// The edition does not define this field for this board, and no override gives it.
    #[error("edition {edition} does not define {field} for {board}; give {option}=…")]
    Undefined {
        /// The edition that was requested.
        edition: Edition,
        /// The board that the edition does not fully define.
        board: BoardKind,
        /// The name of the field as it appears in the message.
        field: &'static str,
        /// The name of the option that sets the field.
        option: &'static str,
    },
    /// The number of players is not 2, 3 or 4.
    #[error("{0} players; a game has 2 to 4")]
    Players(u8),
    /// A value is outside its range.
    #[error("{field} is {found}; it must be {min} to {max} here")]
    OutOfRange {
        /// The name of the field as it appears in the message.
        field: &'static str,
        /// The name of the option that sets the field.
        option: &'static str,
        /// The value of the field.
        found: u32,
        /// The smallest allowed value.
        min: u32,
        /// The largest allowed value.
        max: u32,
    },
    /// Manhattan distance on a hexagonal board, which has no diagonals.
    #[error("capture distance manhattan needs a square board; on {0} distances are steps")]
    ManhattanOnHexagons(BoardKind),
    /// The game could continue forever: landing on a marker costs nothing and there is no turn cap (ruling D44).
    #[error("landing=keep lets a ring step back and forth for ever; give turn_cap=…")]
    EndlessWithoutCap,
}

impl RulesetProblem {
    /// Returns the problem as a sentence that names options as the page does; the [`Display`](fmt::Display) form names them as
    /// commands and files do.
    pub fn message(&self) -> Message {
        match self {
            RulesetProblem::Undefined { edition, option, .. } => {
                texts::RULES_UNDEFINED.with("edition", edition.name()).with("option", *option)
            }
            RulesetProblem::Players(players) => texts::RULES_PLAYERS.with("players", *players),
            RulesetProblem::OutOfRange { option, found, min, max, .. } => {
                texts::RULES_RANGE.with("option", *option).with("min", *min).with("max", *max).with("found", *found)
            }
            RulesetProblem::ManhattanOnHexagons(_) => texts::RULES_MANHATTAN.message(),
            RulesetProblem::EndlessWithoutCap => texts::RULES_ENDLESS.message(),
        }
    }
}

/// The error for an invalid ruleset; lists all problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetError {
    /// At least one problem.
    pub problems: Vec<RulesetProblem>,
}

impl RulesetError {
    /// Returns the problems as sentences that name options as the page does; `None` if the list is empty.
    pub fn message(&self) -> Option<Message> {
        let sentences = self.problems.iter().take(MAX_LISTED).rev().map(RulesetProblem::message);
        sentences.reduce(|others, first| texts::RULES_SEVERAL.with("first", first).with("others", others))
    }
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, "invalid rules", &self.problems)
    }
}

impl std::error::Error for RulesetError {}

/// The maximum number of problems in a message.
const MAX_LISTED: usize = 10;

/// Writes a headline and the first [`MAX_LISTED`] problems, separated by semicolons.
pub(crate) fn write_problems(
    f: &mut fmt::Formatter<'_>,
    headline: &str,
    problems: &[impl fmt::Display],
) -> fmt::Result {
    f.write_str(headline)?;
    for (i, problem) in problems.iter().take(MAX_LISTED).enumerate() {
        write!(f, "{} {problem}", if i == 0 { ":" } else { ";" })?;
    }
    match problems.len().checked_sub(MAX_LISTED) {
        Some(more @ 1..) => write!(f, "; and {more} more"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::ruleset::options::{CaptureDistance, Landing};

    #[test]
    fn sentences_name_options_as_the_page_does() {
        let rules = Ruleset::canon(BoardKind::Hexagonal, 2).expect("the edition defines this board");
        let rules =
            Ruleset { landing: Landing::Keep, capture_distance: CaptureDistance::Manhattan, line_length: 1, ..rules };
        let error = rules.check().expect_err("the rules have three problems");
        let message = error.message().expect("there are problems").to_string();
        assert!(
            message.starts_with("“Length of a line” must be 2 to 21 with these rules, not 1. “Distance of"),
            "{message}"
        );
        assert!(message.ends_with("ever: set “Maximum number of turns”."), "{message}");
        assert_eq!(RulesetError { problems: Vec::new() }.message(), None);
    }
}
