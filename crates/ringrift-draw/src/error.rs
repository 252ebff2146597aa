//! Errors of drawing, and the limits that they report.

use ringrift::BoardKind;

/// Largest number of frames of a film strip.
pub const MAX_FRAMES: usize = 64;
/// Largest number of columns of a film strip.
pub const MAX_COLUMNS: usize = 16;

/// Why a picture cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The id prefix cannot be used in a style sheet.
    #[error(
        "the id prefix must be a letter followed by at most 31 letters, digits, hyphens or underscores, such as 'board-1'"
    )]
    Prefix,
    /// A marked cell is not on the board.
    #[error("cell #{cell} is not on {board}, which has {} cells; use cells of the same board", board.cells())]
    OffBoard {
        /// Index of the cell.
        cell: usize,
        board: BoardKind,
    },
    #[error("a film strip needs at least one frame")]
    NoFrames,
    #[error("a film strip has at most {MAX_FRAMES} frames, not {0}; choose fewer frames or draw several strips")]
    TooManyFrames(usize),
    /// The number of columns is 0 or above [`MAX_COLUMNS`].
    #[error("a film strip has 1 to {MAX_COLUMNS} columns, not {0}")]
    Columns(usize),
}
