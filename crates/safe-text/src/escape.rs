//! Escaping for HTML, Markdown, CSV and JSON.

use crate::{is_hidden, mark_hidden};

/// Escapes a text for HTML, SVG and other XML, as element content or as a quoted attribute value.
///
/// Replaces hidden characters with U+FFFD, except line feeds.
///
/// ```
/// assert_eq!(safe_text::escape_html("<a href='x'>"), "&lt;a href=&#39;x&#39;&gt;");
/// ```
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push('\n'),
            c if is_hidden(c) => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes a text for Markdown, also inside table cells, so that it starts no emphasis, link, tag or cell.
///
/// Replaces hidden characters with U+FFFD, line breaks included.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in mark_hidden(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '-' | ',' | ' ' | '%' | '/' | ';' | '\'' | '"' => escaped.push(c),
            c if c.is_ascii_punctuation() => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Quotes a text as a CSV field if necessary. A text that a spreadsheet could evaluate as a formula is prefixed with an
/// apostrophe; so is a text that starts with a hidden character, which could hide the start of a formula.
///
/// Replaces hidden characters with U+FFFD, line breaks included.
pub fn csv_field(text: &str) -> String {
    let text = mark_hidden(text);
    let may_be_formula =
        text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', char::REPLACEMENT_CHARACTER]);
    let prefix = if may_be_formula { "'" } else { "" };
    if may_be_formula || text.contains([',', '"', ';', '\'']) || text.trim() != text {
        return format!("\"{prefix}{}\"", text.replace('"', "\"\""));
    }
    text.into_owned()
}

/// Writes the hidden characters of a JSON document as `\u` escapes, so that it can be printed on a terminal.
///
/// Line feeds are kept. The result represents the same data, provided that the document has no tabs or carriage returns
/// outside of strings; the output of `serde_json` has none.
pub fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && is_hidden(c) {
            escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_escapes_markup_and_quotes() {
        assert_eq!(escape_html("<b a=\"1\">&'\u{202e}\n"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}\n");
    }

    #[test]
    fn markdown_escapes_punctuation() {
        assert_eq!(escape_markdown("a|b [x](y) *c* <d>"), "a\\|b \\[x\\]\\(y\\) \\*c\\* &lt;d&gt;");
        assert_eq!(escape_markdown("one\n# two"), "one\u{fffd}\\# two");
        assert_eq!(escape_markdown("it's 5 %, a-b; c/d"), "it's 5 %, a-b; c/d");
    }

    #[test]
    fn csv_quotes_separators_and_disarms_formulas() {
        assert_eq!(csv_field("plain"), "plain");
        assert_eq!(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
        for formula in ["=1+1", " @x", "\t=1", "+1", "-1", "＝1"] {
            assert!(csv_field(formula).starts_with("\"'"), "{formula}");
        }
    }

    #[test]
    fn json_escapes_hidden_characters_as_utf16() {
        assert_eq!(escape_json("\"a\u{9b}31m\u{202e}\u{e0041}é\""), "\"a\\u009b31m\\u202e\\udb40\\udc41é\"");
        assert_eq!(escape_json("{\n}"), "{\n}");
    }
}
