//! What happens in a ply.

use crate::combat::Fight;
use crate::outcome::Outcome;
use crate::scenario::Node;
use crate::side::Side;

/// Why an action had no effect.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// More actions than the budget allows.
    BudgetExceeded,
    /// The amount is not a positive integer.
    BadAmount,
    /// Not enough supply.
    InsufficientSupply,
    /// There is no such node to move from.
    UnknownFrom,
    /// There is no such node to move to.
    UnknownTo,
    /// No edge joins the nodes.
    NotAdjacent,
    /// Not enough troops.
    InsufficientStrength,
    /// It is no action.
    UnknownType,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 8] = [
        Reason::BudgetExceeded,
        Reason::BadAmount,
        Reason::InsufficientSupply,
        Reason::UnknownFrom,
        Reason::UnknownTo,
        Reason::NotAdjacent,
        Reason::InsufficientStrength,
        Reason::UnknownType,
    ];

    /// The code in files, which never changes.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::BudgetExceeded => "budget_exceeded",
            Reason::BadAmount => "bad_amount",
            Reason::InsufficientSupply => "insufficient_supply",
            Reason::UnknownFrom => "unknown_from",
            Reason::UnknownTo => "unknown_to",
            Reason::NotAdjacent => "not_adjacent",
            Reason::InsufficientStrength => "insufficient_strength",
            Reason::UnknownType => "unknown_type",
        }
    }

    /// The reason with a code.
    pub fn from_code(code: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// The reason in words, with what to do instead.
    pub const fn message(self) -> &'static str {
        match self {
            Reason::BudgetExceeded => "more actions than the budget of this ply allows; the first ones count",
            Reason::BadAmount => "\"amount\" has to be a positive integer",
            Reason::InsufficientSupply => "this costs more supply than there is",
            Reason::UnknownFrom => "\"from\" is not the id of a node",
            Reason::UnknownTo => "\"to\" is not the id of a node",
            Reason::NotAdjacent => "no edge joins these nodes; troops move one edge at a time",
            Reason::InsufficientStrength => "there are fewer troops on this node",
            Reason::UnknownType => "\"type\" has to be \"pass\", \"reinforce\" or \"move\"",
        }
    }
}

/// One thing that happened.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player got supply.
    Income {
        /// Who.
        player: Side,
        /// How much.
        amount: u64,
        /// What he has now.
        supply_after: u64,
    },
    /// An action had no effect.
    Invalid {
        /// Whose.
        player: Side,
        /// Why.
        reason: Reason,
    },
    /// New troops came.
    Reinforced {
        /// Whose.
        player: Side,
        /// Where.
        location: Node,
        /// How many.
        amount: u64,
        /// The supply that is left.
        supply_after: u64,
        /// The troops that are there now.
        strength_after: u64,
    },
    /// Troops moved; what follows from it comes behind this.
    Moved {
        /// Whose.
        player: Side,
        /// From where.
        from: Node,
        /// To where.
        to: Node,
        /// How many.
        amount: u64,
        /// His troops that are left behind.
        from_after: u64,
        /// His troops where they arrived, before any fight.
        to_after: u64,
    },
    /// Troops fought.
    Fought {
        /// Where.
        location: Node,
        /// How.
        fight: Fight,
    },
    /// A node changed hands.
    Captured {
        /// Which.
        location: Node,
        /// Whose it is now.
        owner: Side,
    },
    /// The match ended.
    Ended(Outcome),
}

/// Somebody who wants to know what happens. `()` does not, and costs nothing.
pub trait Observer {
    /// Takes note of an event, and of the number of the submitted action that brought it about, if one did.
    fn observe(&mut self, action: Option<usize>, event: Event);
}

impl Observer for () {
    #[inline]
    fn observe(&mut self, _: Option<usize>, _: Event) {}
}

/// An event and the number of the submitted action that brought it about, from 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// The action, if it was one's doing.
    pub action: Option<usize>,
    /// What happened.
    pub event: Event,
}

impl Observer for Vec<Noted> {
    fn observe(&mut self, action: Option<usize>, event: Event) {
        self.push(Noted { action, event });
    }
}
