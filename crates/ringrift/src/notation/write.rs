//! Writing of actions in several styles.

use std::fmt;

use crate::action::{Action, Line, RegionId};
use crate::board::kind::Cell;
use crate::notation::cell::CellName;
use crate::notation::code::ActionCode;
use crate::notation::marks::Marks;
use crate::notation::written::{LineOption, WrittenAction, WrittenKind};
use crate::phase::Phase;
use crate::position::PositionOf;

impl fmt::Display for WrittenAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &ActionStyle::default(), self.kind.code().text())
    }
}

/// The style in which actions are written; the default is the canonical text.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionStyle {
    /// Uses compass names for cells of hexagonal boards that have one: `M c-e2`.
    pub ring_directions: bool,
    /// Uses long names instead of codes: `move_stack d4-e5`.
    pub long_names: bool,
    /// Adds redundant references: `M d4-e5 @d4`, `L 1 #L1`.
    pub metadata: bool,
    /// Adds the marks that follow from the rules, see [`Marks::computed`].
    pub computed_marks: bool,
}

impl WrittenAction {
    /// Writes the action in a style, with the given text as its code.
    pub(crate) fn write(&self, f: &mut impl fmt::Write, style: &ActionStyle, code: &str) -> fmt::Result {
        let cell = |cell: Cell| self.cell_name(cell, style);
        f.write_str(code)?;
        match self.kind {
            WrittenKind::Place { at, rings: 1 }
            | WrittenKind::Eliminate { at }
            | WrittenKind::BuildStack { from: None, to: at } => {
                write!(f, " {}", cell(at))
            }
            WrittenKind::Place { at, rings } => write!(f, " {}*{rings}", cell(at)),
            WrittenKind::Move { from, to }
            | WrittenKind::MoveRing { from, to }
            | WrittenKind::BuildStack { from: Some(from), to }
            | WrittenKind::Capture { from, to, .. }
            | WrittenKind::Recover { from, to, .. } => write!(f, " {}-{}", cell(from), cell(to)),
            WrittenKind::Line { line: Some(number), .. } | WrittenKind::Territory { region: number } => {
                write!(f, " {number}")
            }
            _ => Ok(()),
        }?;
        self.write_rest(f, style)?;
        write!(f, "{}", self.marks)
    }

    /// Writes the parts after the cells or the number: option, target, references.
    fn write_rest(&self, f: &mut impl fmt::Write, style: &ActionStyle) -> fmt::Result {
        match self.kind {
            WrittenKind::Line { line, option: Some(option) } => {
                if line.is_some() {
                    let code =
                        if style.long_names { ActionCode::LineOption.name() } else { ActionCode::LineOption.text() };
                    write!(f, "; {code}")?;
                }
                write!(f, " {option}")?;
            }
            WrittenKind::Recover { option, extract, .. } => {
                option.map_or(Ok(()), |option| write!(f, " ={option}"))?;
                extract.map_or(Ok(()), |extract| write!(f, " x{}", self.cell_name(extract, style)))?;
            }
            WrittenKind::Capture { over: Some(over), .. } => write!(f, " x{}", self.cell_name(over, style))?,
            _ => {}
        }
        if style.metadata { self.write_metadata(f, style) } else { Ok(()) }
    }

    fn write_metadata(&self, f: &mut impl fmt::Write, style: &ActionStyle) -> fmt::Result {
        match self.kind {
            WrittenKind::Move { from, .. } | WrittenKind::MoveRing { from, .. } | WrittenKind::Capture { from, .. } => {
                write!(f, " @{}", self.cell_name(from, style))
            }
            WrittenKind::Line { line: Some(line), option: None } => write!(f, " #L{line}"),
            WrittenKind::Line { line, option: Some(option) } => {
                let number = if option == LineOption::Whole { 1 } else { 2 };
                line.map_or(Ok(()), |line| write!(f, " #L{line}"))?;
                write!(f, " #{number}")
            }
            WrittenKind::Territory { region } => write!(f, " #{region}"),
            _ => Ok(()),
        }
    }

    fn cell_name(&self, cell: Cell, style: &ActionStyle) -> CellName {
        let by_direction = if style.ring_directions { self.board.ring_direction_name(cell) } else { None };
        by_direction.unwrap_or_else(|| self.board.cell_name(cell))
    }
}

impl fmt::Display for LineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineOption::Whole => f.write_str("1"),
            LineOption::Segment(None) => f.write_str("2"),
            LineOption::Segment(Some(segment)) => write!(f, "2:{segment}"),
        }
    }
}

impl<const W: usize> PositionOf<W> {
    /// Returns the canonical text of an action in this position (`docs/notation.md`).
    ///
    /// A line or region that is not a legal choice is written with the number 0.
    pub fn action_text(&self, action: Action) -> String {
        self.write_action(action).to_string()
    }

    /// Returns the text of an action in this position, in a style. [`read_action`](PositionOf::read_action) accepts
    /// every style.
    ///
    /// ```
    /// use ringrift::{ActionStyle, Position};
    /// let position = Position::parse("G hexagonal 2p; S 0.0=1,-3.3=2; P movement")?;
    /// let style = ActionStyle { ring_directions: true, metadata: true, ..ActionStyle::default() };
    /// assert_eq!(position.action_text_in(position.read_action("M 0.0-2.0")?, &style), "M c-e2 @c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn action_text_in(&self, action: Action, style: &ActionStyle) -> String {
        let mut marks = Marks::NONE;
        if style.computed_marks && self.is_legal(action) {
            let mut after = self.clone();
            after.play_unchecked(action);
            marks = Marks::computed(self.phase, after.phase);
        }
        self.marked_action_text(action, marks, style)
    }

    /// Returns the text of an action in this position, in a style, with the given marks only.
    pub fn marked_action_text(&self, action: Action, marks: Marks, style: &ActionStyle) -> String {
        let written = WrittenAction { marks, ..self.write_action(action) };
        let code = match written.kind.code() {
            ActionCode::Eliminate if style.long_names => self.move_type(action),
            code if style.long_names => code.name(),
            code => code.text(),
        };
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = written.write(&mut text, style, code);
        text
    }

    /// Returns the move type of an action in the notation specification.
    pub fn move_type(&self, action: Action) -> &'static str {
        match action {
            Action::Eliminate { .. } if self.phase == Phase::ForcedElimination => "forced_elimination",
            Action::TakeSegment { .. } => ActionCode::LineOption.name(),
            Action::TakeLine { line } if line.length > self.rules.line_length => ActionCode::LineOption.name(),
            _ => self.write_action(action).kind.code().name(),
        }
    }

    /// Returns the written form of an action in this position.
    pub fn write_action(&self, action: Action) -> WrittenAction {
        let line_number = |line: Line| Some(number_of(&self.line_choices(), &line));
        let kind = match action {
            Action::Place { at, rings } => WrittenKind::Place { at, rings },
            Action::SkipPlacement => WrittenKind::SkipPlacement,
            Action::SwapSides => WrittenKind::SwapSides,
            Action::Recover { from, to, extract } => {
                let option = self.line_of_slide(from, to).map(|_| LineOption::Whole);
                WrittenKind::Recover { from, to, option, extract: Some(extract) }
            }
            Action::RecoverSegment { from, to, offset } => {
                let segments =
                    self.line_of_slide(from, to).map(|line| self.segments_with(line, to).collect::<Vec<u8>>());
                let number = number_of(&segments.unwrap_or_default(), &offset);
                WrittenKind::Recover { from, to, option: Some(LineOption::Segment(Some(number))), extract: None }
            }
            Action::SkipRecovery => WrittenKind::SkipRecovery,
            Action::Move { from, to } => WrittenKind::Move { from, to },
            Action::Capture { from, over, to } => {
                let continues = matches!(self.phase, Phase::CaptureChain { .. });
                WrittenKind::Capture { continues, from, to, over: Some(over) }
            }
            Action::DeclineCapture => WrittenKind::SkipCapture,
            Action::TakeLine { line } => {
                let option = (line.length > self.rules.line_length).then_some(LineOption::Whole);
                WrittenKind::Line { line: line_number(line), option }
            }
            Action::TakeSegment { line, offset } => {
                let segment = LineOption::Segment(Some(u16::from(offset) + 1));
                WrittenKind::Line { line: line_number(line), option: Some(segment) }
            }
            Action::ClaimRegion { region } => {
                WrittenKind::Territory { region: number_of(&self.region_choices(), &region) }
            }
            Action::StopTerritory => WrittenKind::SkipTerritory,
            Action::Eliminate { at } => WrittenKind::Eliminate { at },
        };
        WrittenAction::new(self.rules.board, kind)
    }

    /// Returns the lines that can be chosen now, in the order of legal actions.
    pub(crate) fn line_choices(&self) -> Vec<Line> {
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

    /// Returns the regions that can be chosen now, in the order of legal actions.
    pub(crate) fn region_choices(&self) -> Vec<RegionId> {
        if self.phase != Phase::RegionChoice {
            return Vec::new();
        }
        let region = |action: &Action| if let Action::ClaimRegion { region } = action { Some(*region) } else { None };
        self.legal_actions().iter().filter_map(region).collect()
    }
}

/// Returns the number of a choice, counted from 1; 0 if it is not among the choices.
fn number_of<T: PartialEq>(choices: &[T], wanted: &T) -> u16 {
    choices.iter().position(|choice| choice == wanted).map_or(0, |index| index as u16 + 1)
}
