//! Two entrants compared on the cases that both met under equal circumstances.

use std::collections::BTreeMap;

use ratings::PairedComparison;
use serde::Serialize;

use super::figures::{Estimate, Twice};
use super::validity::milliseconds;
use crate::log::{GameLine, Log};

/// The signs of all differences together are turned so often, at most and at least.
const DRAWS: (usize, usize) = (1_000, 10_000);

/// So many differences are turned in all, about.
const MOST_TURNS: usize = 20_000_000;

/// The comparison of two entrants, case by case: the same beginning, the same others on the same seats, and the same seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// How many cases both met.
    pub cases: Twice<u64>,
    /// Games of either that have no counterpart.
    pub unpaired: u64,
    /// What was compared.
    pub measures: Vec<Difference>,
}

/// A difference between two entrants: A minus B.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// Of what: the score, the plies, the median latency in milliseconds, the faults per asking, the share of void actions, or
    /// the cost of a game.
    pub measure: &'static str,
    /// Whether of clean games only.
    pub is_clean: bool,
    /// How many cases there are in which it is known for both.
    pub cases: u64,
    /// The mean of A.
    pub a: f64,
    /// The mean of B.
    pub b: f64,
    /// The mean difference.
    pub difference: Estimate,
    /// Cases in which A has more.
    pub more: u64,
    /// Cases in which both have the same.
    pub equal: u64,
    /// Cases in which A has less.
    pub less: u64,
    /// How likely a mean difference as large is, if A and B are alike: a two-sided permutation test.
    pub p: f64,
    /// The same of the numbers of cases with more and with less: a two-sided sign test.
    pub sign_p: f64,
}

/// What a case is: the beginning, the seat, and who sits on the others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Case<'a> {
    venue: &'a str,
    seed: u64,
    condition: u32,
    seats: Vec<Option<&'a str>>,
}

/// The games of a case: those of A and those of B, with the seat.
type Sides<'a> = [Vec<(&'a GameLine, usize)>; 2];

/// What is compared, of a game and a seat.
type Measure = fn(&GameLine, usize) -> Option<f64>;

const MEASURES: [(&str, Measure); 6] = [
    ("score", |game, seat| Some(game.ranks.score(seat))),
    ("plies", |game, _| Some(game.plies as f64)),
    ("latency, ms", |game, seat| milliseconds(&game.players[seat].latency, 0.5)),
    ("fault rate", |game, seat| {
        let line = &game.players[seat];
        Some(ratio(line.faults.values().fold(0_u64, |sum, &count| sum.saturating_add(count)), line.asked))
    }),
    ("void rate", |game, seat| Some(ratio(game.players[seat].void, game.players[seat].actions))),
    ("cost", |game, seat| Some(game.players[seat].usage.cost_micros as f64 / 1e6)),
];

/// The first measures of the list are told whatever they are, the others if they are not always zero.
const ALWAYS_TOLD: usize = 3;

/// A part of a whole; built-in players are never asked, and so never fail.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Compares two entrants by name.
pub(super) fn compare(log: &Log, a: &str, b: &str) -> Comparison {
    let venues: BTreeMap<&str, String> =
        log.runs.iter().map(|run| (run.run.as_str(), run.manifest.venue.to_string())).collect();
    let mut cases: BTreeMap<Case<'_>, Sides<'_>> = BTreeMap::new();
    for game in &log.games {
        let Some(run) = log.run(&game.run) else { continue };
        let Some(venue) = venues.get(game.run.as_str()) else { continue };
        for (seat, name) in game.seats.iter().enumerate().filter(|(_, name)| *name == a || *name == b) {
            let seats = game.seats.iter().enumerate().map(|(other, name)| (other != seat).then_some(name.as_str()));
            let case = Case { venue, seed: run.manifest.seed, condition: game.condition, seats: seats.collect() };
            cases.entry(case).or_default()[usize::from(name != a)].push((game, seat));
        }
    }
    let unpaired = cases.values().filter(|sides| !is_paired(sides)).flatten().map(|games| games.len() as u64).sum();
    let paired: Vec<Sides<'_>> = cases.into_values().filter(is_paired).collect();
    let clean: Vec<Sides<'_>> = paired.iter().map(clean_only).filter(is_paired).collect();
    let is_told = |(number, told): &(usize, Difference)| *number < ALWAYS_TOLD || told.a != 0.0 || told.b != 0.0;
    let all = MEASURES.iter().enumerate();
    let all = all.filter_map(|(number, &measure)| Some((number, difference(measure, &paired, false)?)));
    let all = all.filter(is_told).map(|(_, told)| told);
    let of_clean = MEASURES.iter().take(2).filter_map(|&measure| difference(measure, &clean, true));
    Comparison {
        a: a.to_owned(),
        b: b.to_owned(),
        cases: Twice { all: paired.len() as u64, clean: clean.len() as u64 },
        unpaired,
        measures: all.chain(of_clean).collect(),
    }
}

fn is_paired(sides: &Sides<'_>) -> bool {
    sides.iter().all(|games| !games.is_empty())
}

fn clean_only<'a>(sides: &Sides<'a>) -> Sides<'a> {
    sides.each_ref().map(|games| games.iter().copied().filter(|(game, _)| game.is_clean()).collect())
}

fn difference((name, measure): (&'static str, Measure), cases: &[Sides<'_>], is_clean: bool) -> Option<Difference> {
    let known: Vec<(f64, f64)> =
        cases.iter().filter_map(|[a, b]| Some((mean(a, measure)?, mean(b, measure)?))).collect();
    let differences: Vec<f64> = known.iter().map(|(a, b)| a - b).collect();
    let draws = (MOST_TURNS / known.len().max(1)).clamp(DRAWS.0, DRAWS.1);
    let paired = PairedComparison::of(&differences, draws as u32, 1)?;
    let count = known.len() as u64;
    Some(Difference {
        measure: name,
        is_clean,
        cases: count,
        a: known.iter().map(|(a, _)| a).sum::<f64>() / count as f64,
        b: known.iter().map(|(_, b)| b).sum::<f64>() / count as f64,
        difference: paired.mean.into(),
        more: paired.above,
        equal: count - paired.above - paired.below,
        less: paired.below,
        p: paired.permutation_p,
        sign_p: paired.sign_p,
    })
}

/// The mean over the games of a case, of which there is mostly one.
fn mean(games: &[(&GameLine, usize)], measure: Measure) -> Option<f64> {
    let values: Vec<f64> = games.iter().filter_map(|(game, seat)| measure(game, *seat)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
