//! Conservation of troops and supply, determinism and hashes.

use asg::{
    BySide, Event, EventRecord, Match, Observer, Order, OrderRejection, Owner, Position, PositionHash, Scenario,
    ScenarioFile, Side, SubmittedOrder,
};
use proptest::prelude::*;

use crate::{any_scenarios, read, rules, scenarios, turns};

/// Returns the troops of each player on all nodes.
fn troops(position: &Position) -> BySide<i128> {
    BySide::from_fn(|side| position.node_states().iter().map(|node| i128::from(node.forces[side])).sum())
}

/// Returns the sum of the yields of a player's nodes.
fn yields(position: &Position, scenario: &Scenario, side: Side) -> u64 {
    let owned = scenario.nodes().filter(|&node| position.node_state(node).owner == side);
    owned.map(|node| scenario.supply_yield(node)).sum()
}

/// Returns the changes of each player's troops and supply according to the events.
fn reported_changes(events: &[EventRecord], scenario: &Scenario) -> (BySide<i128>, BySide<i128>) {
    let (mut troops, mut supply) = (BySide::default(), BySide::default());
    for record in events {
        match record.event {
            Event::Income { player, amount, .. } => supply[player] += i128::from(amount),
            Event::Reinforced { player, amount, .. } => {
                troops[player] += i128::from(amount);
                supply[player] -= i128::from(amount * scenario.settings().reinforce_cost_per_strength);
            }
            Event::Fought { fight, .. } => {
                let attacker = fight.attacker;
                troops[attacker] -= i128::from(fight.combat.attacker);
                troops[attacker.other()] -= i128::from(fight.combat.defender);
                troops[fight.winner()] += i128::from(fight.result.left);
            }
            _ => {}
        }
    }
    (troops, supply)
}

/// Plays a ply and checks that troops, supply and turn change exactly as its events report.
fn check_ply(game: &mut Match, orders: &[SubmittedOrder]) {
    let (scenario, before) = (game.scenario().clone(), game.position().clone());
    let player = before.active();
    let plain: Vec<Order> = orders.iter().map(SubmittedOrder::order).collect();
    let events = game.play_with_events(&plain);
    let after = game.position();
    let (expected_troops, expected_supply) = reported_changes(&events, &scenario);
    for side in Side::BOTH {
        assert_eq!(troops(after)[side] - troops(&before)[side], expected_troops[side], "troops");
        let change = i128::from(after.supply(side)) - i128::from(before.supply(side));
        assert_eq!(change, expected_supply[side], "supply");
        assert_eq!(after.income(side, &scenario), scenario.settings().base_income + yields(after, &scenario, side));
    }
    let income = scenario.settings().base_income + yields(&before, &scenario, player);
    assert_eq!(
        events[0].event,
        Event::Income { player, amount: income, supply_after: before.supply(player) + income },
        "income comes first"
    );
    assert_eq!(after.ply(), before.ply() + 1);
    assert_eq!(after.active(), player.other());
    let ends = events.iter().filter(|record| matches!(record.event, Event::Ended(_))).count();
    assert_eq!(ends, usize::from(after.outcome().is_some()), "the end is reported once");
    check_each_action(&events, orders, &scenario);
}

/// Checks that every order except a pass causes an event, unless it comes after the end of the match.
fn check_each_action(events: &[EventRecord], orders: &[SubmittedOrder], scenario: &Scenario) {
    let budget = scenario.settings().action_budget as usize;
    let end = events.iter().find(|record| matches!(record.event, Event::Ended(_))).and_then(|record| record.order);
    for (index, submitted) in orders.iter().enumerate() {
        let caused: Vec<Event> =
            events.iter().filter(|record| record.order == Some(index)).map(|record| record.event).collect();
        let is_after_end = end.is_some_and(|end| index > end) && index < budget;
        let is_pass = submitted.order() == Order::Pass && index < budget;
        assert_eq!(caused.is_empty(), is_after_end || is_pass, "{submitted:?}");
        let is_over_budget = matches!(caused[..], [Event::Invalid { reason: OrderRejection::BudgetExceeded, .. }]);
        assert_eq!(is_over_budget, index >= budget);
    }
}

/// Observer that ignores all events.
struct Ignore;

impl Observer for Ignore {
    fn observe(&mut self, _: Option<usize>, _: Event) {}
}

proptest! {
    #[test]
    fn troops_and_supply_change_only_as_reported(scenario in scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut game = Match::new(scenario.clone(), rules, seed);
        for turn in &turns {
            if game.outcome().is_none() {
                check_ply(&mut game, &read(turn, &scenario));
            }
        }
    }

    #[test]
    fn replaying_gives_the_same_position(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut games = [0, 1].map(|_| Match::new(scenario.clone(), rules, seed));
        for turn in &turns {
            let plain: Vec<Order> = read(turn, &scenario).iter().map(SubmittedOrder::order).collect();
            let [one, other] = &mut games;
            one.play(&plain, &mut Ignore);
            other.play_with_events(&plain);
            prop_assert_eq!(one.position(), other.position());
            prop_assert_eq!(one.prng(), other.prng());
            prop_assert_eq!(PositionHash::of(one.position()), PositionHash::of(other.position()));
        }
    }

    #[test]
    fn rejected_orders_change_nothing(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut game = Match::new(scenario.clone(), rules, seed);
        for turn in &turns {
            let plain: Vec<Order> = read(turn, &scenario).iter().map(SubmittedOrder::order).collect();
            let mut without = game.clone();
            let events = game.play_with_events(&plain);
            let rejected: Vec<usize> = events
                .iter()
                .filter(|record| matches!(record.event, Event::Invalid { .. }))
                .filter_map(|record| record.order)
                .collect();
            // Rejected orders are replaced by passes instead of removed, because they count towards the budget.
            let replaced: Vec<Order> = plain
                .iter()
                .enumerate()
                .map(|(i, &order)| if rejected.contains(&i) { Order::Pass } else { order })
                .collect();
            without.play(&replaced, &mut ());
            prop_assert_eq!(game.position(), without.position());
            prop_assert_eq!(game.prng(), without.prng());
        }
    }

    #[test]
    fn different_positions_have_different_hashes(scenario in any_scenarios(), at: usize, by in 1..9_u64) {
        let hash = |file: &ScenarioFile| PositionHash::of(&Position::start(&Scenario::from_file(file).unwrap()));
        for change in CHANGES {
            let mut changed = scenario.file().clone();
            change(&mut changed, at % scenario.len(), by);
            prop_assert_ne!(hash(&changed), hash(scenario.file()), "{:?}", changed);
        }
    }
}

/// Changes of a scenario that change its start position; the parameters are a node index and an amount.
const CHANGES: [fn(&mut ScenarioFile, usize, u64); 6] = [
    |file, _, _| file.starting_player = file.starting_player.other(),
    |file, _, by| change_amount(&mut file.initial_state.player_supply.p1, by),
    |file, _, by| change_amount(&mut file.initial_state.player_supply.p2, by),
    |file, at, by| change_amount(&mut forces_at(file, at).p1, by),
    |file, at, by| change_amount(&mut forces_at(file, at).p2, by),
    |file, at, by| {
        let owner = &mut file.map.nodes[at].owner;
        let others: Vec<Owner> = Owner::ALL.into_iter().filter(|other| other != owner).collect();
        *owner = others[by as usize % others.len()];
    },
];

fn change_amount(amount: &mut u64, by: u64) {
    *amount = amount.checked_sub(by).unwrap_or(*amount + by);
}

fn forces_at(file: &mut ScenarioFile, at: usize) -> &mut BySide<u64> {
    let id = file.map.nodes[at].id.clone();
    file.initial_state.node_forces.entry(id).or_default()
}
