//! Names of boards in records.

use ringrift_record::Record;

/// Edition, name, options and expected board.
const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

/// Document 003, 1.2 and 4.4: `[Board "hexagonal"]` has radius 12 in the live edition.
#[test]
fn records_read_the_board_names_of_the_edition() {
    for [edition, name, options, board] in BOARD_NAMES {
        let text = format!("[Board \"{name}\"]\n[Edition \"{edition}\"]\n[Options \"{options}\"]\n\n*\n");
        let pairs: Vec<String> =
            options.split_whitespace().map(|option| format!("\"{}\"", option.replace('=', "\":\""))).collect();
        let json = format!(
            r#"{{"format":"ringrift-record/1","board":"{name}","edition":"{edition}","options":{{{}}},"players":2,"moves":[]}}"#,
            pairs.join(",")
        );
        for read in [Record::parse(&text), Record::from_json(&json)] {
            match read {
                Err(error) => assert_eq!(board, "error", "{text}: {error}"),
                Ok(record) => {
                    assert_eq!(record.rules().board.name(), board, "{text}");
                    assert_eq!(Record::parse(&record.to_string()).as_ref(), Ok(&record));
                    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
                }
            }
        }
    }
}

#[test]
fn live_game_on_the_largest_board_is_read() {
    let text = "[Board \"hexagonal\"]\n[Edition \"live\"]\n[Date \"2024-12-01\"]\n\n1. P 11.-11; M 11.-11-10.-11\n*\n";
    let record = Record::parse(text).expect("the record is valid");
    assert!(record.to_string().contains("[Board \"hexagonal12\"]\n[Edition \"live\"]\n"), "{record}");
}
