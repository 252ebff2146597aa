//! Views of boards: which editions they have, and their geometry.

use api::{BoardOffer, BoardView, CellView, LabelView};
use ringrift::{BoardKind, Edition, Overrides, Ruleset};
use ringrift_draw::Layout;

/// Returns a board with the editions that are played on it.
pub fn board_offer(board: BoardKind) -> BoardOffer {
    let has_rules = |edition: &&Edition| Ruleset::new(**edition, board, 2, &Overrides::default()).is_ok();
    BoardOffer {
        board: board.name().to_owned(),
        shape: cell_shape(board).to_owned(),
        cells: board.cells(),
        editions: Edition::ALL.iter().filter(has_rules).map(|edition| edition.name().to_owned()).collect(),
    }
}

fn cell_shape(board: BoardKind) -> &'static str {
    if board.is_hexagonal() { "hexagon" } else { "square" }
}

/// Returns the geometry of a board.
pub fn board_view(board: BoardKind) -> BoardView {
    let Layout { width, height, margins, font_size, cell_path, cells, names } = Layout::new(board);
    let rounded = |number: f64| (number * 1_000.0).round() / 1_000.0;
    let cells = cells.into_iter().map(|(cell, x, y)| CellView {
        name: board.cell_name(cell).to_string(),
        x: rounded(x),
        y: rounded(y),
    });
    let labels = names.into_iter().map(|name| LabelView {
        text: name.text,
        x: rounded(name.x),
        y: rounded(name.y),
        anchor: name.align.anchor().into(),
    });
    BoardView {
        board: board.name().to_owned(),
        shape: cell_shape(board).into(),
        width: rounded(width),
        height: rounded(height),
        margin: [margins.0, margins.1],
        font: font_size,
        cell: cell_path,
        cells: cells.collect(),
        labels: labels.collect(),
    }
}
