//! What orders of ASG may lead to, without telling the luck.

use asg::{Event, EventRecord, Luck, Match, Observer, Order, Position, SubmittedOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{LegalView, Text};

/// How many orders are looked at one by one. Each of them plays all before it again.
const CLOSELY: usize = 100;

/// What a list of orders may lead to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AsgPreview {
    /// Order by order.
    pub orders: Vec<OrderPreview>,
    /// What can be ordered after them, if every fight ends as is likelier.
    pub after: LegalView,
}

/// What an order may lead to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct OrderPreview {
    /// Whether it can be carried out, as far as that is known before any fight.
    pub valid: bool,
    /// Why it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub code: Option<Text>,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub message: Option<Text>,
    /// The most that its amount may be there; told for the first hundred orders, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// The node where it leads to a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight_at: Option<String>,
    /// The chance of the attacker to win it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Whether a fight before it decides if all this holds; it is told for the likelier end of that fight.
    pub after_luck: bool,
}

/// The likelier end of every fight, whatever the seed.
struct Likelier;

impl Luck for Likelier {
    fn noise(&mut self, _: u64) -> i64 {
        0
    }

    fn attacker_wins_tie(&mut self) -> bool {
        false
    }
}

impl AsgPreview {
    /// What orders may lead to. The seed has no part in it.
    pub(crate) fn new(game: &Match, orders: &[Value]) -> AsgPreview {
        let (plan, mut previews) = planned(game, orders);
        let mut events: Vec<EventRecord> = Vec::new();
        let position = after(game, &plan, &mut events);
        let (mut first_fight, mut is_decided) = (None, game.position().outcome().is_some());
        for EventRecord { order: action, event } in events {
            let Some((index, preview)) = action.and_then(|index| Some((index, previews.get_mut(index)?))) else {
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
        AsgPreview { orders: previews, after: offered(game, &position, plan.len(), is_decided) }
    }
}

/// The orders of a plan, and what is known of each before it is carried out.
fn planned(game: &Match, orders: &[Value]) -> (Vec<Order>, Vec<OrderPreview>) {
    let mut plan: Vec<Order> = Vec::new();
    let mut previews = Vec::new();
    for (index, order) in orders.iter().take(asg::limits::MAX_ACTIONS).enumerate() {
        let mut action = SubmittedOrder::read(order, game.scenario()).order();
        let most = if index < CLOSELY { most(game, &after(game, &plan, &mut ()), action) } else { None };
        if order.get("amount").is_some_and(|amount| amount == "all") {
            // One where there is none, so that it is refused for that.
            set_amount(&mut action, most.map(|most| most.max(1)));
        }
        plan.push(action);
        previews.push(OrderPreview { valid: true, most, ..OrderPreview::default() });
    }
    (plan, previews)
}

/// The position after a plan, if every fight ends as is likelier.
fn after(game: &Match, plan: &[Order], events: &mut impl Observer) -> Position {
    let mut position: Position = game.position().clone();
    position.play(game.scenario(), game.rules(), plan, &mut Likelier, events);
    position
}

/// The most that the amount of an order may be, where the orders before it have led.
fn most(game: &Match, position: &Position, action: Order) -> Option<u64> {
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

/// What can be ordered after a plan; nothing, if it is sure to end the match.
fn offered(game: &Match, position: &Position, planned: usize, is_decided: bool) -> LegalView {
    let budget = if is_decided { 0 } else { game.scenario().settings().action_budget };
    let left = budget.saturating_sub(planned.try_into().unwrap_or(u64::MAX));
    let side = game.position().active();
    LegalView::orders(game.scenario(), position, side, left, position.supply(side))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use asg::{Rules, Scenario};
    use serde_json::json;

    use super::*;
    use crate::table::AnyGame;

    /// The first map, with other forces than ten in each headquarters.
    fn game(forces: &Value) -> Match {
        let mut file: Value = serde_json::from_str(asg::library::ALL[0].text).expect("a scenario");
        file["initialState"]["nodeForces"] = forces.clone();
        let scenario = Scenario::parse(&file.to_string()).expect("a scenario");
        Match::new(Arc::new(scenario), Rules::V0, 1)
    }

    fn equal() -> Match {
        game(&json!({ "p1_hq": { "P1": 10, "P2": 0 }, "p2_hq": { "P1": 0, "P2": 10 } }))
    }

    fn step(from: &str, to: &str, amount: impl Into<Value>) -> Value {
        json!({ "type": "move", "from": from, "to": to, "amount": amount.into() })
    }

    /// How many orders are left, how many troops can be bought, and which are where.
    fn left(preview: &AsgPreview) -> (u64, u64, Vec<(&str, u64)>) {
        let LegalView::Asg { budget, reinforce, moves, .. } = &preview.after else { panic!("a view of ASG") };
        (*budget, *reinforce, moves.iter().map(|range| (range.from.as_str(), range.most)).collect())
    }

    fn mosts(preview: &AsgPreview) -> Vec<Option<u64>> {
        preview.orders.iter().map(|order| order.most).collect()
    }

    #[test]
    fn after_no_orders_everything_can_be_ordered() {
        let game = equal();
        assert_eq!(AsgPreview::new(&game, &[]).after, LegalView::new(&AnyGame::Asg(Box::new(game))));
    }

    #[test]
    fn new_forces_walk_on_with_the_others() {
        let buy = json!({ "type": "reinforce", "amount": "all" });
        let plan = [buy, step("p1_hq", "p1_bridge", "all"), step("p1_bridge", "p1_n", 5)];
        let preview = AsgPreview::new(&equal(), &plan);
        assert!(preview.orders.iter().all(|order| order.valid), "{preview:?}");
        assert_eq!(mosts(&preview), [Some(3), Some(13), Some(13)]);
        assert_eq!(left(&preview), (3, 0, vec![("p1_bridge", 8), ("p1_n", 5)]));
    }

    #[test]
    fn those_who_are_likely_to_fall_go_nowhere() {
        let game = game(&json!({ "p1_hq": { "P1": 10, "P2": 0 }, "p1_bridge": { "P1": 0, "P2": 30 } }));
        let preview = AsgPreview::new(&game, &[step("p1_hq", "p1_bridge", 4), step("p1_bridge", "p1_n", "all")]);
        assert_eq!((mosts(&preview), left(&preview)), (vec![Some(10), Some(0)], (4, 3, vec![("p1_hq", 6)])));
        let walk = &preview.orders[1];
        assert_eq!((walk.valid, walk.after_luck, walk.code.as_deref()), (false, true, Some("insufficient_strength")));
    }

    #[test]
    fn nothing_is_ordered_after_the_last_order_or_a_sure_win() {
        let pass = json!({ "type": "pass" });
        assert_eq!(left(&AsgPreview::new(&equal(), &vec![pass; 6])), (0, 0, vec![]));
        let near = game(&json!({ "p2_bridge": { "P1": 2, "P2": 0 } }));
        assert_eq!(left(&AsgPreview::new(&near, &[step("p2_bridge", "p2_hq", 1)])), (0, 0, vec![]));
        let guarded = game(&json!({ "p2_bridge": { "P1": 9, "P2": 0 }, "p2_hq": { "P1": 0, "P2": 7 } }));
        let preview = AsgPreview::new(&guarded, &[step("p2_bridge", "p2_hq", 8)]);
        let (budget, _, moves) = left(&preview);
        assert!(budget == 5 && moves.contains(&("p2_bridge", 1)), "it may fail");
    }

    #[test]
    fn plans_of_any_length_and_shape_are_looked_at() {
        let odd = [json!(7), json!({ "type": "reinforce", "amount": "none" }), step("nowhere", "p1_hq", "all")];
        let preview = AsgPreview::new(&equal(), &odd);
        assert_eq!(mosts(&preview), [None, Some(3), None]);
        assert!(preview.orders.iter().all(|order| !order.valid));
        let long = AsgPreview::new(&equal(), &vec![step("p1_hq", "p1_bridge", "all"); 5_000]);
        assert_eq!((long.orders.len(), long.orders[99].most, long.orders[100].most), (5_000, Some(0), None));
    }
}
