//! Where the cells of boards lie, for those who draw them.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ringrift::BoardKind;
use ringrift_draw::Layout;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::Path;
use super::error::{ApiError, ErrorView};
use crate::wire::Text;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(board))
}

/// A board in the plane: cells are 100 wide, the upper left corner of all cells is at (0, 0), and `y` grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardView {
    /// Its name.
    pub board: String,
    /// `square` or `hexagon`: the shape of a cell.
    #[schema(value_type = String)]
    pub shape: Text,
    /// The width of all cells together.
    pub width: f64,
    /// Their height.
    pub height: f64,
    /// How far the names of columns and rows reach beyond the cells: to the sides, and above and below.
    pub margin: [f64; 2],
    /// The size of the letters of these names.
    pub font: u32,
    /// The path of SVG around a cell whose middle is (0, 0).
    pub cell: String,
    /// The cells, in cell order.
    pub cells: Vec<CellView>,
    /// The names of columns and rows.
    pub labels: Vec<LabelView>,
}

/// The middle of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// The name of a column or a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LabelView {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub x: f64,
    /// The line on which it stands.
    pub y: f64,
    /// `start`, `middle` or `end`: which part of the text is there.
    #[schema(value_type = String)]
    pub anchor: Text,
}

impl BoardView {
    fn new(board: BoardKind) -> BoardView {
        let Layout { width, height, margins, font_size, cell_path, cells, names } = Layout::new(board);
        let near = |number: f64| (number * 1_000.0).round() / 1_000.0;
        let cells = cells.into_iter().map(|(cell, x, y)| CellView {
            name: board.cell_name(cell).to_string(),
            x: near(x),
            y: near(y),
        });
        let labels = names.into_iter().map(|name| LabelView {
            text: name.text,
            x: near(name.x),
            y: near(name.y),
            anchor: name.align.anchor().into(),
        });
        BoardView {
            board: board.name().to_owned(),
            shape: if board.is_hexagonal() { "hexagon" } else { "square" }.into(),
            width: near(width),
            height: near(height),
            margin: [margins.0, margins.1],
            font: font_size,
            cell: cell_path,
            cells: cells.collect(),
            labels: labels.collect(),
        }
    }
}

/// Where the cells of a board lie
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)), responses((status = 200, body = BoardView), (status = 404, body = ErrorView)))]
async fn board(Path(name): Path<String>) -> Result<Response, ApiError> {
    let board: BoardKind = name.parse().map_err(|error| ApiError::not_found(format!("{error}")))?;
    let mut response = Json(BoardView::new(board)).into_response();
    // It changes with the server only.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}
