//! Checks that the generated documents are up to date.

use std::collections::BTreeSet;
use std::path::Path;

fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(&path, text).expect("the document can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "docs/{name} is out of date; run: cargo xtask regenerate");
}

#[test]
fn openapi_document_is_up_to_date() {
    let text = server::documents::openapi().expect("the rules service starts");
    let document: serde_json::Value = serde_json::from_str(&text).expect("the document is JSON");
    let paths = document["paths"].as_object().expect("the document has paths");
    assert!(paths.len() > 25, "{}", paths.len());
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("each path has methods") {
            assert!(operation["summary"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path}");
        }
    }
    check("openapi.json", &text);
}

/// Some fields are untyped in the code, so their schemas are written by hand.
#[test]
fn openapi_describes_untyped_fields_as_they_are_sent() {
    let text = server::documents::openapi().expect("the rules service starts");
    let document: serde_json::Value = serde_json::from_str(&text).expect("the document is JSON");
    let field = |schema: &str, name: &str| document["components"]["schemas"][schema]["properties"][name].clone();
    for schema in ["Update", "PlyView"] {
        assert_eq!(field(schema, "events")["type"], "array", "{schema}: a list of events");
    }
    for (schema, name) in [("NewGame", "scenario"), ("WhyBody", "action")] {
        assert!(field(schema, name)["type"].is_null(), "{schema}.{name}: a text, a list or an object");
    }
}

#[test]
fn page_of_messages_is_up_to_date() {
    let page = server::documents::messages_page();
    for word in ["\"type\": \"act\"", "\"type\": \"update\"", "can_undo", "EventView", "MyEvent"] {
        assert!(page.contains(word), "{word}");
    }
    check("server-messages.md", &page);
}

#[test]
fn manual_shows_the_default_configuration() {
    let manual = include_str!("../../../docs/server.md");
    let text = manual
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("the manual has a TOML block");
    let config = server::Config::parse(text).expect("the configuration is valid");
    let default = server::Config::default();
    assert_eq!(config.agents.len(), 1);
    assert_eq!(format!("{:?}", server::Config { agents: default.agents.clone(), ..config }), format!("{default:?}"));
}

/// Returns the texts of all source files of a crate.
fn sources(folder: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                texts.push(std::fs::read_to_string(path).expect("the file is text"));
            }
        }
    }
    texts
}

/// Returns the words in quotes that follow one of the beginnings, with at most an argument such as `StatusCode::CONFLICT,` or `409,` before them.
fn words_after(texts: &[String], beginnings: &[&str]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (text, beginning) in texts.iter().flat_map(|text| beginnings.iter().map(move |beginning| (text, *beginning))) {
        for rest in text.split(beginning).skip(1) {
            let rest = rest.trim_start();
            let has_status = rest.starts_with("StatusCode::") || rest.starts_with(|c: char| c.is_ascii_digit());
            let status = rest.split_once(',').filter(|_| has_status);
            let rest = status.map_or(rest, |(_, rest)| rest.trim_start());
            let word = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(word, _)| word);
            words.extend(
                word.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_')).map(str::to_owned),
            );
        }
    }
    words
}

#[test]
fn every_code_of_a_rejection_is_documented() {
    let page = include_str!("../../../docs/server-codes.md");
    let texts = [sources("server/src"), sources("table/src"), sources("agent-protocol/src")].concat();
    let beginnings = [
        "ApiError::new(",
        "RequestError::new(",
        "ApiError::forbidden(",
        "ApiError::bad_request(",
        "RequestError::bad_request(",
        "ApiError::unprocessable(",
        "RequestError::unprocessable(",
        "ApiError::problems(",
        "RequestError::problems(",
        "Rejection::new(",
        "self.rejection(",
    ];
    let codes = words_after(&texts, &beginnings);
    assert!(codes.len() > 60, "{codes:?}");
    let missing: Vec<&String> = codes.iter().filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, Vec::<&String>::new(), "add them to docs/server-codes.md");
}

#[test]
fn every_metric_is_documented() {
    let page = include_str!("../../../docs/hosting.md");
    let metrics = words_after(&sources("server/src"), &["counter!(", "gauge!(", "histogram!("]);
    assert!(metrics.len() > 20, "{metrics:?}");
    let is_missing = |name: &&String| !name.starts_with("rules_") && !page.contains(&format!("`{name}`"));
    let missing: Vec<&String> = metrics.iter().filter(is_missing).collect();
    assert_eq!(missing, Vec::<&String>::new(), "add them to docs/hosting.md");
}
