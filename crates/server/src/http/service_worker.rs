//! The service worker of the page, which makes it work without a network.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::IntoResponse as _;
use axum::routing::get;
use serde::Serialize;

use super::App;
use super::page::{self, as_file};

/// What the script begins with: `self.release`.
#[derive(Serialize)]
struct Release {
    /// Hash of all files. The browser installs the script as a new version if it differs.
    version: String,
    /// Entity tags of the files that are stored when the version is installed, by path.
    files: BTreeMap<String, String>,
    /// Entity tags of the networks, which are stored when they are first loaded.
    networks: BTreeMap<String, String>,
}

impl Release {
    /// Computes the version from the files and the rest of the script.
    fn new(files: BTreeMap<String, String>, networks: BTreeMap<String, String>, script: &str) -> Release {
        let mut hash = blake3::Hasher::new();
        for (path, tag) in files.iter().chain(&networks) {
            hash.update(path.as_bytes()).update(b"\n").update(tag.as_bytes()).update(b"\n");
        }
        hash.update(script.as_bytes());
        Release { version: hash.finalize().to_hex()[..16].to_owned(), files, networks }
    }
}

pub(super) fn routes() -> Router<App> {
    Router::new().route("/service-worker.js", get(|headers: HeaderMap| async move { respond(&headers) }))
}

/// Returns the script. At its path it is responsible for all pages of the server.
fn respond(headers: &HeaderMap) -> axum::response::Response {
    static SCRIPT: OnceLock<String> = OnceLock::new();
    // Debug builds read the files of the page from disk, where they may change.
    let text = if cfg!(debug_assertions) { script() } else { SCRIPT.get_or_init(script).clone() };
    let tag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..24]);
    as_file(&tag, "text/javascript; charset=utf-8", headers, || text.into_response())
}

fn script() -> String {
    let rest = page::service_worker_script();
    let release = Release::new(page::stored_files(), page::network_tags(), &rest);
    let release = serde_json::to_string(&release).expect("the list serializes to JSON");
    format!("self.release = {release};\n{rest}")
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};

    use super::*;

    fn files(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|&(path, tag)| (path.to_owned(), tag.to_owned())).collect()
    }

    #[test]
    fn version_changes_with_every_file_and_with_the_script() {
        let version = |pairs: &[(&str, &str)], networks: &[(&str, &str)], script: &str| {
            Release::new(files(pairs), files(networks), script).version
        };
        let all = [
            version(&[("/", "1"), ("/web/a.js", "2")], &[("/networks/a", "3")], "script"),
            version(&[("/", "1"), ("/web/a.js", "4")], &[("/networks/a", "3")], "script"),
            version(&[("/", "1"), ("/web/b.js", "2")], &[("/networks/a", "3")], "script"),
            version(&[("/", "1")], &[("/networks/a", "3")], "script"),
            version(&[("/", "1"), ("/web/a.js", "2")], &[("/networks/a", "5")], "script"),
            version(&[("/", "1"), ("/web/a.js", "2")], &[("/networks/a", "3")], "another script"),
        ];
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(all[0], version(&[("/web/a.js", "2"), ("/", "1")], &[("/networks/a", "3")], "script"));
    }

    #[test]
    fn script_lists_the_pages_and_their_files_only() {
        let text = script();
        let line = text.lines().next().expect("the script has lines");
        let line = line.strip_prefix("self.release = ").and_then(|line| line.strip_suffix(';')).expect("a release");
        let release: serde_json::Value = serde_json::from_str(line).expect("the release is JSON");
        let files = release["files"].as_object().expect("the files are listed");
        for path in [
            "/",
            "/local",
            "/sandbox",
            "/learn",
            "/puzzles",
            "/web/puzzles/hex8-live.txt",
            "/rules",
            "/asg/rules",
            "/asg/replay",
            "/web/start.js",
            "/web/engine/worker.js",
            "/web/engine/players.wasm",
            "/web/app/app.webmanifest",
            "/web/app/icon-192.png",
            "/book/book.css",
            "/book/asg-fight.json",
        ] {
            assert!(files[path].as_str().is_some_and(|tag| tag.starts_with('"')), "{path}");
        }
        assert!(files.keys().all(|path| !path.starts_with("/api/") && !path.contains('{')), "{files:?}");
        assert!(!files.contains_key("/service-worker.js") && !files.contains_key("/web/app/service-worker.js"));
        assert!(release["networks"]["/networks/square8.safetensors"].is_string());
        assert_eq!(release["version"].as_str().map(str::len), Some(16));
    }

    #[test]
    fn script_is_revalidated_on_every_use() {
        let response = respond(&HeaderMap::new());
        assert_eq!(response.headers()[CACHE_CONTROL], "no-cache");
        assert_eq!(response.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
        let known = HeaderMap::from_iter([(IF_NONE_MATCH, response.headers()[ETAG].clone())]);
        assert_eq!(respond(&known).status(), StatusCode::NOT_MODIFIED);
    }
}
