//! Lines of markers (RR-CANON-R120 to R122; rules section 9).

use std::ops::ControlFlow;

use crate::action::sink::{ActionSink, StopAtFirst};
use crate::action::{Action, Line};
use crate::board::cell_set::CellSet;
use crate::board::geometry::{Direction, Geometry};
use crate::board::kind::Cell;
use crate::event::{CollapseCause, Event, Observer, TurnStep};
use crate::phase::Phase;
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::options::LinePrice;

impl Line {
    /// Iterates over the cells of the line in cell order.
    pub fn cells(self, geometry: &'static Geometry) -> impl Iterator<Item = Cell> {
        let forward = geometry.forward(self.axis);
        std::iter::successors(Some(self.first), move |&cell| geometry.step(cell, forward))
            .take(usize::from(self.length))
    }
}

impl<const W: usize> PositionOf<W> {
    /// Visits the eligible lines of a player by axis and first cell (RR-CANON-R120).
    pub(crate) fn visit_lines(
        &self,
        player: Player,
        visit: &mut impl FnMut(Line) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let markers = self.board.markers(player);
        if !self.board.may_have_run(self.geometry, player, self.rules.line_length) {
            return ControlFlow::Continue(());
        }
        for axis in self.geometry.axes() {
            let forward = self.geometry.forward(axis);
            if !self.may_have_line(&markers, forward) {
                continue;
            }
            let backward = self.geometry.opposite(forward);
            for first in &markers {
                if self.geometry.step(first, backward).is_some_and(|cell| markers.contains(cell)) {
                    continue;
                }
                let more = self.geometry.ray(first, forward).take_while(|&cell| markers.contains(cell)).count();
                let length = more as u8 + 1;
                if length >= self.rules.line_length {
                    visit(Line { axis, first, length })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Fast test that returns false only if no run of these markers in a direction is long enough for a line.
    #[inline]
    fn may_have_line(&self, markers: &CellSet<W>, forward: Direction) -> bool {
        let Some(stride) = self.geometry.stride(forward) else { return true };
        let mut starts = *markers;
        for _ in 1..self.rules.line_length {
            starts = *markers & starts.shifted_back(stride) & self.geometry.margin(forward, 1);
            if starts.is_empty() {
                return false;
            }
        }
        true
    }

    /// Generates the ways in which the player to move can process lines (RR-CANON-R121, R122).
    pub(crate) fn visit_line_choices(&self, sink: &mut impl ActionSink) -> ControlFlow<()> {
        let can_pay = self.can_take_whole_lines();
        self.visit_lines(self.to_move, &mut |line| {
            if can_pay {
                sink.push(Action::TakeLine { line })?;
            }
            for offset in self.segments(line) {
                sink.push(Action::TakeSegment { line, offset })?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Reports whether the player to move can take a whole line: they can pay for it, or it is free (RR-CANON-R122;
    /// rules-live section 5).
    pub(crate) fn can_take_whole_lines(&self) -> bool {
        self.rules.line_price == LinePrice::Ring || !self.board.controlled(self.to_move).is_empty()
    }

    /// Returns the offsets of the segments that option 2 can take from a line; empty for a line of exact length.
    pub(crate) fn segments(&self, line: Line) -> std::ops::Range<u8> {
        let spare = line.length - self.rules.line_length;
        if spare == 0 { 0..0 } else { 0..spare + 1 }
    }

    /// Enters the choice of a line, or continues with the regions if no line can be processed (rules section 4.5).
    pub(crate) fn enter_lines(&mut self, observer: &mut impl Observer) {
        self.board.check_runs(self.geometry, self.to_move, self.rules.line_length);
        if self.visit_line_choices(&mut StopAtFirst).is_break() {
            self.enter_phase(Phase::LineChoice, observer);
        } else {
            self.report_empty_step(TurnStep::Lines, observer);
            self.leave_lines(observer);
        }
    }

    /// Continues after the lines: with the regions, or with a forced elimination if the player has not changed the
    /// board and has no region to claim (rules-live section 2).
    fn leave_lines(&mut self, observer: &mut impl Observer) {
        if self.must_eliminate() && !self.find_claimable_region() {
            self.enter_phase(Phase::ForcedElimination, observer);
        } else {
            self.enter_territory(observer);
        }
    }

    /// Continues after a line without payment: with the next line, or with the regions.
    fn continue_lines(&mut self, observer: &mut impl Observer) {
        if self.visit_line_choices(&mut StopAtFirst).is_break() {
            self.enter_phase(Phase::LineChoice, observer);
        } else {
            self.leave_lines(observer);
        }
    }

    pub(crate) fn play_line(&mut self, line: Line, observer: &mut impl Observer) {
        self.collapse_markers(line, 0, line.length, observer);
        if self.rules.line_price == LinePrice::Ring && self.board.controlled(self.to_move).is_empty() {
            self.continue_lines(observer);
        } else {
            self.enter_phase(Phase::LinePayment, observer);
        }
    }

    pub(crate) fn play_segment(&mut self, line: Line, offset: u8, observer: &mut impl Observer) {
        self.collapse_markers(line, offset, self.rules.line_length, observer);
        self.continue_lines(observer);
    }

    pub(crate) fn collapse_markers(&mut self, line: Line, offset: u8, length: u8, observer: &mut impl Observer) {
        for at in line.cells(self.geometry).skip(usize::from(offset)).take(usize::from(length)) {
            self.collapse(at, CollapseCause::Line, observer);
        }
        observer.observe(Event::LineTaken { line, collapsed: length });
    }
}
