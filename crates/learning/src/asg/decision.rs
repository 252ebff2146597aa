//! Matches in which orders are chosen by number.

use std::sync::Arc;

use asg::{Match, Order, OrderRejection, Owner, Rules, Scenario, Side, SteppedMatch};
use game::GameRng;
use ringrift::MAX_PLAYERS;

use super::observation;
use super::order_space::{Amount, OrderChoice, OrderKind, OrderSpace, place};
use crate::batch::{BatchGame, RowLengths};

/// A match in which the active player chooses the orders of a ply one after another, perhaps within the digits of an amount.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderDecision {
    space: Arc<OrderSpace>,
    game: SteppedMatch,
    open: Option<OpenOrder>,
}

/// An order whose amount is being chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenOrder {
    pub(crate) kind: OrderKind,
    /// The digits chosen so far, at their places.
    pub(crate) amount: u64,
    /// The number of digits that are open, at least 1.
    pub(crate) digits: u8,
}

/// A choice that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotLegal {
    /// The number is too large.
    #[error("no choice in this scenario has the number {0}")]
    NoChoice(usize),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The amount of an order is being chosen, and the choice is not a digit.
    #[error("choose the next digit of the amount")]
    WantsDigit,
    /// The choice is a digit, but no amount is being chosen.
    #[error("no amount is being chosen")]
    NoAmount,
    /// The digit would make the amount too large, or begins it with 0.
    #[error("the digit {0} is not possible here; the digits {1} to {2} are")]
    Digit(u8, u64, u64),
    /// The rules reject the order.
    #[error("{}", .0.message())]
    Order(OrderRejection),
}

/// What a choice does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Meaning {
    End,
    Order(Order),
    Open(OpenOrder),
}

impl OrderDecision {
    /// Creates the decision of a match at the start of a ply. The space must be that of its scenario.
    ///
    /// # Panics
    /// If the space belongs to another scenario.
    pub fn new(space: Arc<OrderSpace>, game: &Match) -> OrderDecision {
        assert_eq!(space.scenario(), game.scenario(), "the choices of another scenario");
        OrderDecision { space, game: SteppedMatch::new(game), open: None }
    }

    /// Returns the numbers of the choices.
    pub fn space(&self) -> &Arc<OrderSpace> {
        &self.space
    }

    /// Returns the match within the ply.
    pub fn game(&self) -> &SteppedMatch {
        &self.game
    }

    pub(crate) fn scenario(&self) -> &Scenario {
        self.space.scenario()
    }

    /// Returns the order whose amount is being chosen.
    pub(crate) fn open_order(&self) -> Option<OpenOrder> {
        self.open
    }

    /// Reports whether the amount of an order is being chosen.
    pub fn is_amount_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns the largest amount of an order that the active player can give now.
    pub(crate) fn most(&self, kind: OrderKind) -> u64 {
        let position = self.game.position();
        let player = position.active();
        match kind {
            OrderKind::Reinforce => position.supply(player) / self.scenario().settings().reinforce_cost_per_strength,
            OrderKind::Move { from, .. } => position.node_state(from).forces[player],
        }
    }

    /// Passes the numbers of all legal choices to a function in ascending order, as ranges: the first number and the count.
    pub fn visit_legal(&self, mut visit: impl FnMut(usize, usize)) {
        if self.game.outcome().is_some() {
            return;
        }
        if let Some(open) = self.open {
            let (low, high) = OrderSpace::digits(open.amount, open.digits, self.most(open.kind));
            return visit(1 + low as usize, (high + 1 - low) as usize);
        }
        visit(0, 1);
        if self.game.orders_left() == 0 {
            return;
        }
        OrderSpace::visit_amounts(None, self.most(OrderKind::Reinforce), &mut visit);
        for (edge, &(from, to)) in self.space.edges().iter().enumerate() {
            OrderSpace::visit_amounts(Some(edge), self.most(OrderKind::Move { from, to }), &mut visit);
        }
    }

    /// Returns the numbers of all legal choices in ascending order.
    pub fn legal(&self) -> Vec<usize> {
        let mut numbers = Vec::new();
        self.visit_legal(|first, count| numbers.extend(first..first + count));
        numbers
    }

    /// Returns the order that a choice completes; `None` if it ends the orders or leaves digits of the amount open.
    ///
    /// # Errors
    /// If the choice is not legal.
    pub fn order(&self, index: usize) -> Result<Option<Order>, NotLegal> {
        Ok(match self.meaning(index)? {
            Meaning::Order(order) => Some(order),
            Meaning::End | Meaning::Open(_) => None,
        })
    }

    /// Plays a choice by its number.
    ///
    /// # Errors
    /// If the choice is not legal; the decision is then unchanged.
    pub fn play(&mut self, index: usize) -> Result<(), NotLegal> {
        match self.meaning(index)? {
            Meaning::End => self.game.end_ply(),
            Meaning::Order(order) => {
                self.game.play_order(order).map_err(NotLegal::Order)?;
                self.open = None;
            }
            Meaning::Open(open) => self.open = Some(open),
        }
        Ok(())
    }

    fn meaning(&self, index: usize) -> Result<Meaning, NotLegal> {
        let choice = self.space.choice(index).ok_or(NotLegal::NoChoice(index))?;
        if self.game.outcome().is_some() {
            return Err(NotLegal::Over);
        }
        match (choice, self.open) {
            (OrderChoice::Digit(digit), Some(open)) => self.with_digit(open, digit),
            (_, Some(_)) => Err(NotLegal::WantsDigit),
            (OrderChoice::Digit(_), None) => Err(NotLegal::NoAmount),
            (OrderChoice::End, None) => Ok(Meaning::End),
            (OrderChoice::Order(kind, amount), None) => self.begin(kind, amount),
        }
    }

    fn begin(&self, kind: OrderKind, amount: Amount) -> Result<Meaning, NotLegal> {
        let (least, meaning) = match amount {
            Amount::Exactly(amount) => (u64::from(amount), Meaning::Order(kind.with_amount(amount.into()))),
            Amount::Digits(digits) => {
                (place(digits.into()), Meaning::Open(OpenOrder { kind, amount: 0, digits: digits + 1 }))
            }
        };
        let rejection = match kind {
            _ if self.game.orders_left() == 0 => OrderRejection::BudgetExceeded,
            _ if least <= self.most(kind) => return Ok(meaning),
            OrderKind::Reinforce => OrderRejection::InsufficientSupply,
            OrderKind::Move { .. } => OrderRejection::InsufficientStrength,
        };
        Err(NotLegal::Order(rejection))
    }

    fn with_digit(&self, open: OpenOrder, digit: u8) -> Result<Meaning, NotLegal> {
        let (low, high) = OrderSpace::digits(open.amount, open.digits, self.most(open.kind));
        if !(low..=high).contains(&digit.into()) {
            return Err(NotLegal::Digit(digit, low, high));
        }
        let digits = open.digits - 1;
        let amount = open.amount + u64::from(digit) * place(digits.into());
        Ok(match digits {
            0 => Meaning::Order(open.kind.with_amount(amount)),
            _ => Meaning::Open(OpenOrder { amount, digits, ..open }),
        })
    }

    /// Returns the planes and the scalars of the decision.
    pub fn observation(&self) -> (Vec<f64>, Vec<f64>) {
        let lengths = OrderDecision::row_lengths(&BatchStart { space: self.space.clone(), rules: self.game.rules() });
        let (mut planes, mut scalars) = (vec![0.0; lengths.planes], vec![0.0; lengths.scalars]);
        self.write_planes(&mut planes);
        self.write_scalars(&mut scalars);
        (planes, scalars)
    }

    /// Returns 0 for the owner's node of the player to move, 1 for the opponent's, and 2 for a neutral one.
    pub(crate) fn relative_owner(&self, owner: Owner) -> usize {
        owner.side().map_or(2, |side| usize::from(side != self.game.position().active()))
    }
}

/// The scenario and the rules of a batch.
#[derive(Clone, Debug)]
pub struct BatchStart {
    /// The numbers of the choices in the scenario.
    pub space: Arc<OrderSpace>,
    /// The edition of the rules.
    pub rules: Rules,
}

impl BatchGame for OrderDecision {
    type Start = BatchStart;
    type Plane = f64;
    type Scalar = f64;

    fn start(start: &BatchStart, chance: &mut GameRng) -> OrderDecision {
        /// The number of seeds that the random generator of the rules tells apart.
        const SEEDS: usize = u32::MAX as usize;
        let seed = chance.below(SEEDS) as i64;
        let game = Match::new(start.space.scenario().clone(), start.rules, seed);
        OrderDecision { space: start.space.clone(), game: SteppedMatch::new(&game), open: None }
    }

    fn row_lengths(start: &BatchStart) -> RowLengths {
        RowLengths {
            mask_words: start.space.len().div_ceil(64),
            planes: observation::PLANES.len() * start.space.scenario().len(),
            scalars: observation::SCALARS.len(),
            rewards: Side::BOTH.len(),
        }
    }

    fn check(&self, choice: usize) -> Result<(), String> {
        self.order(choice).map(|_| ()).map_err(|error| error.to_string())
    }

    fn play(&mut self, choice: usize) -> bool {
        OrderDecision::play(self, choice).is_ok()
    }

    fn play_random(&mut self, rng: &mut GameRng) -> Option<usize> {
        let mut total = 0;
        self.visit_legal(|_, count| total += count);
        if total == 0 {
            return None;
        }
        let (mut left, mut number) = (rng.below(total), None);
        self.visit_legal(|first, count| {
            if number.is_none() && left < count {
                number = Some(first + left);
            }
            left = left.saturating_sub(count);
        });
        number.filter(|&number| BatchGame::play(self, number))
    }

    fn rewards(&self) -> Option<[f32; MAX_PLAYERS]> {
        let outcome = self.game.outcome()?;
        let mut rewards = [0.0; MAX_PLAYERS];
        if let Some(winner) = outcome.winner() {
            rewards[winner as usize] = 1.0;
            rewards[winner.other() as usize] = -1.0;
        }
        Some(rewards)
    }

    fn to_move(&self) -> u8 {
        self.game.position().active() as u8
    }

    fn write_mask(&self, mask: &mut [u64]) {
        mask.fill(0);
        self.visit_legal(|first, count| {
            for number in first..first + count {
                mask[number / 64] |= 1 << (number % 64);
            }
        });
    }

    fn write_planes(&self, planes: &mut [f64]) {
        observation::write_planes(self, planes);
    }

    fn write_scalars(&self, scalars: &mut [f64]) {
        observation::write_scalars(self, scalars);
    }
}
