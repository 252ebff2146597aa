//! Summaries of runs and entrants.

use serde::Serialize;
use serde_json::Value;

use crate::log::{Log, Manifest, RunLine, SprtLine};
use crate::matches::schedule;
use crate::protocol::Compat;
use crate::settings::Format;

/// Summary of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    /// Id of the run.
    pub run: String,
    pub name: String,
    /// Start time, as ISO 8601.
    pub created: String,
    /// Name and version of the program.
    pub program: String,
    pub game: String,
    /// Maps or openings in the order of conditions.
    pub places: Vec<String>,
    /// Rules and number of random actions.
    pub rules: String,
    pub format: Format,
    /// Number of conditions (an opening or map, and a seed); in a Swiss tournament, the number of rounds.
    pub rounds: u32,
    pub seed: String,
    /// Number of entrants.
    pub entrants: usize,
    /// Number of finished games.
    pub games: u64,
    /// Number of games of the complete run; `None` before the first game.
    pub planned: Option<u64>,
    /// Sequential test that may end the run early.
    pub sprt: Option<SprtLine>,
    /// Cost in millionths of the currency, including unfinished games.
    pub spent_micros: u64,
}

/// An entrant with its settings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EntrantSummary {
    pub name: String,
    /// Runs with these settings.
    pub runs: Vec<String>,
    /// Name of a built-in player, or settings of an agent without secrets.
    pub player: Value,
    /// Version of a built-in player.
    pub version: Option<String>,
    /// Profile of an agent that was written for another host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compat: Option<&'static str>,
    pub on_error: &'static str,
    pub deadline_ms: u64,
    /// Number of failures after which the entrant loses a game.
    pub most_faults: u32,
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
        places: start_names(manifest),
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

/// Returns the number of games of the complete run.
fn planned(manifest: &Manifest, seats: usize) -> Option<u64> {
    let per_round = if manifest.format == Format::Swiss { manifest.conditions_per_round } else { 1 };
    let conditions = u64::from(manifest.rounds) * u64::from(per_round);
    schedule::planned(manifest.format, manifest.entrants.len(), seats, conditions)
}

pub(super) fn game_of(manifest: &Manifest) -> &str {
    manifest.venue["game"].as_str().unwrap_or("unknown")
}

pub(super) fn rules_of(manifest: &Manifest) -> String {
    text_of(&manifest.venue["rules"])
}

/// Returns the names of the starts in the order of conditions: maps, or rules with the number of the opening.
pub(super) fn start_names(manifest: &Manifest) -> Vec<String> {
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

/// Returns the distinct entrants of all runs, compared by name and settings.
pub(crate) fn entrants(log: &Log) -> Vec<EntrantSummary> {
    let mut all: Vec<EntrantSummary> = Vec::new();
    for run in &log.runs {
        for entrant in &run.manifest.entrants {
            let summary = EntrantSummary {
                name: entrant.name.clone(),
                runs: Vec::new(),
                player: entrant.player.clone(),
                version: entrant.version.clone(),
                compat: entrant.compat.map(Compat::name),
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

/// Returns a remark for each entrant whose settings differ between runs.
pub(crate) fn settings_remarks(entrants: &[EntrantSummary]) -> Vec<String> {
    let twice = entrants.windows(2).filter(|two| two[0].name == two[1].name);
    let mut names: Vec<&str> = twice.map(|two| two[0].name.as_str()).collect();
    names.dedup();
    let remark =
        |name: &&str| format!("{name} has different settings in different runs; its games are counted together");
    names.iter().map(remark).collect()
}
