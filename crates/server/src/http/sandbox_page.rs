//! The page of the sandbox. `/sandbox?position=TEXT` has a preview of its link; the fragment of an address never reaches the server.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use ringrift::{BoardKind, Player, Position};
use serde::Deserialize;
use table::study::parse_position;

use super::App;
use super::error::ApiError;
use super::link_preview::{LinkPreview, in_query, page_with, picture_path};
use super::page::{page_html, web_file};

const FILE: &str = "sandbox.html";

/// Longest position with a preview, in bytes. The preview contains it several times; crowded positions of the largest board are shorter.
const MAX_POSITION_TEXT: usize = 8_000;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/sandbox", get(page))
}

#[derive(Deserialize)]
struct SandboxQuery {
    position: Option<String>,
}

/// Serves the page, with a preview if the address has a valid position. The page itself reports what is wrong with the text.
async fn page(
    State(app): State<App>,
    query: Result<Query<SandboxQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let text = query.ok().and_then(|Query(query)| query.position);
    let Some(text) = text.filter(|text| text.len() <= MAX_POSITION_TEXT) else { return web_file(FILE, &headers) };
    let preview = app.studies.run(move || Ok(parse_position(&text).ok().map(|position| describe(&position)))).await;
    match preview.ok().flatten() {
        Some(preview) => Ok(page_with(Some(&preview), &page_html(FILE), &headers)),
        None => web_file(FILE, &headers),
    }
}

fn describe(position: &Position) -> LinkPreview {
    let rules = position.rules();
    let state = if position.outcome().is_some() {
        "Final position".to_owned()
    } else {
        format!("{} to move", colour(position.to_move()))
    };
    let text = position.to_string();
    LinkPreview {
        title: format!("{state} · RingRift position"),
        text: format!(
            "{}, {} players, turn {}. Open it to play on or to analyse it.",
            board_title(rules.board),
            rules.players,
            position.turn()
        ),
        path: format!("/sandbox?position={}", in_query(&text)),
        image: picture_path(&text),
    }
}

/// Returns the colour of a player, as on the page (`colour` in `web/text/en.js`).
const fn colour(player: Player) -> &'static str {
    match player {
        Player::One => "Blue",
        Player::Two => "Orange",
        Player::Three => "Green",
        Player::Four => "Purple",
    }
}

/// Returns the name of a board as on the page (`rules.board` in `web/text/en.js`).
const fn board_title(board: BoardKind) -> &'static str {
    match board {
        BoardKind::Square8 => "Square board 8×8",
        BoardKind::Square19 => "Square board 19×19",
        BoardKind::Hex8 => "Small hexagonal board",
        BoardKind::Hexagonal => "Large hexagonal board",
        BoardKind::Hexagonal12 => "Largest hexagonal board",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_colours_have_the_names_of_the_page() {
        let page = page_html("text/en.js");
        for board in BoardKind::ALL {
            let line = format!("\"rules.board.{}\": \"{}\",", board.name(), board_title(board));
            assert!(page.contains(&line), "{line}");
        }
        for player in Player::seats(4) {
            let line = format!("\"colour.{player}\": \"{}\",", colour(player).to_lowercase());
            assert!(page.contains(&line), "{line}");
        }
    }

    #[test]
    fn preview_names_the_board_and_the_player_to_move() {
        let position = parse_position("G hex8 3p live; S c=112; T 2").expect("the position is valid");
        let LinkPreview { title, text, path, image } = describe(&position);
        assert_eq!(title, "Orange to move · RingRift position");
        assert!(text.starts_with("Small hexagonal board, 3 players, turn "), "{text}");
        assert!(path.starts_with("/sandbox?position=G%20hex8%203p%20live"), "{path}");
        assert!(image.starts_with("/api/study/picture.png?width=1200&position=G%20hex8%203p%20live"), "{image}");
    }
}
