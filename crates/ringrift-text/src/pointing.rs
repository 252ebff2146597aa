//! Pointing at cells: which of them an action is made of, and why nothing can be done with one.

use ringrift::{Action, BoardKind, Cell, IllegalAction, Phase, Position, Region, Rule, Stack};

use crate::action_text::{MOST_NAMED, region_obstacle, regions_asked, regions_behind, stack_on};
use crate::event_text::cell_list;
use crate::track::rule_of;

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
    pointed_among(position, &regions_behind(position, action), action)
}

/// The cells of an action, where the regions of the position are known: see [`regions_asked`].
pub fn pointed_among(position: &Position, regions: &[Region], action: Action) -> Pointed {
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
    Pointed { picks, others }
}

/// Everything that can be done in a position by pointing at cells.
pub struct Choices<'a> {
    position: &'a Position,
    /// Actions that no cell stands for are left out.
    all: Vec<(Action, Pointed)>,
}

impl<'a> Choices<'a> {
    /// Of all legal actions.
    pub fn of(position: &'a Position) -> Choices<'a> {
        let regions = regions_asked(position);
        let actions = position.legal_actions();
        let pointed = actions.iter().map(|&action| (action, pointed_among(position, &regions, action)));
        let all = pointed.filter(|(_, pointed)| !pointed.picks.is_empty() || !pointed.others.is_empty()).collect();
        Choices { position, all }
    }

    /// Whether a cell can be picked after others. Those with which everything begins need not be among them.
    pub fn can_pick(&self, picked: &[Cell], cell: Cell) -> bool {
        let given = self.given(picked);
        self.all.iter().any(|(_, pointed)| pointed.goes_on(picked, cell) || pointed.goes_on(given, cell))
    }

    /// What has to be picked before a cell that belongs to something that can be done; none if nothing leads there.
    pub fn too_early(&self, picked: &[Cell], cell: Cell) -> Option<IllegalAction> {
        let picked = self.given(picked);
        // Whoever points at a stack of his own means to use it.
        if picked.is_empty() && is_own_stack(self.position, cell) {
            return None;
        }
        let later = self.all.iter().filter(|(_, pointed)| pointed.comes_to(picked, cell));
        let (actions, mut cells): (Vec<Action>, Vec<Cell>) =
            later.map(|(action, pointed)| (*action, pointed.picks[picked.len()])).unzip();
        cells.sort_unstable();
        cells.dedup();
        let rule = rule_of(self.position.phase())?;
        let reason = Wanted::of(&actions, picked, cell).words(&cells, self.position.rules().board);
        (!cells.is_empty()).then_some(IllegalAction { rule, reason, cells })
    }

    /// The picks, or those with which everything begins, if these go on from there. The last of an action is never given.
    fn given<'b>(&'b self, picked: &'b [Cell]) -> &'b [Cell] {
        let Some((_, first)) = self.all.first() else { return picked };
        let is_shared = |&length: &usize| {
            self.all
                .iter()
                .all(|(_, pointed)| pointed.picks.len() > length && pointed.picks.starts_with(&first.picks[..length]))
        };
        let shared = (1..first.picks.len()).take_while(is_shared).last().unwrap_or(0);
        let given = &first.picks[..shared];
        if given.starts_with(picked) { given } else { picked }
    }
}

impl Pointed {
    /// Any cell of a line or of a region stands for it.
    fn is_area(&self) -> bool {
        self.picks.is_empty()
    }

    /// Whether a cell comes next after others. The last one may be picked again.
    fn goes_on(&self, picked: &[Cell], cell: Cell) -> bool {
        if self.is_area() {
            return picked.iter().chain([&cell]).all(|cell| self.others.contains(cell));
        }
        let next = self.picks.get(picked.len()).or(self.picks.last());
        self.picks.starts_with(picked) && next == Some(&cell)
    }

    /// Whether a cell belongs to the action, but something else comes next after others.
    fn comes_to(&self, picked: &[Cell], cell: Cell) -> bool {
        let rest = self.picks.get(picked.len()..).unwrap_or(&[]);
        let is_later = rest.iter().skip(1).chain(&self.others).any(|&other| other == cell);
        self.picks.starts_with(picked) && !rest.is_empty() && is_later
    }
}

/// What has to be picked before something else.
struct Wanted {
    /// What stands on the cell, if anything has to.
    thing: Option<&'static str>,
    /// What is possible with it.
    use_of_it: &'static str,
}

impl Wanted {
    /// What comes after some picks, for actions that have to do with a cell.
    fn of(actions: &[Action], picked: &[Cell], cell: Cell) -> Wanted {
        let captures = actions.iter().all(|action| matches!(*action, Action::Capture { over, .. } if over == cell));
        let slides =
            actions.iter().all(|action| matches!(action, Action::Recover { .. } | Action::RecoverSegment { .. }));
        let pays = actions
            .iter()
            .all(|action| matches!(*action, Action::Recover { to, extract, .. } if extract == cell && to != cell));
        let (thing, use_of_it) = match picked {
            [] if captures => (Some("stack"), "can capture this one"),
            [] if pays => (Some("marker"), "can slide if this stack pays"),
            [] if slides => (Some("marker"), "can slide there"),
            [] => (Some("stack"), "can go there"),
            _ if captures => (None, "can be landed on behind this stack"),
            _ => (None, "can be gone to before it"),
        };
        Wanted { thing, use_of_it }
    }

    /// With the cells that are meant, unless there are many.
    fn words(&self, cells: &[Cell], board: BoardKind) -> String {
        let Wanted { thing, use_of_it } = *self;
        let things = thing.unwrap_or("cell");
        match (cells, thing) {
            (&[one], Some(thing)) => {
                format!("first choose the {thing} on {}, which {use_of_it}", board.cell_name(one))
            }
            (&[one], None) => format!("first choose {}, which {use_of_it}", board.cell_name(one)),
            _ if cells.len() > MOST_NAMED => format!("first choose one of the {things}s that {use_of_it}"),
            _ => format!("first choose one of the {things}s that {use_of_it}: {}", cell_list(cells, board)),
        }
    }
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
        Phase::CaptureOffer { at } | Phase::CaptureChain { at } if is_bare_way(position, at, cell) => {
            let [from, to] = [at, cell].map(|cell| position.rules().board.cell_name(cell).to_string());
            let reason = format!("between {from} and {to} stands no stack that could be captured");
            Some(IllegalAction { rule: Rule::R101, reason, cells: vec![at, cell] })
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

/// Whether a cell without a stack lies in a straight line, and nothing stands on the way.
fn is_bare_way(position: &Position, from: Cell, to: Cell) -> bool {
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

    /// Whether a cell can be picked, and what comes before it.
    fn told(text: &str, picked: &[&str], cell: &str) -> (bool, String) {
        let position = Position::parse(&format!("G {text}")).expect("a position");
        let cell_of = |name: &str| position.rules().board.parse_cell(name).expect("a cell");
        let picked: Vec<Cell> = picked.iter().map(|name| cell_of(name)).collect();
        let choices = Choices::of(&position);
        let early = choices.too_early(&picked, cell_of(cell)).map_or(String::new(), |illegal| illegal.to_string());
        (choices.can_pick(&picked, cell_of(cell)), early)
    }

    const MOVING: &str = "square8 2p; S a1=1,h1=1,c1=2,h8=2; P movement";

    #[test]
    fn a_stack_is_picked_before_its_target() {
        let early = |picked: &[&str], cell: &str| {
            let (can, early) = told(MOVING, picked, cell);
            assert!(!can, "{cell}");
            early
        };
        assert_eq!(early(&[], "a4"), "first choose the stack on a1, which can go there (RR-CANON-R090)");
        assert_eq!(early(&[], "e1"), "first choose one of the stacks that can go there: a1 and h1 (RR-CANON-R090)");
        assert!(early(&[], "c1").starts_with("first choose one of the stacks that can capture this one: a1 and h1"));
        assert!(
            early(&["a1"], "c1").starts_with("first choose one of the cells that can be landed on behind this stack")
        );
        assert_eq!(early(&[], "b3"), "", "nobody can go there");
        assert_eq!(early(&["a1"], "h5"), "", "another stack can, but this one is picked");
        for (picked, cell) in [(&[][..], "a1"), (&["a1"], "a4"), (&["a1"], "e1")] {
            assert_eq!(told(MOVING, picked, cell), (true, String::new()), "{cell}");
        }
    }

    #[test]
    fn a_stack_of_ones_own_is_not_meant_as_a_target() {
        let too_high = "square8 2p; S a1=1,a8=1,c1=22222221,h8=2; P movement";
        assert_eq!(told(too_high, &[], "c1"), (false, String::new()));
        assert!(told(too_high, &["a1"], "c1").1.starts_with("first choose one of the cells that can be landed on"));
    }

    #[test]
    fn cells_with_which_everything_begins_need_not_be_picked() {
        let chain = "square8 2p; S a1=1,c1=2,h8=2; P chain_capture a1";
        assert!(told(chain, &[], "d1").0 && told(chain, &["a1"], "d1").0);
        assert!(told(chain, &[], "c1").1.contains("landed on behind this stack"), "{:?}", told(chain, &[], "c1"));
    }

    #[test]
    fn a_capture_needs_something_to_jump() {
        let position = Position::parse("G square8 2p; S a1=1,c1=2,h8=2; P capture a1").expect("a position");
        let why = |name: &str| {
            let cell = position.rules().board.parse_cell(name).expect("a cell");
            obstacle(&position, &[], cell).map_or(String::new(), |illegal| illegal.to_string())
        };
        assert_eq!(why("a4"), "between a1 and a4 stands no stack that could be captured (RR-CANON-R101)");
        assert!(why("b3").contains("straight line"), "{}", why("b3"));
    }

    #[test]
    fn any_cell_of_an_area_stands_for_it() {
        let region = "square8 2p; S a1=2,e5=11,h8=2; M1 a2,b1; P territory_processing";
        assert!(told(region, &[], "a1").0 && told(region, &[], "b1").0 && told(region, &["a1"], "b1").0);
        assert_eq!(told(region, &[], "e5"), (false, String::new()));
    }

    #[test]
    fn a_slide_is_picked_from_its_marker_to_the_stack_that_pays() {
        let recovery = "square8 2p live; S h8=12; M1 a1,h1; P recovery";
        let early = |picked: &[&str], cell: &str| told(recovery, picked, cell).1;
        assert!(early(&[], "a2").starts_with("first choose the marker on a1, which can slide there"));
        assert!(
            early(&[], "h8")
                .starts_with("first choose one of the markers that can slide if this stack pays: a1 and h1")
        );
        assert!(early(&["a1"], "h8").contains("that can be gone to before it"), "{}", early(&["a1"], "h8"));
        assert!(told(recovery, &["a1"], "a2").0 && told(recovery, &["a1", "a2"], "h8").0);
    }
}
