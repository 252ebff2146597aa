//! Builder for HTML and SVG that escapes all texts.

use std::fmt::Display;

use super::escape::{html, plain, plain_lines};

/// Builder of HTML that is also well-formed XML. Element and attribute names are constants; values and texts are escaped.
#[derive(Default)]
pub(super) struct Markup {
    text: String,
    open: Vec<&'static str>,
}

/// Attributes of an element.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Markup {
    /// Opens an element.
    pub(super) fn open(&mut self, element: &'static str, attributes: Attributes<'_>) {
        self.tag(element, attributes);
        self.text.push('>');
        self.open.push(element);
    }

    /// Closes the innermost element.
    pub(super) fn close(&mut self) {
        if let Some(element) = self.open.pop() {
            self.text.extend(["</", element, ">"]);
        }
    }

    /// Adds an element without content: an SVG shape or a void element of HTML.
    pub(super) fn empty(&mut self, element: &'static str, attributes: Attributes<'_>) {
        self.tag(element, attributes);
        self.text.push_str("/>");
    }

    /// Adds an element that contains only a single-line text.
    pub(super) fn leaf(&mut self, element: &'static str, attributes: Attributes<'_>, text: impl Display) {
        self.open(element, attributes);
        self.text.push_str(&html(&plain(&text.to_string())));
        self.close();
    }

    /// Adds a preformatted text.
    pub(super) fn lines(&mut self, text: &str) {
        self.open("pre", &[("dir", &"ltr")]);
        self.text.push_str(&html(&plain_lines(text)));
        self.close();
    }

    /// Adds a line break to the source.
    pub(super) fn line(&mut self) {
        self.text.push('\n');
    }

    /// Adds a style sheet, which is not escaped.
    pub(super) fn style(&mut self, style: &'static str) {
        self.open("style", &[]);
        self.text.push_str(style);
        self.close();
    }

    /// Closes all open elements and returns the text.
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
