//! `lab playthrough`: the text of random games, and the golden files.

use ringrift::Position;

use crate::{lab, vectors};

/// Golden playthroughs: the name of the file and the arguments that create it.
const GOLDEN: &[(&str, &[&str])] = &[
    ("canon_square8_2p", &["--seed", "11", "--edition", "canon"]),
    ("canon_square8_3p_no_main", &["--seed", "2", "--players", "3", "--set", "regions=no_main"]),
    ("compact_square8_2p", &["--seed", "4", "--edition", "compact"]),
    ("live_square8_2p", &["--seed", "6", "--edition", "live", "--set", "swap=on"]),
    ("live_hex8_3p", &["--seed", "9", "--edition", "live", "--board", "hex8", "--players", "3"]),
    (
        "canon_hexagonal_4p_opening",
        &["--seed", "3", "--edition", "canon", "--board", "hexagonal", "--players", "4", "--max-actions", "60"],
    ),
    ("canon_square19_2p_opening", &["--seed", "5", "--edition", "canon", "--board", "square19", "--max-actions", "60"]),
];

#[test]
fn golden_playthroughs_are_up_to_date() {
    for (name, args) in GOLDEN {
        let path = vectors().join("playthroughs").join(format!("{name}.txt"));
        let played = lab(&[&["playthrough"], *args].concat()).success();
        if std::env::var_os("UPDATE_FILES").is_some() {
            std::fs::write(&path, &played).expect("the golden file can be written");
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        let line = golden.lines().zip(played.lines()).position(|(a, b)| a != b);
        assert!(
            golden == played,
            "{name}.txt differs, first in line {:?}; if this is intended, run `cargo xtask regenerate` and review the change",
            line.map(|line| line + 1)
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_text() {
    let seven = lab(&["playthrough", "--seed", "7"]).success();
    assert_eq!(lab(&["playthrough", "--seed", "7"]).success(), seven);
    assert_ne!(lab(&["playthrough", "--seed", "8"]).success(), seven);
}

#[test]
fn the_text_begins_with_the_rules_and_ends_with_the_result() {
    let text = lab(&["playthrough", "--seed", "7"]).success();
    let start = "# ringside playthrough 1\nrules: square8 2p canon regions=no_main\nseed: 7\nposition: G square8 2p canon regions=no_main; H 18,18;";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("\n1. turn 1, player 1, ring_placement, 192 legal\naction: P "), "{text}");
    let end = &text[text.rfind("\nresult: ").expect("the text has a result")..];
    for expected in ["\nreason: ", "\nranks: ", "\nturns: ", "\nactions: "] {
        assert!(end.contains(expected), "{end}");
    }
    assert!(!text.contains('\x1b'));
}

#[test]
fn every_action_is_legal_in_the_position_before_it() {
    let text = lab(&["playthrough", "--seed", "3", "--max-actions", "12"]).success();
    let values = |name: &'static str| text.lines().filter_map(move |line| line.strip_prefix(name));
    assert_eq!(values("action: ").count(), 12, "{text}");
    for (action, (position, hash)) in values("action: ").zip(values("position: ").zip(values("hash: "))) {
        let position = Position::parse(position).expect("the position is valid");
        assert_eq!(position.fingerprint_hash().to_string(), hash);
        assert!(position.legal_actions().iter().any(|&legal| position.action_text(legal) == action), "{action}");
    }
}

#[test]
fn max_actions_ends_the_game_early() {
    let text = lab(&["playthrough", "--max-actions", "3", "--board", "hexagonal", "--players", "3"]).success();
    assert!(text.contains("\n3. turn 2, player 2,") && !text.contains("\n4. "), "{text}");
    assert!(text.contains("\nresult: unfinished\n"), "{text}");
}
