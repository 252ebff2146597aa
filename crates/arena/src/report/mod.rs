//! Reports on the games of logs: results, reliability, lengths, statistics of replayed games, and a comparison of two entrants.
//!
//! A [`Report`] is plain data that serializes to JSON. It can be rendered as text, Markdown, CSV and a self-contained HTML page. The
//! same logs produce identical output. Names, replies and file names are untrusted: every format escapes them.
//!
//! ```
//! use arena::report::{Options, Report};
//! let report = Report::read(&[], &Options::default())?;
//! assert!(report.to_text().contains("No game has been played."));
//! # Ok::<(), arena::report::ReportError>(())
//! ```

mod compare;
mod figures;
mod lengths;
mod measure;
mod measure_tables;
mod render;
mod results;
mod runs;
mod samples;
mod sections;
mod table;
mod validity;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

pub use self::compare::{Comparison, Difference};
pub use self::figures::{AllAndClean, Bin, Estimate, Rate, Spread, histogram};
pub use self::lengths::{EndingCount, Lengths, Progress};
pub use self::measure::{AsgCurvePoint, AsgEntrant, AsgFigures, Branching, ResourceShares, RingRiftFigures};
pub use self::results::{Encounter, Meetings, PlaceScore, Results, SeatScore, Standing, Tally};
pub use self::runs::{EntrantSummary, RunSummary};
pub use self::samples::Sample;
pub use self::validity::{LatencyFigures, Validity};
use crate::log::{GameLine, Log, LogError, Records};

pub(crate) use self::render::{sections_csv, sections_html, sections_markdown, sections_text};
pub(crate) use self::results::ranked;
pub(crate) use self::runs::{entrants, settings_remarks};
pub(crate) use self::sections::{Item, Section};
pub(crate) use self::table::{Cell, Table};

/// Name and version of the JSON format.
pub const FORMAT: &str = "ringside-report/1";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Names of two entrants to compare.
    pub compare: Option<(String, String)>,
    /// Whether games are replayed for more statistics, which takes some time.
    pub replays: bool,
    /// Number of faulty replies shown per entrant and kind; requires `replays`.
    pub samples: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { compare: None, replays: true, samples: 2 }
    }
}

/// Error of creating a report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReportError {
    /// A log is unreadable or invalid.
    #[error(transparent)]
    Log(#[from] LogError),
    /// An entrant to be compared does not exist.
    #[error("{} is not an entrant of these runs; expected one of {}", ringrift::excerpt(name), known.join(", "))]
    Unknown {
        name: String,
        /// Names of all entrants.
        known: Vec<String>,
    },
    /// Both entrants to be compared are the same.
    #[error("{} cannot be compared with itself", ringrift::excerpt(.0))]
    Same(String),
}

/// Report on the games of logs. The field names are the JSON format.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Always [`FORMAT`].
    pub format: &'static str,
    pub runs: Vec<RunSummary>,
    pub entrants: Vec<EntrantSummary>,
    /// One part per game, rules and number of seats.
    pub parts: Vec<Part>,
    pub comparison: Option<Comparison>,
    /// Faulty replies.
    pub samples: Vec<Sample>,
    /// Warnings about incomplete lines, changed settings and invalid records.
    pub remarks: Vec<String>,
}

/// Games with the same rules and number of seats. All maps of ASG belong to one part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Part {
    pub game: String,
    pub rules: String,
    pub seats: usize,
    /// Number of games.
    pub games: u64,
    /// Number of clean games: without forfeit and fallback moves.
    pub clean_games: u64,
    pub results: Results,
    pub validity: Vec<Validity>,
    pub lengths: Lengths,
    pub endings: Vec<EndingCount>,
    /// Mean scores over time.
    pub progress: Vec<Progress>,
    /// Statistics of replayed RingRift games.
    pub ringrift: Option<RingRiftFigures>,
    /// Statistics of replayed ASG matches.
    pub asg: Option<AsgFigures>,
    /// Number of games with an invalid record.
    pub damaged: u64,
}

/// Game, rules and number of seats that the games of a part share. Parts are sorted by this key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PartKey {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) seats: usize,
}

pub(crate) fn part_key(game: &GameLine, log: &Log) -> PartKey {
    let manifest = log.run(&game.run).map(|run| &run.manifest);
    PartKey {
        game: manifest.map_or("unknown", runs::game_of).to_owned(),
        rules: manifest.map_or_else(String::new, runs::rules_of),
        seats: game.seats.len(),
    }
}

/// Returns the titles of parts: game and seats, with number and rules if these are not unique.
pub(crate) fn part_titles(keys: &[PartKey]) -> Vec<String> {
    let title = |(number, key): (usize, &PartKey)| {
        let game = match key.game.as_str() {
            "ringrift" => "RingRift",
            "asg" => "ASG",
            other => other,
        };
        let alike = keys.iter().filter(|other| (&other.game, other.seats) == (&key.game, key.seats)).count();
        let plain = format!("{game}, {} seats", key.seats);
        if alike > 1 { format!("{}. {plain}, {}", number + 1, key.rules) } else { plain }
    };
    keys.iter().enumerate().map(title).collect()
}

/// Returns the standings of games, the best entrant first.
pub fn standings(games: &[GameLine]) -> Vec<Standing> {
    let games: Vec<(&GameLine, &str)> = games.iter().map(|game| (game, "")).collect();
    results::results(&games).standings
}

impl Report {
    /// Reads logs, replays their games and creates a report.
    ///
    /// # Errors
    /// Fails if a log is invalid or an entrant to be compared does not exist. An invalid record of a game is only counted and
    /// mentioned in the remarks.
    pub fn read(paths: &[PathBuf], options: &Options) -> Result<Report, ReportError> {
        let log = Log::read(paths, Records::Drop)?;
        let comparison = options.compare.as_ref().map(|(a, b)| comparison(&log, a, b)).transpose()?;
        let measured = if options.replays {
            measure::measure(paths, &log, options.samples)?
        } else {
            measure::Measured::default()
        };
        let entrants = entrants(&log);
        let mut remarks = log.remarks.clone();
        remarks.extend(settings_remarks(&entrants));
        remarks.extend(measured.problems.iter().cloned());
        Ok(Report {
            format: FORMAT,
            runs: runs::runs(&log),
            parts: parts(&log, &measured),
            entrants,
            comparison,
            samples: measured.samples.finished(),
            remarks,
        })
    }

    /// Returns the report as JSON. Invisible characters are escaped.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("a report is serializable");
        format!("{}\n", safe_text::escape_json(&json))
    }
}

fn comparison(log: &Log, a: &str, b: &str) -> Result<Comparison, ReportError> {
    let is_known = |name: &str| log.runs.iter().any(|run| run.manifest.entrant(name).is_some());
    if let Some(name) = [a, b].into_iter().find(|name| !is_known(name)) {
        let mut known: Vec<String> = entrants(log).iter().map(|entrant| ringrift::excerpt(&entrant.name)).collect();
        known.dedup();
        return Err(ReportError::Unknown { name: name.to_owned(), known });
    }
    if a == b {
        return Err(ReportError::Same(a.to_owned()));
    }
    Ok(compare::compare(log, a, b))
}

fn parts(log: &Log, measured: &measure::Measured) -> Vec<Part> {
    let starts: BTreeMap<&str, Vec<String>> =
        log.runs.iter().map(|run| (run.run.as_str(), runs::start_names(&run.manifest))).collect();
    let mut groups: BTreeMap<PartKey, Vec<(&GameLine, &str)>> = BTreeMap::new();
    for game in &log.games {
        let starts = &starts[game.run.as_str()];
        let start = &starts[game.condition as usize % starts.len()];
        groups.entry(part_key(game, log)).or_default().push((game, start));
    }
    groups.into_iter().map(|(key, games)| part(key, &games, measured)).collect()
}

fn part(key: PartKey, games: &[(&GameLine, &str)], measured: &measure::Measured) -> Part {
    let results = results::results(games);
    let names = || results.standings.iter().map(|standing| standing.name.as_str());
    Part {
        games: games.len() as u64,
        clean_games: games.iter().filter(|(game, _)| game.is_clean()).count() as u64,
        validity: validity::validity(games, names()),
        lengths: lengths::lengths(games),
        endings: lengths::endings(games),
        progress: lengths::progress(games, names()),
        ringrift: measured.ringrift.get(&key).map(measure::RingRiftSum::finished),
        asg: measured.asg.get(&key).map(measure::AsgSum::finished),
        damaged: measured.damaged.get(&key).copied().unwrap_or(0),
        game: key.game,
        rules: key.rules,
        seats: key.seats,
        results,
    }
}
