//! Folders for temporary files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is deleted in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The name tells the folders of tests apart that run at the same time.
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ringside-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    /// Where the folder is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    /// Writes a file and tells its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), bytes).expect("temporary files can be written");
        self.file(name)
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a text file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
