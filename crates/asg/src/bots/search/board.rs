//! Mutable position within a ply, in which the caller decides the result of each fight.

use super::context::SearchContext;
use crate::limits::MAX_AMOUNT;
use crate::rules::{Combat, NodeState, View};
use crate::scenario::Node;
use crate::side::{BySide, Side};

/// Position within a ply.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Board {
    pub nodes: Vec<NodeState>,
    pub supply: BySide<u64>,
    /// Supply that each player receives at the start of their next ply.
    pub income: BySide<u64>,
    /// Troops of each player on all nodes.
    pub troops: BySide<u64>,
    /// Player whose ply it is.
    pub active: Side,
    /// Plies until the turn cap, including this one.
    pub plies_left: u64,
}

impl Board {
    /// Creates the position at the start of a ply, after its income is paid.
    pub(super) fn new(view: &View<'_>) -> Board {
        let (scenario, position) = (view.scenario, view.position);
        let nodes = position.node_states().to_vec();
        let troops = BySide::from_fn(|side| nodes.iter().fold(0, |sum, node| add(sum, node.forces[side])));
        let mut board = Board {
            supply: BySide::from_fn(|side| position.supply(side)),
            income: BySide::from_fn(|side| position.income(side, scenario)),
            troops,
            nodes,
            active: position.active(),
            plies_left: scenario.settings().turn_cap_plies.saturating_sub(position.ply()),
        };
        board.collect_income();
        board
    }

    /// Ends the ply and starts that of the other player.
    pub(super) fn end_ply(&mut self) {
        self.active = self.active.other();
        self.plies_left = self.plies_left.saturating_sub(1);
        self.collect_income();
    }

    fn collect_income(&mut self) {
        let active = self.active;
        self.supply[active] = add(self.supply[active], self.income[active]);
    }

    #[inline]
    pub(super) fn node_state(&self, node: Node) -> NodeState {
        self.nodes[node.index()]
    }

    /// Returns the troops of a player on a node.
    #[inline]
    pub(super) fn troops_at(&self, node: Node, side: Side) -> u64 {
        self.nodes[node.index()].forces[side]
    }

    /// Returns how many troops the active player can buy.
    pub(super) fn affordable(&self, context: &SearchContext<'_>) -> u64 {
        self.supply[self.active] / context.cost()
    }

    /// Returns how many troops the other player can buy in the next ply, including its income.
    pub(super) fn affordable_next(&self, context: &SearchContext<'_>) -> u64 {
        let next = self.active.other();
        add(self.supply[next], self.income[next]) / context.cost()
    }

    /// Buys troops for the active player, who must be able to pay for them.
    pub(super) fn reinforce(&mut self, amount: u64, context: &SearchContext<'_>) {
        let active = self.active;
        self.supply[active] -= amount * context.cost();
        let troops = &mut self.nodes[context.scenario.hq(active).index()].forces[active];
        *troops = add(*troops, amount);
        self.troops[active] = add(self.troops[active], amount);
    }

    /// Moves troops of the active player. Returns the combat at the target, if any; the caller must resolve it with
    /// [`Board::resolve_combat`].
    pub(super) fn step(&mut self, from: Node, to: Node, amount: u64, context: &SearchContext<'_>) -> Option<Combat> {
        let active = self.active;
        self.nodes[from.index()].forces[active] -= amount;
        let forces = &mut self.nodes[to.index()].forces;
        forces[active] = add(forces[active], amount);
        let enemies = forces[active.other()];
        (enemies > 0).then(|| Combat::new(forces[active], enemies, context.combat_variance()))
    }

    /// Applies the result of a combat of the active player; `left` are the troops of the winner.
    pub(super) fn resolve_combat(&mut self, at: Node, attacker_won: bool, left: u64) {
        let winner = if attacker_won { self.active } else { self.active.other() };
        let forces = &mut self.nodes[at.index()].forces;
        let before = *forces;
        *forces = BySide::default();
        forces[winner] = left;
        for side in Side::BOTH {
            let lost = before[side] - if side == winner { left.min(before[side]) } else { 0 };
            self.troops[side] = self.troops[side].saturating_sub(lost);
        }
    }

    /// Captures a node if only the active player has troops there and does not own it. Returns `true` if that wins the
    /// match.
    pub(super) fn capture(&mut self, at: Node, context: &SearchContext<'_>) -> bool {
        let (active, state) = (self.active, self.node_state(at));
        if state.owner == active || state.forces[active] == 0 || state.forces[active.other()] > 0 {
            return false;
        }
        let gain = context.scenario.supply_yield(at);
        if let Some(before) = state.owner.side() {
            self.income[before] = self.income[before].saturating_sub(gain);
        }
        self.income[active] = add(self.income[active], gain);
        self.nodes[at.index()].owner = active.into();
        at == context.scenario.hq(active.other())
    }
}

/// Adds two amounts; the sum is capped at [`MAX_AMOUNT`].
#[inline]
pub(super) fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(MAX_AMOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Bot, Random};
    use crate::maps::library;
    use crate::prng::Prng;
    use crate::rules::{Event, EventRecord, Order, Position, Rules};

    /// Executes an order; a fight ends with the result that it had in the match.
    fn execute(board: &mut Board, order: Order, events: &[EventRecord], context: &SearchContext<'_>) {
        match order {
            Order::Reinforce { amount: Some(amount) } => board.reinforce(amount, context),
            Order::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
                let combat = board.step(from, to, amount, context);
                let fought = events.iter().find_map(|record| match record.event {
                    Event::Fought { fight, .. } => Some(fight),
                    _ => None,
                });
                assert_eq!(combat, fought.map(|fight| fight.combat));
                if let Some(fight) = fought {
                    board.resolve_combat(to, fight.result.attacker_won, fight.result.left);
                }
                board.capture(to, context);
            }
            _ => {}
        }
    }

    #[test]
    fn board_stays_equal_to_the_played_position() {
        let scenario = library::ALL[0].scenario();
        for seed in 1..20 {
            let (mut position, mut luck, mut bot) = (Position::start(&scenario), Prng::new(seed), Random::new(seed));
            while position.outcome().is_none() {
                let before = position.clone();
                let view = View { scenario: &scenario, rules: Rules::V0, position: &before };
                let (context, mut board, orders) = (SearchContext::new(&view), Board::new(&view), bot.choose(&view));
                let mut events: Vec<EventRecord> = Vec::new();
                position.play(&scenario, Rules::V0, &orders, &mut luck, &mut events);
                execute(&mut board, orders[0], &events, &context);
                for side in Side::BOTH {
                    let troops = position.node_states().iter().map(|node| node.forces[side]).sum::<u64>();
                    assert_eq!(board.troops[side], troops);
                    assert_eq!(board.supply[side], position.supply(side));
                    assert_eq!(board.income[side], position.income(side, &scenario));
                }
                assert_eq!(board.nodes, position.node_states());
            }
        }
    }
}
