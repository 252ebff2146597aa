//! `lab bench`: the JSON output and the arguments.

use serde_json::Value;

use crate::lab;

#[test]
fn json_has_all_measurements() {
    let out = lab(&["bench", "--seconds", "0.01", "--json"]).success();
    let results: Value = serde_json::from_str(&out).expect("the output is JSON");
    let check = |name: &str, rows: usize, texts: &[&str], numbers: &[&str]| {
        let list = results[name].as_array().expect("the measurement is a list");
        assert_eq!(list.len(), rows, "{name}");
        for row in list {
            assert!(texts.iter().all(|key| row[key].as_str().is_some_and(|text| !text.is_empty())), "{row}");
            assert!(numbers.iter().all(|key| row[key].is_number()), "{row}");
        }
    };
    check("perft", 2, &["position"], &["depth", "sequences", "made_per_second", "bulk_per_second"]);
    let costs = ["cells", "listed", "sampled", "listing", "playing", "territory", "copying"];
    check("growth", 5, &["rules", "board"], &costs);
    let rates = ["plies", "best_plies_per_second", "median_plies_per_second", "ratio_to_reference"];
    check("asg", 2, &["scenario", "work"], &rates);
    check("asg_replay_sizes", 8, &["scenario"], &["plies", "own_bytes", "reference_bytes", "ratio"]);
    check("asg_search", 9, &["scenario"], &["decisions", "mean_ms", "p99_ms", "slowest_ms"]);
    assert_eq!(results["perft"][0]["sequences"], 9_516_200);
    assert_eq!(results["perft"][0]["made_target"]["required"], 3e7);
    check("records", 15, &["rules"], &["games", "actions", "read_per_second"]);
    check("comparisons", 18, &["rules", "baseline", "style"], &["actions_per_second", "ratio"]);
    check("random_games", 15, &["rules"], &["cells", "games", "actions", "spec_actions_per_second", "ratio_to_spec"]);
    let first = &results["random_games"][0];
    assert_eq!(first["rules"], "square8 2p standard");
    for (style, required) in [("listed", 3e6), ("sampled", 4e6)] {
        let speed = &first[style];
        assert!(speed["best_actions_per_second"].as_f64() >= speed["median_actions_per_second"].as_f64(), "{first}");
        assert_eq!(speed["target"]["required"], required);
        assert!(speed["target"]["met"].is_boolean(), "{first}");
    }
}

#[test]
fn single_parts_are_measured_and_the_chart_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let chart = folder.path().join("growth.svg");
    let path = chart.to_str().expect("the path is UTF-8");
    let out = lab(&["bench", "--seconds", "0.01", "--part", "growth", "--part", "perft", "--chart", path]).success();
    assert!(out.contains("Perft") && out.contains("Growth") && !out.contains("Arena"), "{out}");
    assert!(out.contains("Required values: "), "{out}");
    let svg = std::fs::read_to_string(&chart).expect("the chart was written");
    assert!(svg.starts_with("<svg ") && svg.contains("hexagonal12 (469 cells)"), "{svg}");
}

#[test]
fn a_chart_needs_its_part_and_a_folder() {
    let finished = lab(&["bench", "--part", "perft", "--chart", "growth.svg"]);
    assert_eq!(finished.code, Some(2), "{}", finished.err);
    assert!(finished.err.contains("--part growth"), "{}", finished.err);
    let missing = "no-such-folder/growth.svg";
    let finished = lab(&["bench", "--seconds", "0.01", "--part", "growth", "--chart", missing]);
    assert_eq!(finished.code, Some(2), "{}", finished.err);
    assert!(finished.err.contains("cannot write no-such-folder/growth.svg"), "{}", finished.err);
}

#[test]
fn rejects_durations_that_are_not_positive_and_finite() {
    for seconds in ["0", "-1", "nan", "inf", "1e9", "soon"] {
        let finished = lab(&["bench", "--seconds", seconds]);
        assert_eq!((finished.code, finished.out.as_str()), (Some(2), ""), "{seconds}: {}", finished.err);
    }
}
