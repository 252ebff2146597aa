//! Pictures of RingRift positions and games: SVG and PNG.
//!
//! [`picture`] draws one position, [`strip`] several positions side by side, [`chance_plot`] the win probabilities over a
//! game, and [`curve_plot`] measured values over a quantity. Each returns an SVG document that can be a file of its own or part of a page. Stacks are drawn ring by ring, cells
//! are named as in the notation, and nothing depends on colour alone. [`Layout`] has the geometry of boards for callers that
//! draw them differently. The feature `png` adds the function `png`, which renders such a document.

mod board;
mod error;
mod options;
mod picture;
mod plot;
#[cfg(feature = "png")]
mod png;
mod svg;

pub use board::change::Change;
pub use board::coordinates::{Align, PlacedName};
pub use board::layout::Layout;
pub use error::{DrawError, MAX_COLUMNS, MAX_FRAMES};
pub use options::Options;
pub use picture::strip::strip;
pub use picture::{Frame, picture};
pub use plot::chances::{ChanceMark, ChanceMarkKind, ChancePlot, ChancePoint, chance_plot};
pub use plot::curves::{Curve, CurvePlot, CurvePoint, curve_plot};
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, MAX_SVG, PngError, PngSize, png};
pub use svg::theme::{Material, Theme};
