//! Players, sets of players, and values kept one per player.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most players a game can have (RR-CANON-R010).
pub const MAX_PLAYERS: usize = 4;

/// A seat at the table; seat 1 moves first (RR-CANON-R010).
///
/// Its `Display` form is the seat number, `1` to `4`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// Seat 1.
    One,
    /// Seat 2.
    Two,
    /// Seat 3.
    Three,
    /// Seat 4.
    Four,
}

impl Player {
    /// All seats in order.
    pub const ALL: [Player; MAX_PLAYERS] = [Player::One, Player::Two, Player::Three, Player::Four];

    /// The first `players` seats, in order.
    pub fn seats(players: u8) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        Player::ALL[..usize::from(players).min(MAX_PLAYERS)].iter().copied()
    }

    /// The seat with this number, counted from 1.
    pub const fn from_seat(seat: u8) -> Option<Player> {
        match seat {
            1 => Some(Player::One),
            2 => Some(Player::Two),
            3 => Some(Player::Three),
            4 => Some(Player::Four),
            _ => None,
        }
    }

    /// The seat number, counted from 1.
    pub const fn seat(self) -> u8 {
        self as u8 + 1
    }

    /// The index of this player in arrays, counted from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat after this one in a game of `players` seats, cyclically.
    pub const fn next(self, players: u8) -> Player {
        Player::ALL[(self.index() + 1) % players as usize]
    }

    /// The player stored in the two low bits.
    pub(crate) const fn from_bits(bits: u8) -> Player {
        Player::ALL[(bits & 3) as usize]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seat())
    }
}

/// One value for every seat; seats that do not play keep the default.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPlayer<T>(pub [T; MAX_PLAYERS]);

impl<T> ByPlayer<T> {
    /// The values of the first `players` seats, in order.
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

/// A set of players.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The set without players.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Adds a player.
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player as u8;
    }

    /// Whether the player is in the set.
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player as u8 & 1 == 1
    }

    /// The number of players in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no player is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every player of this set is in `other`, and `other` has more (a proper subset).
    pub const fn is_proper_subset(self, other: PlayerSet) -> bool {
        self.0 & !other.0 == 0 && self.0 != other.0
    }

    /// The players in seat order.
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
