//! Details of an action that its notation does not show: cells, prices, contents of regions.

use ringrift::{
    Action, BoardKind, Cell, CellContent, EliminationCause, Event, IllegalAction, Line, LinePrice, Message, Phase,
    Position, Region, Rule, Stack, TurnProgress,
};

use crate::event_text::{cell_names, line_end_names};
use crate::texts;

/// Returns details of an action that takes a line, claims a region, pays or recovers; `None` if the notation says
/// everything.
pub fn details(position: &Position, action: Action) -> Option<Message> {
    details_with_regions(position, &regions_for(position, action), action)
}

/// Returns the regions of the position if the player to move chooses a region now, and an empty list otherwise.
///
/// Finding regions is the most expensive part of describing actions: callers that describe several actions find them once
/// and use [`details_with_regions`].
pub fn choosable_regions(position: &Position) -> Vec<Region> {
    if position.phase() == Phase::RegionChoice { position.regions() } else { Vec::new() }
}

/// Returns the regions of the position if the action claims one, and an empty list otherwise.
pub(crate) fn regions_for(position: &Position, action: Action) -> Vec<Region> {
    if matches!(action, Action::ClaimRegion { .. }) { position.regions() } else { Vec::new() }
}

/// Works like [`details`], with the regions from [`choosable_regions`].
pub fn details_with_regions(position: &Position, regions: &[Region], action: Action) -> Option<Message> {
    let board = position.rules().board;
    match action {
        Action::TakeLine { line } => Some(
            texts::DETAILS_LINE
                .with("cells", cell_names(&line_cells(line, board), board))
                .with("price", line_price(position)),
        ),
        Action::TakeSegment { line, offset } => Some(segment_details(position, line, offset)),
        Action::ClaimRegion { region } => {
            regions.iter().find(|found| found.id == region).map(|region| claim_details(position, region))
        }
        Action::Eliminate { at } if pays_buried_ring(position) => {
            Some(texts::DETAILS_BURIED.with("player", position.to_move()).with("at", board.cell_name(at)))
        }
        Action::Eliminate { at } if pays_one_ring(position) => {
            Some(texts::DETAILS_TOP_RING.with("at", board.cell_name(at)))
        }
        Action::Eliminate { at } => cap_details(position, at),
        Action::Recover { .. } | Action::RecoverSegment { .. } => Some(recovery_details(position, action)),
        _ => None,
    }
}

/// Describes the gain and the cost of a recovery slide, found by playing it on a copy of the position.
fn recovery_details(position: &Position, action: Action) -> Message {
    let board = position.rules().board;
    let events = position.clone().play_with_events(action).unwrap_or_default();
    let collapsed: Vec<Cell> = events
        .iter()
        .filter_map(|event| match event {
            Event::Collapsed { at, .. } => Some(*at),
            _ => None,
        })
        .collect();
    let paid = events.iter().find_map(|event| match event {
        Event::Eliminated { at, cause: EliminationCause::Extracted, .. } => Some(*at),
        _ => None,
    });
    let gain = match &collapsed[..] {
        [] if events.iter().any(|event| matches!(event, Event::Eliminated { cause: EliminationCause::Struck, .. })) => {
            "strike"
        }
        [] => "slide",
        _ => "line",
    };
    let paid = paid.map_or("no".to_owned(), |at| board.cell_name(at).to_string());
    texts::DETAILS_RECOVERY.with("gain", gain).with("cells", cell_names(&collapsed, board)).with("paid", paid)
}

/// Reports whether the payment due is a buried ring.
pub fn pays_buried_ring(position: &Position) -> bool {
    position.phase() == Phase::RegionPayment && position.turn_progress() == TurnProgress::Recovered
}

/// Reports whether the payment due is a single ring.
pub fn pays_one_ring(position: &Position) -> bool {
    position.phase() == Phase::LinePayment && position.rules().line_price == LinePrice::Ring
}

fn line_cells(line: Line, board: BoardKind) -> Vec<Cell> {
    line.cells(board.geometry()).collect()
}

/// Returns the price of a whole line. A price of one ring is waived for a player who controls no stack
/// (rules-live section 5).
fn line_price(position: &Position) -> &'static str {
    let is_own = |cell: Cell| stack_on(position, cell).and_then(Stack::top) == Some(position.to_move());
    match position.rules().line_price {
        LinePrice::Cap => "cap",
        LinePrice::Ring if position.rules().board.iter_cells().any(is_own) => "ring",
        LinePrice::Ring => "nothing",
    }
}

fn segment_details(position: &Position, line: Line, offset: u8) -> Message {
    let board = position.rules().board;
    let (from, length) = (usize::from(offset), usize::from(position.rules().line_length));
    let cells: Vec<Cell> = line.cells(board.geometry()).skip(from).take(length).collect();
    let [first, last] = line_end_names(line, board);
    texts::DETAILS_SEGMENT.with("cells", cell_names(&cells, board)).with("from", first).with("to", last)
}

/// Describes a region with its price and the border markers that collapse with it (RR-CANON-R145; rules-live
/// section 6).
fn claim_details(position: &Position, region: &Region) -> Message {
    let price = if position.turn_progress() == TurnProgress::Recovered { "buried" } else { "cap" };
    texts::DETAILS_REGION
        .with("region", region_details(position, region))
        .with("border", region.border.len())
        .with("price", price)
}

/// Describes the size, contents and border of a region.
pub fn region_details(position: &Position, region: &Region) -> Message {
    texts::REGION
        .with("size", region.cells.len())
        .with("cells", cell_range(&region.cells, position.rules().board))
        .with("inside", rings_inside(position, region))
        .with("border", closed_by(position, region))
}

/// Largest number of cells that are named one by one.
const MAX_NAMED_CELLS: usize = 8;

/// Names all cells, or only the first and the last if there are more than [`MAX_NAMED_CELLS`].
fn cell_range(cells: &[Cell], board: BoardKind) -> Message {
    match cells {
        [first, .., last] if cells.len() > MAX_NAMED_CELLS => {
            texts::REGION_RANGE.with("from", board.cell_name(*first)).with("to", board.cell_name(*last))
        }
        _ => texts::REGION_CELLS.with("cells", cell_names(cells, board)),
    }
}

fn rings_inside(position: &Position, region: &Region) -> Message {
    let stacks = || region.cells.iter().filter_map(|&cell| stack_on(position, cell));
    match stacks().count() {
        0 => texts::REGION_NO_STACKS.message(),
        number => {
            let rings: u32 = stacks().map(Stack::height).sum();
            texts::REGION_STACKS.with("stacks", number).with("rings", rings)
        }
    }
}

/// Describes the border of a region. Under some rules it can contain markers of several players.
fn closed_by(position: &Position, region: &Region) -> Message {
    if region.border.is_empty() {
        return texts::REGION_CLOSED.message();
    }
    let board = position.rules().board;
    let is_of = |player, &cell: &Cell| position.content(cell) == CellContent::Marker(player);
    let owner = region.id.border.filter(|&player| region.border.iter().all(|cell| is_of(player, cell)));
    let text = match owner {
        Some(player) => texts::REGION_BORDER.with("player", player),
        None => texts::REGION_MIXED_BORDER.message(),
    };
    with_few_cells(text.with("markers", region.border.len()), &region.border, board)
}

/// Adds the names of the cells to a message if there are at most [`MAX_NAMED_CELLS`].
pub(crate) fn with_few_cells(message: Message, cells: &[Cell], board: BoardKind) -> Message {
    let is_named = cells.len() <= MAX_NAMED_CELLS;
    let named = if is_named { cells } else { &[] };
    message.with("named", if is_named { "yes" } else { "no" }).with("cells", cell_names(named, board))
}

fn cap_details(position: &Position, at: Cell) -> Option<Message> {
    let stack = stack_on(position, at)?;
    let mut rest = stack;
    let cap = rest.pop_cap().height();
    Some(match rest.top() {
        None => texts::DETAILS_WHOLE_STACK.with("rings", cap),
        Some(next) => texts::DETAILS_CAP.with("rings", cap).with("height", stack.height()).with("player", next),
    })
}

/// Returns the stack on a cell, if there is one.
pub fn stack_on(position: &Position, cell: Cell) -> Option<Stack> {
    match position.content(cell) {
        CellContent::Stack(stack) => Some(stack),
        _ => None,
    }
}

/// Returns why the player to move cannot claim a region now, or `None` if they can.
pub fn why_not_claimable(position: &Position, region: &Region) -> Option<IllegalAction> {
    let player = position.to_move();
    if region.claimants.contains(player) {
        let reason = texts::REGIONS_LATER.message();
        let later = IllegalAction { rule: Rule::R071, reason, cells: region.cells.clone() };
        return (position.phase() != Phase::RegionChoice).then_some(later);
    }
    position.why_not_claim(player, region.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the details of the first legal action of a position.
    fn first_details(text: &str) -> String {
        let position = Position::parse(&format!("G {text}")).expect("the position is valid");
        details(&position, position.legal_actions()[0]).map_or(String::new(), |details| details.to_string())
    }

    #[test]
    fn region_details_name_the_border_and_the_price() {
        let walled = "square8 2p; S a1=2,e5=1; M1 a2,b1; P territory_processing";
        assert_eq!(
            first_details(walled),
            "1 cell (a1), 1 stack with 1 ring inside, closed by 2 markers of player 1 on b1 and a2, which also collapse; \
             costs a cap"
        );
        let bare = "square8 2p; S a1=2,e5=1; C1 a2,b1,b2; P territory_processing";
        assert!(
            first_details(bare).ends_with("closed by edges and collapsed cells only; costs a cap"),
            "{}",
            first_details(bare)
        );
    }

    #[test]
    fn line_details_name_the_price() {
        let line = |rest: &str| first_details(&format!("square8 2p {rest}; M1 a1,b1,c1,d1; P line_processing"));
        assert!(line("canon; S e5=21,h8=2").ends_with("; costs a cap"));
        assert!(line("live; S e5=21,h8=2").ends_with("; costs a ring"));
        assert!(line("live; S e5=12,h8=2").ends_with("; costs nothing"));
    }
}
