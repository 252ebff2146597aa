//! Temporary folders.

use std::fs;
use std::path::{Path, PathBuf};

/// Temporary folder that is deleted on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Chooses a folder by test name, so that tests can run at the same time.
    pub(crate) fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("ringside-rules-{}-{name}", std::process::id())))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the texts of all files.
    pub(crate) fn texts(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("the folder exists");
        files
            .map(|file| fs::read_to_string(file.expect("the folder can be read").path()).expect("the value is a text"))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
