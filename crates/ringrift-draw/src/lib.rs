//! Pictures of RingRift positions and games: SVG and PNG.
//!
//! [`picture`] draws one position, [`strip`] several positions side by side, and [`chance_plot`] the win probabilities over a
//! game. Each returns an SVG document that can be a file of its own or part of a page. Stacks are drawn ring by ring, cells
//! are named as in the notation, and nothing depends on colour alone. [`Layout`] has the geometry of boards for callers that
//! draw them differently. The feature `png` adds the function `png`, which renders such a document.

mod chances;
mod change;
mod coordinates;
mod defs;
mod description;
mod document;
mod error;
mod frame;
mod geometry;
mod layout;
mod options;
mod panel;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod strip;
mod svg;
mod table;
mod theme;

pub use chances::{ChanceMark, ChanceMarkKind, ChancePlot, ChancePoint, chance_plot};
pub use change::Change;
pub use coordinates::Align;
pub use error::{DrawError, MAX_COLUMNS, MAX_FRAMES};
pub use frame::Frame;
pub use layout::{Layout, PlacedName};
pub use options::Options;
pub use picture::picture;
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, MAX_SVG, PngError, PngSize, png};
pub use strip::strip;
pub use theme::Theme;
