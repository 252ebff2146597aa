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
    /// Set if the part is a candidate for the rules that the document recommends to people.
    pub(super) candidate: Option<CandidateRules>,
}

/// Rules that the document can recommend to people.
#[derive(Copy, Clone, Debug)]
pub(super) struct CandidateRules {
    /// Edition whose variants are compared with each other.
    pub(super) edition: &'static str,
    /// Command-line options that select the rules.
    pub(super) options: &'static str,
}

/// Returns an edition on a board.
const fn variant(board: BoardKind, players: u8, edition: &'static str) -> RingRiftVariant {
    RingRiftVariant { board, players, edition, set: &[], random_plies: OPENING_PLIES }
}

/// Excludes the main region from the regions that can be claimed.
const NO_MAIN: (&str, &str) = ("regions", "no_main");

/// Enables the pie rule.
const SWAP: (&str, &str) = ("swap", "on");

/// Returns a part with two players on square8 that is a candidate for the recommendation.
const fn candidate(
    name: &'static str,
    title: &'static str,
    edition: &'static str,
    set: &'static [(&'static str, &'static str)],
    rules: CandidateRules,
) -> Part {
    let variant = RingRiftVariant { set, ..variant(BoardKind::Square8, 2, edition) };
    Part { name, title, variant, divisor: 1, candidate: Some(rules) }
}

/// Part that shows whether the game by the rulebook is decided early.
pub(super) const BY_THE_BOOK: &str = "canon";

/// Parts that show what the pie rule changes: the rules without it, and the same rules with it.
pub(super) const PIE_RULE: [(&str, &str); 2] = [("live", "live-swap"), ("live-no_main", "live-no_main-swap")];

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    candidate(
        "standard",
        "The default edition for people",
        "standard",
        &[],
        CandidateRules { edition: "canon", options: "--edition standard" },
    ),
    candidate(
        BY_THE_BOOK,
        "Canon by the rulebook, all regions can be claimed",
        "canon",
        &[],
        CandidateRules { edition: "canon", options: "--edition canon" },
    ),
    candidate(
        "compact",
        "The compact edition",
        "compact",
        &[],
        CandidateRules { edition: "compact", options: "--edition compact" },
    ),
    candidate(
        "compact-no_main",
        "The compact edition without claiming the main region",
        "compact",
        &[NO_MAIN],
        CandidateRules { edition: "compact", options: "--edition compact --set regions=no_main" },
    ),
    candidate("live", "The live edition", "live", &[], CandidateRules { edition: "live", options: "--edition live" }),
    candidate(
        "live-no_main",
        "The live edition without claiming the main region",
        "live",
        &[NO_MAIN],
        CandidateRules { edition: "live", options: "--edition live --set regions=no_main" },
    ),
    Part {
        name: "live-swap",
        title: "The live edition with the pie rule",
        variant: RingRiftVariant { set: &[SWAP], ..variant(BoardKind::Square8, 2, "live") },
        divisor: 1,
        candidate: None,
    },
    Part {
        name: "live-no_main-swap",
        title: "The live edition with the pie rule, without claiming the main region",
        variant: RingRiftVariant { set: &[NO_MAIN, SWAP], ..variant(BoardKind::Square8, 2, "live") },
        divisor: 1,
        candidate: None,
    },
    Part {
        name: "live-hex8",
        title: "The live edition on the small hexagonal board",
        variant: variant(BoardKind::Hex8, 2, "live"),
        divisor: 2,
        candidate: None,
    },
    Part {
        name: "live-3p",
        title: "The live edition with three players",
        variant: variant(BoardKind::Square8, 3, "live"),
        divisor: 4,
        candidate: None,
    },
    Part {
        name: "live-4p",
        title: "The live edition with four players",
        variant: variant(BoardKind::Square8, 4, "live"),
        divisor: 4,
        candidate: None,
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

    #[test]
    fn pie_rule_parts_differ_only_in_the_pie_rule() {
        let part = |name: &str| PARTS.iter().find(|part| part.name == name).expect("the part exists");
        for (without, with) in PIE_RULE {
            let (without, with) = (part(without).variant, part(with).variant);
            assert_eq!([without.set, &[SWAP]].concat(), with.set);
            assert_eq!((without.edition, without.board), (with.edition, with.board));
        }
    }
}
