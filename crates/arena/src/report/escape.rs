//! Foreign texts made harmless for each place in which they are shown.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// A text on one line in which everything that cannot be seen, or that changes how its surroundings are seen, is replaced by
/// a mark: control characters, the ends of lines, changes of direction, letters without width.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    marked(text, is_hidden)
}

/// The same, but lines stay lines.
pub(super) fn plain_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\t', " ");
    marked(&text, |letter| letter != '\n' && is_hidden(letter)).into_owned()
}

fn marked(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return text.into();
    }
    text.chars().map(|letter| if is_bad(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

/// JSON in which everything that cannot be seen is written by its number, so that no terminal takes it for a command.
pub(super) fn json(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter != '\n' && is_hidden(letter) {
            let units = letter.encode_utf16(&mut [0; 2]).to_vec();
            safe.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// A text for HTML and SVG, as content and as the value of an attribute in quotation marks.
pub(super) fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' => safe.push('\n'),
            letter if is_hidden(letter) => safe.push(char::REPLACEMENT_CHARACTER),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A text for Markdown, also within tables: no mark, link or tag begins in it.
pub(super) fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '-' | ',' | ' ' | '%' | '/' | ';' | '\'' | '"' => safe.push(letter),
            letter if letter.is_ascii_punctuation() => safe.extend(['\\', letter]),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A field of CSV. A foreign text that a spreadsheet would take for a formula gets an apostrophe in front.
pub(super) fn csv(text: &str) -> String {
    let text = plain(text);
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u{fffd}']);
    let guard = if is_formula { "'" } else { "" };
    if is_formula || text.contains([',', '"', ';', '\'']) || text.trim() != text {
        return format!("\"{guard}{}\"", text.replace('"', "\"\""));
    }
    text.into_owned()
}

/// How many columns of a terminal a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

/// A text cut to so many columns: of a long one the beginning and the end stay, since names often differ there.
pub(super) fn fitted(text: &str, most: usize) -> String {
    // Letters without width could be endless.
    if width(text) <= most && text.chars().count() <= 4 * most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let tail_room = room / 3;
    let head = cut(text.chars(), room - tail_room);
    let tail: String = cut(text.chars().rev(), tail_room).chars().rev().collect();
    format!("{head}…{tail}")
}

fn cut(letters: impl Iterator<Item = char>, most: usize) -> String {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= most
    };
    letters.take(2 * most).take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_marked() {
        assert_eq!(plain("a\u{1b}[31mb\u{202e}c\u{200b}"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}");
        assert_eq!(plain_lines("a\r\nb\u{7}"), "a\nb\u{fffd}");
        assert_eq!(plain("Zoë 東"), "Zoë 東");
    }

    #[test]
    fn every_form_has_its_own_way() {
        assert_eq!(html("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
        assert_eq!(markdown("a|b `c` <i> www.x"), "a\\|b \\`c\\` &lt;i&gt; www\\.x");
        assert_eq!(csv("=1+1"), "\"'=1+1\"");
        assert_eq!(csv(" @SUM(1)"), "\"' @SUM(1)\"");
        assert_eq!(csv("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(csv("plain"), "plain");
        let name = "a\u{9b}31m\u{202e}\u{e0041}é";
        let safe = json(&serde_json::to_string(name).expect("JSON"));
        assert_eq!(safe, "\"a\\u009b31m\\u202e\\udb40\\udc41é\"");
        assert_eq!(serde_json::from_str::<String>(&safe).expect("JSON"), name);
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(fitted("abcdefghijkl", 7), "abcd…kl");
        assert_eq!(width(&fitted(&"東".repeat(50), 20)), 19);
        assert_eq!(fitted("short", 5), "short");
        assert!(fitted(&format!("a{}", "\u{301}".repeat(300)), 10).chars().count() < 30);
    }
}
