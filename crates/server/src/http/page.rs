//! Static files of the page and the rulebooks, embedded in the binary.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use neural::Network;
use parking_lot::Mutex;
use ringrift::BoardKind;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::App;
use super::error::ApiError;
use super::middleware::Path;

/// The folder `web`. Debug builds read it from disk, so that changed files need no rebuild.
#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The folder `book`, with the rulebooks.
#[derive(RustEmbed)]
#[folder = "../../book"]
struct Book;

/// The page of the sandbox, which has a route of its own.
const SANDBOX: &str = "/sandbox";

/// Paths of pages and their files.
const PAGES: [(&str, &str); 6] = [
    ("/", "index.html"),
    ("/local", "game.html"),
    (SANDBOX, "sandbox.html"),
    ("/learn", "learn.html"),
    ("/puzzles", "puzzles.html"),
    ("/asg/replay", "replay.html"),
];

/// Paths of rulebooks and their files.
const BOOKS: [(&str, &str); 2] = [("/rules", "rules.html"), ("/asg/rules", "asg-rules.html")];

/// Number of compressed files above which the cache is cleared. The page has fewer files, but in a debug build each edit of a
/// file adds an entry.
const MAX_COMPRESSED: usize = 500;

/// Returns the rulebook of RingRift.
pub(crate) fn rulebook_html() -> String {
    let book = Book::get("rules.html").expect("the rulebook is embedded");
    String::from_utf8_lossy(&book.data).into_owned()
}

/// Returns the HTML of a page, to add tags to its head.
pub(super) fn page_html(name: &str) -> String {
    let page = Web::get(name).expect("the page is embedded");
    String::from_utf8_lossy(&page.data).into_owned()
}

/// The script of the service worker, which the server completes with a list of files.
const SERVICE_WORKER: &str = "app/service-worker.js";

/// Returns the script of the service worker, without its list of files.
pub(super) fn service_worker_script() -> String {
    let script = Web::get(SERVICE_WORKER).expect("the script is embedded");
    String::from_utf8_lossy(&script.data).into_owned()
}

/// Returns the entity tags of all pages and of the files that they need, by path. The page of a game has that of `/local`, that of a
/// puzzle the one of `/puzzles`.
pub(super) fn stored_files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (path, name) in PAGES {
        files.extend(Web::get(name).map(|file| (path.to_owned(), tag_of(&file))));
    }
    for (path, name) in BOOKS {
        files.extend(Book::get(name).map(|file| (path.to_owned(), tag_of(&file))));
    }
    add_files::<Web>("web", &mut files);
    add_files::<Book>("book", &mut files);
    files
}

/// Adds the files of a folder, without pages, which have paths of their own, and files that browsers do not load.
fn add_files<F: RustEmbed>(folder: &str, files: &mut BTreeMap<String, String>) {
    for stored in F::iter().filter(|name| name != SERVICE_WORKER) {
        let name = stored.strip_suffix(".gz").unwrap_or(&stored);
        if content_type(name).is_some() && !name.ends_with(".html") && !name.ends_with(".ts") {
            files.extend(F::get(&stored).map(|file| (format!("/{folder}/{name}"), tag_of(&file))));
        }
    }
}

/// Returns the entity tags of the networks, by path.
pub(super) fn network_tags() -> BTreeMap<String, String> {
    let tag = |board: BoardKind| (format!("/networks/{}.safetensors", board.name()), network_tag(Network::file(board)));
    BoardKind::ALL.into_iter().map(tag).collect()
}

pub(super) fn routes() -> Router<App> {
    let mut router = Router::new()
        .route("/web/{*path}", any_file::<Web>())
        .route("/book/{*path}", any_file::<Book>())
        .route("/networks/{file}", get(network))
        .route("/favicon.ico", fixed_file::<Web>("icon.svg"));
    for (path, name) in PAGES.into_iter().filter(|(path, _)| *path != SANDBOX) {
        router = router.route(path, fixed_file::<Web>(name));
    }
    for (path, name) in BOOKS {
        router = router.route(path, fixed_file::<Book>(name));
    }
    router
}

/// Responds to unknown paths: a page for browsers, an error for programs.
pub(super) async fn not_found(headers: HeaderMap) -> Response {
    let wants_page = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    match file::<Web>("missing.html", &HeaderMap::new()) {
        Ok(mut page) if wants_page => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        _ => ApiError::not_found("unknown path; see /api/openapi.json").into_response(),
    }
}

/// Serves the requested file of a folder.
fn any_file<F: RustEmbed>() -> MethodRouter<App> {
    get(|Path(path): Path<String>, headers: HeaderMap| async move { file::<F>(&path, &headers) })
}

/// Returns a file of the folder `web`.
pub(super) fn web_file(name: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    file::<Web>(name, headers)
}

/// Serves one file.
fn fixed_file<F: RustEmbed>(name: &'static str) -> MethodRouter<App> {
    get(move |headers: HeaderMap| async move { file::<F>(name, &headers) })
}

/// Serves the network of a board, such as `/networks/square8.safetensors`, for the engine in the browser.
async fn network(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let board = name.strip_suffix(".safetensors").and_then(|board| board.parse().ok());
    let file = board.map(Network::file).ok_or_else(|| ApiError::not_found("there is no such network"))?;
    let tag = network_tag(file);
    Ok(as_file(&tag, "application/octet-stream", &headers, || Bytes::from_static(file).into_response()))
}

fn network_tag(file: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(file).to_hex()[..24])
}

/// Returns the entity tag of a file: the start of the hash of its content.
fn tag_of(file: &EmbeddedFile) -> String {
    format!("\"{}\"", HEXLOWER.encode(&file.metadata.sha256_hash()[..12]))
}

/// Returns a file, compressed if the client accepts that, or status 304 if the client already has it. The modules of the engine are
/// stored in compressed form.
fn file<F: RustEmbed>(path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found("no such file");
    let content_type = content_type(path).ok_or_else(missing)?;
    let is_stored_compressed = path.ends_with(".wasm");
    let found = if is_stored_compressed { F::get(&format!("{path}.gz")) } else { F::get(path) };
    let found = found.ok_or_else(missing)?;
    let tag = tag_of(&found);
    let accepts_gzip = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|coding| coding.trim().split(';').next() == Some("gzip")));
    let content = || match (accepts_gzip, is_stored_compressed) {
        (true, false) => ([(header::CONTENT_ENCODING, "gzip")], compressed(&tag, &found)).into_response(),
        (true, true) => {
            ([(header::CONTENT_ENCODING, "gzip")], Bytes::from(found.data.clone().into_owned())).into_response()
        }
        (false, false) => Bytes::from(found.data.clone().into_owned()).into_response(),
        (false, true) => decompressed(&found.data).into_response(),
    };
    Ok(as_file(&tag, content_type, headers, content))
}

/// Returns a file with the headers for caching, or status 304 if the client already has it.
pub(super) fn as_file(
    tag: &str,
    content_type: &'static str,
    headers: &HeaderMap,
    content: impl FnOnce() -> Response,
) -> Response {
    let is_cached = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_cached { StatusCode::NOT_MODIFIED.into_response() } else { content() };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    // Clients may cache the file but must revalidate it, which is cheap.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(value) = tag.parse() {
        headers.insert(header::ETAG, value);
    }
    response
}

/// Returns the content type of a file by its extension; `None` for extensions that the page does not use.
fn content_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        // Types of the engine, which browsers do not load.
        "ts" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// Returns a file compressed with gzip, from the cache if possible.
fn compressed(tag: &str, file: &EmbeddedFile) -> Bytes {
    static CACHE: OnceLock<Mutex<HashMap<String, Bytes>>> = OnceLock::new();
    let mut cache = CACHE.get_or_init(Mutex::default).lock();
    if cache.len() > MAX_COMPRESSED {
        cache.clear();
    }
    cache.entry(tag.to_owned()).or_insert_with(|| gzip(&file.data)).clone()
}

fn gzip(data: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    Bytes::from(encoder.finish().unwrap_or_default())
}

fn decompressed(data: &[u8]) -> Bytes {
    let mut content = Vec::new();
    // The tests read every module.
    let _ = GzDecoder::new(data).read_to_end(&mut content);
    Bytes::from(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_file() {
        assert!(PAGES.iter().all(|(_, name)| Web::get(name).is_some()));
        assert!(BOOKS.iter().all(|(_, name)| Book::get(name).is_some()));
    }

    #[test]
    fn every_file_has_a_known_content_type() {
        for name in Web::iter().chain(Book::iter()) {
            assert!(content_type(name.trim_end_matches(".gz")).is_some(), "{name}");
        }
    }

    /// Adds a file and all files of the folder `web` that it names, without the engine, to those that a page loads.
    fn add_loaded(name: &str, text: &str, loaded: &mut BTreeMap<String, usize>) {
        loaded.insert(name.to_owned(), text.len());
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for quoted in text.split('"').filter(|quoted| quoted.ends_with(".js") || quoted.ends_with(".css")) {
            let path = match quoted.strip_prefix("../").or_else(|| quoted.strip_prefix("/web/")) {
                Some(path) => path.to_owned(),
                None => format!("{folder}/{}", quoted.trim_start_matches("./")).trim_start_matches('/').to_owned(),
            };
            if let Some(file) = Web::get(&path).filter(|_| !path.starts_with("engine/") && !loaded.contains_key(&path))
            {
                add_loaded(&path, &String::from_utf8_lossy(&file.data), loaded);
            }
        }
    }

    #[test]
    fn pages_are_smaller_than_500_kilobytes() {
        // Only the page of the lessons loads their texts.
        let german = |page: &str| -> usize {
            Web::iter()
                .filter(|name| name.starts_with("text/") && name.ends_with("de.js"))
                .filter(|name| page == "learn.html" || !name.contains("lessons"))
                .filter_map(|name| Some(Web::get(&name)?.data.len()))
                .sum()
        };
        // The page of puzzles loads those of one family: this is the larger file.
        let puzzles = |page: &str| -> usize {
            let files = Web::iter().filter(|name| name.starts_with("puzzles/") && name.ends_with(".txt"));
            let sizes = files.filter_map(|name| Some(Web::get(&name)?.data.len()));
            if page == "puzzles.html" { sizes.max().expect("there are puzzles") } else { 0 }
        };
        // The page of a game loads the modules of one of the two games.
        let unused = |page: &str| match page {
            "game.html" => vec!["ring/ring-game.js", "asg/asg-game.js"],
            _ => vec![""],
        };
        let pages = PAGES.iter().filter_map(|(_, name)| Some((name, Web::get(name)?)));
        for (name, page) in pages.chain(BOOKS.iter().filter_map(|(_, name)| Some((name, Book::get(name)?)))) {
            for skipped in unused(name) {
                let mut loaded = BTreeMap::from([(skipped.to_owned(), 0)]);
                add_loaded(name, &String::from_utf8_lossy(&page.data), &mut loaded);
                let total = loaded.values().sum::<usize>() + german(name) + puzzles(name);
                assert!(loaded.len() > 5 || *name == "missing.html", "{name} loads {loaded:?}");
                assert!(total < 500_000, "{name} loads {total} bytes: {loaded:?}");
            }
        }
    }

    /// The module of the board is loaded first; the other one has the computer players too.
    #[test]
    fn engine_is_small_and_can_be_decompressed() {
        for (name, most) in [("board", 300_000), ("players", 900_000)] {
            let module = Web::get(&format!("engine/{name}.wasm.gz")).expect("the module is embedded").data;
            let bindings = Web::get(&format!("engine/{name}.js")).expect("the bindings are embedded").data;
            let size = module.len() + gzip(&bindings).len();
            assert!(size < most, "{name} has {size} bytes");
            assert!(decompressed(&module).starts_with(b"\0asm"), "{name}");
        }
    }

    #[test]
    fn rulebooks_in_german_have_the_same_anchors_and_figures() {
        let values = |file: &str, attribute: &str| -> Vec<String> {
            let book = Book::get(file).expect("the rulebook is embedded");
            let text = String::from_utf8_lossy(&book.data).into_owned();
            text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
        };
        for file in ["rules.html", "asg-rules.html"] {
            for attribute in
                [" id=\"", " href=\"#", " data-position=\"", " data-try=\"", " data-replay=\"", " data-ply=\""]
            {
                let german = values(&format!("de/{file}"), attribute);
                assert_eq!(german, values(file, attribute), "{file}, {attribute}");
            }
        }
    }

    #[test]
    fn rulebook_explains_every_rule() {
        let text = rulebook_html();
        for rule in ringrift::Rule::ALL {
            assert!(text.contains(&format!("id=\"{rule}\"")), "{rule} has no section");
        }
    }
}
