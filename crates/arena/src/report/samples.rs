//! Samples of faulty replies.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::log::{ExchangeLine, GameLine};

/// Length limit of a shown text in characters.
const LONGEST: usize = 600;

/// A reply with a fault or rejected actions. Its texts come from an agent and are untrusted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// Name of the entrant.
    pub name: String,
    pub run: String,
    pub game: String,
    /// Seat, from 1.
    pub seat: usize,
    /// Number of moves played before the request.
    pub ply: usize,
    /// Whether this request repeats one whose reply was unusable.
    pub is_retry: bool,
    /// Class of the fault, or `void` if only some actions were rejected.
    pub kind: String,
    /// Descriptions of the problems.
    pub problems: Vec<String>,
    /// Beginning of the raw reply.
    pub raw: String,
    /// Number of characters left out.
    pub left_out: usize,
    /// Moves played, as JSON.
    pub executed: String,
    /// Whether a fallback move was played.
    pub is_replaced: bool,
}

/// Collects the first samples of each kind and entrant.
#[derive(Default)]
pub(super) struct Samples {
    most: usize,
    found: BTreeMap<(String, String), Vec<Sample>>,
}

impl Samples {
    pub(super) fn new(most: usize) -> Samples {
        Samples { most, found: BTreeMap::new() }
    }

    pub(super) fn take(&mut self, game: &GameLine) {
        for exchange in &game.exchanges {
            let Some(name) = game.seats.get(exchange.seat) else { continue };
            let Some(kind) = kind(exchange) else { continue };
            let found = self.found.entry((name.clone(), kind.to_owned())).or_default();
            if found.len() < self.most {
                found.push(sample(game, exchange, name, kind));
            }
        }
    }

    /// Returns the samples by name and kind.
    pub(super) fn finished(self) -> Vec<Sample> {
        self.found.into_values().flatten().collect()
    }
}

fn kind(exchange: &ExchangeLine) -> Option<&'static str> {
    match &exchange.fault {
        Some(fault) => Some(fault.class.name()),
        None => (!exchange.refused.is_empty()).then_some("void"),
    }
}

fn sample(game: &GameLine, exchange: &ExchangeLine, name: &str, kind: &str) -> Sample {
    let rejected = exchange
        .refused
        .iter()
        .map(|rejected| format!("{}: {}", truncated(&rejected.action.to_string()).0, rejected.rejection));
    let fault = exchange.fault.iter().map(|fault| fault.message.clone());
    let problems = fault.chain(rejected).take(5).map(|problem| truncated(&problem).0).collect();
    let (raw, left_out) = truncated(&exchange.raw);
    let executed: Vec<String> = exchange.executed.iter().map(ToString::to_string).collect();
    Sample {
        name: name.to_owned(),
        run: game.run.clone(),
        game: game.game.clone(),
        seat: exchange.seat + 1,
        ply: exchange.ply,
        is_retry: exchange.retry,
        kind: kind.to_owned(),
        problems,
        raw,
        left_out,
        executed: truncated(&executed.join(" ")).0,
        is_replaced: exchange.replaced,
    }
}

/// Returns the beginning of a text and the number of characters left out.
fn truncated(text: &str) -> (String, usize) {
    let left_out = text.chars().count().saturating_sub(LONGEST);
    (text.chars().take(LONGEST).collect(), left_out)
}

impl Sample {
    /// Returns a heading with entrant, kind and game.
    pub(super) fn heading(&self) -> String {
        let Sample { name, kind, game, run, seat, ply, .. } = self;
        let retry = if self.is_retry { ", retry" } else { "" };
        format!("{name}: {kind}, ply {ply} of game {game} in run {run}, seat {seat}{retry}")
    }

    /// Returns problem, reply and moves, each with a heading.
    pub(super) fn parts(&self) -> Vec<(&'static str, String)> {
        let rest =
            if self.left_out > 0 { format!(" … and {} more characters", self.left_out) } else { String::new() };
        let raw = if self.raw.is_empty() { "(nothing)".to_owned() } else { format!("{}{rest}", self.raw) };
        let executed = match (self.executed.is_empty(), self.is_replaced) {
            (true, _) => "(nothing)".to_owned(),
            (false, true) => format!("{} (fallback)", self.executed),
            (false, false) => self.executed.clone(),
        };
        vec![("Problem", self.problems.join("\n")), ("Reply", raw), ("Played", executed)]
    }
}
