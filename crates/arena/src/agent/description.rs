//! Settings of agents for others to read: without the secrets that addresses and more fields can hold.

use serde_json::{Map, Value};

use crate::agent::settings::AgentSettings;

/// The most characters of a short name.
const LONGEST_NAME: usize = 60;

/// What the name of a field has in it if its value is a secret.
const SECRETS: [&str; 5] = ["key", "token", "secret", "auth", "password"];

impl AgentSettings {
    /// The settings as they can be shown to anybody.
    ///
    /// In addresses, what stands before the host (`user:password@`) and behind the path (`?token=…`) is replaced by `…` and a short
    /// hash, so that other secrets are other settings; so are texts, lists and objects in `extra` whose name has `key`, `token`,
    /// `secret`, `auth` or `password` in it. The hash does not tell a secret, but whether a guess at one is right: it takes a
    /// secret that cannot be guessed.
    ///
    /// Paths of addresses and the commands of programs stay as they are. Do not put secrets into them.
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
        let mut value = serde_json::to_value(self).unwrap_or_default();
        for name in ["url", "base_url"] {
            if let Some(Value::String(address)) = value.get_mut(name) {
                *address = Address::of(address).described();
            }
        }
        if let Some(Value::Object(extra)) = value.get_mut("extra") {
            hide_fields(extra);
        }
        value
    }

    /// A short name without secrets: host and path of a service, the command of a program, the name of a model.
    ///
    /// ```
    /// use arena::agent::{AgentSettings, ProcessSettings};
    /// let settings = AgentSettings::Process(ProcessSettings::new(vec!["python3".to_owned(), "bot.py".to_owned()]));
    /// assert_eq!(settings.short_name(), "python3 bot.py");
    /// ```
    pub fn short_name(&self) -> String {
        let name = match self {
            AgentSettings::Http(settings) => {
                let Address { host, path, .. } = Address::of(&settings.url);
                format!("{host}{}", path.trim_end_matches('/'))
            }
            AgentSettings::Process(settings) => settings.command.join(" "),
            AgentSettings::Llm(settings) => settings.model.clone(),
        };
        shortened(name)
    }
}

fn shortened(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// The parts of an address, whatever is in them.
struct Address<'a> {
    /// With `://`.
    scheme: &'a str,
    /// Without `@`.
    user: Option<&'a str>,
    /// With its port.
    host: &'a str,
    path: &'a str,
    /// Query and fragment, with the character before them.
    rest: &'a str,
}

impl<'a> Address<'a> {
    fn of(text: &'a str) -> Address<'a> {
        let (scheme, text) = text.split_at(text.find("://").map_or(0, |index| index + 3));
        let (place, path) = text.split_at(text.find(['/', '?', '#']).unwrap_or(text.len()));
        let (path, rest) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
        let (user, host) = place.rsplit_once('@').map_or((None, place), |(user, host)| (Some(user), host));
        Address { scheme, user, host, path, rest }
    }

    fn described(&self) -> String {
        let Address { scheme, user, host, path, rest } = self;
        let user = user.map_or(String::new(), |user| format!("{}@", hidden(user)));
        let mut chars = rest.chars();
        let rest = chars.next().map_or(String::new(), |mark| format!("{mark}{}", hidden(chars.as_str())));
        format!("{scheme}{user}{host}{path}{rest}")
    }
}

/// What stands for a secret.
fn hidden(secret: &str) -> String {
    format!("…{}", &blake3::hash(secret.as_bytes()).to_hex()[..8])
}

fn hide_fields(fields: &mut Map<String, Value>) {
    for (name, value) in fields {
        let name = name.to_lowercase();
        if SECRETS.iter().any(|secret| name.contains(secret)) {
            hide(value);
        } else {
            hide_within(value);
        }
    }
}

/// Hides a value, unless it is as plain as the number in `max_tokens`.
fn hide(value: &mut Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => *text = hidden(text),
        Value::Array(_) | Value::Object(_) => *value = hidden(&value.to_string()).into(),
    }
}

fn hide_within(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(hide_within),
        Value::Object(fields) => hide_fields(fields),
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
    fn addresses_lose_their_secrets() {
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
    fn fields_that_look_like_secrets_are_hidden() {
        let mut settings = LlmSettings::new("https://me@host/v1?key=SECRET", "model");
        let extra = json!({ "API_Key": "SECRET", "max_tokens": 7, "top_p": 0.5, "user": "me",
                            "more": [{ "Authorization": ["SECRET"], "x": "y" }] });
        settings.extra = extra.as_object().cloned().expect("an object");
        settings.key_env = Some("VARIABLE".to_owned());
        let settings = AgentSettings::Llm(settings);
        let described = settings.described();
        assert!(!described.to_string().contains("SECRET"), "{described}");
        assert_eq!(described["extra"]["max_tokens"], 7);
        assert_eq!((&described["extra"]["user"], &described["extra"]["more"][0]["x"]), (&json!("me"), &json!("y")));
        assert_eq!((&described["key_env"], &described["kind"]), (&json!("VARIABLE"), &json!("llm")));
        assert_eq!(settings.short_name(), "model");
    }

    #[test]
    fn long_names_are_cut() {
        let settings = AgentSettings::Process(ProcessSettings::new(vec!["é".repeat(40), "x".repeat(40)]));
        let name = settings.short_name();
        assert!(name.chars().count() == 60 && name.ends_with("x…"), "{name}");
        assert_eq!(settings.described()["command"][1], "x".repeat(40));
    }
}
