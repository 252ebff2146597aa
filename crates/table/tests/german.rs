//! The German texts of the page for what the engine says.

use std::collections::BTreeMap;

use ringrift::Template;

/// Reads a catalogue of the page: one text in each line.
fn catalogue(file: &str) -> BTreeMap<String, String> {
    let path = format!("{}/../../web/text/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the catalogue can be read");
    let entries = text.lines().filter(|line| line.starts_with("  \""));
    let json = entries.collect::<Vec<&str>>().join("\n");
    serde_json::from_str(&format!("{{{}}}", json.trim_end_matches(','))).expect("each line has an id and a text")
}

fn templates() -> impl Iterator<Item = &'static Template> {
    [ringrift::texts::ALL, ringrift_text::texts::ALL, table::texts::ALL].into_iter().flatten().copied()
}

#[test]
fn every_text_of_the_lessons_has_a_german_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/study/lessons.json");
    let text = std::fs::read_to_string(path).expect("the lessons can be read");
    let file: serde_json::Value = serde_json::from_str(&text).expect("the lessons are JSON");
    let mut german = catalogue("lessons-de.js");
    let mut check = |id: String| {
        let text = german.remove(&id).unwrap_or_else(|| panic!("{id} is missing"));
        assert!(Template::parameters(&text).iter().all(|&name| name == "p2"), "{id}: {text}");
    };
    for (lesson, number) in file["lesson"].as_array().expect("there are lessons").iter().zip(1..) {
        ["title", "about"].into_iter().for_each(|part| check(format!("{number}.{part}")));
        for (_, index) in lesson["exercise"].as_array().expect("a lesson has exercises").iter().zip(1..) {
            let parts = ["goal", "text", "hint", "praise", "regret"];
            parts.into_iter().for_each(|part| check(format!("{number}.{index}.{part}")));
        }
    }
    assert!(german.is_empty(), "the lessons have no such texts: {german:?}");
}

#[test]
fn every_code_of_rejected_requests_has_a_german_text() {
    let page = include_str!("../../../docs/server-codes.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let codes = rows.flat_map(|cell| cell.split("`, `")).map(|code| code.trim_end_matches('`'));
    let mut german = catalogue("errors-de.js");
    for code in codes {
        let text = german.remove(code).unwrap_or_else(|| panic!("{code} is missing"));
        assert!(Template::parameters(&text).iter().all(|&name| name == "message"), "{code}: {text}");
    }
    assert!(german.is_empty(), "there are no such codes: {german:?}");
}

#[test]
fn every_message_has_a_german_text_with_the_same_parameters() {
    let mut german = catalogue("engine-de.js");
    for template in templates() {
        let text = german.remove(template.id).unwrap_or_else(|| panic!("{} is missing or exists twice", template.id));
        assert_eq!(Template::parameters(&text), Template::parameters(template.text), "{}", template.id);
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{}", template.id);
    }
    assert!(german.is_empty(), "the engine has no such messages: {german:?}");
}
