//! The moves of a game in the structure that the notation specification calls `Move`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ringrift::{Action, BoardKind, Cell, Event, Observer, Player, Position, TurnStep};
use serde::Serialize;

use crate::record::{Ply, Record};

/// One move, as other programs exchange it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// A name that no other move of the game has.
    pub id: String,
    /// The type, for example `move_stack`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The seat.
    pub player: u8,
    /// Where it began, for moves and captures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Where it led or what it was aimed at: of lines and regions the first cell; none for what has no cell.
    pub to: Option<Point>,
    /// The stack that was jumped, or from which a ring was taken in a recovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_target: Option<Point>,
    /// Counted from 1.
    pub move_number: usize,
    /// When it was played. A record without times gives the midnight (UTC) that begins its date, or else that of 1970.
    pub timestamp: String,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_time: Option<u64>,
    /// Its text; none for a step that offered nothing, which the notation does not write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algebraic_notation: Option<String>,
}

/// What becomes of the steps of a turn that offered nothing, where the edition writes them down (live 2).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EmptySteps {
    /// Only decisions are listed.
    Omit,
    /// They stand as moves such as `no_line_action` between the decisions.
    Insert,
}

/// A cell by its coordinates.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Point {
    /// Column, or first cube coordinate.
    pub x: i8,
    /// Row, or second cube coordinate.
    pub y: i8,
    /// Third cube coordinate; on hexagons only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<i8>,
}

impl Point {
    fn new(board: BoardKind, cell: Cell) -> Point {
        let at = board.coord(cell);
        Point { x: at.x, y: at.y, z: board.is_hexagonal().then(|| -at.x - at.y) }
    }
}

impl Record {
    /// The moves in the structure of the notation specification, without variations and comments.
    pub fn moves(&self, empty: EmptySteps) -> Vec<Move> {
        let date = self.tags.date.as_deref().and_then(midnight).unwrap_or(Timestamp::UNIX_EPOCH);
        let mut moves = Vec::with_capacity(self.main.plies.len());
        let mut position = self.start.clone();
        for ply in &self.main.plies {
            let at = ply.notes.at.and_then(|at| Timestamp::from_millisecond(at as i64).ok()).unwrap_or(date);
            moves.push(decision(&position, ply, moves.len() + 1, at));
            let mut left = LeftEmpty::default();
            position.play_unchecked_observed(ply.action, &mut left);
            if empty == EmptySteps::Insert {
                for (player, step) in left.0 {
                    moves.push(Move::new(moves.len() + 1, step.move_type(), player, at));
                }
            }
        }
        moves
    }
}

/// The steps that offered nothing, in their order.
#[derive(Default)]
struct LeftEmpty(Vec<(Player, TurnStep)>);

impl Observer for LeftEmpty {
    fn observe(&mut self, event: Event) {
        if let Event::StepEmpty { player, step } = event {
            self.0.push((player, step));
        }
    }
}

impl Move {
    fn new(number: usize, kind: &'static str, player: Player, at: Timestamp) -> Move {
        Move {
            id: format!("move-{number}"),
            kind,
            player: player.seat(),
            from: None,
            to: None,
            capture_target: None,
            move_number: number,
            timestamp: format!("{at:.3}"),
            think_time: None,
            algebraic_notation: None,
        }
    }
}

fn decision(position: &Position, ply: &Ply, number: usize, at: Timestamp) -> Move {
    let point = |cell| Point::new(position.rules().board, cell);
    let (from, to, target) = cells_of(ply.action);
    Move {
        from: from.map(point),
        to: to.map(point),
        capture_target: target.map(point),
        think_time: ply.notes.elapsed,
        algebraic_notation: Some(position.action_text(ply.action)),
        ..Move::new(number, position.move_type(ply.action), position.to_move(), at)
    }
}

/// Where an action begins, where it leads, and what it jumps, as [`Move`] tells them.
pub fn cells_of(action: Action) -> (Option<Cell>, Option<Cell>, Option<Cell>) {
    match action {
        Action::Place { at, .. } | Action::Eliminate { at } => (None, Some(at), None),
        Action::Move { from, to } => (Some(from), Some(to), None),
        Action::Capture { from, over, to } => (Some(from), Some(to), Some(over)),
        Action::TakeLine { line } | Action::TakeSegment { line, .. } => (None, Some(line.first), None),
        Action::ClaimRegion { region } => (None, Some(region.first), None),
        Action::Recover { from, to, extract } => (Some(from), Some(to), Some(extract)),
        Action::RecoverSegment { from, to, .. } => (Some(from), Some(to), None),
        Action::SkipPlacement
        | Action::SwapSides
        | Action::SkipRecovery
        | Action::DeclineCapture
        | Action::StopTerritory => (None, None, None),
    }
}

/// The beginning of a day, `2024-12-01` or `2024.12.01`.
fn midnight(date: &str) -> Option<Timestamp> {
    let date: Date = date.replace('.', "-").parse().ok()?;
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_fields_of_the_specification() {
        let text = "[Board \"square8\"]\n[Date \"2024.12.01\"]\n[Start \"S a1=1,b1=2,h8=2; P movement\"]\n\n\
                    C a1-c1 xb1 {[%emt 1.5] [%at 1731668000123]}";
        let moves = Record::parse(text).expect("a record").moves(EmptySteps::Insert);
        let json = serde_json::to_value(&moves).expect("moves are plain data");
        let expected = serde_json::json!([{
            "id": "move-1", "type": "overtaking_capture", "player": 1, "from": {"x": 0, "y": 0}, "to": {"x": 2, "y": 0},
            "captureTarget": {"x": 1, "y": 0}, "moveNumber": 1, "timestamp": "2024-11-15T10:53:20.123Z",
            "thinkTime": 1500, "algebraicNotation": "C a1-c1 xb1"
        }]);
        assert_eq!(json, expected);
    }

    #[test]
    fn moves_without_times_have_the_date_of_the_game() {
        let text = "[Board \"hexagonal\"]\n[Date \"2024-12-01\"]\n\n1. P 1.-3; M 1.-3-2.-3";
        let moves = Record::parse(text).expect("a record").moves(EmptySteps::Insert);
        assert_eq!(moves[0].to, Some(Point { x: 1, y: -3, z: Some(2) }));
        assert_eq!((moves[1].timestamp.as_str(), moves[1].player), ("2024-12-01T00:00:00.000Z", 1));
    }
}
