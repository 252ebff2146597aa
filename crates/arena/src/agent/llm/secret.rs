//! API keys and their redaction in responses.

use std::fmt;

use serde_json::Value;

use crate::protocol::{Fault, Reply};

/// Minimum length in bytes of a key, or of the beginning of a key, that is redacted. Text as short as `none` may occur by chance.
const SHORTEST: usize = 8;

/// Replacement of a key.
const REDACTED: &[u8] = b"[key]";

/// API key of ASCII characters. The `Debug` output omits the key.
#[derive(Clone)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn new(key: String) -> Secret {
        Secret(key)
    }

    /// Returns the key for sending.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }

    /// Removes the key from bytes, even if its characters are escaped as in JSON, once or repeatedly: `sk`, `\u0073k` and, in a
    /// nested string, `\\u0073k` are treated as equal. The bytes may be truncated, so a prefix of the key at their end is removed
    /// too.
    ///
    /// This protects against endpoints that echo requests, not against deliberate disclosure in another encoding.
    pub(super) fn redact(&self, bytes: &[u8]) -> Vec<u8> {
        let key: Vec<u8> = self.0.bytes().filter(|&byte| byte != b'\\').collect();
        if key.len() < SHORTEST {
            return bytes.to_vec();
        }
        let (plain, ends) = without_escapes(bytes);
        let end_of = |count: usize| count.checked_sub(1).map_or(0, |last| ends[last]);
        let (mut clean, mut at) = (Vec::with_capacity(bytes.len()), 0);
        while at < plain.len() {
            let found = match_length(&plain[at..], &key);
            if found == 0 {
                clean.extend_from_slice(&bytes[end_of(at)..end_of(at + 1)]);
                at += 1;
            } else {
                clean.extend_from_slice(REDACTED);
                at += found;
            }
        }
        clean.extend_from_slice(&bytes[end_of(at)..]);
        clean
    }

    fn redact_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.redact(text.as_bytes())).into_owned()
    }

    fn redact_value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => self.redact_text(&text).into(),
            Value::Array(values) => values.into_iter().map(|value| self.redact_value(value)).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(name, value)| (self.redact_text(&name), self.redact_value(value))).collect()
            }
            other => other,
        }
    }

    /// Removes the key from a parsed reply, whose strings may be joined from several parts.
    pub(super) fn redact_reply(&self, reply: Result<Reply, Fault>) -> Result<Reply, Fault> {
        match reply {
            Ok(Reply { actions, rationale }) => Ok(Reply {
                actions: actions.into_iter().map(|action| self.redact_value(action)).collect(),
                rationale: rationale.map(|text| self.redact_text(&text)),
            }),
            Err(fault) => Err(Fault { message: self.redact_text(&fault.message), ..fault }),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Returns the length of the key if `plain` starts with it, or of its prefix if `plain` ends within the key. Returns 0 if fewer than
/// [`SHORTEST`] bytes match.
fn match_length(plain: &[u8], key: &[u8]) -> usize {
    let most = key.len().min(plain.len());
    if most >= SHORTEST && plain[..most] == key[..most] { most } else { 0 }
}

/// Removes backslashes and decodes `\u00xx`. Returns the decoded bytes and, for each of them, the offset in `bytes` at which its
/// escaped form ends.
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

/// Returns the ASCII character of `u00xx`.
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

    fn redact(text: &str) -> String {
        Secret::new(KEY.to_owned()).redact_text(text)
    }

    #[test]
    fn escaped_keys_are_redacted() {
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
            assert_eq!(redact(&format!("{{\"a\\n\": \"é\\\"{key}\\\"{key}\\u00e9\\\\\"}}")), {
                "{\"a\\n\": \"é\\\"[key]\\\"[key]\\u00e9\\\\\"}"
            });
        }
    }

    #[test]
    fn truncated_keys_are_redacted_at_the_end() {
        assert_eq!(redact("x sk/012345"), "x [key]");
        assert_eq!(redact("x sk/0123"), "x sk/0123");
        assert_eq!(redact("x sk/012345 y"), "x sk/012345 y");
    }

    #[test]
    fn other_text_is_unchanged() {
        for text in ["", "\\", "\\\\\"", "\\u00", "\\u00zz \\u0", "u0073k", "é\\u00e9\\n\\"] {
            assert_eq!(redact(text), text);
        }
        let short = Secret::new("none".to_owned());
        assert_eq!(short.redact(b"none"), b"none");
        assert_eq!(format!("{short:?}"), "Secret(…)");
    }

    #[test]
    fn replies_are_redacted_in_every_string() {
        let secret = Secret::new(KEY.to_owned());
        let mut action = json!([{ "a": [KEY, 7] }]);
        action[0][KEY] = json!(null);
        let reply = secret.redact_reply(Ok(Reply { actions: vec![action], rationale: Some(KEY.to_owned()) }));
        let reply = reply.expect("the reply is valid");
        assert_eq!(reply.actions, [json!([{ "a": ["[key]", 7], "[key]": null }])]);
        assert_eq!(reply.rationale.as_deref(), Some("[key]"));
        let fault = Fault::new(crate::FaultClass::Refused, KEY);
        assert_eq!(secret.redact_reply(Err(fault)).expect_err("the reply is a fault").message, "[key]");
    }
}
