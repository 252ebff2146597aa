//! Recovery: markers that slide to bring buried rings back (RR-CANON-R110; live section 7).

use std::ops::ControlFlow;

use crate::action::{Action, Line};
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::event::{EliminationCause, Event, Observer};
use crate::geometry::Axis;
use crate::player::Player;
use crate::position::PositionOf;
use crate::sink::Sink;

impl<const W: usize> PositionOf<W> {
    /// Whether a player may slide a marker: he controls no stack, but owns a marker and a buried ring (live 7).
    pub(crate) fn can_recover(&self, player: Player) -> bool {
        self.rules.recovery
            && self.board.controlled(player).is_empty()
            && !self.board.markers(player).is_empty()
            && self.board.has_ring(player)
    }

    /// Shows the slides of the player to move; those that form a line, or all of them if none does.
    pub(crate) fn visit_recoveries(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let payers = self.board.buried(self.to_move);
        let slides = self.slides();
        let has_lines = slides.iter().any(|&(from, to)| self.line_of_slide(from, to).is_some());
        for (from, to) in slides {
            let line = self.line_of_slide(from, to);
            if has_lines && line.is_none() {
                continue;
            }
            sink.take_all(payers, |extract| Action::Recover { from, to, extract })?;
            for offset in line.into_iter().flat_map(|line| self.segments_with(line, to)) {
                sink.take(Action::RecoverSegment { from, to, offset })?;
            }
        }
        sink.take(Action::SkipRecovery)
    }

    /// From where to where the markers of the player to move can slide, in cell order: to empty cells and onto stacks.
    fn slides(&self) -> Vec<(Cell, Cell)> {
        let closed = self.board.all_markers() | self.board.all_collapsed();
        let mut slides = Vec::new();
        for from in &self.board.markers(self.to_move) {
            let neighbours: CellSet<W> =
                self.geometry.directions().filter_map(|d| self.geometry.step(from, d)).collect();
            slides.extend((neighbours - closed).iter().map(|to| (from, to)));
        }
        slides
    }

    /// Whether some slide of the player to move forms a line.
    pub(crate) fn has_line_slide(&self) -> bool {
        self.slides().into_iter().any(|(from, to)| self.line_of_slide(from, to).is_some())
    }

    /// The line that a slide to an empty cell would form: the longest run of markers through it, if that is long enough. Of
    /// runs of the same length the first axis counts.
    pub(crate) fn line_of_slide(&self, from: Cell, to: Cell) -> Option<Line> {
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

    /// The run of markers through a cell along an axis.
    fn run_through(&self, markers: &CellSet<W>, through: Cell, axis: Axis) -> Line {
        let forward = self.geometry.forward(axis);
        let backward = self.geometry.opposite(forward);
        let before: Vec<Cell> =
            self.geometry.ray(through, backward).take_while(|&cell| markers.contains(cell)).collect();
        let after = self.geometry.ray(through, forward).take_while(|&cell| markers.contains(cell)).count();
        let first = before.last().copied().unwrap_or(through);
        Line { axis, first, length: (before.len() + 1 + after) as u8 }
    }

    /// The offsets of the segments of a line, longer than it has to be, that contain a cell.
    pub(crate) fn segments_with(&self, line: Line, cell: Cell) -> impl Iterator<Item = u8> + use<W> {
        let place = line.cells(self.geometry).position(|other| other == cell).unwrap_or(0) as u8;
        let length = self.rules.line_length;
        self.segments(line).filter(move |&offset| offset <= place && place < offset + length)
    }

    /// Slides a marker, takes the whole line or strikes a stack, and takes a buried ring out.
    pub(crate) fn play_recovery(&mut self, from: Cell, to: Cell, extract: Cell, observer: &mut impl Observer) {
        let line = self.line_of_slide(from, to);
        self.slide(from, to, observer);
        if let Some(line) = line {
            self.collapse_markers(line, 0, line.length, observer);
        }
        self.extract(extract, observer);
        self.enter_lines(observer);
    }

    /// Slides a marker and takes a part of the line.
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
        self.board.take_marker(from, player);
        observer.observe(Event::MarkerSlid { from, to });
        let mut stack = self.board.stack(to);
        match stack.pop_top() {
            None => self.board.put_marker(to, player),
            Some(ring) => {
                observer.observe(Event::MarkerRemoved { at: to });
                self.board.put_stack(to, stack);
                self.credit(to, std::iter::once(ring).collect(), EliminationCause::Struck, observer);
            }
        }
    }
}
