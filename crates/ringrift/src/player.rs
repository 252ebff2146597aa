//! Players, sets of players, and values per player.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The maximum number of players in a game (RR-CANON-R010).
pub const MAX_PLAYERS: usize = 4;

/// A player, identified by seat; seat 1 moves first (RR-CANON-R010).
///
/// Its `Display` form is the seat number, `1` to `4`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// Seat 1, index 0.
    One,
    /// Seat 2, index 1.
    Two,
    /// Seat 3, index 2.
    Three,
    /// Seat 4, index 3.
    Four,
}

impl Player {
    /// All players in seat order.
    pub const ALL: [Player; MAX_PLAYERS] = [Player::One, Player::Two, Player::Three, Player::Four];

    /// Iterates over the first `players` seats, at most 4, in seat order.
    pub fn seats(players: u8) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        Player::ALL[..usize::from(players).min(MAX_PLAYERS)].iter().copied()
    }

    /// Returns the player of a seat; `None` unless `seat` is 1 to 4.
    pub const fn from_seat(seat: u8) -> Option<Player> {
        match seat {
            1 => Some(Player::One),
            2 => Some(Player::Two),
            3 => Some(Player::Three),
            4 => Some(Player::Four),
            _ => None,
        }
    }

    /// Returns the seat number, 1 to 4.
    pub const fn seat(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the array index of this player, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the player after this one in a game of `players` players; seat 1 follows the last seat.
    pub const fn next(self, players: u8) -> Player {
        let next = self.index() + 1;
        if next < players as usize { Player::ALL[next] } else { Player::One }
    }

    /// Returns the player whose index is in the two lowest bits.
    pub(crate) const fn from_bits(bits: u8) -> Player {
        Player::ALL[(bits & 3) as usize]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seat())
    }
}

/// One value per player, in seat order; unused seats hold the default value.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPlayer<T>(pub [T; MAX_PLAYERS]);

impl<T> ByPlayer<T> {
    /// Returns the values of the first `players` seats, in seat order.
    pub fn of(&self, players: u8) -> &[T] {
        &self.0[..usize::from(players).min(MAX_PLAYERS)]
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// A set of players as a bit set.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The set that contains no player.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Adds a player; no effect if the player is in the set already.
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player as u8;
    }

    /// Reports whether the player is in the set.
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player as u8 & 1 == 1
    }

    /// Returns the number of players in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Reports whether the set has no player.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether this set is a proper subset of `other`: contained in it and not equal.
    pub const fn is_proper_subset(self, other: PlayerSet) -> bool {
        self.0 & !other.0 == 0 && self.0 != other.0
    }

    /// Iterates over the players in seat order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(move |&p| self.contains(p))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> PlayerSet {
        let mut set = PlayerSet::EMPTY;
        for player in players {
            set.insert(player);
        }
        set
    }
}

impl fmt::Debug for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Player::seat)).finish()
    }
}
