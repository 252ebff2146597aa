//! Temporary files for readers that need a path.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Folder that is deleted on drop.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    pub(crate) fn new() -> TempFolder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ringside-fuzz-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be created");
        TempFolder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Calls `check` with the path of a file that has the given contents.
pub(crate) fn with_file<T>(bytes: &[u8], check: impl FnOnce(&Path) -> T) -> T {
    let folder = TempFolder::new();
    let path = folder.path().join("input");
    std::fs::write(&path, bytes).expect("the temporary file can be written");
    check(&path)
}
