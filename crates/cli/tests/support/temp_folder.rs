//! Temporary folders.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// Temporary folder that is deleted when it is dropped.
pub(crate) struct TempFolder(TempDir);

impl TempFolder {
    pub(crate) fn new() -> TempFolder {
        TempFolder(TempDir::new().expect("the temporary folder can be created"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path().join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path().join(name), bytes).expect("the file can be written");
        self.file(name)
    }

    /// Returns the text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("the file is text")
    }
}
