//! Names of boards on the command line, in records and in the engine protocol.

use crate::{ringside, ringside_reading};

/// Edition, name, options and expected board.
const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

#[test]
fn the_command_line_reads_the_board_names_of_the_edition() {
    for [edition, name, options, board] in BOARD_NAMES {
        let mut args = vec!["record", "random", "--max-actions", "1", "-e", edition, "-b", name];
        args.extend(options.split_whitespace().flat_map(|option| ["--set", option]));
        let done = ringside(&args);
        if board == "error" {
            done.input_error();
        } else {
            let text = done.success();
            assert!(text.contains(&format!("[Board \"{board}\"]\n")), "{args:?}: {text}");
        }
    }
}

#[test]
fn the_engine_reads_the_board_names_of_the_edition() {
    let rows = BOARD_NAMES;
    let commands: String = rows
        .iter()
        .flat_map(|[edition, name, options, _]| {
            let rules = format!("{name} 2p {edition} {options}");
            [format!("rules {rules}\n"), format!("position G {rules}; H 3,3\n")]
        })
        .collect();
    let output = ringside_reading(&["engine"], commands.as_bytes()).success();
    let mut answers = output.lines().filter(|line| line.starts_with("rules ") || line.starts_with("error "));
    for [edition, name, options, board] in rows {
        for _ in 0..2 {
            let answer = answers.next().expect("every command has an answer");
            let found = answer.strip_prefix("rules ").and_then(|rules| rules.split(' ').next()).unwrap_or("error");
            assert_eq!(found, board, "{edition} {name} {options}: {answer}");
        }
    }
}
