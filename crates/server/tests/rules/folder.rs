//! Folders for temporary files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is deleted in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The name tells the folders of tests apart that run at the same time.
    pub(crate) fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("ringside-rules-{}-{name}", std::process::id())))
    }

    /// Where the folder is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The texts of its files.
    pub(crate) fn texts(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("the folder exists");
        files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
