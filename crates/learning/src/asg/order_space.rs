//! The numbers of all choices in a scenario.

use std::sync::Arc;

use asg::{Node, Order, Scenario};

/// The base of the digits in which large amounts are chosen.
const BASE: u64 = 64;

/// The largest number of digits after the first one; 64⁹ exceeds the largest amount of the rules.
const MOST_DIGITS: u64 = 8;

/// The number of choices of an amount: each amount below [`BASE`], and the number of digits of larger ones.
const SLOTS: usize = (BASE - 1 + MOST_DIGITS) as usize;

/// The number of choices before those that begin an order: the end of the orders, and the digits.
const FIRST_ORDER: usize = 1 + BASE as usize;

/// One numbered choice. An order of up to 63 troops is one choice; a larger amount is then chosen digit by digit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum OrderChoice {
    /// Ends the orders of the ply.
    End,
    /// Chooses the next digit of the amount of the order, 0 to 63.
    Digit(u8),
    /// Begins an order.
    Order(OrderKind, Amount),
}

/// An order without its amount.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum OrderKind {
    /// Buys troops at the headquarters.
    Reinforce,
    /// Moves troops along an edge.
    Move {
        /// The node of the troops.
        from: Node,
        /// A neighbour of the node.
        to: Node,
    },
}

impl OrderKind {
    /// Returns the order with an amount.
    pub fn with_amount(self, amount: u64) -> Order {
        match self {
            OrderKind::Reinforce => Order::reinforce(amount),
            OrderKind::Move { from, to } => Order::step(from, to, amount),
        }
    }
}

/// The amount that a choice gives to an order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// This number of troops, 1 to 63. The order is complete.
    Exactly(u8),
    /// At least 64 troops: this number of digits to base 64 follows the first digit, 1 to 8. All digits are chosen next, the highest first.
    Digits(u8),
}

/// The choices in the matches of one scenario, numbered from 0.
///
/// Number 0 ends the orders of the ply, the numbers 1 to 64 are digits, and then follow 71 numbers for each kind of order: buying troops, then
/// moves along each edge in both directions, by the node of the troops in scenario order and by its neighbours in the order of
/// [`Scenario::neighbours`]. The first 63 of these numbers are amounts, the others the number of digits of larger amounts.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Scenario, Side};
/// use learning::asg::{Amount, OrderChoice, OrderKind, OrderSpace};
///
/// let scenario = Arc::new(asg::library::get("scenario_01").expect("a built-in scenario").scenario());
/// let space = OrderSpace::new(scenario);
/// assert_eq!(space.len(), 1 + 64 + 71 * (1 + 26));
/// let choice = OrderChoice::Order(OrderKind::Reinforce, Amount::Exactly(3));
/// assert_eq!((space.index(choice), space.choice(67)), (Some(67), Some(choice)));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct OrderSpace {
    scenario: Arc<Scenario>,
    /// The edges in both directions.
    edges: Vec<(Node, Node)>,
    /// The index of the first edge of each node.
    first_edges: Vec<usize>,
}

impl OrderSpace {
    /// Returns the choices of a scenario.
    pub fn new(scenario: Arc<Scenario>) -> OrderSpace {
        let (mut edges, mut first_edges) = (Vec::new(), Vec::new());
        for from in scenario.nodes() {
            first_edges.push(edges.len());
            edges.extend(scenario.neighbours(from).iter().map(|&to| (from, to)));
        }
        OrderSpace { scenario, edges, first_edges }
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// Returns the edges in both directions, in the order of their numbers.
    pub fn edges(&self) -> &[(Node, Node)] {
        &self.edges
    }

    /// Returns the number of choices.
    #[expect(clippy::len_without_is_empty, reason = "ending the orders is always a choice")]
    pub fn len(&self) -> usize {
        FIRST_ORDER + SLOTS * (1 + self.edges.len())
    }

    /// Returns the number of a choice; `None` if its nodes are not neighbours, or a digit or amount is out of range.
    pub fn index(&self, choice: OrderChoice) -> Option<usize> {
        match choice {
            OrderChoice::End => Some(0),
            OrderChoice::Digit(digit) => (u64::from(digit) < BASE).then(|| 1 + usize::from(digit)),
            OrderChoice::Order(kind, amount) => {
                let slot = match amount {
                    Amount::Exactly(amount) => {
                        (u64::from(amount) < BASE).then(|| usize::from(amount).checked_sub(1))?
                    }
                    Amount::Digits(digits) => {
                        let is_valid = (1..=MOST_DIGITS).contains(&digits.into());
                        is_valid.then_some(BASE as usize - 2 + usize::from(digits))
                    }
                };
                Some(self.first_of(kind)? + slot?)
            }
        }
    }

    /// Returns the choice with a number; `None` if the number is too large.
    pub fn choice(&self, index: usize) -> Option<OrderChoice> {
        if index == 0 {
            return Some(OrderChoice::End);
        }
        let Some(number) = index.checked_sub(FIRST_ORDER) else { return Some(OrderChoice::Digit(index as u8 - 1)) };
        let (kind, slot) = (number / SLOTS, (number % SLOTS) as u8);
        let kind = match kind.checked_sub(1) {
            None => OrderKind::Reinforce,
            Some(edge) => {
                let &(from, to) = self.edges.get(edge)?;
                OrderKind::Move { from, to }
            }
        };
        let amount = match (slot + 1).checked_sub(BASE as u8 - 1) {
            None | Some(0) => Amount::Exactly(slot + 1),
            Some(digits) => Amount::Digits(digits),
        };
        Some(OrderChoice::Order(kind, amount))
    }

    /// Returns the numbers of the choices that make an order; `None` for orders that no choice makes: passing, and malformed ones.
    pub fn numbers(&self, order: Order) -> Option<Vec<usize>> {
        let (kind, amount) = match order {
            Order::Reinforce { amount: Some(amount) } => (OrderKind::Reinforce, amount),
            Order::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
                (OrderKind::Move { from, to }, amount)
            }
            _ => return None,
        };
        let digits = (0..=MOST_DIGITS).rev().find(|&digits| amount >= place(digits))?;
        if digits == 0 {
            return Some(vec![self.index(OrderChoice::Order(kind, Amount::Exactly(amount as u8)))?]);
        }
        let first = self.index(OrderChoice::Order(kind, Amount::Digits(digits as u8)));
        let rest = (0..=digits).rev().map(|digit| OrderChoice::Digit((amount / place(digit) % BASE) as u8));
        first.into_iter().map(Some).chain(rest.map(|choice| self.index(choice))).collect()
    }

    /// Returns the first number of a kind of order.
    fn first_of(&self, kind: OrderKind) -> Option<usize> {
        let edge = match kind {
            OrderKind::Reinforce => 0,
            OrderKind::Move { from, to } => {
                let neighbours = self.scenario.neighbours(from);
                1 + self.first_edges.get(from.index())? + neighbours.iter().position(|&node| node == to)?
            }
        };
        Some(FIRST_ORDER + SLOTS * edge)
    }

    /// Passes the numbers that begin an order of a kind with at most `most` troops to a function, as ranges: the first number and the count.
    /// `edge` is the index of the edge of a move.
    pub(crate) fn visit_amounts(edge: Option<usize>, most: u64, visit: &mut impl FnMut(usize, usize)) {
        if most == 0 {
            return;
        }
        let first = FIRST_ORDER + SLOTS * edge.map_or(0, |edge| 1 + edge);
        visit(first, most.min(BASE - 1) as usize);
        if most >= BASE {
            let digits = (1..=MOST_DIGITS).take_while(|&digits| most >= place(digits)).count();
            visit(first + BASE as usize - 1, digits);
        }
    }

    /// Returns the smallest and largest value of the next digit of an amount: `chosen` are the digits so far, `left` the number of digits
    /// that are open, at least 1, and `most` the largest possible amount.
    pub(crate) fn digits(chosen: u64, left: u8, most: u64) -> (u64, u64) {
        let high = most.saturating_sub(chosen) / place(u64::from(left) - 1);
        (u64::from(chosen == 0), high.min(BASE - 1))
    }
}

/// Returns the value of a digit 1 with this number of digits after it.
pub(crate) fn place(digits: u64) -> u64 {
    1 << (6 * digits)
}
