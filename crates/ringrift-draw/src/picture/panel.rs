//! A frame with its caption, board and table.

use ringrift::BoardKind;

use crate::board::change::{Change, highlights};
use crate::board::coordinates;
use crate::board::geometry::{Grid, PITCH};
use crate::board::pieces;
use crate::options::Options;
use crate::picture::Frame;
use crate::picture::table;
use crate::svg::{Num, fitted, shifted};

/// Maximum size, in cells, of a hexagonal board that shows the names of its empty cells.
const MAX_NAMED_CELLS: u16 = 91;
/// Margin around a board without coordinates, in board units. Leaves room for outlines and for the signs +, − and × on
/// cells at the edge.
const BARE_MARGIN: f64 = 18.0;
/// Radius of the corners of a board, in pixels.
const CORNER: f64 = 8.0;
/// Space between caption, board and table, in pixels.
const GAP: f64 = 12.0;

/// Sizes and parts of a panel.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PanelStyle {
    /// Width of a cell, in pixels.
    cell: f64,
    /// Font size of the first line above the board; 0 for no line.
    title: f64,
    /// Font size of the second line; 0 for no line.
    subtitle: f64,
    table: bool,
}

impl PanelStyle {
    /// Style for a picture of one frame.
    pub(crate) fn single(frame: &Frame<'_>, options: &Options) -> PanelStyle {
        PanelStyle {
            cell: cell_size(frame.position.rules().board),
            title: if frame.title.trim().is_empty() { 0.0 } else { 20.0 },
            subtitle: if frame.subtitle.trim().is_empty() { 0.0 } else { 15.0 },
            table: options.table,
        }
    }

    /// Style for a frame of a film strip. If one frame has a caption line, all frames reserve space for it.
    pub(crate) fn small(frames: &[Frame<'_>], board: BoardKind) -> PanelStyle {
        PanelStyle {
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

/// Returns the width of a cell in a picture of one frame, in pixels.
fn cell_size(board: BoardKind) -> f64 {
    match board {
        BoardKind::Square8 | BoardKind::Hex8 => 64.0,
        BoardKind::Square19 | BoardKind::Hexagonal => 40.0,
        BoardKind::Hexagonal12 => 36.0,
    }
}

/// SVG elements with the origin at the upper left corner, and their size in pixels.
#[derive(Default)]
pub(crate) struct Panel {
    pub(crate) svg: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Draws a frame.
pub(crate) fn panel(frame: &Frame<'_>, options: &Options, style: PanelStyle) -> Panel {
    let board = board(frame, options, style.cell);
    let width = if style.table { board.width.max(table::MIN_WIDTH) } else { board.width };
    let players = frame.position.rules().players;
    let top = style.caption_height();
    let mut svg = caption(frame, style, width);
    svg += &shifted((width - board.width) / 2.0, top, &board.svg);
    let mut height = top + board.height;
    if style.table {
        svg += &shifted(0.0, height + GAP, &table::table(frame.position, &options.names, width, &options.prefix));
        height += GAP + table::height(players);
    }
    Panel { svg, width, height }
}

fn caption(frame: &Frame<'_>, style: PanelStyle, width: f64) -> String {
    let line = |text: &str, size: f64, y: f64, class: &str| {
        let text = fitted(text, size, width);
        let is_empty = size == 0.0 || text.is_empty();
        let element = format!("<text class=\"{class}\" font-size=\"{}\" y=\"{}\">{text}</text>", Num(size), Num(y));
        if is_empty { String::new() } else { element }
    };
    let subtitle_y = style.title * 1.4 + style.subtitle;
    line(&frame.title, style.title, style.title, "b") + &line(&frame.subtitle, style.subtitle, subtitle_y, "m")
}

/// Draws the board with its pieces and coordinates.
fn board(frame: &Frame<'_>, options: &Options, cell: f64) -> Panel {
    let grid = Grid { board: frame.position.rules().board };
    let bare = (BARE_MARGIN, BARE_MARGIN);
    let (margin_x, margin_y) = if options.coordinates { coordinates::margins(grid) } else { bare };
    let (width, height) = grid.size();
    let scale = cell / PITCH;
    let place = format!("translate({} {})", Num(margin_x * scale), Num(margin_y * scale));
    let (width, height) = ((width + 2.0 * margin_x) * scale, (height + 2.0 * margin_y) * scale);
    let (wood, id) = (format!("width=\"{}\" height=\"{}\" rx=\"{CORNER}\"", Num(width), Num(height)), &options.prefix);
    let cells = format!("<g transform=\"{place} scale({})\">{}</g>", Num(scale), layers(frame, options, grid));
    Panel { svg: format!("<rect {wood} fill=\"url(#{id}-b)\"/>{cells}"), width, height }
}

/// Draws the layers of the board from bottom to top, in board units.
fn layers(frame: &Frame<'_>, options: &Options, grid: Grid) -> String {
    let (position, id) = (frame.position, &options.prefix);
    let mut svg = pieces::cells(position, grid, id);
    if options.coordinates {
        svg += &coordinates::labels(grid);
    }
    if options.cell_names && grid.board.is_hexagonal() && grid.board.cells() <= MAX_NAMED_CELLS {
        svg += &pieces::names(position, grid);
    }
    svg += &draw_all(&frame.changes, |change| change.below(grid));
    svg += &highlights(&frame.highlights, grid);
    svg += &pieces::pieces(position, grid, id);
    svg + &draw_all(&frame.changes, |change| change.above(grid))
}

fn draw_all(changes: &[Change], draw: impl Fn(&Change) -> String) -> String {
    changes.iter().map(draw).collect()
}
