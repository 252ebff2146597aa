//! Lines of markers (rules section 9; rules-live section 5).

use ringrift::{Action, Axis, Coord, Line, LinePrice, Player};

use crate::SpecGame;
use crate::board::{CellContent, Step};

impl SpecGame {
    /// Returns a player's runs of at least the line length, by axis, then by first cell, whether or not they can be paid for
    /// (RR-CANON-R120).
    pub fn lines(&self, player: Player) -> Vec<Line> {
        let runs = (0..).zip(self.board.axes()).flat_map(|(axis, &step)| self.runs(player, axis, ascending(step)));
        runs.filter(|line| line.length >= self.rules.line_length).collect()
    }

    /// Returns all maximal runs of a player's markers along one axis (RR-CANON-R120).
    fn runs(&self, player: Player, axis: u8, step: Step) -> Vec<Line> {
        let firsts = self.board.cells().into_iter().filter(|&at| self.is_start_of_run(player, at, step));
        firsts
            .map(|first| Line {
                axis: Axis::new(axis),
                first: self.cell(first),
                length: self.run_from(player, first, step).len() as u8,
            })
            .collect()
    }

    fn is_start_of_run(&self, player: Player, at: Coord, (dx, dy): Step) -> bool {
        let before = self.board.step(at, (-dx, -dy));
        self.board.marker(at) == Some(player) && before.is_none_or(|before| self.board.marker(before) != Some(player))
    }

    fn run_from(&self, player: Player, first: Coord, step: Step) -> Vec<Coord> {
        let mut run = vec![first];
        let rest = self.board.ray(first, step).into_iter();
        run.extend(rest.take_while(|&at| self.board.marker(at) == Some(player)));
        run
    }

    /// Returns the longest run of a player's markers through a cell; ties go to the first axis (rules-live section 7).
    pub(crate) fn longest_run_through(&self, player: Player, at: Coord) -> Option<Line> {
        let runs = (0..).zip(self.board.axes()).flat_map(|(axis, &step)| self.runs(player, axis, ascending(step)));
        let through: Vec<Line> = runs.filter(|&run| self.cells_of(run).contains(&at)).collect();
        let longest = through.iter().map(|run| run.length).max()?;
        through.into_iter().find(|run| run.length == longest)
    }

    /// Returns the cells of a line in cell order.
    pub(crate) fn cells_of(&self, line: Line) -> Vec<Coord> {
        let first = self.coord(line.first);
        let step = ascending(self.board.axes()[line.axis.index()]);
        let mut cells = vec![first];
        cells.extend(self.board.ray(first, step));
        cells.truncate(usize::from(line.length));
        cells
    }

    /// Returns the actions of the line phase; empty if no line can be processed (RR-CANON-R121).
    pub(crate) fn line_actions(&self) -> Vec<Action> {
        self.lines(self.to_move).into_iter().flat_map(|line| self.options(line)).collect()
    }

    /// Returns the actions for a line: the whole line if it can be paid for or the price is waived; if it is longer than the
    /// line length, also each segment, without payment (RR-CANON-R122; rules-live section 5).
    fn options(&self, line: Line) -> Vec<Action> {
        let mut options = Vec::new();
        if self.rules.line_price == LinePrice::Ring || self.can_pay_for_line() {
            options.push(Action::TakeLine { line });
        }
        if line.length > self.rules.line_length {
            let offsets = 0..=line.length - self.rules.line_length;
            options.extend(offsets.map(|offset| Action::TakeSegment { line, offset }));
        }
        options
    }

    /// Reports whether the player to move controls a stack to pay for a line with (RR-CANON-R122; rules-live section 5).
    pub(crate) fn can_pay_for_line(&self) -> bool {
        !self.controlled(self.to_move).is_empty()
    }

    /// Collapses a whole line for the player to move (RR-CANON-R122).
    pub(crate) fn collapse_line(&mut self, line: Line) {
        for at in self.cells_of(line) {
            self.board.put(at, CellContent::Collapsed(self.to_move));
        }
    }

    /// Collapses a segment of exactly the line length for the player to move (RR-CANON-R122, option 2).
    pub(crate) fn collapse_segment(&mut self, line: Line, offset: u8) {
        let cells = self.cells_of(line).into_iter().skip(usize::from(offset));
        for at in cells.take(usize::from(self.rules.line_length)) {
            self.board.put(at, CellContent::Collapsed(self.to_move));
        }
    }
}

/// Returns the direction of an axis in which the cell order grows: by `y`, then by `x`.
fn ascending((dx, dy): Step) -> Step {
    if (dy, dx) > (0, 0) { (dx, dy) } else { (-dx, -dy) }
}
