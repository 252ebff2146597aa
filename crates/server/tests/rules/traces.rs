//! Recorded games, move by move, in every mode of the service.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use ringrift::{Edition, Overrides, Phase, Position, Ruleset};
use ringrift_record::TraceSpelling;
use serde_json::{Value, json};
use server::rules::{Mode, Settings};

use crate::app::App;

/// Returns the JSON values of a trace file.
fn lines(name: &str) -> impl Iterator<Item = Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/traces").join(name);
    let file = BufReader::new(GzDecoder::new(File::open(path).expect("the trace file exists")));
    file.lines().map(|line| serde_json::from_str(&line.expect("the file can be read")).expect("each line is JSON"))
}

fn start(header: &Value) -> Position {
    let text = |name: &str| header[name].as_str().expect("the value is a text").to_owned();
    let mut overrides = Overrides::default();
    for (name, value) in header["options"].as_object().expect("the header has options") {
        overrides.set(name, value.as_str().expect("the value is a text")).expect("the option is valid");
    }
    let edition: Edition = text("edition").parse().expect("the edition is known");
    let players = header["players"].as_u64().expect("the value is a number") as u8;
    let rules = Ruleset::new(edition, text("board").parse().expect("the board is known"), players, &overrides)
        .expect("the rules are valid");
    Position::new(&rules).expect("the position is valid")
}

/// Returns the notation of every legal move, keyed by the move's name in traces.
fn names(position: &Position) -> BTreeMap<String, String> {
    let board = position.rules().board;
    let regions = if position.phase() == Phase::RegionChoice { position.regions() } else { Vec::new() };
    let regions =
        regions.into_iter().map(|r| (r.id, r.cells.iter().map(|&cell| board.coord(cell)).collect::<Vec<_>>()));
    let spelling = TraceSpelling::new(&position.to_setup(), regions);
    position.legal_actions().iter().map(|&action| (spelling.text(action), position.action_text(action))).collect()
}

/// Replays at most `most` moves of recorded games, one request each; returns the number of moves.
async fn replay(app: &App, name: &str, most: usize) -> u64 {
    let mut position = None;
    let mut moves = 0;
    for line in lines(name) {
        if line.get("h").is_some() {
            position = Some(start(&line));
        }
        let Some(recorded) = line["mv"].as_str() else { continue };
        if moves == most as u64 {
            break;
        }
        let before: Position = position.take().expect("a header precedes the moves");
        let written = names(&before).remove(recorded).expect("the recorded move is legal");
        let answer = app.evaluate(&json!({ "position": before.to_string(), "move": written })).await;
        assert_eq!(answer["valid"], true, "{written} in {before}");
        assert_eq!(answer["fallback"], false, "{written} in {before}");
        let after = &line["after"];
        assert_eq!(answer["s"]["after"], after["S"]);
        assert_eq!(answer["status"], after["status"]);
        let next = &answer["next"];
        assert_eq!(next["state"]["currentPhase"], after["ph"]);
        let markers = next["state"]["board"]["markers"].as_object().map(serde_json::Map::len);
        assert_eq!(markers, after["mk"].as_object().map(serde_json::Map::len));
        let text = next["position"].as_str().expect("the value is a text");
        position = Some(Position::parse(text).expect("the position is valid"));
        moves += 1;
    }
    moves
}

#[tokio::test]
async fn recorded_games_pass_in_mode_fast() {
    check_traces(Mode::Fast).await;
}

#[tokio::test]
async fn recorded_games_pass_in_mode_shadow() {
    check_traces(Mode::Shadow).await;
}

#[tokio::test]
async fn recorded_games_pass_in_mode_spec() {
    check_traces(Mode::Spec).await;
}

/// Checks that recorded games cause no mismatch, fallback or dropped job.
async fn check_traces(mode: Mode) {
    for name in ["canon_square8_2p.jsonl.gz", "canon-no_main_square8_3p.jsonl.gz"] {
        let timeout = std::time::Duration::from_secs(60);
        let settings = Settings { mode, queue: 1 << 16, timeout, ..Settings::default() };
        let app = App::with(&settings, Box::new(server::rules::engines::Spec));
        let moves = replay(&app, name, 600).await;
        app.settle().await;
        let counters = app.service.counters();
        assert!(moves > 100, "{name}: {moves}");
        assert_eq!(app.mismatches(), [0; 4], "{name} in mode {mode}");
        assert_eq!(counters.fallback(), 0);
        assert_eq!(counters.dropped(), 0);
        assert_eq!(counters.unjudged(), 0);
        assert_eq!(counters.compared(), if mode == Mode::Fast { 0 } else { moves });
    }
}
