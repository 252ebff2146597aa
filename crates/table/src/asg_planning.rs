//! Preview of ASG orders that reveals odds but not the random outcome.

use api::{AsgPreview, LegalView, OrderPreview};
use asg::{Event, EventRecord, Luck, Match, Observer, Order, Position, SubmittedOrder};
use serde_json::Value;

use crate::view::order_ranges;

/// Number of orders for which the largest possible amount is computed; each computation plays all earlier orders.
const MAX_DETAILED: usize = 100;

/// Gives every fight its likelier outcome, independent of the seed.
struct LikelierOutcome;

impl Luck for LikelierOutcome {
    fn noise(&mut self, _: u64) -> i64 {
        0
    }

    fn attacker_wins_tie(&mut self) -> bool {
        false
    }
}

/// Returns a preview of the orders. The result does not depend on the seed.
pub fn preview(game: &Match, orders: &[Value]) -> AsgPreview {
    let (plan, mut previews) = parse_plan(game, orders);
    let mut events: Vec<EventRecord> = Vec::new();
    let position = position_after(game, &plan, &mut events);
    let (mut first_fight, mut is_decided) = (None, game.position().outcome().is_some());
    for EventRecord { order, event } in events {
        let Some((index, preview)) = order.and_then(|index| Some((index, previews.get_mut(index)?))) else {
            continue;
        };
        match event {
            Event::Invalid { reason, .. } => {
                preview.valid = false;
                (preview.code, preview.message) = (Some(reason.code().into()), Some(reason.message().into()));
            }
            Event::Fought { location, fight } => {
                preview.fight_at = Some(game.scenario().id_of(location).to_owned());
                preview.odds = Some(fight.combat.odds(game.rules()));
                first_fight.get_or_insert(index);
            }
            Event::Ended(_) => is_decided = first_fight.is_none(),
            _ => {}
        }
    }
    for (index, preview) in previews.iter_mut().enumerate() {
        preview.after_luck = first_fight.is_some_and(|first| first < index);
    }
    AsgPreview { orders: previews, after: further_orders(game, &position, plan.len(), is_decided) }
}

/// Parses the orders, replaces the amount `all`, and computes the largest possible amounts.
fn parse_plan(game: &Match, orders: &[Value]) -> (Vec<Order>, Vec<OrderPreview>) {
    let mut plan: Vec<Order> = Vec::new();
    let mut previews = Vec::new();
    for (index, order) in orders.iter().take(asg::limits::MAX_ACTIONS).enumerate() {
        let mut action = SubmittedOrder::read(order, game.scenario()).order();
        let most =
            if index < MAX_DETAILED { max_amount(game, &position_after(game, &plan, &mut ()), action) } else { None };
        if order.get("amount").is_some_and(|amount| amount == "all") {
            // If the maximum is 0, an amount of 1 makes the order fail for lack of troops or supply.
            set_amount(&mut action, most.map(|most| most.max(1)));
        }
        plan.push(action);
        previews.push(OrderPreview { valid: true, most, ..OrderPreview::default() });
    }
    (plan, previews)
}

/// Returns the position after a plan, if every fight has its likelier outcome.
fn position_after(game: &Match, plan: &[Order], events: &mut impl Observer) -> Position {
    let mut position: Position = game.position().clone();
    position.play(game.scenario(), game.rules(), plan, &mut LikelierOutcome, events);
    position
}

/// Returns the largest amount that an order can have in a position.
fn max_amount(game: &Match, position: &Position, action: Order) -> Option<u64> {
    let side = game.position().active();
    match action {
        Order::Reinforce { .. } => Some(position.supply(side) / game.scenario().settings().reinforce_cost_per_strength),
        Order::Move { from, .. } => from.map(|node| position.node_state(node).forces[side]),
        Order::Pass | Order::Unknown => None,
    }
}

fn set_amount(action: &mut Order, new: Option<u64>) {
    if let Order::Reinforce { amount } | Order::Move { amount, .. } = action {
        *amount = new;
    }
}

/// Returns the orders that are possible after a plan; empty if the plan is certain to end the match.
fn further_orders(game: &Match, position: &Position, planned: usize, is_decided: bool) -> LegalView {
    let budget = if is_decided { 0 } else { game.scenario().settings().action_budget };
    let left = budget.saturating_sub(planned.try_into().unwrap_or(u64::MAX));
    let side = game.position().active();
    order_ranges(game.scenario(), position, side, left, position.supply(side))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use asg::{Rules, Scenario};
    use serde_json::json;

    use super::*;
    use crate::AnyGame;
    use crate::view::legal_view;

    /// Returns a game on the first built-in map with the given forces.
    fn game(forces: &Value) -> Match {
        let mut file: Value = serde_json::from_str(asg::library::ALL[0].text).expect("the built-in map is JSON");
        file["initialState"]["nodeForces"] = forces.clone();
        let scenario = Scenario::parse(&file.to_string()).expect("the changed map is valid");
        Match::new(Arc::new(scenario), Rules::V0, 1)
    }

    /// Returns a game with ten troops in each headquarters.
    fn equal_forces() -> Match {
        game(&json!({ "p1_hq": { "P1": 10, "P2": 0 }, "p2_hq": { "P1": 0, "P2": 10 } }))
    }

    fn step(from: &str, to: &str, amount: impl Into<Value>) -> Value {
        json!({ "type": "move", "from": from, "to": to, "amount": amount.into() })
    }

    /// Orders that are still possible after a plan.
    #[derive(PartialEq, Debug)]
    struct RemainingOrders<'a> {
        budget: u64,
        reinforce: u64,
        /// Troops that can move, by node.
        troops: Vec<(&'a str, u64)>,
    }

    fn remaining(preview: &AsgPreview) -> RemainingOrders<'_> {
        let LegalView::Asg { budget, reinforce, moves, .. } = &preview.after else { panic!("expected an ASG view") };
        let troops = moves.iter().map(|range| (range.from.as_str(), range.most)).collect();
        RemainingOrders { budget: *budget, reinforce: *reinforce, troops }
    }

    const NO_ORDERS: RemainingOrders<'static> = RemainingOrders { budget: 0, reinforce: 0, troops: Vec::new() };

    fn max_amounts(preview: &AsgPreview) -> Vec<Option<u64>> {
        preview.orders.iter().map(|order| order.most).collect()
    }

    #[test]
    fn empty_plan_leaves_all_legal_orders() {
        let game = equal_forces();
        assert_eq!(preview(&game, &[]).after, legal_view(&AnyGame::Asg(Box::new(game))));
    }

    #[test]
    fn bought_troops_can_move_in_the_same_ply() {
        let buy = json!({ "type": "reinforce", "amount": "all" });
        let plan = [buy, step("p1_hq", "p1_bridge", "all"), step("p1_bridge", "p1_n", 5)];
        let preview = preview(&equal_forces(), &plan);
        assert!(preview.orders.iter().all(|order| order.valid), "{preview:?}");
        assert_eq!(max_amounts(&preview), [Some(3), Some(13), Some(13)]);
        assert_eq!(
            remaining(&preview),
            RemainingOrders { budget: 3, reinforce: 0, troops: vec![("p1_bridge", 8), ("p1_n", 5)] }
        );
    }

    #[test]
    fn troops_that_probably_lose_their_fight_cannot_move_on() {
        let game = game(&json!({ "p1_hq": { "P1": 10, "P2": 0 }, "p1_bridge": { "P1": 0, "P2": 30 } }));
        let preview = preview(&game, &[step("p1_hq", "p1_bridge", 4), step("p1_bridge", "p1_n", "all")]);
        assert_eq!(max_amounts(&preview), [Some(10), Some(0)]);
        assert_eq!(remaining(&preview), RemainingOrders { budget: 4, reinforce: 3, troops: vec![("p1_hq", 6)] });
        let second = &preview.orders[1];
        assert!(!second.valid);
        assert!(second.after_luck);
        assert_eq!(second.code.as_deref(), Some("insufficient_strength"));
    }

    #[test]
    fn full_plan_leaves_no_orders() {
        let pass = json!({ "type": "pass" });
        assert_eq!(remaining(&preview(&equal_forces(), &vec![pass; 6])), NO_ORDERS);
    }

    #[test]
    fn certain_win_leaves_no_orders() {
        let game = game(&json!({ "p2_bridge": { "P1": 2, "P2": 0 } }));
        assert_eq!(remaining(&preview(&game, &[step("p2_bridge", "p2_hq", 1)])), NO_ORDERS);
    }

    #[test]
    fn probable_win_leaves_orders_because_the_fight_may_be_lost() {
        let game = game(&json!({ "p2_bridge": { "P1": 9, "P2": 0 }, "p2_hq": { "P1": 0, "P2": 7 } }));
        let preview = preview(&game, &[step("p2_bridge", "p2_hq", 8)]);
        let remaining = remaining(&preview);
        assert_eq!(remaining.budget, 5);
        assert!(remaining.troops.contains(&("p2_bridge", 1)));
    }

    #[test]
    fn malformed_orders_are_invalid() {
        let malformed = [json!(7), json!({ "type": "reinforce", "amount": "none" }), step("nowhere", "p1_hq", "all")];
        let preview = preview(&equal_forces(), &malformed);
        assert_eq!(max_amounts(&preview), [None, Some(3), None]);
        assert!(preview.orders.iter().all(|order| !order.valid));
    }

    #[test]
    fn long_plans_have_details_for_the_first_hundred_orders() {
        let preview = preview(&equal_forces(), &vec![step("p1_hq", "p1_bridge", "all"); 5_000]);
        assert_eq!(preview.orders.len(), 5_000);
        assert_eq!(preview.orders[99].most, Some(0));
        assert_eq!(preview.orders[100].most, None);
    }
}
