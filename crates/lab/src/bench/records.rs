//! Speed of reading and writing records.

use std::time::Duration;

use cli_support::Failure;
use cli_support::random_game;
use ringrift::{Position, Ruleset};
use ringrift_record::{Record, RecordReader};
use serde::Serialize;

use super::Rates;

/// Speed for random games on one board.
#[derive(Serialize)]
pub(super) struct Records {
    pub(super) rules: String,
    games: u64,
    actions: u64,
    /// Actions per second: parsed from text, checked and played.
    pub(super) read_per_second: f64,
    /// Actions per second: parsed from JSON, checked and played.
    pub(super) read_json_per_second: f64,
    /// Actions per second: played and written.
    pub(super) written_per_second: f64,
    /// Actions per second: only played, for comparison.
    pub(super) played_per_second: f64,
}

pub(super) fn records(rules: &Ruleset, seed: u64, budget: Duration) -> Result<Records, Failure> {
    let games = if rules.board.cells() <= 64 { 20 } else { 2 };
    let start = Position::new(rules).map_err(Failure::bad_input)?;
    let records: Vec<Record> =
        (0..games).map(|game| random_game(&start, seed + game, usize::MAX)).collect::<Result<_, Failure>>()?;
    let file: String = records.iter().map(|record| format!("{record}\n")).collect();
    let json: Vec<String> = records.iter().map(Record::to_json).collect();
    let count = |record: &Record| record.actions().len() as u64;
    let budget = budget / 4;
    let (actions, read) = Rates::measure(budget, || {
        let texts = RecordReader::new(file.as_bytes()).filter_map(Result::ok);
        texts.filter_map(|text| text.read().ok()).map(|record| count(&record)).sum()
    });
    assert_eq!(actions, records.iter().map(count).sum::<u64>(), "every record can be read");
    let (_, read_json) = Rates::measure(budget, || {
        json.iter().filter_map(|text| Record::from_json(text).ok()).map(|record| count(&record)).sum()
    });
    let (_, written) = Rates::measure(budget, || {
        records.iter().map(|record| if record.to_string().is_empty() { 0 } else { count(record) }).sum()
    });
    let (_, played) = Rates::measure(budget, || {
        records.iter().map(|record| if record.last_position().turn() == 0 { 0 } else { count(record) }).sum()
    });
    Ok(Records {
        rules: rules.to_string(),
        games,
        actions,
        read_per_second: read.median(),
        read_json_per_second: read_json.median(),
        written_per_second: written.median(),
        played_per_second: played.median(),
    })
}
