//! Where, who, and how often.

use ringrift::BoardKind;

use crate::measure::{Ground, Place, Series};

/// So many random actions begin every game: none, since it is the start of the game that is measured. Seeds of the players make
/// games differ; the document tells how many do.
pub(super) const OPENING_PLIES: u32 = 0;

/// A player that meets itself.
#[derive(Debug)]
pub(super) struct Strength {
    /// How it is called here.
    pub(super) name: &'static str,
    /// Who it is.
    pub(super) player: &'static str,
    /// How many games it plays in each part.
    pub(super) games: u32,
}

/// The players, the weakest first.
pub(super) const STRENGTHS: &[Strength] = &[
    Strength { name: "random", player: "random", games: 2_000 },
    Strength { name: "middle", player: "level:5", games: 300 },
    Strength { name: "top", player: "level:10", games: 60 },
];

/// Rules that are measured.
#[derive(Debug)]
pub(super) struct Part {
    /// What it is called, and its log.
    pub(super) name: &'static str,
    /// What it is about.
    pub(super) title: &'static str,
    /// Where games are played.
    pub(super) place: Place,
    /// So many times fewer games than usual are played.
    pub(super) divisor: u32,
    /// How the rules are written on the command line, for the recommendation; none if they take no part in it.
    pub(super) preset: Option<&'static str>,
}

/// An edition on a board.
const fn place(board: BoardKind, players: u8, edition: &'static str) -> Place {
    Place { board, players, edition, set: &[], random_plies: OPENING_PLIES }
}

/// The part that tells whether the game by the book is decided early.
pub(super) const BY_THE_BOOK: &str = "canon";

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: BY_THE_BOOK,
        title: "Canon by the book, all regions can be claimed",
        place: place(BoardKind::Square8, 2, "canon"),
        divisor: 1,
        preset: Some("--edition canon"),
    },
    Part {
        name: "no_main",
        title: "Canon without claiming the main region",
        place: Place { set: &[("regions", "no_main")], ..place(BoardKind::Square8, 2, "canon") },
        divisor: 1,
        preset: Some("--edition canon --set regions=no_main"),
    },
    Part {
        name: "compact",
        title: "The compact edition",
        place: place(BoardKind::Square8, 2, "compact"),
        divisor: 1,
        preset: Some("--edition compact"),
    },
    Part {
        name: "live",
        title: "The live edition",
        place: place(BoardKind::Square8, 2, "live"),
        divisor: 1,
        preset: Some("--edition live"),
    },
    Part {
        name: "live-hex8",
        title: "The live edition on the small hexagonal board",
        place: place(BoardKind::Hex8, 2, "live"),
        divisor: 2,
        preset: None,
    },
    Part {
        name: "live-3p",
        title: "The live edition with three players",
        place: place(BoardKind::Square8, 3, "live"),
        divisor: 4,
        preset: None,
    },
    Part {
        name: "live-4p",
        title: "The live edition with four players",
        place: place(BoardKind::Square8, 4, "live"),
        divisor: 4,
        preset: None,
    },
];

impl Part {
    /// A player against itself, in at least so many games: as many as there are seats in each condition.
    pub(super) fn series(&self, strength: &Strength, games: u32) -> Series {
        let seats = self.place.players;
        Series {
            name: format!("balance {}: {}", self.name, strength.player),
            ground: Ground::RingRift(self.place),
            players: (0..seats).map(|_| strength.player.to_owned()).collect(),
            conditions: games.div_ceil(seats.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_is_missing_for_lack_of_seats() {
        for part in PARTS {
            let series = part.series(&STRENGTHS[0], 7);
            assert!(series.conditions * u32::from(part.place.players) >= 7, "{part:?}");
        }
    }
}
