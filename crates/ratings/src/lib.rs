//! Who is how strong: ratings from contests of two to four seats, with intervals, and tests of one against another.
//!
//! Nothing here knows a game, reads a file or a clock, or keeps state. The same input gives the same bits, whatever
//! else runs.
//!
//! # The model
//!
//! A ranking is a row of choices: the best among all, then the best among those who are left. In a field of players the
//! set T of the best is chosen with a chance in proportion to
//!
//! ```text
//! tie(|T|) · exp(mean over T of (strength of the player + effect of the seat)),   tie(1) = 1
//! ```
//!
//! This is the Davidson–Luce model (Firth, Kosmidis and Turner 2019). Without ties it is Plackett–Luce, with two seats
//! Davidson's model (1970), with neither Bradley–Terry. Each size of ties that occurs has a prevalence; each seat has
//! an effect, apart for each number of seats. Contests with different numbers of seats are fitted together. Ratings are
//! in Elo, 400 / ln 10 ([`ELO_PER_LOG`]) for each unit of log strength.
//!
//! # Contests that were broken off
//!
//! Where somebody failed and nobody played on, all others are ahead of him, and nothing is known about them among
//! themselves ([`Contest::broken_off`]). With two seats that is a loss like any other. With more, whoever failed is
//! compared with each of the others in a pair, which without ties has the same chances whoever else plays. One failure
//! is not as much evidence as several games, so the pairs together weigh as much as one choice: 1 / (seats − 1) each.
//! This is a composite likelihood, not the chance to come last, and its intervals are not tested on simulated failures.
//!
//! # What the data cannot tell
//!
//! Every term is pulled to zero (or to the mean of the anchors) by a normal prior of variance a million, in log units.
//! Where the data tell anything this is too weak to be seen; where they do not, as for a player who won everything, it
//! keeps the value finite, while the end of the interval is infinite on that side. An upper end is infinite
//! if not all whose mean is zero lead to the player by contests in which one was ahead of the next (ties count both
//! ways), a lower end if the player does not lead to all of them; or if the profile has not fallen far enough 7,000 Elo beyond the estimate and zero. A [`Warning`] says what was
//! found. Only where dozens of players form a ladder without any upset does the pull matter: it can then bound the
//! effect of a seat that nothing else bounds.
//!
//! # Intervals
//!
//! All are of 95 %. The default is the profile likelihood ([`Intervals::Profile`]), exact to a thousandth of a standard
//! deviation. If terms × (sets of all different fields + terms²) is more than 2 · 10⁹, about four times the effort of
//! 200 players and 100,000 contests of four seats, the curvature at the peak gives them instead, [`Fit::method`] says
//! so, and so does a warning. The bootstrap draws groups of contests again ([`Intervals::Bootstrap`]).
//!
//! # Whose mathematics
//!
//! Matrices, Cholesky factors and eigenvalues are those of `nalgebra`; quantiles and probabilities of the normal and
//! the binomial distribution those of `statrs`; random numbers those of `rand_chacha`. Newton's method with damped
//! steps, the search for the ends of profiles and the root in the sequential test are a few lines here.

#![warn(missing_docs)]

mod bootstrap;
pub mod calibration;
mod chances;
mod choices;
mod contest;
mod estimate;
mod fit;
mod footing;
mod fragility;
mod graph;
mod likelihood;
mod newton;
mod notes;
mod options;
mod paired;
mod profile;
mod seats;
pub mod simulation;
mod sprt;
mod summary;
mod warning;

pub use contest::{Contest, ContestError, LEAST_SEATS, MOST_SEATS};
pub use estimate::{CONFIDENCE, ELO_PER_LOG, Estimate};
pub use fit::{Fit, SeatEffect, TieEffect, fit};
pub use fragility::Fragility;
pub use options::{Anchor, Bootstrap, FitError, Intervals, LARGEST_ANCHOR, MOST_PLAYERS, Method, Options};
pub use paired::Paired;
pub use sprt::{
    Decision, GameSprt, Hypotheses, LARGEST_HYPOTHESIS, PairSprt, Score, Sprt, SprtError, elo_of, score_of,
};
pub use summary::{Mean, Share, quantile};
pub use warning::Warning;
