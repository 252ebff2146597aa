//! Writing HTML and SVG so that no text can become markup.

use std::fmt::Display;

use super::escape::{html, plain, plain_lines};

/// HTML that is being written, well-formed as XML. Names of elements and attributes are the program's own; every value and every
/// text is escaped.
#[derive(Default)]
pub(super) struct Markup {
    text: String,
    open: Vec<&'static str>,
}

/// The attributes of an element.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Markup {
    /// Begins an element.
    pub(super) fn open(&mut self, element: &'static str, attributes: Attributes<'_>) {
        self.tag(element, attributes);
        self.text.push('>');
        self.open.push(element);
    }

    /// Ends the element that was begun last.
    pub(super) fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.text.extend(["</", element, ">"]);
        }
    }

    /// An element without content: a shape of SVG, or one of the few of HTML that never have any.
    pub(super) fn empty(&mut self, element: &'static str, attributes: Attributes<'_>) {
        self.tag(element, attributes);
        self.text.push_str("/>");
    }

    /// An element with nothing but a text, on one line.
    pub(super) fn leaf(&mut self, element: &'static str, attributes: Attributes<'_>, text: impl Display) {
        self.open(element, attributes);
        self.text.push_str(&html(&plain(&text.to_string())));
        self.close();
    }

    /// A text whose lines stay lines.
    pub(super) fn lines(&mut self, text: &str) {
        self.open("pre", &[("dir", &"ltr")]);
        self.text.push_str(&html(&plain_lines(text)));
        self.close();
    }

    /// A new line, for people who read the source.
    pub(super) fn line(&mut self) {
        self.text.push('\n');
    }

    /// The style of the page, which is the program's own.
    pub(super) fn style(&mut self, style: &'static str) {
        self.open("style", &[]);
        self.text.push_str(style);
        self.close();
    }

    /// All that was written; whatever is open is closed.
    pub(super) fn finished(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn tag(&mut self, element: &'static str, attributes: Attributes<'_>) {
        self.text.extend(["<", element]);
        for (name, value) in attributes {
            self.text.extend([" ", name, "=\"", &html(&value.to_string()), "\""]);
        }
    }
}
