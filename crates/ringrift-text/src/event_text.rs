//! Events in plain English.

use ringrift::{
    BoardKind, Cell, CollapseCause, EliminationCause, Event, Line, Phase, Player, Reason, RegionId, Stack, TurnStep,
};

use crate::english::{counted, listed};

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
pub fn describe_each(events: &[Event], board: BoardKind) -> Vec<Option<String>> {
    let texts = |chunk: &[Event]| {
        let rest = std::iter::repeat_n(None, chunk.len() - 1);
        std::iter::once(Some(describe_chunk(chunk, board))).chain(rest)
    };
    events.chunk_by(collapse_together).flat_map(texts).collect()
}

/// Describes one event, without a full stop and without its rule id.
fn describe(event: &Event, board: BoardKind) -> String {
    let name = |cell: Cell| board.cell_name(cell);
    match *event {
        Event::Placed { player, at, rings, onto_stack } => {
            let onto = if onto_stack { "the stack on " } else { "" };
            format!("player {player} places {} on {onto}{}", counted(rings, "ring"), name(at))
        }
        Event::MarkerLeft { player, at } => format!("player {player} leaves a marker on {}", name(at)),
        Event::MarkerFlipped { at, from, to } => {
            format!("player {from}'s marker on {} is passed over and flips to player {to}", name(at))
        }
        Event::MarkerRemoved { at } => {
            format!("the marker on {} is removed, because a stack landed on it", name(at))
        }
        Event::MarkerSlid { from, to } => format!("the marker on {} slides to {}", name(from), name(to)),
        Event::SidesSwapped => "the players swap sides: seats 1 and 2 change places".to_owned(),
        Event::StepEmpty { player, step } => format!("player {player} has nothing to {}", empty_step(step)),
        Event::RingCaptured { over, ring } => {
            format!("player {ring}'s ring on top of {} goes to the bottom of the capturing stack", name(over))
        }
        Event::Moved { from, over, to, rings } => {
            let verb = if over.is_some() { "jumps" } else { "moves" };
            format!("{} {verb} from {} to {}", described_rings(rings), name(from), name(to))
        }
        Event::Collapsed { at, owner, cause } => describe_collapse(&[at], owner, cause, board),
        Event::LineTaken { line, collapsed } => describe_line(line, collapsed, board),
        Event::RegionClaimed { region, cells, border } => describe_region(region, cells, border, board),
        Event::Eliminated { at, rings, credit, cause } => describe_elimination(at, rings, credit, cause, board),
        Event::Declined { player, phase } => {
            let what = match phase {
                Phase::Placement => "skips the placement",
                Phase::RegionChoice => "claims no further region",
                Phase::Recovery => "declines to recover",
                _ => "declines the capture",
            };
            format!("player {player} {what}")
        }
        Event::PhaseEntered { player, phase } => {
            format!("player {player} decides next: {}", phase.name().replace('_', " "))
        }
        Event::Passed { player } => format!("player {player} has no legal action and passes"),
        Event::TurnStarted { player, turn } => format!("turn {turn} begins, player {player} to move"),
        Event::HandConverted { player, rings } => {
            format!("{} in hand count as eliminated for player {player}", counted(rings, "ring"))
        }
        Event::Ended { winner, reason } => describe_end(winner, reason),
        _ => format!("{event:?}"),
    }
}

const fn empty_step(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Placement => "place",
        TurnStep::Movement => "move",
        TurnStep::Lines => "collapse",
        TurnStep::Territory => "claim",
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

fn describe_chunk(chunk: &[Event], board: BoardKind) -> String {
    let cells: Vec<Cell> = chunk
        .iter()
        .filter_map(|event| if let Event::Collapsed { at, .. } = event { Some(*at) } else { None })
        .collect();
    match chunk[0] {
        Event::Collapsed { owner, cause, .. } => describe_collapse(&cells, owner, cause, board),
        ref event => describe(event, board),
    }
}

fn describe_collapse(cells: &[Cell], owner: Player, cause: CollapseCause, board: BoardKind) -> String {
    let names = match cells {
        [first, .., last] if cells.len() > MAX_NAMED_CELLS => {
            format!("{} cells from {} to {}", cells.len(), board.cell_name(*first), board.cell_name(*last))
        }
        _ => cell_list(cells, board),
    };
    let one = cells.len() == 1;
    let collapse = if one { "collapses" } else { "collapse" };
    let marker = if one { "the marker" } else { "the markers" };
    match cause {
        CollapseCause::Passed if one => {
            format!("{marker} on {names} is passed over by its owner and collapses to player {owner}")
        }
        CollapseCause::Passed => {
            format!("{marker} on {names} are passed over by their owner and collapse to player {owner}")
        }
        CollapseCause::Line => format!("{marker} on {names} {collapse} to player {owner} with the line"),
        CollapseCause::Region => format!("{names} {collapse} to player {owner} with the region"),
        CollapseCause::Border => format!("{marker} on {names}, the border, {collapse} to player {owner}"),
    }
}

/// Largest number of collapsing cells that are named one by one.
const MAX_NAMED_CELLS: usize = 12;

/// Joins the names of cells: `a1, b1 and c1`.
pub fn cell_list(cells: &[Cell], board: BoardKind) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect();
    listed(&names)
}

fn described_rings(rings: Stack) -> String {
    match (rings.height(), rings.top()) {
        (1, Some(player)) => format!("the ring of player {player}"),
        (height, _) => format!("the stack of {height} rings ({rings} from bottom to top)"),
    }
}

fn describe_line(line: Line, collapsed: u8, board: BoardKind) -> String {
    let ends = line_ends(line, board);
    if collapsed == line.length {
        format!("the whole line of {} markers {ends} is taken", line.length)
    } else {
        format!("{collapsed} of the {} markers in the line {ends} are taken without payment", line.length)
    }
}

/// Returns the ends of a line: `from a1 to d1`.
pub fn line_ends(line: Line, board: BoardKind) -> String {
    let last = line.cells(board.geometry()).last().unwrap_or(line.first);
    format!("from {} to {}", board.cell_name(line.first), board.cell_name(last))
}

fn describe_region(region: RegionId, cells: u16, border: u16, board: BoardKind) -> String {
    let first = board.cell_name(region.first);
    let cells = counted(cells, "cell");
    match border {
        0 => format!("the region of {cells} at {first} is claimed; no markers collapse with it"),
        border => format!("the region of {cells} at {first} is claimed with {}", counted(border, "border marker")),
    }
}

fn describe_elimination(at: Cell, rings: Stack, credit: Player, cause: EliminationCause, board: BoardKind) -> String {
    let at = board.cell_name(at);
    let cap = counted(rings.height(), "ring");
    let what = match cause {
        EliminationCause::Burnt => format!("the top ring on {at} is eliminated, because it landed on a marker"),
        EliminationCause::LinePayment => {
            let verb = if rings.height() == 1 { "is" } else { "are" };
            format!("{cap} from the top of {at} {verb} eliminated to pay for the line")
        }
        EliminationCause::Region => format!("{} on {at} is eliminated with the region", described_rings(rings)),
        EliminationCause::RegionPayment => format!("the cap on {at}, {cap}, is eliminated to pay for the region"),
        EliminationCause::Struck => format!("the top ring on {at} is eliminated, because a marker struck the stack"),
        EliminationCause::Extracted => format!("the lowest ring of player {credit} on {at} is taken out as payment"),
        EliminationCause::Forced => format!("the cap on {at}, {cap}, is eliminated as a forced elimination"),
    };
    format!("{what}, credited to player {credit}")
}

fn describe_end(winner: Option<Player>, reason: Reason) -> String {
    let reason = reason.name().replace('_', " ");
    match winner {
        Some(player) => format!("the game ends: player {player} wins by {reason}"),
        None => format!("the game ends in a draw by {reason}"),
    }
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
