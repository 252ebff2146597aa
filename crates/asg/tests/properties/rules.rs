//! The books balance.

use asg::{
    Action, BySide, Event, Game, Noted, Observer, Owner, Position, PositionHash, Reason, Scenario, ScenarioFile, Side,
    Submitted,
};
use proptest::prelude::*;

use crate::{any_scenarios, read, rules, scenarios, turns};

/// The troops of each player.
fn troops(position: &Position) -> BySide<i128> {
    BySide::from_fn(|side| position.places().iter().map(|place| i128::from(place.forces[side])).sum())
}

/// The supply that a player's nodes yield.
fn yields(position: &Position, scenario: &Scenario, side: Side) -> u64 {
    let owned = scenario.nodes().filter(|&node| position.place(node).owner == side);
    owned.map(|node| scenario.supply_yield(node)).sum()
}

/// What the events say that troops and supply of each player changed by.
fn booked(events: &[Noted], scenario: &Scenario) -> (BySide<i128>, BySide<i128>) {
    let (mut troops, mut supply) = (BySide::default(), BySide::default());
    for noted in events {
        match noted.event {
            Event::Income { player, amount, .. } => supply[player] += i128::from(amount),
            Event::Reinforced { player, amount, .. } => {
                troops[player] += i128::from(amount);
                supply[player] -= i128::from(amount * scenario.settings().reinforce_cost_per_strength);
            }
            Event::Fought { fight, .. } => {
                let attacker = fight.attacker;
                troops[attacker] -= i128::from(fight.clash.attacker);
                troops[attacker.other()] -= i128::from(fight.clash.defender);
                troops[fight.winner()] += i128::from(fight.decision.left);
            }
            _ => {}
        }
    }
    (troops, supply)
}

/// Watches that nothing but what the events tell changes.
fn check_ply(game: &mut Game, actions: &[Submitted]) {
    let (scenario, before) = (game.scenario().clone(), game.position().clone());
    let player = before.active();
    let plain: Vec<Action> = actions.iter().map(Submitted::action).collect();
    let events = game.play_with_events(&plain);
    let after = game.position();
    let (booked_troops, booked_supply) = booked(&events, &scenario);
    for side in Side::BOTH {
        assert_eq!(troops(after)[side] - troops(&before)[side], booked_troops[side], "troops");
        let change = i128::from(after.supply(side)) - i128::from(before.supply(side));
        assert_eq!(change, booked_supply[side], "supply");
        assert_eq!(after.income(side, &scenario), scenario.settings().base_income + yields(after, &scenario, side));
    }
    let income = scenario.settings().base_income + yields(&before, &scenario, player);
    assert_eq!(
        events[0].event,
        Event::Income { player, amount: income, supply_after: before.supply(player) + income },
        "income comes first"
    );
    assert_eq!((after.ply(), after.active()), (before.ply() + 1, player.other()));
    let ends = events.iter().filter(|noted| matches!(noted.event, Event::Ended(_))).count();
    assert_eq!(ends, usize::from(after.outcome().is_some()), "the end is told once");
    check_each_action(&events, actions, &scenario);
}

/// Every action up to the end has something to show for it, or is a pass.
fn check_each_action(events: &[Noted], actions: &[Submitted], scenario: &Scenario) {
    let budget = scenario.settings().action_budget as usize;
    let end = events.iter().find(|noted| matches!(noted.event, Event::Ended(_))).and_then(|noted| noted.action);
    for (index, submitted) in actions.iter().enumerate() {
        let told: Vec<Event> =
            events.iter().filter(|noted| noted.action == Some(index)).map(|noted| noted.event).collect();
        let is_after_end = end.is_some_and(|end| index > end) && index < budget;
        let is_silent = told.is_empty();
        assert_eq!(is_silent, is_after_end || (submitted.action() == Action::Pass && index < budget), "{submitted:?}");
        let is_late = matches!(told[..], [Event::Invalid { reason: Reason::BudgetExceeded, .. }]);
        assert_eq!(is_late, index >= budget);
    }
}

/// Forgets everything.
struct Deaf;

impl Observer for Deaf {
    fn observe(&mut self, _: Option<usize>, _: Event) {}
}

proptest! {
    #[test]
    fn troops_and_supply_change_only_as_told(scenario in scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut game = Game::new(scenario.clone(), rules, seed);
        for turn in &turns {
            if game.outcome().is_none() {
                check_ply(&mut game, &read(turn, &scenario));
            }
        }
    }

    #[test]
    fn playing_again_is_the_same(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut games = [0, 1].map(|_| Game::new(scenario.clone(), rules, seed));
        for turn in &turns {
            let plain: Vec<Action> = read(turn, &scenario).iter().map(Submitted::action).collect();
            let [one, other] = &mut games;
            one.play(&plain, &mut Deaf);
            other.play_with_events(&plain);
            prop_assert_eq!(one.position(), other.position());
            prop_assert_eq!(one.prng(), other.prng());
            prop_assert_eq!(PositionHash::of(one.position()), PositionHash::of(other.position()));
        }
    }

    #[test]
    fn refused_orders_change_nothing(scenario in any_scenarios(), rules in rules(), seed: i64, turns in turns()) {
        let mut game = Game::new(scenario.clone(), rules, seed);
        for turn in &turns {
            let plain: Vec<Action> = read(turn, &scenario).iter().map(Submitted::action).collect();
            let mut without = game.clone();
            let events = game.play_with_events(&plain);
            let refused: Vec<usize> = events
                .iter()
                .filter(|noted| matches!(noted.event, Event::Invalid { .. }))
                .filter_map(|noted| noted.action)
                .collect();
            // Passes in their place, because refused orders use up the budget too.
            let kept: Vec<Action> =
                plain.iter().enumerate().map(|(i, &action)| if refused.contains(&i) { Action::Pass } else { action }).collect();
            without.play(&kept, &mut ());
            prop_assert_eq!(game.position(), without.position());
            prop_assert_eq!(game.prng(), without.prng());
        }
    }

    #[test]
    fn positions_that_differ_in_anything_have_other_hashes(scenario in any_scenarios(), at: usize, by in 1..9_u64) {
        let hash = |file: &ScenarioFile| PositionHash::of(&Position::start(&Scenario::from_file(file).unwrap()));
        for change in CHANGES {
            let mut changed = scenario.file().clone();
            change(&mut changed, at % scenario.len(), by);
            prop_assert_ne!(hash(&changed), hash(scenario.file()), "{:?}", changed);
        }
    }
}

/// What a position can differ in: the node and the amount are given.
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
