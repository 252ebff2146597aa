//! Available games, and the geometry of boards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Text;

/// Available games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalogue {
    /// RingRift boards.
    pub boards: Vec<String>,
    /// RingRift boards with their properties.
    pub board_offers: Vec<BoardOffer>,
    /// RingRift editions.
    pub editions: Vec<String>,
    /// Names of the rules that can be overridden one by one.
    pub options: Vec<String>,
    /// Built-in RingRift bots.
    pub ringrift_bots: Vec<String>,
    /// Built-in ASG bots.
    pub asg_bots: Vec<String>,
    /// Built-in ASG maps.
    pub scenarios: Vec<String>,
    /// Built-in ASG maps with their properties.
    pub scenario_offers: Vec<ScenarioOffer>,
    /// Agents configured by the operator.
    pub agents: Vec<String>,
}

/// A RingRift board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardOffer {
    /// Name of the board.
    pub board: String,
    /// Shape of a cell: `square` or `hexagon`.
    pub shape: String,
    /// Number of cells.
    pub cells: u16,
    /// Editions that define this board without further options.
    pub editions: Vec<String>,
}

/// A built-in ASG map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScenarioOffer {
    /// Identifier of the map.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// Number of nodes.
    pub nodes: usize,
}

/// Geometry of a board. Cells are 100 wide, (0, 0) is the upper left corner of the cells' bounding box, and `y` grows downwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardView {
    /// Name of the board.
    pub board: String,
    /// Shape of a cell: `square` or `hexagon`.
    #[schema(value_type = String)]
    pub shape: Text,
    /// Width of the cells' bounding box.
    pub width: f64,
    /// Height of the cells' bounding box.
    pub height: f64,
    /// Space that the labels need beyond the cells: horizontal, vertical.
    pub margin: [f64; 2],
    /// Font size of the labels.
    pub font: u32,
    /// SVG path of the outline of a cell centred at (0, 0).
    pub cell: String,
    /// Cells, in cell order.
    pub cells: Vec<CellView>,
    /// Labels of columns and rows.
    pub labels: Vec<LabelView>,
}

/// Centre of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CellView {
    /// Name of the cell, such as `d4`.
    pub name: String,
    pub x: f64,
    pub y: f64,
}

/// Label of a column or row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LabelView {
    pub text: String,
    /// Horizontal position of the anchor.
    pub x: f64,
    /// Baseline.
    pub y: f64,
    /// SVG text anchor: `start`, `middle` or `end`.
    #[schema(value_type = String)]
    pub anchor: Text,
}
