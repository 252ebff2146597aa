//! Requests to the rules service, replies of a remote one, and its settings.

use api::rules::{EvaluateRequest, LegalRequest, Problems};
use ringrift::Position;
use rules_messages::{EngineVerdict, Meaning, position_of_state, read, requested_position, state_of_position};
use server::rules::engines::spec_verdict;
use server::rules::{Remote, Settings, read_verdict};

use crate::{Verdict, assert_short_line, with_text};

/// A request is read or rejected with the paths of all problems. Its position is written as a state and read again, and both
/// engines evaluate its move alike.
pub(crate) fn rules_request(bytes: &[u8]) -> Verdict {
    if let Ok(request) = read::<LegalRequest>(bytes) {
        let _ = checked(requested_position(request.position.as_deref(), request.state.as_ref()));
    }
    Verdict::of(evaluate(bytes).is_some())
}

fn evaluate(bytes: &[u8]) -> Option<()> {
    let request = checked(read::<EvaluateRequest>(bytes))?;
    let position = checked(requested_position(request.position.as_deref(), request.state.as_ref()))?;
    check_state(&position);
    let chosen_line = request.chosen_line.or(request.state.as_ref().and_then(|state| state.chosen_line));
    if let Meaning::Action(action) = checked(Meaning::of(&position, &request.r#move, chosen_line))? {
        let (fast, _) = EngineVerdict::of_fast(&position, action);
        let spec = spec_verdict(&position, action);
        assert_eq!(fast.mismatch(&spec), None, "{action:?} in {position}");
    }
    Some(())
}

fn check_state(position: &Position) {
    let state = state_of_position(position);
    let text = serde_json::to_string(&state).expect("a state can be serialised");
    let again = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let again = position_of_state(&again).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    assert_eq!(&again, position, "{text}");
}

/// Returns the value, or checks that every problem has a path and a message.
fn checked<T>(result: Result<T, Problems>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in &problems.problems {
                assert!(!problem.at.is_empty() && !problem.message.is_empty(), "{problem:?}");
            }
            None
        }
    }
}

/// The reply of a remote rules service is read or rejected, and compared with our verdict.
pub(crate) fn remote_reply(bytes: &[u8]) -> Verdict {
    match read_verdict(bytes) {
        Ok(verdict) => {
            let position = Position::parse("G square8 2p; H 18,18").expect("the position is valid");
            let (fast, _) = EngineVerdict::of_fast(&position, position.legal_actions()[0]);
            let mismatch = fast.mismatch(&verdict);
            assert_eq!(mismatch.is_none(), verdict.mismatch(&fast).is_none());
            assert!(mismatch.is_none_or(|mismatch| !mismatch.names().is_empty()));
            let _ = fast.incomparable_hash(&verdict);
            Verdict::Accepted
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Verdict::Rejected
        }
    }
}

/// Environment variables of the rules service, one `NAME=VALUE` per line. An error names the variable.
pub(crate) fn rules_settings(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let variables: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let value = |name: &str| Some(variables.iter().find(|(found, _)| *found == name)?.1.to_owned());
        match Settings::read(None, &value) {
            Ok(settings) => {
                if let Some(Err(error)) = settings.remote.as_ref().map(Remote::new) {
                    assert_short_line(&error.to_string());
                }
                true
            }
            Err(error) => {
                let message = error.to_string();
                assert_short_line(&message);
                assert!(variables.iter().any(|(name, _)| message.starts_with(name)), "{message}");
                false
            }
        }
    })
}
