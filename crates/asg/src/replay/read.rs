//! Reader of replays in either format.

use super::compact_write::FORMAT;
use super::parse::{Parts, PathError, ReplayError, value};
use super::record::Replay;
use super::verify::Verified;
use super::{compact_read, reference_read};
use crate::json_value::{display, path_step};
use crate::limits::MAX_REPLAY_BYTES;

impl Replay {
    /// Reads a replay in either format. Its claims about events and positions are not checked.
    ///
    /// # Errors
    /// Fails if the text is too long or is not a replay.
    pub fn read(text: &str) -> Result<Replay, ReplayError> {
        read(text, false).map(|verified| verified.replay)
    }

    /// Reads a replay in either format and compares its claims with the recomputed match: all events, states,
    /// observations, results and summaries, or all hashes, and the result of the match.
    ///
    /// # Errors
    /// Fails if the text is too long or is not a replay. A wrong claim is not an error but [`Verified::difference`].
    pub fn verify(text: &str) -> Result<Verified, ReplayError> {
        read(text, true)
    }
}

fn read(text: &str, verify: bool) -> Result<Verified, ReplayError> {
    if text.len() > MAX_REPLAY_BYTES {
        return Err(ReplayError::TooLong(text.len()));
    }
    let parts: Parts<'_> = serde_json::from_str(text).map_err(|error| ReplayError::Json(error.to_string()))?;
    let marker =
        |key: &str| parts.get(key).map(|raw| value(raw)).transpose().map_err(|error| error.within(&path_step(key)));
    match (marker("format")?, marker("version")?) {
        (Some(format), _) if format == FORMAT => compact_read::read(parts, verify),
        (Some(format), _) => {
            Err(PathError::new(format!("expected \"{FORMAT}\", found {}", display(Some(&format)))).at(".format"))
        }
        (None, Some(version)) => reference_read::read(parts, &version, verify),
        (None, None) => {
            Err(PathError::new(format!("not a replay: it has neither \"format\": \"{FORMAT}\" nor a \"version\""))
                .at(""))
        }
    }
}
