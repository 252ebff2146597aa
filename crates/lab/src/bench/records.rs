//! Speed of reading and writing records.

use std::io::{self, Write};
use std::time::Duration;

use cli_support::Failure;
use cli_support::random_game;
use ringrift::{Position, Ruleset};
use ringrift_record::{Record, RecordReader};
use serde::Serialize;

use super::rates::Rates;

/// Speed for random games on one board.
#[derive(Serialize)]
pub(super) struct Records {
    rules: String,
    games: u64,
    actions: u64,
    /// Actions per second: parsed from text, checked and played.
    read_per_second: f64,
    /// Actions per second: parsed from JSON, checked and played.
    read_json_per_second: f64,
    /// Actions per second: played and written.
    written_per_second: f64,
    /// Actions per second: only played, for comparison.
    played_per_second: f64,
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
        rules: rules.title(),
        games,
        actions,
        read_per_second: read.median(),
        read_json_per_second: read_json.median(),
        written_per_second: written.median(),
        played_per_second: played.median(),
    })
}

/// Prints the table.
pub(super) fn print(rows: &[Records], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nRecords of random games, actions per second; reading includes parsing, checking and playing")?;
    writeln!(out, "{:<22} {:>12} {:>12} {:>12} {:>12}", "rules", "text read", "JSON read", "written", "only played")?;
    for row in rows {
        let (text, json) = (row.read_per_second, row.read_json_per_second);
        let (written, played) = (row.written_per_second, row.played_per_second);
        writeln!(out, "{:<22} {text:>12.0} {json:>12.0} {written:>12.0} {played:>12.0}", row.rules)?;
    }
    Ok(())
}
