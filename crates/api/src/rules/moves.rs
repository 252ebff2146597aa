//! Moves in requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rules::CellRef;

/// Move as an object. Unknown fields and fields that do not apply to its type are ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveObject {
    /// Type, such as `move_stack`; notation codes (`M`) and older names are accepted too.
    #[serde(rename = "type")]
    pub kind: String,
    /// Seat of the player, from 1; checked if given.
    #[serde(default)]
    pub player: Option<u8>,
    /// Start cell.
    #[serde(default)]
    pub from: Option<CellRef>,
    /// Destination or target cell; for lines and regions any cell that identifies them.
    #[serde(default, alias = "at", alias = "position")]
    pub to: Option<CellRef>,
    /// Captured stack, or stack from which a recovery extracts a ring.
    #[serde(default, alias = "capture_target", alias = "extract")]
    pub capture_target: Option<CellRef>,
    /// Number of rings to place; 1 by default.
    #[serde(default, alias = "placement_count", alias = "count")]
    pub placement_count: Option<u8>,
    /// Number of the line, from 1.
    #[serde(default)]
    pub line: Option<u16>,
    /// Number of the region, from 1.
    #[serde(default)]
    pub region: Option<u16>,
    /// Option for a long line: 1 collapses all of it, 2 a segment.
    #[serde(default)]
    pub option: Option<u8>,
    /// Number of the segment, from 1.
    #[serde(default)]
    pub segment: Option<u16>,
    /// Cells of the line or region.
    #[serde(default, alias = "positions", alias = "spaces")]
    pub cells: Option<Vec<CellRef>>,
    /// Cells of the line that collapse.
    #[serde(default, alias = "collapsed_markers", alias = "collapsedPositions", alias = "collapsed_positions")]
    pub collapsed_markers: Option<Vec<CellRef>>,
    /// Notation of the move; replaces all other fields.
    #[serde(default, alias = "algebraic_notation", alias = "notation", alias = "text")]
    pub algebraic_notation: Option<String>,
}
