//! Texts for people as an id with parameters, so that programs can show them in other languages than English.

use std::fmt;

use crate::board::stack::Stack;
use crate::notation::cell::CellName;
use crate::player::Player;

/// A kind of message: its id and its English text.
///
/// The text can have parameters in a subset of the syntax of ICU `MessageFormat`: `{name}`,
/// `{count, plural, one {# ring} other {# rings}}` and `{kind, select, move {moves} other {acts}}`.
#[derive(PartialEq, Eq, Debug)]
pub struct Template {
    /// Id that never changes its meaning, such as `event.placed`.
    pub id: &'static str,
    /// The English text.
    pub text: &'static str,
}

/// Defines the templates of a module as statics, and the list `ALL` of them.
#[macro_export]
macro_rules! templates {
    ($($name:ident = $id:literal: $text:literal;)+) => {
        $(pub(crate) static $name: $crate::Template = $crate::Template { id: $id, text: $text };)+

        /// All templates of this module.
        pub static ALL: &[&$crate::Template] = &[$(&$name),+];
    };
}

impl Template {
    /// Starts a message of this kind.
    pub const fn message(&'static self) -> Message {
        Message { template: self, params: Vec::new() }
    }

    /// Starts a message with its first parameter.
    pub fn with(&'static self, name: &'static str, value: impl Into<MessageValue>) -> Message {
        self.message().with(name, value)
    }

    /// Returns the names of the parameters in a text, sorted, without duplicates.
    pub fn parameters(text: &str) -> Vec<&str> {
        let mut names = Vec::new();
        collect_parameters(text, &mut names);
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Adds the names of the parameters up to the closing brace of the case that the text belongs to, and returns the rest.
fn collect_parameters<'a>(mut text: &'a str, names: &mut Vec<&'a str>) -> &'a str {
    while let Some((plain, rest)) = text.split_once(['{', '}']) {
        if text.as_bytes()[plain.len()] == b'}' {
            return rest;
        }
        let name = rest.split([',', '}']).next().unwrap_or(rest);
        names.push(name);
        text = &rest[name.len()..];
        text = match cases(text) {
            Some(mut cases) => loop {
                match next_case(cases) {
                    Ok((_, case)) => cases = collect_parameters(case, names),
                    Err(rest) => break rest,
                }
            },
            None => text.get(1..).unwrap_or(""),
        };
    }
    ""
}

/// Returns the cases of a parameter, given the text after its name; `None` if it has no cases.
fn cases(text: &str) -> Option<&str> {
    text.strip_prefix(", plural,").or_else(|| text.strip_prefix(", select,"))
}

/// Returns the key of the next case and the text after its opening brace, or the rest after the last case.
fn next_case(cases: &str) -> Result<(&str, &str), &str> {
    let cases = cases.trim_start();
    match cases.split_once('{').filter(|_| !cases.starts_with('}')) {
        Some((key, case)) => Ok((key.trim_end(), case)),
        None => Err(cases.get(1..).unwrap_or("")),
    }
}

/// A text for people. Its [`Display`](fmt::Display) form is English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    template: &'static Template,
    params: Vec<(&'static str, MessageValue)>,
}

/// The value of a parameter of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MessageValue {
    /// A number, which also decides between singular and plural.
    Number(u64),
    /// A name that is the same in all languages, such as that of a cell, or the name of a case.
    Text(String),
    /// Names in order, which English joins as in `a1, b1 and c1`.
    List(Vec<String>),
    /// A player; English shows the number.
    Player(Player),
    /// Rings from bottom to top; English shows one digit for each.
    Rings(Stack),
    /// A part of the sentence.
    Message(Box<Message>),
}

impl Message {
    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<MessageValue>) -> Message {
        self.params.push((name, value.into()));
        self
    }

    /// Returns the kind of the message.
    pub const fn template(&self) -> &'static Template {
        self.template
    }

    /// Returns the names and values of the parameters.
    pub fn params(&self) -> &[(&'static str, MessageValue)] {
        &self.params
    }

    fn param(&self, name: &str) -> Option<&MessageValue> {
        self.params.iter().find_map(|(other, value)| (*other == name).then_some(value))
    }

    /// Writes a text with its parameters up to the closing brace of the case that it belongs to, and returns the rest.
    /// If `is_shown` is false, only finds the end.
    fn write<'a>(
        &self,
        f: &mut fmt::Formatter<'_>,
        mut text: &'a str,
        number: Option<u64>,
        is_shown: bool,
    ) -> Result<&'a str, fmt::Error> {
        while let Some(at) = text.find(['{', '}', '#']) {
            let (plain, rest) = text.split_at(at);
            if is_shown {
                f.write_str(plain)?;
            }
            let sign = rest.as_bytes()[0];
            text = &rest[1..];
            match (sign, number) {
                (b'}', _) => return Ok(text),
                (b'{', _) => text = self.write_param(f, text, number, is_shown)?,
                (_, Some(number)) if is_shown => write!(f, "{number}")?,
                (_, None) if is_shown => f.write_str("#")?,
                _ => {}
            }
        }
        if is_shown {
            f.write_str(text)?;
        }
        Ok("")
    }

    /// Writes a parameter; `text` begins after its opening brace. Returns the rest after its closing brace.
    fn write_param<'a>(
        &self,
        f: &mut fmt::Formatter<'_>,
        text: &'a str,
        number: Option<u64>,
        is_shown: bool,
    ) -> Result<&'a str, fmt::Error> {
        let at = text.find([',', '}']).unwrap_or(text.len());
        let (value, rest) = (self.param(&text[..at]), &text[at..]);
        let Some(mut cases) = cases(rest) else {
            if let (Some(value), true) = (value, is_shown) {
                write!(f, "{value}")?;
            }
            return Ok(rest.get(1..).unwrap_or(""));
        };
        let number = if let Some(MessageValue::Number(value)) = value { Some(*value) } else { number };
        let mut is_chosen = false;
        loop {
            let (key, case) = match next_case(cases) {
                Ok(next) => next,
                Err(rest) => return Ok(rest),
            };
            let is_case = !is_chosen && value.is_some_and(|value| value.is_case(key));
            is_chosen |= is_case;
            cases = self.write(f, case, number, is_shown && is_case)?;
        }
    }
}

impl MessageValue {
    /// Reports whether a value chooses the case with this key. The case `other` is the last one.
    fn is_case(&self, key: &str) -> bool {
        match (self, key) {
            (_, "other") => true,
            (MessageValue::Number(number), "one") => *number == 1,
            (MessageValue::Number(number), key) => key.strip_prefix('=') == Some(&number.to_string()),
            (MessageValue::Text(text), key) => text == key,
            _ => false,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.template.text, None, true).map(|_| ())
    }
}

impl fmt::Display for MessageValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageValue::Number(number) => write!(f, "{number}"),
            MessageValue::Text(text) => f.write_str(text),
            MessageValue::List(words) => match &words[..] {
                [first @ .., last] if !first.is_empty() => write!(f, "{} and {last}", first.join(", ")),
                words => words.iter().try_for_each(|word| f.write_str(word)),
            },
            MessageValue::Player(player) => write!(f, "{player}"),
            MessageValue::Rings(rings) => write!(f, "{rings}"),
            MessageValue::Message(message) => write!(f, "{message}"),
        }
    }
}

/// Converts values of these types to values of messages.
macro_rules! values {
    ($($from:ty: $name:ident => $value:expr;)+) => {
        $(impl From<$from> for MessageValue {
            fn from($name: $from) -> MessageValue {
                $value
            }
        })+
    };
}

values! {
    u8: number => MessageValue::Number(number.into());
    u16: number => MessageValue::Number(number.into());
    u32: number => MessageValue::Number(number.into());
    u64: number => MessageValue::Number(number);
    usize: number => MessageValue::Number(number as u64);
    &str: text => MessageValue::Text(text.to_owned());
    String: text => MessageValue::Text(text);
    CellName: name => MessageValue::Text(name.to_string());
    Vec<String>: words => MessageValue::List(words);
    Player: player => MessageValue::Player(player);
    Stack: rings => MessageValue::Rings(rings);
    Message: message => MessageValue::Message(Box::new(message));
}

#[cfg(test)]
mod tests {
    use super::*;

    static RINGS: Template = Template {
        id: "test.rings",
        text: "{who, select, you {you place} other {{who} places}} {rings, plural, one {# ring} other {# rings}} on {at}",
    };
    static OUTER: Template = Template { id: "test.outer", text: "turn {turn}: {what}, #1 {at}." };

    #[test]
    fn cases_and_parameters_are_inserted() {
        let rings = |who: &str, rings: u8| RINGS.with("who", who).with("rings", rings).with("at", "d4");
        assert_eq!(rings("you", 1).to_string(), "you place 1 ring on d4");
        assert_eq!(rings("Ada", 3).to_string(), "Ada places 3 rings on d4");
        let cells = vec!["a1".to_owned(), "b1".to_owned(), "c1".to_owned()];
        let outer = OUTER.with("turn", 7_u8).with("what", rings("you", 2)).with("at", cells);
        assert_eq!(outer.to_string(), "turn 7: you place 2 rings on d4, #1 a1, b1 and c1.");
    }

    #[test]
    fn parameters_are_listed() {
        assert_eq!(Template::parameters(RINGS.text), ["at", "rings", "who"]);
        assert_eq!(Template::parameters(OUTER.text), ["at", "turn", "what"]);
    }
}
