//! The page: its files are part of the program.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::App;
use super::caller::Path;
use super::error::ApiError;

/// The folder `web`. Programs that are built without optimisation read it from where it was, so that a changed file needs no new
/// program.
#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The folder `book`: the rulebooks.
#[derive(RustEmbed)]
#[folder = "../../book"]
struct Book;

/// The addresses of pages, and their files.
const PAGES: [(&str, &str); 5] = [
    ("/", "index.html"),
    ("/games/{id}", "table.html"),
    ("/sandbox", "sandbox.html"),
    ("/learn", "learn.html"),
    ("/asg/replay", "replay.html"),
];

/// The addresses of rulebooks, and their files.
const BOOKS: [(&str, &str); 2] = [("/rules", "rules.html"), ("/asg/rules", "asg-rules.html")];

pub(super) fn routes() -> Router<App> {
    let mut router = Router::new()
        .route("/web/{*path}", of_folder::<Web>())
        .route("/book/{*path}", of_folder::<Book>())
        .route("/favicon.ico", fixed::<Web>("icon.svg"));
    for (address, name) in PAGES {
        router = router.route(address, fixed::<Web>(name));
    }
    for (address, name) in BOOKS {
        router = router.route(address, fixed::<Book>(name));
    }
    router
}

/// What is answered where there is nothing: words for people, and an error for programs.
pub(super) async fn nothing(headers: HeaderMap) -> Response {
    let wants_page = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    match file::<Web>("missing.html", &HeaderMap::new()) {
        Ok(mut page) if wants_page => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        _ => ApiError::not_found("there is nothing at this address; see /api/openapi.json").into_response(),
    }
}

/// Answers with the file of a folder that is asked for.
fn of_folder<F: RustEmbed>() -> MethodRouter<App> {
    get(|Path(path): Path<String>, headers: HeaderMap| async move { file::<F>(&path, &headers) })
}

/// Always answers with the same file.
fn fixed<F: RustEmbed>(name: &'static str) -> MethodRouter<App> {
    get(move |headers: HeaderMap| async move { file::<F>(name, &headers) })
}

/// A file of the page, unless the client has it.
fn file<F: RustEmbed>(path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found("the page has no such file");
    let kind = kind(path).ok_or_else(missing)?;
    let found = F::get(path).ok_or_else(missing)?;
    let tag = format!("\"{}\"", HEXLOWER.encode(&found.metadata.sha256_hash()[..12]));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let takes_gzip = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|coding| coding.trim().split(';').next() == Some("gzip")));
    let mut response = match (is_known, takes_gzip) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, true) => ([(header::CONTENT_ENCODING, "gzip")], packed(&tag, &found)).into_response(),
        (false, false) => Bytes::from(found.data.into_owned()).into_response(),
    };
    let answered = response.headers_mut();
    answered.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // Clients ask every time whether it has changed, which is quickly said.
    answered.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answered.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(value) = tag.parse() {
        answered.insert(header::ETAG, value);
    }
    Ok(response)
}

/// What kind of file it is; pages have no others.
fn kind(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

/// A compressed file, kept as long as it does not change.
fn packed(tag: &str, file: &EmbeddedFile) -> Bytes {
    static KEPT: OnceLock<Mutex<HashMap<String, Bytes>>> = OnceLock::new();
    /// More than there are files; only somebody who edits them comes by it.
    const MOST_KEPT: usize = 500;
    let mut kept = KEPT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() > MOST_KEPT {
        kept.clear();
    }
    kept.entry(tag.to_owned()).or_insert_with(|| gzip(&file.data)).clone()
}

fn gzip(data: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(data);
    Bytes::from(encoder.finish().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_there() {
        assert!(PAGES.iter().all(|(_, name)| Web::get(name).is_some()));
        assert!(BOOKS.iter().all(|(_, name)| Book::get(name).is_some()));
    }

    #[test]
    fn all_files_are_of_known_kinds_and_small_together() {
        assert!(Book::iter().all(|name| kind(&name).is_some()));
        let mut total = 0;
        for name in Web::iter() {
            assert!(kind(&name).is_some(), "{name}");
            total += Web::get(&name).expect("a file").data.len();
        }
        assert!(total < 300_000, "the page has {total} bytes");
    }

    #[test]
    fn every_rule_has_its_place_in_the_rulebook() {
        let book = Book::get("rules.html").expect("the rulebook");
        let text = String::from_utf8_lossy(&book.data);
        for rule in ringrift::Rule::ALL {
            assert!(text.contains(&format!("id=\"{rule}\"")), "{rule} is not explained");
        }
    }
}
