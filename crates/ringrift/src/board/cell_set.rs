//! Sets of cells as bit sets.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use crate::board::kind::Cell;

/// A set of cells of one board, in `W` words of 64 bits; cell number `n` is bit `n`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CellSet<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> CellSet<W> {
    /// The set that contains no cell.
    pub const EMPTY: CellSet<W> = CellSet([0; W]);

    /// Returns the set of the first `cells` cells in cell order.
    pub fn first_cells(cells: u16) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            let bits = usize::from(cells).saturating_sub(64 * i).min(64);
            *word = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        }
        set
    }

    /// Returns the words; cell number `n` is bit `n % 64` of word `n / 64`.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Returns the set that contains only this cell.
    #[inline]
    pub fn of(cell: Cell) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// Reports whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[Self::word(cell)] >> (cell.0 & 63) & 1 == 1
    }

    /// Adds a cell; no effect if it is in the set already.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[Self::word(cell)] |= 1 << (cell.0 & 63);
    }

    /// Removes a cell; no effect if it is not in the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[Self::word(cell)] &= !(1 << (cell.0 & 63));
    }

    /// Returns the number of cells in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Reports whether the set has at least `cells` cells; faster than [`len`](CellSet::len) for small numbers.
    #[inline]
    pub(crate) fn has_at_least(mut self, cells: u32) -> bool {
        for _ in 1..cells {
            let Some(first) = self.first() else { return false };
            self.remove(first);
        }
        cells == 0 || !self.is_empty()
    }

    /// Reports whether the set has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Reports whether the sets have a cell in common.
    #[inline]
    pub fn intersects(&self, other: &CellSet<W>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns the lowest cell in cell order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Cell((64 * word as u32 + self.0[word].trailing_zeros()) as u16))
    }

    /// Returns the highest cell in cell order.
    #[inline]
    pub(crate) fn last(&self) -> Option<Cell> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Cell((64 * word as u32 + 63 - self.0[word].leading_zeros()) as u16))
    }

    /// Returns the cell with this index in cell order; `None` if the set has too few cells.
    #[inline]
    pub fn nth(&self, mut index: u32) -> Option<Cell> {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if index < count {
                let mut bits = word;
                for _ in 0..index {
                    bits &= bits - 1;
                }
                return Some(Cell((64 * i as u32 + bits.trailing_zeros()) as u16));
            }
            index -= count;
        }
        None
    }

    /// Iterates over the cells in cell order.
    #[inline]
    pub fn iter(&self) -> Iter<W> {
        Iter { set: *self, word: 0 }
    }

    /// Returns the cells `c` for which cell `c + stride` is in the set; `stride` is between -63 and 63.
    #[inline]
    pub(crate) fn shifted_back(&self, stride: i32) -> CellSet<W> {
        let bits = stride.unsigned_abs();
        CellSet(std::array::from_fn(|i| {
            if stride >= 0 {
                let carried = if bits > 0 && i + 1 < W { self.0[i + 1] << (64 - bits) } else { 0 };
                self.0[i] >> bits | carried
            } else {
                let carried = if i > 0 { self.0[i - 1] >> (64 - bits) } else { 0 };
                self.0[i] << bits | carried
            }
        }))
    }

    /// Returns the index of the word that holds a cell. The constant 0 for one-word boards removes bounds checks.
    #[inline]
    fn word(cell: Cell) -> usize {
        if W == 1 { 0 } else { usize::from(cell.0 >> 6) }
    }
}

/// An iterator over the cells of a set in cell order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize> {
    set: CellSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if W == 1 {
            let bits = self.set.0[0];
            self.set.0[0] &= bits.wrapping_sub(1);
            return (bits != 0).then(|| Cell(bits.trailing_zeros() as u16));
        }
        while self.word < W {
            let bits = &mut self.set.0[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Cell((64 * self.word as u32 + bit) as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for &CellSet<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;

    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Implements a binary operator and its assigning form word by word.
macro_rules! word_by_word {
    ($op:ident, $method:ident, $assign_op:ident, $assign:ident, |$a:ident, $b:ident| $body:expr) => {
        impl<const W: usize> $op for CellSet<W> {
            type Output = CellSet<W>;

            #[inline]
            fn $method(self, other: CellSet<W>) -> CellSet<W> {
                CellSet(std::array::from_fn(|i| {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    $body
                }))
            }
        }

        impl<const W: usize> $assign_op for CellSet<W> {
            #[inline]
            fn $assign(&mut self, other: CellSet<W>) {
                *self = $op::$method(*self, other);
            }
        }
    };
}

word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
word_by_word!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_lists_and_removes_cells_of_every_word() {
        let cells = [0, 63, 64, 200, 468].map(Cell);
        let mut set: CellSet<8> = cells.into_iter().collect();
        assert!(set.iter().eq(cells));
        assert_eq!(set.len(), 5);
        assert_eq!(set.first(), Some(Cell(0)));
        set.remove(Cell(0));
        assert!(!set.contains(Cell(0)));
        assert!(set.contains(Cell(63)));
        assert_eq!((set - set).first(), None);
    }

    #[test]
    fn first_cells_contains_the_requested_number_of_cells() {
        for cells in [61, 64, 331, 361, 469] {
            assert_eq!(CellSet::<8>::first_cells(cells).len(), u32::from(cells));
        }
    }
}
