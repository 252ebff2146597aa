//! Pointing at cells: which of them an action is made of, why nothing can be done with one, and which show how a game ended.

use ringrift::{Action, Cell, Event, IllegalAction, Phase, Player, Position, Reason, Rule, Space, Stack};

use crate::action_text::{region_obstacle, stack_on};

/// The cells of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointed {
    /// Those it is made of, in the order in which they are picked.
    pub picks: Vec<Cell>,
    /// Others that belong to it: the stack that is captured, the cells of a line or of a region.
    pub others: Vec<Cell>,
}

/// The cells of an action.
pub fn pointed(position: &Position, action: Action) -> Pointed {
    let geometry = position.geometry();
    let (picks, others) = match action {
        Action::Place { at, .. } | Action::Eliminate { at } => (vec![at], Vec::new()),
        Action::Move { from, to } | Action::RecoverSegment { from, to, .. } => (vec![from, to], Vec::new()),
        Action::Capture { from, over, to } => (vec![from, to], vec![over]),
        Action::Recover { from, to, extract } => (vec![from, to, extract], Vec::new()),
        Action::TakeLine { line } => (Vec::new(), line.cells(geometry).collect()),
        Action::TakeSegment { line, offset } => {
            let length = usize::from(position.rules().line_length);
            (Vec::new(), line.cells(geometry).skip(offset.into()).take(length).collect())
        }
        Action::ClaimRegion { region } => {
            let found = position.regions().into_iter().find(|found| found.id == region);
            (Vec::new(), found.map_or(Vec::new(), |found| [found.cells, found.border].concat()))
        }
        Action::SkipPlacement
        | Action::SwapSides
        | Action::SkipRecovery
        | Action::DeclineCapture
        | Action::StopTerritory => (Vec::new(), Vec::new()),
    };
    Pointed { picks, others }
}

/// The cells that show how a game ended, given what happened last: the winner's territory, where his last rings left the game, or
/// the stacks of the last who could act. None if the tiebreak ladder decided, or the game goes on.
pub fn proof(position: &Position, last: &[Event]) -> Vec<Cell> {
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let Some(winner) = outcome.winner else { return Vec::new() };
    match outcome.reason {
        Reason::RingElimination => last_eliminated(last, winner),
        Reason::TerritoryControl => cells_where(position, |space| space == Space::Collapsed(winner)),
        Reason::LastPlayerStanding => {
            cells_where(position, |space| matches!(space, Space::Stack(stack) if stack.top() == Some(winner)))
        }
        Reason::Stalemate | Reason::TurnCap => Vec::new(),
    }
}

/// Where rings left the game that are credited to a player, each cell once.
fn last_eliminated(last: &[Event], player: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for event in last {
        match *event {
            Event::Eliminated { at, credit, .. } if credit == player && !cells.contains(&at) => cells.push(at),
            _ => {}
        }
    }
    cells
}

fn cells_where(position: &Position, is_meant: impl Fn(Space) -> bool) -> Vec<Cell> {
    position.rules().board.iter_cells().filter(|&cell| is_meant(position.space(cell))).collect()
}

/// Why nothing can be done with a cell, after others have been picked; none if no rule is to blame.
pub fn obstacle(position: &Position, picked: &[Cell], cell: Cell) -> Option<IllegalAction> {
    let because = |rule, reason: &str| IllegalAction { rule, reason: reason.to_owned(), cells: vec![cell] };
    match position.phase() {
        Phase::Movement { must_move: None } if picked.is_empty() && is_own_stack(position, cell) => {
            Some(because(Rule::R091, "this stack can neither move nor capture"))
        }
        Phase::RegionChoice => {
            let regions = position.regions();
            let around = regions.iter().filter(|region| region.cells.contains(&cell));
            let obstacle = around.filter_map(|region| region_obstacle(position, region)).next();
            Some(obstacle.unwrap_or_else(|| because(Rule::R141, "it lies in no disconnected region")))
        }
        Phase::LineChoice => Some(because(Rule::R120, "no line that can be taken runs through it")),
        _ => meant(position, picked, cell).and_then(|action| position.why_illegal(action)),
    }
}

/// The action that somebody who picks a cell may have in mind; none if it cannot be told.
fn meant(position: &Position, picked: &[Cell], cell: Cell) -> Option<Action> {
    Some(match (position.phase(), picked) {
        (Phase::Placement, _) => Action::Place { at: cell, rings: 1 },
        (Phase::Movement { .. }, &[from, ..]) | (Phase::Movement { must_move: Some(from) }, []) => {
            travel(position, from, cell)
        }
        (Phase::Movement { must_move: None }, []) => Action::Move { from: cell, to: neighbour(position, cell)? },
        (Phase::CaptureOffer { at } | Phase::CaptureChain { at }, _) => {
            let over = first_stack(position, at, cell).unwrap_or(cell);
            Action::Capture { from: at, over, to: cell }
        }
        (Phase::Recovery, []) => Action::Recover { from: cell, to: neighbour(position, cell)?, extract: cell },
        (Phase::Recovery, &[from]) => Action::Recover { from, to: cell, extract: cell },
        (Phase::Recovery, &[from, to, ..]) => Action::Recover { from, to, extract: cell },
        (Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination, _) => Action::Eliminate { at: cell },
        (Phase::LineChoice | Phase::RegionChoice | Phase::Over { .. }, _) => return None,
    })
}

/// A move, or a capture if a stack stands on the way.
fn travel(position: &Position, from: Cell, to: Cell) -> Action {
    match first_stack(position, from, to) {
        Some(over) => Action::Capture { from, over, to },
        None => Action::Move { from, to },
    }
}

/// The first stack strictly between two cells of a straight line.
fn first_stack(position: &Position, from: Cell, to: Cell) -> Option<Cell> {
    let geometry = position.geometry();
    let (direction, _) = geometry.between(from, to)?;
    let mut way = geometry.ray(from, direction).take_while(|&cell| cell != to);
    way.find(|&cell| stack_on(position, cell).is_some())
}

fn is_own_stack(position: &Position, cell: Cell) -> bool {
    stack_on(position, cell).and_then(Stack::top) == Some(position.to_move())
}

fn neighbour(position: &Position, cell: Cell) -> Option<Cell> {
    position.geometry().neighbours(cell).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells that show how a game ended with these actions.
    fn shown(position: &str, actions: &[&str]) -> Vec<String> {
        let mut position = Position::parse(position).expect("a position");
        let mut events = Vec::new();
        for text in actions {
            let action = position.read_action(text).expect("a legal action");
            events.clear();
            position.play_observed(action, &mut events).expect("a legal action");
        }
        proof(&position, &events).iter().map(|&cell| position.rules().board.cell_name(cell).to_string()).collect()
    }

    #[test]
    fn an_elimination_is_shown_where_it_happened() {
        let position = "G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement";
        assert_eq!(shown(position, &["M d4-d5"]), ["d5"]);
        assert!(shown(position, &["M d4-d6"]).is_empty(), "the game goes on");
    }

    #[test]
    fn territory_is_shown_as_a_whole() {
        let cells = shown("G square8 2p; S a5=1,h8=2; C1 a1:h4; M1 b5; P movement", &["M a5-c5"]);
        assert_eq!(cells.len(), 33);
        assert!(["a1", "h4", "b5"].iter().all(|cell| cells.iter().any(|found| found == cell)), "{cells:?}");
    }

    #[test]
    fn the_last_who_can_act_is_shown_by_his_stacks() {
        let position = "G square8 2p; S h8=1,a1=22222222; P movement; L 1";
        assert_eq!(shown(position, &["M h8-h7", "E a1"]), ["h7"]);
    }
}
