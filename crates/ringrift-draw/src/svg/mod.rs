//! SVG output: documents, numbers, texts and groups.

pub(crate) mod defs;
pub(crate) mod theme;

use std::fmt;

use safe_text::{escape_html, remove_hidden};

use crate::options::Options;
use crate::svg::defs::definitions;

/// Padding around the drawing, in pixels.
const PADDING: f64 = 16.0;
/// Length to which texts are truncated, in characters; no picture is wide enough for more.
const MAX_CHARS: usize = 200;

/// Contents of an SVG document; all texts are escaped.
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The number of players whose pieces are drawn.
    pub(crate) players: u8,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// SVG elements, with the origin at the upper left corner.
    pub(crate) body: String,
}

impl Document {
    /// Returns the document.
    pub(crate) fn svg(&self, options: &Options) -> String {
        let id = &options.prefix;
        let Document { title, description, players, body, .. } = self;
        let (width, height) = ((self.width + 2.0 * PADDING).ceil(), (self.height + 2.0 * PADDING).ceil());
        let (width, height, inset) = (Num(width), Num(height), Num(PADDING));
        let style = options.theme.css(options.material, id);
        let defs = definitions(id, *players);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
             <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>\
             <style>{style}</style>{defs}<rect class=\"p\" width=\"{width}\" height=\"{height}\"/>\
             <g transform=\"translate({inset} {inset})\">{body}</g></svg>\n"
        )
    }
}

/// A number written with at most two decimals; infinities and NaN are written as 0.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Num(pub(crate) f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding 0.0 turns -0.0 into 0.0.
        if rounded.is_finite() { write!(f, "{}", rounded + 0.0) } else { f.write_str("0") }
    }
}

/// Prepares untrusted text for an attribute or an element: removes invisible characters and escapes markup.
pub(crate) fn escaped(text: &str) -> String {
    escape_html(&cleaned(text))
}

/// Truncates a text to at most `width` pixels at a font size, and escapes it.
pub(crate) fn fitted(text: &str, size: f64, width: f64) -> String {
    let text = cleaned(text);
    if estimated_width(text.trim(), size) <= width {
        return escaped(text.trim());
    }
    let mut remaining = width - estimated_width("…", size);
    let short: String = text.trim().chars().take_while(|&c| take_width(&mut remaining, em(c) * size)).collect();
    format!("{}…", escaped(short.trim_end()))
}

/// Subtracts a width from the remaining width and reports whether it fits.
fn take_width(remaining: &mut f64, width: f64) -> bool {
    *remaining -= width;
    *remaining >= 0.0
}

/// Returns an upper estimate of the width of a text in pixels.
pub(crate) fn estimated_width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// Returns the width of a character in a wide bold font, in units of the font size.
fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | 'J' | '.' | ',' | ':' | ';' | '\'' | '|' | '/' | ' ' => 0.4,
        'f' | 'r' | 't' | '-' | '(' | ')' | '[' | ']' | '!' | '_' | '*' => 0.52,
        '0'..='9' | 'a'..='l' | 'n'..='v' | 'x'..='z' | 'E' | 'F' | 'L' | 'P' | 'S' | 'T' | '?' => 0.73,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.1,
        c if c.is_ascii() => 0.87,
        _ => 1.1,
    }
}

/// Wraps elements in a group that is moved to another position.
pub(crate) fn shifted(x: f64, y: f64, svg: &str) -> String {
    format!("<g transform=\"translate({} {})\">{svg}</g>", Num(x), Num(y))
}

/// Truncates a text and removes its invisible characters.
fn cleaned(text: &str) -> String {
    let start: String = text.chars().take(MAX_CHARS).collect();
    remove_hidden(&start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimals() {
        let numbers =
            [(0.0, "0"), (-0.001, "0"), (12.0, "12"), (1.0 / 3.0, "0.33"), (-2.125, "-2.13"), (1e9, "1000000000")];
        for (number, text) in numbers {
            assert_eq!(Num(number).to_string(), text);
        }
        assert_eq!(Num(f64::NAN).to_string(), "0");
        assert_eq!(Num(f64::INFINITY).to_string(), "0");
    }

    #[test]
    fn markup_is_escaped_and_invisible_characters_are_removed() {
        assert_eq!(escaped("<b a='1'>&\"</b>"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;&lt;/b&gt;");
        assert_eq!(escaped("a\u{0}b\u{1b}c\u{202e}d\ne\u{ffff}"), "abcd e");
        assert!(escaped(&"x".repeat(100_000)).len() <= MAX_CHARS);
    }

    #[test]
    fn long_texts_are_truncated() {
        assert_eq!(fitted(" Ann ", 10.0, 100.0), "Ann");
        let cut = fitted(&"W".repeat(500), 10.0, 100.0);
        assert_eq!(cut, format!("{}…", "W".repeat(8)));
        assert_eq!(fitted("Ann", 10.0, 0.0), "…");
        assert_eq!(fitted("&&&&&&&&&&", 10.0, 30.0), "&amp;&amp;…");
    }
}
