//! The descriptions of the server that are made from its code.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::Value;
use utoipa::OpenApi;

use crate::http::{MyEvent, MyFarewell};
use crate::rules::{RulesService, Settings, StartError};
use crate::wire::{ClientMessage, EventView, ServerMessage};

/// Every route, as OpenAPI describes it, in JSON.
///
/// # Errors
/// If the rules service, whose routes belong to it, cannot start.
pub fn openapi() -> Result<String, StartError> {
    let document = crate::http::document(Arc::new(RulesService::start(&Settings::default())?));
    Ok(serde_json::to_string_pretty(&document).unwrap_or_default() + "\n")
}

#[derive(OpenApi)]
#[openapi(components(schemas(ClientMessage, ServerMessage, EventView, MyEvent, MyFarewell)))]
struct Messages;

/// The messages of sockets and streams, as a page.
pub fn messages_page() -> String {
    let document = serde_json::to_value(Messages::openapi()).unwrap_or_default();
    let schemas = &document["components"]["schemas"];
    let mut page = HEAD.to_owned();
    // Those that are sent come first, then what they are made of.
    let first = ["ClientMessage", "ServerMessage", "MyEvent", "MyFarewell"];
    for name in first {
        section(name, &schemas[name], &mut page);
    }
    let others = schemas.as_object().into_iter().flatten().filter(|(name, _)| !first.contains(&name.as_str()));
    for (name, schema) in others {
        section(name, schema, &mut page);
    }
    page
}

const HEAD: &str = "\
# Messages of sockets and streams

Made from the code, not to be edited: `cargo xtask regenerate`.

A client of `GET /api/games/ID/socket` sends `ClientMessage`s and is sent `ServerMessage`s, each as JSON in a text frame. The same
`ServerMessage`s come as lines from `GET /api/games/ID/events`. With `?since=SEQ` both begin with the entries after that number; without
it, or if there are none, with a snapshot. `/api/me/events?since=ID` and `/api/me/socket?since=ID` have a
`MyEvent` for every entry of every game in which one holds a seat. Empty lines are signs of life; a `MyFarewell` says that the server stops.

The number of an update is one more than that of the one before it. If one is missing, send `sync`, or open the socket again with the
last number that is known. If the hash is not that of the own copy, the copy is wrong: the next snapshot puts it right.
";

fn section(name: &str, schema: &Value, page: &mut String) {
    // Writing to a text cannot fail.
    let _ = writeln!(page, "\n## {name}\n\n{}", described(schema));
    match schema["oneOf"].as_array() {
        Some(variants) => {
            for variant in variants {
                variant_of(variant, page);
            }
        }
        None => fields(schema, page),
    }
}

fn variant_of(variant: &Value, page: &mut String) {
    let parts = variant["allOf"].as_array().map_or_else(|| vec![variant], |parts| parts.iter().collect());
    let tag = parts.iter().find_map(|part| tag_of(part));
    let shown = tag.unwrap_or_else(|| type_of(variant));
    let _ = writeln!(page, "\n**`{shown}`** {}", described(variant));
    for part in parts {
        if part["$ref"].is_string() {
            let _ = writeln!(page, "\nThe fields of {}.", type_of(part));
        }
        fields(part, page);
    }
}

/// The name of a variant: the only value of its tag.
fn tag_of(part: &Value) -> Option<String> {
    let mut tags = part["properties"].as_object()?.iter();
    let (name, value) = tags.find_map(|(name, schema)| Some((name, schema["enum"].as_array()?.first()?.as_str()?)))?;
    Some(format!("\"{name}\": \"{value}\""))
}

fn fields(schema: &Value, page: &mut String) {
    let Some(properties) = schema["properties"].as_object().filter(|properties| !properties.is_empty()) else { return };
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let _ = writeln!(page, "\n| field | type | meaning |\n|---|---|---|");
    for (name, field) in properties {
        let optional = if required.contains(&name.as_str()) { "" } else { ", optional" };
        let _ = writeln!(page, "| `{name}` | {}{optional} | {} |", type_of(field), described(field));
    }
}

fn described(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// A type in a word or two.
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
