//! Selecting an action by its cells: which cells belong to an action, and why a cell cannot be selected.

use ringrift::{Action, BoardKind, Cell, IllegalAction, Message, Phase, Position, Region, Rule, Stack, Template};

use crate::action_text::{choosable_regions, regions_for, stack_on, why_not_claimable, with_few_cells};
use crate::texts;
use crate::turn_stages::phase_rule;

/// The cells of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionCells {
    /// The cells that a player picks, in order. Empty for lines and regions, which can be selected by any of
    /// their cells.
    pub picks: Vec<Cell>,
    /// Other cells of the action: the captured stack, or the cells of the line or region.
    pub others: Vec<Cell>,
}

/// Returns the cells of an action.
pub fn action_cells(position: &Position, action: Action) -> ActionCells {
    action_cells_with_regions(position, &regions_for(position, action), action)
}

/// Works like [`action_cells`], with the regions from [`choosable_regions`].
pub fn action_cells_with_regions(position: &Position, regions: &[Region], action: Action) -> ActionCells {
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
            let found = regions.iter().find(|found| found.id == region);
            (Vec::new(), found.map_or(Vec::new(), |found| [&found.cells[..], &found.border].concat()))
        }
        Action::SkipPlacement
        | Action::SwapSides
        | Action::SkipRecovery
        | Action::DeclineCapture
        | Action::StopTerritory => (Vec::new(), Vec::new()),
    };
    ActionCells { picks, others }
}

/// The legal actions that can be selected by picking cells.
pub struct CellChoices<'a> {
    position: &'a Position,
    /// The legal actions that have cells; skips, for example, have none.
    all: Vec<(Action, ActionCells)>,
}

impl<'a> CellChoices<'a> {
    /// Collects the legal actions of a position.
    pub fn new(position: &'a Position) -> CellChoices<'a> {
        let regions = choosable_regions(position);
        let actions = position.legal_actions();
        let cells = actions.iter().map(|&action| (action, action_cells_with_regions(position, &regions, action)));
        let all = cells.filter(|(_, cells)| !cells.picks.is_empty() || !cells.others.is_empty()).collect();
        CellChoices { position, all }
    }

    /// Reports whether a cell can be picked after the cells in `picked`. Leading picks that all actions share may be
    /// omitted.
    pub fn can_pick(&self, picked: &[Cell], cell: Cell) -> bool {
        let completed = self.with_shared_picks(picked);
        self.all.iter().any(|(_, cells)| cells.continues(picked, cell) || cells.continues(completed, cell))
    }

    /// Returns a message that names the cells to pick before this cell, or `None` if no legal action uses this cell
    /// later.
    pub fn missing_pick(&self, picked: &[Cell], cell: Cell) -> Option<IllegalAction> {
        let picked = self.with_shared_picks(picked);
        // A player who selects their own stack wants to move that stack, not to move another stack there.
        if picked.is_empty() && is_own_stack(self.position, cell) {
            return None;
        }
        let later = self.all.iter().filter(|(_, cells)| cells.reaches_later(picked, cell));
        let (actions, mut next): (Vec<Action>, Vec<Cell>) =
            later.map(|(action, cells)| (*action, cells.picks[picked.len()])).unzip();
        next.sort_unstable();
        next.dedup();
        let rule = phase_rule(self.position.phase())?;
        let reason = required_pick(pick_kind(&actions, picked, cell), &next, self.position.rules().board);
        (!next.is_empty()).then_some(IllegalAction { rule, reason, cells: next })
    }

    /// Returns the leading picks that all actions share if they begin with `picked`, else `picked`. The shared picks
    /// never include the last pick of an action.
    fn with_shared_picks<'b>(&'b self, picked: &'b [Cell]) -> &'b [Cell] {
        let Some((_, first)) = self.all.first() else { return picked };
        let is_shared = |&length: &usize| {
            self.all
                .iter()
                .all(|(_, cells)| cells.picks.len() > length && cells.picks.starts_with(&first.picks[..length]))
        };
        let length = (1..first.picks.len()).take_while(is_shared).last().unwrap_or(0);
        let shared = &first.picks[..length];
        if shared.starts_with(picked) { shared } else { picked }
    }
}

impl ActionCells {
    /// Reports whether the action is selected by any cell of its line or region.
    fn is_area(&self) -> bool {
        self.picks.is_empty()
    }

    /// Reports whether a cell is the next pick after `picked`. The last pick may be repeated.
    fn continues(&self, picked: &[Cell], cell: Cell) -> bool {
        if self.is_area() {
            return picked.iter().chain([&cell]).all(|cell| self.others.contains(cell));
        }
        let next = self.picks.get(picked.len()).or(self.picks.last());
        self.picks.starts_with(picked) && next == Some(&cell)
    }

    /// Reports whether a cell belongs to the action, but another cell has to be picked first.
    fn reaches_later(&self, picked: &[Cell], cell: Cell) -> bool {
        let rest = self.picks.get(picked.len()..).unwrap_or(&[]);
        let is_later = rest.iter().skip(1).chain(&self.others).any(|&other| other == cell);
        self.picks.starts_with(picked) && !rest.is_empty() && is_later
    }
}

/// Returns the kind of the next pick after `picked`, for actions that use `cell` later, as a case of the messages.
fn pick_kind(actions: &[Action], picked: &[Cell], cell: Cell) -> &'static str {
    let captures = actions.iter().all(|action| matches!(*action, Action::Capture { over, .. } if over == cell));
    let slides = actions.iter().all(|action| matches!(action, Action::Recover { .. } | Action::RecoverSegment { .. }));
    let pays = actions
        .iter()
        .all(|action| matches!(*action, Action::Recover { to, extract, .. } if extract == cell && to != cell));
    match picked {
        [] if captures => "capture",
        [] if pays => "pay",
        [] if slides => "slide",
        [] => "move",
        _ if captures => "behind",
        _ => "target",
    }
}

/// Says which cells have to be picked first.
fn required_pick(kind: &str, cells: &[Cell], board: BoardKind) -> Message {
    match *cells {
        [one] => texts::PICK_ONE.with("kind", kind).with("cell", board.cell_name(one)),
        _ => with_few_cells(texts::PICK_MANY.with("kind", kind), cells, board),
    }
}

/// Returns why a cell cannot be picked after the cells in `picked`, or `None` if no rule forbids it.
pub fn why_not_selectable(position: &Position, picked: &[Cell], cell: Cell) -> Option<IllegalAction> {
    let illegal = |rule, reason: &'static Template| IllegalAction { rule, reason: reason.message(), cells: vec![cell] };
    match position.phase() {
        Phase::Movement { must_move: None } if picked.is_empty() && is_own_stack(position, cell) => {
            Some(illegal(Rule::R091, &texts::STACK_IDLE))
        }
        Phase::RegionChoice => {
            let regions = position.regions();
            let enclosing = regions.iter().filter(|region| region.cells.contains(&cell));
            let reason = enclosing.filter_map(|region| why_not_claimable(position, region)).next();
            Some(reason.unwrap_or_else(|| illegal(Rule::R141, &texts::NOT_IN_REGION)))
        }
        Phase::CaptureOffer { at } | Phase::CaptureChain { at } if is_free_path(position, at, cell) => {
            let [from, to] = [at, cell].map(|cell| position.rules().board.cell_name(cell));
            let reason = texts::NOTHING_TO_CAPTURE.with("from", from).with("to", to);
            Some(IllegalAction { rule: Rule::R101, reason, cells: vec![at, cell] })
        }
        Phase::LineChoice => Some(illegal(Rule::R120, &texts::NOT_IN_LINE)),
        _ => likely_action(position, picked, cell).and_then(|action| position.why_illegal(action)),
    }
}

/// Guesses the action that a player who picks this cell intends.
fn likely_action(position: &Position, picked: &[Cell], cell: Cell) -> Option<Action> {
    Some(match (position.phase(), picked) {
        (Phase::Placement, _) => Action::Place { at: cell, rings: 1 },
        (Phase::Movement { .. }, &[from, ..]) | (Phase::Movement { must_move: Some(from) }, []) => {
            move_or_capture(position, from, cell)
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

/// Returns a move, or a capture if a stack is in between.
fn move_or_capture(position: &Position, from: Cell, to: Cell) -> Action {
    match first_stack(position, from, to) {
        Some(over) => Action::Capture { from, over, to },
        None => Action::Move { from, to },
    }
}

/// Returns the first stack strictly between two cells of a straight line.
fn first_stack(position: &Position, from: Cell, to: Cell) -> Option<Cell> {
    let geometry = position.geometry();
    let (direction, _) = geometry.between(from, to)?;
    let mut between = geometry.ray(from, direction).take_while(|&cell| cell != to);
    between.find(|&cell| stack_on(position, cell).is_some())
}

/// Reports whether `to` has no stack and lies in a straight line from `from` with no stack in between.
fn is_free_path(position: &Position, from: Cell, to: Cell) -> bool {
    let is_straight = position.geometry().between(from, to).is_some();
    is_straight && stack_on(position, to).is_none() && first_stack(position, from, to).is_none()
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

    /// Returns whether a cell can be picked, and the text that says what to pick first.
    fn check(text: &str, picked: &[&str], cell: &str) -> (bool, String) {
        let position = Position::parse(&format!("G {text}")).expect("the position is valid");
        let cell_of = |name: &str| position.rules().board.parse_cell(name).expect("the cell is on the board");
        let picked: Vec<Cell> = picked.iter().map(|name| cell_of(name)).collect();
        let choices = CellChoices::new(&position);
        let missing = choices.missing_pick(&picked, cell_of(cell)).map_or(String::new(), |illegal| illegal.to_string());
        (choices.can_pick(&picked, cell_of(cell)), missing)
    }

    const MOVING: &str = "square8 2p; S a1=1,h1=1,c1=2,h8=2; P movement";

    #[test]
    fn a_stack_is_picked_before_its_target() {
        let missing = |picked: &[&str], cell: &str| {
            let (can_pick, missing) = check(MOVING, picked, cell);
            assert!(!can_pick, "{cell}");
            missing
        };
        assert_eq!(missing(&[], "a4"), "first choose the stack on a1, which can go there (RR-CANON-R090)");
        assert_eq!(missing(&[], "e1"), "first choose one of the stacks that can go there: a1 and h1 (RR-CANON-R090)");
        assert!(missing(&[], "c1").starts_with("first choose one of the stacks that can capture this one: a1 and h1"));
        assert!(missing(&["a1"], "c1").starts_with("first choose one of the cells that lie behind this stack"));
        assert_eq!(missing(&[], "b3"), "", "no stack can go there");
        assert_eq!(missing(&["a1"], "h5"), "", "only the stack that was not picked can go there");
        for (picked, cell) in [(&[][..], "a1"), (&["a1"], "a4"), (&["a1"], "e1")] {
            assert_eq!(check(MOVING, picked, cell), (true, String::new()), "{cell}");
        }
    }

    #[test]
    fn a_stack_of_the_player_is_not_explained_as_a_target() {
        let too_high = "square8 2p; S a1=1,a8=1,c1=22222221,h8=2; P movement";
        assert_eq!(check(too_high, &[], "c1"), (false, String::new()));
        assert!(check(too_high, &["a1"], "c1").1.starts_with("first choose one of the cells that lie behind"));
    }

    #[test]
    fn first_picks_shared_by_all_actions_may_be_omitted() {
        let chain = "square8 2p; S a1=1,c1=2,h8=2; P chain_capture a1";
        assert!(check(chain, &[], "d1").0 && check(chain, &["a1"], "d1").0);
        assert!(check(chain, &[], "c1").1.contains("lie behind this stack"), "{:?}", check(chain, &[], "c1"));
    }

    #[test]
    fn a_capture_without_a_stack_in_between_is_explained() {
        let position = Position::parse("G square8 2p; S a1=1,c1=2,h8=2; P capture a1").expect("the position is valid");
        let why = |name: &str| {
            let cell = position.rules().board.parse_cell(name).expect("the cell is on the board");
            why_not_selectable(&position, &[], cell).map_or(String::new(), |illegal| illegal.to_string())
        };
        assert_eq!(why("a4"), "there is no stack to capture between a1 and a4 (RR-CANON-R101)");
        assert!(why("b3").contains("straight line"), "{}", why("b3"));
    }

    #[test]
    fn any_cell_selects_its_region() {
        let region = "square8 2p; S a1=2,e5=11,h8=2; M1 a2,b1; P territory_processing";
        assert!(check(region, &[], "a1").0 && check(region, &[], "b1").0 && check(region, &["a1"], "b1").0);
        assert_eq!(check(region, &[], "e5"), (false, String::new()));
    }

    #[test]
    fn a_slide_is_picked_as_marker_target_and_paying_stack() {
        let recovery = "square8 2p live; S h8=12; M1 a1,h1; P recovery";
        let missing = |picked: &[&str], cell: &str| check(recovery, picked, cell).1;
        assert!(missing(&[], "a2").starts_with("first choose the marker on a1, which can slide there"));
        assert!(
            missing(&[], "h8")
                .starts_with("first choose one of the markers that can slide if this stack pays: a1 and h1")
        );
        assert!(missing(&["a1"], "h8").contains("that this marker can slide to"), "{}", missing(&["a1"], "h8"));
        assert!(check(recovery, &["a1"], "a2").0 && check(recovery, &["a1", "a2"], "h8").0);
    }
}
