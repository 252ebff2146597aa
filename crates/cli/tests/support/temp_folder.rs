//! Temporary folders.

use std::fs;
use std::path::{Path, PathBuf};

/// Temporary folder that is deleted when it is dropped.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    /// Creates a folder. Tests that run at the same time need different names.
    pub(crate) fn new(name: &str) -> TempFolder {
        let path = std::env::temp_dir().join(format!("ringside-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be created");
        TempFolder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), bytes).expect("the file can be written");
        self.file(name)
    }

    /// Returns the text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file is text")
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
