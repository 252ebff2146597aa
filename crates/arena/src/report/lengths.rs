//! How long games took, how they ended, and how scores went over them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::{Bin, Rate, Spread, histogram};
use crate::log::GameLine;

/// How long games took.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Lengths {
    /// In moves.
    pub plies: Option<Spread>,
    /// In seconds.
    pub seconds: Option<Spread>,
    /// How many games there are by the number of moves.
    pub histogram: Vec<Bin>,
}

/// How games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingCount {
    /// Why.
    pub reason: String,
    /// How often.
    pub rate: Rate,
}

/// How the score of an entrant went over his games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Progress {
    /// Who.
    pub name: String,
    /// The mean score after so many of his games, in the order of conditions.
    pub points: Vec<(u64, f64)>,
}

/// The most points of a curve.
const MOST_POINTS: usize = 120;

pub(super) fn lengths(games: &[(&GameLine, &str)]) -> Lengths {
    let plies: Vec<u64> = games.iter().map(|(game, _)| game.plies).collect();
    let as_floats: Vec<f64> = plies.iter().map(|&plies| plies as f64).collect();
    let seconds: Vec<f64> = games.iter().map(|(game, _)| game.ms / 1e3).collect();
    Lengths { plies: Spread::of(&as_floats), seconds: Spread::of(&seconds), histogram: histogram(&plies) }
}

/// Reasons, the most frequent first.
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

/// The course of everybody's score, in the order of the names given.
pub(super) fn progress<'a>(games: &[(&GameLine, &str)], names: impl Iterator<Item = &'a str>) -> Vec<Progress> {
    let mut order: Vec<&GameLine> = games.iter().map(|&(game, _)| game).collect();
    // The order in the log is that in which games happened to end.
    order.sort_by_key(|game| (game.condition, &game.run, &game.game));
    let mut scores: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in order {
        for (seat, name) in game.seats.iter().enumerate() {
            scores.entry(name).or_default().push(game.ranks.score(seat));
        }
    }
    let course = |name: &str| Some(Progress { name: name.to_owned(), points: means(scores.get(name)?) });
    names.filter_map(course).collect()
}

/// The mean after so many values, at not too many places.
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
