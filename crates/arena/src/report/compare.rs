//! Paired comparison of two entrants.

use std::collections::BTreeMap;

use ratings::PairedComparison;
use serde::Serialize;

use super::figures::{AllAndClean, Estimate};
use super::validity::milliseconds;
use crate::log::{GameLine, Log};

/// Minimum and maximum number of permutations.
const PERMUTATIONS: (usize, usize) = (1_000, 10_000);

/// Approximate limit of sign changes in all permutations.
const MOST_SIGN_CHANGES: usize = 20_000_000;

/// Comparison of two entrants on equal cases: same start, same seat, same opponents on the same seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// First entrant.
    pub a: String,
    /// Second entrant.
    pub b: String,
    /// Number of cases that both entrants played.
    pub cases: AllAndClean<u64>,
    /// Games without a counterpart.
    pub unpaired: u64,
    pub measures: Vec<Difference>,
}

/// Difference of one measure: A minus B.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// Score, plies, median latency in milliseconds, faults per request, share of rejected actions, or cost of a game.
    pub measure: &'static str,
    /// Whether only clean games count.
    pub is_clean: bool,
    /// Cases in which the measure exists for both.
    pub cases: u64,
    /// Mean of A.
    pub a: f64,
    /// Mean of B.
    pub b: f64,
    /// Mean difference.
    pub difference: Estimate,
    /// Cases in which A has more.
    pub more: u64,
    /// Cases in which both have the same.
    pub equal: u64,
    /// Cases in which A has less.
    pub less: u64,
    /// p-value of a two-sided permutation test.
    pub p: f64,
    /// p-value of a two-sided sign test.
    pub sign_p: f64,
}

/// Key of a case: start, seat and opponents.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Case<'a> {
    venue: &'a str,
    seed: u64,
    condition: u32,
    seats: Vec<Option<&'a str>>,
}

/// Games of A and of B in a case, with the seat.
type Sides<'a> = [Vec<(&'a GameLine, usize)>; 2];

/// Measure of a seat in a game.
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

/// Number of measures that are always listed; the others are listed if they are not always zero.
const ALWAYS_LISTED: usize = 3;

/// Returns `part / whole`, or 0 if the whole is 0, as for bots, which receive no requests.
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
    let is_listed = |(number, found): &(usize, Difference)| *number < ALWAYS_LISTED || found.a != 0.0 || found.b != 0.0;
    let all = MEASURES.iter().enumerate();
    let all = all.filter_map(|(number, &measure)| Some((number, difference(measure, &paired, false)?)));
    let all = all.filter(is_listed).map(|(_, found)| found);
    let of_clean = MEASURES.iter().take(2).filter_map(|&measure| difference(measure, &clean, true));
    Comparison {
        a: a.to_owned(),
        b: b.to_owned(),
        cases: AllAndClean { all: paired.len() as u64, clean: clean.len() as u64 },
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
    let permutations = (MOST_SIGN_CHANGES / known.len().max(1)).clamp(PERMUTATIONS.0, PERMUTATIONS.1);
    let paired = PairedComparison::of(&differences, permutations as u32, 1)?;
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

/// Returns the mean over the games of a case; usually there is one.
fn mean(games: &[(&GameLine, usize)], measure: Measure) -> Option<f64> {
    let values: Vec<f64> = games.iter().filter_map(|(game, seat)| measure(game, *seat)).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
