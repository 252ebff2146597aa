//! Parser of `positions.txt`.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use ringrift::{Edition, Phase, Position, Regions};

use crate::claims::Measured;
use crate::goal::Goal;
use crate::turns::TooLarge;

/// A position and the goal to be reached.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) theme: Theme,
    /// Description in one sentence.
    pub(crate) about: String,
    pub(crate) position: Position,
    pub(crate) goal: Goal,
    /// Cached result of checking the case.
    pub(crate) measured: OnceLock<Result<Option<Measured>, TooLarge>>,
}

/// Tactical theme of a case.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Theme {
    /// Win in this turn.
    Win,
    /// Stop a win in the next turn.
    Stop,
    /// Start or finish claiming the main region (ruling D25 in `docs/rules/decisions.md`).
    TwoTurns,
    /// Prevent an opponent from claiming the main region.
    StopTwoTurns,
    /// Win by a chain of five captures or more.
    Chain,
    /// Leave the opponents without an action, or avoid being left without one.
    LastStanding,
    /// Pay with the right stack.
    Payment,
}

impl Theme {
    pub(crate) const ALL: [Theme; 7] = [
        Theme::Win,
        Theme::Stop,
        Theme::TwoTurns,
        Theme::StopTwoTurns,
        Theme::Chain,
        Theme::LastStanding,
        Theme::Payment,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Stop => "stop",
            Theme::TwoTurns => "two_turns",
            Theme::StopTwoTurns => "stop_two_turns",
            Theme::Chain => "chain",
            Theme::LastStanding => "last_standing",
            Theme::Payment => "payment",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Theme, String> {
        let found = Theme::ALL.into_iter().find(|theme| theme.name() == text);
        found.ok_or_else(|| {
            format!("unknown theme {text:?}; expected one of {}", Theme::ALL.map(Theme::name).join(", "))
        })
    }
}

/// Returns the name of the edition of a position; canon without claiming the main region has its own name.
pub(crate) fn edition(position: &Position) -> &'static str {
    let (edition, _) = position.rules().describe();
    match (edition, position.rules().regions) {
        (Edition::Canon, Regions::NoMain) => "canon, no_main",
        _ => edition.name(),
    }
}

/// Fields of a case in order.
const FIELDS: [&str; 5] = ["case", "theme", "about", "position", "goal"];

/// Parses a file of cases. The comment at the top of the file describes the format.
///
/// # Errors
/// Describes the first problem with its line number.
pub(crate) fn read_cases(text: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    let lines = text.lines().map(str::trim).chain([""]);
    for (number, line) in (1..).zip(lines) {
        match line {
            "" if !block.is_empty() => cases.push(read_case(&std::mem::take(&mut block))?),
            "" => {}
            _ if line.starts_with('#') => {}
            _ => block.push((number, line)),
        }
    }
    let mut ids = HashSet::new();
    match cases.iter().find(|case| !ids.insert(&case.id)) {
        Some(duplicate) => Err(format!("duplicate case {}", duplicate.id)),
        None => Ok(cases),
    }
}

fn read_case(block: &[(usize, &str)]) -> Result<Case, String> {
    let mut values = [""; FIELDS.len()];
    for (i, name) in FIELDS.into_iter().enumerate() {
        let &(number, line) = block.get(i).ok_or_else(|| {
            let (number, _) = block[block.len() - 1];
            format!("line {number}: the case has no line {name:?}")
        })?;
        let value = line.strip_prefix(name).filter(|rest| rest.starts_with(' '));
        values[i] = value.ok_or_else(|| format!("line {number}: expected {name:?}, found {line:?}"))?.trim();
    }
    if let Some((number, line)) = block.get(FIELDS.len()) {
        return Err(format!("line {number}: expected an empty line after the case, found {line:?}"));
    }
    let at = |i: usize, error: String| format!("line {}: {error}", block[i].0);
    let [id, theme, about, position, goal] = values;
    let case = Case {
        id: id.to_owned(),
        theme: theme.parse().map_err(|error| at(1, error))?,
        about: about.to_owned(),
        position: Position::parse(position).map_err(|error| at(3, error.to_string()))?,
        goal: goal.parse().map_err(|error| at(4, error))?,
        measured: OnceLock::new(),
    };
    if matches!(case.position.phase(), Phase::Over { .. }) {
        return Err(at(3, "the game is over".to_owned()));
    }
    if case.goal == Goal::WinsIn2 && case.position.rules().players > 2 {
        return Err(at(4, "the goal wins in 2 requires two players".to_owned()));
    }
    if !case.about.ends_with('.') {
        return Err(at(2, "the description must end with a full stop".to_owned()));
    }
    Ok(case)
}
