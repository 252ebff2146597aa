//! The cells around a cell, and which of them are connected with each other.

use crate::board::kind::Cell;

/// The numbers of the directions of square boards, going once around a cell.
const SQUARE_AROUND: [usize; 8] = [0, 1, 2, 7, 4, 5, 6, 3];
/// The numbers of the directions of hexagonal boards, going once around a cell.
const HEX_AROUND: [usize; 6] = [0, 1, 2, 3, 4, 5];

/// For each set of free cells around a cell of a square board: whether those that share an edge with the cell are connected.
const SQUARE_CONNECTED: [u64; 4] = connected_around(8, 2);
/// For each set of free cells around a cell of a hexagonal board: whether they are connected.
const HEX_CONNECTED: [u64; 4] = connected_around(6, 1);

/// Returns the numbers of the directions, going once around a cell.
#[inline]
pub(super) const fn directions(is_hexagonal: bool) -> &'static [usize] {
    if is_hexagonal { &HEX_AROUND } else { &SQUARE_AROUND }
}

/// Reports whether the territory neighbours of a cell among some free cells around it are connected by them. Bit `n` of `free` is the cell
/// in the direction with index `n` of [`directions`].
#[inline]
pub(super) const fn is_connected(is_hexagonal: bool, free: usize) -> bool {
    let table = if is_hexagonal { &HEX_CONNECTED } else { &SQUARE_CONNECTED };
    table[free >> 6] >> (free & 63) & 1 == 1
}

/// Returns the bits of [`is_connected`] for free cells around a cell of the 8 × 8 board, without a look at each direction.
#[inline]
pub(super) const fn places8(cell: Cell, free: u64) -> usize {
    // Moves the cell to bit 9, so that the rows around it begin at bits 0, 8 and 16.
    let rows = free.rotate_right(cell.0 as u32 + 64 - 9) as usize;
    let (right, left, below) = (rows >> 10 & 1, rows >> 4 & 1 << 4, (rows & 7) << 5);
    let above = rows >> 17 & 1 << 1 | rows >> 15 & 1 << 2 | rows >> 13 & 1 << 3;
    right | above | left | below
}

/// Returns a table with one bit for each set of free cells among `places` cells around a cell: whether those at multiples of
/// `neighbour` are connected by free cells that follow each other.
const fn connected_around(places: usize, neighbour: usize) -> [u64; 4] {
    let mut table = [0; 4];
    let mut free = 0;
    while free < 1 << places {
        // Going around, a run of free cells ends where a closed cell follows.
        let mut runs = 0;
        let mut first = 0;
        while first < places {
            let starts_run = free >> first & 1 == 1 && free >> ((first + places - 1) % places) & 1 == 0;
            let mut has_neighbour = false;
            let mut step = 0;
            while starts_run && step < places && free >> ((first + step) % places) & 1 == 1 {
                has_neighbour |= ((first + step) % places).is_multiple_of(neighbour);
                step += 1;
            }
            runs += has_neighbour as u32;
            first += 1;
        }
        if runs <= 1 {
            table[free >> 6] |= 1 << (free & 63);
        }
        free += 1;
    }
    table
}
