//! The page of one puzzle, with a preview of its link.

use ai::puzzle::PuzzleGoal;
use axum::Router;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use table::study::{Puzzle, puzzles};

use super::App;
use super::error::ApiError;
use super::link_preview::{LinkPreview, page_with, picture_path};
use super::middleware::Path;
use super::page::page_html;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/puzzles/{id}", get(page))
}

async fn page(Path(id): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    let preview = puzzles().iter().find(|puzzle| puzzle.id == id).map(preview);
    Ok(page_with(preview.as_ref(), &page_html("puzzles.html"), &headers))
}

fn preview(puzzle: &Puzzle) -> LinkPreview {
    let is_second = puzzle.position.contains("; T 2");
    let (colour, other) = if is_second { ("Orange", "Blue") } else { ("Blue", "Orange") };
    let task = match puzzle.goal {
        PuzzleGoal::Win => format!("{colour} to move: win in this turn"),
        PuzzleGoal::WinInTwo => format!("{colour} to move: win in two turns"),
        PuzzleGoal::Defend => format!("{colour} to move: stop {other} from winning"),
        PuzzleGoal::Claim(cells) => format!("{colour} to move: gain {cells} cells of territory"),
    };
    LinkPreview {
        title: format!("{task} · RingRift puzzle"),
        text: "Solve it on the board; the engine checks every turn.".to_owned(),
        path: format!("/puzzles/{}", puzzle.id),
        image: picture_path(&puzzle.position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preview_has_the_task_and_a_picture() {
        let puzzle = Puzzle {
            id: "0123abcd".to_owned(),
            family: "square8-standard",
            level: 5,
            goal: PuzzleGoal::Claim(7),
            solution: Vec::new(),
            position: "G square8 2p; S a1=1; T 2".to_owned(),
        };
        let LinkPreview { title, path, image, .. } = preview(&puzzle);
        assert_eq!(title, "Orange to move: gain 7 cells of territory · RingRift puzzle");
        assert_eq!(path, "/puzzles/0123abcd");
        assert_eq!(image, "/api/study/picture.png?width=1200&position=G%20square8%202p%3B%20S%20a1%3D1%3B%20T%202");
    }
}
