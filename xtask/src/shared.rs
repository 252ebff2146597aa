//! Locates the recorded reference data in `../shared`, which is not part of the repository and may be absent.

use std::path::{Path, PathBuf};

use crate::step::root;

/// The folder `../shared`.
pub(crate) struct SharedData(PathBuf);

impl SharedData {
    pub(crate) fn find() -> Option<SharedData> {
        let folder = root().parent()?.join("shared");
        folder.is_dir().then_some(SharedData(folder))
    }

    /// Returns the files of recorded games, sorted by name.
    pub(crate) fn games(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join("traces")).into_iter().flatten().flatten();
        let mut games: Vec<String> = entries.map(|entry| entry.path()).filter(|path| is_game(path)).map(text).collect();
        games.sort();
        games
    }

    /// Returns the file of worked positions.
    pub(crate) fn cases(&self) -> Option<String> {
        self.file("cases.jsonl")
    }

    /// Returns the perft table.
    pub(crate) fn perft(&self) -> Option<String> {
        self.file("perft.json")
    }

    /// Reports whether the recorded fingerprints of the live edition exist; a test of the command line reads them.
    pub(crate) fn has_fingerprints(&self) -> bool {
        self.file("rules/live-fingerprints.json").is_some()
    }

    /// Returns the recorded matches and tables of the Agent Strategy Game, sorted by name.
    pub(crate) fn asg(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join("asg/vectors")).into_iter().flatten().flatten();
        let mut files: Vec<String> = entries.map(|entry| text(entry.path())).collect();
        files.sort();
        files
    }

    fn file(&self, name: &str) -> Option<String> {
        let path = self.0.join(name);
        path.is_file().then(|| text(path))
    }
}

fn is_game(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.ends_with(".jsonl.gz") && ["canon", "compact", "live"].iter().any(|edition| name.starts_with(edition))
}

fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}
