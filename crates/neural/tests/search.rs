//! Properties of the search: visits, proofs, values, forced decisions and reuse.

use std::collections::HashMap;

use game::GameRng;
use learning::{Decision, Step, StepList};
use neural::{BadEvaluation, Budget, Search, Selection, TreeSettings, result_values};
use ringrift::{BoardKind, Edition, Overrides, Position, PositionOf, Ruleset};

fn start(edition: Edition, players: u8) -> Decision<1> {
    let rules = Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default()).expect("a preset");
    match Position::new(&rules).expect("valid rules") {
        Position::Small(position) => Decision::new(position),
        _ => unreachable!("square8 is small"),
    }
}

/// Evaluates leaves with logits and values that depend only on the position.
fn evaluate(search: &mut Search<1>, leaf: neural::Leaf) {
    let tree = search.tree();
    let position = tree.leaf_decision(leaf).position();
    let hash = position.hash();
    let logits: Vec<f32> = tree
        .leaf_numbers(leaf)
        .iter()
        .map(|&number| ((hash ^ (u64::from(number) * 0x9E37)) % 97) as f32 / 30.0)
        .collect();
    let players = usize::from(position.rules().players);
    let mut values = [0.0; 4];
    values[0] = (hash % 101) as f32 / 200.0 - 0.25;
    for value in &mut values[1..players] {
        *value = -values_share(hash, players);
    }
    search.expand(leaf, &logits, &values).expect("a valid evaluation");
}

fn values_share(hash: u64, players: usize) -> f32 {
    ((hash % 101) as f32 / 200.0 - 0.25) / (players - 1) as f32
}

fn run(search: &mut Search<1>, budget: Budget, rng: &mut GameRng) -> usize {
    search.start(budget, rng);
    let mut evaluations = 0;
    loop {
        match search.select() {
            Selection::Leaf(leaf) => evaluate(search, leaf),
            Selection::Complete => return evaluations,
            Selection::Wait => panic!("nothing waits"),
        }
        evaluations += 1;
    }
}

/// Returns a position within a random game in which the player to move has several choices.
fn midgame(edition: Edition, players: u8, seed: u64, actions: usize) -> Option<Decision<1>> {
    let mut rng = GameRng::seeded(seed);
    let mut decision = start(edition, players);
    for _ in 0..actions {
        decision.play_random(|count| rng.below(count))?;
    }
    let mut steps = StepList::default();
    steps.fill(&decision);
    (steps.steps().len() > 1).then_some(decision)
}

const BUDGET: Budget = Budget { simulations: 60, considered: 12, noise: 1.0 };

#[test]
fn simulations_are_counted_and_policies_add_up() {
    let mut rng = GameRng::seeded(1);
    for (seed, edition) in (0..40).zip(Edition::ALL.iter().cycle()) {
        let Some(decision) = midgame(*edition, 2 + (seed % 3) as u8, seed, 5 + seed as usize) else { continue };
        let mut search = Search::new(&decision, TreeSettings::default());
        let evaluations = run(&mut search, BUDGET, &mut rng);
        assert!(evaluations <= 61, "{evaluations}");
        let tree = search.tree();
        if !tree.is_proven() {
            // The evaluation of the root is a visit too, and so are walks to proven nodes.
            assert_eq!(tree.visits(), 61);
            let below: u32 = (0..tree.edges()).map(|edge| tree.edge(edge).visits).sum();
            assert_eq!(below, 60);
            let visited = (0..tree.edges()).filter(|&edge| tree.edge(edge).visits > 0).count();
            assert!(visited >= tree.edges().min(12), "{visited}");
        }
        let prior: f32 = (0..tree.edges()).map(|edge| tree.edge(edge).prior).sum();
        assert!((prior - 1.0).abs() < 1e-4, "{prior}");
        let policy: f32 = search.policy().iter().sum();
        assert!((policy - 1.0).abs() < 1e-4, "{policy}");
    }
}

#[test]
fn each_step_is_one_edge_and_regions_add_up_their_cells() {
    let mut regions = 0;
    for seed in 0..400 {
        let Some(decision) = midgame(Edition::Canon, 2, seed, 60) else { continue };
        let mut steps = StepList::default();
        steps.fill(&decision);
        if steps.ends().is_empty() {
            continue;
        }
        regions += 1;
        let mut search = Search::new(&decision, TreeSettings::default());
        search.start(BUDGET, &mut GameRng::seeded(1));
        let Selection::Leaf(root) = search.select() else { panic!("the root is a leaf") };
        let numbers = search.tree().leaf_numbers(root).to_vec();
        assert_eq!(numbers, steps.numbers());
        search.expand(root, &vec![0.0; numbers.len()], &[0.0; 4]).expect("a valid evaluation");
        let tree = search.tree();
        assert_eq!(tree.edges(), steps.steps().len());
        let by_step: HashMap<u32, f32> =
            (0..tree.edges()).map(|edge| (tree.edge(edge).number, tree.edge(edge).prior)).collect();
        let mut first = 0;
        for &end in steps.ends() {
            let share = (end - first) as f32 / numbers.len() as f32;
            assert!((by_step[&numbers[first as usize]] - share).abs() < 1e-5);
            first = end;
        }
    }
    assert!(regions > 3, "only {regions} decisions about regions");
}

/// Returns the winning steps of a decision that end the game at once.
fn immediate_wins(decision: &Decision<1>) -> Vec<Step> {
    let mover = decision.position().to_move();
    let mut steps = StepList::default();
    steps.fill(decision);
    let wins = |step: &Step| {
        let mut next = decision.clone();
        next.play_step(*step);
        next.position().outcome().is_some_and(|outcome| outcome.winner == Some(mover))
    };
    steps.steps().iter().copied().filter(wins).collect()
}

/// Finds positions of random games in which the player to move can win at once, but not with every step.
fn positions_with_a_win(edition: Edition, players: u8, count: usize) -> Vec<Decision<1>> {
    let mut found = Vec::new();
    for seed in 0..2000 {
        let mut rng = GameRng::seeded(seed);
        let mut decision = start(edition, players);
        while found.len() < count {
            let mut steps = StepList::default();
            steps.fill(&decision);
            let wins = immediate_wins(&decision).len();
            if wins > 0 && wins < steps.steps().len() {
                found.push(decision.clone());
            }
            if decision.play_random(|count| rng.below(count)).is_none() {
                break;
            }
        }
    }
    found
}

#[test]
fn a_win_at_once_is_found_and_proven() {
    for (edition, players) in [(Edition::Standard, 2), (Edition::Live, 2), (Edition::Standard, 3)] {
        let positions = positions_with_a_win(edition, players, 12);
        assert!(positions.len() >= 6, "{edition:?}: {}", positions.len());
        for decision in positions {
            let mover = decision.position().to_move().index();
            let mut search = Search::new(&decision, TreeSettings::default());
            let budget = Budget { simulations: 3000, considered: 1000, noise: 0.0 };
            run(&mut search, budget, &mut GameRng::seeded(1));
            assert!(search.tree().is_proven());
            assert_eq!(search.tree().values()[mover], 1.0);
            let best = search.best().expect("the game is running");
            let edge = search.tree().edge(best);
            assert!(edge.is_proven && edge.value == Some(1.0));
            // The improved policy has only winning choices.
            let policy = search.policy().to_vec();
            let tree = search.tree();
            for (edge, probability) in policy.into_iter().enumerate() {
                assert!(probability == 0.0 || tree.edge(edge).value == Some(1.0));
            }
        }
    }
}

/// Returns the result under best play for two players by exhaustive search, or `None` if there are too many positions.
fn solve(position: &PositionOf<1>, left: &mut usize) -> Option<f32> {
    let mover = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Some(result_values(outcome.ranks, 2)[0]);
    }
    let mut best: Option<f32> = None;
    for &action in &position.legal_actions() {
        *left = left.checked_sub(1)?;
        let mut next = position.clone();
        next.play_unchecked(action);
        let value = solve(&next, left)?;
        let is_better = best.is_none_or(|best| if mover.index() == 0 { value > best } else { value < best });
        if is_better {
            best = Some(value);
        }
    }
    best
}

#[test]
fn proven_results_agree_with_exhaustive_search() {
    let (mut compared, mut losses) = (0, 0);
    for seed in 0..600 {
        let mut rng = GameRng::seeded(seed);
        let mut decision = start(Edition::Standard, 2);
        let mut past = Vec::new();
        while decision.play_random(|count| rng.below(count)).is_some() {
            past.push(decision.clone());
        }
        let Some(near_end) = past.len().checked_sub(7).and_then(|index| past.get(index)) else { continue };
        let mut left = 20_000;
        let Some(exact) = solve(near_end.position(), &mut left) else { continue };
        let mut search = Search::new(near_end, TreeSettings::default());
        run(&mut search, Budget { simulations: 4000, considered: 16, noise: 0.0 }, &mut GameRng::seeded(seed));
        if search.tree().is_proven() {
            assert_eq!(search.tree().values()[0], exact, "seed {seed}");
            compared += 1;
            losses += u32::from((exact > 0.0) != (near_end.position().to_move().index() == 0));
        }
    }
    assert!(compared >= 20, "only {compared} positions were solved");
    assert!(losses >= 1, "no lost position was proven");
}

#[test]
fn values_of_two_players_are_opposite() {
    for seed in 0..20 {
        let Some(decision) = midgame(Edition::Standard, 2, seed, 30) else { continue };
        let mut search = Search::new(&decision, TreeSettings::default());
        run(&mut search, BUDGET, &mut GameRng::seeded(seed));
        let values = search.tree().values();
        assert!((values[0] + values[1]).abs() < 1e-5, "{values:?}");
        assert_eq!(values[2..], [0.0, 0.0]);
    }
}

#[test]
fn forced_decisions_are_no_nodes() {
    for (seed, edition) in (0..60).zip(Edition::ALL.iter().cycle()) {
        let mut rng = GameRng::seeded(seed);
        let mut decision = start(*edition, 2);
        for _ in 0..40 {
            let mut steps = StepList::default();
            steps.fill(&decision);
            let tree = neural::Tree::new(&decision, TreeSettings::default());
            let mut at_root = StepList::default();
            at_root.fill(tree.decision());
            assert_ne!(at_root.steps().len(), 1);
            if steps.steps().len() != 1 {
                assert_eq!(*tree.decision(), decision);
            }
            if decision.play_random(|count| rng.below(count)).is_none() {
                break;
            }
        }
    }
}

#[test]
fn playing_a_choice_keeps_the_tree_below_it() {
    let mut reused = 0;
    for seed in 0..30 {
        let Some(decision) = midgame(Edition::Live, 2, seed, 20) else { continue };
        let mut search = Search::new(&decision, TreeSettings::default());
        let mut rng = GameRng::seeded(seed);
        for _ in 0..10 {
            run(&mut search, BUDGET, &mut rng);
            let Some(best) = search.best() else { break };
            let (visits, number) = (search.tree().edge(best).visits, search.tree().edge(best).number);
            let mut expected = search.tree().decision().clone();
            expected.play(number as usize).expect("the best choice is legal");
            search.advance(best);
            assert_eq!(search.tree().visits(), visits);
            let root = neural::Tree::new(&expected, TreeSettings::default());
            assert_eq!(search.tree().decision(), root.decision());
            let below: u32 = (0..search.tree().edges()).map(|edge| search.tree().edge(edge).visits).sum();
            assert!(below <= visits);
            reused += below;
        }
    }
    assert!(reused > 500, "{reused}");
}

#[test]
fn several_leaves_can_wait_at_once() {
    let decision = (0..).find_map(|seed| midgame(Edition::Standard, 2, seed, 24)).expect("a midgame position");
    let mut search = Search::new(&decision, TreeSettings::default());
    search.start(Budget { simulations: 200, considered: 16, noise: 0.0 }, &mut GameRng::seeded(1));
    let (mut waiting, mut most) = (Vec::new(), 0);
    loop {
        match search.select() {
            Selection::Leaf(leaf) if waiting.len() < 7 => {
                waiting.push(leaf);
                most = most.max(waiting.len());
            }
            Selection::Leaf(leaf) => {
                waiting.push(leaf);
                waiting.drain(..).rev().for_each(|leaf| evaluate(&mut search, leaf));
            }
            Selection::Wait => waiting.drain(..).for_each(|leaf| evaluate(&mut search, leaf)),
            Selection::Complete => break,
        }
    }
    assert_eq!(most, 7, "several leaves were in flight");
    let tree = search.tree();
    assert!(tree.is_proven() || tree.visits() == 201, "{}", tree.visits());
}

#[test]
fn unusable_evaluations_are_refused() {
    let mut search = Search::new(&start(Edition::Standard, 2), TreeSettings::default());
    search.start(BUDGET, &mut GameRng::seeded(1));
    let Selection::Leaf(leaf) = search.select() else { panic!("the root is a leaf") };
    let count = search.tree().leaf_numbers(leaf).len();
    let good = vec![0.0; count];
    let mut bad = good.clone();
    bad[3] = f32::NAN;
    assert!(matches!(search.expand(leaf, &good[1..], &[0.0; 4]), Err(BadEvaluation::Length { array: "logits", .. })));
    assert!(matches!(search.expand(leaf, &good, &[0.0; 3]), Err(BadEvaluation::Length { array: "values", .. })));
    assert!(matches!(search.expand(leaf, &bad, &[0.0; 4]), Err(BadEvaluation::Logits { .. })));
    assert!(matches!(search.expand(leaf, &good, &[1.5, 0.0, 0.0, 0.0]), Err(BadEvaluation::Values { .. })));
    search.expand(leaf, &good, &[0.0; 4]).expect("the leaf still waits");
}

#[test]
fn searches_move_to_a_decision_below_the_root_and_keep_its_visits() {
    let decision = start(Edition::Standard, 2);
    let mut search = Search::new(&decision, TreeSettings::default());
    run(&mut search, BUDGET, &mut GameRng::seeded(3));
    let most = search.tree().root().choices().filter_map(|choice| choice.node).max_by_key(neural::NodeView::visits);
    let below = most.and_then(|node| node.choices().find_map(|choice| choice.node)).expect("two steps were searched");
    let (wanted, visits) = (below.decision().clone(), below.visits());
    assert!(!search.move_to(&midgame(Edition::Live, 2, 1, 9).expect("a decision")), "it is not in the tree");
    assert_eq!(search.tree().decision(), &decision, "the search has not changed");
    assert!(search.move_to(&wanted));
    assert_eq!((search.tree().decision(), search.tree().visits()), (&wanted, visits));
    run(&mut search, BUDGET, &mut GameRng::seeded(3));
    assert!(search.best().is_some());
}

#[test]
fn given_results_are_proofs() {
    let decision = start(Edition::Standard, 2);
    let mut search = Search::new(&decision, TreeSettings::default());
    run(&mut search, BUDGET, &mut GameRng::seeded(3));
    let best = search.best().expect("the root was searched");
    let lost = search.tree().edge(best).step;
    search.prove_edge(best, &[-1.0, 1.0, 0.0, 0.0]);
    run(&mut search, BUDGET, &mut GameRng::seeded(3));
    let next = search.tree().edge(search.best().expect("the root was searched"));
    assert!(next.step != lost && !next.is_proven, "{next:?}");
    // A choice that was never visited can be proven too.
    let unvisited =
        (0..search.tree().edges()).find(|&edge| search.tree().edge(edge).visits == 0).expect("there is one");
    let won = search.tree().edge(unvisited).step;
    search.prove_edge(unvisited, &[1.0, -1.0, 0.0, 0.0]);
    assert!(search.tree().is_proven());
    assert_eq!(search.tree().values(), [1.0, -1.0, 0.0, 0.0]);
    assert_eq!(search.tree().edge(search.best().expect("the root was searched")).step, won);

    // After the placement, every move ends the turn. The second player wins all leaves, so the root is lost.
    let mut placed = decision;
    placed.play_step(lost);
    let mut search = Search::new(&placed, TreeSettings::default());
    search.start(Budget { simulations: 1_000, considered: 1_000, noise: 0.0 }, &mut GameRng::seeded(1));
    while let Selection::Leaf(leaf) = search.select() {
        if search.tree().leaf_starts_turn(leaf) {
            search.prove(leaf, &[-1.0, 1.0, 0.0, 0.0]);
        } else {
            evaluate(&mut search, leaf);
        }
    }
    assert_eq!((search.tree().is_proven(), search.tree().values()), (true, [-1.0, 1.0, 0.0, 0.0]));
}
