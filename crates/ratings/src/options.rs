//! What a fit should be like.

use crate::contest::Contest;

/// The most players of a fit: the curvature is a full matrix of them.
pub const MOST_PLAYERS: usize = 2_000;

/// The largest rating to which a player can be held, in Elo.
pub const LARGEST_ANCHOR: f64 = 10_000.0;

/// What a fit should be like.
///
/// # Examples
///
/// ```
/// use ratings::{Anchor, Intervals, Options};
///
/// let options = Options {
///     anchors: vec![Anchor { player: 0, elo: 1500.0 }],
///     intervals: Intervals::Wald,
///     ..Options::default()
/// };
/// assert!(options.seat_effects);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The number of players; without it, one more than the largest number that occurs.
    pub players: Option<u32>,
    /// Players held at given ratings. Without any, ratings have the mean zero.
    pub anchors: Vec<Anchor>,
    /// Whether seats have an effect.
    pub seat_effects: bool,
    /// Where the intervals come from.
    pub intervals: Intervals,
    /// Players with fewer contests are warned about.
    pub few: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { players: None, anchors: Vec::new(), seat_effects: true, intervals: Intervals::Profile, few: 10 }
    }
}

/// A player held at a rating.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Anchor {
    /// Who.
    pub player: u32,
    /// The rating in Elo.
    pub elo: f64,
}

/// Where the 95 % intervals come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Intervals {
    /// From the profile of the likelihood.
    #[default]
    Profile,
    /// From the curvature of the likelihood at its peak: fast, symmetric, and wrong where estimates are unbounded.
    Wald,
    /// From fits to contests that are drawn again, group by group, with replacement (percentiles).
    Bootstrap(Bootstrap),
}

/// How contests are drawn again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    /// The group of each contest: contests of a group, such as a pair with seats swapped, are drawn together.
    pub groups: Vec<u32>,
    /// How often all are drawn.
    pub rounds: u32,
    /// Where the random numbers start.
    pub seed: u64,
}

/// The method by which the intervals of a fit were made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// The profile of the likelihood.
    Profile,
    /// The curvature at the peak.
    Wald,
    /// Fits to contests drawn again.
    Bootstrap,
}

/// Why there is no fit.
#[derive(Copy, Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// There are too many players.
    #[error("{0} players; there can be {MOST_PLAYERS}")]
    TooManyPlayers(usize),
    /// A contest or an anchor has a player who is not there.
    #[error("player {player}, but there are {players}")]
    UnknownPlayer {
        /// The number that is too large.
        player: u32,
        /// How many players there are.
        players: usize,
    },
    /// An anchor cannot hold a player there.
    #[error("player {0} is held at no sensible rating; it can be up to {LARGEST_ANCHOR} from zero")]
    Anchor(u32),
    /// Two anchors hold the same player.
    #[error("player {0} is held at two ratings")]
    TwoAnchors(u32),
    /// Not one group for each contest.
    #[error("{groups} groups for {contests} contests")]
    Groups {
        /// The number of groups given.
        groups: usize,
        /// The number of contests.
        contests: usize,
    },
    /// No rounds of drawing again.
    #[error("the bootstrap has too few rounds: {0}; there must be 40 at least, so that 2.5 % of them are one")]
    Rounds(u32),
}

impl Options {
    /// The number of players, once everything was found to be sensible.
    pub(crate) fn check(&self, contests: &[Contest]) -> Result<usize, FitError> {
        let largest = contests.iter().flat_map(Contest::players).copied().max();
        let anchored = self.anchors.iter().map(|anchor| anchor.player).max();
        let needed = largest.max(anchored);
        let players = self.players.map_or_else(|| needed.map_or(0, |largest| largest as usize + 1), |n| n as usize);
        if players > MOST_PLAYERS {
            return Err(FitError::TooManyPlayers(players));
        }
        match needed {
            Some(player) if player as usize >= players => return Err(FitError::UnknownPlayer { player, players }),
            _ => self.check_anchors()?,
        }
        if let Intervals::Bootstrap(bootstrap) = &self.intervals {
            bootstrap.check(contests.len())?;
        }
        Ok(players)
    }

    fn check_anchors(&self) -> Result<(), FitError> {
        for (at, anchor) in self.anchors.iter().enumerate() {
            if !(-LARGEST_ANCHOR..=LARGEST_ANCHOR).contains(&anchor.elo) {
                return Err(FitError::Anchor(anchor.player));
            }
            if self.anchors[..at].iter().any(|other| other.player == anchor.player) {
                return Err(FitError::TwoAnchors(anchor.player));
            }
        }
        Ok(())
    }
}

impl Bootstrap {
    fn check(&self, contests: usize) -> Result<(), FitError> {
        const FEWEST_ROUNDS: u32 = 40;
        if self.groups.len() != contests {
            return Err(FitError::Groups { groups: self.groups.len(), contests });
        }
        if self.rounds < FEWEST_ROUNDS { Err(FitError::Rounds(self.rounds)) } else { Ok(()) }
    }
}
