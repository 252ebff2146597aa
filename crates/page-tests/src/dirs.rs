//! Temporary directories, and paths below `target`.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// A directory that is deleted on drop, even if a browser still writes to it.
pub(crate) struct TempDir(tempfile::TempDir);

impl TempDir {
    pub(crate) fn new() -> TempDir {
        TempDir(tempfile::TempDir::new().expect("temporary directory can be created"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // A browser that is shutting down may still be writing.
        for _ in 0..20 {
            if std::fs::remove_dir_all(self.path()).is_ok() || !self.path().exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Returns the path of a directory below `target`.
pub(crate) fn target_path(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crate is two levels below the root");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |target| root.join(target));
    target.join(name)
}
