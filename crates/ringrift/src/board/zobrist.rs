//! The hash contributions of single cells (Zobrist hashing).
//!
//! Each contribution is a fixed mixing function of the cell and its content, so no table has to be stored or seeded.
//! The hash of a board is the XOR of the contributions of its cells and is updated cell by cell.

use crate::board::kind::Cell;
use crate::board::stack::Stack;
use crate::player::Player;

/// Returns the contribution of a marker.
#[inline]
pub(crate) const fn marker(cell: Cell, owner: Player) -> u64 {
    mix(0x100 | owner as u64, cell.0 as u64)
}

/// Returns the contribution of a collapsed cell.
#[inline]
pub(crate) const fn collapsed(cell: Cell, owner: Player) -> u64 {
    mix(0x200 | owner as u64, cell.0 as u64)
}

/// Returns the contribution of a stack.
#[inline]
pub(crate) const fn stack(cell: Cell, rings: Stack) -> u64 {
    let bits = rings.bits();
    let upper = (bits >> 64) as u64;
    let upper = if upper == 0 { LOW_STACK } else { mix(upper, 0x300) };
    mix(bits as u64, cell.0 as u64 ^ upper)
}

/// The contribution of the upper word of a stack with fewer than 32 rings.
const LOW_STACK: u64 = mix(0, 0x300);

/// Mixes two words into one; the 128-bit product spreads every input bit over the result.
#[inline]
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    let a = a ^ 0x9E37_79B9_7F4A_7C15;
    let b = b.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ 0xA076_1D64_78BD_642F;
    let product = a as u128 * b as u128;
    let folded = (product as u64) ^ (product >> 64) as u64;
    folded.wrapping_mul(0xE703_7ED1_A0B4_28DB) ^ folded >> 29 ^ a.rotate_left(17)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn contributions_differ_for_all_cells_and_contents() {
        let mut seen = HashSet::new();
        for cell in (0..469).map(Cell) {
            for player in Player::ALL {
                assert!(seen.insert(marker(cell, player)));
                assert!(seen.insert(collapsed(cell, player)));
                for height in 1..40 {
                    assert!(seen.insert(stack(cell, Stack::uniform(player, height))));
                }
            }
        }
    }

    #[test]
    fn every_bit_is_set_in_about_half_of_the_contributions() {
        let mut ones = [0u32; 64];
        let mut total = 0;
        for cell in (0..469).map(Cell) {
            for player in Player::ALL {
                for hash in [marker(cell, player), collapsed(cell, player), stack(cell, Stack::uniform(player, 2))] {
                    total += 1;
                    for (bit, count) in ones.iter_mut().enumerate() {
                        *count += (hash >> bit & 1) as u32;
                    }
                }
            }
        }
        for count in ones {
            assert!((total * 4 / 10..=total * 6 / 10).contains(&count), "{count} of {total}");
        }
    }
}
