//! Temporary files for readers that need a path.

use std::path::Path;

use tempfile::TempDir;

/// Creates a folder that is deleted on drop.
pub(crate) fn temp_folder() -> TempDir {
    TempDir::new().expect("the temporary folder can be created")
}

/// Calls `check` with the path of a file that has the given contents.
pub(crate) fn with_file<T>(bytes: &[u8], check: impl FnOnce(&Path) -> T) -> T {
    let folder = temp_folder();
    let path = folder.path().join("input");
    std::fs::write(&path, bytes).expect("the temporary file can be written");
    check(&path)
}
