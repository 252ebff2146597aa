//! `ringside --help`, and the messages for commands that moved.

use crate::ringside;

#[test]
fn help_lists_commands_in_groups() {
    let help = ringside(&["--help"]).success();
    for group in ["\nPlay:\n", "\nWrite engines and AIs:\n", "\nMeasure players:\n", "\nOperate a server:\n"] {
        assert!(help.contains(group), "{group}: {help}");
    }
    assert!(!help.contains("\n  bench"), "{help}");
}

#[test]
fn negative_numbers_are_values() {
    for (args, expected) in [
        (&["rules", "show", "--players", "-1"][..], "invalid value '-1' for '--players <PLAYERS>': -1 is not in 2..=4"),
        (
            &["play", "--seed", "-5"],
            "invalid value '-5' for '--seed <SEED>': expected a whole number that is not negative",
        ),
        (&["match", "random", "random", "--rounds", "-2"], "-2 is not in 1..=100000"),
        (&["analyse", "--nodes", "-1"], "invalid value '-1' for '--nodes <N>'"),
        (&["perft", "-1"], "invalid value '-1' for '<DEPTH>'"),
        (&["asg", "play", "--turn-cap", "-1"], "expected a whole number that is not negative"),
        (&["asg", "match", "rush", "rush", "--turn-cap", "0"], "0 is not in 1..=100000"),
        (&["match", "rush", "rush", "-s", "causeway", "--turn-cap", "0"], "0 is not in 1..=100000"),
    ] {
        let error = ringside(args).input_error();
        assert!(error.contains(expected) && !error.contains("unexpected argument"), "{args:?}: {error}");
    }
}

#[test]
fn moved_commands_name_the_new_command() {
    for name in ["lockstep", "playthrough", "bench", "load", "ladder", "balance", "calibrate", "tune"] {
        for arguments in [&[name][..], &[name, "--seed", "1"], &[name, "--help"]] {
            let error = ringside(arguments).input_error();
            let expected =
                format!("error: `{name}` moved to the maintainers' tool: run `cargo lab {name}` in a checkout\n");
            assert_eq!(error, expected);
        }
    }
}
