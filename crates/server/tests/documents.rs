//! Checks that the generated documents are up to date.

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
