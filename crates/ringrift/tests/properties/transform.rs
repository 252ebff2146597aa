//! Checks that play is preserved by a transformation of the board or of the seats.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{Action, Cell, CellContent, FinishedGames, Phase, Position, Region, Setup};

use crate::common::kind;
use crate::play::{Step, stack_on};

/// A transformation of positions.
pub(crate) trait Transform {
    fn setup(&self, setup: &Setup) -> Setup;

    fn cell(&self, cell: Cell) -> Cell;

    /// Reports whether the effect of an action need not be preserved.
    fn is_exception(&self, position: &Position, action: Action) -> bool;

    /// Returns the transformed position; panics if it is not valid.
    fn image(&self, position: &Position) -> Position {
        let image = Position::from_setup(&self.setup(&position.to_setup()), FinishedGames::Allow);
        image.unwrap_or_else(|error| panic!("{position}: {error}"))
    }
}

/// Checks that a step is preserved: the images of the legal actions are the legal actions of the image, and the image of the
/// action leads to the image of the next position, unless either action is an exception.
pub(crate) fn check_image(transform: &impl Transform, step: &Step) -> TestCaseResult {
    let before = transform.image(&step.before);
    let (original, image) = (meanings(&step.before), meanings(&before));
    let mapped: BTreeSet<Meaning> = original.keys().map(|meaning| meaning.transformed(transform)).collect();
    prop_assert_eq!(&mapped, &image.keys().cloned().collect(), "{} and {}", step.before, before);
    if transform.is_exception(&step.before, step.action) {
        return Ok(());
    }
    let meaning = original.iter().find(|(_, action)| **action == step.action).expect("the action is legal").0;
    let action = image[&meaning.transformed(transform)];
    if transform.is_exception(&before, action) {
        return Ok(());
    }
    let mut after = before;
    after.play_unchecked(action);
    let played = step.before.action_text(step.action);
    prop_assert_eq!(after, transform.image(&step.after), "{}: {}", step.before, played);
    Ok(())
}

/// An action as sets of cells, independent of the identities of lines and regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Meaning {
    kind: &'static str,
    cells: Vec<Cell>,
    /// The cells of a line, a segment or a region.
    area: BTreeSet<Cell>,
    rings: u8,
}

impl Meaning {
    fn transformed(&self, transform: &impl Transform) -> Meaning {
        Meaning {
            cells: self.cells.iter().map(|&cell| transform.cell(cell)).collect(),
            area: self.area.iter().map(|&cell| transform.cell(cell)).collect(),
            ..*self
        }
    }
}

/// Returns the legal actions by meaning.
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
        // The rules choose between two longest lines by direction, which a transformation need not preserve.
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

/// Reports whether an action is a slide that forms two equally long longest lines.
pub(crate) fn has_equal_lines(position: &Position, action: Action) -> bool {
    match action {
        Action::Recover { from, to, .. } | Action::RecoverSegment { from, to, .. } => {
            longest_lines(position, from, to).len() > 1
        }
        _ => false,
    }
}

/// Returns the longest lines through the destination of a slide; empty if they are below the line length (rules-live
/// section 7).
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
