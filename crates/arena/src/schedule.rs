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
    /// In how many rounds two have met.
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
        }
    }

    /// Takes note of those who met in a round.
    pub fn meet(&mut self, tables: &[Vec<usize>]) {
        for table in tables {
            for (&one, &other) in table.iter().flat_map(|one| table.iter().map(move |other| (one, other))) {
                self.met[one][other] += u32::from(one != other);
            }
        }
    }

    /// The tables of the next round: from the top, each is joined by those of about equal score, so that as few as possible meet
    /// again. Whoever is left over sits out; that is somebody who has played most so far, the lowest of them.
    pub fn tables(&self, seats: usize) -> Vec<Vec<usize>> {
        let playing = self.playing(seats);
        let most = self.met.iter().flatten().sum::<u32>();
        let found = (0..=most).find_map(|again| {
            let mut seating = Seating { swiss: self, seats, again, steps: MOST_STEPS, order: Vec::new() };
            seating.fill(&playing).then_some(seating.order)
        });
        let order = found.unwrap_or(playing);
        order.chunks_exact(seats).map(<[usize]>::to_vec).map(sorted).collect()
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

fn sorted(mut table: Vec<usize>) -> Vec<usize> {
    table.sort_unstable();
    table
}

/// How long a seating with a number of repeated meetings is looked for, before more of them are allowed.
const MOST_STEPS: u32 = 20_000;

/// A seating that is being looked for.
struct Seating<'a> {
    swiss: &'a Swiss,
    seats: usize,
    /// How many meetings may be repeated.
    again: u32,
    /// How many places may still be tried.
    steps: u32,
    /// Who has been seated, table by table.
    order: Vec<usize>,
}

impl Seating<'_> {
    /// Seats everybody who waits, the best first.
    fn fill(&mut self, waiting: &[usize]) -> bool {
        let opens_table = self.order.len().is_multiple_of(self.seats);
        let table = self.order.len() / self.seats * self.seats;
        // The best of those who wait opens a table; nobody has to be tried instead.
        let candidates = if opens_table { waiting.len().min(1) } else { waiting.len() };
        for place in 0..candidates {
            let Some(steps) = self.steps.checked_sub(1) else { return false };
            self.steps = steps;
            let entrant = waiting[place];
            let met: u32 = self.order[table..].iter().map(|&other| self.swiss.met[entrant][other]).sum();
            let Some(again) = self.again.checked_sub(met) else { continue };
            let before = std::mem::replace(&mut self.again, again);
            self.order.push(entrant);
            if self.fill(&[&waiting[..place], &waiting[place + 1..]].concat()) {
                return true;
            }
            self.order.pop();
            self.again = before;
        }
        waiting.is_empty()
    }
}

/// Whether a game can be part of a run with so many entrants, seats and conditions. Which tables a Swiss tournament draws depends on
/// its results: there every table can be one.
pub fn is_scheduled(format: Format, entrants: usize, seats: usize, conditions: u32, game: &GameSpec) -> bool {
    let table = sorted(game.seats.clone());
    let is_distinct = table.windows(2).all(|pair| pair[0] < pair[1]);
    let is_table = table.len() == seats && is_distinct && table.last().is_some_and(|&last| last < entrants);
    let is_met = format != Format::Gauntlet || table.first() == Some(&0);
    is_table && is_met && game.condition < conditions && rotations(&table, game.condition).contains(game)
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
        let mut swiss = Swiss::new(7);
        let mut pairs = BTreeSet::new();
        let mut played = [0; 7];
        for round in 0..4 {
            let tables = swiss.tables(2);
            assert_eq!(tables.len(), 3);
            swiss.meet(&tables);
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
