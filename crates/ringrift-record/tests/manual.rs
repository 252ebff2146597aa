//! Tests every example of `docs/notation.md`.

use ringrift::{BoardKind, Position, WrittenAction};
use ringrift_record::{Entries, Record};

fn manual() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    std::fs::read_to_string(path).expect("docs/notation.md is readable")
}

/// Returns the text between two headings.
fn section<'a>(manual: &'a str, from: &str, to: &str) -> &'a str {
    let start = manual.find(from).unwrap_or_else(|| panic!("no heading {from}"));
    let rest = &manual[start + from.len()..];
    &rest[..rest.find(to).unwrap_or_else(|| panic!("no heading {to}"))]
}

/// Returns the rows of the tables in a text, without head rows and backquotes.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let is_rule = |line: &&str| line.starts_with("|---");
    let heads: Vec<usize> = (1..lines.len()).filter(|&i| is_rule(&lines[i])).flat_map(|i| [i - 1, i]).collect();
    let rows = lines.iter().enumerate().filter(|(i, line)| line.starts_with("| ") && !heads.contains(i));
    rows.map(|(_, line)| {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    })
    .collect()
}

/// Returns the fenced code blocks of a language.
fn blocks(manual: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    manual.split(&fence).skip(1).map(|rest| rest[..rest.find("```").expect("the block is closed")].to_owned()).collect()
}

fn written(text: &str, board: BoardKind) -> String {
    match WrittenAction::parse(text, board) {
        Ok(action) => action.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn cells_match_the_tables() {
    let manual = manual();
    let (by_coordinates, by_direction): (Vec<_>, Vec<_>) =
        rows(section(&manual, "## Cells", "## Actions")).into_iter().partition(|row| row.len() == 4);
    for row in &by_coordinates {
        let board: BoardKind = row[0].parse().unwrap();
        let coord = board.coord(board.parse_cell(&row[1]).unwrap());
        assert_eq!((coord.x.to_string(), coord.y.to_string()), (row[2].clone(), row[3].clone()), "{row:?}");
    }
    for row in &by_direction {
        let board = BoardKind::Hexagonal;
        let cell = board.parse_cell(&row[0]).unwrap();
        assert_eq!(board.cell_name(cell).to_string(), row[1]);
        assert_eq!(board.ring_direction_name(cell).unwrap().to_string(), row[0]);
    }
    assert!(by_coordinates.len() >= 9 && by_direction.len() >= 7);
    assert!(BoardKind::Hexagonal.parse_cell("s11").is_err());
}

#[test]
fn actions_match_the_tables() {
    let manual = manual();
    let actions = rows(section(&manual, "## Actions", "### Numbers"));
    assert!(actions.len() >= 19);
    for row in actions {
        assert_eq!(written(&row[0], BoardKind::Square8), row[0]);
    }
    let spellings = rows(section(&manual, "### Other spellings", "### Reading"));
    assert!(spellings.len() >= 25);
    for row in spellings {
        assert_eq!(written(&row[0], BoardKind::Square8), row[1]);
    }
}

#[test]
fn error_messages_match_the_tables() {
    let manual = manual();
    let reading = section(&manual, "### Reading has two steps", "## Records");
    let (parsing, resolving) = reading.split_once("**Resolving**").unwrap();
    assert_eq!(rows(parsing).len(), 6);
    for row in rows(parsing) {
        assert_eq!(written(&row[0], BoardKind::Square8), row[1]);
    }
    let position = section(resolving, "In `", "`");
    let position = Position::parse(position).unwrap();
    assert_eq!(rows(resolving).len(), 7);
    for row in rows(resolving) {
        let found = position.read_action(&row[0]).map_or_else(|error| error.to_string(), |_| "legal".to_owned());
        assert_eq!(found, row[1]);
    }
}

#[test]
fn records_can_be_verified() {
    let manual = manual();
    let records = blocks(&manual, "ringrift");
    assert_eq!(records.len(), 3);
    for text in &records {
        let mut games = Entries::new(text.as_bytes()).unwrap();
        let game = games.next().unwrap().unwrap();
        game.verify().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(games.next().is_none());
    }
    assert_eq!(Record::parse(&records[0]).unwrap().to_string(), records[0], "the first example is canonical");
}

#[test]
fn the_illegal_game_is_rejected_with_the_quoted_message() {
    let manual = manual();
    let game = &blocks(&manual, "ringrift-illegal")[0];
    let message = manual.split("\n> ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    assert_eq!(Record::parse(game).unwrap_err().to_string(), message);
}

#[test]
fn the_json_example_survives_a_round_trip() {
    let manual = manual();
    let json = &blocks(&manual, "json")[0];
    let record = Record::from_json(json).unwrap();
    let values = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(values(&record.to_json()), values(json));
}

#[test]
fn schema_in_docs_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ringrift-record-1.schema.json");
    let schema = format!("{:#}\n", ringrift_record::json_schema());
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(path, &schema).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema, "run cargo xtask regenerate");
}
