//! Details of an action that its notation does not show: cells, prices, contents of regions.

use ringrift::{
    Action, BoardKind, Cell, CellContent, EliminationCause, Event, IllegalAction, Line, LinePrice, Phase, Position,
    Region, Rule, Stack, TurnProgress,
};

use crate::english::counted;
use crate::event_text::{cell_list, line_ends};

/// Returns details of an action that takes a line, claims a region, pays or recovers; `None` if the notation says
/// everything.
pub fn details(position: &Position, action: Action) -> Option<String> {
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
pub fn details_with_regions(position: &Position, regions: &[Region], action: Action) -> Option<String> {
    let board = position.rules().board;
    match action {
        Action::TakeLine { line } => Some(format!(
            "the whole line {}; costs {}",
            cell_list(&line_cells(line, board), board),
            line_price(position)
        )),
        Action::TakeSegment { line, offset } => Some(segment_details(position, line, offset)),
        Action::ClaimRegion { region } => {
            regions.iter().find(|found| found.id == region).map(|region| claim_details(position, region))
        }
        Action::Eliminate { at } if pays_buried_ring(position) => Some(format!(
            "takes the lowest ring of player {} out of the stack on {}",
            position.to_move(),
            board.cell_name(at)
        )),
        Action::Eliminate { at } if pays_one_ring(position) => {
            Some(format!("gives up the top ring of the stack on {}", board.cell_name(at)))
        }
        Action::Eliminate { at } => cap_details(position, at),
        Action::Recover { .. } | Action::RecoverSegment { .. } => Some(recovery_details(position, action)),
        _ => None,
    }
}

/// Describes the gain and the cost of a recovery slide, found by playing it on a copy of the position.
fn recovery_details(position: &Position, action: Action) -> String {
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
            "strikes the stack".to_owned()
        }
        [] => "slides without forming a line".to_owned(),
        cells => format!("collapses {}", cell_list(cells, board)),
    };
    match paid {
        Some(at) => format!("{gain}; costs a ring of the stack on {}", board.cell_name(at)),
        None => format!("{gain}, without payment"),
    }
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
        LinePrice::Cap => "a cap",
        LinePrice::Ring if position.rules().board.iter_cells().any(is_own) => "a ring",
        LinePrice::Ring => "nothing",
    }
}

fn segment_details(position: &Position, line: Line, offset: u8) -> String {
    let board = position.rules().board;
    let (from, length) = (usize::from(offset), usize::from(position.rules().line_length));
    let cells: Vec<Cell> = line.cells(board.geometry()).skip(from).take(length).collect();
    format!("{} of the line {}, without payment", cell_list(&cells, board), line_ends(line, board))
}

/// Describes a region with its price and the border markers that collapse with it (RR-CANON-R145; rules-live
/// section 6).
fn claim_details(position: &Position, region: &Region) -> String {
    let border = match region.border.len() {
        0 => "",
        1 => ", which also collapses",
        _ => ", which also collapse",
    };
    let price = if position.turn_progress() == TurnProgress::Recovered { "a buried ring" } else { "a cap" };
    format!("{}{border}; costs {price}", region_details(position, region))
}

/// Describes the size, contents and border of a region.
pub fn region_details(position: &Position, region: &Region) -> String {
    let size = counted(region.cells.len() as u64, "cell");
    let board = position.rules().board;
    format!(
        "{size} {}, {}, {}",
        cell_range(&region.cells, board),
        rings_inside(position, region),
        closed_by(position, region)
    )
}

/// Largest number of cells that are named one by one.
pub(crate) const MAX_NAMED_CELLS: usize = 8;

/// Names all cells, or only the first and the last if there are more than [`MAX_NAMED_CELLS`].
fn cell_range(cells: &[Cell], board: BoardKind) -> String {
    match cells {
        [first, .., last] if cells.len() > MAX_NAMED_CELLS => {
            format!("from {} to {}", board.cell_name(*first), board.cell_name(*last))
        }
        _ => format!("({})", cell_list(cells, board)),
    }
}

fn rings_inside(position: &Position, region: &Region) -> String {
    let stacks = || region.cells.iter().filter_map(|&cell| stack_on(position, cell));
    match stacks().count() {
        0 => "no stacks inside".to_owned(),
        number => {
            let rings: u32 = stacks().map(Stack::height).sum();
            format!("{} with {} inside", counted(number as u64, "stack"), counted(rings, "ring"))
        }
    }
}

/// Describes the border of a region. Under some rules it can contain markers of several players.
fn closed_by(position: &Position, region: &Region) -> String {
    if region.border.is_empty() {
        return "closed by edges and collapsed cells only".to_owned();
    }
    let board = position.rules().board;
    let is_of = |player, &cell: &Cell| position.content(cell) == CellContent::Marker(player);
    let owner = region.id.border.filter(|&player| region.border.iter().all(|cell| is_of(player, cell)));
    let markers = counted(region.border.len() as u64, "marker");
    let text = match owner {
        Some(player) => format!("closed by {markers} of player {player}"),
        None => format!("with {markers} around it"),
    };
    if region.border.len() > MAX_NAMED_CELLS { text } else { format!("{text} on {}", cell_list(&region.border, board)) }
}

fn cap_details(position: &Position, at: Cell) -> Option<String> {
    let stack = stack_on(position, at)?;
    let mut rest = stack;
    let cap = counted(rest.pop_cap().height(), "ring");
    Some(match rest.top() {
        None => format!("gives up the whole stack, {cap}"),
        Some(next) => format!("gives up {cap} of {}; player {next} controls the rest", stack.height()),
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
        let reason = "regions are claimed after the move and after all lines are taken".to_owned();
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
        details(&position, position.legal_actions()[0]).unwrap_or_default()
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
