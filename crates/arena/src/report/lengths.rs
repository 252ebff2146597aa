//! Lengths and endings of games, and scores over time.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::{Bin, Rate, Spread, histogram};
use crate::log::GameLine;

/// Lengths of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Lengths {
    /// Number of moves.
    pub plies: Option<Spread>,
    /// Duration in seconds.
    pub seconds: Option<Spread>,
    /// Games by number of moves.
    pub histogram: Vec<Bin>,
}

/// Frequency of one reason for the end of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingCount {
    pub reason: String,
    pub rate: Rate,
}

/// Mean score of an entrant over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Progress {
    pub name: String,
    /// Points of the curve: number of games so far and mean score of these games. Games are ordered by condition.
    pub points: Vec<(u64, f64)>,
}

/// Approximate limit of the points of a curve.
const MOST_POINTS: usize = 120;

pub(super) fn lengths(games: &[(&GameLine, &str)]) -> Lengths {
    let plies: Vec<u64> = games.iter().map(|(game, _)| game.plies).collect();
    let as_floats: Vec<f64> = plies.iter().map(|&plies| plies as f64).collect();
    let seconds: Vec<f64> = games.iter().map(|(game, _)| game.ms / 1e3).collect();
    Lengths { plies: Spread::of(&as_floats), seconds: Spread::of(&seconds), histogram: histogram(&plies) }
}

/// Returns the reasons for the end of games, the most frequent first.
pub(super) fn endings(games: &[(&GameLine, &str)]) -> Vec<EndingCount> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    games.iter().for_each(|(game, _)| *counts.entry(&game.reason).or_default() += 1);
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(reason, count)| (u64::MAX - count, reason));
    let ending = |(reason, count): (&str, u64)| EndingCount {
        reason: reason.to_owned(),
        rate: Rate::new(count, games.len() as u64),
    };
    counts.into_iter().map(ending).collect()
}

/// Returns the mean scores over time of the named entrants.
pub(super) fn progress<'a>(games: &[(&GameLine, &str)], names: impl Iterator<Item = &'a str>) -> Vec<Progress> {
    let mut order: Vec<&GameLine> = games.iter().map(|&(game, _)| game).collect();
    // Games are sorted, because parallel games finish in any order.
    order.sort_by_key(|game| (game.condition, &game.run, &game.game));
    let mut scores: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in order {
        for (seat, name) in game.seats.iter().enumerate() {
            scores.entry(name).or_default().push(game.ranks.score(seat));
        }
    }
    let progress = |name: &str| Some(Progress { name: name.to_owned(), points: means(scores.get(name)?) });
    names.filter_map(progress).collect()
}

/// Returns running means, thinned out to about [`MOST_POINTS`].
fn means(scores: &[f64]) -> Vec<(u64, f64)> {
    let step = scores.len().div_ceil(MOST_POINTS).max(1);
    let mut sum = 0.0;
    let all = scores.iter().enumerate().map(|(index, score)| {
        sum += score;
        (index as u64 + 1, sum / (index + 1) as f64)
    });
    let last = scores.len() as u64;
    all.filter(|&(games, _)| games == last || (games as usize).is_multiple_of(step)).collect()
}
