//! What runs games has to know about one.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// The most seats at a table.
pub const MAX_SEATS: usize = 4;

/// A game that can be run without knowing which it is.
///
/// Seats are numbered from 0 and belong to players for the whole game, whichever colours they play. They need not alternate:
/// a turn can take several decisions of one seat.
pub trait Game: Clone + Send + Sync + 'static {
    /// What is decided at once: an action of RingRift, all orders of a ply of ASG.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync;

    /// How many play.
    fn seats(&self) -> usize;

    /// Who decides now; nobody if the game is over.
    fn to_move(&self) -> Option<usize>;

    /// Adds moves that are possible now to a list: all of them in RingRift; in ASG, where orders are combined freely, passing
    /// and every single order with its smallest and its largest amount.
    fn legal_moves(&self, list: &mut Vec<Self::Move>);

    /// Checks whether all of a move is possible now.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn check(&self, chosen: &Self::Move) -> Result<(), Rejection>;

    /// Plays a move. Where a move has several parts, those that are impossible are left out.
    ///
    /// # Errors
    /// If nothing can be made of the move; the game is then unchanged.
    fn play(&mut self, chosen: &Self::Move) -> Result<(), Rejection>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// Everything that the rest of the game depends on, as a text that is equal for equal games.
    fn state(&self) -> String;
}

/// How a game ended by its rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The place of every seat.
    pub ranks: Ranks,
    /// Why, as it is called in records.
    pub reason: &'static str,
}

/// The place of every seat, 1 for the best; equal ones share a place (1, 2, 2, 4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Ranks {
    places: [u8; MAX_SEATS],
    seats: u8,
}

impl Ranks {
    /// Places by seat; none if nobody can share them so.
    ///
    /// ```
    /// use arena::Ranks;
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

    /// All are equal.
    pub fn tied(seats: usize) -> Ranks {
        Ranks::by_score(&vec![0; seats])
    }

    /// The seats ranked by something of which more is better.
    ///
    /// # Panics
    /// With fewer than two seats, or more than there can be.
    pub fn by_score<T: PartialOrd>(scores: &[T]) -> Ranks {
        let better = |score: &T| scores.iter().filter(|&other| other > score).count();
        let places: Vec<u8> = scores.iter().map(|score| 1 + better(score) as u8).collect();
        Ranks::new(&places).expect("from two to four seats")
    }

    /// One seat comes last, all others share the first place.
    pub fn loser(seats: usize, loser: usize) -> Ranks {
        let scores: Vec<bool> = (0..seats).map(|seat| seat != loser).collect();
        Ranks::by_score(&scores)
    }

    /// Whether one seat alone is first.
    pub fn winner(&self) -> Option<usize> {
        let mut first = self.iter().enumerate().filter(|&(_, &place)| place == 1).map(|(seat, _)| seat);
        let winner = first.next();
        if first.next().is_some() { None } else { winner }
    }

    /// The share of the other seats that a seat is ahead of; being equal counts half. With two seats 1, ½ or 0.
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
        // A seat is equal to itself.
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

/// As `1/2/2`.
impl fmt::Display for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(u8::to_string).collect::<Vec<String>>().join("/"))
    }
}

impl TryFrom<Vec<u8>> for Ranks {
    type Error = String;

    fn try_from(places: Vec<u8>) -> Result<Ranks, String> {
        Ranks::new(&places).ok_or_else(|| format!("{places:?} are no places that two to four seats can have"))
    }
}

impl From<Ranks> for Vec<u8> {
    fn from(ranks: Ranks) -> Vec<u8> {
        ranks.to_vec()
    }
}

/// Why a move, or a part of one, was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}{}", rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})")))]
pub struct Rejection {
    /// Its kind, which never changes: a program can tell by it.
    pub code: String,
    /// The rule behind it, such as `RR-CANON-R091`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong, in words.
    pub message: String,
    /// The cells that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

impl Rejection {
    /// A refusal behind which there is no rule with a number.
    pub fn new(code: &str, message: impl Into<String>) -> Rejection {
        Rejection { code: code.to_owned(), rule: None, message: message.into(), cells: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shares_of_those_beaten() {
        let ranks = Ranks::by_score(&[3, 9, 3, 1]);
        assert_eq!(ranks.to_string(), "2/1/2/4");
        assert_eq!(ranks.winner(), Some(1));
        let scores: Vec<f64> = (0..4).map(|seat| ranks.score(seat)).collect();
        assert_eq!(scores, [0.5, 1.0, 0.5, 0.0]);
        assert_eq!((Ranks::tied(2).score(0), Ranks::tied(3).winner()), (0.5, None));
        assert_eq!(Ranks::loser(3, 1).to_vec(), [1, 3, 1]);
    }

    #[test]
    fn senseless_places_are_refused() {
        for json in ["[]", "[1]", "[2,2]", "[0,1]", "[1,2,4]", "[1,2,3,4,5]", "[1,300]"] {
            assert!(serde_json::from_str::<Ranks>(json).is_err(), "{json}");
        }
        assert_eq!(serde_json::from_str::<Ranks>("[1,1,3]").expect("places").to_vec(), [1, 1, 3]);
    }
}
