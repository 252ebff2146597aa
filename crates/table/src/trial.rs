//! Trying an action on a copy of a game.

use api::{EventView, StudyView};
use game::RingRift;
use serde_json::Value;

use crate::view::{choices, event_views, ringrift_state};
use crate::{ActionEvents, CommandRejection};

/// Plays an action on a copy of a RingRift game. Returns the events and the game after the action.
///
/// # Errors
/// Returns why the action is not legal.
pub fn try_action(game: &RingRift, action: &Value) -> Result<(Vec<EventView>, RingRift), CommandRejection> {
    let mut after = game.clone();
    let accepted = crate::table::submit_action(&mut after, action).map_err(CommandRejection::without_orders)?;
    let events = match &accepted.events {
        ActionEvents::RingRift { events, .. } => event_views(events, after.position().rules().board),
        ActionEvents::Asg { .. } => Vec::new(),
    };
    Ok((events, after))
}

/// Returns a position with its legal actions.
pub(crate) fn study_view(game: &RingRift, events: Vec<EventView>) -> StudyView {
    let position = game.position();
    StudyView {
        state: ringrift_state(position, |player| game.seat_of(player)),
        legal: (!position.phase().is_over()).then(|| choices(position)),
        board: position.rules().board.name().to_owned(),
        rules: position.rules().to_string(),
        rules_title: position.rules().title(),
        hash: position.fingerprint_hash().to_string(),
        events,
    }
}
