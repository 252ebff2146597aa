//! Ways to say which element of a page is meant.

use std::fmt;

use serde_json::{Value, json};

/// Which element is meant: the first that fits.
#[derive(Clone, Debug)]
pub enum Find {
    /// By a CSS selector.
    Css(String),
    /// By its role and its name, as those who do not see the page are told them.
    Role(String, String),
    /// The innermost element that has this text in it.
    Text(String),
}

/// The element of a CSS selector; plain texts mean the same.
pub fn css(selector: &str) -> Find {
    Find::Css(selector.to_owned())
}

/// The element of a role, such as `button`, with exactly this name.
pub fn role(role: &str, name: &str) -> Find {
    Find::Role(role.to_owned(), name.to_owned())
}

/// The innermost element that has this text in it.
pub fn text(text: &str) -> Find {
    Find::Text(text.to_owned())
}

impl From<&str> for Find {
    fn from(selector: &str) -> Find {
        css(selector)
    }
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Find::Css(selector) => write!(f, "the element {selector}"),
            Find::Role(role, name) => write!(f, "the {role} {name:?}"),
            Find::Text(text) => write!(f, "the text {text:?}"),
        }
    }
}

/// Elements that can have a role: those that have it by nature, and those that are given it.
const BY_ROLE: &str = r"
const [role, name] = arguments;
const natural = {
  button: 'button, summary, input[type=submit], input[type=button]', link: 'a[href]', heading: 'h1, h2, h3, h4, h5, h6',
  checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', combobox: 'select', textbox: 'textarea, input',
  slider: 'input[type=range]', spinbutton: 'input[type=number]', img: 'img, svg', list: 'ul, ol', listitem: 'li', table: 'table',
  row: 'tr', cell: 'td', dialog: 'dialog', navigation: 'nav', main: 'main', region: 'section', figure: 'figure',
  group: 'fieldset, details',
}[role];
const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
const said = (elements) => elements.map((element) => element?.textContent).join(' ');
const others = (element) => element.getAttribute('aria-labelledby')?.split(/\s+/).map((id) => document.getElementById(id));
const names = (element) => [element.getAttribute('aria-label'), said(others(element) ?? []), said([...element.labels ?? []]),
  element.textContent, element.title, element.alt, element.value];
const named = (element) => names(element).some((text) => words(text).includes(name));
const all = [...document.querySelectorAll(natural ? `${natural}, [role=${role}]` : `[role=${role}]`)];
return all.filter((element) => element.checkVisibility() && named(element));";

const BY_TEXT: &str = r"
const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
const [text] = arguments;
const isShown = (element) => element.checkVisibility() && !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName);
const has = (element) => isShown(element) && words(element.textContent).includes(text);
return [...document.body.querySelectorAll('*')].filter((element) => has(element) && ![...element.children].some(has));";

const BY_SELECTOR: &str = "return [...document.querySelectorAll(arguments[0])];";

impl Find {
    /// A script that lists the elements that can be meant, and its arguments.
    pub(crate) fn script(&self) -> (&'static str, Value) {
        match self {
            Find::Css(selector) => (BY_SELECTOR, json!([selector])),
            Find::Role(role, name) => (BY_ROLE, json!([role, name])),
            Find::Text(text) => (BY_TEXT, json!([text])),
        }
    }
}
