//! Guard against the evaluation of positions that people are playing.
//!
//! Every route that evaluates a position or makes a computer player choose an action has to use the guard:
//!
//! | route | guard |
//! |---|---|
//! | `POST /api/analyse`: chances, best lines (hints) and threats | [`reject_running_contest`] for a game, [`reject_guarded`] for every position |
//! | `GET /api/games/{id}/review` | [`reject_running_contest`]; leaves out the evaluation of guarded positions |
//! | `POST /api/analyse/check`, which pages ask before they analyse in the browser | as the two above |
//! | `POST /api/puzzles`, only for the puzzles of the page | [`reject_guarded`] |
//! | `POST /api/games` with computer players or agents | `Hub::create_game` |
//! | `POST /api/games` with three or four seats, where a computer player replaces a player who leaves | `Hub::create_game` |
//! | rematches of such games (`POST /api/games/{id}/commands`, sockets) | the room of the game |
//!
//! The other routes about positions (`/api/study`, lessons, pictures, records, the rules service) apply the rules and
//! evaluate nothing.

use ringrift::Position;
use table::Table;

use crate::http::App;
use crate::http::error::ApiError;
use crate::hub::{HubError, RoomSnapshot};

/// Rejects the request if people are playing a position that means the same.
pub(super) async fn reject_guarded(app: &App, position: &Position) -> Result<(), ApiError> {
    let guarded = app.hub.store().guarded_among(&[position.symmetric_hash()]).await?;
    if guarded.is_empty() { Ok(()) } else { Err(HubError::BeingPlayed.into()) }
}

/// Rejects the request if people are playing against each other in the game. `seen` is the table as the caller sees it: a
/// delayed spectator must not learn from the answer that the game has ended.
pub(super) fn reject_running_contest(snapshot: &RoomSnapshot, seen: &Table) -> Result<(), ApiError> {
    if snapshot.table.is_contest() || seen.is_contest() {
        return Err(ApiError::forbidden("being_played", "this game is in progress; analyse it when it is over"));
    }
    Ok(())
}
