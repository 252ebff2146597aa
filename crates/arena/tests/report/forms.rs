//! Properties of the output formats.

use arena::report::{Options, Report};

use crate::logs::{LogBuilder, asg, bots, folder, play, rogue};

#[test]
fn logs_without_games_have_a_report() {
    let report = LogBuilder::new(&["a", "b"]).report("empty", &Options::default());
    assert!(report.parts.is_empty());
    for text in [report.to_text(), report.to_markdown(), report.to_html()] {
        assert!(text.contains("No game has been played"), "{text}");
    }
    assert!(report.to_csv().starts_with("table,row,column,value\nruns,1,run,"));
    let nothing = Report::read(&[], &Options::default()).expect("the report is created");
    assert!(nothing.runs.is_empty() && nothing.to_html().contains("<h1>Report</h1>"));
}

#[test]
fn single_games_have_a_complete_report() {
    let mut log = LogBuilder::new(&["a", "b"]);
    log.game(0, &[0, 1], &[1, 2], 1);
    let report = log.report("one", &Options::default());
    assert!(report.to_text().contains("100.0 (20.7–100.0)"), "{}", report.to_text());
    assert!(report.to_html().contains("</html>"));
}

#[test]
fn csv_can_be_parsed() {
    let mut log = LogBuilder::new(&["a, \"b\"", "=2+3"]);
    log.game(0, &[0, 1], &[1, 2], 12);
    let report = log.report("csv", &Options::default());
    let tables = report.to_csv_tables();
    let standings = &tables.iter().find(|(name, _)| name == "ringrift_2_seats.standings").expect("the table exists").1;
    let rows = parse(standings);
    assert_eq!(rows[0], ["entrant", "score", "score_low", "score_high", "games", "wins", "ties", "losses"]);
    assert_eq!((rows[1][0].as_str(), rows[1][1].as_str()), ("a, \"b\"", "1"));
    assert_eq!(rows[2][0], "'=2+3");
    for (name, text) in &tables {
        let rows = parse(text);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{name}: {text}");
    }
    assert!(parse(&report.to_csv()).iter().all(|row| row.len() == 4));
}

/// Minimal CSV parser.
pub(crate) fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            letter => field.push(letter),
        }
    }
    rows
}

#[test]
fn writes_a_complete_page_for_inspection() {
    let folder = folder("example");
    let path = folder.join("log.jsonl");
    let mut entrants = bots::<arena::AsgVenue>(&["greedy", "random", "mix:0.8", "rush"]);
    entrants.push(rogue("rogue"));
    play(&path, &asg(), &entrants, 6);
    let options = Options { compare: Some(("greedy".into(), "rogue".into())), ..Options::default() };
    let report = Report::read(&[path], &options).expect("the report is created");
    for (name, text) in [
        ("report.html", report.to_html()),
        ("report.md", report.to_markdown()),
        ("report.txt", report.to_text()),
        ("report.csv", report.to_csv()),
        ("report.json", report.to_json()),
    ] {
        std::fs::write(folder.join(name), text).expect("the file is writable");
    }
    assert_eq!(report.parts[0].games, 5 * 4 * 6);
}
