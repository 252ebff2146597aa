//! Warnings about limitations of the data.

use std::fmt;

/// A limitation of a fit that affects the interpretation of its results.
///
/// # Examples
///
/// ```
/// use ratings::Warning;
///
/// assert_eq!(Warning::FewGames { player: 3, contests: 2 }.to_string(), "player 3 has only 2 games");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// There are no contests.
    NoContests,
    /// The maximisation of the likelihood did not converge.
    NotConverged,
    /// Some players are not connected by contests, not even through others. Ratings are comparable only within a group.
    Disconnected {
        /// Players of each group that has contests.
        groups: Vec<Vec<u32>>,
    },
    /// A player has no contests.
    NoGames(u32),
    /// A player has fewer contests than [`Options::min_contests`](crate::Options::min_contests).
    FewGames {
        /// Number of the player.
        player: u32,
        /// Number of contests.
        contests: u32,
    },
    /// A player was ahead of all others in every contest; the rating has no upper bound.
    NeverLost(u32),
    /// A player was behind all others in every contest; the rating has no lower bound.
    NeverWon(u32),
    /// The rating of a player is unbounded on at least one side.
    Unbounded(u32),
    /// Players change seats too little to separate seat effects from strengths; the seats are treated as
    /// equal.
    SeatsNotRotated {
        /// Number of seats of these contests.
        seats: u8,
    },
    /// A player always has the same seat, so the effect of that seat is estimated from the other players only.
    AlwaysSameSeat {
        /// Number of the player.
        player: u32,
        /// Number of seats of these contests.
        seats: u8,
    },
    /// The effect of a seat is unbounded on at least one side.
    SeatUnbounded {
        /// Number of seats of these contests.
        seats: u8,
        /// Index of the seat, from 0.
        seat: u8,
    },
    /// The prevalence of a tie size is unbounded, for example if all contests are ties.
    TiesUnbounded {
        /// Number of players who share a place.
        size: u8,
    },
    /// The data are too large for profile intervals; the curvature (Wald) was used.
    TooLargeToProfile,
}

impl Warning {
    /// Returns the warning as a sentence; `name` returns the name of a player.
    ///
    /// ```
    /// use ratings::Warning;
    ///
    /// let names = ["Ann", "Bob"];
    /// let message = Warning::NoGames(1).message(&|player| names[player as usize].to_owned());
    /// assert_eq!(message, "Bob has no games");
    /// ```
    pub fn message(&self, name: &dyn Fn(u32) -> String) -> String {
        let name = |player: &u32| name(*player);
        match self {
            Warning::NoContests => "there are no games".to_owned(),
            Warning::NotConverged => "the fit did not converge".to_owned(),
            Warning::Disconnected { groups } => format!(
                "games do not connect all players; there are {} groups, and ratings are comparable only within a group",
                groups.len()
            ),
            Warning::NoGames(player) => format!("{} has no games", name(player)),
            Warning::FewGames { player, contests } => {
                format!("{} has only {contests} {}", name(player), if *contests == 1 { "game" } else { "games" })
            }
            Warning::NeverLost(player) => {
                format!("{} was ahead of all others in every game; the rating has no upper bound", name(player))
            }
            Warning::NeverWon(player) => {
                format!("{} was behind all others in every game; the rating has no lower bound", name(player))
            }
            Warning::Unbounded(player) => format!("the games do not bound the rating of {}", name(player)),
            Warning::SeatsNotRotated { seats } => format!(
                "in games of {seats} seats, players change seats too little to separate seat effects from \
                 strengths; the seats are treated as equal"
            ),
            Warning::AlwaysSameSeat { player, seats } => {
                format!("{} always has the same seat in games of {seats} seats", name(player))
            }
            Warning::SeatUnbounded { seats, seat } => {
                format!("the games do not bound the effect of seat {} of {seats}", seat + 1)
            }
            Warning::TiesUnbounded { size } => format!("the games do not bound how often {size} players tie"),
            Warning::TooLargeToProfile => {
                "too many players and games for profile intervals; using the curvature (Wald)".to_owned()
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(&|player| format!("player {player}")))
    }
}
