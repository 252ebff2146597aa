//! Orders by number reach the same positions as plies of a match, in every built-in scenario and at the limits of the rules.

use std::sync::Arc;

use asg::limits::MAX_AMOUNT;
use asg::{Match, Order, Rules, Scenario, Side, library};
use game::GameRng;
use learning::asg::{Amount, BatchStart, NotLegal, OrderChoice, OrderDecision, OrderKind, OrderSpace};
use learning::{Arrays, Batch, BatchError, BatchGame, BatchSettings};

/// Returns the built-in scenarios, and others with amounts and settings at the limits of the rules.
fn scenarios() -> Vec<Arc<Scenario>> {
    let mut scenarios: Vec<Scenario> = library::ALL.iter().map(library::LibraryScenario::scenario).collect();
    let first = scenarios[0].clone();
    let mut rich = first.file().clone();
    rich.id = "rich".to_owned();
    rich.initial_state.player_supply.p1 = MAX_AMOUNT;
    rich.initial_state.player_supply.p2 = 5_000;
    rich.settings.turn_cap_plies = 20;
    for forces in rich.initial_state.node_forces.values_mut() {
        forces.p1 *= 70;
        forces.p2 *= 4_096;
    }
    scenarios.push(Scenario::from_file(&rich).expect("amounts within the limits"));
    let mut settings = *first.settings();
    (settings.action_budget, settings.turn_cap_plies) = (0, 5);
    scenarios.push(first.with_settings(settings).expect("a budget of 0 is valid"));
    scenarios.into_iter().map(Arc::new).collect()
}

/// Plays a match by random choices and compares every ply with a match that plays its orders together.
fn play_by_numbers(scenario: &Arc<Scenario>, rules: Rules, seed: u64, most_steps: usize) {
    let space = Arc::new(OrderSpace::new(scenario.clone()));
    let mut game = Match::new(scenario.clone(), rules, seed as i64);
    let mut decision = OrderDecision::new(space.clone(), &game);
    let mut rng = GameRng::seeded(seed);
    let mut orders = Vec::new();
    for _ in 0..most_steps {
        let legal = decision.legal();
        if decision.game().outcome().is_some() {
            assert_eq!((legal.len(), BatchGame::play_random(&mut decision, &mut rng)), (0, None));
            break;
        }
        assert!(legal.is_sorted());
        let mut mask = vec![u64::MAX; space.len().div_ceil(64)];
        decision.write_mask(&mut mask);
        let marked: Vec<usize> = (0..mask.len() * 64).filter(|n| mask[n / 64] >> (n % 64) & 1 == 1).collect();
        assert_eq!(marked, legal);
        for &number in [&legal[0], &legal[legal.len() / 2], &legal[legal.len() - 1]] {
            assert!(decision.order(number).is_ok());
            assert_eq!(space.choice(number).and_then(|choice| space.index(choice)), Some(number));
        }
        let other = rng.below(space.len() + 10);
        if !legal.contains(&other) {
            let before = decision.clone();
            assert!(decision.play(other).is_err());
            assert_eq!(decision, before);
        }
        let ply = decision.game().position().ply();
        let mut copy = decision.clone();
        let number = BatchGame::play_random(&mut decision, &mut rng).expect("the match runs");
        orders.extend(copy.order(number).expect("the choice is legal"));
        copy.play(number).expect("the choice is legal");
        assert_eq!(copy, decision);
        let position = decision.game().position();
        if position.ply() == ply {
            continue;
        }
        game.play(&orders, &mut ());
        orders.clear();
        let whole = game.position();
        assert_eq!(position.node_states(), whole.node_states());
        assert_eq!((position.active(), position.ply()), (whole.active(), whole.ply()));
        assert_eq!(position.outcome(), whole.outcome());
        if whole.outcome().is_none() {
            let player = whole.active();
            assert_eq!(position.supply(player), whole.spendable(player, scenario));
            assert_eq!(position.supply(player.other()), whole.supply(player.other()));
        }
    }
}

#[test]
fn orders_by_number_reach_the_positions_of_whole_plies() {
    for (seed, scenario) in (1..).zip(scenarios()) {
        for rules in Rules::ALL {
            play_by_numbers(&scenario, rules, seed, 2_000);
        }
    }
}

#[test]
fn every_order_up_to_the_limits_has_numbers() {
    let scenario = scenarios().into_iter().find(|scenario| scenario.file().id == "rich").expect("made above");
    let space = Arc::new(OrderSpace::new(scenario.clone()));
    let start = OrderDecision::new(space.clone(), &Match::new(scenario.clone(), Rules::V0, 1));
    let player = start.game().position().active();
    let most = start.game().position().supply(player) / scenario.settings().reinforce_cost_per_strength;
    assert_eq!(most, MAX_AMOUNT);
    let amounts = (0..53).map(|bit| 1 << bit).chain([63, 65, 4_095, 4_097, 123_456_789, most - 1, most]);
    for amount in amounts {
        let numbers = space.numbers(Order::reinforce(amount)).expect("the amount is within the limits");
        let digits = (64 - amount.leading_zeros()).div_ceil(6) as usize;
        assert_eq!(numbers.len(), if digits == 1 { 1 } else { 1 + digits }, "{amount}");
        let mut decision = start.clone();
        for (i, &number) in numbers.iter().enumerate() {
            assert!(decision.legal().contains(&number), "{amount}: {number}");
            let is_last = i + 1 == numbers.len();
            assert_eq!(decision.order(number), Ok(is_last.then(|| Order::reinforce(amount))));
            decision.play(number).expect("the number of a legal order is legal");
            assert_eq!(decision.is_amount_open(), !is_last);
        }
        let hq = scenario.hq(player);
        let before = start.game().position().node_state(hq).forces[player];
        let after = decision.game().position().node_state(hq).forces[player];
        assert_eq!(after, (before + amount).min(MAX_AMOUNT));
    }
    assert_eq!(space.numbers(Order::Pass), None);
    assert_eq!(space.numbers(Order::Reinforce { amount: None }), None);
    // Digits that would exceed the supply are not legal, and a first digit of 0 is not either.
    let mut decision = start;
    decision.play(space.numbers(Order::reinforce(MAX_AMOUNT)).expect("an amount")[0]).expect("legal");
    assert_eq!(decision.legal(), (2..=32).collect::<Vec<_>>());
    assert_eq!(decision.play(1), Err(NotLegal::Digit(0, 1, 31)));
    assert_eq!(decision.play(33), Err(NotLegal::Digit(32, 1, 31)));
    assert_eq!(decision.play(0), Err(NotLegal::WantsDigit));
}

#[test]
fn moves_are_numbered_by_edge_and_amount() {
    let scenario = scenarios().remove(0);
    let space = OrderSpace::new(scenario.clone());
    assert_eq!(space.edges().len(), 2 * scenario.edge_count());
    for (edge, &(from, to)) in space.edges().iter().enumerate() {
        let choice = OrderChoice::Order(OrderKind::Move { from, to }, Amount::Exactly(1));
        assert_eq!(space.index(choice), Some(1 + 64 + 71 * (1 + edge)));
    }
    assert!((0..space.len()).all(|number| space.choice(number).and_then(|choice| space.index(choice)) == Some(number)));
    assert_eq!(space.choice(space.len()), None);
    let hq = scenario.hq(Side::P1);
    let to_itself = OrderKind::Move { from: hq, to: hq };
    assert_eq!(space.index(OrderChoice::Order(to_itself, Amount::Exactly(1))), None);
    for amount in [Amount::Exactly(0), Amount::Exactly(64), Amount::Digits(0), Amount::Digits(9)] {
        assert_eq!(space.index(OrderChoice::Order(OrderKind::Reinforce, amount)), None);
    }
    assert_eq!(space.index(OrderChoice::Digit(64)), None);
}

/// Arrays of a batch.
#[derive(Clone, PartialEq, Debug)]
struct Owned {
    actions: Vec<i32>,
    masks: Vec<u64>,
    planes: Vec<f64>,
    scalars: Vec<f64>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    to_move: Vec<u8>,
}

impl Owned {
    fn new(batch: &Batch<OrderDecision>) -> Owned {
        let (games, lengths) = (batch.len(), OrderDecision::row_lengths(batch.start()));
        Owned {
            actions: vec![0; games],
            masks: vec![0; games * lengths.mask_words],
            planes: vec![0.0; games * lengths.planes],
            scalars: vec![0.0; games * lengths.scalars],
            rewards: vec![0.0; games * lengths.rewards],
            terminated: vec![0; games],
            truncated: vec![0; games],
            to_move: vec![0; games],
        }
    }

    fn arrays(&mut self) -> Arrays<'_, f64, f64> {
        Arrays {
            actions: &mut self.actions,
            masks: &mut self.masks,
            planes: &mut self.planes,
            scalars: &mut self.scalars,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_move: &mut self.to_move,
        }
    }
}

#[test]
fn a_batch_plays_the_same_matches_with_any_number_of_threads_and_by_its_own_choices() {
    let space = Arc::new(OrderSpace::new(scenarios().remove(0)));
    let start = BatchStart { space, rules: Rules::V1 };
    let settings = BatchSettings { games: 70, seed: 3, max_steps: Some(500), threads: 1 };
    let mut one = Batch::<OrderDecision>::new(start.clone(), &settings).expect("no threads");
    let mut two = Batch::<OrderDecision>::new(start.clone(), &BatchSettings { threads: 2, ..settings.clone() })
        .expect("two threads start");
    let mut told = Batch::<OrderDecision>::new(start, &settings).expect("no threads");
    let (mut a, mut b, mut c) = (Owned::new(&one), Owned::new(&two), Owned::new(&told));
    let (mut ended, mut cut) = (0, 0);
    for _ in 0..600 {
        one.step(None, a.arrays()).expect("random steps are legal");
        two.step(None, b.arrays()).expect("random steps are legal");
        assert_eq!(a, b);
        ended += a.terminated.iter().filter(|&&end| end == 1).count();
        cut += a.truncated.iter().filter(|&&end| end == 1).count();
        told.step(Some(&a.actions), c.arrays()).expect("the choices are legal");
        assert_eq!(a, c);
        for rewards in a.rewards.chunks(2) {
            assert_eq!(rewards[0] + rewards[1], 0.0);
        }
    }
    assert!(ended + cut > 0);
    let error = one.step(Some(&[9; 70]), a.arrays()).expect_err("no amount is being chosen");
    assert!(matches!(error, BatchError::NotLegal { .. }), "{error}");
}

#[test]
fn observations_describe_the_match_for_the_player_to_move() {
    let scenario = scenarios().remove(0);
    let space = Arc::new(OrderSpace::new(scenario.clone()));
    let mut decision = OrderDecision::new(space, &Match::new(scenario.clone(), Rules::V1, 1));
    decision.play(0).expect("the orders can end at once");
    let player = decision.game().position().active();
    assert_ne!(player, scenario.file().starting_player);
    let (planes, scalars) = decision.observation();
    let names = learning::asg::plane_names();
    let value = |name: &str, node: asg::Node| {
        let plane = names.iter().position(|other| other == name).expect("a plane");
        planes[plane * scenario.len() + node.index()]
    };
    let hq = scenario.hq(player);
    let troops = decision.game().position().node_state(hq).forces[player];
    assert_eq!((value("headquarters_0", hq), value("owned_0", hq), value("owned_1", hq)), (1.0, 1.0, 0.0));
    assert_eq!((value("troops_0", hq), value("troops_1", hq)), (troops as f64, 0.0));
    let names = learning::asg::scalar_names();
    let scalar = |name: &str| scalars[names.iter().position(|other| other == name).expect("a scalar")];
    assert_eq!(scalar("supply_0"), decision.game().position().supply(player) as f64);
    assert_eq!((scalar("ply"), scalar("orders_left"), scalar("rule_defender_wins_ties")), (1.0, 6.0, 1.0));
}
