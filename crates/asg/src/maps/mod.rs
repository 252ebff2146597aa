//! Built-in and generated maps, pictures of maps, and their symmetry.

pub mod generate;
pub mod grid;
pub mod library;
mod picture;
pub mod symmetry;

pub use picture::picture;
