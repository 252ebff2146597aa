//! The page of a game. For a public game its head describes the game, so that programs which show a preview of a link need no script.

use api::{GameId, SeatKind};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use table::view::{game_name, seat_view};

use super::App;
use super::error::ApiError;
use super::middleware::Path;
use super::page::{as_file, game_page_html};
use crate::hub::RoomSnapshot;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/games/{id}", get(page))
}

async fn page(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let html = match preview(&app, &id, &headers).await {
        Some(preview) => game_page_html().replacen("</head>", &format!("{preview}</head>"), 1),
        None => game_page_html(),
    };
    let tag = format!("\"{}\"", &blake3::hash(html.as_bytes()).to_hex()[..24]);
    Ok(as_file(&tag, "text/html; charset=utf-8", &headers, || html.into_response()))
}

/// Returns the description of a game for the head of its page; `None` if there is no such game or it is not visible to everyone.
async fn preview(app: &App, id: &str, headers: &HeaderMap) -> Option<String> {
    let id: GameId = id.parse().ok()?;
    // The page itself reports why a game cannot be opened.
    let snapshot = app.hub.room(&id).await.ok()?.snapshot();
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https");
    let origin = format!("{}://{host}", if is_secure { "https" } else { "http" });
    snapshot.is_visible_to(None).then(|| meta_tags(&id, &describe(app, &snapshot), &origin))
}

/// Title and description of a game.
struct Description {
    title: String,
    text: String,
}

/// Describes what spectators see now: the game and its players, not the result.
fn describe(app: &App, snapshot: &RoomSnapshot) -> Description {
    let table = snapshot.table_for(None, app.hub.now());
    let game = if game_name(table.game()) == "asg" { "the Agent Strategy Game" } else { "RingRift" };
    let names: Vec<String> = table
        .seats()
        .iter()
        .enumerate()
        .map(|(number, seat)| {
            let seat = seat_view(number, seat, &snapshot.names);
            match (seat.kind, seat.name.strip_prefix("level:")) {
                (SeatKind::Open, _) => "open seat".to_owned(),
                (SeatKind::Bot, Some(level)) => format!("Computer (level {level})"),
                _ => seat.name,
            }
        })
        .collect();
    let players = names.join(" – ");
    Description {
        title: format!("{players} · {game}"),
        text: format!("A game of {game}: {players}. Open it to watch."),
    }
}

fn meta_tags(id: &GameId, Description { title, text }: &Description, origin: &str) -> String {
    let (title, text, origin) = (escape(title), escape(text), escape(origin));
    format!(
        "<meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"Ringside\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{text}\">\n\
         <meta property=\"og:url\" content=\"{origin}/games/{id}\">\n\
         <meta property=\"og:image\" content=\"{origin}/api/games/{id}/picture.png?width=1200\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
    )
}

/// Escapes a text for an attribute in double quotes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_add_markup() {
        let described = Description { title: "\"><script>&".to_owned(), text: "<b>".to_owned() };
        let tags = meta_tags(&GameId::random(), &described, "http://\"x");
        assert!(tags.contains("content=\"&quot;&gt;&lt;script&gt;&amp;\""), "{tags}");
        assert_eq!(tags.matches('<').count(), 7, "{tags}");
    }
}
