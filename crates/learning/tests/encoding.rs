//! The encoding agrees with the engine in random games of every edition, board and number of players.

use std::collections::HashSet;

use game::GameRng;
use learning::{
    ActionSpace, AnyBatch, AnyDecision, Arrays, BatchError, BatchSettings, Choice, Decision, ObservationSpace, StepList,
};
use ringrift::{
    Action, BoardKind, Edition, MAX_PLAYERS, Overrides, Phase, Position, PositionOf, PositionVisitor, Ruleset, Symmetry,
};

/// Returns the rules of every edition on every board for two to four players.
fn rulesets() -> Vec<Ruleset> {
    let mut rulesets = Vec::new();
    for &edition in Edition::ALL {
        for board in BoardKind::ALL {
            let (rings, line_length) = if board.cells() <= 64 { (18, 3) } else { (36, 4) };
            let given =
                Overrides { rings_per_player: Some(rings), line_length: Some(line_length), ..Overrides::default() };
            for players in 2..=4 {
                let rules = Ruleset::new(edition, board, players, &Overrides::default())
                    .or_else(|_| Ruleset::new(edition, board, players, &given));
                rulesets.push(rules.expect("presets with rings and line length are valid"));
            }
        }
    }
    rulesets
}

/// Plays random games by numbers of choices and compares every decision with the legal actions.
struct PlayByNumbers {
    seed: u64,
    steps: usize,
}

impl PositionVisitor for PlayByNumbers {
    /// The phases that occurred.
    type Output = HashSet<&'static str>;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> HashSet<&'static str> {
        let space = ActionSpace::new(start.rules().board);
        let mut rng = GameRng::seeded(self.seed);
        let mut decision = Decision::new(start.clone());
        let mut phases = HashSet::new();
        for _ in 0..self.steps {
            let position = decision.position().clone();
            if position.outcome().is_some() {
                decision.reset(start);
                continue;
            }
            phases.insert(position.phase().name());
            let legal: HashSet<Action> = position.legal().collect();
            let mut numbers = Vec::new();
            decision.for_each_choice(|choice| {
                let index = space.index(choice).expect("a legal choice has a number");
                assert_eq!(space.choice(index), Some(choice));
                numbers.push(index);
            });
            // Every legal action is reached, and nothing else.
            let mut reached = HashSet::new();
            for &index in &numbers {
                match decision.action(index).expect("numbers of the mask are legal") {
                    Some(action) => reached.extend([action]),
                    None => {
                        let mut slid = decision.clone();
                        slid.play(index).expect("the slide is legal");
                        slid.for_each_choice(|price| {
                            let price = space.index(price).expect("a price has a number");
                            reached.extend(slid.action(price).expect("prices of the mask are legal"));
                        });
                    }
                }
            }
            if decision.slide().is_none() {
                assert_eq!(reached, legal, "{:?} {:?}", position.phase(), start.rules());
            }
            let mut mask = vec![0; space.len().div_ceil(64)];
            decision.write_mask(&mut mask);
            let marked: HashSet<usize> = (0..space.len()).filter(|n| mask[n / 64] >> (n % 64) & 1 == 1).collect();
            assert_eq!(marked, numbers.iter().copied().collect());
            // A number outside the mask is refused and changes nothing.
            let other = rng.below(space.len());
            if !marked.contains(&other) {
                let before = decision.clone();
                assert!(decision.play(other).is_err());
                assert_eq!(decision, before);
            }
            let mut copy = decision.clone();
            let played = decision.play_random(|count| rng.below(count)).expect("the game is running");
            copy.play(played).expect("random choices are legal");
            assert_eq!(copy, decision);
        }
        phases
    }
}

#[test]
fn numbers_and_legal_actions_agree_in_every_edition() {
    let mut phases = HashSet::new();
    for (seed, rules) in (1..).zip(rulesets()) {
        let steps = if rules.board.cells() <= 64 { 600 } else { 50 };
        phases.extend(Position::new(&rules).expect("valid rules").visit(PlayByNumbers { seed, steps }));
    }
    let expected = [
        "ring_placement",
        "movement",
        "recovery",
        "capture",
        "chain_capture",
        "line_processing",
        "line_elimination",
        "territory_processing",
        "territory_elimination",
        "forced_elimination",
    ];
    for phase in expected {
        assert!(phases.contains(phase), "no random game reached the phase {phase}: {phases:?}");
    }
}

#[test]
fn decisions_on_a_board_chosen_at_run_time_play_the_same_games() {
    for (seed, rules) in (1..).zip(rulesets().into_iter().step_by(7)) {
        let start = Position::new(&rules).expect("valid rules");
        let mut rng = GameRng::seeded(seed);
        let (mut decision, mut position) = (AnyDecision::new(&start), start);
        for _ in 0..60 {
            let actions = position.legal_actions();
            let Some(&action) = actions.get(rng.below(actions.len().max(1))) else { break };
            let numbers = decision.numbers(action);
            assert!(numbers.iter().all(|number| *number < ActionSpace::new(rules.board).len()));
            for (i, &number) in numbers.iter().enumerate() {
                assert!(decision.legal().contains(&number), "{action:?}");
                assert_eq!(decision.action(number), Ok((i + 1 == numbers.len()).then_some(action)));
                decision.play(number).expect("the number of a legal action is legal");
                assert_eq!(decision.slide().is_some(), i + 1 < numbers.len());
            }
            position.play(action).expect("a listed action is legal");
            assert_eq!(decision.position(), position);
        }
    }
}

#[test]
fn symmetries_permute_the_numbers() {
    for board in BoardKind::ALL {
        let space = ActionSpace::new(board);
        let valid: Vec<usize> = (0..space.len()).filter(|&index| space.choice(index).is_some()).collect();
        for symmetry in Symmetry::all(board) {
            let images: HashSet<usize> = valid.iter().filter_map(|&index| space.image(index, symmetry)).collect();
            assert_eq!(images.len(), valid.len(), "{board} {symmetry:?}");
            for &index in valid.iter().step_by(7) {
                let image = space.image(index, symmetry).expect("the image has a number");
                assert_eq!(space.image(image, symmetry.inverse()), Some(index));
            }
        }
        assert!(
            (0..space.len()).all(|index| space.choice(index).is_none_or(|choice| space.index(choice) == Some(index)))
        );
        assert_eq!(space.choice(space.len()), None);
    }
}

#[test]
fn choices_off_the_lines_have_no_number() {
    let board = BoardKind::Square8;
    let space = ActionSpace::new(board);
    let cell = |name: &str| board.parse_cell(name).expect("a cell of the board");
    assert_eq!(space.index(Choice::Travel { from: cell("a1"), to: cell("b3") }), None);
    assert_eq!(space.index(Choice::Travel { from: cell("a1"), to: cell("a1") }), None);
    assert_eq!(space.index(Choice::Place { at: cell("a1"), rings: 0 }), None);
    assert_eq!(space.index(Choice::Place { at: cell("a1"), rings: 15 }), None);
    assert_eq!(space.index(Choice::Region { cell: cell("a1"), border: Some(4) }), None);
    let far = ringrift::Cell::new(64);
    assert_eq!(space.index(Choice::Pay { at: far }), None);
    assert_eq!(space.index(Choice::Travel { from: far, to: cell("a1") }), None);
}

/// Arrays of a batch.
struct Owned {
    actions: Vec<i32>,
    masks: Vec<u64>,
    planes: Vec<u8>,
    scalars: Vec<f32>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    to_move: Vec<u8>,
}

impl Owned {
    fn new(batch: &AnyBatch) -> Owned {
        let (games, space) = (batch.len(), ObservationSpace::new(batch.rules().board));
        Owned {
            actions: vec![0; games],
            masks: vec![0; games * batch.mask_words()],
            planes: vec![0; games * space.plane_bytes()],
            scalars: vec![0.0; games * space.scalars()],
            rewards: vec![0.0; games * MAX_PLAYERS],
            terminated: vec![0; games],
            truncated: vec![0; games],
            to_move: vec![0; games],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
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

fn live8(players: u8) -> Ruleset {
    Ruleset::new(Edition::Live, BoardKind::Square8, players, &Overrides::default()).expect("valid rules")
}

#[test]
fn a_batch_plays_the_same_games_with_any_number_of_threads_and_by_its_own_choices() {
    for players in 2..=4 {
        let settings = BatchSettings { games: 66, seed: 7, max_steps: Some(400), threads: 1 };
        let mut one = AnyBatch::new(&live8(players), &settings).expect("valid rules");
        let mut two =
            AnyBatch::new(&live8(players), &BatchSettings { threads: 2, ..settings.clone() }).expect("valid rules");
        let mut told = AnyBatch::new(&live8(players), &settings).expect("valid rules");
        let (mut a, mut b, mut c) = (Owned::new(&one), Owned::new(&two), Owned::new(&told));
        let (mut ended, mut cut) = (0, 0);
        for _ in 0..420 {
            one.step(None, a.arrays()).expect("random steps are legal");
            two.step(None, b.arrays()).expect("random steps are legal");
            told.step(Some(&a.actions), c.arrays()).expect("the choices are legal");
            assert!(a.masks == b.masks && a.planes == b.planes && a.scalars == b.scalars && a.actions == b.actions);
            assert!(a.masks == c.masks && a.planes == c.planes && a.rewards == c.rewards && a.actions == c.actions);
            assert!(a.terminated == b.terminated && a.truncated == c.truncated && a.to_move == c.to_move);
            for (game, rewards) in a.rewards.chunks(MAX_PLAYERS).enumerate() {
                assert!(rewards.iter().sum::<f32>().abs() < 1e-6);
                assert!(a.terminated[game] == 1 || rewards.iter().all(|&reward| reward == 0.0));
                assert!(rewards[usize::from(players)..].iter().all(|&reward| reward == 0.0));
            }
            ended += a.terminated.iter().filter(|&&end| end == 1).count();
            cut += a.truncated.iter().filter(|&&end| end == 1).count();
        }
        assert!(ended > 40, "{players} players: {ended} games ended, {cut} were cut off");
    }
}

#[test]
fn a_refused_step_changes_no_game() {
    let settings = BatchSettings { games: 3, ..BatchSettings::default() };
    let mut batch = AnyBatch::new(&live8(2), &settings).expect("valid rules");
    let mut arrays = Owned::new(&batch);
    batch.reset(arrays.arrays()).expect("the arrays fit");
    let before = arrays.masks.clone();
    let place = ActionSpace::new(BoardKind::Square8).index(Choice::Place { at: ringrift::Cell::new(0), rings: 1 });
    let place = place.expect("a placement has a number") as i32;
    for wrong in [-1, 6000, 100_000] {
        let error =
            batch.step(Some(&[place, place, wrong]), arrays.arrays()).expect_err("the last choice is not legal");
        assert!(matches!(error, BatchError::NotLegal { game: 2, choice, .. } if choice == wrong), "{error}");
    }
    let error = batch.step(Some(&[place]), arrays.arrays()).expect_err("two choices are missing");
    assert_eq!(error.to_string(), "the array `choices` has 1 elements, but 3 are needed");
    let error = batch.step(None, Arrays { to_move: &mut [0; 2], ..Arrays::default() }).expect_err("a row is missing");
    assert_eq!(error.to_string(), "the array `to_move` has 2 elements, but 3 are needed");
    batch.step(Some(&[place; 3]), Arrays { masks: &mut arrays.masks, ..Arrays::default() }).expect("legal choices");
    assert_ne!(arrays.masks, before);
}

#[test]
fn observations_describe_the_position_for_the_player_to_move() {
    let text = "G square8 2p live; N 5; H 15,16; S d4=112,e5=2; M1 a1; M2 b2; C1 h8; T 2";
    let Ok(Position::Small(position)) = Position::parse(text) else {
        let wrong = Position::parse(text);
        panic!("{wrong:?}");
    };
    let decision = Decision::new(position);
    let board = BoardKind::Square8;
    let space = ObservationSpace::new(board);
    let mut planes = vec![9; space.plane_bytes()];
    space.write_planes(&decision, &mut planes);
    let names = space.plane_names();
    let value = |name: &str, cell: &str| {
        let plane = names.iter().position(|other| other == name).expect("a plane");
        let (row, column) = space.place(board.parse_cell(cell).expect("a cell"));
        planes[(plane * space.side() + row) * space.side() + column]
    };
    // Player 2 is to move, so its rings are those of player 0 in the planes.
    assert_eq!(
        (value("cap_0", "d4"), value("second_run_1", "d4"), value("rings_1", "d4"), value("rings_0", "d4")),
        (1, 2, 2, 1)
    );
    assert_eq!((value("cap_0", "e5"), value("markers_1", "a1"), value("markers_0", "b2")), (1, 1, 1));
    assert_eq!((value("collapsed_1", "h8"), value("board", "c3"), value("cap_0", "a1")), (1, 1, 0));
    let mut scalars = vec![9.0; space.scalars()];
    space.write_scalars(&decision, &mut scalars);
    let names = space.scalar_names();
    assert_eq!(names.len(), space.scalars());
    let value = |name: &str| scalars[names.iter().position(|other| other == name).expect("a scalar")];
    assert_eq!((value("seated_0"), value("seated_1"), value("seated_2")), (1.0, 1.0, 0.0));
    assert_eq!((value("hand_0"), value("hand_1")), (16.0 / 18.0, 15.0 / 18.0));
    assert_eq!((value("rule_landing_burn_any"), value("rule_landing_burn"), value("rule_recovery")), (1.0, 0.0, 1.0));
    assert_eq!(value("phase_placement"), f32::from(u8::from(decision.position().phase() == Phase::Placement)));
    assert!(scalars.iter().all(|&scalar| (0.0..=8.0).contains(&scalar)));
}

#[test]
fn lists_of_steps_agree_with_numbers_in_every_edition() {
    let mut list = StepList::default();
    for (seed, rules) in (1..).zip(rulesets().into_iter().filter(|rules| rules.board.cells() <= 64)) {
        let Ok(Position::Small(start)) = Position::new(&rules) else { unreachable!("the board is small") };
        let mut rng = GameRng::seeded(seed);
        let mut decision = Decision::new(start.clone());
        for _ in 0..300 {
            list.fill(&decision);
            let mut expected: Vec<u32> = Vec::new();
            let space = ActionSpace::new(rules.board);
            decision.for_each_choice(|choice| expected.extend(space.index(choice).map(|number| number as u32)));
            expected.sort_unstable();
            expected.dedup();
            let mut numbers = list.numbers().to_vec();
            numbers.sort_unstable();
            assert_eq!(numbers, expected);
            let mut start_of = 0;
            for (index, &step) in list.steps().iter().enumerate() {
                let end = list.ends().get(index).map_or(index + 1, |&end| end as usize);
                for &number in &list.numbers()[start_of..end] {
                    assert_eq!(decision.step(number as usize), Ok(step));
                }
                start_of = end;
            }
            assert_eq!(start_of, list.numbers().len());
            if decision.play_random(|count| rng.below(count)).is_none() {
                decision.reset(&start);
            }
        }
    }
}
