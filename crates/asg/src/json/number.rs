//! Numbers as JavaScript writes them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::limits::MAX_AMOUNT;

/// A number without a fraction where it has none.
pub(crate) fn plain(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() <= MAX_AMOUNT as f64;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}

/// Writes such a number.
pub(crate) fn plain_number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    plain(*number).serialize(serializer)
}
