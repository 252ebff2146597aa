//! Pictures of single positions.

use ringrift::{ByPlayer, Cell, Position};

use crate::change::Change;
use crate::document::Document;
use crate::error::DrawError;
use crate::panel::{Look, panel};
use crate::theme::Theme;
use crate::words;

/// A position with what is to be said and pointed out about it.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The position.
    pub position: &'a Position,
    /// What happened last, see [`Change::of`]; several for a whole turn.
    pub changes: Vec<Change>,
    /// Cells to be outlined.
    pub highlights: Vec<Cell>,
    /// The first line above the board; none if empty. Whatever does not fit is cut.
    pub title: String,
    /// The second line above the board; none if empty.
    pub subtitle: String,
}

impl<'a> Frame<'a> {
    /// A position with nothing to be said about it.
    pub fn new(position: &'a Position) -> Frame<'a> {
        Frame { position, changes: Vec::new(), highlights: Vec::new(), title: String::new(), subtitle: String::new() }
    }

    /// Whether all cells that are pointed out exist.
    fn check(&self) -> Result<(), DrawError> {
        let board = self.position.rules().board;
        let marked = self.changes.iter().flat_map(Change::cells);
        match marked.chain(self.highlights.iter().copied()).find(|cell| cell.index() >= usize::from(board.cells())) {
            Some(cell) => Err(DrawError::OffBoard { cell: cell.index(), board }),
            None => Ok(()),
        }
    }
}

/// How pictures look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The colours.
    pub theme: Theme,
    /// Whether columns and rows are named around the board.
    pub coordinates: bool,
    /// Whether the empty cells of small hexagonal boards show their names.
    pub cell_names: bool,
    /// Whether a table of the players stands below the board; in a film strip their names and colours.
    pub table: bool,
    /// The names of the players; `Player 1` and so on where empty.
    pub names: ByPlayer<String>,
    /// The id of the picture, and what all ids in it begin with. Pictures in one page need different ones.
    pub prefix: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            theme: Theme::Auto,
            coordinates: true,
            cell_names: true,
            table: true,
            names: ByPlayer::default(),
            prefix: "rr".to_owned(),
        }
    }
}

/// Draws a position as SVG.
///
/// The text is the same for the same input on every machine. It holds no scripts and refers to nothing outside.
///
/// # Errors
/// If the prefix is unfit, or a cell that is to be pointed out is not on the board.
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
    let panel = panel(frame, options, Look::single(frame, options));
    let document = Document {
        title: words::title(frame),
        description: words::description(frame, &options.names),
        players: frame.position.rules().players,
        width: panel.width,
        height: panel.height,
        body: panel.svg,
    };
    Ok(document.svg(options))
}

/// Whether frames can be drawn with these options.
pub(crate) fn check(frames: &[Frame<'_>], options: &Options) -> Result<(), DrawError> {
    if !is_id(&options.prefix) {
        return Err(DrawError::Prefix);
    }
    frames.iter().try_for_each(Frame::check)
}

/// Whether a text can be an id in a style sheet.
pub(crate) fn is_id(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    text.len() <= 32 && text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_part)
}
