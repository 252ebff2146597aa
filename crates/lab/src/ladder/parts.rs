//! The parts of the ladder: where, who against whom, and how often.

use std::str::FromStr;

use ai::Level;
use ringrift::BoardKind;

use super::bars::level_name;
use crate::measure::{Ground, Place, Series};

/// So many random actions begin every game of the ladder: players without luck of their own would play the same game again.
pub(super) const OPENING_PLIES: u32 = 2;

/// The level that the top level is measured against beside the one below.
pub(super) const FAR_BELOW: u8 = 4;

/// Every level.
const ALL_LEVELS: Who = Who::Levels(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

/// Searches that are measured against half their work.
const SEARCHES: Who = Who::Halves(&[1_000, 4_000, 16_000, 64_000]);

/// Who meets whom.
#[derive(Copy, Clone, Debug)]
enum Who {
    /// Each of these levels meets the next.
    Levels(&'static [u8]),
    /// Searches of so many positions each meet one of half as many.
    Halves(&'static [u64]),
}

/// A part of the ladder.
#[derive(Debug)]
pub(super) struct Part {
    /// What it is called, and its log.
    pub(super) name: &'static str,
    /// What it is about.
    pub(super) title: &'static str,
    /// Where games are played.
    pub(super) ground: Ground,
    who: Who,
    /// In how many openings they meet, once from every seat in each.
    pub(super) pairs: u32,
    /// Whether scores have to reach bars.
    pub(super) has_bars: bool,
}

/// Two players on square8, by an edition.
const fn square8(edition: &'static str, set: &'static [(&'static str, &'static str)]) -> Ground {
    Ground::RingRift(Place { board: BoardKind::Square8, players: 2, edition, set, random_plies: OPENING_PLIES })
}

/// The live edition.
const fn live(board: BoardKind, players: u8) -> Ground {
    Ground::RingRift(Place { board, players, edition: "live", set: &[], random_plies: OPENING_PLIES })
}

/// All parts, in the order of the document.
pub(super) const PARTS: &[Part] = &[
    Part {
        name: "live",
        title: "The live edition",
        ground: square8("live", &[]),
        who: ALL_LEVELS,
        pairs: 100,
        has_bars: true,
    },
    Part {
        name: "no_main",
        title: "Canon without claiming the main region",
        ground: square8("canon", &[("regions", "no_main")]),
        who: ALL_LEVELS,
        pairs: 100,
        has_bars: true,
    },
    Part {
        name: "canon",
        title: "Canon by the book",
        ground: square8("canon", &[]),
        who: ALL_LEVELS,
        pairs: 50,
        has_bars: false,
    },
    Part {
        name: "compact",
        title: "The compact edition",
        ground: square8("compact", &[]),
        who: ALL_LEVELS,
        pairs: 30,
        has_bars: false,
    },
    Part {
        name: "live-3p",
        title: "Three players",
        ground: live(BoardKind::Square8, 3),
        who: ALL_LEVELS,
        pairs: 20,
        has_bars: false,
    },
    Part {
        name: "live-4p",
        title: "Four players",
        ground: live(BoardKind::Square8, 4),
        who: ALL_LEVELS,
        pairs: 15,
        has_bars: false,
    },
    Part {
        name: "hex8",
        title: "The small hexagonal board",
        ground: live(BoardKind::Hex8, 2),
        who: ALL_LEVELS,
        pairs: 30,
        has_bars: false,
    },
    Part {
        name: "square19",
        title: "A large board",
        ground: live(BoardKind::Square19, 2),
        who: Who::Levels(&[2, 4, 6, 8, 10]),
        pairs: 5,
        has_bars: false,
    },
    Part {
        name: "asg",
        title: "The Agent Strategy Game",
        ground: Ground::Asg,
        who: Who::Levels(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        pairs: 104,
        has_bars: false,
    },
    Part {
        name: "live-half",
        title: "Half the nodes, in the live edition",
        ground: square8("live", &[]),
        who: SEARCHES,
        pairs: 50,
        has_bars: false,
    },
    Part {
        name: "no_main-half",
        title: "Half the nodes, in canon without claiming the main region",
        ground: square8("canon", &[("regions", "no_main")]),
        who: SEARCHES,
        pairs: 50,
        has_bars: false,
    },
];

impl Part {
    /// Whether all who play are connected by games, so that they can be rated.
    pub(super) fn has_ratings(&self) -> bool {
        matches!(self.who, Who::Levels(_))
    }

    /// The series of the part; if only some levels are wanted, those of the part that are levels.
    pub(super) fn series(&self, only: Option<&Levels>, pairs: u32) -> Vec<Series> {
        let meetings: Vec<[String; 2]> = match self.who {
            Who::Levels(levels) => {
                let is_in = |level: &u8| only.is_none_or(|only| only.0.contains(level));
                let levels: Vec<u8> = levels.iter().copied().filter(is_in).collect();
                meetings(&levels).into_iter().map(|(upper, lower)| [upper, lower].map(level_name)).collect()
            }
            Who::Halves(_) if only.is_some() => Vec::new(),
            Who::Halves(nodes) => {
                nodes.iter().map(|nodes| [*nodes, nodes / 2].map(|nodes| format!("nodes:{nodes}"))).collect()
            }
        };
        meetings.into_iter().map(|[upper, lower]| self.one_series(upper, &lower, pairs)).collect()
    }

    /// One of the upper player, and as many of the lower as there are seats left.
    fn one_series(&self, upper: String, lower: &str, pairs: u32) -> Series {
        let name = match self.who {
            Who::Levels(_) => format!("ladder {}: {upper} against {lower}", self.name).replace("level:", "level "),
            Who::Halves(_) => format!("ladder {}: {upper}", self.name),
        };
        let others = (1..self.ground.seats()).map(|_| lower.to_owned());
        Series { name, ground: self.ground, players: std::iter::once(upper).chain(others).collect(), conditions: pairs }
    }
}

/// Who meets whom: each level the one below, and the top level one far below.
fn meetings(levels: &[u8]) -> Vec<(u8, u8)> {
    let mut meetings: Vec<(u8, u8)> = levels.windows(2).map(|two| (two[1], two[0])).collect();
    let far = (Level::HIGHEST.number(), FAR_BELOW);
    let is_there = [far.0, far.1].iter().all(|level| levels.contains(level));
    if is_there && !meetings.contains(&far) {
        meetings.push(far);
    }
    meetings
}

/// Some levels, in order.
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
        if levels.len() < 2 { Err("at least two levels have to meet".to_owned()) } else { Ok(Levels(levels)) }
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
    fn each_level_meets_the_one_below_and_the_top_one_far_below() {
        let Who::Levels(levels) = ALL_LEVELS else { panic!("levels") };
        let all = meetings(levels);
        assert_eq!((all.len(), all[0], all[9]), (10, (2, 1), (10, 4)));
        assert_eq!(meetings(&[4, 10]), [(10, 4)]);
        assert_eq!(meetings(&[1, 2]), [(2, 1)]);
    }

    #[test]
    fn a_search_meets_half_of_itself() {
        let part = PARTS.iter().find(|part| part.name == "live-half").expect("a part");
        assert_eq!(part.series(None, 1)[0].players, ["nodes:1000", "nodes:500"]);
        assert!(part.series(Some(&Levels(vec![1, 2])), 1).is_empty());
    }

    #[test]
    fn all_seats_are_taken() {
        for part in PARTS {
            let series = part.series(None, 1);
            assert!(series.iter().all(|series| series.players.len() == usize::from(part.ground.seats())), "{part:?}");
            let is_enough = part.pairs >= super::super::bars::LEAST_PAIRS && series.len() == 10;
            assert_eq!(part.has_bars, is_enough, "{part:?}");
        }
    }
}
