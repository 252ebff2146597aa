//! Analysis in the browser.

use std::cell::Cell;

use ai::review::Review;
use api::{AnalyseBody, ReviewView};
use neural::Network;
use ringrift::{BoardKind, Position};
use ringrift_record::Record;
use table::records::MAX_RECORD_BYTES;
use table::study::MAX_REVIEWED_ACTIONS;
use table::{RequestError, read_body, study};

use crate::requests::Response;

/// Analyses a position.
pub(crate) fn analyse(body: &str) -> Response {
    Response::json(read_body(body).and_then(|body: AnalyseBody| {
        let (Some(text), None, None) = (&body.position, &body.game, body.ply) else {
            return Err(RequestError::bad_request("bad_question", "give a \"position\"; games are on the server"));
        };
        let invalid =
            |error: ringrift::PositionTextError| RequestError::problems("bad_position", vec![error.to_string()]);
        let position = Position::parse(text).map_err(invalid)?;
        require_network(position.rules().board)?;
        Ok(study::analyse(&position, &body, &|| false))
    }))
}

/// Reviews the game of a record, without the evaluation of `hidden` plies. Calls `progress` with the number of finished steps and that of all
/// steps. The body is that of the last line of `GET /api/games/{id}/review`, without its `type`.
pub fn review(record: &str, hidden: &[u32], progress: &dyn Fn(usize, usize)) -> Response {
    Response::json(reviewed(record, hidden, progress))
}

fn reviewed(record: &str, hidden: &[u32], progress: &dyn Fn(usize, usize)) -> Result<ReviewView, RequestError> {
    let unsupported = |message: String| RequestError::new(422, "no_review", message);
    if record.len() > MAX_RECORD_BYTES {
        return Err(unsupported(format!("records of more than {MAX_RECORD_BYTES} bytes cannot be reviewed")));
    }
    let record = Record::parse(record).map_err(|error| unsupported(error.to_string()))?;
    let actions = record.main().plies.len();
    if actions > MAX_REVIEWED_ACTIONS {
        return Err(unsupported(format!("games of more than {MAX_REVIEWED_ACTIONS} actions cannot be reviewed")));
    }
    require_network(record.rules().board)?;
    let is_hidden: Vec<bool> = (0..=actions).map(|ply| hidden.contains(&(ply as u32))).collect();
    let (done, steps) = (Cell::new(0), Review::steps(&record));
    let step = || {
        done.set(done.get() + 1);
        progress(done.get(), steps);
    };
    let review = study::review(record, &is_hidden, None, &|| false, &step);
    review.ok_or_else(|| RequestError::new(500, "broken", "the review was cancelled"))
}

/// Rejects work that needs a network which was not loaded: without it the result would be another one.
pub(crate) fn require_network(board: BoardKind) -> Result<(), RequestError> {
    if Network::embedded(board).is_none() {
        return Err(RequestError::new(503, "no_network", format!("the network of the board {board} is not loaded")));
    }
    Ok(())
}
