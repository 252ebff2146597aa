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
