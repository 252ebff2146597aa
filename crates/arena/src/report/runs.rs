//! What was played, and by whom.

use serde::Serialize;
use serde_json::Value;

use crate::log::{Log, Manifest, RunLine, SprtLine};
use crate::matches::schedule;
use crate::settings::Format;

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    /// Its name: a hash of what its games depend on.
    pub run: String,
    /// What it is called.
    pub name: String,
    /// When it began.
    pub created: String,
    /// The program that ran it, with its version.
    pub program: String,
    /// The game.
    pub game: String,
    /// The maps, or the rules and openings, in the order of conditions.
    pub places: Vec<String>,
    /// The rules, and how games begin.
    pub rules: String,
    /// Who meets whom.
    pub format: Format,
    /// How many conditions, or rounds of a Swiss tournament.
    pub rounds: u32,
    /// The seed of everything.
    pub seed: String,
    /// How many take part.
    pub entrants: usize,
    /// How many games were played.
    pub games: u64,
    /// How many games there are in all; none if that cannot be told before anything was played.
    pub planned: Option<u64>,
    /// The test that decides when it ends, which may be before all games are played.
    pub sprt: Option<SprtLine>,
    /// What it cost so far, in millionths, unfinished games included.
    pub spent_micros: u64,
}

/// Somebody who took part, with his settings in a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EntrantSummary {
    /// What it is called.
    pub name: String,
    /// The runs in which it took part with these settings.
    pub runs: Vec<String>,
    /// Who it is: the settings of the player, without any secret.
    pub player: Value,
    /// The version of a built-in player.
    pub version: Option<String>,
    /// What happens if it fails.
    pub on_error: &'static str,
    /// The time for each reply.
    pub deadline_ms: u64,
    /// With so many failures a game is lost.
    pub most_faults: u32,
    /// The prompts of a model.
    pub prompts: Vec<Value>,
}

pub(super) fn runs(log: &Log) -> Vec<RunSummary> {
    log.runs.iter().map(|run| summary(run, log)).collect()
}

fn summary(line: &RunLine, log: &Log) -> RunSummary {
    let manifest = &line.manifest;
    let mut games = log.games.iter().filter(|game| game.run == line.run).peekable();
    let seats = games.peek().map(|game| game.seats.len());
    let random = manifest.venue["random_plies"].as_u64().filter(|&plies| plies > 0);
    let random = random.map_or(String::new(), |plies| format!(", {plies} random actions first"));
    RunSummary {
        run: line.run.clone(),
        name: manifest.name.clone(),
        created: line.created.clone(),
        program: line.program.clone(),
        game: game_of(manifest).to_owned(),
        places: places(manifest),
        rules: format!("{}{random}", text_of(&manifest.venue["rules"])),
        format: manifest.format,
        rounds: manifest.rounds,
        seed: manifest.seed.to_string(),
        entrants: manifest.entrants.len(),
        games: games.count() as u64,
        planned: seats.and_then(|seats| planned(manifest, seats)),
        sprt: manifest.sprt,
        spent_micros: log.spent_micros(&line.run),
    }
}

/// How many games a run has in all.
fn planned(manifest: &Manifest, seats: usize) -> Option<u64> {
    let per_round = if manifest.format == Format::Swiss { manifest.conditions_per_round } else { 1 };
    let conditions = u64::from(manifest.rounds) * u64::from(per_round);
    schedule::planned(manifest.format, manifest.entrants.len(), seats, conditions)
}

/// The name of the game of a run.
pub(super) fn game_of(manifest: &Manifest) -> &str {
    manifest.venue["game"].as_str().unwrap_or("unknown")
}

/// The rules of a run.
pub(super) fn rules_of(manifest: &Manifest) -> String {
    text_of(&manifest.venue["rules"])
}

/// Where games of a run begin, in the order of conditions: maps, or rules with the number of the opening.
pub(super) fn places(manifest: &Manifest) -> Vec<String> {
    let list = |key: &str| manifest.venue[key].as_array().map_or(&[][..], Vec::as_slice);
    let scenarios: Vec<String> = list("scenarios").iter().map(|scenario| text_of(&scenario["id"])).collect();
    if !scenarios.is_empty() {
        return scenarios;
    }
    let rules = text_of(&manifest.venue["rules"]);
    match list("openings").len() {
        0 | 1 => vec![rules],
        openings => (1..=openings).map(|number| format!("{rules}, opening {number}")).collect(),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// All entrants of all runs; those with equal names and settings are one.
pub(crate) fn entrants(log: &Log) -> Vec<EntrantSummary> {
    let mut all: Vec<EntrantSummary> = Vec::new();
    for run in &log.runs {
        for entrant in &run.manifest.entrants {
            let summary = EntrantSummary {
                name: entrant.name.clone(),
                runs: Vec::new(),
                player: entrant.player.clone(),
                version: entrant.version.clone(),
                on_error: entrant.on_error.name(),
                deadline_ms: entrant.deadline_ms,
                most_faults: entrant.most_faults,
                prompts: entrant.prompts.clone(),
            };
            let is_same = |known: &EntrantSummary| {
                known.name == summary.name && EntrantSummary { runs: Vec::new(), ..known.clone() } == summary
            };
            let place = all.iter().position(is_same).unwrap_or_else(|| {
                all.push(summary.clone());
                all.len() - 1
            });
            all[place].runs.push(run.run.clone());
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// What is to be said about entrants who are not the same everywhere.
pub(crate) fn changed(entrants: &[EntrantSummary]) -> Vec<String> {
    let twice = entrants.windows(2).filter(|two| two[0].name == two[1].name);
    let mut names: Vec<&str> = twice.map(|two| two[0].name.as_str()).collect();
    names.dedup();
    let remark = |name: &&str| format!("{name} has different settings in different runs, and counts as one");
    names.iter().map(remark).collect()
}
