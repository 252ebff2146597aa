//! The text of actions. Lines and regions are written by their number, so both directions need the position.

use crate::action::{Action, Line, RegionId};
use crate::board_kind::{BoardKind, Cell};
use crate::notation::cell::ParseCellError;
use crate::phase::Phase;
use crate::position::PositionOf;
use crate::quote::shown;

/// An action text that could not be read, or that means nothing in the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseActionError {
    /// No action is written like this.
    #[error(
        "'{0}' is no action; expected one like 'P d4*2', 'SP', 'M d4-e5', 'C a1-c1 xb1', 'SC', 'L 1', 'L 1; LR 2:3', \
         'T 1', 'ST' or 'E d4'"
    )]
    Syntax(String),
    /// A cell in it could not be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// More rings than any placement can have.
    #[error("'{0}' is no number of rings; at most 255 can be written")]
    RingCount(String),
    /// There is no line or region with this number now.
    #[error("there is no {what} {number} now; {}", choices(what, *count))]
    Number {
        /// Line, segment or region.
        what: &'static str,
        /// The number given.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

impl<const W: usize> PositionOf<W> {
    /// The text of an action in this position (`docs/formats.md`).
    ///
    /// A line or region that cannot be chosen now is written with the number 0.
    pub fn action_text(&self, action: Action) -> String {
        let cell = |cell: Cell| self.rules.board.cell_name(cell);
        match action {
            Action::Place { at, rings: 1 } => format!("P {}", cell(at)),
            Action::Place { at, rings } => format!("P {}*{rings}", cell(at)),
            Action::SkipPlacement => "SP".to_owned(),
            Action::Move { from, to } => format!("M {}-{}", cell(from), cell(to)),
            Action::Capture { from, over, to } => {
                let code = if matches!(self.phase, Phase::CaptureChain { .. }) { "CC" } else { "C" };
                format!("{code} {}-{} x{}", cell(from), cell(to), cell(over))
            }
            Action::DeclineCapture => "SC".to_owned(),
            Action::TakeLine { line } => {
                let option = if line.length > self.rules.line_length { "; LR 1" } else { "" };
                format!("L {}{option}", number_of(&self.line_choices(), &line))
            }
            Action::TakeSegment { line, offset } => {
                format!("L {}; LR 2:{}", number_of(&self.line_choices(), &line), offset + 1)
            }
            Action::ClaimRegion { region } => format!("T {}", number_of(&self.region_choices(), &region)),
            Action::StopTerritory => "ST".to_owned(),
            Action::Eliminate { at } => format!("E {}", cell(at)),
        }
    }

    /// Reads the text of an action; whether it is legal is another question.
    ///
    /// # Errors
    /// If the text is no action, or names a line or region that does not exist now.
    pub fn parse_action(&self, text: &str) -> Result<Action, ParseActionError> {
        let syntax = || ParseActionError::Syntax(shown(text));
        let board = self.rules.board;
        let words: Vec<&str> =
            text.split(|c: char| c == ';' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        Ok(match words[..] {
            ["P", place] => {
                let (at, rings) = place.split_once('*').unwrap_or((place, "1"));
                Action::Place { at: board.parse_cell(at)?, rings: parse_rings(rings)? }
            }
            ["SP"] => Action::SkipPlacement,
            ["M", way] => {
                let (from, to) = split_way(board, way).ok_or_else(syntax)??;
                Action::Move { from, to }
            }
            ["C" | "CC", way, over] => {
                let (from, to) = split_way(board, way).ok_or_else(syntax)??;
                let over = board.parse_cell(over.strip_prefix('x').ok_or_else(syntax)?)?;
                Action::Capture { from, over, to }
            }
            ["SC"] => Action::DeclineCapture,
            ["L", line] | ["L", line, "LR", "1"] => {
                Action::TakeLine { line: choose("line", &self.line_choices(), line).ok_or_else(syntax)?? }
            }
            ["L", line, "LR", option] => {
                let line: Line = choose("line", &self.line_choices(), line).ok_or_else(syntax)??;
                let segment = option.strip_prefix("2:").ok_or_else(syntax)?;
                let offsets: Vec<u8> = self.segments(line).collect();
                let offset = choose("segment", &offsets, segment).ok_or_else(syntax)??;
                Action::TakeSegment { line, offset }
            }
            ["T", region] => {
                Action::ClaimRegion { region: choose("region", &self.region_choices(), region).ok_or_else(syntax)?? }
            }
            ["ST"] => Action::StopTerritory,
            ["E", at] => Action::Eliminate { at: board.parse_cell(at)? },
            _ => return Err(syntax()),
        })
    }

    /// The lines that can be chosen now, in their order.
    fn line_choices(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.phase == Phase::LineChoice {
            for action in &self.legal_actions() {
                if let Action::TakeLine { line } | Action::TakeSegment { line, .. } = *action
                    && lines.last() != Some(&line)
                {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// The regions that can be chosen now, in their order.
    fn region_choices(&self) -> Vec<RegionId> {
        if self.phase != Phase::RegionChoice {
            return Vec::new();
        }
        let region = |action: &Action| if let Action::ClaimRegion { region } = action { Some(*region) } else { None };
        self.legal_actions().iter().filter_map(region).collect()
    }
}

fn choices(what: &str, count: usize) -> String {
    match count {
        0 => format!("no {what} can be chosen"),
        1 => format!("only {what} 1 can be chosen"),
        count => format!("{what}s 1 to {count} can be chosen"),
    }
}

fn parse_rings(text: &str) -> Result<u8, ParseActionError> {
    text.parse().map_err(|_| ParseActionError::RingCount(shown(text)))
}

fn number_of<T: PartialEq>(choices: &[T], wanted: &T) -> usize {
    choices.iter().position(|choice| choice == wanted).map_or(0, |index| index + 1)
}

fn choose<T: Copy>(what: &'static str, choices: &[T], text: &str) -> Option<Result<T, ParseActionError>> {
    let number: usize = text.parse().ok()?;
    let choice = number.checked_sub(1).and_then(|index| choices.get(index).copied());
    Some(choice.ok_or(ParseActionError::Number { what, number, count: choices.len() }))
}

/// Two cells with a hyphen between them. On hexagons numbers may be negative, so the hyphen after a digit is meant.
fn split_way(board: BoardKind, text: &str) -> Option<Result<(Cell, Cell), ParseCellError>> {
    let hyphen =
        text.char_indices().zip(text.chars().skip(1)).find(|&((_, before), c)| before.is_ascii_digit() && c == '-');
    let ((before, _), _) = hyphen?;
    let (from, to) = (&text[..=before], &text[before + 2..]);
    Some(board.parse_cell(from).and_then(|from| Ok((from, board.parse_cell(to)?))))
}
