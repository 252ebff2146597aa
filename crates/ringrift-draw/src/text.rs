//! Numbers and words as they stand in SVG.

use std::fmt;

/// The longest text that is looked at, in characters; more never fits anywhere.
const LONGEST: usize = 200;

/// A number with at most two decimals.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Num(pub(crate) f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding nothing turns a negative zero into a plain one.
        if rounded.is_finite() { write!(f, "{}", rounded + 0.0) } else { f.write_str("0") }
    }
}

/// A text of unknown origin made fit for an attribute or an element, without loss of anything that can be seen.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in cleaned(text) {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A text cut so that it takes at most `width` at this font size, and escaped.
pub(crate) fn fitted(text: &str, size: f64, width: f64) -> String {
    let text: String = cleaned(text).collect();
    if estimated_width(text.trim(), size) <= width {
        return escaped(text.trim());
    }
    let mut room = width - estimated_width("…", size);
    let short: String = text.trim().chars().take_while(|&c| spend(&mut room, em(c) * size)).collect();
    format!("{}…", escaped(short.trim_end()))
}

/// Takes from what is left, unless that is too little.
fn spend(room: &mut f64, width: f64) -> bool {
    *room -= width;
    *room >= 0.0
}

/// The width of a text, rather too large than too small.
pub(crate) fn estimated_width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// The width of a character in a wide bold font, in units of the font size.
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

/// The characters that can be shown. Line breaks become spaces; what XML forbids or what would turn the direction of
/// writing is left out.
fn cleaned(text: &str) -> impl Iterator<Item = char> {
    let plain = |c: char| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c };
    text.chars().take(LONGEST).map(plain).filter(|&c| !is_unfit(c))
}

fn is_unfit(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most() {
        let numbers =
            [(0.0, "0"), (-0.001, "0"), (12.0, "12"), (1.0 / 3.0, "0.33"), (-2.125, "-2.13"), (1e9, "1000000000")];
        for (number, text) in numbers {
            assert_eq!(Num(number).to_string(), text);
        }
        assert_eq!((Num(f64::NAN).to_string(), Num(f64::INFINITY).to_string()), ("0".to_owned(), "0".to_owned()));
    }

    #[test]
    fn hostile_texts_become_harmless() {
        assert_eq!(escaped("<b a='1'>&\"</b>"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;&lt;/b&gt;");
        assert_eq!(escaped("a\u{0}b\u{1b}c\u{202e}d\ne\u{ffff}"), "abcd e");
        assert!(escaped(&"x".repeat(100_000)).len() <= LONGEST);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fitted(" Ann ", 10.0, 100.0), "Ann");
        let cut = fitted(&"W".repeat(500), 10.0, 100.0);
        assert_eq!(cut, format!("{}…", "W".repeat(8)));
        assert_eq!(fitted("Ann", 10.0, 0.0), "…");
        assert_eq!(fitted("&&&&&&&&&&", 10.0, 30.0), "&amp;&amp;…");
    }
}
