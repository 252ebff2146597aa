//! Observations: a match as arrays of numbers, seen by the player to move.

use asg::{Node, Rules};

use super::decision::OrderDecision;
use super::order_space::OrderKind;

/// The planes, each with one number for each node. Names that end in `_0` belong to the player to move, in `_1` to the opponent.
pub(crate) const PLANES: [&str; 10] = [
    "owned_0",
    "owned_1",
    "neutral",
    "troops_0",
    "troops_1",
    "yield",
    "headquarters_0",
    "headquarters_1",
    "order_from",
    "order_to",
];

/// The scalars.
pub(crate) const SCALARS: [&str; 17] = [
    "supply_0",
    "supply_1",
    "income_0",
    "income_1",
    "orders_left",
    "ply",
    "plies_left",
    "order_reinforce",
    "order_digits",
    "order_amount",
    "order_most",
    "rule_turn_cap",
    "rule_action_budget",
    "rule_base_income",
    "rule_reinforce_cost",
    "rule_combat_variance",
    "rule_defender_wins_ties",
];

/// Returns the names of the planes.
pub fn plane_names() -> Vec<String> {
    PLANES.map(str::to_owned).to_vec()
}

/// Returns the names of the scalars.
pub fn scalar_names() -> Vec<String> {
    SCALARS.map(str::to_owned).to_vec()
}

/// Writes the planes: for each plane the numbers of all nodes in scenario order.
pub(crate) fn write_planes(decision: &OrderDecision, planes: &mut [f64]) {
    let (scenario, position) = (decision.scenario(), decision.game().position());
    let nodes = scenario.len();
    let player = position.active();
    planes.fill(0.0);
    let mut set = |plane: usize, node: Node, value: f64| planes[plane * nodes + node.index()] = value;
    for node in scenario.nodes() {
        let state = position.node_state(node);
        set(decision.relative_owner(state.owner), node, 1.0);
        set(3, node, state.forces[player] as f64);
        set(4, node, state.forces[player.other()] as f64);
        set(5, node, scenario.supply_yield(node) as f64);
    }
    set(6, scenario.hq(player), 1.0);
    set(7, scenario.hq(player.other()), 1.0);
    if let Some(OrderKind::Move { from, to }) = decision.open_order().map(|open| open.kind) {
        set(8, from, 1.0);
        set(9, to, 1.0);
    }
}

/// Writes the scalars.
pub(crate) fn write_scalars(decision: &OrderDecision, scalars: &mut [f64]) {
    let (scenario, game) = (decision.scenario(), decision.game());
    let (position, settings) = (game.position(), scenario.settings());
    let (player, open) = (position.active(), decision.open_order());
    let values = [
        position.supply(player) as f64,
        position.supply(player.other()) as f64,
        position.income(player, scenario) as f64,
        position.income(player.other(), scenario) as f64,
        game.orders_left() as f64,
        position.ply() as f64,
        settings.turn_cap_plies.saturating_sub(position.ply()) as f64,
        f64::from(u8::from(open.is_some_and(|open| open.kind == OrderKind::Reinforce))),
        open.map_or(0.0, |open| f64::from(open.digits)),
        open.map_or(0.0, |open| open.amount as f64),
        open.map_or(0.0, |open| decision.most(open.kind) as f64),
        settings.turn_cap_plies as f64,
        settings.action_budget as f64,
        settings.base_income as f64,
        settings.reinforce_cost_per_strength as f64,
        settings.combat_variance_fraction,
        f64::from(u8::from(game.rules() == Rules::V1)),
    ];
    scalars.copy_from_slice(&values);
}
