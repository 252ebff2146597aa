//! Orders of a ply and their possible results.

use super::board::{Board, add};
use super::context::SearchContext;
use crate::rules::{Combat, Order};
use crate::scenario::Node;

/// Maximum number of results that are tracked separately. For further fights, only the more likely
/// result is tracked.
pub(super) const MAX_RESULTS: usize = 4;

/// One possible result of a plan.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlanResult {
    /// Probability, from 0 to 1.
    pub chance: f64,
    pub board: Board,
}

/// Orders of a ply. Every order stays legal whatever the results of the fights before it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub orders: Vec<Order>,
    /// Probability that the orders win the match in this ply.
    pub win: f64,
    /// All other results, most likely first; empty if the plan certainly wins.
    pub results: Vec<PlanResult>,
    /// The player's troops on each node that are there in every possible result. Only these may move on.
    guaranteed: Vec<u64>,
    /// Nodes where a fight can be lost. No troops are guaranteed there for the rest of the ply.
    contested: Vec<Node>,
}

impl Plan {
    /// Creates a plan without orders.
    pub(super) fn new(board: Board) -> Plan {
        let guaranteed = board.nodes.iter().map(|node| node.forces[board.active]).collect();
        let results = vec![PlanResult { chance: 1.0, board }];
        Plan { orders: Vec::new(), win: 0.0, results, guaranteed, contested: Vec::new() }
    }

    /// Reports whether the plan certainly wins the match.
    pub(super) fn is_won(&self) -> bool {
        self.results.is_empty()
    }

    /// Returns the board of the most likely result. The plan must not be won.
    pub(super) fn board(&self) -> &Board {
        &self.results[0].board
    }

    /// Returns the player's troops on a node that are there in every possible result.
    #[inline]
    pub(super) fn guaranteed(&self, node: Node) -> u64 {
        self.guaranteed[node.index()]
    }

    /// Returns how many more orders the budget allows.
    pub(super) fn orders_left(&self, context: &SearchContext<'_>) -> usize {
        context.budget.saturating_sub(self.orders.len())
    }

    /// Adds an order that buys troops.
    pub(super) fn reinforce(&mut self, amount: u64, context: &SearchContext<'_>) {
        let hq = context.scenario.hq(self.board().active);
        for result in &mut self.results {
            result.board.reinforce(amount, context);
        }
        if !self.contested.contains(&hq) {
            self.guaranteed[hq.index()] = add(self.guaranteed(hq), amount);
        }
        self.orders.push(Order::reinforce(amount));
    }

    /// Adds an order that moves guaranteed troops to a neighbour.
    pub(super) fn step(&mut self, from: Node, to: Node, amount: u64, context: &SearchContext<'_>) {
        self.orders.push(Order::step(from, to, amount));
        self.guaranteed[from.index()] -= amount;
        self.guaranteed[to.index()] = self.guaranteed_after(to, amount, context);
        let mut room = MAX_RESULTS - self.results.len();
        for mut result in std::mem::take(&mut self.results) {
            let Some(combat) = result.board.step(from, to, amount, context) else {
                self.arrive(result, to, context);
                continue;
            };
            let odds = split(combat.odds(context.rules), &mut room);
            if odds > 0.0 {
                let mut won = PlanResult { chance: result.chance * odds, board: result.board.clone() };
                won.board.resolve_combat(to, true, left_on_average(combat, true));
                self.arrive(won, to, context);
            }
            if odds < 1.0 {
                result.chance *= 1.0 - odds;
                result.board.resolve_combat(to, false, left_on_average(combat, false));
                self.results.push(result);
            }
        }
        self.results.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }

    /// Captures a node on which only the active player has troops. If that wins the match, adds the chance of the
    /// result to `win`, otherwise adds the result to `results`.
    fn arrive(&mut self, mut result: PlanResult, at: Node, context: &SearchContext<'_>) {
        if result.board.capture(at, context) {
            self.win += result.chance;
        } else {
            self.results.push(result);
        }
    }

    /// Returns the guaranteed troops on a node after `amount` more arrive, and marks the node as contested if a fight
    /// there can be lost.
    fn guaranteed_after(&mut self, to: Node, amount: u64, context: &SearchContext<'_>) -> u64 {
        if self.contested.contains(&to) {
            return 0;
        }
        let together = add(self.guaranteed(to), amount);
        let enemies = self.board().troops_at(to, self.board().active.other());
        let left = worst_left(together, enemies, context);
        if left == 0 {
            self.contested.push(to);
        }
        left
    }
}

/// Returns the attacker's troops left in the worst possible result of a fight: 0 if the attacker can lose.
pub(super) fn worst_left(attacker: u64, defender: u64, context: &SearchContext<'_>) -> u64 {
    Combat::new(attacker, defender, context.combat_variance()).worst_left()
}

/// Returns the odds of a fight, rounded to 0 or 1 if there is no room to track both results.
fn split(odds: f64, room: &mut usize) -> f64 {
    if odds <= 0.0 || odds >= 1.0 {
        return odds;
    }
    if *room == 0 {
        return odds.round();
    }
    *room -= 1;
    odds
}

/// Returns the average number of troops that the given winner has left after a fight.
fn left_on_average(combat: Combat, attacker_wins: bool) -> u64 {
    let lead = combat.attacker as i64 - combat.defender as i64;
    let lead = if attacker_wins { lead } else { -lead };
    let bound = combat.bound as i64;
    let (min, max) = ((lead - bound).max(1), (lead + bound).max(1));
    ((min + max) / 2) as u64
}
