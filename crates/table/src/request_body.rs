//! Bodies of requests.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::RequestError;

/// Reads the JSON body of a request.
///
/// # Errors
/// With the status and the texts that the HTTP interface has for a body that is not JSON, or not a value of the type.
pub fn read_body<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let failed = |error: serde_path_to_error::Error<serde_json::Error>| {
        let (status, reason) = match error.inner().classify() {
            serde_json::error::Category::Data => (422, "Failed to deserialize the JSON body into the target type"),
            _ => (400, "Failed to parse the request body as JSON"),
        };
        RequestError::new(status, "bad_body", format!("{reason}: {error}"))
    };
    let Object(value) = serde_path_to_error::deserialize(&mut reader).map_err(failed)?;
    let trailing =
        |error| RequestError::new(400, "bad_body", format!("Failed to parse the request body as JSON: {error}"));
    reader.end().map_err(trailing)?;
    Ok(value)
}

/// JSON object. Without it, arrays would be accepted too: Serde reads them as the fields of a struct in their order.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Object<T>, M::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}
