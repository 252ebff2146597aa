//! Stacks of rings.

use std::fmt;

use crate::player::Player;

/// The maximum number of rings in a stack.
///
/// Stacks in legal play are much lower: a placement must leave a stack that can move or capture, and a capture adds one
/// ring, so the height is at most the longest capture distance plus one (37 on square19 with Manhattan distance).
pub const MAX_HEIGHT: u32 = 63;

/// A sequence of rings (RR-CANON-R021), possibly empty.
///
/// The representation uses two bits per ring, with the top ring in the lowest bits, and one set bit above the bottom
/// ring that marks the end.
///
/// ```
/// use ringrift::{Player::{One, Two}, Stack};
/// let stack: Stack = [Two, One, One].into_iter().collect();
/// assert_eq!(stack.to_string(), "211");
/// assert_eq!((stack.height(), stack.cap(), stack.top()), (3, 2, Some(One)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Stack(u128);

impl Stack {
    /// The stack that has no rings.
    pub const EMPTY: Stack = Stack(1);

    /// Returns a stack of `rings` rings of one player.
    #[inline]
    pub fn uniform(player: Player, rings: u32) -> Stack {
        let mut stack = Stack::EMPTY;
        for _ in 0..rings {
            stack.push_top(player);
        }
        stack
    }

    /// Reports whether the stack has no rings.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// Returns the number of rings (RR-CANON-R022).
    #[inline]
    pub const fn height(self) -> u32 {
        self.end() / 2
    }

    /// Returns the number of the highest set bit, which marks the end.
    #[inline]
    const fn end(self) -> u32 {
        // Nearly all stacks have fewer than 32 rings, which fit one word; one word is faster than two. The lowest bit shows the compiler that the
        // word is not zero, which saves three instructions.
        if self.0 >> 64 == 0 { 63 - (self.0 as u64 | 1).leading_zeros() } else { 127 - self.0.leading_zeros() }
    }

    /// Returns the owner of the top ring, who controls the stack (RR-CANON-R022); `None` if it is empty.
    #[inline]
    pub const fn top(self) -> Option<Player> {
        if self.is_empty() { None } else { Some(Player::from_bits(self.0 as u8)) }
    }

    /// Returns the cap height: the number of consecutive rings of the top colour, counted from the top
    /// (RR-CANON-R022); 0 for an empty stack.
    #[inline]
    pub const fn cap(self) -> u32 {
        let same = Self::ALL_OF[(self.0 & 3) as usize];
        if self.0 >> 64 == 0 {
            ((self.0 as u64 ^ same as u64) | 1 << self.end()).trailing_zeros() / 2
        } else {
            ((self.0 ^ same) | 1 << self.end()).trailing_zeros() / 2
        }
    }

    /// Adds a ring on top (RR-CANON-R023).
    #[inline]
    pub const fn push_top(&mut self, ring: Player) {
        self.0 = self.0 << 2 | ring as u128;
    }

    /// Adds a ring at the bottom (RR-CANON-R023).
    #[inline]
    pub const fn push_bottom(&mut self, ring: Player) {
        let end = 2 * self.height();
        self.0 ^= (1 ^ ring as u128 ^ 4) << end;
    }

    /// Removes and returns the top ring (RR-CANON-R023).
    #[inline]
    pub const fn pop_top(&mut self) -> Option<Player> {
        let ring = self.top();
        if ring.is_some() {
            self.0 >>= 2;
        }
        ring
    }

    /// Removes and returns the cap (RR-CANON-R023).
    #[inline]
    pub const fn pop_cap(&mut self) -> Stack {
        let bits = 2 * self.cap();
        let cap = Stack(self.0 & ((1 << bits) - 1) | 1 << bits);
        self.0 >>= bits;
        cap
    }

    /// Iterates over the rings from bottom to top.
    pub fn rings(self) -> impl Iterator<Item = Player> {
        (0..self.height()).rev().map(move |i| Player::from_bits((self.0 >> (2 * i)) as u8))
    }

    /// Counts the rings of a player.
    pub fn count(self, player: Player) -> u32 {
        // The XOR turns each ring of the player into 00, so the rings with two zero bits are counted.
        let inside = (1 << (2 * self.height())) - 1;
        let other = self.0 ^ Self::ALL_OF[player.index()];
        (!(other | other >> 1) & Self::ALL_OF[1] & inside).count_ones()
    }

    /// Reports whether a ring of the player lies below the top ring.
    pub fn has_buried(self, player: Player) -> bool {
        self.count(player) > u32::from(self.top() == Some(player))
    }

    /// Removes the lowest ring of the player, if there is one.
    pub fn remove_lowest(&mut self, player: Player) {
        let lowest = (0..self.height()).rev().find(|&i| (self.0 >> (2 * i)) as u8 & 3 == player as u8);
        if let Some(i) = lowest {
            let below = self.0 >> (2 * i + 2) << (2 * i);
            self.0 = below | self.0 & ((1 << (2 * i)) - 1);
        }
    }

    /// Returns the bit representation, which is unique for each stack.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// For each player, 64 rings of that player in the bit representation.
    const ALL_OF: [u128; 4] = [0, u128::MAX / 3, u128::MAX / 3 * 2, u128::MAX];
}

impl FromIterator<Player> for Stack {
    /// Collects rings, given from bottom to top.
    ///
    /// # Panics
    /// If there are more than [`MAX_HEIGHT`].
    fn from_iter<I: IntoIterator<Item = Player>>(rings: I) -> Stack {
        let mut stack = Stack::EMPTY;
        for ring in rings {
            assert!(stack.height() < MAX_HEIGHT, "a stack holds at most {MAX_HEIGHT} rings");
            stack.push_top(ring);
        }
        stack
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rings().try_for_each(|ring| write!(f, "{ring}"))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stack({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn stack_behaves_like_a_list_of_rings(rings in proptest::collection::vec(0u8..4, 0..60), bottom in 0u8..4) {
            let rings: Vec<Player> = rings.into_iter().map(Player::from_bits).collect();
            let mut stack: Stack = rings.iter().copied().collect();
            prop_assert!(stack.rings().eq(rings.iter().copied()));
            prop_assert_eq!(stack.height() as usize, rings.len());
            prop_assert_eq!(stack.top(), rings.last().copied());
            let cap = rings.iter().rev().take_while(|&ring| Some(ring) == rings.last()).count();
            prop_assert_eq!(stack.cap() as usize, cap);
            for player in Player::ALL {
                prop_assert_eq!(stack.count(player) as usize, rings.iter().filter(|&&r| r == player).count());
            }
            stack.push_bottom(Player::from_bits(bottom));
            prop_assert!(stack.rings().skip(1).eq(rings.iter().copied()));
            prop_assert_eq!(stack.rings().next(), Some(Player::from_bits(bottom)));
        }

        #[test]
        fn pop_cap_leaves_the_other_rings(rings in proptest::collection::vec(0u8..2, 1..60)) {
            let rings: Vec<Player> = rings.into_iter().map(Player::from_bits).collect();
            let mut stack: Stack = rings.iter().copied().collect();
            let height = stack.height();
            let cap = stack.pop_cap();
            prop_assert_eq!(cap.height() + stack.height(), height);
            prop_assert!(cap.rings().all(|ring| Some(&ring) == rings.last()));
            prop_assert!(stack.top() != rings.last().copied());
            let mut popped: Stack = rings.iter().copied().collect();
            prop_assert_eq!(popped.pop_top(), rings.last().copied());
            prop_assert_eq!(popped.height() + 1, height);
        }
    }
}
