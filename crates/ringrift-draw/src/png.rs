//! Conversion from SVG to PNG with bundled fonts.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// Largest number of pixels of a PNG.
pub const MAX_PIXELS: u64 = 16_000_000;
/// Largest accepted SVG text, in bytes.
pub const MAX_SVG: usize = 32_000_000;

/// Family name in the bundled font files.
const FAMILY: &str = "Ringside Sans";
const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/ringside-sans.ttf"), include_bytes!("../fonts/ringside-sans-bold.ttf")];

/// Size of a PNG.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum PngSize {
    /// Multiple of the size of the SVG.
    Scale(f32),
    /// Multiple of the size of the SVG, reduced if necessary to stay within [`MAX_PIXELS`].
    Fit(f32),
    /// Width in pixels; the height follows.
    Width(u32),
}

/// Why a PNG cannot be produced.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The SVG text is longer than [`MAX_SVG`] bytes.
    #[error("the SVG has {0} bytes, more than the limit of {MAX_SVG}; draw fewer frames")]
    TooLong(usize),
    #[error("cannot parse the SVG: {0}")]
    Svg(String),
    /// The picture would have no pixels.
    #[error("the picture would be empty; choose a width or a scale above zero")]
    Empty,
    /// The picture would have more than [`MAX_PIXELS`] pixels.
    #[error(
        "the picture would have {width} by {height} pixels, more than the limit of {MAX_PIXELS} in total; choose a smaller width or scale"
    )]
    TooLarge { width: u64, height: u64 },
    #[error("cannot encode the PNG: {0}")]
    Encode(String),
}

/// Renders SVG as PNG.
///
/// Uses only the bundled Latin fonts, so the result is the same on all machines; characters that they lack are left blank.
/// [`Theme::Auto`](crate::Theme::Auto) is rendered as the light theme.
///
/// # Errors
/// Returns an error if the text is not valid SVG, or the picture would be empty or too large.
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
    let (scale, width, height) = pixel_size(f64::from(drawn.width()), f64::from(drawn.height()), size)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Empty)?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// Returns the scale, and the width and height in pixels.
fn pixel_size(width: f64, height: f64, size: PngSize) -> Result<(f64, u32, u32), PngError> {
    let scale = match size {
        PngSize::Scale(scale) => f64::from(scale),
        PngSize::Fit(scale) => f64::from(scale).min(0.999 * (MAX_PIXELS as f64 / (width * height)).sqrt()),
        PngSize::Width(pixels) => f64::from(pixels) / width,
    };
    // The casts saturate for infinity and give 0 for NaN.
    let (wide, high) = ((width * scale).round() as u64, (height * scale).round() as u64);
    if wide == 0 || high == 0 {
        return Err(PngError::Empty);
    }
    if wide.saturating_mul(high) > MAX_PIXELS {
        return Err(PngError::TooLarge { width: wide, height: high });
    }
    Ok((scale, wide as u32, high as u32))
}

/// Returns options with only the bundled fonts and no external resources.
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
