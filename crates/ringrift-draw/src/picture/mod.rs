//! Pictures of positions: a board with its caption and a table of the players, alone or in a film strip.

pub(crate) mod description;
mod panel;
pub(crate) mod strip;
mod table;

use ringrift::{Cell, Position};

use crate::board::change::Change;
use crate::error::DrawError;
use crate::options::Options;
use crate::picture::panel::{PanelStyle, panel};
use crate::svg::Document;

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

/// Draws a position as SVG.
///
/// The output is deterministic on all machines, contains no scripts and refers to no external resources.
///
/// # Errors
/// Returns an error if the id prefix is invalid, or a marked cell is not on the board.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// use ringrift_draw::{Change, Frame, Options, picture};
/// let mut position = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
/// let action = position.read_action("P d4*2")?;
/// let changes = Change::of(&position, action).into_iter().collect();
/// position.play(action)?;
/// let frame = Frame { changes, subtitle: "ply 1: P d4*2".to_owned(), ..Frame::new(&position) };
/// assert!(picture(&frame, &Options::default())?.starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(frame: &Frame<'_>, options: &Options) -> Result<String, DrawError> {
    check(std::slice::from_ref(frame), options)?;
    let panel = panel(frame, options, PanelStyle::single(frame, options));
    let document = Document {
        title: description::title(frame),
        description: description::description(frame, &options.names),
        players: frame.position.rules().players,
        width: panel.width,
        height: panel.height,
        body: panel.svg,
    };
    Ok(document.svg(options))
}
