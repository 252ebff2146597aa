//! The page of a game. For a public game its head describes the game, so that programs which show a preview of a link need no script.

use api::GameId;
use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use table::view::{game_name, player_title, seat_view};

use super::App;
use super::error::ApiError;
use super::link_preview::{LinkPreview, page_with};
use super::middleware::Path;
use super::page::page_html;
use crate::hub::RoomSnapshot;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/games/{id}", get(page))
}

async fn page(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(page_with(preview(&app, &id).await.as_ref(), &page_html("game.html"), &headers))
}

/// Returns the preview of a game; `None` if there is no such game or it is not visible to everyone.
async fn preview(app: &App, id: &str) -> Option<LinkPreview> {
    let id: GameId = id.parse().ok()?;
    // The page itself reports why a game cannot be opened.
    let snapshot = app.hub.room(&id).await.ok()?.snapshot();
    snapshot.is_visible_to(None).then(|| describe(app, &id, &snapshot))
}

/// Describes what spectators see now: the game and its players, not the result.
fn describe(app: &App, id: &GameId, snapshot: &RoomSnapshot) -> LinkPreview {
    let table = snapshot.table_for(None, app.hub.now());
    let game = if game_name(table.game()) == "asg" { "the Agent Strategy Game" } else { "RingRift" };
    let names: Vec<String> = table
        .seats()
        .iter()
        .enumerate()
        .map(|(number, seat)| player_title(&seat_view(number, seat, &snapshot.names)))
        .collect();
    let players = names.join(" – ");
    LinkPreview {
        title: format!("{players} · {game}"),
        text: format!("A game of {game}: {players}. Open it to watch."),
        path: format!("/games/{id}"),
        image: format!("/api/games/{id}/picture.png?width=1200"),
    }
}
