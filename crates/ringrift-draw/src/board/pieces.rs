//! Cells and the pieces on them: stacks ring by ring, markers, territory.

use std::fmt::Write;

use ringrift::{Cell, CellContent, Player, Position, Stack};

use crate::board::geometry::{Grid, Point};
use crate::svg::Num;
use crate::svg::defs::{HALF_RING, side_path};

/// Maximum height of a drawn stack; if necessary, rings below the top ones are compressed.
const MAX_HEIGHT: f64 = 52.0;
/// Number of rings at the top of a high stack that are not compressed, and the height of each.
const TOP_RINGS: (usize, f64) = (3, 8.0);
/// Height of the ring of a stack of one ring.
const SINGLE_HEIGHT: f64 = 15.0;
/// Height of a ring in a low stack.
const RING_HEIGHT: f64 = 12.0;
/// Height below which rings have faint outlines.
const FLAT: f64 = 4.0;
/// How much narrower the rings below the cap are, on each side.
const BELOW_CAP: f64 = 4.0;
/// Width from which on a board has larger numbers, in board units.
const DENSE_WIDTH: f64 = 1300.0;

/// Draws all cells and the territory of each player.
pub(crate) fn cells(position: &Position, grid: Grid, id: &str) -> String {
    let board = grid.board;
    let mut svg = format!("<path class=\"c\" d=\"{}\"/>", grid.cells_path(board.iter_cells(), 1.0));
    for player in Player::seats(position.rules().players) {
        let territory: Vec<Cell> =
            board.iter_cells().filter(|&cell| position.content(cell) == CellContent::Collapsed(player)).collect();
        if !territory.is_empty() {
            let (area, border) = (grid.cells_path(territory.iter().copied(), 1.0), grid.border_path(&territory));
            let _ = write!(svg, "<path fill=\"url(#{id}-t{player})\" d=\"{area}\"/>");
            let _ = write!(svg, "<path class=\"frame shore{player}\" d=\"{border}\"/>");
        }
    }
    let all: Vec<Cell> = board.iter_cells().collect();
    svg + &format!("<path class=\"frame\" d=\"{}\"/>", grid.border_path(&all))
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
            CellContent::Stack(rings) => svg += &stack(rings, grid.centre(cell), grid, id),
            CellContent::Empty | CellContent::Collapsed(_) => {}
        }
    }
    svg
}

fn marker(player: Player, at: Point, id: &str) -> String {
    format!("<use href=\"#{id}-m{player}\" x=\"{}\" y=\"{}\"/>", Num(at.x), Num(at.y))
}

/// Draws a stack. Rings of the cap are wider than those below it. Stacks of several rings have numbers at the right.
fn stack(rings: Stack, at: Point, grid: Grid, id: &str) -> String {
    let is_dense = grid.size().0 > DENSE_WIDTH;
    let (x, half) = match (rings.height(), is_dense) {
        (1, _) => (0.0, 34.0),
        (_, true) => (-19.0, 26.0),
        (_, false) => (-14.0, HALF_RING),
    };
    let body = rings_of(rings, half, id);
    let numbers = if rings.height() > 1 { numbers(rings, is_dense) } else { String::new() };
    let (left, top) = (Num(at.x), Num(at.y));
    format!("<g transform=\"translate({left} {top})\"><g transform=\"translate({} 0)\">{body}</g>{numbers}</g>", Num(x))
}

/// Draws the rings of a stack from the bottom to the top, with its shadow.
fn rings_of(rings: Stack, half: f64, id: &str) -> String {
    let heights = ring_heights(rings.height() as usize);
    let below = (rings.height() - rings.cap()) as usize;
    let mut y = heights.iter().sum::<f64>() / 2.0;
    let scaled = |name: String, y: f64| {
        let scale = if half == HALF_RING { String::new() } else { format!(" scale({})", Num(half / HALF_RING)) };
        format!("<use href=\"#{id}-{name}\" transform=\"translate(0 {}){scale}\"/>", Num(y))
    };
    let mut svg = scaled("s".to_owned(), y);
    for (at, (ring, height)) in rings.rings().zip(heights).enumerate() {
        let half = if at < below { half - BELOW_CAP } else { half };
        let (foot, outline) = (y, if height < FLAT { "flat" } else { "z" });
        y -= height;
        let part = if at < below { "" } else { " cap" };
        let _ = write!(svg, "<path class=\"{outline} r{ring}{part}\" d=\"{}\"/>", side_path(half, y, foot));
    }
    rings.top().map_or(String::new(), |player| svg + &scaled(format!("o{player}"), y))
}

/// Returns the heights of the rings from the bottom.
fn ring_heights(count: usize) -> Vec<f64> {
    let most = if count == 1 { SINGLE_HEIGHT } else { RING_HEIGHT };
    let even = (MAX_HEIGHT / count as f64).min(most);
    let (top, height) = TOP_RINGS;
    if even >= height {
        return vec![even; count];
    }
    let pressed = count - top;
    let low = (MAX_HEIGHT - height * top as f64) / pressed as f64;
    [vec![low; pressed], vec![height; top]].concat()
}

/// Draws the height of the cap on a rectangle in its owner's colour. If the stack has more rings than its cap, a second
/// number below it is the height of the whole stack.
fn numbers(rings: Stack, is_dense: bool) -> String {
    let Some(player) = rings.top() else { return String::new() };
    let (height, cap) = (rings.height(), rings.cap());
    let is_all_cap = cap == height;
    let (size, x) = if is_dense { (37.0, 29.0) } else { (27.0, 32.0) };
    let y = if is_all_cap { 0.0 } else { -0.58 * size };
    let half = size * if cap < 10 { 0.42 } else { 0.62 };
    let text = |value: u32, middle: f64, class: &str| {
        let size = if value < 10 { size } else { size * 0.85 };
        let (x, y, size) = (Num(x), Num(middle + size * 0.36), Num(size));
        format!("<text class=\"n{class}\" font-size=\"{size}\" x=\"{x}\" y=\"{y}\">{value}</text>")
    };
    let mut svg = format!(
        "<rect class=\"z f{player}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/>",
        Num(x - half),
        Num(y - size * 0.53),
        Num(2.0 * half),
        Num(size * 1.06)
    );
    svg += &text(cap, y, &format!(" k{player}"));
    if !is_all_cap {
        svg += &text(height, size * 0.6, "");
    }
    svg
}
