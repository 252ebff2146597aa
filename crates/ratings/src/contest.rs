//! Contests: players and their places.

/// Minimum number of seats of a contest.
pub const MIN_SEATS: usize = 2;

/// Maximum number of seats of a contest.
pub const MAX_SEATS: usize = 4;

/// One game: the players by seat and their places.
///
/// Players are numbers from 0 that the caller assigns. The best place is 1. Tied players share a place, and the following
/// places are skipped: 1, 2, 2, 4.
///
/// # Examples
///
/// ```
/// use ratings::Contest;
///
/// let contest = Contest::new(&[7, 0, 3], &[2, 1, 2])?;
/// assert_eq!(contest.players(), [7, 0, 3]);
/// assert_eq!(contest.places(), [2, 1, 2]);
/// assert!(Contest::new(&[7, 0], &[1, 3]).is_err(), "place 2 is missing");
/// # Ok::<(), ratings::ContestError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contest {
    players: [u32; MAX_SEATS],
    places: [u8; MAX_SEATS],
    seats: u8,
    /// Whether the players who share the first place are unranked among themselves, not tied.
    is_forfeited: bool,
}

/// Error for players and places that are not a contest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The number of seats is outside [`MIN_SEATS`] to [`MAX_SEATS`].
    #[error("expected a contest of {MIN_SEATS} to {MAX_SEATS} seats, found {0}")]
    Seats(usize),
    /// The numbers of players and places differ.
    #[error("{places} places for {seats} seats")]
    Lengths {
        /// Number of players.
        seats: usize,
        /// Number of places.
        places: usize,
    },
    /// A player has two seats.
    #[error("player {0} has two seats")]
    SamePlayer(u32),
    /// The places are not a ranking.
    #[error("the places {0:?} are not a ranking: the best is 1, and ties share a place and skip the following ones")]
    Places(Vec<u8>),
    /// The seat does not exist.
    #[error("there is no seat {0}")]
    NoSeat(usize),
}

impl Contest {
    /// Creates a contest from the players and their places, both in seat order.
    ///
    /// # Errors
    ///
    /// Fails if the number of seats is out of range, a player has two seats, or the places are not a ranking.
    pub fn new(players: &[u32], places: &[u8]) -> Result<Contest, ContestError> {
        let seats = players.len();
        if !(MIN_SEATS..=MAX_SEATS).contains(&seats) {
            return Err(ContestError::Seats(seats));
        }
        if places.len() != seats {
            return Err(ContestError::Lengths { seats, places: places.len() });
        }
        if let Some(twice) = (1..seats).find(|&seat| players[..seat].contains(&players[seat])) {
            return Err(ContestError::SamePlayer(players[twice]));
        }
        if !is_ranking(places) {
            return Err(ContestError::Places(places.to_vec()));
        }
        let mut contest =
            Contest { players: [0; MAX_SEATS], places: [0; MAX_SEATS], seats: seats as u8, is_forfeited: false };
        contest.players[..seats].copy_from_slice(players);
        contest.places[..seats].copy_from_slice(places);
        Ok(contest)
    }

    /// Creates a contest that ended because the player in seat `failed` failed: all others are ahead of that player and
    /// unranked among themselves. With two seats this equals a loss.
    ///
    /// # Errors
    ///
    /// Fails if the number of seats is out of range, a player has two seats, or the seat does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratings::Contest;
    ///
    /// let contest = Contest::forfeited(&[7, 0, 3], 1)?;
    /// assert_eq!(contest.places(), [1, 3, 1]);
    /// assert!(contest.is_ranked(0, 1) && !contest.is_ranked(0, 2));
    /// assert_eq!(Contest::forfeited(&[7, 0], 1)?, Contest::new(&[7, 0], &[1, 2])?);
    /// # Ok::<(), ratings::ContestError>(())
    /// ```
    pub fn forfeited(players: &[u32], failed: usize) -> Result<Contest, ContestError> {
        let last = players.len().min(usize::from(u8::MAX)) as u8;
        let places: Vec<u8> = (0..players.len()).map(|seat| if seat == failed { last } else { 1 }).collect();
        let contest = Contest::new(players, &places)?;
        if failed >= players.len() {
            return Err(ContestError::NoSeat(failed));
        }
        Ok(Contest { is_forfeited: players.len() > 2, ..contest })
    }

    /// Reports whether the order of two seats is known, including a tie.
    pub fn is_ranked(&self, one: usize, other: usize) -> bool {
        !self.is_forfeited || self.places[one] != self.places[other]
    }

    pub(crate) fn is_forfeited(&self) -> bool {
        self.is_forfeited
    }

    /// Returns the players in seat order.
    pub fn players(&self) -> &[u32] {
        &self.players[..self.seats()]
    }

    /// Returns the places in seat order; the best is 1.
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats()]
    }

    /// Returns the number of seats, 2 to 4.
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }
}

/// Reports whether each place is one more than the number of better places.
fn is_ranking(places: &[u8]) -> bool {
    places.iter().all(|&place| usize::from(place) == 1 + places.iter().filter(|&&other| other < place).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_place_and_skip_the_following() {
        for places in [&[1, 2][..], &[2, 1], &[1, 1], &[1, 2, 2, 4], &[1, 1, 3, 3], &[1, 1, 1, 4], &[3, 1, 1]] {
            assert!(is_ranking(places), "{places:?}");
        }
        for places in [&[0, 1][..], &[2, 2], &[1, 3], &[1, 2, 2, 3], &[1, 1, 2], &[255, 1], &[0, 0]] {
            assert!(!is_ranking(places), "{places:?}");
        }
    }

    #[test]
    fn invalid_contests_are_rejected() {
        let text =
            |players: &[u32], places: &[u8]| Contest::new(players, places).expect_err("invalid contest").to_string();
        assert_eq!(text(&[], &[]), "expected a contest of 2 to 4 seats, found 0");
        assert_eq!(text(&[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5]), "expected a contest of 2 to 4 seats, found 5");
        assert_eq!(text(&[1, 2], &[1, 2, 3]), "3 places for 2 seats");
        assert_eq!(text(&[4, 2, 4], &[1, 2, 3]), "player 4 has two seats");
        assert!(text(&[4, 2], &[1, 3]).starts_with("the places [1, 3] are not a ranking"));
    }
}
