//! Pictures of games and positions.

use serde::Deserialize;
use utoipa::IntoParams;

/// Options of a picture of a game.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// Number of actions to play; all by default.
    pub ply: Option<usize>,
    /// `light`, `dark` or `auto` (the default; PNGs are then light).
    pub theme: Option<String>,
    /// Material of a RingRift board: `wood` (the default), `slate` or `paper`.
    pub material: Option<String>,
    /// Width of a PNG in pixels, at most 2000; 800 by default.
    pub width: Option<u32>,
}

/// A position and the options of its picture.
#[derive(Clone, PartialEq, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionPictureQuery {
    /// RingRift position as text.
    pub position: String,
    /// `light`, `dark` or `auto` (the default; PNGs are then light).
    #[serde(default)]
    pub theme: Option<String>,
    /// Material of the board: `wood` (the default), `slate` or `paper`.
    #[serde(default)]
    pub material: Option<String>,
    /// Width of a PNG in pixels, at most 2000; 800 by default.
    #[serde(default)]
    pub width: Option<u32>,
}
