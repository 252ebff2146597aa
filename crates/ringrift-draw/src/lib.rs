//! Pictures of RingRift positions and games: SVG and PNG.
//!
//! [`picture`] draws one position, [`strip`] several of them side by side, [`chance_plot`] how a game went; all give the text
//! of an SVG file that stands alone or inside a page. Stacks are drawn ring by ring, cells are named as in the notation, and
//! nothing depends on colour alone. [`Layout`] tells those who draw boards themselves where cells lie. With the feature `png`, the function `png` turns such a text into pixels.

mod chances;
mod change;
mod coordinates;
mod defs;
mod document;
mod error;
mod geometry;
mod layout;
mod panel;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod strip;
mod table;
mod text;
mod theme;
mod words;

pub use chances::{ChanceMark, ChanceMarkKind, ChancePlot, ChancePoint, chance_plot};
pub use change::Change;
pub use coordinates::Align;
pub use error::DrawError;
pub use layout::{Layout, PlacedName};
pub use picture::{Frame, Options, picture};
#[cfg(feature = "png")]
pub use png::{MAX_PIXELS, MAX_SVG, PngError, PngSize, png};
pub use strip::{MAX_COLUMNS, MAX_FRAMES, strip};
pub use theme::Theme;
