//! Analysis in the browser.

use api::AnalyseBody;
use neural::Network;
use ringrift::{BoardKind, Position};
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

/// Rejects work that needs a network which was not loaded: without it the result would be another one.
pub(crate) fn require_network(board: BoardKind) -> Result<(), RequestError> {
    if Network::has_file(board) && Network::embedded(board).is_none() {
        return Err(RequestError::new(503, "no_network", format!("the network of the board {board} is not loaded")));
    }
    Ok(())
}
