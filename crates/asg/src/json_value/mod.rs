//! Comparing and formatting JSON values.

mod compare;
mod number;

pub use compare::{JsonDifference, first_difference, same_json};
pub(crate) use compare::{display, is_deeper, path_step, shorten};
pub(crate) use number::{plain, plain_number};
