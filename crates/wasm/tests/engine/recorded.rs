//! Questions about recorded games and perft tables, and analyses.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Value, json};

use crate::cases::{overrides, spelled};
use crate::questions::{Question, about};

/// Returns analyses of positions.
pub(crate) fn analyses() -> Vec<Question> {
    let start = |edition, board, players| {
        let rules = Ruleset::new(edition, board, players, &Overrides::default()).expect("the rules are valid");
        Position::new(&rules).expect("the rules have a start position").to_string()
    };
    let positions = [
        start(Edition::Canon, BoardKind::Square8, 2),
        "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement".to_owned(),
        "G square8 2p; S d4=11,h8=2; H 16,17; P movement".to_owned(),
        start(Edition::Live, BoardKind::Square8, 3),
        start(Edition::Live, BoardKind::Hex8, 2),
        start(Edition::Canon, BoardKind::Square19, 2),
        start(Edition::Compact, BoardKind::Hexagonal, 2),
    ];
    let body = |position: &String| json!({ "position": position, "nodes": 400, "lines": 3 });
    positions.iter().map(|position| Question::post("/api/analyse", &body(position))).collect()
}

/// Returns questions about positions of a recorded game, and the number of legal actions in it.
pub(crate) fn trace(path: &Path, every: usize) -> Vec<Question> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines().map(|line| line.expect("the file is text"));
    let mut lines = lines.map(|line| serde_json::from_str::<Value>(&line).expect("the line is JSON"));
    let header = lines.next().expect("the file has a header");
    let text = |field: &str| header[field].as_str().expect("the header has the field").to_owned();
    let overrides = overrides(&header["options"]);
    let edition = text("edition").parse().expect("the edition is known");
    let players = header["players"].as_u64().expect("the header has players") as u8;
    let rules = Ruleset::from_names(edition, text("board").parse().expect("the board is known"), players, &overrides);
    let mut position = Position::new(&rules.expect("the rules are valid")).expect("the rules have a start position");
    let mut questions = Vec::new();
    for (number, step) in lines.take_while(|step| step["h"].is_null()).enumerate() {
        let legal = step["legal"].as_array().map_or(0, Vec::len);
        // Phases without a decision are steps of the live edition; our engine passes over them.
        let Some(action) = step["mv"].as_str().and_then(|text| spelled(&position, text)) else { continue };
        if number % every == 0 {
            questions.extend(about(&position, action, Some(legal)));
        }
        position.play_unchecked(action);
    }
    assert!(!questions.is_empty(), "{} has no game that can be played", path.display());
    questions
}

/// Returns perft questions of the recorded tables with at most `most` sequences, and the recorded counts.
pub(crate) fn perft(most: u64) -> Vec<(Question, u64)> {
    let mut questions = Vec::new();
    for name in ["perft.json", "perft-live.json"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
        let table: Value =
            serde_json::from_reader(File::open(path).expect("the table exists")).expect("the table is JSON");
        for entry in table["start"].as_array().expect("the table has start positions") {
            let overrides = overrides(&entry["options"]);
            let name = |field: &str| entry[field].as_str().expect("the entry has the field");
            let (edition, board) = (name("edition").parse().expect("known"), name("board").parse().expect("known"));
            let players = entry["players"].as_u64().expect("the entry has players") as u8;
            let rules = Ruleset::from_names(edition, board, players, &overrides).expect("the rules are valid");
            let start = Position::new(&rules).expect("the rules have a start position").to_string();
            for (depth, count) in entry["perft"].as_array().expect("the entry has counts").iter().enumerate() {
                let count = count.as_u64().expect("counts are numbers");
                if count <= most {
                    let message = json!({ "position": start, "depth": depth + 1 });
                    questions.push((Question { message, legal: None }, count));
                }
            }
        }
    }
    questions
}
