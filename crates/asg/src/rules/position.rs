//! Positions and the rules of a ply.

use super::combat::{Combat, Fight, Luck, Rules};
use super::event::{Event, Observer, OrderRejection};
use super::order::Order;
use super::outcome::Outcome;
use crate::limits::MAX_AMOUNT;
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Owner, Side};

/// Owner of a node and the troops on it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct NodeState {
    /// Player who owns the node, or neutral.
    pub owner: Owner,
    /// Troops of each player, 0 to [`MAX_AMOUNT`].
    ///
    /// Both players can have troops on a node if the scenario starts that way, or if a player reinforces headquarters that
    /// the enemy occupies. They fight only when troops move in.
    pub forces: BySide<u64>,
}

/// Public state of a match at the start of a ply: everything except the random generator.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Position {
    ply: u64,
    active: Side,
    supplies: BySide<u64>,
    /// Sum of the yields of each player's nodes. It is not capped, so that a lost node can be subtracted exactly.
    yields: BySide<u128>,
    nodes: Vec<NodeState>,
    outcome: Option<Outcome>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { nodes: self.nodes.clone(), ..*self }
    }

    /// Copies `source` and reuses the allocation of `self`; searches rely on it for speed.
    fn clone_from(&mut self, source: &Position) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clone_from(&source.nodes);
        *self = Position { nodes, ..*source };
    }
}

impl Position {
    /// Returns the start position of a scenario.
    pub fn start(scenario: &Scenario) -> Position {
        let file = scenario.file();
        let forces = |id: &String| file.initial_state.node_forces.get(id).copied().unwrap_or_default();
        let nodes: Vec<NodeState> =
            file.map.nodes.iter().map(|node| NodeState { owner: node.owner, forces: forces(&node.id) }).collect();
        Position {
            ply: 0,
            active: file.starting_player,
            supplies: file.initial_state.player_supply,
            yields: yields(scenario, &nodes),
            nodes,
            outcome: None,
        }
    }

    /// Returns the start position with other values, for positions that were written to a file. `nodes` has one state for each node in
    /// scenario order; other lengths and amounts above [`MAX_AMOUNT`] return `None`.
    pub(crate) fn restored(
        scenario: &Scenario,
        (ply, active, supplies): (u64, Side, BySide<u64>),
        nodes: Vec<NodeState>,
        outcome: Option<Outcome>,
    ) -> Option<Position> {
        let amounts = nodes.iter().map(|node| node.forces).chain([supplies]);
        let is_valid = amounts.flat_map(|pair| [pair.p1, pair.p2]).all(|amount| amount <= MAX_AMOUNT);
        let yields = yields(scenario, &nodes);
        (is_valid && nodes.len() == scenario.len()).then_some(Position {
            ply,
            active,
            supplies,
            yields,
            nodes,
            outcome,
        })
    }

    /// Returns the number of plies played.
    pub fn ply(&self) -> u64 {
        self.ply
    }

    /// Returns the player whose ply is next.
    #[inline]
    pub fn active(&self) -> Side {
        self.active
    }

    /// Returns the supply of a player, without the income of the next ply.
    #[inline]
    pub fn supply(&self, side: Side) -> u64 {
        self.supplies[side]
    }

    /// Returns the supply that a player receives at the start of their ply.
    #[inline]
    pub fn income(&self, side: Side, scenario: &Scenario) -> u64 {
        add(scenario.settings().base_income, u64::try_from(self.yields[side]).unwrap_or(MAX_AMOUNT))
    }

    /// Returns the supply that a player can spend in their next ply, including that ply's income.
    #[inline]
    pub fn spendable(&self, side: Side, scenario: &Scenario) -> u64 {
        add(self.supplies[side], self.income(side, scenario))
    }

    /// Returns the owner and troops of a node.
    #[inline]
    pub fn node_state(&self, node: Node) -> NodeState {
        self.nodes[node.index()]
    }

    /// Returns all node states in scenario order, so that [`Node::index`] indexes them.
    pub fn node_states(&self) -> &[NodeState] {
        &self.nodes
    }

    /// Returns the result, or `None` while the match runs.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Ends the match with an outcome that does not follow from the rules (forfeit or abort).
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Plays a ply of the active player. Does nothing if the match has ended.
    ///
    /// First the income is paid. Then the orders within the budget are executed in sequence until one ends the match.
    /// Rejected orders have no effect and are reported as [`Event::Invalid`]. Orders beyond the budget are reported
    /// before the others.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        rules: Rules,
        orders: &[Order],
        luck: &mut impl Luck,
        observer: &mut impl Observer,
    ) {
        if self.outcome.is_some() {
            return;
        }
        let player = self.active;
        self.collect_income(scenario, observer);
        let budget = usize::try_from(scenario.settings().action_budget).unwrap_or(usize::MAX).min(orders.len());
        for index in budget..orders.len() {
            observer.observe(Some(index), Event::Invalid { player, reason: OrderRejection::BudgetExceeded });
        }
        for (index, &order) in orders[..budget].iter().enumerate() {
            let mut context = OrderContext { scenario, rules, index, luck, observer };
            if let Err(reason) = self.execute(order, &mut context) {
                observer.observe(Some(index), Event::Invalid { player, reason });
            }
            if self.outcome.is_some() {
                break;
            }
        }
        self.finish_ply(scenario, observer);
    }

    /// Passes the turn to the other player, and ends the match at the turn cap.
    pub(super) fn finish_ply(&mut self, scenario: &Scenario, observer: &mut impl Observer) {
        self.ply += 1;
        self.active = self.active.other();
        if self.outcome.is_none() && self.ply >= scenario.settings().turn_cap_plies {
            self.outcome = Some(Outcome::TURN_CAP);
            observer.observe(None, Event::Ended(Outcome::TURN_CAP));
        }
    }

    /// Pays the income of a ply to the active player.
    pub(super) fn collect_income(&mut self, scenario: &Scenario, observer: &mut impl Observer) {
        let player = self.active;
        let amount = self.income(player, scenario);
        self.supplies[player] = self.spendable(player, scenario);
        observer.observe(None, Event::Income { player, amount, supply_after: self.supplies[player] });
    }

    /// Executes one order; a rejected order has no effect.
    pub(super) fn execute<L: Luck, O: Observer>(
        &mut self,
        order: Order,
        context: &mut OrderContext<'_, L, O>,
    ) -> Result<(), OrderRejection> {
        match order {
            Order::Pass => Ok(()),
            Order::Reinforce { amount } => self.reinforce(amount, context),
            Order::Move { from, to, amount } => self.step(from, to, amount, context),
            Order::Unknown => Err(OrderRejection::UnknownType),
        }
    }

    fn reinforce<L: Luck, O: Observer>(
        &mut self,
        amount: Option<u64>,
        context: &mut OrderContext<'_, L, O>,
    ) -> Result<(), OrderRejection> {
        let player = self.active;
        let amount = amount.ok_or(OrderRejection::BadAmount)?;
        let cost = amount.saturating_mul(context.scenario.settings().reinforce_cost_per_strength);
        let supply_after = self.supplies[player].checked_sub(cost).ok_or(OrderRejection::InsufficientSupply)?;
        self.supplies[player] = supply_after;
        let location = context.scenario.hq(player);
        let troops = &mut self.nodes[location.index()].forces[player];
        *troops = add(*troops, amount);
        let strength_after = *troops;
        context.report(Event::Reinforced { player, location, amount, supply_after, strength_after });
        Ok(())
    }

    fn step<L: Luck, O: Observer>(
        &mut self,
        from: Option<Node>,
        to: Option<Node>,
        amount: Option<u64>,
        context: &mut OrderContext<'_, L, O>,
    ) -> Result<(), OrderRejection> {
        let player = self.active;
        let from = from.ok_or(OrderRejection::UnknownFrom)?;
        let to = to.ok_or(OrderRejection::UnknownTo)?;
        if !context.scenario.are_adjacent(from, to) {
            return Err(OrderRejection::NotAdjacent);
        }
        let amount = amount.ok_or(OrderRejection::BadAmount)?;
        let left =
            self.nodes[from.index()].forces[player].checked_sub(amount).ok_or(OrderRejection::InsufficientStrength)?;
        self.nodes[from.index()].forces[player] = left;
        let troops = &mut self.nodes[to.index()].forces[player];
        *troops = add(*troops, amount);
        let to_after = *troops;
        context.report(Event::Moved { player, from, to, amount, from_after: left, to_after });
        self.fight(to, context);
        self.capture(to, context);
        Ok(())
    }

    /// Resolves a combat if both players have troops on the node.
    fn fight<L: Luck, O: Observer>(&mut self, location: Node, context: &mut OrderContext<'_, L, O>) {
        let attacker = self.active;
        let forces = self.nodes[location.index()].forces;
        if forces[attacker.other()] == 0 {
            return;
        }
        let fraction = context.scenario.settings().combat_variance_fraction;
        let combat = Combat::new(forces[attacker], forces[attacker.other()], fraction);
        let fight = Fight { attacker, combat, result: combat.resolve(context.rules, context.luck) };
        let forces = &mut self.nodes[location.index()].forces;
        *forces = BySide::default();
        forces[fight.winner()] = fight.result.left;
        context.report(Event::Fought { location, fight });
    }

    /// Captures the node if only the active player has troops there and does not own it. Capturing the enemy
    /// headquarters wins the match. Call it after [`Position::fight`], which leaves the troops of only one player.
    fn capture<L: Luck, O: Observer>(&mut self, location: Node, context: &mut OrderContext<'_, L, O>) {
        let player = self.active;
        let state = self.nodes[location.index()];
        if state.forces[player] == 0 || state.owner == player {
            return;
        }
        let gain = u128::from(context.scenario.supply_yield(location));
        if let Some(before) = state.owner.side() {
            self.yields[before] -= gain;
        }
        self.yields[player] += gain;
        self.nodes[location.index()].owner = player.into();
        context.report(Event::Captured { location, owner: player });
        if location == context.scenario.hq(player.other()) {
            let outcome = Outcome::captured(player);
            self.outcome = Some(outcome);
            context.report(Event::Ended(outcome));
        }
    }
}

/// Returns the sum of the yields of each player's nodes.
fn yields(scenario: &Scenario, nodes: &[NodeState]) -> BySide<u128> {
    let mut yields: BySide<u128> = BySide::default();
    for (node, state) in scenario.nodes().zip(nodes) {
        if let Some(side) = state.owner.side() {
            yields[side] += u128::from(scenario.supply_yield(node));
        }
    }
    yields
}

/// Adds two amounts; the sum is capped at [`MAX_AMOUNT`].
#[inline]
fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(MAX_AMOUNT)
}

/// Parameters of the execution of one order.
pub(super) struct OrderContext<'a, L, O> {
    pub(super) scenario: &'a Scenario,
    pub(super) rules: Rules,
    /// Index of the order in the submitted list.
    pub(super) index: usize,
    pub(super) luck: &'a mut L,
    pub(super) observer: &'a mut O,
}

impl<L: Luck, O: Observer> OrderContext<'_, L, O> {
    #[inline]
    fn report(&mut self, event: Event) {
        self.observer.observe(Some(self.index), event);
    }
}
