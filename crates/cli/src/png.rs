//! Conversion of SVG to PNG (feature `png`).

use cli_support::Failure;

/// Renders at twice the natural size, or with the given width in pixels.
#[cfg(feature = "png")]
pub(crate) fn fitted(svg: &str, width: Option<u32>) -> Result<Vec<u8>, Failure> {
    use ringrift_draw::PngSize;
    ringrift_draw::png(svg, width.map_or(PngSize::Fit(2.0), PngSize::Width)).map_err(Failure::bad_input)
}

/// Renders at the natural size.
#[cfg(feature = "png")]
pub(crate) fn unscaled(svg: &str) -> Result<Vec<u8>, Failure> {
    ringrift_draw::png(svg, ringrift_draw::PngSize::Scale(1.0)).map_err(Failure::bad_input)
}

#[cfg(not(feature = "png"))]
pub(crate) fn fitted(_svg: &str, _width: Option<u32>) -> Result<Vec<u8>, Failure> {
    Err(unsupported())
}

#[cfg(not(feature = "png"))]
pub(crate) fn unscaled(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(unsupported())
}

#[cfg(not(feature = "png"))]
fn unsupported() -> Failure {
    Failure::BadInput("this program was built without PNG support; choose SVG".to_owned())
}
