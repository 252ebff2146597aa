//! What can be wrong with a wish for a picture.

use ringrift::BoardKind;

use crate::strip::{MAX_COLUMNS, MAX_FRAMES};

/// A picture that cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The prefix of ids cannot be used in a style sheet.
    #[error(
        "the id prefix must be a letter followed by at most 31 letters, digits, hyphens or underscores, such as 'board-1'"
    )]
    Prefix,
    /// A cell to be pointed out is not on the board.
    #[error("cell #{cell} is not on {board}, which has {} cells; take cells of the same board", board.cells())]
    OffBoard {
        /// The number of the cell.
        cell: usize,
        /// The board.
        board: BoardKind,
    },
    /// There is nothing to draw.
    #[error("a film strip needs at least one frame")]
    NoFrames,
    /// There are too many frames for one film strip.
    #[error("a film strip has at most {MAX_FRAMES} frames, not {0}; choose some of them or draw several strips")]
    TooManyFrames(usize),
    /// A number of columns that makes no grid.
    #[error("a film strip has 1 to {MAX_COLUMNS} columns, not {0}")]
    Columns(usize),
}
