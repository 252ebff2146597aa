//! Parsing of action texts.

use std::ops::RangeInclusive;

use crate::board::kind::{BoardKind, Cell};
use crate::excerpt::excerpt;
use crate::notation::cell::ParseCellError;
use crate::notation::code::ActionCode;
use crate::notation::marks::Marks;
use crate::notation::written::{LineOption, WrittenAction, WrittenKind};

/// The error for a text that is not an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseActionError {
    /// The text is empty.
    #[error("the action is empty; expected one like 'P d4*2', 'M d4-e5' or 'C a1-c1 xb1'")]
    Empty,
    /// The text does not start with a code.
    #[error(
        "'{found}' is not an action: expected one of the codes {} as a separate word, as in 'P d4*2'",
        ActionCode::list()
    )]
    Code {
        /// The first word, see [`excerpt`](crate::excerpt()).
        found: String,
    },
    /// A cell name is invalid.
    #[error("{code}: {source}")]
    Cell {
        /// The code of the action whose cell name is invalid.
        code: ActionCode,
        /// The problem of the cell name.
        source: ParseCellError,
    },
    /// A part that the code requires is missing.
    #[error("{code} needs {}", expected(*code))]
    Missing {
        /// The code that requires the missing part.
        code: ActionCode,
    },
    /// The text has a part that does not belong to the code.
    #[error("{code} takes {}, not '{found}'", expected(*code))]
    Unexpected {
        /// The code that the part does not belong to.
        code: ActionCode,
        /// The unexpected part, see [`excerpt`](crate::excerpt()).
        found: String,
    },
    /// A number is missing or out of range.
    #[error("{code}: '{found}' is not a number from {least} to {most}")]
    Number {
        /// The code that the number belongs to.
        code: ActionCode,
        /// The given text, see [`excerpt`](crate::excerpt()).
        found: String,
        /// The smallest valid number.
        least: u16,
        /// The largest valid number.
        most: u16,
    },
    /// Two parts of the text contradict each other.
    #[error("{code}: '{found}' contradicts an earlier part of the action")]
    Contradiction {
        /// The code of the action whose parts contradict each other.
        code: ActionCode,
        /// The later part, see [`excerpt`](crate::excerpt()).
        found: String,
    },
    /// A second action follows.
    #[error("expected one action, but '{found}' starts another")]
    Second {
        /// The code of the second action, see [`excerpt`](crate::excerpt()).
        found: String,
    },
}

/// Describes the parts after a code, for messages.
const fn expected(code: ActionCode) -> &'static str {
    match code {
        ActionCode::Place => "a cell, with *2 or *3 for several rings",
        ActionCode::Eliminate => "a cell",
        ActionCode::Move | ActionCode::MoveRing => "two cells with a hyphen between them, as in d4-e5 or 0.0--1.2",
        ActionCode::BuildStack => "a cell, or two with a hyphen between them",
        ActionCode::Capture | ActionCode::ContinueCapture => {
            "two cells with a hyphen between them and the jumped cell, as in a1-c1 xb1 or 0.0-2.0 x1.0"
        }
        ActionCode::Line => "the number of a line, and LR 1 or LR 2:3 after it",
        ActionCode::LineOption => "1, or 2 with the number of a segment, as in 2:3",
        ActionCode::Territory => "the number of a region",
        ActionCode::Recover => {
            "two cells with a hyphen between them, then =1 or =2:1, and x with the stack to take a ring from"
        }
        ActionCode::SkipPlacement
        | ActionCode::SwapSides
        | ActionCode::SkipCapture
        | ActionCode::SkipTerritory
        | ActionCode::SkipRecovery => "no arguments",
    }
}

/// A word of an action text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ActionWord<'a> {
    /// The word, without separators.
    pub text: &'a str,
    /// Whether a semicolon or a line break stands before the word. Actions are usually separated by them.
    pub follows_break: bool,
}

impl<'a> ActionWord<'a> {
    /// Splits a text at white space and semicolons.
    fn split(text: &'a str) -> impl Iterator<Item = ActionWord<'a>> {
        let word = |(i, text)| ActionWord { text, follows_break: i == 0 };
        text.split([';', '\n']).flat_map(move |part| part.split_whitespace().enumerate().map(word))
    }

    /// Reports whether the word may be meant as the code of another action: it stands after a break and does not begin with a sign
    /// of a further part, or it begins with a capital letter like a code, which no other word does.
    fn may_begin_action(&self) -> bool {
        (self.follows_break && !self.text.starts_with(['x', '@', '#', '=']))
            || self.text.starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// The error for words that are not an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongWords {
    /// The index of the word with which the wrong action begins: 0, or that of a word after a complete action.
    pub first: usize,
    /// The problem of the action.
    pub error: ParseActionError,
}

impl WrittenAction {
    /// Parses one action, for example `L 1; LR 2:3`.
    ///
    /// # Errors
    /// If the text is not one action.
    pub fn parse(text: &str, board: BoardKind) -> Result<WrittenAction, ParseActionError> {
        let words: Vec<ActionWord<'_>> = ActionWord::split(text).collect();
        let mut parts = words.chunk_by(|_, next| !WrittenAction::begins_with(next.text));
        let first = parts.next().ok_or(ParseActionError::Empty)?;
        let mut action = WrittenAction::from_words(first, board).map_err(|wrong| wrong.error)?;
        for part in parts {
            action = match WrittenAction::from_words(part, board) {
                Ok(second) if action.is_continued_by(&second) => action.with_option(second)?,
                Err(wrong) if part[0].text == ActionCode::LineOption.text() => return Err(wrong.error),
                _ => return Err(ParseActionError::Second { found: excerpt(part[0].text) }),
            };
        }
        Ok(action)
    }

    /// Reports whether a word is a code, with or without marks, and so starts an action.
    pub fn begins_with(word: &str) -> bool {
        WrittenAction::code(word).is_some()
    }

    /// Returns the code with which a text begins, with or without marks: that of the first action if there are several.
    pub fn code(text: &str) -> Option<ActionCode> {
        ActionCode::parse(split_marks(ActionWord::split(text).next()?.text).0)
    }

    /// Parses one action from its code and the words after it. `L` and `LR` are two actions, see
    /// [`with_option`](WrittenAction::with_option).
    ///
    /// # Errors
    /// If the words are not an action. If an action is followed by a word that looks like the start of another one,
    /// such as `Q` in `P e5; Q e5-g5`, the error is about that word.
    pub fn from_words(words: &[ActionWord<'_>], board: BoardKind) -> Result<WrittenAction, WrongWords> {
        let whole = |error| WrongWords { first: 0, error };
        let code_word = words.first().ok_or_else(|| whole(ParseActionError::Empty))?.text;
        let (code, marks) = split_marks(code_word);
        let code = ActionCode::parse(code);
        let code = code.ok_or_else(|| whole(ParseActionError::Code { found: excerpt(code_word) }))?;
        let mut parts = Parts::new(code, board, marks);
        // The last word that may begin another action, because the words before it are a complete one.
        let mut second = None;
        for (i, word) in words.iter().enumerate().skip(1) {
            if word.may_begin_action() && parts.finish().is_ok() {
                second = Some(i);
            }
            parts.take(word.text).map_err(|error| match second {
                Some(first) => {
                    WrongWords { first, error: ParseActionError::Code { found: excerpt(words[first].text) } }
                }
                None => whole(error),
            })?;
        }
        parts.finish().map_err(whole)
    }

    /// Reports whether another action is the second half of this one: `LR` after `L`.
    pub fn is_continued_by(&self, second: &WrittenAction) -> bool {
        matches!(self.kind, WrittenKind::Line { line: Some(_), option: None })
            && matches!(second.kind, WrittenKind::Line { option: Some(_), .. })
    }

    /// Joins `L 1` and `LR 2:3` to one action.
    ///
    /// # Errors
    /// If the second action is not an option, or is for another line.
    pub fn with_option(self, second: WrittenAction) -> Result<WrittenAction, ParseActionError> {
        match (self.kind, second.kind) {
            (WrittenKind::Line { line, option: None }, WrittenKind::Line { line: other, option }) => {
                if other.is_some_and(|other| Some(other) != line) {
                    return Err(ParseActionError::Contradiction {
                        code: ActionCode::LineOption,
                        found: second.to_string(),
                    });
                }
                let marks = self.marks.union(second.marks);
                Ok(WrittenAction { kind: WrittenKind::Line { line, option }, marks, ..self })
            }
            _ => Err(ParseActionError::Second { found: second.to_string() }),
        }
    }
}

/// Reports whether a text is an action in the notation of a board, legal or not.
pub fn is_valid_notation(text: &str, board: BoardKind) -> bool {
    WrittenAction::parse(text, board).is_ok()
}

/// Splits the marks off the end of a word. An invalid sequence of mark characters stays part of the word.
fn split_marks(word: &str) -> (&str, Marks) {
    let bare = word.trim_end_matches(['+', '!', '?']);
    Marks::parse(&word[bare.len()..]).map_or((word, Marks::NONE), |marks| (bare, marks))
}

/// The parts of an action text by their meaning.
#[derive(Copy, Clone)]
struct Parts {
    code: ActionCode,
    board: BoardKind,
    marks: Marks,
    cells: Option<(Option<Cell>, Cell)>,
    rings: Option<u8>,
    /// The number of a line or region.
    number: Option<u16>,
    option: Option<LineOption>,
    /// The cell after `x`.
    target: Option<Cell>,
    /// The cell after `@`.
    marker: Option<Cell>,
    /// The number after `#L`.
    line_reference: Option<u16>,
    /// The number after `#`.
    reference: Option<u16>,
}

impl Parts {
    const fn new(code: ActionCode, board: BoardKind, marks: Marks) -> Parts {
        Parts {
            code,
            board,
            marks,
            cells: None,
            rings: None,
            number: None,
            option: None,
            target: None,
            marker: None,
            line_reference: None,
            reference: None,
        }
    }

    /// Parses one word after the code.
    fn take(&mut self, word: &str) -> Result<(), ParseActionError> {
        let (word, marks) = split_marks(word);
        self.marks = self.marks.union(marks);
        match word.as_bytes().first() {
            None => Ok(()),
            Some(b'x') => self.take_target(word),
            Some(b'@') => self.take_marker(word),
            Some(b'#') => self.take_reference(word),
            Some(b'=') if self.code == ActionCode::Recover && self.option.is_none() => {
                self.option = Some(self.parse_option(&word[1..])?);
                Ok(())
            }
            Some(_) if self.has_main_part() => Err(self.unexpected(word)),
            Some(_) => self.take_main_part(word),
        }
    }

    fn has_main_part(&self) -> bool {
        self.cells.is_some() || self.number.is_some() || (self.code != ActionCode::Recover && self.option.is_some())
    }

    /// Parses the cells or the number that the code requires.
    fn take_main_part(&mut self, word: &str) -> Result<(), ParseActionError> {
        match self.code {
            ActionCode::Place => {
                let (at, rings) = word.split_once('*').map_or((word, None), |(at, rings)| (at, Some(rings)));
                self.cells = Some((None, self.cell(at)?));
                // A count of 0 is valid syntax; the legality check rejects it with a better message.
                let number = rings.map(|rings| self.parse_number(rings, 0..=u8::MAX.into())).transpose()?;
                self.rings = number.map(|rings| rings as u8);
            }
            ActionCode::Eliminate => self.cells = Some((None, self.cell(word)?)),
            ActionCode::BuildStack => self.cells = Some(self.parse_cells(word)?),
            ActionCode::Move
            | ActionCode::MoveRing
            | ActionCode::Capture
            | ActionCode::ContinueCapture
            | ActionCode::Recover => {
                let cells = self.parse_cells(word)?;
                if cells.0.is_none() {
                    return Err(self.unexpected(word));
                }
                self.cells = Some(cells);
            }
            ActionCode::Line | ActionCode::Territory => self.number = Some(self.parse_number(word, 1..=u16::MAX)?),
            ActionCode::LineOption => self.option = Some(self.parse_option(word)?),
            ActionCode::SkipPlacement
            | ActionCode::SwapSides
            | ActionCode::SkipCapture
            | ActionCode::SkipTerritory
            | ActionCode::SkipRecovery => {
                return Err(self.unexpected(word));
            }
        }
        Ok(())
    }

    fn take_target(&mut self, word: &str) -> Result<(), ParseActionError> {
        if !matches!(self.code, ActionCode::Capture | ActionCode::ContinueCapture | ActionCode::Recover)
            || self.target.is_some()
        {
            return Err(self.unexpected(word));
        }
        self.target = Some(self.cell(&word[1..])?);
        Ok(())
    }

    /// Parses `@d4`, the cell where the stack leaves a marker.
    fn take_marker(&mut self, word: &str) -> Result<(), ParseActionError> {
        if !matches!(
            self.code,
            ActionCode::Move | ActionCode::MoveRing | ActionCode::Capture | ActionCode::ContinueCapture
        ) {
            return Err(self.unexpected(word));
        }
        let marker = self.cell(&word[1..])?;
        match self.marker.replace(marker) {
            Some(earlier) if earlier != marker => Err(self.contradiction(word)),
            _ => Ok(()),
        }
    }

    /// Parses a reference: `#L2` is the number of a line, `#2` an option or the number of a line or region.
    fn take_reference(&mut self, word: &str) -> Result<(), ParseActionError> {
        let (place, number) = match (self.code, word.strip_prefix("#L")) {
            (ActionCode::Line | ActionCode::LineOption, Some(line)) => {
                let line = self.parse_number(line, 1..=u16::MAX)?;
                (&mut self.line_reference, line)
            }
            (ActionCode::Line | ActionCode::LineOption | ActionCode::Territory, None) => {
                let number = self.parse_number(&word[1..], 1..=u16::MAX)?;
                (&mut self.reference, number)
            }
            _ => return Err(self.unexpected(word)),
        };
        match place.replace(number) {
            Some(earlier) if earlier != number => Err(self.contradiction(word)),
            _ => Ok(()),
        }
    }

    /// Uses references for parts that are not written, and compares them with parts that are.
    fn apply_references(&mut self) -> Result<(), ParseActionError> {
        if let (Some(marker), Some((Some(from), _))) = (self.marker, self.cells)
            && marker != from
        {
            return Err(self.contradiction(&format!("@{}", self.board.cell_name(marker))));
        }
        let numbers = if self.code == ActionCode::LineOption {
            [self.line_reference, None]
        } else {
            [self.line_reference, self.reference]
        };
        for number in numbers.into_iter().flatten() {
            if *self.number.get_or_insert(number) != number {
                let sign = if self.line_reference == Some(number) { "#L" } else { "#" };
                return Err(self.contradiction(&format!("{sign}{number}")));
            }
        }
        let referred = self.reference.filter(|_| self.code == ActionCode::LineOption);
        match (referred, self.option) {
            (None, _) | (Some(1), Some(LineOption::Whole)) | (Some(2), Some(LineOption::Segment(_))) => Ok(()),
            (Some(number), None) => {
                self.option = Some(self.parse_option(&number.to_string())?);
                Ok(())
            }
            (Some(number), Some(_)) => Err(self.contradiction(&format!("#{number}"))),
        }
    }

    fn finish(mut self) -> Result<WrittenAction, ParseActionError> {
        self.apply_references()?;
        let missing = ParseActionError::Missing { code: self.code };
        let kind = match (self.code, self.cells) {
            (ActionCode::Place, Some((_, at))) => WrittenKind::Place { at, rings: self.rings.unwrap_or(1) },
            (ActionCode::Eliminate, Some((_, at))) => WrittenKind::Eliminate { at },
            (ActionCode::Move, Some((Some(from), to))) => WrittenKind::Move { from, to },
            (ActionCode::MoveRing, Some((Some(from), to))) => WrittenKind::MoveRing { from, to },
            (ActionCode::BuildStack, Some((from, to))) => WrittenKind::BuildStack { from, to },
            (ActionCode::Capture | ActionCode::ContinueCapture, Some((Some(from), to))) => WrittenKind::Capture {
                continues: self.code == ActionCode::ContinueCapture,
                from,
                to,
                over: self.target,
            },
            (ActionCode::Recover, Some((Some(from), to))) => {
                WrittenKind::Recover { from, to, option: self.option, extract: self.target }
            }
            (ActionCode::Line, _) if self.number.is_some() => WrittenKind::Line { line: self.number, option: None },
            (ActionCode::LineOption, _) if self.option.is_some() => {
                WrittenKind::Line { line: self.number, option: self.option }
            }

            (ActionCode::Territory, _) => WrittenKind::Territory { region: self.number.ok_or(missing)? },
            (ActionCode::SkipPlacement, _) => WrittenKind::SkipPlacement,
            (ActionCode::SwapSides, _) => WrittenKind::SwapSides,
            (ActionCode::SkipCapture, _) => WrittenKind::SkipCapture,
            (ActionCode::SkipTerritory, _) => WrittenKind::SkipTerritory,
            (ActionCode::SkipRecovery, _) => WrittenKind::SkipRecovery,
            _ => return Err(missing),
        };
        Ok(WrittenAction { board: self.board, kind, marks: self.marks })
    }

    /// Parses one cell, or two with a hyphen between them. A hyphen at the start of a number is a minus sign.
    fn parse_cells(&self, word: &str) -> Result<(Option<Cell>, Cell), ParseActionError> {
        let bytes = word.as_bytes();
        let hyphen = (1..bytes.len()).find(|&i| bytes[i] == b'-' && bytes[i - 1].is_ascii_alphanumeric());
        match hyphen {
            Some(i) => Ok((Some(self.cell(&word[..i])?), self.cell(&word[i + 1..])?)),
            None => Ok((None, self.cell(word)?)),
        }
    }

    /// Parses `1`, `2` or `2:3`.
    fn parse_option(&self, text: &str) -> Result<LineOption, ParseActionError> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("1", "") => Ok(LineOption::Whole),
            ("2", "") => Ok(LineOption::Segment(None)),
            ("2", segment) => Ok(LineOption::Segment(Some(self.parse_number(segment, 1..=u16::MAX)?))),
            _ => Err(self.unexpected(text)),
        }
    }

    fn parse_number(&self, text: &str, range: RangeInclusive<u16>) -> Result<u16, ParseActionError> {
        let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok()).filter(|number| range.contains(number));
        let (least, most) = range.into_inner();
        number.ok_or_else(|| ParseActionError::Number { code: self.code, found: excerpt(text), least, most })
    }

    fn cell(&self, text: &str) -> Result<Cell, ParseActionError> {
        self.board.parse_cell(text).map_err(|source| ParseActionError::Cell { code: self.code, source })
    }

    fn unexpected(&self, word: &str) -> ParseActionError {
        ParseActionError::Unexpected { code: self.code, found: excerpt(word) }
    }

    fn contradiction(&self, word: &str) -> ParseActionError {
        ParseActionError::Contradiction { code: self.code, found: excerpt(word) }
    }
}
