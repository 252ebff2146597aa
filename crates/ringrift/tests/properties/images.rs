//! The same situation seen differently: from another side of the board, or from another seat.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{Action, Cell, CellContent, FinishedGames, Phase, Position, Region, Setup};

use crate::common::kind;
use crate::play::{Step, stack_on};

/// A way to see things differently.
pub(crate) trait View {
    fn setup(&self, setup: &Setup) -> Setup;

    fn cell(&self, cell: Cell) -> Cell;

    /// Whether an action of a position need not do the same when seen differently.
    fn is_exception(&self, position: &Position, action: Action) -> bool;

    /// A position seen differently; that it is a valid one is part of what is claimed.
    fn image(&self, position: &Position) -> Position {
        let image = Position::from_setup(&self.setup(&position.to_setup()), FinishedGames::Allow);
        image.unwrap_or_else(|error| panic!("{position}: {error}"))
    }
}

/// Checks that a step has an image: a position in which the images of the legal actions are legal, and which goes on to
/// the image of the successor, unless the action is an exception there or here.
pub(crate) fn check_image(view: &impl View, step: &Step) -> TestCaseResult {
    let before = view.image(&step.before);
    let (here, there) = (meanings(&step.before), meanings(&before));
    let mapped: BTreeSet<Meaning> = here.keys().map(|meaning| meaning.seen_by(view)).collect();
    prop_assert_eq!(&mapped, &there.keys().cloned().collect(), "{} and {}", step.before, before);
    if view.is_exception(&step.before, step.action) {
        return Ok(());
    }
    let meant = here.iter().find(|(_, action)| **action == step.action).expect("the action is legal").0;
    let action = there[&meant.seen_by(view)];
    if view.is_exception(&before, action) {
        return Ok(());
    }
    let mut after = before;
    after.play_unchecked(action);
    let played = step.before.action_text(step.action);
    prop_assert_eq!(after, view.image(&step.after), "{}: {}", step.before, played);
    Ok(())
}

/// An action as its cells, without names for lines and regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Meaning {
    kind: &'static str,
    cells: Vec<Cell>,
    /// The cells of a line, a segment or a region.
    area: BTreeSet<Cell>,
    rings: u8,
}

impl Meaning {
    fn seen_by(&self, view: &impl View) -> Meaning {
        Meaning {
            cells: self.cells.iter().map(|&cell| view.cell(cell)).collect(),
            area: self.area.iter().map(|&cell| view.cell(cell)).collect(),
            ..*self
        }
    }
}

/// The legal actions by what they mean.
fn meanings(position: &Position) -> BTreeMap<Meaning, Action> {
    let regions = if position.phase() == Phase::RegionChoice { position.regions() } else { Vec::new() };
    position.legal_actions().iter().map(|&action| (meaning(position, &regions, action), action)).collect()
}

fn meaning(position: &Position, regions: &[Region], action: Action) -> Meaning {
    let rings = if let Action::Place { rings, .. } = action { rings } else { 0 };
    let cells = match action {
        Action::Place { at, .. } | Action::Eliminate { at } => vec![at],
        Action::Move { from, to } | Action::RecoverSegment { from, to, .. } => vec![from, to],
        Action::Capture { from, over, to } => vec![from, over, to],
        Action::Recover { from, to, extract } => vec![from, to, extract],
        _ => Vec::new(),
    };
    Meaning { kind: kind(action), cells, area: area(position, regions, action), rings }
}

fn area(position: &Position, regions: &[Region], action: Action) -> BTreeSet<Cell> {
    let length = usize::from(position.rules().line_length);
    let segment = |cells: &[Cell], offset: u8| cells.iter().copied().skip(offset.into()).take(length).collect();
    match action {
        Action::TakeLine { line } => line.cells(position.geometry()).collect(),
        Action::TakeSegment { line, offset } => segment(&line.cells(position.geometry()).collect::<Vec<_>>(), offset),
        // Of two longest lines the rules choose one by its direction, which is nothing a view has to keep.
        Action::RecoverSegment { from, to, offset } => match &longest_lines(position, from, to)[..] {
            [line] => segment(line, offset),
            _ => BTreeSet::new(),
        },
        Action::ClaimRegion { region } => {
            let found = regions.iter().find(|found| found.id == region);
            found.into_iter().flat_map(|region| region.cells.iter().copied()).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Whether an action is a slide that forms two longest lines.
pub(crate) fn has_equal_lines(position: &Position, action: Action) -> bool {
    match action {
        Action::Recover { from, to, .. } | Action::RecoverSegment { from, to, .. } => {
            longest_lines(position, from, to).len() > 1
        }
        _ => false,
    }
}

/// The longest lines through the cell that a marker of the player to move slides to; none if they are too short
/// (live 7).
fn longest_lines(position: &Position, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
    let geometry = position.geometry();
    let is_marker = |&cell: &Cell| cell != from && position.content(cell) == CellContent::Marker(position.to_move());
    let run = |axis| {
        let forward = geometry.forward(axis);
        let mut cells: Vec<Cell> = geometry.ray(to, geometry.opposite(forward)).take_while(is_marker).collect();
        cells.reverse();
        cells.push(to);
        cells.extend(geometry.ray(to, forward).take_while(is_marker));
        cells
    };
    let mut runs: Vec<Vec<Cell>> = geometry.axes().map(run).collect();
    let longest = runs.iter().map(Vec::len).max().unwrap_or(0);
    let is_line = stack_on(position, to).is_none() && longest >= position.rules().line_length.into();
    runs.retain(|run| is_line && run.len() == longest);
    runs
}
