//! Fitting ratings to contests.

mod connectivity;
mod diagnostics;
mod effect;
mod estimation;
mod fragility;
mod options;
mod reachability;
mod warning;

pub use effect::{SeatEffect, TieEffect};
pub use estimation::{Fit, fit};
pub use fragility::Fragility;
pub use options::{Anchor, Bootstrap, FitError, Intervals, MAX_ANCHOR_ELO, MAX_PLAYERS, Method, Options};
pub use warning::Warning;
