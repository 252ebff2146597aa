//! Trying an action on a copy of a game.

use api::{EventView, StudyView};
use serde_json::Value;

use crate::view::{event_views, legal_view, ringrift_state};
use crate::{ActionEvents, AnyGame, CommandRejection};

/// Plays an action on a copy of a game. Returns the RingRift events and the game after the action.
///
/// # Errors
/// Returns why the action is not legal.
pub fn try_action(game: &AnyGame, action: &Value) -> Result<(Vec<EventView>, AnyGame), CommandRejection> {
    let mut after = game.clone();
    let accepted = after.submit(action).map_err(CommandRejection::without_orders)?;
    let events = match &accepted.events {
        ActionEvents::RingRift { events, .. } => event_views(events, &after),
        ActionEvents::Asg { .. } => Vec::new(),
    };
    Ok((events, after))
}

/// Returns a RingRift position with its legal actions; `None` for ASG.
pub(crate) fn study_view(game: &AnyGame, events: Vec<EventView>) -> Option<StudyView> {
    let AnyGame::RingRift(ringrift) = game else { return None };
    let position = ringrift.position();
    Some(StudyView {
        state: ringrift_state(position, |player| ringrift.seat_of(player)),
        legal: (!position.phase().is_over()).then(|| legal_view(game)),
        board: position.rules().board.name().to_owned(),
        rules: position.rules().to_string(),
        rules_title: position.rules().title(),
        hash: position.fingerprint_hash().to_string(),
        events,
    })
}
