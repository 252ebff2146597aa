//! Previews of actions while the player points at cells.

use std::cell::RefCell;

use api::{EventView, MessageParts};
use game::RingRift;
use ringrift::{BoardKind, CellContent, Position};
use serde::Serialize;
use table::{study, try_action, view};

/// Effect of an action, as the board shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effect {
    pub events: Vec<EventView>,
    /// Cells whose content changes, in the order of the board.
    pub changed: Vec<ChangedCell>,
    /// Colour to move afterwards, from 1; null if the game is over.
    pub player: Option<u8>,
    /// The next decision, in English.
    pub asked: String,
    /// `asked` as an id with parameters.
    pub asked_parts: Option<MessageParts>,
}

/// A cell and its content: `s` and the rings of a stack from bottom to top, `m` and the owner of a marker, `t` and the owner of
/// territory, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChangedCell {
    pub cell: String,
    pub content: String,
}

/// A position that is kept while the player points at cells.
pub struct Board {
    text: String,
    game: RingRift,
}

thread_local! {
    /// The position of the last preview.
    static LAST: RefCell<Option<Board>> = const { RefCell::new(None) };
}

/// Returns the effect of an action in a position.
///
/// # Errors
/// Says why the position is invalid or the action is not legal.
pub(crate) fn effect(position: &str, action: &str) -> Result<Effect, String> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|board| board.text != position) {
            *last = Some(Board::parse(position)?);
        }
        match last {
            Some(board) => board.effect(action),
            None => Err("there is no position".to_owned()),
        }
    })
}

impl Board {
    /// Parses a position.
    ///
    /// # Errors
    /// Describes the problem.
    pub fn parse(text: &str) -> Result<Board, String> {
        let position = study::parse_position(text).map_err(|error| message(&error))?;
        Ok(Board { text: text.to_owned(), game: RingRift::new(position) })
    }

    /// Returns the effect of an action.
    ///
    /// # Errors
    /// Says why the action is not legal.
    pub fn effect(&self, action: &str) -> Result<Effect, String> {
        let tried = try_action(&self.game, &action.into());
        let (events, after) = tried.map_err(|rejected| rejected.reason.message)?;
        let state = view::ringrift_state(after.position(), |player| after.seat_of(player));
        let changed = changed(self.game.position(), after.position());
        Ok(Effect { events, changed, player: state.player, asked: state.asked, asked_parts: state.asked_parts })
    }
}

fn message(error: &table::RequestError) -> String {
    match error {
        table::RequestError::Status(_, view) => view.message.clone(),
        table::RequestError::Rejected(rejection) => rejection.message.clone(),
    }
}

/// Returns the cells with another content, in the order of the board.
fn changed(before: &Position, after: &Position) -> Vec<ChangedCell> {
    let board: BoardKind = before.rules().board;
    let cells = board.iter_cells().filter(|&cell| before.content(cell) != after.content(cell));
    cells
        .map(|cell| ChangedCell { cell: board.cell_name(cell).to_string(), content: content(after.content(cell)) })
        .collect()
}

fn content(content: CellContent) -> String {
    match content {
        CellContent::Empty => String::new(),
        CellContent::Stack(stack) => {
            let rings: String = stack.rings().map(|ring| ring.seat().to_string()).collect();
            format!("s{rings}")
        }
        CellContent::Marker(player) => format!("m{}", player.seat()),
        CellContent::Collapsed(player) => format!("t{}", player.seat()),
    }
}
