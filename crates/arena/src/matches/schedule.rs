//! Schedules: which entrants play which games from which seats.

use std::ops::Range;

use game::{Ranks, derived_seed};

use crate::settings::Format;

/// One game of a schedule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameSpec {
    /// Number that selects the opening or map and the random seed of the start. Games with the same condition have the same start.
    pub condition: u32,
    /// Index of the entrant on each seat.
    pub seats: Vec<usize>,
}

impl GameSpec {
    /// Returns the id of the game within its run: `3:0-1` has condition 3 and entrant 0 on the first seat.
    pub fn id(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(usize::to_string).collect();
        format!("{}:{}", self.condition, seats.join("-"))
    }

    /// Parses the id of a game. Returns `None` if the text is not an id as [`GameSpec::id`] writes it.
    ///
    /// ```
    /// use arena::schedule::GameSpec;
    /// assert_eq!(GameSpec::from_id("3:0-1"), Some(GameSpec { condition: 3, seats: vec![0, 1] }));
    /// assert_eq!(GameSpec::from_id("03:0-1"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<GameSpec> {
        let (condition, seats) = id.split_once(':')?;
        let seats = seats.split('-').map(|seat| seat.parse().ok()).collect::<Option<Vec<usize>>>()?;
        let spec = GameSpec { condition: condition.parse().ok()?, seats };
        (spec.id() == id).then_some(spec)
    }

    /// Returns an id shared by the games of the same entrants with the same condition.
    pub fn group(&self) -> String {
        let mut seats = self.seats.clone();
        seats.sort_unstable();
        GameSpec { condition: self.condition, seats }.id()
    }
}

/// Maximum number of games of a run.
pub const MOST_GAMES: u64 = 10_000_000;

/// Returns the number of games of a run, or `None` if it does not fit into 64 bits. A round of a Swiss tournament has several
/// conditions, a round of the other formats one.
///
/// ```
/// use arena::schedule::planned;
/// use arena::settings::Format;
/// assert_eq!(planned(Format::RoundRobin, 4, 2, 10), Some(120));
/// assert_eq!(planned(Format::Swiss, 5, 2, 10), Some(40));
/// assert_eq!(planned(Format::RoundRobin, usize::MAX, 4, 10), None);
/// ```
pub fn planned(format: Format, entrants: usize, seats: usize, conditions: u64) -> Option<u64> {
    let groups = match format {
        Format::Swiss => entrants.checked_div(seats)? as u64,
        Format::RoundRobin => binomial(entrants as u64, seats as u64)?,
        Format::Gauntlet => binomial(entrants.saturating_sub(1) as u64, seats.checked_sub(1)? as u64)?,
    };
    groups.checked_mul(seats as u64)?.checked_mul(conditions)
}

/// Returns the binomial coefficient `count` over `size`.
fn binomial(count: u64, size: u64) -> Option<u64> {
    if size > count {
        return Some(0);
    }
    (0..size).try_fold(1_u64, |ways, step| Some(ways.checked_mul(count - step)? / (step + 1)))
}

/// Sequence of games, ordered by condition. Games are computed on demand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    groups: Groups,
    seats: usize,
    conditions: Range<u32>,
}

/// Groups of entrants that play together.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Groups {
    /// All combinations of the entrants from index `from` on, each together with all entrants below `from`.
    All {
        from: usize,
        entrants: usize,
        count: u64,
    },
    Listed(Vec<Vec<usize>>),
}

impl Schedule {
    /// Creates a schedule in which each group plays all conditions.
    ///
    /// # Panics
    /// Panics if the groups differ in size.
    pub fn of_groups(groups: Vec<Vec<usize>>, conditions: Range<u32>) -> Schedule {
        let seats = groups.first().map_or(0, Vec::len);
        assert!(groups.iter().all(|group| group.len() == seats), "all groups have the same size");
        Schedule { groups: Groups::Listed(groups), seats, conditions }
    }

    pub fn len(&self) -> u64 {
        self.per_condition().saturating_mul(self.conditions.len() as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a game by its index.
    pub fn get(&self, index: u64) -> Option<GameSpec> {
        if index >= self.len() {
            return None;
        }
        let (round, within) = (index / self.per_condition(), index % self.per_condition());
        let (group, turn) = (within / self.seats as u64, within % self.seats as u64);
        let seats = self.group(group);
        rotations(&seats, self.conditions.start + round as u32).into_iter().nth(turn as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = GameSpec> + '_ {
        (0..self.len()).map_while(|index| self.get(index))
    }

    fn per_condition(&self) -> u64 {
        let groups = match &self.groups {
            Groups::All { count, .. } => *count,
            Groups::Listed(groups) => groups.len() as u64,
        };
        groups.saturating_mul(self.seats as u64)
    }

    fn group(&self, number: u64) -> Vec<usize> {
        match &self.groups {
            Groups::Listed(groups) => groups[number as usize].clone(),
            Groups::All { from, entrants, .. } => {
                let chosen = combination(entrants - from, self.seats - from, number);
                (0..*from).chain(chosen.into_iter().map(|one| one + from)).collect()
            }
        }
    }
}

/// Returns all games of a round robin or a gauntlet.
pub fn all_games(format: Format, entrants: usize, seats: usize, conditions: u32) -> Schedule {
    let from = usize::from(format == Format::Gauntlet).min(entrants).min(seats);
    let count = binomial((entrants - from) as u64, (seats - from) as u64).unwrap_or(u64::MAX);
    Schedule { groups: Groups::All { from, entrants, count }, seats, conditions: 0..conditions }
}

/// Returns the games of one group with one condition: every entrant plays from every seat once. The cyclic order of the entrants
/// changes with the condition, so that no entrant always moves after the same one.
pub fn rotations(group: &[usize], condition: u32) -> Vec<GameSpec> {
    let order = cyclic_order(group, condition);
    let turned = (0..order.len()).map(|by| {
        let mut seats = order.clone();
        seats.rotate_left(by);
        GameSpec { condition, seats }
    });
    turned.collect()
}

/// Returns the cyclic order of a group. A block of consecutive conditions contains every cyclic order once, shuffled with the block
/// number as seed. So all orders occur equally often and are independent of the opening or map.
fn cyclic_order(group: &[usize], condition: u32) -> Vec<usize> {
    let orders: u64 = (1..group.len() as u64).product();
    let (block, place) = (u64::from(condition) / orders, u64::from(condition) % orders);
    let mut numbers: Vec<u64> = (0..orders).collect();
    numbers.sort_by_key(|number| derived_seed(block, &["order around the table", &number.to_string()]));
    let mut number = numbers[place as usize];
    let mut order = group.to_vec();
    // The digits of the number in the factorial number system select the next entrant.
    for seat in 1..order.len() {
        let left = (order.len() - seat) as u64;
        order[seat..].rotate_left((number % left) as usize);
        number /= left;
    }
    order
}

/// Returns the combination at index `number` in the lexicographic list of all combinations of `size` out of `count`.
fn combination(count: usize, size: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    let mut next = 0;
    while chosen.len() < size {
        let with_next = binomial((count - next - 1) as u64, (size - chosen.len() - 1) as u64).unwrap_or(u64::MAX);
        if number < with_next {
            chosen.push(next);
        } else {
            number -= with_next;
        }
        next += 1;
    }
    chosen
}

/// Results of a Swiss tournament so far, from which the next round is paired.
#[derive(Clone, Debug)]
pub struct Swiss {
    points: Vec<f64>,
    games: Vec<u32>,
    /// Number of rounds in which two entrants met.
    met: Vec<Vec<u32>>,
}

impl Swiss {
    pub fn new(entrants: usize) -> Swiss {
        Swiss { points: vec![0.0; entrants], games: vec![0; entrants], met: vec![vec![0; entrants]; entrants] }
    }

    /// Adds the result of a game.
    pub fn record_game(&mut self, seats: &[usize], ranks: Ranks) {
        for (seat, &entrant) in seats.iter().enumerate() {
            self.points[entrant] += ranks.score(seat);
            self.games[entrant] += 1;
        }
    }

    /// Adds the groups of a round.
    pub fn record_meetings(&mut self, groups: &[Vec<usize>]) {
        for group in groups {
            for (&one, &other) in group.iter().flat_map(|one| group.iter().map(move |other| (one, other))) {
                self.met[one][other] += u32::from(one != other);
            }
        }
    }

    /// Returns the groups of the next round. Entrants with similar scores play together, with as few repeated meetings as
    /// possible. If the entrants do not fill all groups, those with the most games sit out; among equals, those with the lowest
    /// score.
    pub fn groups(&self, seats: usize) -> Vec<Vec<usize>> {
        let playing = self.playing(seats);
        let most = self.met.iter().flatten().sum::<u32>();
        let found = (0..=most).find_map(|repeats_left| {
            let mut seating = Seating { swiss: self, seats, repeats_left, steps: MOST_STEPS, order: Vec::new() };
            seating.fill(&playing).then_some(seating.order)
        });
        let order = found.unwrap_or(playing);
        order.chunks_exact(seats).map(<[usize]>::to_vec).map(sorted).collect()
    }

    /// Returns the entrants of the next round by descending score.
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

fn sorted(mut group: Vec<usize>) -> Vec<usize> {
    group.sort_unstable();
    group
}

/// Maximum number of search steps before one more repeated meeting is allowed.
const MOST_STEPS: u32 = 20_000;

/// Backtracking search for the groups of a round.
struct Seating<'a> {
    swiss: &'a Swiss,
    seats: usize,
    /// Repeated meetings that are still allowed.
    repeats_left: u32,
    /// Search steps that are left.
    steps: u32,
    /// Entrants in groups of `seats`.
    order: Vec<usize>,
}

impl Seating<'_> {
    /// Assigns the waiting entrants, which are ordered by descending score.
    fn fill(&mut self, waiting: &[usize]) -> bool {
        let opens_group = self.order.len().is_multiple_of(self.seats);
        let group_start = self.order.len() / self.seats * self.seats;
        // The best waiting entrant opens a group; trying others there would only repeat the same groups.
        let candidates = if opens_group { waiting.len().min(1) } else { waiting.len() };
        for place in 0..candidates {
            let Some(steps) = self.steps.checked_sub(1) else { return false };
            self.steps = steps;
            let entrant = waiting[place];
            let met: u32 = self.order[group_start..].iter().map(|&other| self.swiss.met[entrant][other]).sum();
            let Some(repeats_left) = self.repeats_left.checked_sub(met) else { continue };
            let before = std::mem::replace(&mut self.repeats_left, repeats_left);
            self.order.push(entrant);
            if self.fill(&[&waiting[..place], &waiting[place + 1..]].concat()) {
                return true;
            }
            self.order.pop();
            self.repeats_left = before;
        }
        waiting.is_empty()
    }
}

/// Reports whether a game can be part of a run. The groups of a Swiss tournament depend on its results, so every group is accepted
/// there.
pub fn is_scheduled(format: Format, entrants: usize, seats: usize, conditions: u32, game: &GameSpec) -> bool {
    let group = sorted(game.seats.clone());
    let is_distinct = group.windows(2).all(|pair| pair[0] < pair[1]);
    let is_valid_group = group.len() == seats && is_distinct && group.last().is_some_and(|&last| last < entrants);
    let has_required_entrant = format != Format::Gauntlet || group.first() == Some(&0);
    is_valid_group
        && has_required_entrant
        && game.condition < conditions
        && rotations(&group, game.condition).contains(game)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn round_robin_covers_every_seat_in_every_condition() {
        for seats in 2..=4 {
            let games = all_games(Format::RoundRobin, 5, seats, 3);
            let ids: BTreeSet<String> = games.iter().map(|game| game.id()).collect();
            assert_eq!(ids.len() as u64, games.len(), "game ids are unique");
            assert_eq!(planned(Format::RoundRobin, 5, seats, 3), Some(games.len()));
            let mut sat: BTreeMap<(usize, usize, u32), u32> = BTreeMap::new();
            for game in games.iter() {
                for (seat, &entrant) in game.seats.iter().enumerate() {
                    *sat.entry((entrant, seat, game.condition)).or_default() += 1;
                }
            }
            let counts: BTreeSet<u32> = sat.values().copied().collect();
            assert_eq!(sat.len(), 5 * seats * 3);
            assert_eq!(counts.len(), 1, "every entrant plays every seat in every condition equally often");
        }
    }

    #[test]
    fn gauntlet_games_include_the_first_entrant() {
        let games = all_games(Format::Gauntlet, 4, 2, 2);
        assert_eq!(games.len(), 3 * 2 * 2);
        assert_eq!(planned(Format::Gauntlet, 4, 2, 2), Some(12));
        assert!(games.iter().all(|game| game.seats.contains(&0)));
        let pairs: BTreeSet<String> = games.iter().map(|game| game.group()).collect();
        assert_eq!(pairs.len(), 6);
    }

    #[test]
    fn long_schedules_are_computed_on_demand() {
        let games = all_games(Format::RoundRobin, 1_000, 4, 100_000);
        assert_eq!(games.len(), 41_417_124_750 * 4 * 100_000);
        let mut last = games.get(games.len() - 1).expect("the last game exists").seats;
        last.sort_unstable();
        assert_eq!(last, [996, 997, 998, 999]);
        assert_eq!(games.get(games.len()), None);
        assert!(all_games(Format::RoundRobin, 2, 3, 5).is_empty() && all_games(Format::Gauntlet, 2, 3, 5).is_empty());
        assert_eq!(planned(Format::RoundRobin, 100_000, 4, u64::from(u32::MAX)), None);
    }

    #[test]
    fn every_cyclic_order_occurs_with_every_opening() {
        for (seats, orders) in [(2, 1), (3, 2), (4, 6)] {
            let group: Vec<usize> = (0..seats).collect();
            for openings in 1..=7 {
                let mut seen: BTreeMap<(u32, Vec<usize>), u32> = BTreeMap::new();
                let conditions = openings * orders * 100;
                for condition in 0..conditions {
                    *seen.entry((condition % openings, cyclic_order(&group, condition))).or_default() += 1;
                }
                assert_eq!(seen.len() as u32, openings * orders, "{seats} seats, {openings} openings");
                assert!(seen.values().all(|count| (60..=140).contains(count)), "{seen:?}");
            }
            let first: BTreeSet<Vec<usize>> = (0..orders).map(|condition| cyclic_order(&group, condition)).collect();
            assert_eq!(first.len() as u32, orders, "every block contains every order");
        }
    }

    #[test]
    fn swiss_rounds_avoid_repeated_meetings() {
        let mut swiss = Swiss::new(7);
        let mut pairs = BTreeSet::new();
        let mut played = [0; 7];
        for round in 0..4 {
            let groups = swiss.groups(2);
            assert_eq!(groups.len(), 3);
            swiss.record_meetings(&groups);
            for group in groups {
                assert!(pairs.insert(group.clone()), "round {round}: {group:?} already met");
                // The entrant with the smaller index wins.
                for game in rotations(&group, round) {
                    swiss.record_game(&game.seats, Ranks::by_score(&[game.seats[1], game.seats[0]]));
                }
                group.iter().for_each(|&entrant| played[entrant] += 1);
            }
        }
        assert!(played.iter().all(|&rounds| rounds >= 3), "{played:?}: entrants take turns sitting out");
        assert_eq!(swiss.playing(2)[0], 0);
    }

    #[test]
    fn groups_of_three_and_four_are_filled() {
        for seats in [3, 4] {
            let groups = Swiss::new(9).groups(seats);
            assert_eq!(groups.len(), 9 / seats);
            assert!(groups.iter().all(|group| group.len() == seats));
        }
    }
}
