//! Keys, and blotting them out of what comes back.

use std::fmt;

use serde_json::Value;

use crate::protocol::{Fault, Reply};

/// The length from which a key is taken for a secret: what is as short as `none` stands elsewhere too.
const SHORTEST: usize = 8;

/// What stands in the place of a key.
const BLOT: &[u8] = b"[key]";

/// A key, of ASCII characters. Nothing shows it.
#[derive(Clone)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn new(key: String) -> Secret {
        Secret(key)
    }

    /// The key itself, to be sent.
    pub(super) fn told(&self) -> &str {
        &self.0
    }

    /// Bytes without the key, however often its characters are escaped as in JSON: `sk`, `\u0073k` and, in a text within a
    /// text, `\\u0073k` are the same. At the end, where bytes may be cut, its beginning is blotted out as well.
    ///
    /// Somebody who wants to tell the key can write it in many other ways; this is against endpoints that repeat what they got.
    pub(super) fn blotted(&self, bytes: &[u8]) -> Vec<u8> {
        let key: Vec<u8> = self.0.bytes().filter(|&byte| byte != b'\\').collect();
        if key.len() < SHORTEST {
            return bytes.to_vec();
        }
        let (plain, ends) = without_escapes(bytes);
        let end_of = |count: usize| count.checked_sub(1).map_or(0, |last| ends[last]);
        let (mut clean, mut at) = (Vec::with_capacity(bytes.len()), 0);
        while at < plain.len() {
            let found = begun(&plain[at..], &key);
            if found == 0 {
                clean.extend_from_slice(&bytes[end_of(at)..end_of(at + 1)]);
                at += 1;
            } else {
                clean.extend_from_slice(BLOT);
                at += found;
            }
        }
        clean.extend_from_slice(&bytes[end_of(at)..]);
        clean
    }

    fn blotted_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.blotted(text.as_bytes())).into_owned()
    }

    fn blotted_value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => self.blotted_text(&text).into(),
            Value::Array(values) => values.into_iter().map(|value| self.blotted_value(value)).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(name, value)| (self.blotted_text(&name), self.blotted_value(value))).collect()
            }
            other => other,
        }
    }

    /// What came of an answer, without the key: its parts may have been put together from several texts.
    pub(super) fn blotted_reply(&self, reply: Result<Reply, Fault>) -> Result<Reply, Fault> {
        match reply {
            Ok(Reply { actions, rationale }) => Ok(Reply {
                actions: actions.into_iter().map(|action| self.blotted_value(action)).collect(),
                rationale: rationale.map(|words| self.blotted_text(&words)),
            }),
            Err(fault) => Err(Fault { message: self.blotted_text(&fault.message), ..fault }),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// How many bytes at the beginning are the key, or as much of it as there is room for, if that is enough for a secret.
fn begun(plain: &[u8], key: &[u8]) -> usize {
    let most = key.len().min(plain.len());
    if most >= SHORTEST && plain[..most] == key[..most] { most } else { 0 }
}

/// Bytes without backslashes and with `\u00xx` resolved, and where each of them ends in the original. Backslashes belong to
/// what follows them.
fn without_escapes(bytes: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let (mut plain, mut ends) = (Vec::with_capacity(bytes.len()), Vec::with_capacity(bytes.len()));
    let (mut at, mut is_escaped) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        let resolved = if is_escaped { code(&bytes[at..]) } else { None };
        at += if resolved.is_some() { b"u0000".len() } else { 1 };
        let byte = resolved.unwrap_or(byte);
        is_escaped = byte == b'\\';
        if !is_escaped {
            plain.push(byte);
            ends.push(at);
        }
    }
    (plain, ends)
}

/// The character of ASCII that `u00xx` stands for.
fn code(bytes: &[u8]) -> Option<u8> {
    let digits = bytes.strip_prefix(b"u00")?.get(..2)?;
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u8::from_str_radix(text, 16).ok().filter(u8::is_ascii)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const KEY: &str = "sk/0123456789-secret";

    fn blotted(text: &str) -> String {
        Secret::new(KEY.to_owned()).blotted_text(text)
    }

    #[test]
    fn escapes_hide_no_key() {
        let codes: String = KEY.chars().map(|char| format!("\\u{:04X}", char as u32)).collect();
        for key in [
            KEY.to_owned(),
            KEY.replace('/', "\\/"),
            KEY.replace('s', "\\u0073"),
            codes.clone(),
            codes.replace('\\', "\\\\"),
            codes.replace('\\', "\\u005c"),
            codes.replace('\\', "\\\\\\\\"),
        ] {
            assert_eq!(blotted(&format!("{{\"a\\n\": \"é\\\"{key}\\\"{key}\\u00e9\\\\\"}}")), {
                "{\"a\\n\": \"é\\\"[key]\\\"[key]\\u00e9\\\\\"}"
            });
        }
    }

    #[test]
    fn a_key_that_is_cut_is_a_key() {
        assert_eq!(blotted("x sk/012345"), "x [key]");
        assert_eq!(blotted("x sk/0123"), "x sk/0123");
        assert_eq!(blotted("x sk/012345 y"), "x sk/012345 y");
    }

    #[test]
    fn all_else_stays_as_it_is() {
        for text in ["", "\\", "\\\\\"", "\\u00", "\\u00zz \\u0", "u0073k", "é\\u00e9\\n\\"] {
            assert_eq!(blotted(text), text);
        }
        let short = Secret::new("none".to_owned());
        assert_eq!(short.blotted(b"none"), b"none");
        assert_eq!(format!("{short:?}"), "Secret(…)");
    }

    #[test]
    fn replies_are_blotted_in_every_string() {
        let secret = Secret::new(KEY.to_owned());
        let mut action = json!([{ "a": [KEY, 7] }]);
        action[0][KEY] = json!(null);
        let reply = secret.blotted_reply(Ok(Reply { actions: vec![action], rationale: Some(KEY.to_owned()) }));
        let reply = reply.expect("a reply");
        assert_eq!(reply.actions, [json!([{ "a": ["[key]", 7], "[key]": null }])]);
        assert_eq!(reply.rationale.as_deref(), Some("[key]"));
        let fault = Fault::new(crate::FaultClass::Refused, KEY);
        assert_eq!(secret.blotted_reply(Err(fault)).expect_err("a fault").message, "[key]");
    }
}
