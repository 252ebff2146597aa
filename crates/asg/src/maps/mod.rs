//! Built-in and generated maps, and what can be computed about a map.

pub mod generate;
pub mod library;
mod picture;
pub mod symmetry;

pub use picture::picture;
