//! The perft table of the live edition: `vectors/perft-live.json` equals the counts of the engine.

use cli_support::random_game;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Value, json};

use crate::golden::vectors;
use crate::perft;
use crate::ringside;

/// Starts of games: board, number of players, swap rule, and depth of the counts. The offer to swap
/// is the third decision of a game, so it needs three plies.
const STARTS: &[(&str, u8, bool, u32)] = &[
    ("square8", 2, false, 3),
    ("square8", 2, true, 3),
    ("square8", 3, false, 3),
    ("square8", 4, false, 3),
    ("hex8", 2, false, 3),
    ("hex8", 2, true, 3),
    ("hex8", 3, false, 3),
    ("hex8", 4, false, 3),
    ("square19", 2, false, 2),
    ("square19", 2, true, 3),
    ("square19", 3, false, 2),
    ("square19", 4, false, 2),
    ("hexagonal12", 2, false, 2),
    ("hexagonal12", 2, true, 3),
    ("hexagonal12", 3, false, 2),
    ("hexagonal12", 4, false, 2),
];

/// Positions in the middle of games: board, number of players, phase, seed of the random game,
/// number of played actions, and depth of the counts. The phases are those in which the edition
/// differs most from the others, with positions that offer many choices. The payments for a region belong to turns
/// with a recovery.
const POSITIONS: &[(&str, u8, &str, u64, u32, u32)] = &[
    ("square8", 2, "chain_capture", 6, 14, 4),
    ("square8", 2, "territory_processing", 2, 63, 6),
    ("square8", 2, "line_processing", 4, 46, 5),
    ("square8", 2, "forced_elimination", 8, 57, 6),
    ("square8", 2, "recovery", 95, 56, 3),
    ("square8", 2, "territory_elimination", 48, 69, 6),
    ("square8", 3, "chain_capture", 1, 34, 4),
    ("square8", 3, "territory_processing", 5, 83, 6),
    ("square8", 3, "line_processing", 336, 57, 6),
    ("square8", 3, "forced_elimination", 74, 89, 6),
    ("square8", 3, "recovery", 80, 78, 4),
    ("square8", 3, "territory_elimination", 207, 99, 6),
    ("square8", 4, "chain_capture", 3, 55, 5),
    ("square8", 4, "territory_processing", 3, 74, 5),
    ("square8", 4, "line_processing", 58, 55, 4),
    ("square8", 4, "forced_elimination", 148, 115, 6),
    ("square8", 4, "recovery", 174, 102, 6),
    ("hex8", 2, "chain_capture", 11, 39, 4),
    ("hex8", 2, "territory_processing", 91, 73, 6),
    ("hex8", 2, "line_processing", 3, 57, 5),
    ("hex8", 2, "forced_elimination", 223, 53, 5),
    ("hex8", 2, "recovery", 106, 68, 3),
    ("hex8", 2, "territory_elimination", 15, 68, 5),
    ("hex8", 3, "chain_capture", 2, 55, 5),
    ("hex8", 3, "territory_processing", 7, 74, 6),
    ("hex8", 3, "line_processing", 14, 83, 6),
    ("hex8", 3, "forced_elimination", 385, 107, 6),
    ("hex8", 3, "recovery", 98, 102, 6),
    ("hex8", 3, "territory_elimination", 199, 93, 6),
    ("hex8", 4, "chain_capture", 1, 25, 4),
    ("hex8", 4, "territory_processing", 3, 100, 6),
    ("hex8", 4, "line_processing", 57, 60, 4),
    ("hex8", 4, "forced_elimination", 9, 85, 5),
    ("hex8", 4, "recovery", 263, 131, 5),
    ("hex8", 4, "territory_elimination", 181, 123, 6),
    ("square19", 2, "chain_capture", 1, 51, 3),
    ("square19", 2, "territory_processing", 4, 343, 6),
    ("square19", 2, "line_processing", 18, 181, 3),
    ("square19", 2, "forced_elimination", 28, 319, 4),
    ("square19", 2, "recovery", 49, 386, 3),
    ("square19", 2, "territory_elimination", 48, 290, 6),
    ("square19", 3, "chain_capture", 1, 193, 3),
    ("square19", 3, "territory_processing", 2, 276, 3),
    ("square19", 3, "line_processing", 6, 306, 3),
    ("square19", 3, "forced_elimination", 7, 431, 4),
    ("square19", 3, "recovery", 8, 450, 5),
    ("square19", 3, "territory_elimination", 38, 434, 6),
    ("square19", 4, "chain_capture", 1, 73, 3),
    ("square19", 4, "territory_processing", 1, 367, 3),
    ("square19", 4, "line_processing", 1, 273, 3),
    ("square19", 4, "forced_elimination", 43, 470, 6),
    ("square19", 4, "recovery", 120, 10, 2),
    ("hexagonal12", 2, "chain_capture", 1, 79, 2),
    ("hexagonal12", 2, "territory_processing", 2, 373, 4),
    ("hexagonal12", 2, "line_processing", 5, 389, 5),
    ("hexagonal12", 2, "forced_elimination", 54, 468, 4),
    ("hexagonal12", 2, "recovery", 1, 515, 3),
    ("hexagonal12", 2, "territory_elimination", 10, 523, 3),
    ("hexagonal12", 3, "chain_capture", 1, 305, 2),
    ("hexagonal12", 3, "territory_processing", 1, 567, 4),
    ("hexagonal12", 3, "line_processing", 3, 339, 2),
    ("hexagonal12", 3, "forced_elimination", 1, 530, 3),
    ("hexagonal12", 3, "recovery", 34, 641, 4),
    ("hexagonal12", 3, "territory_elimination", 29, 566, 4),
    ("hexagonal12", 4, "chain_capture", 1, 118, 3),
    ("hexagonal12", 4, "territory_processing", 1, 754, 5),
    ("hexagonal12", 4, "line_processing", 1, 646, 5),
    ("hexagonal12", 4, "forced_elimination", 33, 673, 3),
    ("hexagonal12", 4, "recovery", 46, 714, 5),
    ("hexagonal12", 4, "territory_elimination", 33, 719, 6),
];

const NOTE: &str = "perft[d-1] = number of sequences of exactly d decisions; whatever happens without a decision does not \
                    count; position text as in docs/formats.md; written by cargo xtask regenerate";

#[test]
fn perft_table_is_up_to_date() {
    let path = vectors().join("perft-live.json");
    let counted = table();
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(&path, &counted).expect("the file can be written");
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    let line = recorded.lines().zip(counted.lines()).position(|(a, b)| a != b);
    assert!(
        recorded == counted,
        "perft-live.json differs, first in line {:?}; if this is intended, run `cargo xtask regenerate` and let both engines \
         check it with `ringside conform`",
        line.map(|line| line + 1)
    );
}

/// Returns the contents of the file, one entry per line.
fn table() -> String {
    let lines = |entries: Vec<Value>| entries.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    let starts = lines(STARTS.iter().map(start).collect());
    let positions = lines(POSITIONS.iter().map(position).collect());
    format!(
        "{{\"format\":\"ringrift-perft/1\",\"note\":\"{NOTE}\",\n\"start\":[\n{starts}\n],\n\
         \"positions\":[\n{positions}\n]}}\n"
    )
}

fn start(&(board, players, swap, depth): &(&str, u8, bool, u32)) -> Value {
    let seats = players.to_string();
    let mut rules = vec!["--edition", "live", "--board", board, "--players", &seats];
    if swap {
        rules.extend(["--set", "swap=on"]);
    }
    let options = if swap { json!({"swap": true}) } else { json!({}) };
    json!({"edition": "live", "options": options, "board": board, "players": players, "perft": counts(depth, &rules)})
}

fn position(&(board, players, phase, seed, actions, depth): &(&str, u8, &str, u64, u32, u32)) -> Value {
    let text = text_after(board, players, seed, actions);
    let field =
        |code: &str| text.split("; ").find_map(|field| field.strip_prefix(code)).expect("the position has the field");
    assert_eq!(field("P ").split(' ').next(), Some(phase), "{text}");
    let player: u8 = field("T ").parse().expect("the seat is a number");
    json!({
        "edition": "live", "options": {}, "board": board, "players": players,
        "config": format!("seed {seed}, after {actions} actions"),
        "position": text, "phase": phase, "player": player, "perft": counts(depth, &[&text]),
    })
}

/// Returns the text of the position that a random game reaches.
fn text_after(board: &str, players: u8, seed: u64, actions: u32) -> String {
    let board: BoardKind = board.parse().expect("the board exists");
    let rules = Ruleset::new(Edition::Live, board, players, &Overrides::default()).expect("the rules are valid");
    let start = Position::new(&rules).expect("the rules have a start");
    let game = random_game(&start, seed, actions as usize).expect("random actions are legal");
    game.last_position().to_string()
}

/// Returns the counts of all depths up to `depth`.
fn counts(depth: u32, position: &[&str]) -> Vec<u64> {
    perft::counts(&ringside(&[&["perft", &depth.to_string()], position].concat()).success())
}
