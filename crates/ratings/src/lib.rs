//! Ratings from contests of two to four seats with confidence intervals, sequential tests between two players, and
//! related statistics.
//!
//! The crate contains no game rules, performs no I/O and has no global state. The same input gives bit-identical results.
//!
//! # The model
//!
//! A ranking is a sequence of choices: the best of all players, then the best of the remaining ones, and so on. Among the
//! remaining players, the set T is chosen as the best with a probability proportional to
//!
//! ```text
//! tie(|T|) · exp(mean over T of (strength of the player + effect of the seat)),   tie(1) = 1
//! ```
//!
//! This is the Davidson–Luce model (Firth, Kosmidis and Turner 2019). Without ties it is Plackett–Luce, with two seats
//! Davidson's model (1970), with neither Bradley–Terry. Each tie size that occurs has a prevalence. Each seat has an
//! effect, separately for each number of seats. Contests with different numbers of seats are fitted together. Ratings are
//! in Elo: [`ELO_PER_LOG`] (400 / ln 10) per unit of log strength. The terms of a fit are the strengths, the effects of the
//! seats, and the logarithms of the prevalences.
//!
//! # Forfeited contests
//!
//! If a player fails and the contest ends there, all others are ahead of that player and unranked among themselves
//! ([`Contest::forfeited`]). With two seats that is an ordinary loss. With more, the failed player is compared with each
//! other player in a pair; without ties, the model's probability of a pair does not depend on the other players. One
//! failure is not as much evidence as several games, so each pair has the weight 1 / (seats − 1). This is a composite
//! likelihood, not the probability of coming last. Its intervals have not been tested on simulated failures.
//!
//! # Terms that the data do not determine
//!
//! Every term has a normal prior with variance one million (in log units) around zero, or around the mean of the anchors.
//! It is too weak to be visible where the data carry information. Elsewhere, as for a player who won every contest, it
//! keeps the estimate finite, while the end of the interval on that side is infinite.
//!
//! "Leads to" means: connected by a chain of contests in which each player was ahead of or tied with the next. The
//! upper end of a rating is infinite unless all players of the reference group (whose mean is zero) lead to the player;
//! the lower end is infinite unless the player leads to all of them. An end that is more than 7,000 Elo away from both
//! the estimate and zero also counts as infinite. Each such case gives a [`Warning`]. The prior can matter only if
//! dozens of players form a ladder without any upset: it can then bound the effect of a seat that nothing else bounds.
//!
//! # Intervals
//!
//! All intervals have 95 % confidence. The default is the profile likelihood ([`Intervals::Profile`]), exact to a
//! thousandth of a standard deviation. If terms × (number of possible sets T over all distinct groups of remaining
//! players + terms²) exceeds 2 · 10⁹, which is about four times the effort of 200 players and 100,000 contests of four
//! seats, the curvature at the maximum is used instead; [`Fit::method`] and a warning report it. The bootstrap
//! resamples groups of contests ([`Intervals::Bootstrap`]).
//!
//! # Dependencies
//!
//! `nalgebra` provides matrices, Cholesky factors and eigenvalues, `statrs` quantiles and probabilities of the normal and
//! the binomial distribution, `rand_chacha` random numbers. Damped Newton steps, the search for the ends of profiles and
//! the root in the sequential test are implemented here.

#![warn(missing_docs)]

pub mod calibration;
mod contest;
mod estimate;
mod fit;
mod model;
mod paired;
pub mod simulation;
mod sprt;
mod summary;

pub use contest::{Contest, ContestError, MAX_SEATS, MIN_SEATS};
pub use estimate::{CONFIDENCE, ELO_PER_LOG, Estimate};
pub use fit::{
    Anchor, Bootstrap, Fit, FitError, Fragility, Intervals, MAX_ANCHOR_ELO, MAX_PLAYERS, Method, Options, SeatEffect,
    TieEffect, Warning, fit,
};
pub use paired::PairedComparison;
pub use sprt::{
    GameSprt, Hypotheses, MAX_HYPOTHESIS_ELO, PairSprt, Score, Sprt, SprtDecision, SprtError, elo_from_score,
    score_from_elo,
};
pub use summary::{Mean, Share, quantile};
