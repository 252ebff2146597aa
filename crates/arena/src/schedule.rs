//! Who meets whom, where and when.

use crate::game::Ranks;
use crate::settings::Format;

/// A game that is to be played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameSpec {
    /// Where it begins: games with the same number begin alike, for whomever.
    pub condition: u32,
    /// Who plays, by seat: numbers of entrants.
    pub seats: Vec<usize>,
}

impl GameSpec {
    /// The name of the game within its run: `3:0-1` is played in condition 3, entrant 0 having the first seat.
    pub fn id(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        format!("{}:{}", self.condition, seats.join("-"))
    }

    /// What the games have in common that are played by the same entrants in the same condition, once from every seat.
    pub fn group(&self) -> String {
        let mut seats = self.seats.clone();
        seats.sort_unstable();
        GameSpec { condition: self.condition, seats }.id()
    }
}

/// All games of a round robin or a gauntlet; those in a condition come together.
pub fn all_games(format: Format, entrants: usize, seats: usize, conditions: u32) -> Vec<GameSpec> {
    let mut tables = combinations(entrants, seats);
    if format == Format::Gauntlet {
        tables.retain(|table| table[0] == 0);
    }
    (0..conditions).flat_map(|condition| tables.iter().flat_map(move |table| rotations(table, condition))).collect()
}

/// The games of one table in one condition: everybody sits once on every seat. The order around the table changes with the
/// condition, so that nobody always sits behind the same one.
pub fn rotations(table: &[usize], condition: u32) -> Vec<GameSpec> {
    let mut order = table.to_vec();
    if condition % 2 == 1 {
        order[1..].reverse();
    }
    let turned = (0..order.len()).map(|by| {
        let mut seats = order.clone();
        seats.rotate_left(by);
        GameSpec { condition, seats }
    });
    turned.collect()
}

/// All ways to choose so many of `count`, in order.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..size).collect();
    if size > count {
        return all;
    }
    loop {
        all.push(chosen.clone());
        // The last place that can still be raised.
        let Some(place) = (0..size).rev().find(|&place| chosen[place] < count - size + place) else { return all };
        chosen[place] += 1;
        for later in place + 1..size {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

/// What is known when the next round of a Swiss tournament is drawn.
#[derive(Clone, Debug)]
pub struct Swiss {
    points: Vec<f64>,
    games: Vec<u32>,
    /// How often two have met, by the smaller number first.
    met: Vec<Vec<u32>>,
}

impl Swiss {
    /// A tournament in which nothing has been played.
    pub fn new(entrants: usize) -> Swiss {
        Swiss { points: vec![0.0; entrants], games: vec![0; entrants], met: vec![vec![0; entrants]; entrants] }
    }

    /// Takes note of a game.
    pub fn note(&mut self, seats: &[usize], ranks: Ranks) {
        for (seat, &entrant) in seats.iter().enumerate() {
            self.points[entrant] += ranks.score(seat);
            self.games[entrant] += 1;
            for &other in seats.iter().filter(|&&other| other != entrant) {
                self.met[entrant][other] += 1;
            }
        }
    }

    /// The tables of the next round: from the top, each is joined by those of about equal score whom he has met least. Whoever
    /// is left over sits out; that is somebody who has played most so far, the lowest of them.
    pub fn tables(&self, seats: usize) -> Vec<Vec<usize>> {
        let mut waiting = self.playing(seats);
        let mut tables = Vec::new();
        while waiting.len() >= seats {
            let mut table = vec![waiting.remove(0)];
            while table.len() < seats {
                let met = |entrant: usize| table.iter().map(|&other| self.met[entrant][other]).sum::<u32>();
                // The first of the least met is the nearest in score.
                let best = (0..waiting.len()).min_by_key(|&place| (met(waiting[place]), place)).unwrap_or(0);
                table.push(waiting.remove(best));
            }
            table.sort_unstable();
            tables.push(table);
        }
        tables
    }

    /// Those who play in the next round, the best first.
    fn playing(&self, seats: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| self.score(b).total_cmp(&self.score(a)).then(a.cmp(&b)));
        for _ in 0..order.len() % seats {
            let out = (0..order.len()).max_by_key(|&place| (self.games[order[place]], place));
            out.map(|place| order.remove(place));
        }
        order
    }

    fn score(&self, entrant: usize) -> f64 {
        self.points[entrant] / f64::from(self.games[entrant].max(1))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn everybody_meets_everybody_from_every_seat_in_every_condition() {
        for seats in 2..=4 {
            let games = all_games(Format::RoundRobin, 5, seats, 3);
            let ids: BTreeSet<String> = games.iter().map(GameSpec::id).collect();
            assert_eq!(ids.len(), games.len(), "no game twice");
            let mut sat: BTreeMap<(usize, usize, u32), u32> = BTreeMap::new();
            for game in &games {
                for (seat, &entrant) in game.seats.iter().enumerate() {
                    *sat.entry((entrant, seat, game.condition)).or_default() += 1;
                }
            }
            let counts: BTreeSet<u32> = sat.values().copied().collect();
            assert_eq!((sat.len(), counts.len()), (5 * seats * 3, 1), "all meet the same conditions equally often");
        }
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let games = all_games(Format::Gauntlet, 4, 2, 2);
        assert_eq!(games.len(), 3 * 2 * 2);
        assert!(games.iter().all(|game| game.seats.contains(&0)));
        let pairs: BTreeSet<String> = games.iter().map(GameSpec::group).collect();
        assert_eq!(pairs.len(), 6);
    }

    #[test]
    fn swiss_rounds_bring_equals_together_and_avoid_meeting_again() {
        let mut swiss = Swiss::new(5);
        let mut pairs = BTreeSet::new();
        let mut played = [0; 5];
        for round in 0..4 {
            let tables = swiss.tables(2);
            assert_eq!(tables.len(), 2);
            for table in tables {
                assert!(pairs.insert(table.clone()), "round {round}: {table:?} meet again");
                // The smaller number is the better player.
                for game in rotations(&table, round) {
                    swiss.note(&game.seats, Ranks::by_score(&[game.seats[1], game.seats[0]]));
                }
                table.iter().for_each(|&entrant| played[entrant] += 1);
            }
        }
        assert!(played.iter().all(|&rounds| rounds >= 3), "{played:?}: sitting out goes round");
        assert_eq!(swiss.playing(2)[0], 0);
    }

    #[test]
    fn tables_of_three_and_four_are_filled() {
        for seats in [3, 4] {
            let tables = Swiss::new(9).tables(seats);
            assert_eq!(tables.len(), 9 / seats);
            assert!(tables.iter().all(|table| table.len() == seats));
        }
    }
}
