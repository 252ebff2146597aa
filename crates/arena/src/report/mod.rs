//! What can be said about the games in logs: results, reliability, lengths, what is found by playing them again, and a
//! comparison of two entrants.
//!
//! A [`Report`] is data first; serialised it is the JSON form. It is shown as text, Markdown, CSV and one HTML page that needs
//! nothing else. The same logs give the same bytes. Names, replies and file names come from strangers: each form shows them so
//! that nothing in them is ever taken for a part of the form.
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
pub use self::figures::{Bin, Estimate, Rate, Spread, Twice, histogram};
pub use self::lengths::{EndingCount, Lengths, Progress};
pub use self::measure::{AsgCurvePoint, AsgEntrant, AsgFigures, Branching, ResourceShares, RingRiftFigures};
pub use self::results::{Encounter, Meetings, PlaceScore, Results, SeatScore, Standing, Tally};
pub use self::runs::{EntrantSummary, RunSummary};
pub use self::samples::Sample;
pub use self::validity::{LatencyFigures, Validity};
use crate::log::{GameLine, Log, LogError, Records};

pub(crate) use self::render::{sections_csv, sections_html, sections_markdown, sections_text};
pub(crate) use self::runs::{changed, entrants};
pub(crate) use self::sections::{Item, Section};
pub(crate) use self::table::{Cell, Table};

/// The format of reports as JSON, and its version.
pub const FORMAT: &str = "ringside-report/1";

/// What a report is to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Two entrants that are compared, by name.
    pub compare: Option<(String, String)>,
    /// Whether games are played again, which takes some time.
    pub replays: bool,
    /// How many faulty replies of each kind are shown for each entrant; they are read together with the records.
    pub samples: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { compare: None, replays: true, samples: 2 }
    }
}

/// Why there is no report.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReportError {
    /// A log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Somebody who is to be compared takes no part.
    #[error("{} takes no part in these runs; there are {}", ringrift::excerpt(name), known.join(", "))]
    Unknown {
        /// Who.
        name: String,
        /// Who does.
        known: Vec<String>,
    },
    /// Somebody is to be compared with himself.
    #[error("{} cannot be compared with itself", ringrift::excerpt(.0))]
    Same(String),
}

/// What can be said about the games in logs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Always [`FORMAT`].
    pub format: &'static str,
    /// The runs.
    pub runs: Vec<RunSummary>,
    /// Who took part.
    pub entrants: Vec<EntrantSummary>,
    /// What was found, apart for games that cannot be compared.
    pub parts: Vec<Part>,
    /// The comparison of two entrants.
    pub comparison: Option<Comparison>,
    /// Replies that went wrong.
    pub samples: Vec<Sample>,
    /// What is odd about the logs.
    pub remarks: Vec<String>,
}

/// All games by the same rules with the same number of seats. The maps of ASG are no rules: all of them are one part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Part {
    /// The game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// How many play.
    pub seats: usize,
    /// How many games there are.
    pub games: u64,
    /// How many of them are clean: nobody lost by failing, and no move was made in anybody's place.
    pub clean_games: u64,
    /// Who won how much.
    pub results: Results,
    /// How reliably entrants answered.
    pub validity: Vec<Validity>,
    /// How long games took.
    pub lengths: Lengths,
    /// How they ended.
    pub endings: Vec<EndingCount>,
    /// How scores went over the games.
    pub progress: Vec<Progress>,
    /// What was found by playing games of RingRift again.
    pub ringrift: Option<RingRiftFigures>,
    /// What was found by playing matches of ASG again.
    pub asg: Option<AsgFigures>,
    /// Games whose record cannot be used.
    pub damaged: u64,
}

/// What sets a part apart.
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

/// What parts are called: the game and the seats, and the rules with a number if that is not enough.
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

/// How everybody did in some games, the best first, counted as in every report.
pub fn standings(games: &[GameLine]) -> Vec<Standing> {
    let games: Vec<(&GameLine, &str)> = games.iter().map(|game| (game, "")).collect();
    results::results(&games).standings
}

impl Report {
    /// Reads logs, plays their games again, and says what is in them.
    ///
    /// # Errors
    /// If a log cannot be used, or somebody who is to be compared is not in it. A record that is damaged is counted and
    /// remarked, and no error.
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
        remarks.extend(changed(&entrants));
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

    /// The report as JSON. What cannot be seen is written by its number.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("a report is JSON");
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
    let places: BTreeMap<&str, Vec<String>> =
        log.runs.iter().map(|run| (run.run.as_str(), runs::places(&run.manifest))).collect();
    let mut groups: BTreeMap<PartKey, Vec<(&GameLine, &str)>> = BTreeMap::new();
    for game in &log.games {
        let places = &places[game.run.as_str()];
        let place = &places[game.condition as usize % places.len()];
        groups.entry(part_key(game, log)).or_default().push((game, place));
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
