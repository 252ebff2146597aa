//! Self-play: the same games with any number of threads, consistent training rows, and refused input.

use learning::{ActionSpace, ObservationSpace};
use neural::{
    AnySelfPlay, BadEvaluation, Budget, Evaluations, LeafArrays, MixedRules, RowArrays, SelfPlayError,
    SelfPlaySettings, SelfPlayStartError,
};
use ringrift::{BoardKind, Edition, MAX_PLAYERS, Overrides, Ruleset};

fn settings(board: BoardKind, players: u8, threads: usize) -> SelfPlaySettings {
    let (rings, line_length) = (Some(if board.cells() > 64 { 36 } else { 18 }), Some(3));
    let sized = Overrides { rings_per_player: rings, line_length, ..Overrides::default() };
    let rules = Edition::ALL.iter().map(|&edition| MixedRules {
        rules: Ruleset::new(edition, board, players, &sized).expect("valid rules"),
        weight: 1.0,
    });
    SelfPlaySettings {
        rules: rules.collect(),
        games: 24,
        seed: 7,
        threads,
        full: Budget { simulations: 12, considered: 4, noise: 1.0 },
        cheap: Budget { simulations: 3, considered: 2, noise: 1.0 },
        full_share: 0.4,
        random_openings: 0.5,
    }
}

struct Rows {
    planes: Vec<u8>,
    scalars: Vec<f32>,
    numbers: Vec<i32>,
    policy: Vec<f32>,
    results: Vec<f32>,
    search_values: Vec<f32>,
    ownership: Vec<u8>,
    margins: Vec<f32>,
    rules: Vec<u8>,
}

const ENTRIES: usize = 64;

impl Rows {
    fn take(play: &mut AnySelfPlay, space: ObservationSpace) -> Rows {
        let count = play.waiting_rows();
        let mut rows = Rows {
            planes: vec![0; count * space.plane_bytes()],
            scalars: vec![0.0; count * space.scalars()],
            numbers: vec![0; count * ENTRIES],
            policy: vec![0.0; count * ENTRIES],
            results: vec![0.0; count * MAX_PLAYERS],
            search_values: vec![0.0; count * MAX_PLAYERS],
            ownership: vec![0; count * space.side() * space.side()],
            margins: vec![0.0; count * MAX_PLAYERS],
            rules: vec![0; count],
        };
        let arrays = RowArrays {
            planes: &mut rows.planes,
            scalars: &mut rows.scalars,
            numbers: &mut rows.numbers,
            policy: &mut rows.policy,
            results: &mut rows.results,
            search_values: &mut rows.search_values,
            ownership: &mut rows.ownership,
            margins: &mut rows.margins,
            rules: &mut rows.rules,
        };
        assert_eq!(play.take_rows(arrays).expect("arrays of one length"), count);
        rows
    }
}

/// Plays with logits and values that depend on the observation only. Returns the rows and a digest of all leaves.
fn play(settings: SelfPlaySettings, steps: usize) -> (Rows, u64) {
    let (games, board) = (settings.games, settings.rules[0].rules.board);
    let mut play = AnySelfPlay::new(settings).expect("valid settings");
    let space = ObservationSpace::new(board);
    let (mut planes, mut scalars) = (vec![0; games * space.plane_bytes()], vec![0.0; games * space.scalars()]);
    let mut count = play.step(None, LeafArrays { planes: &mut planes, scalars: &mut scalars }).expect("the first step");
    let mut digest = 0_u64;
    for _ in 0..steps {
        let mut numbers = vec![-1; count + 5];
        play.write_numbers(&mut numbers).expect("room for all numbers");
        assert_eq!(numbers[count..], [0; 5]);
        let choices = ActionSpace::new(board).len() as i32;
        assert!(numbers[..count].iter().all(|number| (0..games as i32 * choices).contains(number)));
        let row_of = |number: i32| (number / choices) as usize;
        let sums: Vec<u64> = planes
            .chunks_exact(space.plane_bytes())
            .map(|row| row.iter().fold(1, |sum: u64, &byte| sum.wrapping_mul(31).wrapping_add(byte.into())))
            .collect();
        let logit = |number: i32| ((sums[row_of(number)] ^ ((number % choices) as u64 * 77)) % 61) as f32 / 20.0;
        let logits: Vec<f32> = numbers[..count].iter().map(|&number| logit(number)).collect();
        let value = |sum: &u64| [(sum % 11) as f32 / 30.0, -((sum % 11) as f32) / 30.0, 0.0, 0.0];
        let values: Vec<f32> = sums.iter().flat_map(value).collect();
        digest = sums.iter().fold(digest, |digest, &sum| digest.rotate_left(1) ^ sum);
        let evaluations = Evaluations { logits: &logits, values: &values };
        let arrays = LeafArrays { planes: &mut planes, scalars: &mut scalars };
        count = play.step(Some(evaluations), arrays).expect("a valid step");
    }
    let statistics = play.take_statistics();
    assert_eq!(statistics.evaluations, (steps * games) as u64);
    (Rows::take(&mut play, space), digest)
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let (rows, digest) = play(settings(BoardKind::Square8, 2, 1), 900);
    let (others, other_digest) = play(settings(BoardKind::Square8, 2, 3), 900);
    assert_eq!(digest, other_digest);
    assert!(rows.rules.len() > 100, "{} rows", rows.rules.len());
    assert_eq!((rows.rules, rows.policy, rows.results), (others.rules, others.policy, others.results));
    assert_eq!((rows.planes, rows.ownership), (others.planes, others.ownership));
    let (_, third) = play(SelfPlaySettings { seed: 8, ..settings(BoardKind::Square8, 2, 1) }, 50);
    assert_ne!(third, play(settings(BoardKind::Square8, 2, 1), 50).1, "another seed plays other games");
}

#[test]
fn rows_are_consistent_for_every_number_of_players() {
    for players in 2..=4 {
        let (rows, _) = play(settings(BoardKind::Square8, players, 2), 1100);
        let space = ObservationSpace::new(BoardKind::Square8);
        let count = rows.rules.len();
        assert!(count > 20, "{count} rows with {players} players");
        let mut ends = [false; 2];
        for row in 0..count {
            let policy = &rows.policy[row * ENTRIES..(row + 1) * ENTRIES];
            let numbers = &rows.numbers[row * ENTRIES..(row + 1) * ENTRIES];
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(policy.is_sorted_by(|a, b| a >= b));
            assert!(numbers.iter().zip(policy).all(|(&number, &p)| number >= 0 || p == 0.0));
            let results = &rows.results[row * MAX_PLAYERS..(row + 1) * MAX_PLAYERS];
            assert!(results.iter().sum::<f32>().abs() < 1e-5);
            assert!(results[usize::from(players)..].iter().all(|&result| result == 0.0));
            let margins = &rows.margins[row * MAX_PLAYERS..(row + 1) * MAX_PLAYERS];
            assert!(margins.iter().all(|margin| (-1.0..=1.0).contains(margin)));
            let area = space.side() * space.side();
            let owners = &rows.ownership[row * area..(row + 1) * area];
            assert!(owners.iter().all(|&owner| owner <= players));
            ends[usize::from(results[0] > 0.0)] = true;
        }
        assert_eq!(ends, [true, true], "rows of winners and of others");
    }
}

#[test]
fn large_and_hexagonal_boards_are_played() {
    for board in [BoardKind::Hex8, BoardKind::Square19, BoardKind::Hexagonal12] {
        let (_, digest) = play(SelfPlaySettings { games: 4, ..settings(board, 3, 2) }, 30);
        assert_ne!(digest, 0);
    }
}

#[test]
fn refused_steps_change_nothing() {
    let board = BoardKind::Square8;
    let space = ObservationSpace::new(board);
    let mut play = AnySelfPlay::new(settings(board, 2, 1)).expect("valid settings");
    let (mut planes, mut scalars) = (vec![0; 24 * space.plane_bytes()], vec![0.0; 24 * space.scalars()]);
    let nothing = Evaluations { logits: &[], values: &[] };
    let early = play.step(Some(nothing), LeafArrays { planes: &mut planes, scalars: &mut scalars });
    assert_eq!(early, Err(SelfPlayError::Order));
    let short = play.step(None, LeafArrays { planes: &mut planes[1..], scalars: &mut scalars });
    assert!(matches!(short, Err(SelfPlayError::Evaluation(BadEvaluation::Length { array: "planes", .. }))));
    let count = play.step(None, LeafArrays { planes: &mut planes, scalars: &mut scalars }).expect("the first step");
    let mut numbers = vec![0; count];
    play.write_numbers(&mut numbers).expect("room for all numbers");
    assert!(play.write_numbers(&mut vec![0; count - 1]).is_err());
    let (mut logits, values) = (vec![0.0; count], vec![0.0; 24 * MAX_PLAYERS]);
    logits[count - 1] = f32::INFINITY;
    let arrays = LeafArrays { planes: &mut planes, scalars: &mut scalars };
    let bad = play.step(Some(Evaluations { logits: &logits, values: &values }), arrays);
    assert_eq!(bad, Err(SelfPlayError::Evaluation(BadEvaluation::Logits { leaf: 23 })));
    let mut after = vec![0; count];
    play.write_numbers(&mut after).expect("the leaves still wait");
    assert_eq!(after, numbers);
}

#[test]
fn unusable_settings_are_refused() {
    let good = || settings(BoardKind::Square8, 2, 1);
    let start = |settings| AnySelfPlay::new(settings).map(|_| ()).expect_err("refused");
    assert!(matches!(start(SelfPlaySettings { games: 0, ..good() }), SelfPlayStartError::Empty));
    assert!(matches!(start(SelfPlaySettings { rules: Vec::new(), ..good() }), SelfPlayStartError::Empty));
    assert!(matches!(start(SelfPlaySettings { full_share: 1.5, ..good() }), SelfPlayStartError::Share("full_share")));
    let mut mixed = good();
    mixed.rules[0].weight = f32::NAN;
    assert!(matches!(start(mixed), SelfPlayStartError::Share(_)));
    let mut mixed = good();
    mixed.rules.extend(settings(BoardKind::Hex8, 2, 1).rules);
    assert!(matches!(start(mixed), SelfPlayStartError::Boards(..)));
}
