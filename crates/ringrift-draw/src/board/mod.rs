//! The board: its geometry, column and row names, pieces, and marks for the last action.

pub(crate) mod change;
pub(crate) mod coordinates;
pub(crate) mod geometry;
pub(crate) mod layout;
pub(crate) mod pieces;
