//! Variants, players and numbers of games.

use ringrift::BoardKind;

use crate::measure::{RingRiftVariant, Series, Variant};

/// Number of random actions at the start of games: 0, because the start of the game is measured. Seeds of the players make
/// games differ; the document reports the number of different games.
pub(super) const OPENING_PLIES: u32 = 0;

/// Player that plays against itself.
#[derive(Debug)]
pub(super) struct Strength {
    /// Name on the command line.
    pub(super) name: &'static str,
    /// Name of the built-in player.
    pub(super) player: &'static str,
    /// Number of games in each part.
    pub(super) games: u32,
}

/// Players, the weakest first.
pub(super) const STRENGTHS: &[Strength] = &[
    Strength { name: "random", player: "random", games: 2_000 },
    Strength { name: "middle", player: "level:5", games: 300 },
    Strength { name: "top", player: "level:10", games: 60 },
];

/// Part of the measurement.
#[derive(Debug)]
pub(super) struct Part {
    /// Name of the part and of its log.
    pub(super) name: &'static str,
    /// Title in the document.
    pub(super) title: &'static str,
    pub(super) variant: RingRiftVariant,
    /// Divisor of the numbers of games.
    pub(super) divisor: u32,
    /// Options that select the rules, for the recommendation; `None` if the part is not a candidate.
    pub(super) preset: Option<&'static str>,
}

/// Returns an edition on a board.
const fn variant(board: BoardKind, players: u8, edition: &'static str) -> RingRiftVariant {
    RingRiftVariant { board, players, edition, set: &[], random_plies: OPENING_PLIES }
}

/// Part that shows whether the game by the rulebook is decided early.
pub(super) const BY_THE_BOOK: &str = "canon";

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: BY_THE_BOOK,
        title: "Canon by the rulebook, all regions can be claimed",
        variant: variant(BoardKind::Square8, 2, "canon"),
        divisor: 1,
        preset: Some("--edition canon"),
    },
    Part {
        name: "no_main",
        title: "Canon without claiming the main region",
        variant: RingRiftVariant { set: &[("regions", "no_main")], ..variant(BoardKind::Square8, 2, "canon") },
        divisor: 1,
        preset: Some("--edition canon --set regions=no_main"),
    },
    Part {
        name: "compact",
        title: "The compact edition",
        variant: variant(BoardKind::Square8, 2, "compact"),
        divisor: 1,
        preset: Some("--edition compact"),
    },
    Part {
        name: "live",
        title: "The live edition",
        variant: variant(BoardKind::Square8, 2, "live"),
        divisor: 1,
        preset: Some("--edition live"),
    },
    Part {
        name: "live-hex8",
        title: "The live edition on the small hexagonal board",
        variant: variant(BoardKind::Hex8, 2, "live"),
        divisor: 2,
        preset: None,
    },
    Part {
        name: "live-3p",
        title: "The live edition with three players",
        variant: variant(BoardKind::Square8, 3, "live"),
        divisor: 4,
        preset: None,
    },
    Part {
        name: "live-4p",
        title: "The live edition with four players",
        variant: variant(BoardKind::Square8, 4, "live"),
        divisor: 4,
        preset: None,
    },
];

impl Part {
    /// Returns a series of a player against itself, with at least this number of games.
    pub(super) fn series(&self, strength: &Strength, games: u32) -> Series {
        let seats = self.variant.players;
        Series {
            name: format!("balance {}: {}", self.name, strength.player),
            variant: Variant::RingRift(self.variant),
            players: (0..seats).map(|_| strength.player.to_owned()).collect(),
            conditions: games.div_ceil(seats.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_the_number_of_games_up_to_full_conditions() {
        for part in PARTS {
            let series = part.series(&STRENGTHS[0], 7);
            assert!(series.conditions * u32::from(part.variant.players) >= 7, "{part:?}");
        }
    }
}
