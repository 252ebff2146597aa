//! Reading of actions that are given one by one.

use std::fmt;

use crate::action::Action;
use crate::notation::resolve::{ReadActionError, ResolveActionError};
use crate::notation::written::{LineOption, WrittenAction, WrittenKind};
use crate::position::any_board::Position;

/// Reads the actions of a game that are given one by one, and lets `L 1` and `LR 2` be two of them.
///
/// `L 1` chooses a line. If the line can be taken in several ways, nothing is played yet, and the reader keeps the
/// choice for an `LR` that follows in the same position. If the line has exactly the required length, `L 1` takes it,
/// and an `LR 1` directly after it confirms that. Other texts are read as by [`Position::read_action`].
///
/// ```
/// use ringrift::{ActionReader, Position, ReadAction};
/// let position = Position::parse("G square8 2p; S a8=1,h8=2; M1 a1,b1,c1,d1; P line_processing")?;
/// let mut reader = ActionReader::default();
/// assert!(matches!(reader.read(&position, "L 1")?, ReadAction::LineChosen(_)));
/// let action = position.read_action("L 1; LR 2:1")?;
/// assert_eq!(reader.read(&position, "LR 2:1")?, ReadAction::Action(action));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionReader {
    line: Option<EarlierLine>,
}

/// The line of an `L` that an `LR` may follow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct EarlierLine {
    written: WrittenAction,
    /// The hash of the position in which the `LR` follows; in other positions the line is out of date.
    hash: u64,
    /// Whether the line was already taken.
    is_taken: bool,
}

/// The meaning of a text for an [`ActionReader`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadAction {
    /// A legal action.
    Action(Action),
    /// `L 1` for a line that can be taken in several ways. There is nothing to play until the option follows.
    LineChosen(ChosenLine),
    /// `LR 1` after `L 1` has taken the whole line. There is nothing to play.
    AlreadyTaken,
}

/// A line that can be taken in several ways. The `Display` form says how to continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenLine {
    /// The number of the line, counted from 1.
    pub number: u16,
    /// The complete texts of the actions that take the line, such as `L 1; LR 2:1`.
    pub candidates: Vec<String>,
}

impl ChosenLine {
    /// Returns the texts that can follow, such as `LR 2:1`.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().filter_map(|text| Some(text.split_once("; ")?.1))
    }

    /// Reports whether an action takes this line. `position` is the one in which the line was chosen.
    pub fn is_taken_by(&self, position: &Position, action: Action) -> bool {
        self.candidates.contains(&position.action_text(action))
    }
}

impl fmt::Display for ChosenLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<&str> = self.options().collect();
        write!(f, "line {} is chosen; take it with one of: {}", self.number, options.join(", "))
    }
}

impl From<ChosenLine> for ResolveActionError {
    /// Returns the error for a reader that cannot wait for the option.
    fn from(line: ChosenLine) -> ResolveActionError {
        ResolveActionError::Ambiguous { candidates: line.candidates }
    }
}

impl ActionReader {
    /// Reads the next text in a position. An error leaves a chosen line as it is.
    ///
    /// # Errors
    /// If the text cannot be parsed, or does not denote exactly one legal action.
    pub fn read(&mut self, position: &Position, text: &str) -> Result<ReadAction, ReadActionError> {
        let written = WrittenAction::parse(text, position.rules().board)?;
        let is_option = matches!(written.kind, WrittenKind::Line { line: None, option: Some(_) });
        let continues = |line: &EarlierLine| is_option && line.hash == position.hash();
        let Some(line) = self.line.filter(continues) else { return self.read_alone(position, written) };
        let joined = line.written.with_option(written)?;
        let read = match joined.kind {
            _ if !line.is_taken => ReadAction::Action(position.resolve(&joined)?),
            WrittenKind::Line { option: Some(LineOption::Segment(number)), .. } => {
                let number = number.unwrap_or(1);
                return Err(ResolveActionError::Number { what: "segment", number, count: 0 }.into());
            }
            _ => ReadAction::AlreadyTaken,
        };
        self.line = None;
        Ok(read)
    }

    /// Reads a text that does not continue an earlier one.
    fn read_alone(&mut self, position: &Position, written: WrittenAction) -> Result<ReadAction, ReadActionError> {
        let line = match written.kind {
            WrittenKind::Line { line, option: None } => line,
            _ => None,
        };
        match (position.resolve(&written), line) {
            (Ok(action), None) => {
                self.line = None;
                Ok(ReadAction::Action(action))
            }
            (Ok(action), Some(_)) => {
                let mut after = position.clone();
                after.play_unchecked(action);
                self.line = Some(EarlierLine { written, hash: after.hash(), is_taken: true });
                Ok(ReadAction::Action(action))
            }
            (Err(ResolveActionError::Ambiguous { candidates }), Some(number)) => {
                self.line = Some(EarlierLine { written, hash: position.hash(), is_taken: false });
                Ok(ReadAction::LineChosen(ChosenLine { number, candidates }))
            }
            (Err(error), _) => Err(error.into()),
        }
    }
}
