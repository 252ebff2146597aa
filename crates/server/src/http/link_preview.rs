//! Tags in the head of a page for programs that show a preview of a link.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};

use super::page::as_file;

/// What the preview of a link shows.
pub(super) struct LinkPreview {
    pub(super) title: String,
    pub(super) text: String,
    /// Path of the page.
    pub(super) path: String,
    /// Path of the picture.
    pub(super) image: String,
}

/// Returns the path of the picture of a position.
pub(super) fn picture_path(position: &str) -> String {
    format!("/api/study/picture.png?width=1200&position={}", in_query(position))
}

/// Escapes a position text for the query of an address.
pub(super) fn in_query(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(escape).collect()
}

/// Serves a page with the tags of a preview in its head, if there is one.
pub(super) fn page_with(preview: Option<&LinkPreview>, html: &str, headers: &HeaderMap) -> Response {
    let tags = preview.and_then(|preview| Some(preview.tags(&origin(headers)?))).unwrap_or_default();
    let html = html.replacen("</head>", &format!("{tags}</head>"), 1);
    let tag = format!("\"{}\"", &blake3::hash(html.as_bytes()).to_hex()[..24]);
    as_file(&tag, "text/html; charset=utf-8", headers, || html.into_response())
}

/// Returns the scheme and the host of the server as the client knows them.
fn origin(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https");
    Some(format!("{}://{host}", if is_secure { "https" } else { "http" }))
}

impl LinkPreview {
    fn tags(&self, origin: &str) -> String {
        let LinkPreview { title, text, path, image } = self;
        let [title, text, origin, path, image] = [title, text, origin, path, image].map(escape);
        format!(
            "<meta property=\"og:type\" content=\"website\">\n\
             <meta property=\"og:site_name\" content=\"Ringside\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{text}\">\n\
             <meta property=\"og:url\" content=\"{origin}{path}\">\n\
             <meta property=\"og:image\" content=\"{origin}{image}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
        )
    }
}

/// Escapes a text for an attribute in double quotes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_add_markup() {
        let preview = LinkPreview {
            title: "\"><script>&".to_owned(),
            text: "<b>".to_owned(),
            path: "/\"".to_owned(),
            image: "/a&b".to_owned(),
        };
        let tags = preview.tags("http://\"x");
        assert!(tags.contains("content=\"&quot;&gt;&lt;script&gt;&amp;\""), "{tags}");
        assert_eq!(tags.matches('<').count(), 7, "{tags}");
        assert_eq!(tags.matches('"').count(), 28, "{tags}");
    }
}
