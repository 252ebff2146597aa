//! The recorded data beside the checkout. It is not part of the project, and may be absent.

use std::path::{Path, PathBuf};

use crate::step::root;

/// The folder `shared` beside the checkout.
pub(crate) struct Shared(PathBuf);

impl Shared {
    /// The folder, if it is there.
    pub(crate) fn find() -> Option<Shared> {
        let folder = root().parent()?.join("shared");
        folder.is_dir().then_some(Shared(folder))
    }

    /// The recorded games of the editions that are implemented, sorted by name.
    pub(crate) fn games(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join("traces")).into_iter().flatten().flatten();
        let mut games: Vec<String> = entries.map(|entry| entry.path()).filter(|path| is_game(path)).map(text).collect();
        games.sort();
        games
    }

    /// The worked positions.
    pub(crate) fn cases(&self) -> Option<String> {
        self.file("cases.jsonl")
    }

    /// The perft table.
    pub(crate) fn perft(&self) -> Option<String> {
        self.file("perft.json")
    }

    /// Whether the fingerprints of outside engines are there, which a test of the command line reads.
    pub(crate) fn has_fingerprints(&self) -> bool {
        self.file("rules/live-fingerprints.json").is_some()
    }

    /// The recorded matches of the Agent Strategy Game, and the tables beside them, sorted by name.
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
