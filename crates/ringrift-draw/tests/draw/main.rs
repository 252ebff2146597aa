//! Tests of pictures as SVG documents and as pixels.

mod chances;
mod changes;
mod curves;
mod document;
mod golden;
#[cfg(feature = "png")]
mod pixels;
mod play;
mod stacks;
mod strips;
