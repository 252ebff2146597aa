//! Decision times of players.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::Latency;
use arena::log::Log;

use crate::measure::player_of;

/// Decision times of a player.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Timing {
    pub(super) player: String,
    pub(super) decisions: u64,
    pub(super) mean: Duration,
    pub(super) p50: Duration,
    /// 95 % quantile.
    pub(super) p95: Duration,
}

/// Returns the decision times of all players of a log. The times of a player in several seats are merged.
pub(super) fn timings(log: &Log) -> Vec<Timing> {
    let mut all: BTreeMap<&str, Latency> = BTreeMap::new();
    for game in &log.games {
        for (name, seat) in game.seats.iter().zip(&game.players) {
            all.entry(player_of(name)).or_default().merge(&seat.latency);
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for entrant in log.runs.iter().flat_map(|run| run.manifest.entrants.iter().rev()) {
        let player = player_of(&entrant.name);
        if !names.contains(&player) {
            names.push(player);
        }
    }
    names.into_iter().filter_map(|name| Timing::of(name, all.get(name)?)).collect()
}

impl Timing {
    fn of(player: &str, latency: &Latency) -> Option<Timing> {
        Some(Timing {
            player: player.to_owned(),
            decisions: latency.count(),
            mean: latency.mean()?,
            p50: latency.quantile(0.5)?,
            p95: latency.quantile(0.95)?,
        })
    }
}
