//! One frame with everything that belongs to it: caption, board, table.

use ringrift::BoardKind;

use crate::change::{Change, highlights};
use crate::coordinates;
use crate::geometry::{Grid, PITCH};
use crate::picture::{Frame, Options};
use crate::pieces;
use crate::table;
use crate::text::{Num, fitted};

/// The largest hexagonal board whose cells show their names.
const NAMED_CELLS: u16 = 91;
/// The space around a board without names of columns and rows, for outlines and signs on its edge.
const BARE_MARGIN: f64 = 14.0;
/// The space between the parts of a frame.
const GAP: f64 = 12.0;

/// What a frame has besides its board, and how large everything is.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Look {
    /// The size of a cell.
    cell: f64,
    /// The font sizes of both lines above the board; zero for no line.
    title: f64,
    subtitle: f64,
    table: bool,
}

impl Look {
    /// For a picture of one frame.
    pub(crate) fn single(frame: &Frame<'_>, options: &Options) -> Look {
        Look {
            cell: cell_size(frame.position.rules().board),
            title: if frame.title.trim().is_empty() { 0.0 } else { 20.0 },
            subtitle: if frame.subtitle.trim().is_empty() { 0.0 } else { 15.0 },
            table: options.table,
        }
    }

    /// For one of several frames on the same board, of which some may lack a line.
    pub(crate) fn small(frames: &[Frame<'_>], board: BoardKind) -> Look {
        Look {
            cell: (cell_size(board) * 0.625).round(),
            title: if frames.iter().all(|frame| frame.title.trim().is_empty()) { 0.0 } else { 15.0 },
            subtitle: if frames.iter().all(|frame| frame.subtitle.trim().is_empty()) { 0.0 } else { 13.0 },
            table: false,
        }
    }

    fn caption_height(self) -> f64 {
        let lines = (self.title + self.subtitle) * 1.4;
        if lines > 0.0 { lines + GAP / 2.0 } else { 0.0 }
    }
}

/// The size of a cell in a picture of its own.
fn cell_size(board: BoardKind) -> f64 {
    match board {
        BoardKind::Square8 | BoardKind::Hex8 => 64.0,
        BoardKind::Square19 | BoardKind::Hexagonal => 40.0,
        BoardKind::Hexagonal12 => 36.0,
    }
}

/// Something drawn from the upper left corner, and how large it is.
#[derive(Default)]
pub(crate) struct Panel {
    pub(crate) svg: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Draws a frame.
pub(crate) fn panel(frame: &Frame<'_>, options: &Options, look: Look) -> Panel {
    let board = board(frame, options, look.cell);
    let width = if look.table { board.width.max(table::NARROWEST) } else { board.width };
    let players = frame.position.rules().players;
    let top = look.caption_height();
    let mut svg = caption(frame, look, width);
    svg += &shifted((width - board.width) / 2.0, top, &board.svg);
    let mut height = top + board.height;
    if look.table {
        svg += &shifted(0.0, height + GAP, &table::table(frame.position, &options.names, width, &options.prefix));
        height += GAP + table::height(players);
    }
    Panel { svg, width, height }
}

/// Elements moved to another place.
pub(crate) fn shifted(x: f64, y: f64, svg: &str) -> String {
    format!("<g transform=\"translate({} {})\">{svg}</g>", Num(x), Num(y))
}

fn caption(frame: &Frame<'_>, look: Look, width: f64) -> String {
    let line = |text: &str, size: f64, y: f64, class: &str| {
        let text = fitted(text, size, width);
        let is_empty = size == 0.0 || text.is_empty();
        let element = format!("<text class=\"{class}\" font-size=\"{}\" y=\"{}\">{text}</text>", Num(size), Num(y));
        if is_empty { String::new() } else { element }
    };
    let below = look.title * 1.4 + look.subtitle;
    line(&frame.title, look.title, look.title, "b") + &line(&frame.subtitle, look.subtitle, below, "m")
}

/// The board with everything on it, and the names around it.
fn board(frame: &Frame<'_>, options: &Options, cell: f64) -> Panel {
    let grid = Grid { board: frame.position.rules().board };
    let bare = (BARE_MARGIN, BARE_MARGIN);
    let (margin_x, margin_y) = if options.coordinates { coordinates::margins(grid) } else { bare };
    let (width, height) = grid.size();
    let scale = cell / PITCH;
    let place = format!("translate({} {})", Num(margin_x * scale), Num(margin_y * scale));
    Panel {
        svg: format!("<g transform=\"{place} scale({})\">{}</g>", Num(scale), layers(frame, options, grid)),
        width: (width + 2.0 * margin_x) * scale,
        height: (height + 2.0 * margin_y) * scale,
    }
}

/// The board from bottom to top, in board units.
fn layers(frame: &Frame<'_>, options: &Options, grid: Grid) -> String {
    let (position, id) = (frame.position, &options.prefix);
    let mut svg = pieces::ground(position, grid, id);
    if options.coordinates {
        svg += &coordinates::labels(grid);
    }
    if options.cell_names && grid.board.is_hexagonal() && grid.board.cells() <= NAMED_CELLS {
        svg += &pieces::names(position, grid);
    }
    svg += &all(&frame.changes, |change| change.below(grid));
    svg += &highlights(&frame.highlights, grid);
    svg += &pieces::pieces(position, grid, id);
    svg + &all(&frame.changes, |change| change.above(grid))
}

fn all(changes: &[Change], draw: impl Fn(&Change) -> String) -> String {
    changes.iter().map(draw).collect()
}
