//! Sets of cells as one bit mask for each straight line of a large board.
//!
//! A cell set numbers the cells by rows, so the cells of another line are scattered over its words, and a walk along a ray costs about
//! eight instructions for each cell. In a mask of the line the nearest obstacles on both sides of a cell are found in about ten. Boards of
//! one word do not need these masks: there a ray is a mask of the same word.

use crate::board::cell_set::CellSet;
use crate::board::geometry::{Axis, Geometry, MAX_CELLS, MAX_DIRECTIONS, MAX_WORDS, OFF};
use crate::board::kind::Cell;
use crate::player::{ByPlayer, MAX_PLAYERS, Player};

/// The largest number of axes of any board.
pub(crate) const MAX_AXES: usize = MAX_DIRECTIONS / 2;

/// The number of lines for each word of a cell set. Six words give room for the 112 lines of square19, which has most: 19 rows, 19 columns
/// and 37 diagonals of each kind.
const LINES_PER_WORD: usize = 19;

const MAX_LINES: usize = LINES_PER_WORD * MAX_WORDS;

/// The number of bits of the longest line, with one bit beyond each end.
const LINE_BITS: usize = 27;

/// The place of a cell on one of its lines.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinePlace {
    line: u8,
    /// The number of the cell on the line, counted from 1, so that bit 0 lies beyond the end.
    bit: u8,
}

/// The straight lines of a large board; empty for boards of one word.
pub(crate) struct LineTable {
    axes: u8,
    /// For each cell its places, by axis.
    places: [[LinePlace; MAX_AXES]; MAX_CELLS],
    /// For each line the bits that are not cells.
    beyond: [u32; MAX_LINES],
    /// For each line its cells.
    cells: [[Cell; LINE_BITS]; MAX_LINES],
}

impl LineTable {
    pub(crate) const EMPTY: LineTable = LineTable {
        axes: 0,
        places: [[LinePlace::NONE; MAX_AXES]; MAX_CELLS],
        beyond: [u32::MAX; MAX_LINES],
        cells: [[Cell(0); LINE_BITS]; MAX_LINES],
    };

    /// Builds the table from the step tables of a board with more than 64 cells.
    pub(crate) const fn build(
        steps: &[[u16; MAX_DIRECTIONS]; MAX_CELLS],
        cells: usize,
        directions: usize,
    ) -> LineTable {
        let mut table = LineTable::EMPTY;
        table.axes = (directions / 2) as u8;
        let mut line = 0;
        let mut axis = 0;
        while axis < directions / 2 {
            let mut first = 0;
            while first < cells {
                // A line begins at each cell without a neighbour on the other side.
                if steps[first][axis + directions / 2] == OFF {
                    let mut at = first as u16;
                    let mut bit = 1;
                    while at != OFF {
                        table.places[at as usize][axis] = LinePlace { line: line as u8, bit };
                        table.beyond[line] &= !(1 << bit);
                        table.cells[line][bit as usize] = Cell(at);
                        at = steps[at as usize][axis];
                        bit += 1;
                    }
                    line += 1;
                }
                first += 1;
            }
            axis += 1;
        }
        table
    }

    /// Iterates over the places of a cell.
    #[inline]
    pub(crate) fn places(&self, cell: Cell) -> impl Iterator<Item = LinePlace> {
        self.places[cell.index()].into_iter().take(self.axes.into())
    }

    /// Returns the places of two different cells on the line that they share; they must share one.
    #[inline]
    pub(crate) fn shared(&self, a: Cell, b: Cell) -> (LinePlace, LinePlace) {
        let (a, b) = (&self.places[a.index()], &self.places[b.index()]);
        let axis = (0..MAX_AXES - 1).find(|&axis| a[axis].line == b[axis].line).unwrap_or(MAX_AXES - 1);
        (a[axis], b[axis])
    }

    /// Iterates over the cells of a mask of the line of a place.
    #[inline]
    pub(crate) fn cells(&self, place: LinePlace, mut mask: u32) -> impl Iterator<Item = Cell> {
        let cells = &self.cells[usize::from(place.line)];
        std::iter::from_fn(move || {
            let cell = *cells.get(mask.trailing_zeros() as usize)?;
            mask &= mask.wrapping_sub(1);
            Some(cell)
        })
    }
}

impl LinePlace {
    /// The place of no cell.
    pub(crate) const NONE: LinePlace = LinePlace { line: 0, bit: 0 };

    /// Returns the distance of the farthest cell of a mask of the line, which does not contain the place itself; 0 if it is empty.
    #[inline]
    pub(crate) fn farthest(self, mask: u32) -> u32 {
        let up = 31 - (mask >> self.bit | 1).leading_zeros();
        let down = u32::from(self.bit).saturating_sub(mask.trailing_zeros());
        up.max(down)
    }

    /// Returns the bits of the line that are at least `steps` steps away; `steps` is at least 1.
    #[inline]
    fn far(self, steps: u32) -> u32 {
        let steps = steps.min(31);
        let (up, down) = (u64::MAX << (u32::from(self.bit) + steps), ((1_u32 << self.bit) - 1) >> (steps - 1));
        up as u32 | down
    }
}

/// Iterates over the numbers of the set bits.
#[inline]
fn bits(mut mask: u32) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as i32)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The cells on a line that are seen from a place.
#[derive(Copy, Clone)]
pub(crate) struct Seen {
    /// The open cells between the place and the nearest obstacle on each side.
    pub(crate) open: u32,
    /// The nearest obstacles; at most one on each side, and none beyond an end of the line.
    pub(crate) obstacles: u32,
}

/// A set of cells as bit masks of all lines.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LineMasks<const W: usize>([[u32; LINES_PER_WORD]; W]);

impl<const W: usize> LineMasks<W> {
    pub(crate) const EMPTY: LineMasks<W> = LineMasks([[0; LINES_PER_WORD]; W]);

    /// Adds a cell, or removes it if it is in the set.
    #[inline]
    fn toggle(&mut self, table: &LineTable, cell: Cell) {
        let lines = self.0.as_flattened_mut();
        for place in table.places(cell) {
            lines[usize::from(place.line)] ^= 1 << place.bit;
        }
    }

    /// Reports whether a cell is in the mask of one of its lines.
    #[inline]
    pub(crate) fn has_on_a_line(&self, table: &LineTable, cell: Cell) -> bool {
        // Unused axes have a place beyond the end of a line, where no set has a bit. Not leaving them out saves half of the instructions.
        table.places[cell.index()].into_iter().any(|place| self.line(place) >> place.bit & 1 == 1)
    }

    /// Returns the mask of the line of a place.
    #[inline]
    fn line(&self, place: LinePlace) -> u32 {
        self.0.as_flattened()[usize::from(place.line)]
    }
}

/// The blocked cells and the markers of a board, as bit masks of all lines. Boards of one word do not fill them.
#[derive(Copy, Clone, Debug)]
pub(crate) struct BoardLines<const W: usize> {
    blocked: LineMasks<W>,
    markers: ByPlayer<LineMasks<W>>,
}

impl<const W: usize> BoardLines<W> {
    pub(crate) const EMPTY: BoardLines<W> =
        BoardLines { blocked: LineMasks::EMPTY, markers: ByPlayer([LineMasks::EMPTY; MAX_PLAYERS]) };

    /// Records that a cell has become blocked or is no longer blocked.
    #[inline]
    pub(crate) fn toggle_blocked(&mut self, geometry: &Geometry, cell: Cell) {
        if W > 1 {
            self.blocked.toggle(geometry.lines(), cell);
        }
    }

    /// Records that a cell has got or lost a marker.
    #[inline]
    pub(crate) fn toggle_marker(&mut self, geometry: &Geometry, cell: Cell, player: Player) {
        if W > 1 {
            self.markers[player].toggle(geometry.lines(), cell);
        }
    }

    /// Copies other masks; nothing on boards of one word.
    #[inline]
    pub(crate) fn copy_from(&mut self, source: &BoardLines<W>) {
        if W > 1 {
            *self = *source;
        }
    }

    /// Returns the number of runs of `length` adjacent markers of a player on all lines; a longer run contains several of them.
    #[inline]
    pub(crate) fn count_runs(&self, player: Player, length: u8) -> u32 {
        self.runs(player, length).0.as_flattened().iter().map(|line| line.count_ones()).sum()
    }

    /// Reports whether one of some markers of a player is one of `length` adjacent ones.
    #[inline]
    pub(crate) fn has_run_through(
        &self,
        geometry: &Geometry,
        markers: &CellSet<W>,
        player: Player,
        length: u8,
    ) -> bool {
        let table = geometry.lines();
        let is_in_run = |place: LinePlace| {
            let line = self.markers[player].line(place);
            // The number of adjacent markers from this one on, and of those before it.
            let (up, down) =
                ((line >> place.bit).trailing_ones(), (line << (32 - u32::from(place.bit))).leading_ones());
            up + down >= length.into()
        };
        markers.iter().any(|cell| table.places(cell).any(is_in_run))
    }

    /// Returns the first places of runs of `length` adjacent markers of a player.
    #[inline]
    fn runs(&self, player: Player, length: u8) -> LineMasks<W> {
        let mut starts = self.markers[player];
        for _ in 1..length {
            for line in starts.0.as_flattened_mut() {
                *line &= *line >> 1;
            }
        }
        starts
    }

    /// Returns the cells of the line of a place that have markers of other players than `player`.
    #[inline]
    fn foreign(&self, place: LinePlace, player: Player) -> u32 {
        // Four loads without a choice cost less than choosing the three other players.
        let all = Player::ALL.into_iter().fold(0, |all, player| all | self.markers[player].line(place));
        all & !self.markers[player].line(place)
    }

    /// Returns the cells of its line that are seen from a place. It does not matter whether the place itself is blocked.
    #[inline]
    pub(crate) fn seen(&self, table: &LineTable, place: LinePlace) -> Seen {
        let obstacles = self.blocked.line(place);
        let closed = obstacles | table.beyond[usize::from(place.line)];
        let (here, below) = (1 << place.bit, (1 << place.bit) - 1);
        // Bits 0 and 31 lie beyond the ends, so there is an obstacle or an end on both sides.
        let low = 31 - (closed & below | 1).leading_zeros();
        let high = (closed & !below & !here | 1 << 31).trailing_zeros();
        Seen { open: ((1 << high) - (2 << low)) & !here, obstacles: (1 << low | 1 << high) & obstacles }
    }

    /// Returns the places from which a stack can move exactly `steps` steps along their line; `steps` is 1 to 3.
    pub(crate) fn movers(&self, table: &LineTable, steps: u32, player: Option<Player>) -> LineMasks<W> {
        // Distances known to the compiler let it handle several lines at once.
        match steps {
            1 => self.movers_by::<1>(table, player),
            2 => self.movers_by::<2>(table, player),
            _ => self.movers_by::<3>(table, player),
        }
    }

    #[inline]
    fn movers_by<const STEPS: u32>(&self, table: &LineTable, player: Option<Player>) -> LineMasks<W> {
        let mut closed = self.blocked;
        for other in Player::ALL.into_iter().filter(|&other| player.is_some_and(|player| player != other)) {
            for (line, markers) in closed.0.as_flattened_mut().iter_mut().zip(self.markers[other].0.as_flattened()) {
                *line |= markers;
            }
        }
        let lines = closed.0.as_flattened_mut().iter_mut();
        for ((line, &blocked), &beyond) in lines.zip(self.blocked.0.as_flattened()).zip(&table.beyond) {
            let (blocked, closed) = (blocked | beyond, *line | beyond);
            // The bits beyond both ends stop every path that leaves the line.
            let (mut up, mut down) = (closed >> STEPS, closed << STEPS);
            if STEPS > 1 {
                up |= blocked >> 1;
                down |= blocked << 1;
            }
            if STEPS > 2 {
                up |= blocked >> 2;
                down |= blocked << 2;
            }
            *line = !(up & down | beyond);
        }
        closed
    }

    /// Finds for each cell the distance of the farthest landing in line of sight, 0 if there is none; blocked cells stay 0. `player` is the
    /// mover if markers of other players forbid landing. Each run of open cells on a line is measured once for all its cells, which costs a quarter
    /// of looking around from each cell.
    pub(crate) fn farthest_landings(&self, table: &LineTable, player: Option<Player>) -> [[u8; 64]; W] {
        let mut farthest = [[0; 64]; W];
        let by_cell = farthest.as_flattened_mut();
        for (line, (&beyond, cells)) in table.beyond.iter().zip(&table.cells).enumerate().take(LINES_PER_WORD * W) {
            let place = LinePlace { line: line as u8, bit: 0 };
            let mut open = !(beyond | self.blocked.line(place));
            let landings = open & !player.map_or(0, |player| self.foreign(place, player));
            while open != 0 {
                // The lowest run of set bits.
                let run = open & !open.wrapping_add(open & open.wrapping_neg());
                open &= !run;
                let inside = run & landings;
                if inside == 0 {
                    continue;
                }
                let (low, high) = (inside.trailing_zeros() as i32, 31 - inside.leading_zeros() as i32);
                for bit in bits(run) {
                    let distance = (high - bit).max(bit - low) as u8;
                    let farthest = &mut by_cell[cells[bit as usize].index()];
                    *farthest = distance.max(*farthest);
                }
            }
        }
        farthest
    }

    /// Visits the captures over a stack by axis: the place of a stack that could capture it, the steps from there to the
    /// stack, and the steps from the stack to the farthest landing behind it.
    #[inline]
    pub(crate) fn visit_captures_over(
        &self,
        table: &LineTable,
        over: Cell,
        player: Option<Player>,
        mut visit: impl FnMut(Axis, Cell, u32, u32),
    ) {
        for (axis, place) in table.places(over).enumerate() {
            let open = self.seen(table, place).open;
            let landings = open & !player.map_or(0, |player| self.foreign(place, player));
            let below = (1 << place.bit) - 1;
            let cells = &table.cells[usize::from(place.line)];
            for (landings, open) in [(landings & !below, open & below), (landings & below, open & !below)] {
                let behind = place.farthest(landings);
                if behind > 0 {
                    for bit in bits(open) {
                        visit(
                            Axis::new(axis as u8),
                            cells[bit as usize],
                            (bit as u32).abs_diff(place.bit.into()),
                            behind,
                        );
                    }
                }
            }
        }
    }

    /// Returns the cells of its line that are seen from a place and on which a stack may land, at least `least` steps away. `player` is the
    /// mover if markers of other players forbid landing.
    #[inline]
    pub(crate) fn landings(&self, place: LinePlace, seen: Seen, least: u32, player: Option<Player>) -> u32 {
        let foreign = player.map_or(0, |player| self.foreign(place, player));
        seen.open & !foreign & place.far(least)
    }

    /// Returns the landing cells behind the obstacle at the place `over`, at least `least` steps away from the place `from`.
    #[inline]
    pub(crate) fn landings_behind(
        &self,
        table: &LineTable,
        (from, over): (LinePlace, LinePlace),
        least: u32,
        player: Option<Player>,
    ) -> u32 {
        let behind = if over.bit > from.bit { u32::MAX << over.bit } else { (1 << over.bit) - 1 };
        let seen = self.seen(table, over);
        self.landings(from, Seen { open: seen.open & behind, ..seen }, least, player)
    }
}

#[cfg(test)]
mod tests;
