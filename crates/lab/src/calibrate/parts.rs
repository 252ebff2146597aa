//! Where games are played, and how many.

use ringrift::BoardKind;

use crate::measure::{Ground, Place, Series};

/// Who plays: the weakest level that sees everything the analysis looks for.
pub(super) const PLAYER: &str = "level:7";

/// So many random actions begin every game.
pub(super) const OPENING_PLIES: u32 = 4;

/// Rules whose chances are checked.
#[derive(Debug)]
pub(super) struct Part {
    /// What it is called, and its log.
    pub(super) name: &'static str,
    /// What it is about.
    pub(super) title: &'static str,
    place: Place,
    /// How many games are played.
    pub(super) games: u32,
}

const fn place(board: BoardKind, players: u8, edition: &'static str) -> Place {
    Place { board, players, edition, set: &[], random_plies: OPENING_PLIES }
}

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part { name: "live", title: "The live edition", place: place(BoardKind::Square8, 2, "live"), games: 1_000 },
    Part {
        name: "no_main",
        title: "Canon without claiming the main region",
        place: Place { set: &[("regions", "no_main")], ..place(BoardKind::Square8, 2, "canon") },
        games: 1_000,
    },
    Part { name: "canon", title: "Canon by the book", place: place(BoardKind::Square8, 2, "canon"), games: 150 },
    Part { name: "compact", title: "The compact edition", place: place(BoardKind::Square8, 2, "compact"), games: 150 },
    Part { name: "live-3p", title: "Three players", place: place(BoardKind::Square8, 3, "live"), games: 150 },
    Part {
        name: "live-hex8",
        title: "The small hexagonal board",
        place: place(BoardKind::Hex8, 2, "live"),
        games: 150,
    },
];

impl Part {
    /// The player against itself, in at least so many games.
    pub(super) fn series(&self, games: u32) -> Series {
        let seats = self.place.players;
        Series {
            name: format!("calibrate {}: {PLAYER}", self.name),
            ground: Ground::RingRift(self.place),
            players: (0..seats).map(|_| PLAYER.to_owned()).collect(),
            conditions: games.div_ceil(seats.into()),
        }
    }
}
