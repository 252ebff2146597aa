//! A position with captions and marked cells.

use ringrift::{Cell, Position};

use crate::change::Change;
use crate::error::DrawError;
use crate::options::Options;

/// A position with captions and marked cells.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    pub position: &'a Position,
    /// The changes to mark, see [`Change::of`]; several for a whole turn.
    pub changes: Vec<Change>,
    /// Cells to outline.
    pub highlights: Vec<Cell>,
    /// The first line above the board; omitted if empty, truncated if too long.
    pub title: String,
    /// The second line above the board; omitted if empty, truncated if too long.
    pub subtitle: String,
}

impl<'a> Frame<'a> {
    /// Creates a frame without captions and marked cells.
    pub fn new(position: &'a Position) -> Frame<'a> {
        Frame { position, changes: Vec::new(), highlights: Vec::new(), title: String::new(), subtitle: String::new() }
    }

    /// Checks that all marked cells are on the board.
    fn check(&self) -> Result<(), DrawError> {
        let board = self.position.rules().board;
        let marked = self.changes.iter().flat_map(Change::cells);
        match marked.chain(self.highlights.iter().copied()).find(|cell| cell.index() >= usize::from(board.cells())) {
            Some(cell) => Err(DrawError::OffBoard { cell: cell.index(), board }),
            None => Ok(()),
        }
    }
}

/// Checks that frames can be drawn with these options.
pub(crate) fn check(frames: &[Frame<'_>], options: &Options) -> Result<(), DrawError> {
    options.check()?;
    frames.iter().try_for_each(Frame::check)
}
