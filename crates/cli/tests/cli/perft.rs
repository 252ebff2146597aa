//! `ringside perft`.

use crate::ringside;

/// Returns the counts that the perft command printed, by depth.
pub(crate) fn counts(out: &str) -> Vec<u64> {
    let count = |line: &str| line.split_whitespace().nth(2).and_then(|word| word.parse().ok());
    out.lines().map(|line| count(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn perft_counts_the_known_numbers() {
    let check = |args: &[&str], expected: &[u64]| {
        let depth = expected.len().to_string();
        for made in [&[][..], &["--made"]] {
            let args = [&["perft", &depth][..], args, made].concat();
            assert_eq!(counts(&ringside(&args).success()), expected, "{args:?}");
        }
    };
    check(&[], &[192, 3192, 596_904]);
    check(&["--board", "square19"], &[1083, 56_520]);
    check(&["--board", "hexagonal"], &[993, 40_266]);
    check(&["S a1=11,h1=2; M1 c1; E 18,0"], &[17]);
    check(&["G square8 2p canon; S a1=1,h8=2"], &[20]);
}

#[test]
fn divided_counts_sum_up() {
    for (depth, actions, total) in [("1", 192, 192), ("2", 192, 3192), ("3", 192, 596_904)] {
        let out = ringside(&["perft", depth, "--divide"]).success();
        let (parts, sum) = out.trim_end().split_once("\n\n").expect("the sum follows a blank line");
        let counts: Vec<u64> = parts.lines().filter_map(|line| line.rsplit(' ').next()?.parse().ok()).collect();
        assert_eq!((counts.len(), counts.iter().sum::<u64>()), (actions, total));
        assert_eq!(sum, format!("{total} sequences of {depth} actions"));
        assert!(parts.starts_with("P a1 ") && parts.contains("\nP h8*3 "), "{parts}");
    }
}

#[test]
fn perft_rejects_invalid_arguments() {
    for depth in ["0", "65", "-1", "x", "99999999999"] {
        let answer = ringside(&["perft", depth]);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{depth}: {}", answer.err);
        assert!(answer.err.starts_with("error: "), "{}", answer.err);
    }
    assert_eq!(ringside(&["perft"]).code, Some(2));
    let check = |args: &[&str], expected: &str| {
        let error = ringside(&[&["perft", "1"], args].concat()).input_error();
        assert!(error.contains(expected), "{error}");
    };
    let over = "G square8 2p canon; S d4=1,h8=2; E 19,0; P game_over 1 ring_elimination";
    check(&[over], "the game is over in this position");
    check(&["S a1=1,a1=2"], "a1 has more than one occupant");
    check(&["--board", "hex8"], "edition standard does not define rings per player for hex8");
    check(&["--players", "9"], "9 is not in 2..=4");
    check(&["--set", "rings"], "--set rings: expected RULE=VALUE");
}
