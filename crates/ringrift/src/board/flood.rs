//! Flood fill and neighbourhoods under territory adjacency (RR-CANON-R003) and among the cells around a cell.
//!
//! A set is split into rows of bits. Each row is filled from its seeds by whole runs at once, and the fill sweeps up
//! and down through the rows until it adds nothing. The 8 × 8 board fits one word and is filled by shifting that word.

use std::ops::{Range, RangeInclusive};

use crate::board::cell_set::CellSet;
use crate::board::geometry::{Geometry, MAX_ROWS};
use crate::board::kind::{BoardKind, Cell};

/// Returns the cells of `within` that are connected with a seed by territory steps inside `within`; seeds outside it
/// are ignored.
#[inline]
pub(crate) fn flood<const W: usize>(geometry: &Geometry, seeds: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
    let seeds = seeds & within;
    if geometry.kind() == BoardKind::Square8 {
        let mut filled = CellSet::EMPTY;
        filled.0[0] = flood8(seeds.0[0], within.0[0]);
        return filled;
    }
    if seeds.is_empty() {
        return seeds;
    }
    fill_rows::<W, false>(geometry, seeds, within, 0..geometry.rows())
}

/// Reports whether the cells of `within` beside a cell are connected with each other by a flood of `within` near that cell. False does not mean
/// that they are not connected.
///
/// On a large board this costs a quarter of a flood, because it stops a few rows above and below.
pub(crate) fn is_connected_near<const W: usize>(geometry: &Geometry, cell: Cell, within: CellSet<W>) -> bool {
    let row = geometry.row_of(cell);
    let rows = row.saturating_sub(NEAR_ROWS)..(row + NEAR_ROWS + 1).min(geometry.rows());
    let mut neighbours = geometry.neighbours(cell).filter(|&next| within.contains(next));
    let Some(first) = neighbours.next() else { return true };
    let filled = fill_rows::<W, false>(geometry, CellSet::of(first), within, rows);
    neighbours.all(|next| filled.contains(next))
}

/// The number of rows on each side of a cell that [`is_connected_near`] fills.
const NEAR_ROWS: usize = 3;

/// Returns the cells of `within` that are connected with a seed by steps of at most 1 in `x` and `y` inside `within`, on any board;
/// seeds outside it are ignored.
#[inline]
pub(crate) fn flood_around<const W: usize>(geometry: &Geometry, seeds: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
    let seeds = seeds & within;
    if geometry.kind() == BoardKind::Square8 {
        let mut filled = seeds.0[0];
        loop {
            let rows = filled | (filled & NOT_RIGHT) << 1 | (filled & NOT_LEFT) >> 1;
            let next = (rows | rows << 8 | rows >> 8) & within.0[0];
            if next == filled {
                let mut set = CellSet::EMPTY;
                set.0[0] = filled;
                return set;
            }
            filled = next;
        }
    }
    if seeds.is_empty() {
        return seeds;
    }
    fill_rows::<W, true>(geometry, seeds, within, 0..geometry.rows())
}

/// Fills some rows of bits from the rows of the seeds. Rows that the fill does not reach are not read.
fn fill_rows<const W: usize, const AROUND: bool>(
    geometry: &Geometry,
    seeds: CellSet<W>,
    within: CellSet<W>,
    rows: Range<usize>,
) -> CellSet<W> {
    let (Some(first), Some(last)) = (seeds.first(), seeds.last()) else { return seeds };
    let (mut low, mut high) = (geometry.row_of(first), geometry.row_of(last));
    let mut free = Rows([0; MAX_ROWS]);
    let mut filled = Rows([0; MAX_ROWS]);
    for row in low..=high {
        free.0[row] = row_bits(geometry, within, row);
        let seeds = row_bits(geometry, seeds, row);
        if seeds != 0 {
            filled.0[row] = fill_runs(free.0[row], seeds);
        }
    }
    loop {
        let mut row = low;
        while row + 1 < rows.end && row <= high {
            if row == high {
                free.0[row + 1] = row_bits(geometry, within, row + 1);
            }
            let reached = geometry.row(row).up::<AROUND>(filled.0[row]) & free.0[row + 1] & !filled.0[row + 1];
            if reached != 0 {
                filled.0[row + 1] = fill_runs(free.0[row + 1], filled.0[row + 1] | reached);
                high = high.max(row + 1);
            }
            row += 1;
        }
        let mut added = false;
        let mut row = high;
        while row > rows.start && row >= low {
            if row == low {
                free.0[row - 1] = row_bits(geometry, within, row - 1);
            }
            let reached = geometry.row(row - 1).down::<AROUND>(filled.0[row]) & free.0[row - 1] & !filled.0[row - 1];
            if reached != 0 {
                filled.0[row - 1] = fill_runs(free.0[row - 1], filled.0[row - 1] | reached);
                low = low.min(row - 1);
                added = true;
            }
            row -= 1;
        }
        if !added {
            return filled.join(geometry, low..=high);
        }
    }
}

/// Returns the cells and all their territory neighbours.
#[inline]
pub(crate) fn grow<const W: usize>(geometry: &Geometry, cells: CellSet<W>) -> CellSet<W> {
    if geometry.kind() == BoardKind::Square8 {
        let mut grown = CellSet::EMPTY;
        grown.0[0] = grow8(cells.0[0]);
        return grown;
    }
    if !geometry.kind().is_hexagonal() {
        let mut grown = cells;
        for direction in geometry.territory_directions() {
            let Some(stride) = geometry.stride(direction) else { continue };
            grown |= cells.shifted_back(stride) & geometry.margin(direction, 1);
        }
        return grown;
    }
    let rows = Rows::split(geometry, cells);
    let mut grown = rows;
    for row in 0..geometry.rows() {
        let bits = rows.0[row];
        grown.0[row] |= (bits << 1 | bits >> 1) & geometry.row(row).mask();
        if row + 1 < geometry.rows() {
            grown.0[row + 1] |= geometry.row(row).up::<false>(bits) & geometry.row(row + 1).mask();
        }
        if row > 0 {
            grown.0[row - 1] |= geometry.row(row - 1).down::<false>(bits) & geometry.row(row - 1).mask();
        }
    }
    grown.join(geometry, 0..=geometry.rows() - 1)
}

/// All cells of the 8 × 8 board except the rightmost column.
const NOT_RIGHT: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// All cells of the 8 × 8 board except the leftmost column.
const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;

#[inline]
const fn grow8(cells: u64) -> u64 {
    cells | cells << 8 | cells >> 8 | (cells & NOT_RIGHT) << 1 | (cells & NOT_LEFT) >> 1
}

/// Flood fill on the 8 × 8 board. Each sweep extends right, left, up and down as far as possible, in doubling steps.
#[inline]
fn flood8(seeds: u64, within: u64) -> u64 {
    let (right, left) = (within & NOT_LEFT, within & NOT_RIGHT);
    let (right2, left2) = (right & right << 1, left & left >> 1);
    let (right4, left4) = (right2 & right2 << 2, left2 & left2 >> 2);
    let (up2, down2) = (within & within << 8, within & within >> 8);
    let (up4, down4) = (up2 & up2 << 16, down2 & down2 >> 16);
    let mut filled = seeds;
    loop {
        let before = filled;
        filled |= right & filled << 1;
        filled |= right2 & filled << 2;
        filled |= right4 & filled << 4;
        filled |= left & filled >> 1;
        filled |= left2 & filled >> 2;
        filled |= left4 & filled >> 4;
        filled |= within & filled << 8;
        filled |= up2 & filled << 16;
        filled |= up4 & filled << 32;
        filled |= within & filled >> 8;
        filled |= down2 & filled >> 16;
        filled |= down4 & filled >> 32;
        if filled == before || filled == within {
            return filled;
        }
    }
}

/// A set of cells as rows of bits.
#[derive(Copy, Clone)]
struct Rows([u32; MAX_ROWS]);

/// Returns the bits of one row.
#[inline]
fn row_bits<const W: usize>(geometry: &Geometry, set: CellSet<W>, row: usize) -> u32 {
    let row = geometry.row(row);
    let (word, shift) = (usize::from(row.start >> 6), row.start & 63);
    let mut bits = set.0[word] >> shift;
    if shift + u16::from(row.length) > 64 && word + 1 < W {
        bits |= set.0[word + 1] << (64 - shift);
    }
    bits as u32 & row.mask()
}

impl Rows {
    #[inline]
    fn split<const W: usize>(geometry: &Geometry, set: CellSet<W>) -> Rows {
        let mut rows = Rows([0; MAX_ROWS]);
        for row in 0..geometry.rows() {
            rows.0[row] = row_bits(geometry, set, row);
        }
        rows
    }

    /// Returns the cells of some rows.
    #[inline]
    fn join<const W: usize>(&self, geometry: &Geometry, rows: RangeInclusive<usize>) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for i in rows {
            let row = geometry.row(i);
            let (word, shift) = (usize::from(row.start >> 6), row.start & 63);
            let bits = u64::from(self.0[i]);
            set.0[word] |= bits << shift;
            if shift + u16::from(row.length) > 64 && word + 1 < W {
                set.0[word + 1] |= bits >> (64 - shift);
            }
        }
        set
    }
}

/// Returns the runs of free bits that contain a seed.
///
/// Adding the seeds to the free bits carries each seed through the rest of its run, which fills towards higher bits.
/// The fill towards lower bits uses doubling steps.
#[inline]
fn fill_runs(free: u32, seeds: u32) -> u32 {
    let mut filled = seeds | (free & !(free + seeds));
    let mut open = free;
    for step in [1, 2, 4, 8, 16] {
        filled |= open & filled >> step;
        open &= open >> step;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kind::Coord;
    use proptest::prelude::*;

    /// Reference implementation: visits cell by cell.
    fn slow_flood(geometry: &Geometry, seeds: CellSet<8>, within: CellSet<8>) -> CellSet<8> {
        slow_flood_by(seeds, within, |cell| geometry.neighbours(cell).collect())
    }

    /// Returns the cells whose coordinates differ by at most 1.
    fn cells_around(geometry: &Geometry, cell: Cell) -> Vec<Cell> {
        let Coord { x, y } = geometry.coord(cell);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Coord { x: x + dx, y: y + dy }));
        around.filter_map(|at| geometry.kind().cell(at)).collect()
    }

    fn slow_flood_by(seeds: CellSet<8>, within: CellSet<8>, neighbours: impl Fn(Cell) -> Vec<Cell>) -> CellSet<8> {
        let mut filled = seeds & within;
        let mut open: Vec<Cell> = filled.iter().collect();
        while let Some(cell) = open.pop() {
            for next in neighbours(cell) {
                if within.contains(next) && !filled.contains(next) {
                    filled.insert(next);
                    open.push(next);
                }
            }
        }
        filled
    }

    fn arbitrary_set() -> impl Strategy<Value = [u64; 8]> {
        // Dense and sparse sets: both form long winding areas.
        (any::<[u64; 8]>(), any::<[u64; 8]>(), 0..3)
            .prop_map(|(a, b, kind)| std::array::from_fn(|i| [a[i], a[i] | b[i], a[i] & b[i]][kind as usize]))
    }

    proptest! {
        #[test]
        fn flood_from_one_seed_matches_the_reference_implementation(within in arbitrary_set(), seed in 0u16..469) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let within = CellSet::<8>(within) & CellSet::first_cells(board.cells());
                let seeds = CellSet::of(Cell(seed % board.cells()));
                prop_assert_eq!(flood(geometry, seeds, within), slow_flood(geometry, seeds, within));
            }
        }

        #[test]
        fn flood_from_many_seeds_matches_the_reference_implementation(within in arbitrary_set(), seeds in arbitrary_set()) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let all = CellSet::first_cells(board.cells());
                let (within, seeds) = (CellSet::<8>(within) & all, CellSet::<8>(seeds) & all);
                prop_assert_eq!(flood(geometry, seeds, within), slow_flood(geometry, seeds, within));
            }
        }

        #[test]
        fn flood_around_matches_the_reference_implementation(within in arbitrary_set(), seeds in arbitrary_set()) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let all = CellSet::first_cells(board.cells());
                let (within, seeds) = (CellSet::<8>(within) & all, CellSet::<8>(seeds) & all);
                let expected = slow_flood_by(seeds, within, |cell| cells_around(geometry, cell));
                prop_assert_eq!(flood_around(geometry, seeds, within), expected);
            }
        }

        #[test]
        fn free_cells_around_a_closed_cell_are_connected_as_a_flood_of_them_says(closed in arbitrary_set(), at in 0u16..469) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let cell = Cell(at % board.cells());
                let closed = CellSet::<8>(closed) | CellSet::of(cell);
                let around: CellSet<8> = if board.is_hexagonal() {
                    geometry.neighbours(cell).collect()
                } else {
                    cells_around(geometry, cell).into_iter().collect()
                };
                let neighbours = geometry.neighbours(cell).collect::<CellSet<8>>() - closed;
                let seed = neighbours.first().map_or(CellSet::EMPTY, CellSet::of);
                let reached = slow_flood(geometry, seed, around - closed);
                let free = CellSet::first_cells(board.cells()) - closed;
                prop_assert_eq!(geometry.is_connected_around(cell, &free), (neighbours - reached).is_empty());
            }
        }

        #[test]
        fn cells_connected_near_a_cell_are_connected(within in arbitrary_set(), at in 0u16..469) {
            for board in BoardKind::ALL.into_iter().filter(|board| board.cells() > 64) {
                let geometry = board.geometry();
                let cell = Cell(at % board.cells());
                let within = (CellSet::<8>(within) & CellSet::first_cells(board.cells())) - CellSet::of(cell);
                let neighbours = geometry.neighbours(cell).collect::<CellSet<8>>() & within;
                let seed = neighbours.first().map_or(CellSet::EMPTY, CellSet::of);
                let are_connected = (neighbours - slow_flood(geometry, seed, within)).is_empty();
                prop_assert!(are_connected || !is_connected_near(geometry, cell, within));
                prop_assert!(!geometry.is_connected_around(cell, &within) || is_connected_near(geometry, cell, within));
            }
        }

        #[test]
        fn grow_adds_all_neighbours(cells in arbitrary_set()) {
            for board in BoardKind::ALL {
                let geometry = board.geometry();
                let cells = CellSet::<8>(cells) & CellSet::first_cells(board.cells());
                let neighbours: CellSet<8> = cells.iter().flat_map(|cell| geometry.neighbours(cell)).collect();
                prop_assert_eq!(grow(geometry, cells), cells | neighbours);
            }
        }
    }
}
