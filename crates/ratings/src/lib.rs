//! Ratings.
mod bootstrap; mod choices; mod contest; mod estimate; mod fit; mod footing; mod graph; mod likelihood; mod newton; mod notes;
mod options; pub mod simulation; mod profile; mod seats; mod summary; mod warning;
pub use contest::{Contest, ContestError, LEAST_SEATS, MOST_SEATS, PlacesText};
pub use estimate::{CONFIDENCE, ELO_PER_LOG, Estimate};
pub use fit::{Fit, SeatEffect, TieEffect, fit};
pub use options::{Anchor, Bootstrap, FitError, Intervals, LARGEST_ANCHOR, MOST_PLAYERS, Method, Options};
pub use summary::{Mean, Share, quantile};
pub use warning::Warning;
