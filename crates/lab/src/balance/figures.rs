//! Statistics of many games.

use std::collections::{BTreeMap, BTreeSet};

use ratings::{Share, quantile};

use super::facts::Facts;

/// A game ends early if it ends within this number of turns, counted over all players.
pub(super) const EARLY: u32 = 4;

/// Numbers of turns for which the share of finished games is reported.
pub(super) const MILESTONES: [u32; 6] = [2, EARLY, 8, 12, 20, 40];

/// Statistics of a player against itself.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) games: u64,
    /// Number of distinct sequences of actions.
    pub(super) different: u64,
    /// Score of the first seat: the share of the opponents that rank below it.
    pub(super) first_seat: Share,
    /// Share of games with this seat as the only winner, by seat.
    pub(super) wins: Vec<Share>,
    /// Share of games in which several players share the first place.
    pub(super) draws: Share,
    /// Share of games in which the second player used the pie rule.
    pub(super) swapped: Share,
    pub(super) turns: Spread,
    pub(super) decisions: Spread,
    /// Mean number of legal actions at a decision.
    pub(super) options: f64,
    /// Geometric mean over turns of the product of the numbers of legal actions in a turn.
    pub(super) options_in_turn: f64,
    /// Shares of the endings, the most frequent first.
    pub(super) endings: Vec<(String, Share)>,
    /// Numbers of turns, each with the share of games that end within it.
    pub(super) over_within: Vec<(u32, Share)>,
}

/// Distribution of a number.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) median: f64,
    /// 5 % quantile.
    pub(super) low: f64,
    /// 95 % quantile.
    pub(super) high: f64,
}

impl Spread {
    /// Returns the distribution of some values; `None` without values.
    pub(super) fn of(values: &[f64]) -> Option<Spread> {
        Some(Spread {
            mean: values.iter().sum::<f64>() / values.len() as f64,
            median: quantile(values, 0.5)?,
            low: quantile(values, 0.05)?,
            high: quantile(values, 0.95)?,
        })
    }
}

impl Figures {
    /// Returns the statistics of some games; `None` without games.
    pub(super) fn of(games: &[Facts]) -> Option<Figures> {
        let count = games.len() as u64;
        let share =
            |is: &dyn Fn(&Facts) -> bool| Share::new(games.iter().filter(|game| is(game)).count() as f64, count);
        let seats = games.first()?.ranks.len();
        let sum = |of: &dyn Fn(&Facts) -> f64| games.iter().map(of).sum::<f64>();
        let spread = |of: &dyn Fn(&Facts) -> f64| Spread::of(&games.iter().map(of).collect::<Vec<f64>>());
        let over = |turns: u32| Some((turns, share(&|game| game.turns <= turns)?));
        let turns = sum(&|game| f64::from(game.turns));
        Some(Figures {
            games: count,
            different: games.iter().map(|game| &game.actions).collect::<BTreeSet<_>>().len() as u64,
            first_seat: Share::new(sum(&|game| game.ranks.score(0)), count)?,
            wins: (0..seats).filter_map(|seat| share(&|game| game.ranks.winner() == Some(seat))).collect(),
            draws: share(&|game| game.ranks.winner().is_none())?,
            swapped: share(&|game| game.is_swapped)?,
            turns: spread(&|game| f64::from(game.turns))?,
            decisions: spread(&|game| game.decisions as f64)?,
            options: sum(&|game| game.options as f64) / sum(&|game| game.decisions as f64),
            options_in_turn: (sum(&|game| game.log_options) / turns).exp(),
            endings: endings(games),
            over_within: MILESTONES.into_iter().filter_map(over).collect(),
        })
    }

    /// Returns the share of games that end early.
    pub(super) fn early(&self) -> Option<Share> {
        self.over_within.iter().find(|(turns, _)| *turns == EARLY).map(|(_, share)| *share)
    }
}

fn endings(games: &[Facts]) -> Vec<(String, Share)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    games.iter().for_each(|game| *counts.entry(&game.reason).or_default() += 1);
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(reason, count)| (u64::MAX - count, reason));
    let share = |(reason, count): (&str, u64)| Some((reason.to_owned(), Share::new(count as f64, games.len() as u64)?));
    counts.into_iter().filter_map(share).collect()
}
