//! Recovery: sliding a marker to extract a buried ring (RR-CANON-R110; rules-live section 7).

use std::ops::ControlFlow;

use crate::action::sink::ActionSink;
use crate::action::{Action, Line};
use crate::board::cell_set::CellSet;
use crate::board::geometry::Axis;
use crate::board::kind::Cell;
use crate::event::{EliminationCause, Event, Observer};
use crate::player::Player;
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Reports whether a player may slide a marker: they control no stack, but own a marker and a buried ring
    /// (rules-live section 7).
    pub(crate) fn can_recover(&self, player: Player) -> bool {
        self.rules.recovery
            && self.board.controlled(player).is_empty()
            && !self.board.markers(player).is_empty()
            && self.board.has_ring(player)
    }

    /// Generates the slides of the player to move, then the choice to decline. If any slide forms a line, only such
    /// slides are legal.
    pub(crate) fn visit_recoveries(&self, sink: &mut impl ActionSink) -> ControlFlow<()> {
        let payers = self.board.buried(self.to_move);
        let has_lines = self.has_line_slide();
        for (from, to) in self.slides() {
            let line = self.line_of_slide(from, to);
            if has_lines && line.is_none() {
                continue;
            }
            sink.push_all(payers, |extract| Action::Recover { from, to, extract })?;
            for offset in line.into_iter().flat_map(|line| self.segments_with(line, to)) {
                sink.push(Action::RecoverSegment { from, to, offset })?;
            }
        }
        sink.push(Action::SkipRecovery)
    }

    /// Iterates over the slides of the player's markers to empty cells and onto stacks, as pairs of cells in cell
    /// order.
    fn slides(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let closed = self.board.all_markers() | self.board.all_collapsed();
        self.board.markers(self.to_move).iter().flat_map(move |from| {
            let neighbours: CellSet<W> =
                self.geometry.directions().filter_map(|d| self.geometry.step(from, d)).collect();
            (neighbours - closed).iter().map(move |to| (from, to))
        })
    }

    /// Reports whether some slide of the player to move forms a line.
    pub(crate) fn has_line_slide(&self) -> bool {
        self.slides().any(|(from, to)| self.line_of_slide(from, to).is_some())
    }

    /// Returns the line that a slide to an empty cell would form: the longest run of markers through that cell, if it
    /// is long enough. Among runs of the same length the first axis wins.
    pub fn line_of_slide(&self, from: Cell, to: Cell) -> Option<Line> {
        if self.board.all_stacks().contains(to) {
            return None;
        }
        let mut markers = self.board.markers(self.to_move);
        markers.remove(from);
        markers.insert(to);
        let mut longest: Option<Line> = None;
        for axis in self.geometry.axes() {
            let run = self.run_through(&markers, to, axis);
            if longest.is_none_or(|line| run.length > line.length) {
                longest = Some(run);
            }
        }
        longest.filter(|line| line.length >= self.rules.line_length)
    }

    /// Returns the run of markers through a cell along an axis.
    fn run_through(&self, markers: &CellSet<W>, through: Cell, axis: Axis) -> Line {
        let forward = self.geometry.forward(axis);
        let backward = self.geometry.opposite(forward);
        let (mut first, mut before) = (through, 0);
        for cell in self.geometry.ray(through, backward).take_while(|&cell| markers.contains(cell)) {
            first = cell;
            before += 1;
        }
        let after = self.geometry.ray(through, forward).take_while(|&cell| markers.contains(cell)).count();
        Line { axis, first, length: (before + 1 + after) as u8 }
    }

    /// Returns the offsets of the segments of an overlength line that contain a cell.
    pub(crate) fn segments_with(&self, line: Line, cell: Cell) -> impl Iterator<Item = u8> + use<W> {
        let place = line.cells(self.geometry).position(|other| other == cell).unwrap_or(0) as u8;
        let length = self.rules.line_length;
        self.segments(line).filter(move |&offset| offset <= place && place < offset + length)
    }

    /// Slides a marker, which collapses a whole line or strikes a stack, and extracts a buried ring.
    pub(crate) fn play_recovery(&mut self, from: Cell, to: Cell, extract: Cell, observer: &mut impl Observer) {
        let line = self.line_of_slide(from, to);
        self.slide(from, to, observer);
        if let Some(line) = line {
            self.collapse_markers(line, 0, line.length, observer);
        }
        self.extract(extract, observer);
        self.enter_lines(observer);
    }

    /// Slides a marker and collapses a segment of the line it forms.
    pub(crate) fn play_recovery_segment(&mut self, from: Cell, to: Cell, offset: u8, observer: &mut impl Observer) {
        let line = self.line_of_slide(from, to);
        self.slide(from, to, observer);
        if let Some(line) = line {
            self.collapse_markers(line, offset, self.rules.line_length, observer);
        }
        self.enter_lines(observer);
    }

    fn slide(&mut self, from: Cell, to: Cell, observer: &mut impl Observer) {
        let player = self.to_move;
        self.board.take_marker(self.geometry, from, player);
        observer.observe(Event::MarkerSlid { from, to });
        let mut stack = self.board.stack(to);
        match stack.pop_top() {
            None => self.board.put_marker(self.geometry, to, player),
            Some(ring) => {
                observer.observe(Event::MarkerRemoved { at: to });
                self.board.put_stack(self.geometry, to, stack);
                self.credit(to, std::iter::once(ring).collect(), EliminationCause::Struck, observer);
            }
        }
    }
}
