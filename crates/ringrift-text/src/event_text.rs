//! Events as messages.

use ringrift::{
    BoardKind, Cell, CellName, CollapseCause, EliminationCause, Event, Line, Message, MessageValue, Player, Stack,
    Template, TurnStep,
};

use crate::english::listed;
use crate::texts;

/// Describes the events one by one, each with its rule id. Consecutive cells that collapse together share one text.
pub fn describe_all(events: &[Event], board: BoardKind) -> Vec<String> {
    let sentence = |chunk: &[Event]| format!("{} ({})", describe_chunk(chunk, board), chunk[0].rule());
    // The description of the position already says which decision comes next.
    let shown: Vec<Event> =
        events.iter().copied().filter(|event| !matches!(event, Event::PhaseEntered { .. })).collect();
    shown.chunk_by(collapse_together).map(sentence).collect()
}

/// Describes each event, without a full stop and without its rule id.
///
/// Consecutive cells that collapse together share one text: the first event has it, the others have `None`.
pub fn describe_each(events: &[Event], board: BoardKind) -> Vec<Option<Message>> {
    let texts = |chunk: &[Event]| {
        let rest = std::iter::repeat_n(None, chunk.len() - 1);
        std::iter::once(Some(describe_chunk(chunk, board))).chain(rest)
    };
    events.chunk_by(collapse_together).flat_map(texts).collect()
}

/// Describes one event, without a full stop and without its rule id.
fn describe(event: &Event, board: BoardKind) -> Message {
    let name = |cell: Cell| board.cell_name(cell);
    let by = |template: &'static Template, player: Player| template.with("player", player);
    match *event {
        Event::Placed { player, at, rings, onto_stack } => by(&texts::EVENT_PLACED, player)
            .with("rings", rings)
            .with("onto", if onto_stack { "stack" } else { "cell" })
            .with("at", name(at)),
        Event::MarkerLeft { player, at } => by(&texts::EVENT_MARKER_LEFT, player).with("at", name(at)),
        Event::MarkerFlipped { at, from, to } => {
            texts::EVENT_MARKER_FLIPPED.with("from", from).with("at", name(at)).with("to", to)
        }
        Event::MarkerRemoved { at } => texts::EVENT_MARKER_REMOVED.with("at", name(at)),
        Event::MarkerSlid { from, to } => texts::EVENT_MARKER_SLID.with("from", name(from)).with("to", name(to)),
        Event::SidesSwapped => texts::EVENT_SIDES_SWAPPED.message(),
        Event::StepEmpty { player, step } => by(&texts::EVENT_STEP_EMPTY, player).with("step", step_name(step)),
        Event::RingCaptured { over, ring } => by(&texts::EVENT_RING_CAPTURED, ring).with("at", name(over)),
        Event::Moved { from, over, to, rings } => texts::EVENT_MOVED
            .with("rings", described_rings(rings))
            .with("kind", if over.is_some() { "jump" } else { "move" })
            .with("from", name(from))
            .with("to", name(to)),
        Event::Collapsed { at, owner, cause } => describe_collapse(&[at], owner, cause, board),
        Event::LineTaken { line, collapsed } => describe_line(line, collapsed, board),
        Event::RegionClaimed { region, cells, border } => {
            texts::EVENT_REGION_CLAIMED.with("cells", cells).with("at", name(region.first)).with("border", border)
        }
        Event::Eliminated { at, rings, credit, cause: EliminationCause::Region } => {
            by(&texts::EVENT_ELIMINATED_REGION, credit).with("rings", described_rings(rings)).with("at", name(at))
        }
        Event::Eliminated { at, rings, credit, cause } => by(&texts::EVENT_ELIMINATED, credit)
            .with("cause", cause.name())
            .with("rings", rings.height())
            .with("at", name(at)),
        Event::Declined { player, phase } => by(&texts::EVENT_DECLINED, player).with("phase", phase.name()),
        Event::PhaseEntered { player, phase } => by(&texts::EVENT_PHASE_ENTERED, player).with("phase", phase.name()),
        Event::Passed { player } => by(&texts::EVENT_PASSED, player),
        Event::TurnStarted { player, turn } => by(&texts::EVENT_TURN_STARTED, player).with("turn", turn),
        Event::HandConverted { player, rings } => by(&texts::EVENT_HAND_CONVERTED, player).with("rings", rings),
        Event::Ended { winner: Some(player), reason } => by(&texts::EVENT_WON, player).with("reason", reason.name()),
        Event::Ended { winner: None, reason } => texts::EVENT_DRAWN.with("reason", reason.name()),
        _ => texts::EVENT_OTHER.with("event", format!("{event:?}")),
    }
}

const fn step_name(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Placement => "placement",
        TurnStep::Movement => "movement",
        TurnStep::Lines => "lines",
        TurnStep::Territory => "territory",
    }
}

fn collapse_together(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Collapsed { owner, cause, .. }, Event::Collapsed { owner: next_owner, cause: next_cause, .. }) => {
            (owner, cause) == (next_owner, next_cause)
        }
        _ => false,
    }
}

fn describe_chunk(chunk: &[Event], board: BoardKind) -> Message {
    let cells: Vec<Cell> = chunk
        .iter()
        .filter_map(|event| if let Event::Collapsed { at, .. } = event { Some(*at) } else { None })
        .collect();
    match chunk[0] {
        Event::Collapsed { owner, cause, .. } => describe_collapse(&cells, owner, cause, board),
        ref event => describe(event, board),
    }
}

fn describe_collapse(cells: &[Cell], owner: Player, cause: CollapseCause, board: BoardKind) -> Message {
    let names: MessageValue = match cells {
        [first, .., last] if cells.len() > MAX_NAMED_CELLS => texts::CELL_RANGE
            .with("count", cells.len())
            .with("from", board.cell_name(*first))
            .with("to", board.cell_name(*last))
            .into(),
        _ => cell_names(cells, board).into(),
    };
    let template = match cause {
        CollapseCause::Passed => &texts::EVENT_COLLAPSED_PASSED,
        CollapseCause::Line => &texts::EVENT_COLLAPSED_LINE,
        CollapseCause::Region => &texts::EVENT_COLLAPSED_REGION,
        CollapseCause::Border => &texts::EVENT_COLLAPSED_BORDER,
    };
    template.with("count", cells.len()).with("cells", names).with("player", owner)
}

/// Largest number of collapsing cells that are named one by one.
const MAX_NAMED_CELLS: usize = 12;

/// Returns the names of cells.
pub(crate) fn cell_names(cells: &[Cell], board: BoardKind) -> Vec<String> {
    cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect()
}

/// Joins the names of cells: `a1, b1 and c1`.
pub fn cell_list(cells: &[Cell], board: BoardKind) -> String {
    listed(&cell_names(cells, board))
}

fn described_rings(rings: Stack) -> Message {
    match (rings.height(), rings.top()) {
        (1, Some(player)) => texts::RINGS_ONE.with("player", player),
        (height, _) => texts::RINGS_STACK.with("height", height).with("rings", rings),
    }
}

fn describe_line(line: Line, collapsed: u8, board: BoardKind) -> Message {
    let text = match collapsed == line.length {
        true => texts::EVENT_WHOLE_LINE.message(),
        false => texts::EVENT_LINE_SEGMENT.with("taken", collapsed),
    };
    let [first, last] = line_end_names(line, board);
    text.with("length", line.length).with("from", first).with("to", last)
}

/// Returns the ends of a line: `from a1 to d1`.
pub fn line_ends(line: Line, board: BoardKind) -> String {
    let [first, last] = line_end_names(line, board);
    format!("from {first} to {last}")
}

/// Returns the first and the last cell of a line.
pub(crate) fn line_end_names(line: Line, board: BoardKind) -> [CellName; 2] {
    let last = line.cells(board.geometry()).last().unwrap_or(line.first);
    [board.cell_name(line.first), board.cell_name(last)]
}

#[cfg(test)]
mod tests {
    use ringrift::Position;

    use super::*;

    fn check(position: &str, action: &str, expected: &[&str]) {
        let mut position = Position::parse(&format!("G square8 2p; {position}")).expect("the position is valid");
        let action = position.read_action(action).expect("the action is readable");
        let events = position.play_with_events(action).expect("the action is legal");
        let found = describe_all(&events, BoardKind::Square8);
        assert_eq!(found[..expected.len()], *expected, "{found:#?}");
    }

    #[test]
    fn a_capture_names_flips_the_captured_ring_and_the_burnt_ring() {
        check(
            "S a1=11,d1=2,h8=2; M1 b1,f1; M2 c1,e1; P movement",
            "C a1-f1 xd1",
            &[
                "player 1 leaves a marker on a1 (RR-CANON-R092)",
                "the marker on b1 is passed over by its owner and collapses to player 1 (RR-CANON-R092)",
                "player 2's marker on c1 is passed over and flips to player 1 (RR-CANON-R092)",
                "player 2's marker on e1 is passed over and flips to player 1 (RR-CANON-R092)",
                "player 2's ring on top of d1 goes to the bottom of the capturing stack (RR-CANON-R102)",
                "the stack of 3 rings (211 from bottom to top) jumps from a1 to f1 (RR-CANON-R102)",
                "the marker on f1 is removed, because a stack landed on it (RR-CANON-R092)",
                "the top ring on f1 is eliminated, because it landed on a marker, credited to player 1 \
                 (RR-CANON-R092)",
            ],
        );
    }

    #[test]
    fn cells_that_collapse_together_share_a_text() {
        check(
            "S e5=11,h8=2; M1 a1,b1,c1; P line_processing",
            "L 1",
            &[
                "the markers on a1, b1 and c1 collapse to player 1 with the line (RR-CANON-R122)",
                "the whole line of 3 markers from a1 to c1 is taken (RR-CANON-R122)",
            ],
        );
    }

    #[test]
    fn only_the_first_of_several_collapsing_cells_has_a_text() {
        let mut position = Position::parse("G square8 2p; S e5=11,h8=2; M1 a1,b1,c1; P line_processing")
            .expect("the position is valid");
        let action = position.read_action("L 1").expect("the action is readable");
        let events = position.play_with_events(action).expect("the action is legal");
        let found = describe_each(&events, BoardKind::Square8);
        let first = "the markers on a1, b1 and c1 collapse to player 1 with the line".to_owned();
        let found: Vec<Option<String>> = found.into_iter().map(|text| text.map(|text| text.to_string())).collect();
        assert_eq!(found[..3], [Some(first), None, None], "{found:#?}");
        assert_eq!(found.len(), events.len());
        assert!(found[3..].iter().all(Option::is_some), "{found:#?}");
    }

    #[test]
    fn a_region_names_its_rings_cells_and_border() {
        check(
            "S a1=12,e5=11; M1 a2,b1; P territory_processing",
            "T 1",
            &[
                "the stack of 2 rings (12 from bottom to top) on a1 is eliminated with the region, credited to player 1 \
                 (RR-CANON-R145)",
                "a1 collapses to player 1 with the region (RR-CANON-R145)",
                "the markers on b1 and a2, the border, collapse to player 1 (RR-CANON-R145)",
                "the region of 1 cell at a1 is claimed with 2 border markers (RR-CANON-R145)",
            ],
        );
    }
}
