//! Actions as they are written: the syntax, without asking what they mean in a position.

use crate::board_kind::{BoardKind, Cell};
use crate::notation::code::ActionCode;
use crate::notation::marks::Marks;

/// An action as it is written, legal or not.
///
/// [`PositionOf::resolve`](crate::PositionOf::resolve) finds out what it means in a position. The `Display` form is the
/// canonical spelling.
///
/// ```
/// use ringrift::{BoardKind, WrittenAction};
/// let written = WrittenAction::parse("overtaking_capture a1-c1 xb1 @a1 +!", BoardKind::Square8)?;
/// assert_eq!(written.to_string(), "C a1-c1 xb1+!");
/// # Ok::<(), ringrift::ParseActionError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WrittenAction {
    /// The board whose cells it names.
    pub board: BoardKind,
    /// The action.
    pub kind: WrittenKind,
    /// The marks behind it.
    pub marks: Marks,
}

/// What is written. What may be left out is optional here.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WrittenKind {
    /// `P d4*2`.
    Place {
        /// Where.
        at: Cell,
        /// How many rings; one if it does not say.
        rings: u8,
    },
    /// `SP`.
    SkipPlacement,
    /// `SW`.
    SwapSides,
    /// `M d4-e5`.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// `MR d4-e5`.
    MoveRing {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// `B d4` or `B d4-e5`.
    BuildStack {
        /// From where.
        from: Option<Cell>,
        /// To where.
        to: Cell,
    },
    /// `C a1-c1 xb1`, or `CC a1-c1 xb1`.
    Capture {
        /// Whether it is written as the continuation of a chain.
        continues: bool,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// The stack that is jumped.
        over: Option<Cell>,
    },
    /// `SC`.
    SkipCapture,
    /// `L 1`, `LR 2`, or both.
    Line {
        /// The number of the line.
        line: Option<u16>,
        /// What becomes of it.
        option: Option<LineOption>,
    },
    /// `T 2`.
    Territory {
        /// The number of the region.
        region: u16,
    },
    /// `ST`.
    SkipTerritory,
    /// `E d4`.
    Eliminate {
        /// The stack.
        at: Cell,
    },
    /// `R d4-e5 =1 xc3`, `R d4-e5 =2:1` or `R d4-e5 xc3`.
    Recover {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// What becomes of the line that is formed.
        option: Option<LineOption>,
        /// The stack from which a buried ring is taken.
        extract: Option<Cell>,
    },
    /// `SR`.
    SkipRecovery,
}

/// What becomes of a line that is longer than it has to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LineOption {
    /// Option 1: all of it collapses.
    Whole,
    /// Option 2: a segment collapses, with its number if that is written.
    Segment(Option<u16>),
}

impl WrittenKind {
    /// The code it begins with.
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
    /// An action without marks.
    pub const fn new(board: BoardKind, kind: WrittenKind) -> WrittenAction {
        WrittenAction { board, kind, marks: Marks::NONE }
    }
}
