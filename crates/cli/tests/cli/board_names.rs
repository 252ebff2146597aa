//! Names of boards on the command line, in records and in the engine protocol.

use crate::{ringside, ringside_reading};

/// Returns the rows of `vectors/board-names.txt`: edition, name, options and expected board.
fn board_names() -> Vec<[String; 4]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board-names.txt");
    let text = std::fs::read_to_string(path).expect("the table is readable");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let mut columns = line.split('|').map(|column| column.trim().to_owned());
        std::array::from_fn(|_| columns.next().expect("a row has four columns"))
    })
    .collect()
}

#[test]
fn the_command_line_reads_the_board_names_of_the_edition() {
    for [edition, name, options, board] in board_names() {
        let mut args = vec!["record", "random", "--max-actions", "1", "-e", &edition, "-b", &name];
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
    let rows = board_names();
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
