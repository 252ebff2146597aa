//! The syntax of actions, independent of a position.

use crate::board::kind::{BoardKind, Cell};
use crate::notation::code::ActionCode;
use crate::notation::marks::Marks;

/// A parsed action text, legal or not.
///
/// [`PositionOf::resolve`](crate::PositionOf::resolve) finds the action it denotes in a position. The `Display` form is
/// the canonical spelling.
///
/// ```
/// use ringrift::{BoardKind, WrittenAction};
/// let written = WrittenAction::parse("overtaking_capture a1-c1 xb1 @a1 +!", BoardKind::Square8)?;
/// assert_eq!(written.to_string(), "C a1-c1 xb1+!");
/// # Ok::<(), ringrift::ParseActionError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WrittenAction {
    /// The board that the cells belong to.
    pub board: BoardKind,
    /// The kind of action with its cells and numbers.
    pub kind: WrittenKind,
    /// The annotation marks after the action.
    pub marks: Marks,
}

/// The kinds of action texts. Parts that a text may omit are optional.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WrittenKind {
    /// `P d4*2`.
    Place {
        /// The cell that receives the rings.
        at: Cell,
        /// The number of rings; 1 if omitted.
        rings: u8,
    },
    /// `SP`.
    SkipPlacement,
    /// `SW`.
    SwapSides,
    /// `M d4-e5`.
    Move {
        /// The stack that moves.
        from: Cell,
        /// The landing cell.
        to: Cell,
    },
    /// `MR d4-e5`.
    MoveRing {
        /// The ring that moves.
        from: Cell,
        /// The landing cell.
        to: Cell,
    },
    /// `B d4` or `B d4-e5`.
    BuildStack {
        /// The cell from which the rings are taken.
        from: Option<Cell>,
        /// The cell that receives the rings.
        to: Cell,
    },
    /// `C a1-c1 xb1`, or `CC a1-c1 xb1`.
    Capture {
        /// Whether the code is `CC`, a continuation of a chain.
        continues: bool,
        /// The stack that captures.
        from: Cell,
        /// The landing cell.
        to: Cell,
        /// The stack that is jumped.
        over: Option<Cell>,
    },
    /// `SC`.
    SkipCapture,
    /// `L 1`, `LR 2`, or both.
    Line {
        /// The number of the line among the legal choices, counted from 1.
        line: Option<u16>,
        /// Whether the whole line or a segment collapses.
        option: Option<LineOption>,
    },
    /// `T 2`.
    Territory {
        /// The number of the region among the legal choices, counted from 1.
        region: u16,
    },
    /// `ST`.
    SkipTerritory,
    /// `E d4`.
    Eliminate {
        /// The stack that loses rings.
        at: Cell,
    },
    /// `R d4-e5 =1 xc3`, `R d4-e5 =2:1` or `R d4-e5 xc3`.
    Recover {
        /// The marker that slides.
        from: Cell,
        /// The neighbouring cell it slides to.
        to: Cell,
        /// Whether the whole line that is formed or a segment of it collapses.
        option: Option<LineOption>,
        /// The stack from which a buried ring is taken.
        extract: Option<Cell>,
    },
    /// `SR`.
    SkipRecovery,
}

/// The choice for an overlength line (RR-CANON-R122).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LineOption {
    /// Option 1: the whole line collapses.
    Whole,
    /// Option 2: a segment collapses; its number, counted from 1, if written.
    Segment(Option<u16>),
}

impl WrittenKind {
    /// Returns the code at the start of the canonical text.
    pub const fn code(&self) -> ActionCode {
        match self {
            WrittenKind::Place { .. } => ActionCode::Place,
            WrittenKind::SkipPlacement => ActionCode::SkipPlacement,
            WrittenKind::SwapSides => ActionCode::SwapSides,
            WrittenKind::Move { .. } => ActionCode::Move,
            WrittenKind::MoveRing { .. } => ActionCode::MoveRing,
            WrittenKind::BuildStack { .. } => ActionCode::BuildStack,
            WrittenKind::Capture { continues: false, .. } => ActionCode::Capture,
            WrittenKind::Capture { continues: true, .. } => ActionCode::ContinueCapture,
            WrittenKind::SkipCapture => ActionCode::SkipCapture,
            WrittenKind::Line { line: None, option: Some(_) } => ActionCode::LineOption,
            WrittenKind::Line { .. } => ActionCode::Line,
            WrittenKind::Territory { .. } => ActionCode::Territory,
            WrittenKind::SkipTerritory => ActionCode::SkipTerritory,
            WrittenKind::Eliminate { .. } => ActionCode::Eliminate,
            WrittenKind::Recover { .. } => ActionCode::Recover,
            WrittenKind::SkipRecovery => ActionCode::SkipRecovery,
        }
    }
}

impl WrittenAction {
    /// Returns a written action without marks.
    pub const fn new(board: BoardKind, kind: WrittenKind) -> WrittenAction {
        WrittenAction { board, kind, marks: Marks::NONE }
    }
}
