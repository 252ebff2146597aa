//! The parts of the ladder: variants, pairings and numbers of games.

use std::str::FromStr;

use ai::Level;
use ringrift::BoardKind;

use crate::measure::{RingRiftVariant, Series, Variant};

/// Number of random actions at the start of every game. Deterministic players would otherwise repeat the same game.
pub(super) const OPENING_PLIES: u32 = 2;

/// Level that the top level also plays against.
pub(super) const FAR_BELOW: u8 = 4;

/// Minimum number of pairs in a part with targets.
pub(super) const MIN_PAIRS: u32 = 100;

const ALL_LEVELS: Players = Players::Levels(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

/// Numbers of simulations that play against twice as many.
const SIMULATIONS: Players = Players::Doubled(&[25, 50, 100, 200, 400, 800]);

/// Simulations that take at most as long as a decision of `classic:10` on square8, on processors with AVX-512. The table of times
/// of the part shows it.
const EQUAL_TIME: u32 = 200;

/// Players of a part.
#[derive(Copy, Clone, Debug)]
enum Players {
    /// Each of these levels plays against the next.
    Levels(&'static [u8]),
    /// A search with a network and twice this number of simulations plays against one with this number.
    Doubled(&'static [u32]),
    /// The top level plays against the top level of the search without a network.
    Classic,
    /// A search with a network that takes at most as long plays against the top level of the search without one.
    EqualTime,
}

/// Targets of the scores of a part.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum ScoreTargets {
    None,
    /// Each level has a range of scores against the one below.
    Steps,
    /// Every score must be above one half, and the interval of all pairs together as well.
    Doubling,
    /// Every score must be at least this.
    AtLeast(f64),
}

/// Part of the ladder.
#[derive(Debug)]
pub(super) struct Part {
    /// Name of the part and of its log.
    pub(super) name: &'static str,
    /// Title in the document.
    pub(super) title: &'static str,
    pub(super) variant: Variant,
    players: Players,
    /// Number of openings, each played once from every seat.
    pub(super) pairs: u32,
    pub(super) targets: ScoreTargets,
}

/// Returns an edition on square8 with two players.
const fn square8(edition: &'static str, set: &'static [(&'static str, &'static str)]) -> Variant {
    Variant::RingRift(RingRiftVariant {
        board: BoardKind::Square8,
        players: 2,
        edition,
        set,
        random_plies: OPENING_PLIES,
    })
}

/// Returns the live edition on a board.
const fn live(board: BoardKind, players: u8) -> Variant {
    Variant::RingRift(RingRiftVariant { board, players, edition: "live", set: &[], random_plies: OPENING_PLIES })
}

/// The default edition for people on the large hexagonal board, which `live` does not define.
const HEXAGONAL: Variant = Variant::RingRift(RingRiftVariant {
    board: BoardKind::Hexagonal,
    players: 2,
    edition: "standard",
    set: &[],
    random_plies: OPENING_PLIES,
});

/// Returns a part on square8 in which searches play against searches with half the simulations.
const fn doubling(name: &'static str, title: &'static str, edition: &'static str) -> Part {
    let (variant, targets) = (square8(edition, &[]), ScoreTargets::Doubling);
    Part { name, title, variant, players: SIMULATIONS, pairs: 100, targets }
}

/// Returns a part in which the top level plays against the top level of the search without a network.
const fn classic(name: &'static str, title: &'static str, variant: Variant, pairs: u32, score: f64) -> Part {
    Part { name, title, variant, players: Players::Classic, pairs, targets: ScoreTargets::AtLeast(score) }
}

/// Returns a part in which a search with a network plays at equal time.
const fn equal_time(name: &'static str, title: &'static str, edition: &'static str) -> Part {
    let (variant, targets) = (square8(edition, &[]), ScoreTargets::AtLeast(0.75));
    Part { name, title, variant, players: Players::EqualTime, pairs: 200, targets }
}

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: "live",
        title: "The live edition",
        variant: square8("live", &[]),
        players: ALL_LEVELS,
        pairs: 100,
        targets: ScoreTargets::Steps,
    },
    Part {
        name: "standard",
        title: "The default edition for people",
        variant: square8("standard", &[]),
        players: ALL_LEVELS,
        pairs: 100,
        targets: ScoreTargets::Steps,
    },
    Part {
        name: "canon",
        title: "Canon by the rulebook",
        variant: square8("canon", &[]),
        players: ALL_LEVELS,
        pairs: 50,
        targets: ScoreTargets::None,
    },
    Part {
        name: "compact",
        title: "The compact edition",
        variant: square8("compact", &[]),
        players: ALL_LEVELS,
        pairs: 30,
        targets: ScoreTargets::None,
    },
    Part {
        name: "live-3p",
        title: "Three players",
        variant: live(BoardKind::Square8, 3),
        players: ALL_LEVELS,
        pairs: 20,
        targets: ScoreTargets::None,
    },
    Part {
        name: "live-4p",
        title: "Four players",
        variant: live(BoardKind::Square8, 4),
        players: ALL_LEVELS,
        pairs: 15,
        targets: ScoreTargets::None,
    },
    Part {
        name: "hex8",
        title: "The small hexagonal board",
        variant: live(BoardKind::Hex8, 2),
        players: ALL_LEVELS,
        pairs: 30,
        targets: ScoreTargets::None,
    },
    Part {
        name: "square19",
        title: "A large board",
        variant: live(BoardKind::Square19, 2),
        players: Players::Levels(&[2, 4, 6, 8, 10]),
        pairs: 5,
        targets: ScoreTargets::None,
    },
    Part {
        name: "asg",
        title: "The Agent Strategy Game",
        variant: Variant::Asg,
        players: Players::Levels(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        pairs: 104,
        targets: ScoreTargets::None,
    },
    doubling("live-double", "Twice the simulations, in the live edition", "live"),
    doubling("standard-double", "Twice the simulations, in the default edition for people", "standard"),
    classic("standard-classic", "Against the search without a network", square8("standard", &[]), 200, 0.9),
    classic("canon-classic", "Against the search without a network, by the rulebook", square8("canon", &[]), 200, 0.85),
    classic("compact-classic", "Against the search without a network, compact", square8("compact", &[]), 200, 0.85),
    classic("live-classic", "Against the search without a network, live", square8("live", &[]), 200, 0.75),
    classic("3p-classic", "Against the search without a network, three players", live(BoardKind::Square8, 3), 100, 0.6),
    classic("4p-classic", "Against the search without a network, four players", live(BoardKind::Square8, 4), 100, 0.6),
    classic("hex8-classic", "Against the search without a network, hex8", live(BoardKind::Hex8, 2), 200, 0.75),
    classic(
        "square19-classic",
        "Against the search without a network, square19",
        live(BoardKind::Square19, 2),
        25,
        0.6,
    ),
    classic("hexagonal-classic", "Against the search without a network, hexagonal", HEXAGONAL, 25, 0.6),
    classic(
        "hexagonal12-classic",
        "Against the search without a network, hexagonal12",
        live(BoardKind::Hexagonal12, 2),
        25,
        0.6,
    ),
    equal_time("standard-time", "Against the search without a network at equal time", "standard"),
    equal_time("live-time", "Against the search without a network at equal time, live", "live"),
];

impl Part {
    /// Reports whether all players are connected by games, so that they can be rated.
    pub(super) fn has_ratings(&self) -> bool {
        matches!(self.players, Players::Levels(_))
    }

    /// Returns the series of the part. `only` restricts the levels.
    pub(super) fn series(&self, only: Option<&Levels>, pairs: u32) -> Vec<Series> {
        let pairings: Vec<[String; 2]> = match self.players {
            Players::Levels(levels) => {
                let is_in = |level: &u8| only.is_none_or(|only| only.0.contains(level));
                let levels: Vec<u8> = levels.iter().copied().filter(is_in).collect();
                pairings(&levels).into_iter().map(|(upper, lower)| [upper, lower].map(level_name)).collect()
            }
            Players::Doubled(_) | Players::Classic | Players::EqualTime if only.is_some() => Vec::new(),
            Players::Doubled(numbers) => {
                numbers.iter().map(|number| [2 * number, *number].map(|number| format!("neural:{number}"))).collect()
            }
            Players::Classic => vec![[level_name(Level::HIGHEST.number()), highest_classic()]],
            Players::EqualTime => vec![[format!("neural:{EQUAL_TIME}"), highest_classic()]],
        };
        pairings.into_iter().map(|[upper, lower]| self.one_series(upper, &lower, pairs)).collect()
    }

    /// Returns a series of one upper player against lower players in all other seats.
    fn one_series(&self, upper: String, lower: &str, pairs: u32) -> Series {
        let name = match self.players {
            Players::Levels(_) => format!("ladder {}: {upper} against {lower}", self.name).replace("level:", "level "),
            Players::Doubled(_) | Players::Classic | Players::EqualTime => format!("ladder {}: {upper}", self.name),
        };
        let others = (1..self.variant.seats()).map(|_| lower.to_owned());
        Series {
            name,
            variant: self.variant,
            players: std::iter::once(upper).chain(others).collect(),
            conditions: pairs,
        }
    }
}

/// Returns the pairings: each level with the one below, and the top level with one far below.
fn pairings(levels: &[u8]) -> Vec<(u8, u8)> {
    let mut pairings: Vec<(u8, u8)> = levels.windows(2).map(|two| (two[1], two[0])).collect();
    let far = (Level::HIGHEST.number(), FAR_BELOW);
    let has_both = [far.0, far.1].iter().all(|level| levels.contains(level));
    if has_both && !pairings.contains(&far) {
        pairings.push(far);
    }
    pairings
}

/// Returns the player name of a level.
pub(super) fn level_name(level: u8) -> String {
    format!("level:{level}")
}

fn highest_classic() -> String {
    format!("classic:{}", Level::HIGHEST)
}

/// List of levels, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Levels(Vec<u8>);

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Levels, String> {
        let problem = |_| "expected levels from 1 to 10, as in 1-3 or 2,4,6".to_owned();
        let mut levels = Vec::new();
        for piece in text.split(',') {
            let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
            let [first, last] = [first, last].map(|level| level.trim().parse::<Level>().map_err(problem));
            levels.extend(first?.number()..=last?.number());
        }
        levels.sort_unstable();
        levels.dedup();
        if levels.len() < 2 { Err("expected at least two levels".to_owned()) } else { Ok(Levels(levels)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_written_as_ranges_and_lists() {
        assert_eq!("1-3".parse(), Ok(Levels(vec![1, 2, 3])));
        assert_eq!("8,2,4-6".parse(), Ok(Levels(vec![2, 4, 5, 6, 8])));
        for bad in ["", "0-3", "11", "a", "3-1", "4"] {
            assert!(bad.parse::<Levels>().is_err(), "{bad}");
        }
    }

    #[test]
    fn pairs_each_level_with_the_one_below_and_the_top_level_with_one_far_below() {
        let Players::Levels(levels) = ALL_LEVELS else { panic!("the players are levels") };
        let all = pairings(levels);
        assert_eq!((all.len(), all[0], all[9]), (10, (2, 1), (10, 4)));
        assert_eq!(pairings(&[4, 10]), [(10, 4)]);
        assert_eq!(pairings(&[1, 2]), [(2, 1)]);
    }

    #[test]
    fn the_top_level_plays_against_the_top_level_without_a_network() {
        let part = PARTS.iter().find(|part| part.name == "3p-classic").expect("the part exists");
        assert_eq!(part.series(None, 1)[0].players, ["level:10", "classic:10", "classic:10"]);
    }

    #[test]
    fn pairs_each_search_with_half_its_simulations() {
        let part = PARTS.iter().find(|part| part.name == "live-double").expect("the part exists");
        assert_eq!(part.series(None, 1)[0].players, ["neural:50", "neural:25"]);
        assert_eq!(part.series(None, 1)[5].players, ["neural:1600", "neural:800"]);
        assert!(part.series(Some(&Levels(vec![1, 2])), 1).is_empty());
    }

    #[test]
    fn every_seat_has_a_player() {
        for part in PARTS {
            let series = part.series(None, 1);
            assert!(series.iter().all(|series| series.players.len() == usize::from(part.variant.seats())), "{part:?}");
            let is_enough = part.pairs >= MIN_PAIRS && series.len() == 10;
            assert_eq!(part.targets == ScoreTargets::Steps, is_enough, "{part:?}");
        }
    }
}
