//! Players and owners of nodes.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
}

impl Side {
    /// Both players, P1 first.
    pub const BOTH: [Side; 2] = [Side::P1, Side::P2];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::P1 => Side::P2,
            Side::P2 => Side::P1,
        }
    }

    /// Returns the name in files: `P1` or `P2`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::P1 => "P1",
            Side::P2 => "P2",
        }
    }

    /// Returns the player with this [`Side::name`]; `None` for other texts.
    pub fn from_name(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Owner of a node.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Owner {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Neither player; the node yields no supply.
    Neutral,
}

impl Owner {
    /// All owners, players first.
    pub const ALL: [Owner; 3] = [Owner::P1, Owner::P2, Owner::Neutral];

    /// Returns the name in files: `P1`, `P2` or `Neutral`.
    pub const fn name(self) -> &'static str {
        match self {
            Owner::P1 => "P1",
            Owner::P2 => "P2",
            Owner::Neutral => "Neutral",
        }
    }

    /// Returns the owner with this [`Owner::name`]; `None` for other texts.
    pub fn from_name(name: &str) -> Option<Owner> {
        Owner::ALL.into_iter().find(|owner| owner.name() == name)
    }

    /// Returns the owning player, or `None` for a neutral node.
    pub const fn side(self) -> Option<Side> {
        match self {
            Owner::P1 => Some(Side::P1),
            Owner::P2 => Some(Side::P2),
            Owner::Neutral => None,
        }
    }
}

impl From<Side> for Owner {
    fn from(side: Side) -> Owner {
        match side {
            Side::P1 => Owner::P1,
            Side::P2 => Owner::P2,
        }
    }
}

impl PartialEq<Side> for Owner {
    fn eq(&self, side: &Side) -> bool {
        *self == Owner::from(*side)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One value per player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
pub struct BySide<T> {
    /// Value of player 1.
    pub p1: T,
    /// Value of player 2.
    pub p2: T,
}

impl<T> BySide<T> {
    /// Creates the two values by calling `make` for P1, then for P2.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { p1: make(Side::P1), p2: make(Side::P2) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::P1 => &self.p1,
            Side::P2 => &self.p2,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::P1 => &mut self.p1,
            Side::P2 => &mut self.p2,
        }
    }
}
