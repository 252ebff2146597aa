//! Runs every seed in `fuzz/seeds` through its target.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz_targets::{ALL, Target, Verdict};

/// Longest seed in bytes: libFuzzer mutates short inputs faster.
const LONGEST_SEED: u64 = 32 << 10;

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_target_has_a_folder_of_seeds() {
    let targets: BTreeSet<String> = ALL.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(targets.len(), ALL.len(), "two targets have the same name");
    assert!(ALL.is_sorted_by_key(|target| target.name), "targets are listed by name");
    let name = |path: &PathBuf| path.file_name().expect("the folder has a name").to_string_lossy().into_owned();
    let folders: BTreeSet<String> = entries(&seeds()).iter().map(name).collect();
    assert_eq!(folders, targets);
}

#[test]
fn every_seed_passes_its_target() {
    for target in ALL {
        let files = entries(&seeds().join(target.name));
        assert!(!files.is_empty(), "{} has no seed", target.name);
        let verdicts: Vec<Verdict> = files.iter().map(|file| run(target, file)).collect();
        assert!(verdicts.contains(&Verdict::Accepted), "{} accepts none of its seeds", target.name);
    }
}

fn run(target: Target, file: &Path) -> Verdict {
    let bytes = fs::read(file).expect("the seed can be read");
    assert!(bytes.len() as u64 <= LONGEST_SEED, "{} is too long for a seed", file.display());
    println!("{}", file.display());
    (target.run)(&bytes)
}
