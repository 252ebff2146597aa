//! Who met whom, and who came in which place.

/// The fewest seats of a contest.
pub const LEAST_SEATS: usize = 2;

/// The most seats of a contest.
pub const MOST_SEATS: usize = 4;

/// One game: the players by seat and the place each of them reached.
///
/// Players are numbers that the caller gives out, from zero. The best place is one; whoever ties shares a place, and
/// the places that are taken up so are left out: 1, 2, 2, 4.
///
/// # Examples
///
/// ```
/// use ratings::Contest;
///
/// let contest = Contest::new(&[7, 0, 3], &[2, 1, 2])?;
/// assert_eq!(contest.players(), [7, 0, 3]);
/// assert_eq!(contest.places(), [2, 1, 2]);
/// assert!(Contest::new(&[7, 0], &[1, 3]).is_err(), "nobody came second");
/// # Ok::<(), ratings::ContestError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contest {
    players: [u32; MOST_SEATS],
    places: [u8; MOST_SEATS],
    seats: u8,
    /// Whether those who share the first place did not tie: nobody knows how they would have come in.
    is_broken_off: bool,
}

/// Why something is not a contest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// Too few or too many seats.
    #[error("a contest of {0} seats; there can be {LEAST_SEATS} to {MOST_SEATS}")]
    Seats(usize),
    /// Not one place for each seat.
    #[error("{places} places for {seats} seats")]
    Lengths {
        /// The number of players.
        seats: usize,
        /// The number of places.
        places: usize,
    },
    /// Somebody sits in two seats.
    #[error("player {0} sits in two seats")]
    SamePlayer(u32),
    /// The places are not those of a ranking.
    #[error(
        "the places {0:?} are no ranking: the best is 1, ties share a place, and as many places are left out after them"
    )]
    Places(Vec<u8>),
    /// Nobody sits there.
    #[error("there is no seat {0}")]
    NoSeat(usize),
}

impl Contest {
    /// A contest of these players, by seat, who came in these places.
    ///
    /// # Errors
    ///
    /// If there are too few or too many seats, somebody sits twice, or the places make no ranking.
    pub fn new(players: &[u32], places: &[u8]) -> Result<Contest, ContestError> {
        let seats = players.len();
        if !(LEAST_SEATS..=MOST_SEATS).contains(&seats) {
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
            Contest { players: [0; MOST_SEATS], places: [0; MOST_SEATS], seats: seats as u8, is_broken_off: false };
        contest.players[..seats].copy_from_slice(players);
        contest.places[..seats].copy_from_slice(places);
        Ok(contest)
    }

    /// A contest that was broken off because somebody failed: all others are ahead of him, and nothing is known about them
    /// among themselves. With two seats he has lost, and that is all there is to know.
    ///
    /// # Errors
    ///
    /// If there are too few or too many seats, somebody sits twice, or there is no such seat.
    ///
    /// # Examples
    ///
    /// ```
    /// use ratings::Contest;
    ///
    /// let contest = Contest::broken_off(&[7, 0, 3], 1)?;
    /// assert_eq!(contest.places(), [1, 3, 1]);
    /// assert!(contest.is_known(0, 1) && !contest.is_known(0, 2));
    /// assert_eq!(Contest::broken_off(&[7, 0], 1)?, Contest::new(&[7, 0], &[1, 2])?);
    /// # Ok::<(), ratings::ContestError>(())
    /// ```
    pub fn broken_off(players: &[u32], failed: usize) -> Result<Contest, ContestError> {
        let last = players.len().min(usize::from(u8::MAX)) as u8;
        let places: Vec<u8> = (0..players.len()).map(|seat| if seat == failed { last } else { 1 }).collect();
        let contest = Contest::new(players, &places)?;
        if failed >= players.len() {
            return Err(ContestError::NoSeat(failed));
        }
        Ok(Contest { is_broken_off: players.len() > 2, ..contest })
    }

    /// Whether it is known who of two seats was ahead, or that they tied.
    pub fn is_known(&self, one: usize, other: usize) -> bool {
        !self.is_broken_off || self.places[one] != self.places[other]
    }

    pub(crate) fn is_broken_off(&self) -> bool {
        self.is_broken_off
    }

    /// The players by seat.
    pub fn players(&self) -> &[u32] {
        &self.players[..self.seats()]
    }

    /// The places by seat, the best is one.
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats()]
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }
}

/// Whether everybody's place is one more than the number of those who came before.
fn is_ranking(places: &[u8]) -> bool {
    places.iter().all(|&place| usize::from(place) == 1 + places.iter().filter(|&&other| other < place).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rankings_share_and_leave_out_places() {
        for places in [&[1, 2][..], &[2, 1], &[1, 1], &[1, 2, 2, 4], &[1, 1, 3, 3], &[1, 1, 1, 4], &[3, 1, 1]] {
            assert!(is_ranking(places), "{places:?}");
        }
        for places in [&[0, 1][..], &[2, 2], &[1, 3], &[1, 2, 2, 3], &[1, 1, 2], &[255, 1], &[0, 0]] {
            assert!(!is_ranking(places), "{places:?}");
        }
    }

    #[test]
    fn nonsense_is_told() {
        let text = |players: &[u32], places: &[u8]| Contest::new(players, places).expect_err("nonsense").to_string();
        assert_eq!(text(&[], &[]), "a contest of 0 seats; there can be 2 to 4");
        assert_eq!(text(&[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5]), "a contest of 5 seats; there can be 2 to 4");
        assert_eq!(text(&[1, 2], &[1, 2, 3]), "3 places for 2 seats");
        assert_eq!(text(&[4, 2, 4], &[1, 2, 3]), "player 4 sits in two seats");
        assert!(text(&[4, 2], &[1, 3]).starts_with("the places [1, 3] are no ranking"));
    }
}
