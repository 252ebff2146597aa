//! Documents generated from the code: the OpenAPI description and the page of messages.

use std::fmt::Write;
use std::sync::Arc;

use api::{ClientMessage, EventView, MyEvent, ServerMessage, StreamEnd};
use serde_json::Value;
use utoipa::OpenApi;

use crate::rules::{RulesService, RulesStartError, Settings};

/// Returns the OpenAPI description of all routes, as JSON.
///
/// # Errors
/// If the rules service cannot start.
pub fn openapi() -> Result<String, RulesStartError> {
    let document = crate::http::openapi(Arc::new(RulesService::start(&Settings::default())?));
    Ok(serde_json::to_string_pretty(&document).expect("the description serializes to JSON") + "\n")
}

#[derive(OpenApi)]
#[openapi(components(schemas(ClientMessage, ServerMessage, EventView, MyEvent, StreamEnd)))]
struct Messages;

/// Returns a Markdown page that describes the messages of sockets and streams.
pub fn messages_page() -> String {
    let document = serde_json::to_value(Messages::openapi()).expect("the schemas serialize to JSON");
    let schemas = &document["components"]["schemas"];
    let mut page = HEAD.to_owned();
    // The messages come first, then the types they contain.
    let first = ["ClientMessage", "ServerMessage", "MyEvent", "MyFarewell"];
    for name in first {
        write_section(name, &schemas[name], &mut page);
    }
    let others = schemas.as_object().into_iter().flatten().filter(|(name, _)| !first.contains(&name.as_str()));
    for (name, schema) in others {
        write_section(name, schema, &mut page);
    }
    page
}

const HEAD: &str = "\
# Messages of sockets and streams

Generated from the code; do not edit. Regenerate with `cargo xtask regenerate`.

Over the socket `GET /api/games/ID/socket` the client sends `ClientMessage`s and the server sends `ServerMessage`s, each as JSON in
a text frame. The stream `GET /api/games/ID/events` sends the same `ServerMessage`s as lines. With `?since=SEQ` both start with the
log entries after that sequence number; without it, or if there are no later entries, they start with a snapshot.
`/api/me/events?since=ID` and `/api/me/socket?since=ID` send a `MyEvent` for each log entry of each game in which you hold a seat.
Empty lines keep the connection alive. A `MyFarewell` is the last line when the server stops.

The sequence number of each update is one more than that of the update before. If a client notices a gap, it sends `sync`, or opens
the socket again with the last sequence number it has seen. If the hash differs from that of the client's own copy, the copy is
wrong, and the client replaces it with the next snapshot.
";

fn write_section(name: &str, schema: &Value, page: &mut String) {
    // Writing to a string does not fail.
    let _ = writeln!(page, "\n## {name}\n\n{}", description_of(schema));
    match schema["oneOf"].as_array() {
        Some(variants) => {
            for variant in variants {
                write_variant(variant, page);
            }
        }
        None => write_fields(schema, page),
    }
}

fn write_variant(variant: &Value, page: &mut String) {
    let parts = variant["allOf"].as_array().map_or_else(|| vec![variant], |parts| parts.iter().collect());
    let tag = parts.iter().find_map(|part| tag_of(part));
    let shown = tag.unwrap_or_else(|| type_of(variant));
    let _ = writeln!(page, "\n**`{shown}`** {}", description_of(variant));
    for part in parts {
        if part["$ref"].is_string() {
            let _ = writeln!(page, "\nThe fields of {}.", type_of(part));
        }
        write_fields(part, page);
    }
}

/// Returns the tag of an enum variant, as `"name": "value"`.
fn tag_of(part: &Value) -> Option<String> {
    let mut tags = part["properties"].as_object()?.iter();
    let (name, value) = tags.find_map(|(name, schema)| Some((name, schema["enum"].as_array()?.first()?.as_str()?)))?;
    Some(format!("\"{name}\": \"{value}\""))
}

fn write_fields(schema: &Value, page: &mut String) {
    let Some(properties) = schema["properties"].as_object().filter(|properties| !properties.is_empty()) else { return };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let _ = writeln!(page, "\n| field | type | meaning |\n|---|---|---|");
    for (name, field) in properties {
        let optional = if required.contains(&name.as_str()) { "" } else { ", optional" };
        let _ = writeln!(page, "| `{name}` | {}{optional} | {} |", type_of(field), description_of(field));
    }
}

fn description_of(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// Returns a short name of a type.
fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(variants) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let known: Vec<String> = variants.iter().map(type_of).filter(|name| name != "null").collect();
        return known.join(" or ");
    }
    let name = match &schema["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).filter(|&name| name != "null");
            names.collect::<Vec<&str>>().join(" or ")
        }
        _ => "any JSON".to_owned(),
    };
    match name.as_str() {
        "array" => format!("list of {}", type_of(&schema["items"])),
        _ => name,
    }
}
