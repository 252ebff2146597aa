//! Pictures of single positions.

use crate::description;
use crate::document::Document;
use crate::error::DrawError;
use crate::frame::{Frame, check};
use crate::options::Options;
use crate::panel::{PanelStyle, panel};

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
