//! Places of the players at the end of a game.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// Largest number of seats of any game.
pub const MAX_SEATS: usize = 4;

/// Place of each seat, 1 for the best. Tied seats share a place (1, 2, 2, 4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Ranks {
    places: [u8; MAX_SEATS],
    seats: u8,
}

impl Ranks {
    /// Creates ranks from the place of each seat. Returns `None` if the places are inconsistent or their number is not 2 to 4.
    ///
    /// ```
    /// use game::Ranks;
    /// assert!(Ranks::new(&[2, 1, 2]).is_some());
    /// assert!(Ranks::new(&[2, 2]).is_none() && Ranks::new(&[1]).is_none());
    /// ```
    pub fn new(places: &[u8]) -> Option<Ranks> {
        let seats = places.len();
        let better = |place: u8| places.iter().filter(|&&other| other < place).count();
        let is_right = |&place: &u8| usize::from(place) == 1 + better(place);
        if !(2..=MAX_SEATS).contains(&seats) || !places.iter().all(is_right) {
            return None;
        }
        let mut all = [0; MAX_SEATS];
        all[..seats].copy_from_slice(places);
        Some(Ranks { places: all, seats: seats as u8 })
    }

    /// Returns ranks in which all seats share the first place.
    pub fn tied(seats: usize) -> Ranks {
        Ranks::by_score(&vec![0; seats])
    }

    /// Ranks the seats by a score; the highest score comes first.
    ///
    /// # Panics
    /// Panics with fewer than two or more than [`MAX_SEATS`] scores.
    pub fn by_score<T: PartialOrd>(scores: &[T]) -> Ranks {
        let better = |score: &T| scores.iter().filter(|&other| other > score).count();
        let places: Vec<u8> = scores.iter().map(|score| 1 + better(score) as u8).collect();
        Ranks::new(&places).expect("there are 2 to 4 seats")
    }

    /// Returns ranks in which one seat is last and all others share the first place.
    pub fn loser(seats: usize, loser: usize) -> Ranks {
        let scores: Vec<bool> = (0..seats).map(|seat| seat != loser).collect();
        Ranks::by_score(&scores)
    }

    /// Returns the seat in first place, or `None` if several seats share it.
    pub fn winner(&self) -> Option<usize> {
        let mut first = self.iter().enumerate().filter(|&(_, &place)| place == 1).map(|(seat, _)| seat);
        let winner = first.next();
        if first.next().is_some() { None } else { winner }
    }

    /// Returns the share of the other seats that a seat is ahead of, 0.0 to 1.0. A tie counts half.
    pub fn score(&self, seat: usize) -> f64 {
        let place = self[seat];
        let points = self.iter().map(|&other| {
            if other > place {
                1.0
            } else if other == place {
                0.5
            } else {
                0.0
            }
        });
        // The sum includes half a point for the tie of the seat with itself, which does not count.
        (points.sum::<f64>() - 0.5) / (f64::from(self.seats) - 1.0)
    }
}

impl Deref for Ranks {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.places[..usize::from(self.seats)]
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Writes the places by seat, as in `1/2/2`.
impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(u8::to_string).collect::<Vec<String>>().join("/"))
    }
}

impl TryFrom<Vec<u8>> for Ranks {
    type Error = String;

    fn try_from(places: Vec<u8>) -> Result<Ranks, String> {
        Ranks::new(&places).ok_or_else(|| format!("{places:?} are not the places of 2 to 4 seats"))
    }
}

impl From<Ranks> for Vec<u8> {
    fn from(ranks: Ranks) -> Vec<u8> {
        ranks.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_is_the_share_of_seats_beaten() {
        let ranks = Ranks::by_score(&[3, 9, 3, 1]);
        assert_eq!(ranks.to_string(), "2/1/2/4");
        assert_eq!(ranks.winner(), Some(1));
        let scores: Vec<f64> = (0..4).map(|seat| ranks.score(seat)).collect();
        assert_eq!(scores, [0.5, 1.0, 0.5, 0.0]);
        assert_eq!(Ranks::tied(2).score(0), 0.5);
        assert_eq!(Ranks::tied(3).winner(), None);
        assert_eq!(Ranks::loser(3, 1).to_vec(), [1, 3, 1]);
    }

    #[test]
    fn rejects_inconsistent_places() {
        for json in ["[]", "[1]", "[2,2]", "[0,1]", "[1,2,4]", "[1,2,3,4,5]", "[1,300]"] {
            assert!(serde_json::from_str::<Ranks>(json).is_err(), "{json}");
        }
        assert_eq!(serde_json::from_str::<Ranks>("[1,1,3]").expect("valid places").to_vec(), [1, 1, 3]);
    }
}
