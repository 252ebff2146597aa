//! The moves of a game as the `Move` structure of the notation specification.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ringrift::{Action, BoardKind, Cell, Event, Observer, Player, Position, TurnStep};
use serde::Serialize;

use crate::record::{Ply, Record};

/// A move in the exchange format of the notation specification.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// Identifier, unique within the game.
    pub id: String,
    /// Move type, for example `move_stack`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Seat of the player, from 1.
    pub player: u8,
    /// Origin of moves, captures and recoveries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    /// Target cell; the first cell of a line or region; `None` for actions without a cell.
    pub to: Option<Point>,
    /// The captured stack, or the stack that pays for a recovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_target: Option<Point>,
    /// Number of rings placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement_count: Option<u8>,
    /// Number of the move, from 1.
    pub move_number: usize,
    /// Time of the move as RFC 3339. Without recorded times it is midnight UTC of the date of the game, or the Unix epoch.
    pub timestamp: String,
    /// Thinking time in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_time: Option<u64>,
    /// Canonical notation; `None` for empty steps, which have no notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algebraic_notation: Option<String>,
}

/// How to treat steps of a turn without a decision, in editions that record them (rules-live section 2).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EmptySteps {
    /// Only decisions are listed.
    Omit,
    /// Empty steps are listed as moves such as `no_line_action` between the decisions.
    Insert,
}

/// Coordinates of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Point {
    /// Column, or first cube coordinate.
    pub x: i8,
    /// Row, or second cube coordinate.
    pub y: i8,
    /// Third cube coordinate; only on hexagonal boards.
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
    /// Returns the moves of the main line in the exchange format, without comments.
    pub fn moves(&self, empty: EmptySteps) -> Vec<Move> {
        let date = self.tags.date.as_deref().and_then(midnight).unwrap_or(Timestamp::UNIX_EPOCH);
        let mut moves = Vec::with_capacity(self.main.plies.len());
        let mut position = self.start.clone();
        for ply in &self.main.plies {
            let at = ply.notes.at.and_then(|at| Timestamp::from_millisecond(at as i64).ok()).unwrap_or(date);
            moves.push(decision(&position, ply, moves.len() + 1, at));
            let mut empty_steps = EmptyStepCollector::default();
            position.play_unchecked_observed(ply.action, &mut empty_steps);
            if empty == EmptySteps::Insert {
                for (player, step) in empty_steps.0 {
                    moves.push(Move::new(moves.len() + 1, step.move_type(), player, at));
                }
            }
        }
        moves
    }
}

/// Collects the empty steps of a turn in order.
#[derive(Default)]
struct EmptyStepCollector(Vec<(Player, TurnStep)>);

impl Observer for EmptyStepCollector {
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
            placement_count: None,
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
        placement_count: if let Action::Place { rings, .. } = ply.action { Some(rings) } else { None },
        think_time: ply.notes.elapsed,
        algebraic_notation: Some(position.action_text(ply.action)),
        ..Move::new(number, position.move_type(ply.action), position.to_move(), at)
    }
}

/// Returns origin, target and captured cell of an action, as in [`Move`].
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

/// Parses a date, `2024-12-01` or `2024.12.01`, and returns its midnight in UTC.
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
        let moves = Record::parse(text).expect("the record is valid").moves(EmptySteps::Insert);
        let json = serde_json::to_value(&moves).expect("moves can be serialized");
        let expected = serde_json::json!([{
            "id": "move-1", "type": "overtaking_capture", "player": 1, "from": {"x": 0, "y": 0}, "to": {"x": 2, "y": 0},
            "captureTarget": {"x": 1, "y": 0}, "moveNumber": 1, "timestamp": "2024-11-15T10:53:20.123Z",
            "thinkTime": 1500, "algebraicNotation": "C a1-c1 xb1"
        }]);
        assert_eq!(json, expected);
    }

    /// Document 003, section 6.2, describes the structure; the reference implementation also writes how many rings a placement
    /// has, without which `place_ring` cannot be replayed.
    #[test]
    fn placements_have_the_number_of_rings() {
        let text = "[Board \"square8\"]\n\n1. P d4*2; M d4-d6   P h1; M h1-h2";
        let moves = Record::parse(text).expect("the record is valid").moves(EmptySteps::Insert);
        let counts: Vec<Option<u8>> = moves.iter().map(|one| one.placement_count).collect();
        assert_eq!(counts, [Some(2), None, Some(1), None]);
        let json = serde_json::to_value(&moves).expect("moves can be serialized");
        assert_eq!((&json[0]["placementCount"], json[1].get("placementCount")), (&2.into(), None));
    }

    #[test]
    fn moves_without_times_have_the_date_of_the_game() {
        let text = "[Board \"hexagonal\"]\n[Date \"2024-12-01\"]\n\n1. P 1.-3; M 1.-3-2.-3";
        let moves = Record::parse(text).expect("the record is valid").moves(EmptySteps::Insert);
        assert_eq!(moves[0].to, Some(Point { x: 1, y: -3, z: Some(2) }));
        assert_eq!(moves[1].timestamp, "2024-12-01T00:00:00.000Z");
        assert_eq!(moves[1].player, 1);
    }
}
