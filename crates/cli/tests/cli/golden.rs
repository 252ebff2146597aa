//! Whole games as golden files, and the conformance data that are kept in the project.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::ringside;

/// The golden playthroughs: the name of the file and the arguments that make it.
const PLAYTHROUGHS: &[(&str, &[&str])] = &[
    ("canon_square8_2p", &["--seed", "11"]),
    ("canon_square8_3p_no_main", &["--seed", "2", "--players", "3", "--set", "regions=no_main"]),
    ("compact_square8_2p", &["--seed", "4", "--edition", "compact"]),
    ("live_square8_2p", &["--seed", "6", "--edition", "live", "--set", "swap=on"]),
    ("live_hex8_3p", &["--seed", "9", "--edition", "live", "--board", "hex8", "--players", "3"]),
    ("canon_hexagonal_4p_opening", &["--seed", "3", "--board", "hexagonal", "--players", "4", "--max-actions", "60"]),
    ("canon_square19_2p_opening", &["--seed", "5", "--board", "square19", "--max-actions", "60"]),
];

/// The folder of data that tests read.
pub(crate) fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

#[test]
fn playthroughs_are_as_recorded() {
    for (name, args) in PLAYTHROUGHS {
        let path = vectors().join("playthroughs").join(format!("{name}.txt"));
        let played = ringside(&[&["playthrough"], *args].concat()).good();
        if std::env::var_os("UPDATE_FILES").is_some() {
            std::fs::write(&path, &played).expect("the file can be written");
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        let line = recorded.lines().zip(played.lines()).position(|(a, b)| a != b);
        assert!(
            recorded == played,
            "{name}.txt differs, first in line {:?}; if that is meant, run `cargo xtask regenerate` and read the change",
            line.map(|line| line + 1)
        );
    }
}

#[test]
fn committed_conformance_data_pass_with_both_engines() {
    let files: Vec<String> = [
        "cases.jsonl",
        "cases-live.jsonl",
        "traces/canon_square8_2p.jsonl.gz",
        "traces/canon-no_main_square8_3p.jsonl.gz",
        "traces/compact_square8_2p.jsonl.gz",
        "traces/compact_square8_4p.jsonl.gz",
        "perft.json",
        "perft-live.json",
    ]
    .iter()
    .map(|name| vectors().join(name).to_string_lossy().into_owned())
    .collect();
    for engine in ["fast", "spec"] {
        let max_nodes = if engine == "fast" { "2000000" } else { "2000" };
        let mut args = vec!["conform", "--engine", engine, "--max-nodes", max_nodes];
        args.extend(files.iter().map(String::as_str));
        let report = ringside(&args).good();
        assert!(report.contains("124 cases") && report.contains(" 0 differences"), "{report}");
    }
}

/// Without the recorded data there is nothing to compare; the test command says so.
#[test]
fn hashes_of_outside_engines_are_ours() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/rules/live-fingerprints.json");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let pairs: Vec<BTreeMap<String, String>> = serde_json::from_str(&text).expect("pairs of texts and hashes");
    assert!(!pairs.is_empty());
    for pair in pairs {
        assert_eq!(ringrift::reference_hash(&pair["fingerprint"]), pair["hash"], "{}", pair["fingerprint"]);
    }
}
