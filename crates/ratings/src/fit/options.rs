//! Options of a fit and their validation.

use crate::contest::Contest;

/// Maximum number of players of a fit. The curvature is a dense matrix over all of them.
pub const MAX_PLAYERS: usize = 2_000;

/// Largest absolute rating of an anchor, in Elo.
pub const MAX_ANCHOR_ELO: f64 = 10_000.0;

/// Options of a fit.
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
    /// Number of players; `None` means one more than the largest player number that occurs.
    pub players: Option<u32>,
    /// Players with fixed ratings. Without any, the mean rating is zero.
    pub anchors: Vec<Anchor>,
    /// Whether to fit seat effects; if `false`, all seats are treated as equal.
    pub seat_effects: bool,
    /// Method for the intervals.
    pub intervals: Intervals,
    /// Players with fewer contests than this get a warning. The default is 10.
    pub min_contests: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            players: None,
            anchors: Vec::new(),
            seat_effects: true,
            intervals: Intervals::Profile,
            min_contests: 10,
        }
    }
}

/// A player with a fixed rating.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Anchor {
    /// Number of the player, as in the contests; each player can have one anchor.
    pub player: u32,
    /// Rating in Elo, up to [`MAX_ANCHOR_ELO`] from zero.
    pub elo: f64,
}

/// Requested method for the 95 % intervals.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Intervals {
    /// Profile likelihood.
    #[default]
    Profile,
    /// Curvature of the likelihood at its maximum: fast and symmetric, but wrong for unbounded estimates.
    Wald,
    /// Percentiles of fits to contests that are resampled with replacement, group by group.
    Bootstrap(Bootstrap),
}

/// Parameters of the bootstrap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    /// Group of each contest. Contests of a group, such as a pair with swapped seats, are drawn together.
    pub groups: Vec<u32>,
    /// Number of resampled data sets, at least 40.
    pub rounds: u32,
    /// Seed of the random generator.
    pub seed: u64,
}

/// Method that was used for the intervals of a fit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Profile likelihood.
    Profile,
    /// Curvature at the maximum.
    Wald,
    /// Percentiles of fits to resampled contests.
    Bootstrap,
}

/// Error for options that do not fit the contests.
#[derive(Copy, Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// There are more than [`MAX_PLAYERS`] players.
    #[error("{0} players; the maximum is {MAX_PLAYERS}")]
    TooManyPlayers(usize),
    /// A contest or an anchor has a player number that is too large.
    #[error("player number {player} is out of range; there are {players} players")]
    UnknownPlayer {
        /// Number that is too large.
        player: u32,
        /// Number of players; valid numbers are less than this.
        players: usize,
    },
    /// The rating of an anchor is out of range or not a number.
    #[error("player {0} has an anchor out of range; it can be up to {MAX_ANCHOR_ELO} Elo from zero")]
    Anchor(u32),
    /// A player has two anchors.
    #[error("player {0} has two anchors")]
    TwoAnchors(u32),
    /// The bootstrap does not have exactly one group per contest.
    #[error("expected one group per contest, found {groups} groups for {contests} contests")]
    Groups {
        /// Number of groups given.
        groups: usize,
        /// Number of contests, which is the expected number of groups.
        contests: usize,
    },
    /// The bootstrap has fewer than 40 rounds, too few for a percentile of 2.5 %.
    #[error("the bootstrap has {0} rounds; the minimum is 40")]
    Rounds(u32),
}

impl Options {
    /// Validates the options and returns the number of players.
    pub(super) fn check(&self, contests: &[Contest]) -> Result<usize, FitError> {
        let largest = contests.iter().flat_map(Contest::players).copied().max();
        let anchored = self.anchors.iter().map(|anchor| anchor.player).max();
        let needed = largest.max(anchored);
        let players = self.players.map_or_else(|| needed.map_or(0, |largest| largest as usize + 1), |n| n as usize);
        if players > MAX_PLAYERS {
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
            if !(-MAX_ANCHOR_ELO..=MAX_ANCHOR_ELO).contains(&anchor.elo) {
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
        const MIN_ROUNDS: u32 = 40;
        if self.groups.len() != contests {
            return Err(FitError::Groups { groups: self.groups.len(), contests });
        }
        if self.rounds < MIN_ROUNDS { Err(FitError::Rounds(self.rounds)) } else { Ok(()) }
    }
}
