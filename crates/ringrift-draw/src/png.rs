//! SVG to PNG, with letters that are part of this crate.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The most pixels of a PNG.
pub const MAX_PIXELS: u64 = 16_000_000;
/// The longest SVG text that is read, in bytes.
pub const MAX_SVG: usize = 32_000_000;

/// The family of the letters, as its files name it.
const FAMILY: &str = "Ringside Sans";
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/ringside-sans.ttf"), include_bytes!("../fonts/ringside-sans-bold.ttf")];

/// How large a PNG is to be.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum PngSize {
    /// So many times as large as the SVG says.
    Scale(f32),
    /// The same, but no larger than a picture can be.
    Fit(f32),
    /// So many pixels wide.
    Width(u32),
}

/// A PNG that cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The SVG text is too long.
    #[error("the svg has {0} bytes, at most {MAX_SVG} are read; draw fewer frames")]
    TooLong(usize),
    /// The SVG text cannot be read.
    #[error("the svg cannot be read: {0}")]
    Svg(String),
    /// The picture would have no pixels.
    #[error("the picture would be empty; choose a width or a scale above zero")]
    Empty,
    /// The picture would have too many pixels.
    #[error(
        "the picture would have {width} by {height} pixels, at most {MAX_PIXELS} in all are drawn; choose a smaller width or scale"
    )]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// The pixels could not be written.
    #[error("the png cannot be written: {0}")]
    Encode(String),
}

/// Draws SVG as PNG.
///
/// Latin letters look the same everywhere, because no font of the system is used; other letters are left blank. A picture
/// with [`Theme::Auto`](crate::Theme::Auto) comes out light.
///
/// # Errors
/// If the text is no SVG, or the picture would be empty or too large.
///
/// ```
/// use ringrift::Position;
/// use ringrift_draw::{Frame, Options, PngSize, Theme, picture, png};
/// let position = Position::parse("G square8 2p; S d4=1122,e5=2; M1 a1; C2 h8")?;
/// let options = Options { theme: Theme::Dark, ..Options::default() };
/// let pixels = png(&picture(&Frame::new(&position), &options)?, PngSize::Width(400))?;
/// assert!(pixels.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(svg: &str, size: PngSize) -> Result<Vec<u8>, PngError> {
    if svg.len() > MAX_SVG {
        return Err(PngError::TooLong(svg.len()));
    }
    let tree = Tree::from_str(svg, &options()).map_err(|error| PngError::Svg(error.to_string()))?;
    let drawn = tree.size();
    let (scale, width, height) = pixels(f64::from(drawn.width()), f64::from(drawn.height()), size)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Empty)?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// The factor, and the width and height in pixels.
fn pixels(width: f64, height: f64, size: PngSize) -> Result<(f64, u32, u32), PngError> {
    let scale = match size {
        PngSize::Scale(scale) => f64::from(scale),
        PngSize::Fit(scale) => f64::from(scale).min(0.999 * (MAX_PIXELS as f64 / (width * height)).sqrt()),
        PngSize::Width(pixels) => f64::from(pixels) / width,
    };
    // Saturates where a number is infinite, and is zero where it is none.
    let (wide, high) = ((width * scale).round() as u64, (height * scale).round() as u64);
    if wide == 0 || high == 0 {
        return Err(PngError::Empty);
    }
    if wide.saturating_mul(high) > MAX_PIXELS {
        return Err(PngError::TooLarge { width: wide, height: high });
    }
    Ok((scale, wide as u32, high as u32))
}

/// Only the letters of this crate, and nothing from outside.
fn options() -> Options<'static> {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    Options { fontdb: Arc::new(fonts), font_family: FAMILY.to_owned(), ..Options::default() }
}
