//! Ways to locate an element of a page.

use std::fmt;

use serde_json::{Value, json};

/// Selects the first matching element.
#[derive(Clone, Debug)]
pub enum Locator {
    /// CSS selector.
    Css(String),
    /// Accessible role and name.
    Role(String, String),
    /// Text contained in the innermost element.
    Text(String),
}

/// Locates by CSS selector. A plain `&str` converts to this locator.
pub fn css(selector: &str) -> Locator {
    Locator::Css(selector.to_owned())
}

/// Locates by accessible role, such as `button`, and exact accessible name.
pub fn role(role: &str, name: &str) -> Locator {
    Locator::Role(role.to_owned(), name.to_owned())
}

/// Locates the innermost element that contains a text.
pub fn text(text: &str) -> Locator {
    Locator::Text(text.to_owned())
}

impl From<&str> for Locator {
    fn from(selector: &str) -> Locator {
        css(selector)
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Locator::Css(selector) => write!(f, "the element {selector}"),
            Locator::Role(role, name) => write!(f, "the {role} {name:?}"),
            Locator::Text(text) => write!(f, "the text {text:?}"),
        }
    }
}

/// Lists candidates for a role and name: visible elements with the role, implicit or explicit, whose text, label or
/// attributes contain the name.
const BY_ROLE: &str = r"
const [role, name] = arguments;
const implicit = {
  button: 'button, summary, input[type=submit], input[type=button]', link: 'a[href]', heading: 'h1, h2, h3, h4, h5, h6',
  checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', combobox: 'select', textbox: 'textarea, input',
  slider: 'input[type=range]', spinbutton: 'input[type=number]', img: 'img, svg', list: 'ul, ol', listitem: 'li', table: 'table',
  row: 'tr', cell: 'td', dialog: 'dialog', navigation: 'nav', main: 'main', region: 'section', figure: 'figure',
  group: 'fieldset, details',
}[role];
const normalize = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
const joined = (elements) => elements.map((element) => element?.textContent).join(' ');
const labels = (element) => element.getAttribute('aria-labelledby')?.split(/\s+/).map((id) => document.getElementById(id));
const names = (element) => [element.getAttribute('aria-label'), joined(labels(element) ?? []), joined([...element.labels ?? []]),
  element.textContent, element.title, element.alt, element.value];
const named = (element) => names(element).some((text) => normalize(text).includes(name));
const all = [...document.querySelectorAll(implicit ? `${implicit}, [role=${role}]` : `[role=${role}]`)];
return all.filter((element) => element.checkVisibility() && named(element));";

const BY_TEXT: &str = r"
const normalize = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
const [text] = arguments;
const isShown = (element) => element.checkVisibility() && !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName);
const has = (element) => isShown(element) && normalize(element.textContent).includes(text);
return [...document.body.querySelectorAll('*')].filter((element) => has(element) && ![...element.children].some(has));";

const BY_SELECTOR: &str = "return [...document.querySelectorAll(arguments[0])];";

impl Locator {
    /// Returns a script that lists the candidate elements, and its arguments.
    pub(crate) fn script(&self) -> (&'static str, Value) {
        match self {
            Locator::Css(selector) => (BY_SELECTOR, json!([selector])),
            Locator::Role(role, name) => (BY_ROLE, json!([role, name])),
            Locator::Text(text) => (BY_TEXT, json!([text])),
        }
    }
}
