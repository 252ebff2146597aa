//! Numbers written as JavaScript writes them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::limits::MAX_AMOUNT;

/// Converts a float to a JSON number; a whole number up to [`MAX_AMOUNT`] becomes an integer (`2`, not `2.0`).
pub(crate) fn plain(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() <= MAX_AMOUNT as f64;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}

/// Serializes a float in the form of [`plain`]; for `#[serde(serialize_with)]`.
pub(crate) fn plain_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    plain(*number).serialize(serializer)
}
