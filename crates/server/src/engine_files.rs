//! Warning about an engine for the page that is older than its sources, in debug builds.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

/// What `cargo xtask wasm` writes beside the sources of the engine.
#[derive(Deserialize)]
struct Built {
    /// BLAKE3 hashes of the source files, by path.
    sources: BTreeMap<String, String>,
}

/// Logs a warning if a source file of the engine has changed since `web/engine` was built. Does nothing away from the sources.
pub(crate) fn warn_if_outdated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(file) = changed_source(&root) {
        tracing::warn!(%file, "web/engine is older than its sources; run: cargo xtask wasm");
    }
}

/// Returns the first source file that is not the one that the engine was built of.
fn changed_source(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join("crates/wasm/built.json")).ok()?;
    let built: Built = serde_json::from_str(&text).ok()?;
    let is_changed = |(file, hash): &(String, String)| {
        let content = std::fs::read(root.join(file)).unwrap_or_default();
        blake3::hash(&content).to_hex()[..hash.len().min(64)] != **hash
    };
    built.sources.into_iter().find(is_changed).map(|(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_changed_source() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let wasm = folder.path().join("crates/wasm");
        std::fs::create_dir_all(&wasm).expect("the folder can be created");
        assert_eq!(changed_source(folder.path()), None);
        let hash = &blake3::hash(b"text").to_hex()[..16];
        let built = serde_json::json!({ "compiler": "", "sources": { "a.rs": hash } });
        std::fs::write(wasm.join("built.json"), built.to_string()).expect("the file can be written");
        std::fs::write(folder.path().join("a.rs"), "text").expect("the file can be written");
        assert_eq!(changed_source(folder.path()), None);
        std::fs::write(folder.path().join("a.rs"), "other").expect("the file can be written");
        assert_eq!(changed_source(folder.path()).as_deref(), Some("a.rs"));
    }
}
