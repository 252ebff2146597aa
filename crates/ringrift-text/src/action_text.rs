//! What an action does that its short text does not say.

use ringrift::{
    Action, BoardKind, Cell, CellContent, EliminationCause, Event, IllegalAction, Line, LinePrice, Phase, Position,
    Region, Rule, Stack, TurnProgress,
};

use crate::english::counted;
use crate::event_text::{cell_list, line_ends};

/// What lines, regions and payments are about; none for actions whose text says it all.
pub fn details(position: &Position, action: Action) -> Option<String> {
    details_among(position, &regions_behind(position, action), action)
}

/// The regions that are asked for; none where something else is. To find them takes longer than anything else that is said
/// of an action, so that whoever tells of many finds them once.
pub fn regions_asked(position: &Position) -> Vec<Region> {
    if position.phase() == Phase::RegionChoice { position.regions() } else { Vec::new() }
}

/// The regions, if an action is about one.
pub(crate) fn regions_behind(position: &Position, action: Action) -> Vec<Region> {
    if matches!(action, Action::ClaimRegion { .. }) { position.regions() } else { Vec::new() }
}

/// The same as [`details`], where the regions of the position are known: see [`regions_asked`].
pub fn details_among(position: &Position, regions: &[Region], action: Action) -> Option<String> {
    let board = position.rules().board;
    match action {
        Action::TakeLine { line } => Some(format!(
            "the whole line {}; {} has to be paid",
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

/// What a slide gains and costs: known by doing it.
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
        [] => "slides without making a line".to_owned(),
        cells => format!("collapses {}", cell_list(cells, board)),
    };
    match paid {
        Some(at) => format!("{gain}; costs a ring of the stack on {}", board.cell_name(at)),
        None => format!("{gain}, without payment"),
    }
}

/// Whether the payment that is due is a buried ring.
pub fn pays_buried_ring(position: &Position) -> bool {
    position.phase() == Phase::RegionPayment && position.turn_progress() == TurnProgress::Recovered
}

/// Whether the payment that is due is a single ring.
pub fn pays_one_ring(position: &Position) -> bool {
    position.phase() == Phase::LinePayment && position.rules().line_price == LinePrice::Ring
}

fn line_cells(line: Line, board: BoardKind) -> Vec<Cell> {
    line.cells(board.geometry()).collect()
}

/// What a whole line costs. Where it is a ring, it is free for those who control no stack (live 5).
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

/// What a region is, what becomes of the markers around it, and what it costs (RR-CANON-R145; live 6).
fn claim_details(position: &Position, region: &Region) -> String {
    let border = match region.border.len() {
        0 => "",
        1 => ", which collapses, too",
        _ => ", which collapse, too",
    };
    let price = if position.turn_progress() == TurnProgress::Recovered { "a buried ring" } else { "a cap" };
    format!("{}{border}; {price} has to be paid", region_details(position, region))
}

/// The size of a region, what is in it, and what closes it.
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

/// The most cells that are named one by one.
pub(crate) const MOST_NAMED: usize = 8;

/// A few cells in full, of many only the first and the last.
fn cell_range(cells: &[Cell], board: BoardKind) -> String {
    match cells {
        [first, .., last] if cells.len() > MOST_NAMED => {
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

/// What closes a region. Where borders spread, markers of other players can collapse with it and are no wall.
fn closed_by(position: &Position, region: &Region) -> String {
    if region.border.is_empty() {
        return "closed by edges and collapsed cells alone".to_owned();
    }
    let board = position.rules().board;
    let is_of = |player, &cell: &Cell| position.content(cell) == CellContent::Marker(player);
    let wall = region.id.border.filter(|&player| region.border.iter().all(|cell| is_of(player, cell)));
    let markers = counted(region.border.len() as u64, "marker");
    let text = match wall {
        Some(player) => format!("closed by {markers} of player {player}"),
        None => format!("with {markers} around it"),
    };
    if region.border.len() > MOST_NAMED { text } else { format!("{text} on {}", cell_list(&region.border, board)) }
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

/// The stack on a cell, if there is one.
pub fn stack_on(position: &Position, cell: Cell) -> Option<Stack> {
    match position.content(cell) {
        CellContent::Stack(stack) => Some(stack),
        _ => None,
    }
}

/// The kinds of actions, as a reader looks for them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Rings onto an empty cell.
    PlaceOnEmpty,
    /// A ring onto a stack.
    PlaceOnStack,
    /// No placement.
    SkipPlacement,
    /// The exchange of seats.
    SwapSides,
    /// A move without capture.
    Move,
    /// A capture.
    Capture,
    /// A slide that recovers a ring.
    Recover,
    /// No recovery.
    SkipRecovery,
    /// No capture, though one is possible.
    DeclineCapture,
    /// All of a line.
    WholeLine,
    /// A part of a line.
    LineSegment,
    /// A region.
    Region,
    /// No further region.
    StopTerritory,
    /// A payment.
    Eliminate,
}

impl Kind {
    /// The name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::PlaceOnEmpty => "place_on_empty",
            Kind::PlaceOnStack => "place_on_stack",
            Kind::SkipPlacement => "skip_placement",
            Kind::SwapSides => "swap_sides",
            Kind::Move => "move",
            Kind::Capture => "capture",
            Kind::Recover => "recover",
            Kind::SkipRecovery => "skip_recovery",
            Kind::DeclineCapture => "decline_capture",
            Kind::WholeLine => "whole_line",
            Kind::LineSegment => "line_segment",
            Kind::Region => "region",
            Kind::StopTerritory => "stop_territory",
            Kind::Eliminate => "eliminate",
        }
    }

    /// All kinds, in the order in which they are listed.
    pub const ALL: [Kind; 14] = [
        Kind::PlaceOnEmpty,
        Kind::PlaceOnStack,
        Kind::SkipPlacement,
        Kind::SwapSides,
        Kind::Move,
        Kind::Capture,
        Kind::Recover,
        Kind::SkipRecovery,
        Kind::DeclineCapture,
        Kind::WholeLine,
        Kind::LineSegment,
        Kind::Region,
        Kind::StopTerritory,
        Kind::Eliminate,
    ];

    /// The kind of an action.
    pub fn of(position: &Position, action: Action) -> Kind {
        match action {
            Action::Place { at, .. } if stack_on(position, at).is_some() => Kind::PlaceOnStack,
            Action::Place { .. } => Kind::PlaceOnEmpty,
            Action::SkipPlacement => Kind::SkipPlacement,
            Action::SwapSides => Kind::SwapSides,
            Action::Recover { .. } | Action::RecoverSegment { .. } => Kind::Recover,
            Action::SkipRecovery => Kind::SkipRecovery,
            Action::Move { .. } => Kind::Move,
            Action::Capture { .. } => Kind::Capture,
            Action::DeclineCapture => Kind::DeclineCapture,
            Action::TakeLine { .. } => Kind::WholeLine,
            Action::TakeSegment { .. } => Kind::LineSegment,
            Action::ClaimRegion { .. } => Kind::Region,
            Action::StopTerritory => Kind::StopTerritory,
            Action::Eliminate { .. } => Kind::Eliminate,
        }
    }

    /// What the actions of this kind do, in a position.
    pub fn title(self, position: &Position) -> &'static str {
        match self {
            Kind::PlaceOnEmpty => "Place rings on an empty cell",
            Kind::PlaceOnStack => "Place a ring on a stack",
            Kind::SkipPlacement => "Skip the placement",
            Kind::SwapSides => "Swap sides",
            Kind::Recover => "Slide a marker to recover a ring",
            Kind::SkipRecovery => "Decline to recover",
            Kind::Move => "Move a stack",
            Kind::Capture => "Capture",
            Kind::DeclineCapture => "Decline the capture",
            Kind::WholeLine => "Take a whole line",
            Kind::LineSegment => "Take a part of a line",
            Kind::Region => "Process a region",
            Kind::StopTerritory => "Stop processing regions",
            Kind::Eliminate if position.phase() == Phase::ForcedElimination => "Give up a cap",
            Kind::Eliminate if pays_buried_ring(position) => "Pay with a buried ring",
            Kind::Eliminate if pays_one_ring(position) => "Pay with a top ring",
            Kind::Eliminate => "Pay with a cap",
        }
    }
}

/// Why the player to move cannot process a region now; none if he can.
pub fn region_obstacle(position: &Position, region: &Region) -> Option<IllegalAction> {
    let player = position.to_move();
    if region.claimants.contains(player) {
        let reason = "regions are processed after moving and after all lines".to_owned();
        let later = IllegalAction { rule: Rule::R071, reason, cells: region.cells.clone() };
        return (position.phase() != Phase::RegionChoice).then_some(later);
    }
    position.why_not_claim(player, region.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first action of a position is about.
    fn told(text: &str) -> String {
        let position = Position::parse(&format!("G {text}")).expect("a position");
        details(&position, position.legal_actions()[0]).unwrap_or_default()
    }

    #[test]
    fn regions_tell_what_collapses_with_them_and_what_they_cost() {
        let walled = "square8 2p; S a1=2,e5=1; M1 a2,b1; P territory_processing";
        assert_eq!(
            told(walled),
            "1 cell (a1), 1 stack with 1 ring inside, closed by 2 markers of player 1 on b1 and a2, which collapse, too; \
             a cap has to be paid"
        );
        let bare = "square8 2p; S a1=2,e5=1; C1 a2,b1,b2; P territory_processing";
        assert!(
            told(bare).ends_with("closed by edges and collapsed cells alone; a cap has to be paid"),
            "{}",
            told(bare)
        );
    }

    #[test]
    fn lines_tell_what_they_cost() {
        let line = |rest: &str| told(&format!("square8 2p {rest}; M1 a1,b1,c1,d1; P line_processing"));
        assert!(line("canon; S e5=21,h8=2").ends_with("; a cap has to be paid"));
        assert!(line("live; S e5=21,h8=2").ends_with("; a ring has to be paid"));
        assert!(line("live; S e5=12,h8=2").ends_with("; nothing has to be paid"));
    }
}
