//! Agent settings without secrets, for manifests and logs.

use serde_json::{Map, Value};

use crate::agent::settings::{AgentSettings, Protocol};

/// Length limit of a short name in characters.
const LONGEST_NAME: usize = 60;

/// Fields of `extra` whose name contains one of these words are redacted.
const SECRET_NAMES: [&str; 5] = ["key", "token", "secret", "auth", "password"];

impl AgentSettings {
    /// Returns the settings without secrets.
    ///
    /// In URLs, user information (`user:password@`), query and fragment are replaced by `…` and a short hash, so that settings with
    /// different secrets stay distinguishable. The same applies to strings, lists and objects in `extra` whose name contains `key`,
    /// `token`, `secret`, `auth` or `password`. A guessed secret can be checked against its hash, so secrets must not be guessable.
    ///
    /// URL paths and commands of programs are not changed. Do not put secrets into them.
    ///
    /// ```
    /// use arena::agent::AgentSettings;
    /// let json = r#"{"kind": "http", "url": "http://me:pw@host:80/act?token=1"}"#;
    /// let settings: AgentSettings = serde_json::from_str(json)?;
    /// // Such as http://…0123abcd@host:80/act?…4567cdef.
    /// let described = settings.described()["url"].to_string();
    /// assert!(described.contains("@host:80/act?…") && !described.contains("pw") && !described.contains("token"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn described(&self) -> Value {
        // The working directory is the only value that could fail: it must be UTF-8, as all text in settings files is.
        let mut value = serde_json::to_value(self).expect("settings serialize to JSON");
        for name in ["url", "base_url"] {
            if let Some(Value::String(address)) = value.get_mut(name) {
                *address = UrlParts::of(address).redacted();
            }
        }
        if let Some(Value::Object(extra)) = value.get_mut("extra") {
            redact_fields(extra);
        }
        value
    }

    /// Returns the agent as it is written on the command line: `cmd:python3 bot.py`, `http://host:80`,
    /// `llm:model@http://host/v1`. Settings that the command line does not have are left out. Settings read from a log contain
    /// no secrets; other settings may.
    pub(crate) fn argument(&self) -> String {
        match self {
            AgentSettings::Http(settings) => settings.url.clone(),
            AgentSettings::Process(settings) => {
                let kind = match settings.protocol {
                    Protocol::Json => "cmd",
                    Protocol::Engine => "engine",
                };
                format!("{kind}:{}", shell_words::join(&settings.command))
            }
            AgentSettings::Llm(settings) => format!("llm:{}@{}", settings.model, settings.base_url),
        }
    }

    /// Returns a short name without secrets: host and path of a service, command of a program, or name of a model.
    ///
    /// ```
    /// use arena::agent::{AgentSettings, ProcessSettings};
    /// let settings = AgentSettings::Process(ProcessSettings::new(vec!["python3".to_owned(), "bot.py".to_owned()]));
    /// assert_eq!(settings.short_name(), "python3 bot.py");
    /// ```
    pub fn short_name(&self) -> String {
        let name = match self {
            AgentSettings::Http(settings) => {
                let UrlParts { host, path, .. } = UrlParts::of(&settings.url);
                format!("{host}{}", path.trim_end_matches('/'))
            }
            AgentSettings::Process(settings) => settings.command.join(" "),
            AgentSettings::Llm(settings) => settings.model.clone(),
        };
        truncated(name)
    }
}

fn truncated(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Parts of a URL, which need not be valid.
struct UrlParts<'a> {
    /// Includes `://`.
    scheme: &'a str,
    /// Excludes `@`.
    user: Option<&'a str>,
    /// Includes the port.
    host: &'a str,
    path: &'a str,
    /// Query and fragment, including the leading `?` or `#`.
    rest: &'a str,
}

impl<'a> UrlParts<'a> {
    fn of(text: &'a str) -> UrlParts<'a> {
        let (scheme, text) = text.split_at(text.find("://").map_or(0, |index| index + 3));
        let (authority, path) = text.split_at(text.find(['/', '?', '#']).unwrap_or(text.len()));
        let (path, rest) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
        let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
        UrlParts { scheme, user, host, path, rest }
    }

    fn redacted(&self) -> String {
        let UrlParts { scheme, user, host, path, rest } = self;
        let user = user.map_or(String::new(), |user| format!("{}@", redacted(user)));
        let mut chars = rest.chars();
        let rest = chars.next().map_or(String::new(), |mark| format!("{mark}{}", redacted(chars.as_str())));
        format!("{scheme}{user}{host}{path}{rest}")
    }
}

/// Returns the replacement of a secret.
fn redacted(secret: &str) -> String {
    format!("…{}", &blake3::hash(secret.as_bytes()).to_hex()[..8])
}

fn redact_fields(fields: &mut Map<String, Value>) {
    for (name, value) in fields {
        let name = name.to_lowercase();
        if SECRET_NAMES.iter().any(|secret| name.contains(secret)) {
            redact(value);
        } else {
            redact_within(value);
        }
    }
}

/// Redacts a value, unless it is a plain value such as the number in `max_tokens`.
fn redact(value: &mut Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => *text = redacted(text),
        Value::Array(_) | Value::Object(_) => *value = redacted(&value.to_string()).into(),
    }
}

fn redact_within(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(redact_within),
        Value::Object(fields) => redact_fields(fields),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::agent::{HttpSettings, LlmSettings, Observation, ProcessSettings};

    fn http(url: &str) -> AgentSettings {
        AgentSettings::Http(HttpSettings { url: url.to_owned(), observation: Observation::Auto })
    }

    #[test]
    fn urls_are_redacted() {
        for (url, name) in [
            ("http://user:SECRET@host/act?token=SECRET", "host/act"),
            ("https://SECRET@x@host:8080?SECRET", "host:8080"),
            ("http://host/act/?a=SECRET@b/c#d", "host/act"),
            ("http://user:SECRET@[::1]:80/#SECRET", "[::1]:80"),
            ("SECRET@host/a?b", "host/a"),
        ] {
            let (described, short) = (http(url).described().to_string(), http(url).short_name());
            assert!(!described.contains("SECRET") && described.contains('…'), "{described}");
            assert_eq!(short, name);
            assert_ne!(http(url).described(), http(&url.replace("SECRET", "other")).described());
        }
        for url in ["http://host", "http://host:80/act/", "no address"] {
            assert_eq!(http(url).described()["url"], url);
        }
    }

    #[test]
    fn secret_fields_are_redacted() {
        let mut settings = LlmSettings::new("https://me@host/v1?key=SECRET", "model");
        let extra = json!({ "API_Key": "SECRET", "max_tokens": 7, "top_p": 0.5, "user": "me",
                            "more": [{ "Authorization": ["SECRET"], "x": "y" }] });
        settings.extra = extra.as_object().cloned().expect("extra is an object");
        settings.key_env = Some("VARIABLE".to_owned());
        let settings = AgentSettings::Llm(settings);
        let described = settings.described();
        assert!(!described.to_string().contains("SECRET"), "{described}");
        assert_eq!(described["extra"]["max_tokens"], 7);
        assert_eq!(described["extra"]["user"], "me");
        assert_eq!(described["extra"]["more"][0]["x"], "y");
        assert_eq!(described["key_env"], "VARIABLE");
        assert_eq!(described["kind"], "llm");
        assert_eq!(settings.short_name(), "model");
    }

    #[test]
    fn agents_are_written_as_on_the_command_line() {
        let mut program = ProcessSettings::new(vec!["python3".to_owned(), "my bot.py".to_owned()]);
        assert_eq!(AgentSettings::Process(program.clone()).argument(), "cmd:python3 'my bot.py'");
        program.protocol = Protocol::Engine;
        assert_eq!(AgentSettings::Process(program).argument(), "engine:python3 'my bot.py'");
        assert_eq!(http("http://host:80").argument(), "http://host:80");
        let model = AgentSettings::Llm(LlmSettings::new("https://host/v1", "model"));
        assert_eq!(model.argument(), "llm:model@https://host/v1");
    }

    #[test]
    fn long_names_are_truncated() {
        let settings = AgentSettings::Process(ProcessSettings::new(vec!["é".repeat(40), "x".repeat(40)]));
        let name = settings.short_name();
        assert!(name.chars().count() == 60 && name.ends_with("x…"), "{name}");
        assert_eq!(settings.described()["command"][1], "x".repeat(40));
    }
}
