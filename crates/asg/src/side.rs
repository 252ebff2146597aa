//! The two players, and who owns a node.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two players.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    /// The first one.
    P1,
    /// The second one.
    P2,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::P1, Side::P2];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::P1 => Side::P2,
            Side::P2 => Side::P1,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Side::P1 => "P1",
            Side::P2 => "P2",
        }
    }

    /// The side with a name.
    pub fn from_name(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who owns a node.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Owner {
    /// The first player.
    P1,
    /// The second player.
    P2,
    /// Nobody.
    Neutral,
}

impl Owner {
    /// All of them.
    pub const ALL: [Owner; 3] = [Owner::P1, Owner::P2, Owner::Neutral];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Owner::P1 => "P1",
            Owner::P2 => "P2",
            Owner::Neutral => "Neutral",
        }
    }

    /// The owner with a name.
    pub fn from_name(name: &str) -> Option<Owner> {
        Owner::ALL.into_iter().find(|owner| owner.name() == name)
    }

    /// The player, if it is one.
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

/// Something for each player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
pub struct BySide<T> {
    /// The first player's.
    pub p1: T,
    /// The second player's.
    pub p2: T,
}

impl<T> BySide<T> {
    /// Makes both.
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
