//! Temporary folders.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// Temporary folder that is deleted on drop.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().expect("the temporary folder can be created"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the texts of all files.
    pub(crate) fn texts(&self) -> Vec<String> {
        let files = fs::read_dir(self.path()).expect("the folder exists");
        files
            .map(|file| fs::read_to_string(file.expect("the folder can be read").path()).expect("the value is a text"))
            .collect()
    }
}
