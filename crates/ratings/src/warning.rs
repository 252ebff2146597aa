//! What the data cannot tell.

use std::fmt;

/// Something about a fit that its reader should know.
///
/// # Examples
///
/// ```
/// use ratings::Warning;
///
/// assert_eq!(Warning::FewGames { player: 3, contests: 2 }.to_string(), "player 3 has only 2 contests");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Warning {
    /// There are no contests.
    NoContests,
    /// The search for the peak of the likelihood did not end.
    NotConverged,
    /// There are players who never met, not even through others; each group has ratings of its own.
    Disconnected {
        /// The players of each group.
        groups: Vec<Vec<u32>>,
    },
    /// A player has no contests.
    NoGames(u32),
    /// A player has few contests.
    FewGames {
        /// Who.
        player: u32,
        /// How many.
        contests: u32,
    },
    /// A player was alone in front in every contest, so that no rating is too high.
    NeverLost(u32),
    /// A player was alone at the end in every contest, so that no rating is too low.
    NeverWon(u32),
    /// The rating of a player is not bounded on at least one side.
    Unbounded(u32),
    /// Players do not change seats enough to tell seats from players; the seats' effects are taken as zero.
    SeatsNotRotated {
        /// The number of seats of these contests.
        seats: u8,
    },
    /// A player always sits in the same seat, and only others tell what that seat is worth.
    AlwaysSameSeat {
        /// Who.
        player: u32,
        /// The number of seats of these contests.
        seats: u8,
    },
    /// The effect of a seat is not bounded on at least one side.
    SeatUnbounded {
        /// The number of seats of these contests.
        seats: u8,
        /// The seat, from zero.
        seat: u8,
    },
    /// The prevalence of ties of a size is not bounded, as when all contests are ties.
    TiesUnbounded {
        /// How many share a place.
        size: u8,
    },
    /// Profiles would take too long for so many players and contests, so the curvature gave the intervals.
    TooLargeToProfile,
}

impl Warning {
    /// The warning in words, with the players called as they should be.
    ///
    /// ```
    /// use ratings::Warning;
    ///
    /// let names = ["Ann", "Bob"];
    /// let told = Warning::NoGames(1).told(&|player| names[player as usize].to_owned());
    /// assert_eq!(told, "Bob has no contests");
    /// ```
    pub fn told(&self, name: &dyn Fn(u32) -> String) -> String {
        let name = |player: &u32| name(*player);
        match self {
            Warning::NoContests => "there are no contests".to_owned(),
            Warning::NotConverged => "the fit did not converge".to_owned(),
            Warning::Disconnected { groups } => format!(
                "there are {} groups of players who never met, not even through others; ratings compare only within them",
                groups.len()
            ),
            Warning::NoGames(player) => format!("{} has no contests", name(player)),
            Warning::FewGames { player, contests } => {
                format!("{} has only {contests} {}", name(player), if *contests == 1 { "contest" } else { "contests" })
            }
            Warning::NeverLost(player) => {
                format!("{} was ahead of everybody in every contest; the rating has no upper bound", name(player))
            }
            Warning::NeverWon(player) => {
                format!("{} was behind everybody in every contest; the rating has no lower bound", name(player))
            }
            Warning::Unbounded(player) => format!("the contests do not bound the rating of {}", name(player)),
            Warning::SeatsNotRotated { seats } => format!(
                "players of contests of {seats} seats do not change seats enough to tell seats from players; \
                 the seats count as equal"
            ),
            Warning::AlwaysSameSeat { player, seats } => {
                format!("{} always has the same seat in contests of {seats} seats", name(player))
            }
            Warning::SeatUnbounded { seats, seat } => {
                format!("the contests do not bound the effect of seat {} of {seats}", seat + 1)
            }
            Warning::TiesUnbounded { size } => format!("the contests do not bound how often {size} players tie"),
            Warning::TooLargeToProfile => {
                "too many players and contests for profiles; intervals are from the curvature (Wald)".to_owned()
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(&|player| format!("player {player}")))
    }
}
