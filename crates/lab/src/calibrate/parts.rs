//! Variants and numbers of games.

use ringrift::BoardKind;

use crate::measure::{RingRiftVariant, Series, Variant};

/// Player: the weakest level with the same search features as the analysis.
pub(super) const PLAYER: &str = "level:7";

/// Number of random actions at the start of every game.
pub(super) const OPENING_PLIES: u32 = 4;

/// Part of the measurement.
#[derive(Debug)]
pub(super) struct Part {
    /// Name of the part and of its log.
    pub(super) name: &'static str,
    /// Title in the document.
    pub(super) title: &'static str,
    variant: RingRiftVariant,
    /// Number of games.
    pub(super) games: u32,
}

const fn variant(board: BoardKind, players: u8, edition: &'static str) -> RingRiftVariant {
    RingRiftVariant { board, players, edition, set: &[], random_plies: OPENING_PLIES }
}

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part { name: "live", title: "The live edition", variant: variant(BoardKind::Square8, 2, "live"), games: 1_000 },
    Part {
        name: "standard",
        title: "The default edition for people",
        variant: variant(BoardKind::Square8, 2, "standard"),
        games: 1_000,
    },
    Part {
        name: "canon",
        title: "Canon by the rulebook",
        variant: variant(BoardKind::Square8, 2, "canon"),
        games: 150,
    },
    Part {
        name: "compact",
        title: "The compact edition",
        variant: variant(BoardKind::Square8, 2, "compact"),
        games: 150,
    },
    Part { name: "live-3p", title: "Three players", variant: variant(BoardKind::Square8, 3, "live"), games: 150 },
    Part {
        name: "live-hex8",
        title: "The small hexagonal board",
        variant: variant(BoardKind::Hex8, 2, "live"),
        games: 150,
    },
];

impl Part {
    /// Returns a series of the player against itself, with at least this number of games.
    pub(super) fn series(&self, games: u32) -> Series {
        let seats = self.variant.players;
        Series {
            name: format!("calibrate {}: {PLAYER}", self.name),
            variant: Variant::RingRift(self.variant),
            players: (0..seats).map(|_| PLAYER.to_owned()).collect(),
            conditions: games.div_ceil(seats.into()),
        }
    }
}
