//! Who won how much: by entrant, by pair, by seat, by map.

use std::collections::BTreeMap;

use ratings::Share;
use serde::Serialize;

use super::figures::{Estimate, Twice};
use crate::log::GameLine;

/// What came of some games for somebody.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// Games in which he alone was first.
    pub wins: u64,
    /// Games that ended by the rules in which he shared the first place.
    pub ties: u64,
    /// Games in which somebody else was first, or that he lost by failing.
    pub losses: u64,
    /// Games of three or more that were broken off because somebody else failed.
    pub broken_off: u64,
    /// The sum of the scores: the share of the others that he was ahead of, equality counting half.
    pub points: f64,
    /// The mean score.
    pub score: Option<Estimate>,
    /// The mean place.
    pub place: Option<f64>,
    #[serde(skip)]
    places: u64,
}

impl Tally {
    fn add(&mut self, game: &GameLine, seat: usize) {
        self.games += 1;
        self.points += game.ranks.score(seat);
        self.places += u64::from(game.ranks[seat]);
        *self.kind(game, seat) += 1;
    }

    /// What a game is counted as.
    fn kind(&mut self, game: &GameLine, seat: usize) -> &mut u64 {
        match (&game.forfeit, game.ranks.winner()) {
            (Some(forfeit), _) if forfeit.seat == seat => &mut self.losses,
            (_, Some(winner)) if winner == seat => &mut self.wins,
            (Some(_), None) => &mut self.broken_off,
            (None, None) if game.ranks[seat] == 1 => &mut self.ties,
            _ => &mut self.losses,
        }
    }

    fn finished(mut self) -> Tally {
        self.score = Share::new(self.points, self.games).map(Estimate::from);
        self.place = (self.games > 0).then(|| self.places as f64 / self.games as f64);
        self
    }
}

/// How an entrant did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub name: String,
    /// What came of his games.
    pub results: Twice<Tally>,
}

/// How an entrant did against another one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Encounter {
    /// Who.
    pub name: String,
    /// Against whom.
    pub against: String,
    /// What came of the games in which both sat.
    pub results: Twice<Meetings>,
}

/// What came of the games in which two sat, as one of them sees it.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Meetings {
    /// How many games.
    pub games: u64,
    /// Games in which he was ahead.
    pub ahead: u64,
    /// Games in which they were equal.
    pub equal: u64,
    /// Games in which he was behind.
    pub behind: u64,
    /// The mean score: 1 for being ahead, ½ for being equal.
    pub score: Option<Estimate>,
}

impl Meetings {
    fn add(&mut self, own: u8, other: u8) {
        self.games += 1;
        match own.cmp(&other) {
            std::cmp::Ordering::Less => self.ahead += 1,
            std::cmp::Ordering::Equal => self.equal += 1,
            std::cmp::Ordering::Greater => self.behind += 1,
        }
    }

    fn finished(mut self) -> Meetings {
        let points = self.ahead as f64 + self.equal as f64 / 2.0;
        self.score = Share::new(points, self.games).map(Estimate::from);
        self
    }
}

/// What a seat is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatScore {
    /// The seat, from 1.
    pub seat: usize,
    /// What came of the games for whoever sat there.
    pub results: Twice<Tally>,
}

/// How an entrant did on a map, or with certain rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceScore {
    /// The map, or the rules and the opening.
    pub place: String,
    /// Who.
    pub name: String,
    /// What came of it.
    pub results: Twice<Tally>,
}

/// All tallies of games that can be compared.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Results {
    /// By entrant, the best first.
    pub standings: Vec<Standing>,
    /// By pair; every pair that met is there once from each side.
    pub encounters: Vec<Encounter>,
    /// By seat.
    pub seats: Vec<SeatScore>,
    /// By map or rules; nothing if there is only one.
    pub places: Vec<PlaceScore>,
}

type Tallies<K> = BTreeMap<K, Twice<Tally>>;

/// Adds up games; the place of each game comes with it.
pub(super) fn results(games: &[(&GameLine, &str)]) -> Results {
    let mut by_name: Tallies<&str> = BTreeMap::new();
    let mut by_seat: Tallies<usize> = BTreeMap::new();
    let mut by_place: Tallies<(&str, &str)> = BTreeMap::new();
    let mut met: BTreeMap<(&str, &str), Twice<Meetings>> = BTreeMap::new();
    for &(game, place) in games {
        for (seat, name) in game.seats.iter().enumerate() {
            note(by_name.entry(name).or_default(), game, seat);
            note(by_seat.entry(seat).or_default(), game, seat);
            note(by_place.entry((place, name)).or_default(), game, seat);
        }
        meet(&mut met, game);
    }
    let is_one_place = by_place.keys().all(|key| key.0 == by_place.keys().next().map_or("", |first| first.0));
    if is_one_place {
        by_place.clear();
    }
    let seats = by_seat.into_iter().map(|(seat, tally)| SeatScore { seat: seat + 1, results: finished(tally) });
    let places = by_place.into_iter().map(|((place, name), tally)| PlaceScore {
        place: place.to_owned(),
        name: name.to_owned(),
        results: finished(tally),
    });
    let standings = standings(by_name);
    Results { encounters: encounters(&standings, &met), seats: seats.collect(), places: places.collect(), standings }
}

fn note(tally: &mut Twice<Tally>, game: &GameLine, seat: usize) {
    tally.all.add(game, seat);
    if game.is_clean() {
        tally.clean.add(game, seat);
    }
}

fn finished(tally: Twice<Tally>) -> Twice<Tally> {
    Twice { all: tally.all.finished(), clean: tally.clean.finished() }
}

/// Takes note of all pairs in a game. Where somebody failed, nothing is known about the others among themselves.
fn meet<'a>(met: &mut BTreeMap<(&'a str, &'a str), Twice<Meetings>>, game: &'a GameLine) {
    let failed = game.forfeit.as_ref().map(|forfeit| forfeit.seat);
    for (seat, name) in game.seats.iter().enumerate() {
        for (other, against) in game.seats.iter().enumerate() {
            let is_known = failed.is_none_or(|failed| failed == seat || failed == other);
            if name == against || !is_known {
                continue;
            }
            let both = met.entry((name, against)).or_default();
            both.all.add(game.ranks[seat], game.ranks[other]);
            if game.is_clean() {
                both.clean.add(game.ranks[seat], game.ranks[other]);
            }
        }
    }
}

/// The standings, the best first.
fn standings(by_name: Tallies<&str>) -> Vec<Standing> {
    let standing = |(name, tally): (&str, _)| Standing { name: name.to_owned(), results: finished(tally) };
    let mut standings: Vec<Standing> = by_name.into_iter().map(standing).collect();
    let score = |standing: &Standing| standing.results.all.score.map_or(0.0, |score| score.value);
    standings.sort_by(|a, b| score(b).total_cmp(&score(a)).then_with(|| a.name.cmp(&b.name)));
    standings
}

/// The encounters in the order of the standings.
fn encounters(standings: &[Standing], met: &BTreeMap<(&str, &str), Twice<Meetings>>) -> Vec<Encounter> {
    let place: BTreeMap<&str, usize> =
        standings.iter().enumerate().map(|(place, standing)| (standing.name.as_str(), place)).collect();
    let mut pairs: Vec<_> = met.iter().collect();
    pairs.sort_by_key(|((name, against), _)| (place.get(name), place.get(against)));
    let encounter = |((name, against), both): (&(&str, &str), &Twice<Meetings>)| Encounter {
        name: (*name).to_owned(),
        against: (*against).to_owned(),
        results: Twice { all: both.all.finished(), clean: both.clean.finished() },
    };
    pairs.into_iter().map(encounter).collect()
}
