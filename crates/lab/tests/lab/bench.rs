//! `lab bench`: the JSON output and the arguments.

use serde_json::Value;

use crate::lab;

#[test]
fn json_has_all_measurements() {
    let out = lab(&["bench", "--seconds", "0.01", "--json"]).success();
    let results: Value = serde_json::from_str(&out).expect("the output is JSON");
    let check = |list: &str, rows: usize, texts: &[&str], numbers: &[&str]| {
        let list = results[list].as_array().expect("the measurement is a list");
        assert_eq!(list.len(), rows);
        for row in list {
            assert_eq!(row.as_object().unwrap().len(), texts.len() + numbers.len(), "{row}");
            assert!(texts.iter().all(|key| row[key].as_str().is_some_and(|text| !text.is_empty())), "{row}");
            assert!(numbers.iter().all(|key| row[key].is_number()), "{row}");
        }
    };
    let rates =
        ["best_actions_per_second", "median_actions_per_second", "literal_actions_per_second", "ratio_to_literal"];
    check("random_games", 10, &["rules"], &[&["cells", "games", "actions"], &rates[..]].concat());
    let rates = ["actions_per_second", "beside_actions_per_second", "ratio", "bar"];
    check("comparisons", 4, &["rules", "beside"], &rates);
    check("perft", 2, &["position"], &["depth", "sequences", "made_per_second", "bulk_per_second"]);
    check("parts", 5, &["rules"], &["cells", "listing", "playing", "territory", "copying"]);
    let rates = ["plies", "best_plies_per_second", "median_plies_per_second", "ratio_to_reference"];
    check("asg", 2, &["scenario", "work"], &rates);
    check("asg_replay_sizes", 8, &["scenario"], &["plies", "own_bytes", "reference_bytes", "ratio"]);
    check("asg_search", 9, &["scenario"], &["decisions", "mean_ms", "p99_ms", "slowest_ms"]);
    assert_eq!(results["perft"][0]["sequences"], 9_516_200);
}

#[test]
fn rejects_durations_that_are_not_positive_and_finite() {
    for seconds in ["0", "-1", "nan", "inf", "1e9", "soon"] {
        let finished = lab(&["bench", "--seconds", seconds]);
        assert_eq!((finished.code, finished.out.as_str()), (Some(2), ""), "{seconds}: {}", finished.err);
    }
}
