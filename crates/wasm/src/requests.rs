//! Requests of the HTTP interface that need no server: the same paths, bodies and responses.

#[cfg(feature = "players")]
use api::{AttemptBody, PositionPictureQuery};
use ringrift::BoardKind;
use serde::Serialize;
use table::{RequestError, read_body, study, view};

/// Response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// JSON, or the text of a picture.
    pub body: String,
}

impl Response {
    /// Returns a value as JSON.
    pub fn json<T: Serialize>(result: Result<T, RequestError>) -> Response {
        let written = result.and_then(|value| {
            serde_json::to_string(&value).map_err(|error| RequestError::new(500, "broken", error.to_string()))
        });
        match written {
            Ok(body) => Response { status: 200, body },
            Err(error) => Response { status: error.status(), body: error.body().to_string() },
        }
    }
}

/// Responds to a request. The path begins with `/api/` and may have a query.
pub fn respond(method: &str, path: &str, body: &str) -> Response {
    let segments: Vec<&str> = path.strip_prefix("/api/").unwrap_or(path).split('/').collect();
    match (method, &segments[..]) {
        #[cfg(feature = "players")]
        ("GET", ["catalogue"]) => Response::json(Ok(view::catalogue(&ai::rosters(), Vec::new()))),
        ("GET", ["boards", name]) => Response::json(board(name)),
        #[cfg(feature = "players")]
        ("GET", ["lessons"]) => Response::json(Ok(study::lesson_views())),
        #[cfg(feature = "players")]
        ("POST", ["lessons", lesson, exercise]) => Response::json(attempt(lesson, exercise, body)),
        #[cfg(feature = "players")]
        ("POST", ["puzzles"]) => Response::json(read_body(body).and_then(|body| study::check_puzzle(&body))),
        ("POST", ["study"]) => Response::json(read_body(body).and_then(study::open)),
        ("POST", ["study", "act"]) => Response::json(read_body(body).and_then(study::act)),
        ("POST", ["study", "preview"]) => Response::json(read_body(body).and_then(study::preview)),
        ("POST", ["study", "why"]) => Response::json(read_body(body).and_then(study::why)),
        #[cfg(feature = "players")]
        ("POST", ["study", "read"]) => Response::json(read_body(body).and_then(|body| study::read(&body))),
        #[cfg(feature = "players")]
        ("POST", ["study", "record"]) => Response::json(read_body(body).and_then(study::record)),
        #[cfg(feature = "players")]
        ("POST", ["study", "line"]) => Response::json(read_body(body).and_then(study::line)),
        #[cfg(feature = "players")]
        ("POST", ["study", "check"]) => Response::json(read_body(body).map(|body| study::check(&body))),
        #[cfg(feature = "players")]
        ("POST", ["study", "picture.svg"]) => position_picture(body),
        #[cfg(feature = "players")]
        ("POST", ["asg", "replay"]) => {
            Response::json(read_body(body).and_then(|body| study::asg_replay::recompute(&body)))
        }
        #[cfg(feature = "players")]
        ("POST", ["analyse"]) => crate::players::analyse(body),
        _ => Response::json::<()>(Err(RequestError::not_found("this request needs a server"))),
    }
}

fn board(name: &str) -> Result<api::BoardView, RequestError> {
    let board: BoardKind = name.parse().map_err(|error| RequestError::not_found(format!("{error}")))?;
    Ok(view::board_view(board))
}

#[cfg(feature = "players")]
fn attempt(lesson: &str, exercise: &str, body: &str) -> Result<api::AttemptView, RequestError> {
    let number = |text: &str| text.parse().map_err(|_| RequestError::not_found("unknown exercise"));
    let AttemptBody { actions } = read_body(body)?;
    study::attempt(number(lesson)?, number(exercise)?, &actions)
}

#[cfg(feature = "players")]
/// Draws a position as SVG. The HTTP interface has the same fields in a query.
fn position_picture(body: &str) -> Response {
    match read_body(body).and_then(|query: PositionPictureQuery| study::picture(&query)) {
        Ok(body) => Response { status: 200, body },
        Err(error) => Response::json::<()>(Err(error)),
    }
}
