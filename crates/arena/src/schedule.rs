//! Who meets whom, where and when.

use std::ops::Range;

use game::{Ranks, derived_seed};

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

/// The most games that a run can have.
pub const MOST_GAMES: u64 = 10_000_000;

/// How many games a run has in all; nothing if there are too many to count. A round of a Swiss tournament has several conditions,
/// any other has one.
///
/// ```
/// use arena::schedule::planned;
/// use arena::settings::Format;
/// assert_eq!(planned(Format::RoundRobin, 4, 2, 10), Some(120));
/// assert_eq!(planned(Format::Swiss, 5, 2, 10), Some(40));
/// assert_eq!(planned(Format::RoundRobin, usize::MAX, 4, 10), None);
/// ```
pub fn planned(format: Format, entrants: usize, seats: usize, conditions: u64) -> Option<u64> {
    let tables = match format {
        Format::Swiss => entrants.checked_div(seats)? as u64,
        Format::RoundRobin => choices(entrants as u64, seats as u64)?,
        Format::Gauntlet => choices(entrants.saturating_sub(1) as u64, seats.checked_sub(1)? as u64)?,
    };
    tables.checked_mul(seats as u64)?.checked_mul(conditions)
}

/// In how many ways so many of `count` can be chosen.
fn choices(count: u64, size: u64) -> Option<u64> {
    if size > count {
        return Some(0);
    }
    (0..size).try_fold(1_u64, |ways, step| Some(ways.checked_mul(count - step)? / (step + 1)))
}

/// Games that are to be played, in order; those in a condition come together. None of them is made before it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    tables: Tables,
    seats: usize,
    conditions: Range<u32>,
}

/// Who sits together.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Tables {
    /// Everybody with everybody, from a number on; those below it sit at every table.
    All { from: usize, entrants: usize, count: u64 },
    /// These.
    Listed(Vec<Vec<usize>>),
}

impl Schedule {
    /// These tables, all in the same conditions.
    ///
    /// # Panics
    /// If the tables have different numbers of seats.
    pub fn of_tables(tables: Vec<Vec<usize>>, conditions: Range<u32>) -> Schedule {
        let seats = tables.first().map_or(0, Vec::len);
        assert!(tables.iter().all(|table| table.len() == seats), "tables of different sizes");
        Schedule { tables: Tables::Listed(tables), seats, conditions }
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.per_condition().saturating_mul(self.conditions.len() as u64)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number.
    pub fn get(&self, index: u64) -> Option<GameSpec> {
        if index >= self.len() {
            return None;
        }
        let (round, within) = (index / self.per_condition(), index % self.per_condition());
        let (table, turn) = (within / self.seats as u64, within % self.seats as u64);
        let seats = self.table(table);
        rotations(&seats, self.conditions.start + round as u32).into_iter().nth(turn as usize)
    }

    /// All games in order.
    pub fn iter(&self) -> impl Iterator<Item = GameSpec> + '_ {
        (0..self.len()).map_while(|index| self.get(index))
    }

    fn per_condition(&self) -> u64 {
        let tables = match &self.tables {
            Tables::All { count, .. } => *count,
            Tables::Listed(tables) => tables.len() as u64,
        };
        tables.saturating_mul(self.seats as u64)
    }

    fn table(&self, number: u64) -> Vec<usize> {
        match &self.tables {
            Tables::Listed(tables) => tables[number as usize].clone(),
            Tables::All { from, entrants, .. } => {
                let chosen = combination(entrants - from, self.seats - from, number);
                (0..*from).chain(chosen.into_iter().map(|one| one + from)).collect()
            }
        }
    }
}

/// All games of a round robin or a gauntlet.
pub fn all_games(format: Format, entrants: usize, seats: usize, conditions: u32) -> Schedule {
    let from = usize::from(format == Format::Gauntlet).min(entrants).min(seats);
    let count = choices((entrants - from) as u64, (seats - from) as u64).unwrap_or(u64::MAX);
    Schedule { tables: Tables::All { from, entrants, count }, seats, conditions: 0..conditions }
}

/// The games of one table in one condition: everybody sits once on every seat. The order around the table changes with the
/// condition, so that nobody always sits behind the same one.
pub fn rotations(table: &[usize], condition: u32) -> Vec<GameSpec> {
    let order = around(table, condition);
    let turned = (0..order.len()).map(|by| {
        let mut seats = order.clone();
        seats.rotate_left(by);
        GameSpec { condition, seats }
    });
    turned.collect()
}

/// The order around a table. As many conditions in a row as there are orders have each of them once; which comes when is drawn
/// anew for each such row. So all occur equally often, and none goes with an opening or a map, however many of these take turns.
fn around(table: &[usize], condition: u32) -> Vec<usize> {
    let orders: u64 = (1..table.len() as u64).product();
    let (row, place) = (u64::from(condition) / orders, u64::from(condition) % orders);
    let mut numbers: Vec<u64> = (0..orders).collect();
    numbers.sort_by_key(|number| derived_seed(row, &["order around the table", &number.to_string()]));
    let mut number = numbers[place as usize];
    let mut order = table.to_vec();
    // The number in the factorial system says who comes next.
    for seat in 1..order.len() {
        let left = (order.len() - seat) as u64;
        order[seat..].rotate_left((number % left) as usize);
        number /= left;
    }
    order
}

/// The choice with a number, of all ways to choose so many of `count`, in order.
fn combination(count: usize, size: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    let mut next = 0;
    while chosen.len() < size {
        let with_next = choices((count - next - 1) as u64, (size - chosen.len() - 1) as u64).unwrap_or(u64::MAX);
        if number < with_next {
            chosen.push(next);
        } else {
            number -= with_next;
        }
        next += 1;
    }
    chosen
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
            let ids: BTreeSet<String> = games.iter().map(|game| game.id()).collect();
            assert_eq!(ids.len() as u64, games.len(), "no game twice");
            assert_eq!(planned(Format::RoundRobin, 5, seats, 3), Some(games.len()));
            let mut sat: BTreeMap<(usize, usize, u32), u32> = BTreeMap::new();
            for game in games.iter() {
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
        assert_eq!(planned(Format::Gauntlet, 4, 2, 2), Some(12));
        assert!(games.iter().all(|game| game.seats.contains(&0)));
        let pairs: BTreeSet<String> = games.iter().map(|game| game.group()).collect();
        assert_eq!(pairs.len(), 6);
    }

    #[test]
    fn a_schedule_takes_no_room_however_long_it_is() {
        let games = all_games(Format::RoundRobin, 1_000, 4, 100_000);
        assert_eq!(games.len(), 41_417_124_750 * 4 * 100_000);
        let mut last = games.get(games.len() - 1).expect("the last").seats;
        last.sort_unstable();
        assert_eq!(last, [996, 997, 998, 999]);
        assert_eq!(games.get(games.len()), None);
        assert!(all_games(Format::RoundRobin, 2, 3, 5).is_empty() && all_games(Format::Gauntlet, 2, 3, 5).is_empty());
        assert_eq!(planned(Format::RoundRobin, 100_000, 4, u64::from(u32::MAX)), None);
    }

    #[test]
    fn every_order_around_a_table_occurs_with_every_opening() {
        for (seats, orders) in [(2, 1), (3, 2), (4, 6)] {
            let table: Vec<usize> = (0..seats).collect();
            for openings in 1..=7 {
                let mut seen: BTreeMap<(u32, Vec<usize>), u32> = BTreeMap::new();
                let conditions = openings * orders * 100;
                for condition in 0..conditions {
                    *seen.entry((condition % openings, around(&table, condition))).or_default() += 1;
                }
                assert_eq!(seen.len() as u32, openings * orders, "{seats} seats, {openings} openings");
                assert!(seen.values().all(|count| (60..=140).contains(count)), "{seen:?}");
            }
            let first: BTreeSet<Vec<usize>> = (0..orders).map(|condition| around(&table, condition)).collect();
            assert_eq!(first.len() as u32, orders, "all orders come before any comes again");
        }
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
