//! Texts for people as ids with parameters.

use ringrift::{Message, MessageValue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::Text;

/// A text as an id with parameters, for clients that show it in another language than English. The field without `_parts` in its
/// name has the English text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MessageParts {
    /// Id of the text, such as `event.placed`.
    #[schema(value_type = String)]
    pub id: Text,
    /// Parameters by name: a number, a name such as that of a cell, a list of names, `{"player": 1}`, `{"rings": "12"}` from bottom to
    /// top, or a part of the sentence as another object with `id` and `params`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

impl From<&Message> for MessageParts {
    fn from(message: &Message) -> MessageParts {
        let params = message.params().iter().map(|(name, value)| ((*name).to_owned(), json_value(value)));
        MessageParts { id: message.template().id.into(), params: params.collect() }
    }
}

fn json_value(value: &MessageValue) -> Value {
    match value {
        MessageValue::Number(number) => (*number).into(),
        MessageValue::Text(text) => text.as_str().into(),
        MessageValue::List(words) => words.clone().into(),
        MessageValue::Player(player) => json!({ "player": player.seat() }),
        MessageValue::Rings(rings) => json!({ "rings": rings.to_string() }),
        MessageValue::Message(message) => {
            let MessageParts { id, params } = MessageParts::from(&**message);
            json!({ "id": id, "params": params })
        }
    }
}
