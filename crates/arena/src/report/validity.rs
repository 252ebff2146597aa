//! Reliability, cost and latency of entrants.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::Rate;
use crate::log::{GameLine, SeatLine};
use crate::matches::Latency;
use crate::protocol::{FaultClass, Usage};

/// Reliability, cost and latency of an entrant.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Validity {
    pub name: String,
    pub games: u64,
    pub moves: u64,
    /// Number of requests; bots receive none.
    pub asked: u64,
    /// Repeated requests, relative to all requests.
    pub retries: Rate,
    /// Unusable replies, relative to all requests.
    pub faults: Rate,
    pub fault_classes: BTreeMap<FaultClass, Rate>,
    /// Rejected actions, relative to all actions.
    pub void: Rate,
    /// Fallback moves, relative to all moves.
    pub replaced: Rate,
    /// Forfeits, relative to all games.
    pub forfeits: Rate,
    pub forfeit_classes: BTreeMap<FaultClass, Rate>,
    pub usage: Usage,
    pub latency: LatencyFigures,
}

/// Quantiles of decision times in milliseconds.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct LatencyFigures {
    /// Number of decisions.
    pub count: u64,
    pub p50: Option<f64>,
    pub p90: Option<f64>,
    pub p95: Option<f64>,
    pub p99: Option<f64>,
}

impl LatencyFigures {
    fn of(latency: &Latency) -> LatencyFigures {
        let at = |share: f64| milliseconds(latency, share);
        LatencyFigures { count: latency.count(), p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) }
    }
}

/// Returns a quantile of decision times in milliseconds.
pub(super) fn milliseconds(latency: &Latency, share: f64) -> Option<f64> {
    latency.quantile(share).map(|took| took.as_secs_f64() * 1e3)
}

/// Totals of one entrant.
#[derive(Default)]
struct Sum {
    games: u64,
    seat: SeatLine,
    forfeits: BTreeMap<FaultClass, u64>,
}

/// Computes the reliability of the named entrants.
pub(super) fn validity<'a>(games: &[(&GameLine, &str)], names: impl Iterator<Item = &'a str>) -> Vec<Validity> {
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    for &(game, _) in games {
        for (seat, name) in game.seats.iter().enumerate() {
            let sum = sums.entry(name).or_default();
            sum.games += 1;
            add(&mut sum.seat, &game.players[seat]);
            if let Some(forfeit) = game.forfeit.as_ref().filter(|forfeit| forfeit.seat == seat) {
                *sum.forfeits.entry(forfeit.fault.class).or_default() += 1;
            }
        }
    }
    names.filter_map(|name| sums.get(name).map(|sum| finished(name, sum))).collect()
}

fn add(sum: &mut SeatLine, seat: &SeatLine) {
    for (sum, count) in [
        (&mut sum.moves, seat.moves),
        (&mut sum.asked, seat.asked),
        (&mut sum.retries, seat.retries),
        (&mut sum.actions, seat.actions),
        (&mut sum.void, seat.void),
        (&mut sum.replaced, seat.replaced),
    ] {
        *sum = sum.saturating_add(count);
    }
    for (&class, &count) in &seat.faults {
        let all = sum.faults.entry(class).or_default();
        *all = all.saturating_add(count);
    }
    sum.usage = sum.usage.plus(seat.usage);
    sum.latency.merge(&seat.latency);
}

fn finished(name: &str, sum: &Sum) -> Validity {
    let Sum { games, seat, forfeits } = sum;
    let rates = |counts: &BTreeMap<FaultClass, u64>, of: u64| {
        counts.iter().map(|(&class, &count)| (class, Rate::new(count, of))).collect()
    };
    let total =
        |counts: &BTreeMap<FaultClass, u64>| counts.values().fold(0_u64, |sum, &count| sum.saturating_add(count));
    Validity {
        name: name.to_owned(),
        games: *games,
        moves: seat.moves,
        asked: seat.asked,
        retries: Rate::new(seat.retries, seat.asked),
        faults: Rate::new(total(&seat.faults), seat.asked),
        fault_classes: rates(&seat.faults, seat.asked),
        void: Rate::new(seat.void, seat.actions),
        replaced: Rate::new(seat.replaced, seat.moves),
        forfeits: Rate::new(total(forfeits), *games),
        forfeit_classes: rates(forfeits, *games),
        usage: seat.usage,
        latency: LatencyFigures::of(&seat.latency),
    }
}
