//! Events of a ply.

use super::combat::Fight;
use super::outcome::Outcome;
use crate::scenario::Node;
use crate::side::Side;

/// Why an order was rejected. A rejected order has no effect but counts towards the budget.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OrderRejection {
    /// The order comes after the first `actionBudget` orders of the ply.
    BudgetExceeded,
    /// The amount is not a positive integer.
    BadAmount,
    /// The player cannot pay for the troops.
    InsufficientSupply,
    /// The start node of a move is unknown.
    UnknownFrom,
    /// The target node of a move is unknown.
    UnknownTo,
    /// No edge connects start and target.
    NotAdjacent,
    /// The player has fewer troops on the start node than the move needs.
    InsufficientStrength,
    /// The `type` is not `pass`, `reinforce` or `move`.
    UnknownType,
}

impl OrderRejection {
    /// All rejections, in the order in which the documentation lists them.
    pub const ALL: [OrderRejection; 8] = [
        OrderRejection::BudgetExceeded,
        OrderRejection::BadAmount,
        OrderRejection::InsufficientSupply,
        OrderRejection::UnknownFrom,
        OrderRejection::UnknownTo,
        OrderRejection::NotAdjacent,
        OrderRejection::InsufficientStrength,
        OrderRejection::UnknownType,
    ];

    /// Returns the stable code used in files, such as `bad_amount`.
    pub const fn code(self) -> &'static str {
        match self {
            OrderRejection::BudgetExceeded => "budget_exceeded",
            OrderRejection::BadAmount => "bad_amount",
            OrderRejection::InsufficientSupply => "insufficient_supply",
            OrderRejection::UnknownFrom => "unknown_from",
            OrderRejection::UnknownTo => "unknown_to",
            OrderRejection::NotAdjacent => "not_adjacent",
            OrderRejection::InsufficientStrength => "insufficient_strength",
            OrderRejection::UnknownType => "unknown_type",
        }
    }

    /// Returns the rejection with this [`OrderRejection::code`]; `None` for other texts.
    pub fn from_code(code: &str) -> Option<OrderRejection> {
        OrderRejection::ALL.into_iter().find(|rejection| rejection.code() == code)
    }

    /// Returns a message for the player that describes the error and what is accepted instead.
    pub const fn message(self) -> &'static str {
        match self {
            OrderRejection::BudgetExceeded => "more actions than the budget of this ply allows; the first ones count",
            OrderRejection::BadAmount => "\"amount\" has to be a positive integer",
            OrderRejection::InsufficientSupply => "this costs more supply than there is",
            OrderRejection::UnknownFrom => "\"from\" is not the id of a node",
            OrderRejection::UnknownTo => "\"to\" is not the id of a node",
            OrderRejection::NotAdjacent => "no edge joins these nodes; troops move one edge at a time",
            OrderRejection::InsufficientStrength => "this node has fewer troops than the move needs",
            OrderRejection::UnknownType => "\"type\" has to be \"pass\", \"reinforce\" or \"move\"",
        }
    }
}

/// Income, an effect of an order, or the end of the match.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The active player received supply.
    Income {
        /// Player whose ply begins.
        player: Side,
        /// Base income plus the yields of the player's nodes.
        amount: u64,
        /// Supply of the player including the income.
        supply_after: u64,
    },
    /// An order was rejected.
    Invalid {
        /// Player who gave the order.
        player: Side,
        /// Why it was rejected.
        reason: OrderRejection,
    },
    /// The active player bought troops.
    Reinforced {
        /// Player who paid for the troops.
        player: Side,
        /// Headquarters where the troops appeared.
        location: Node,
        /// Number of new troops, at least 1.
        amount: u64,
        /// Supply left to the player.
        supply_after: u64,
        /// Troops of the player at `location` afterwards.
        strength_after: u64,
    },
    /// Troops moved. A resulting fight or capture follows as an event of its own.
    Moved {
        /// Player whose troops moved.
        player: Side,
        /// Node that the troops left.
        from: Node,
        /// Neighbour of `from` that the troops entered.
        to: Node,
        /// Number of troops that moved, at least 1.
        amount: u64,
        /// Troops of the player left at `from`.
        from_after: u64,
        /// Troops of the player at `to` before any fight.
        to_after: u64,
    },
    /// Troops of both players fought.
    Fought {
        /// Node that the attacker entered.
        location: Node,
        /// Strengths before the fight, random number, and troops left to the winner.
        fight: Fight,
    },
    /// A node changed its owner.
    Captured {
        /// Node that the troops of `owner` occupy.
        location: Node,
        /// Owner from now on, who receives the yield of the node.
        owner: Side,
    },
    /// The match ended; no event follows.
    Ended(Outcome),
}

/// Receiver of the events of a ply. `()` ignores them at no cost; a `Vec<EventRecord>` collects them.
pub trait Observer {
    /// Called for each event in order; `order` is the index of the submitted order that caused it, if one did.
    fn observe(&mut self, order: Option<usize>, event: Event);
}

impl Observer for () {
    #[inline]
    fn observe(&mut self, _: Option<usize>, _: Event) {}
}

/// An event together with the order that caused it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EventRecord {
    /// Index of the submitted order, from 0; `None` for income and the end by the turn cap.
    pub order: Option<usize>,
    /// The event itself.
    pub event: Event,
}

impl Observer for Vec<EventRecord> {
    fn observe(&mut self, order: Option<usize>, event: Event) {
        self.push(EventRecord { order, event });
    }
}
