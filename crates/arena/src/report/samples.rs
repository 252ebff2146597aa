//! A few replies that went wrong, as they came.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::log::{ExchangeLine, GameLine};

/// How many characters of a reply are shown.
const LONGEST: usize = 600;

/// A reply of which something could not be used. Its texts are an agent's: nothing in them is to be trusted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// Who replied.
    pub name: String,
    /// In which run.
    pub run: String,
    /// In which game.
    pub game: String,
    /// On which seat, from 1.
    pub seat: usize,
    /// After how many moves.
    pub ply: usize,
    /// Whether he was asked for the second time.
    pub is_retry: bool,
    /// What went wrong: the kind of fault, or `void` if only a part was refused.
    pub kind: String,
    /// What went wrong in words, part by part.
    pub problems: Vec<String>,
    /// The beginning of the reply as it came.
    pub raw: String,
    /// How many characters of it are left out.
    pub left_out: usize,
    /// What was played, as JSON.
    pub executed: String,
    /// Whether it was played in his place.
    pub is_replaced: bool,
}

/// Samples that are being collected: the first few of each kind for each entrant.
#[derive(Default)]
pub(super) struct Samples {
    most: usize,
    found: BTreeMap<(String, String), Vec<Sample>>,
}

impl Samples {
    /// Collects so many of each kind.
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

    /// All of them, by name and kind.
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
    let refused = exchange.refused.iter().map(|refusal| {
        let action = serde_json::to_string(&refusal.action).unwrap_or_default();
        format!("{}: {}", shortened(&action).0, refusal.rejection)
    });
    let fault = exchange.fault.iter().map(|fault| fault.message.clone());
    let problems = fault.chain(refused).take(5).map(|problem| shortened(&problem).0).collect();
    let (raw, left_out) = shortened(&exchange.raw);
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
        executed: shortened(&executed.join(" ")).0,
        is_replaced: exchange.replaced,
    }
}

/// The beginning of a text, and how many characters are left out.
fn shortened(text: &str) -> (String, usize) {
    let left_out = text.chars().count().saturating_sub(LONGEST);
    (text.chars().take(LONGEST).collect(), left_out)
}

impl Sample {
    /// Who was asked where, and what went wrong.
    pub(super) fn heading(&self) -> String {
        let Sample { name, kind, game, run, seat, ply, .. } = self;
        let retry = if self.is_retry { ", asked once more" } else { "" };
        format!("{name}: {kind}, ply {ply} of game {game} in run {run}, seat {seat}{retry}")
    }

    /// What was wrong, what came, and what was made of it, each with a heading.
    pub(super) fn parts(&self) -> Vec<(&'static str, String)> {
        let rest =
            if self.left_out > 0 { format!(" … and {} more characters", self.left_out) } else { String::new() };
        let raw = if self.raw.is_empty() { "(nothing)".to_owned() } else { format!("{}{rest}", self.raw) };
        let executed = match (self.executed.is_empty(), self.is_replaced) {
            (true, _) => "(nothing)".to_owned(),
            (false, true) => format!("{} (in its place)", self.executed),
            (false, false) => self.executed.clone(),
        };
        vec![("Problem", self.problems.join("\n")), ("Reply", raw), ("Played", executed)]
    }
}
