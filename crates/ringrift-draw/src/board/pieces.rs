//! Cells and the pieces on them: stacks ring by ring, markers, territory.

use std::fmt::Write;

use ringrift::{Cell, CellContent, Player, Position, Stack};

use crate::board::geometry::{Grid, Point};
use crate::svg::Num;
use crate::svg::defs::RING;

/// Maximum height of a drawn stack, in board units.
const MAX_HEIGHT: f64 = 66.0;
/// Space between a cap and the rings below it, in board units.
const CAP_GAP: f64 = 5.0;
/// Vertical scale below which rings are drawn without outlines.
const FLAT: f64 = 0.2;
/// Horizontal centre of the numbers beside a stack, in board units from the cell centre.
const NUMBERS_X: f64 = 25.0;

/// Draws all cells and the territory of each player.
pub(crate) fn cells(position: &Position, grid: Grid, id: &str) -> String {
    let board = grid.board;
    let mut svg = format!("<path class=\"c\" d=\"{}\"/>", grid.cells_path(board.iter_cells(), 1.0));
    for player in Player::seats(position.rules().players) {
        let territory: Vec<Cell> =
            board.iter_cells().filter(|&cell| position.content(cell) == CellContent::Collapsed(player)).collect();
        if !territory.is_empty() {
            let path = grid.cells_path(territory, 1.0);
            let _ = write!(svg, "<path class=\"e\" fill=\"url(#{id}-t{player})\" d=\"{path}\"/>");
        }
    }
    svg
}

/// Draws the names of the empty cells.
pub(crate) fn names(position: &Position, grid: Grid) -> String {
    let mut svg = String::from("<g class=\"mid\" font-size=\"19\">");
    for cell in grid.board.iter_cells().filter(|&cell| position.content(cell) == CellContent::Empty) {
        let Point { x, y } = grid.centre(cell);
        let name = grid.board.cell_name(cell);
        let _ = write!(svg, "<text class=\"q\" x=\"{}\" y=\"{}\">{name}</text>", Num(x), Num(y + 7.0));
    }
    svg + "</g>"
}

/// Draws all markers and stacks.
pub(crate) fn pieces(position: &Position, grid: Grid, id: &str) -> String {
    let mut svg = String::new();
    for cell in grid.board.iter_cells() {
        match position.content(cell) {
            CellContent::Marker(player) => svg += &marker(player, grid.centre(cell), id),
            CellContent::Stack(rings) => svg += &stack(rings, grid.centre(cell), id),
            CellContent::Empty | CellContent::Collapsed(_) => {}
        }
    }
    svg
}

fn marker(player: Player, at: Point, id: &str) -> String {
    format!("<use href=\"#{id}-m{player}\" x=\"{}\" y=\"{}\"/>", Num(at.x), Num(at.y))
}

/// Draws a stack from the side, its cap wider and set apart, with the numbers of rings beside it.
fn stack(rings: Stack, at: Point, id: &str) -> String {
    let body = rings_of(rings, id) + &numbers(rings);
    format!("<g transform=\"translate({} {})\">{body}</g>", Num(at.x), Num(at.y))
}

/// Draws the rings of a stack, compressed vertically until they fit.
fn rings_of(rings: Stack, id: &str) -> String {
    let (height, cap) = (rings.height(), rings.cap());
    let gap = if cap < height { CAP_GAP } else { 0.0 };
    // Rounded down to two decimals, because `Num` writes no more.
    let squeeze = ((MAX_HEIGHT - gap) / (RING * f64::from(height)) * 100.0).floor().min(100.0) / 100.0;
    let top = -(RING * f64::from(height) + gap / squeeze) / 2.0;
    let mut svg = if squeeze < 1.0 { format!("<g transform=\"scale(1 {})\">", Num(squeeze)) } else { "<g>".to_owned() };
    for (from_bottom, ring) in rings.rings().enumerate() {
        let from_top = f64::from(height) - 1.0 - from_bottom as f64;
        let in_cap = from_top < f64::from(cap);
        let y = top + RING * from_top + if in_cap { 0.0 } else { gap / squeeze } + 1.0;
        let name = match (in_cap, squeeze < FLAT) {
            (true, false) => 'c',
            (false, false) => 'r',
            (true, true) => 'C',
            (false, true) => 'R',
        };
        let _ = write!(svg, "<use href=\"#{id}-{name}{ring}\" y=\"{}\"/>", Num(y));
    }
    svg + "</g>"
}

/// Draws the height of the cap on a rectangle in its owner's colour. If the stack has more rings than its cap, a second
/// number below it is the height of the whole stack.
fn numbers(rings: Stack) -> String {
    let Some(player) = rings.top() else { return String::new() };
    let (height, cap) = (rings.height(), rings.cap());
    let is_all_cap = cap == height;
    let y = if is_all_cap { 0.0 } else { -15.0 };
    let half = if cap < 10 { 13 } else { 20 };
    let (x, left, top) = (Num(NUMBERS_X), Num(NUMBERS_X - f64::from(half)), Num(y - 15.0));
    let mut svg = format!("<path class=\"f{player}\" d=\"M{left} {top}h{}v29h-{}z\"/>", 2 * half, 2 * half);
    let _ = write!(svg, "<text class=\"n k{player}\" x=\"{x}\" y=\"{}\">{cap}</text>", Num(y + 9.5));
    if !is_all_cap {
        let _ = write!(svg, "<text class=\"n\" x=\"{x}\" y=\"25.5\">{height}</text>");
    }
    svg
}
