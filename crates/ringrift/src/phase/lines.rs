//! Lines of markers (RR-CANON-R120 to R122; rules.md section 9).

use std::ops::ControlFlow;

use crate::action::{Action, Line};
use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::choices::LinePrice;
use crate::event::{CollapseCause, Event, Observer, TurnStep};
use crate::geometry::{Direction, Geometry};
use crate::phase::Phase;
use crate::player::Player;
use crate::position::PositionOf;
use crate::sink::{First, Sink};

impl Line {
    /// The cells of the line in cell order.
    pub fn cells(self, geometry: &'static Geometry) -> impl Iterator<Item = Cell> {
        let forward = geometry.forward(self.axis);
        std::iter::successors(Some(self.first), move |&cell| geometry.step(cell, forward))
            .take(usize::from(self.length))
    }
}

impl<const W: usize> PositionOf<W> {
    /// Shows the eligible lines of a player, by axis and first cell (RR-CANON-R120).
    pub(crate) fn visit_lines(
        &self,
        player: Player,
        visit: &mut impl FnMut(Line) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let markers = self.board.markers(player);
        if !markers.has_at_least(self.rules.line_length.into()) {
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

    /// A quick test: false only if no run of these markers in a direction is long enough for a line.
    #[inline]
    fn may_have_line(&self, markers: &CellSet<W>, forward: Direction) -> bool {
        let Some(stride) = self.geometry.stride(forward) else { return true };
        let mut starts = *markers;
        for _ in 1..self.rules.line_length {
            starts = *markers & starts.behind(stride) & self.geometry.margin(forward, 1);
        }
        !starts.is_empty()
    }

    /// Shows the ways the player to move can process his lines (RR-CANON-R121, R122).
    pub(crate) fn visit_line_choices(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let can_pay = self.can_take_whole_lines();
        self.visit_lines(self.to_move, &mut |line| {
            if can_pay {
                sink.take(Action::TakeLine { line })?;
            }
            for offset in self.segments(line) {
                sink.take(Action::TakeSegment { line, offset })?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Whether the player to move can pay for a whole line, or need not (RR-CANON-R122; live 5).
    pub(crate) fn can_take_whole_lines(&self) -> bool {
        self.rules.line_price == LinePrice::Ring || !self.board.controlled(self.to_move).is_empty()
    }

    /// The offsets of the segments that option 2 may take from a line; none for a line of exact length.
    pub(crate) fn segments(&self, line: Line) -> std::ops::Range<u8> {
        let spare = line.length - self.rules.line_length;
        if spare == 0 { 0..0 } else { 0..spare + 1 }
    }

    /// Waits for a line to be chosen, or goes on to the regions if none can be processed (rules.md 4.5).
    pub(crate) fn enter_lines(&mut self, observer: &mut impl Observer) {
        if self.visit_line_choices(&mut First).is_break() {
            self.wait_for(Phase::LineChoice, observer);
        } else {
            self.note_empty(TurnStep::Lines, observer);
            self.leave_lines(observer);
        }
    }

    /// Goes on behind the lines: to the regions, or to the forced elimination of somebody who has done nothing and could do
    /// nothing there (live 2).
    fn leave_lines(&mut self, observer: &mut impl Observer) {
        if self.must_give_up() && !self.has_claimable_region(self.to_move) {
            self.wait_for(Phase::ForcedElimination, observer);
        } else {
            self.enter_territory(observer);
        }
    }

    /// The same after a line that cost nothing.
    fn go_on_with_lines(&mut self, observer: &mut impl Observer) {
        if self.visit_line_choices(&mut First).is_break() {
            self.wait_for(Phase::LineChoice, observer);
        } else {
            self.leave_lines(observer);
        }
    }

    pub(crate) fn play_line(&mut self, line: Line, observer: &mut impl Observer) {
        self.collapse_markers(line, 0, line.length, observer);
        if self.rules.line_price == LinePrice::Ring && self.board.controlled(self.to_move).is_empty() {
            self.go_on_with_lines(observer);
        } else {
            self.wait_for(Phase::LinePayment, observer);
        }
    }

    pub(crate) fn play_segment(&mut self, line: Line, offset: u8, observer: &mut impl Observer) {
        self.collapse_markers(line, offset, self.rules.line_length, observer);
        self.go_on_with_lines(observer);
    }

    pub(crate) fn collapse_markers(&mut self, line: Line, offset: u8, length: u8, observer: &mut impl Observer) {
        for at in line.cells(self.geometry).skip(usize::from(offset)).take(usize::from(length)) {
            self.board.take_marker(at, self.to_move);
            self.collapse(at, CollapseCause::Line, observer);
        }
        observer.observe(Event::LineTaken { line, collapsed: length });
    }
}
