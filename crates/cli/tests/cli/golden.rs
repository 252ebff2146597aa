//! The conformance data in `vectors/`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::ringside;

/// Returns the folder of test data.
pub(crate) fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

#[test]
fn both_engines_conform_to_the_committed_data() {
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
        let report = ringside(&args).success();
        assert!(report.contains("124 cases") && report.contains(" 0 differences"), "{report}");
    }
}

/// Does nothing if the recorded data is missing, which `cargo xtask test` reports.
#[test]
fn reference_hashes_equal_those_of_other_engines() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/rules/live-fingerprints.json");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let pairs: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&text).expect("the file has pairs of texts and hashes");
    assert!(!pairs.is_empty());
    for pair in pairs {
        assert_eq!(ringrift::reference_hash(&pair["fingerprint"]), pair["hash"], "{}", pair["fingerprint"]);
    }
}
