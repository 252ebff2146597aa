//! Parsing of requests.

use api::rules::{Problems, StateObject};
use ringrift::Position;
use serde::de::DeserializeOwned;

use crate::position_of_state;

/// Returns the position of a request, which is given as text or as an object.
///
/// # Errors
/// Lists all problems.
pub fn requested_position(text: Option<&str>, state: Option<&StateObject>) -> Result<Position, Problems> {
    match (text, state) {
        (Some(text), None) => Position::parse(text).map_err(|error| Problems::one("position", error)),
        (None, Some(state)) => position_of_state(state),
        (None, None) => Err(Problems::one("position", "missing: give a position as text or a state as an object")),
        (Some(_), Some(_)) => Err(Problems::one("position", "give a position or a state, not both")),
    }
}

/// Parses a request.
///
/// # Errors
/// If the body is not JSON or does not have the fields of the request; names the field.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problems> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let request = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        // The path is empty in a field whose name is empty.
        let at = if matches!(path.as_str(), "" | ".") { "body".to_owned() } else { path };
        Problems::one(at, error.into_inner())
    })?;
    json.end().map_err(|error| Problems::one("body", error))?;
    Ok(request)
}

#[cfg(test)]
mod tests {
    use api::rules::LegalRequest;

    use super::*;

    #[test]
    fn every_problem_has_a_path() {
        for (body, at) in
            [("[", "body"), (r#"{"": [1S}"#, "body"), (r#"{"position": 7}"#, "position"), ("{} 7", "body")]
        {
            let problems = read::<LegalRequest>(body.as_bytes()).expect_err("the body is malformed").problems;
            assert_eq!(problems[0].at, at, "{body}");
        }
    }
}
