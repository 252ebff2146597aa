//! A setup error lists every problem of the setup.

use ringrift::Player::{Four, One, Three, Two};
use ringrift::{
    Action, BoardKind, ByPlayer, Cell, Coord, FinishedGames, LastStanding, MAX_HEIGHT, Phase, Position, Reason, Setup,
    SetupProblem, Tiebreak,
};

use crate::checks::standard;

/// Returns a valid setup with two stacks and rings in hand.
fn valid_setup() -> Setup {
    let mut setup = Setup::empty(standard());
    setup.stacks = vec![(coord("d4"), vec![One]), (coord("h8"), vec![Two])];
    setup.hands = ByPlayer([3, 3, 0, 0]);
    setup
}

fn coord(name: &str) -> Coord {
    BoardKind::Square8.parse_coord(name).expect("the name is a coordinate")
}

fn cell(name: &str) -> Cell {
    BoardKind::Square8.parse_cell(name).expect("the name is on the board")
}

/// Returns the problems of a valid setup after a change.
fn problems(change: impl FnOnce(&mut Setup)) -> Vec<SetupProblem> {
    let mut setup = valid_setup();
    change(&mut setup);
    Position::from_setup(&setup, FinishedGames::Allow).map_or_else(|error| error.problems, |_| Vec::new())
}

/// Returns the only problem of a valid setup after a change, as text.
fn problem(change: impl FnOnce(&mut Setup)) -> String {
    let found = problems(change);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].to_string()
}

#[test]
fn valid_setup_has_no_problem() {
    assert_eq!(problems(|_| {}), []);
}

#[test]
fn reports_invalid_rules() {
    let text = problem(|setup| setup.rules.line_length = 1);
    assert_eq!(text, "the line length is 1; it must be 2 to 8 here");
    assert!(matches!(problems(|setup| setup.rules.players = 5)[..], [SetupProblem::Rules(_)]));
}

#[test]
fn reports_cells_off_the_board() {
    assert_eq!(problem(|setup| setup.markers.push((coord("i9"), One))), "i9 is not on square8");
    let far = problem(|setup| setup.stacks.push((Coord { x: -128, y: 127 }, vec![One])));
    assert_eq!(far, "-128.127 is not on square8");
    assert!(matches!(
        problems(|setup| setup.collapsed.push((coord("a9"), One)))[..],
        [SetupProblem::OffBoard { board: BoardKind::Square8, .. }]
    ));
}

#[test]
fn reports_cells_with_two_occupants() {
    assert_eq!(problem(|setup| setup.markers.push((coord("d4"), One))), "d4 has more than one occupant");
    assert_eq!(problem(|setup| setup.stacks.push((coord("d4"), vec![Two]))), "d4 has more than one occupant");
    let three_times = problem(|setup| setup.collapsed.extend([(coord("a1"), One); 3]));
    assert_eq!(three_times, "a1 has more than one occupant");
}

#[test]
fn reports_stacks_without_rings() {
    assert_eq!(problem(|setup| setup.stacks.push((coord("a1"), vec![]))), "the stack on a1 has no rings");
}

#[test]
fn reports_stacks_that_are_too_high() {
    let high = |height| {
        problems(|setup| {
            setup.rules.rings_per_player = 255;
            setup.stacks.push((coord("a1"), vec![One; height]));
            setup.hands = ByPlayer::default();
        })
    };
    assert_eq!(high(MAX_HEIGHT as usize), []);
    assert_eq!(high(64), [SetupProblem::TooHigh { cell: "a1".to_owned(), height: 64 }]);
}

/// A setup may have a stack of the maximum height; queries about placements on it must not panic.
#[test]
fn highest_stack_accepts_no_further_ring() {
    for top in [One, Two] {
        let mut setup = valid_setup();
        setup.rules.rings_per_player = 255;
        setup.stacks.push((coord("a1"), vec![top; MAX_HEIGHT as usize]));
        let position = Position::from_setup(&setup, FinishedGames::Allow).expect("the setup is valid");
        assert!(!position.is_legal(Action::Place { at: cell("a1"), rings: 1 }), "{position}");
        assert!(position.is_legal(Action::Place { at: cell("d4"), rings: 1 }));
        assert_eq!(position.count_legal(), position.legal_actions().len() as u64);
    }
}

#[test]
fn reports_players_who_do_not_take_part() {
    assert_eq!(problem(|setup| setup.markers.push((coord("a1"), Three))), "a marker of player 3, but only 2 play");
    let all = problems(|setup| {
        setup.stacks.push((coord("a1"), vec![Four, One]));
        setup.markers.push((coord("a2"), Four));
        setup.collapsed.push((coord("a3"), Four));
        setup.hands[Four] = 1;
        setup.credits[Four] = 1;
        setup.to_move = Four;
        setup.last_standing = Some(Four);
        setup.last_actions = vec![Four];
    });
    let subjects: Vec<&str> = all
        .iter()
        .map(|problem| match problem {
            SetupProblem::MissingPlayer { what, player: Four, players: 2 } => what,
            other => panic!("{other:?}"),
        })
        .copied()
        .collect();
    let always = ["a ring", "a marker", "a collapsed cell", "rings in the hand", "credited rings", "the turn"];
    assert_eq!(subjects, [&always[..], &["the status of last player standing", "a last action"]].concat());
}

#[test]
fn reports_too_many_rings() {
    let text = problem(|setup| setup.hands[Two] = 18);
    assert_eq!(text, "player 2 has 19 rings in hand and on the board; there are only 18");
    assert_eq!(problems(|setup| setup.hands[Two] = 17), []);
    assert_eq!(problem(|setup| setup.hands[One] = u16::MAX), text.replace("2 has 19", "1 has 65536"));
}

#[test]
fn reports_too_many_credits() {
    let credits = |own, others| {
        problems(move |setup| {
            setup.rules.elimination_threshold = 36;
            setup.credits = ByPlayer([own, others, 0, 0]);
        })
    };
    assert_eq!(credits(14, 14), []);
    assert_eq!(credits(15, 14), [SetupProblem::TooManyCredits { credited: 29, missing: 28 }]);
}

#[test]
fn reports_an_eliminated_player_to_move() {
    let text = problem(|setup| {
        setup.stacks.remove(0);
        setup.hands[One] = 0;
    });
    assert_eq!(text, "player 1 is to move but has no ring left");
    let buried = problems(|setup| {
        setup.stacks[0].1 = vec![One, Two];
        setup.hands[One] = 0;
    });
    assert_eq!(buried, [], "a buried ring counts");
}

#[test]
fn reports_invalid_turn_numbers() {
    assert_eq!(problems(|setup| setup.turn = 0), [SetupProblem::Turn(0)]);
    let capped = |turn| {
        problems(move |setup| {
            setup.rules.turn_cap = Some(10);
            setup.turn = turn;
        })
    };
    assert_eq!(capped(10), []);
    assert_eq!(capped(11), [SetupProblem::Turn(11)]);
    assert_eq!(problems(|setup| setup.turn = u32::MAX), []);
}

#[test]
fn reports_repeated_last_actions() {
    let found = problems(|setup| setup.last_actions = vec![One, Two, One]);
    assert_eq!(found, [SetupProblem::RepeatedAction(One)]);
}

#[test]
fn reports_values_without_meaning_under_the_rules() {
    let text = problem(|setup| {
        setup.rules.last_standing = LastStanding::AtOnce;
        setup.last_standing = Some(One);
    });
    assert_eq!(text, "a last player standing has no meaning under these rules");
    let text = problem(|setup| {
        setup.rules.tiebreak = Tiebreak::Draw;
        setup.last_actions = vec![One];
    });
    assert_eq!(text, "the order of last actions has no meaning under these rules");
}

#[test]
fn reports_phases_that_do_not_fit() {
    let check = |phase, expected: &str| {
        let found = problems(|setup| setup.phase = Some(phase));
        let [SetupProblem::Phase { phase: name, reason }] = &found[..] else { panic!("{phase:?}: {found:?}") };
        assert_eq!(*name, phase.name());
        assert_eq!(reason.as_str(), expected);
    };
    let (here, there) = (cell("d4"), cell("h8"));
    check(Phase::Movement { must_move: Some(there) }, "player 1 controls no stack on h8");
    check(Phase::Movement { must_move: Some(Cell::new(64)) }, "cell number 64 is not on the board");
    check(Phase::Movement { must_move: Some(Cell::new(u16::MAX)) }, "cell number 65535 is not on the board");
    check(Phase::CaptureOffer { at: here }, "the stack on d4 cannot capture");
    check(Phase::CaptureOffer { at: cell("a1") }, "player 1 controls no stack on a1");
    check(Phase::CaptureChain { at: here }, "player 1 has no action in this phase");
    check(Phase::LineChoice, "player 1 has no action in this phase");
    check(Phase::RegionChoice, "no region is eligible for player 1");
    check(Phase::ForcedElimination, "player 1 can place, move or capture");
    check(Phase::Over { winner: Some(One), reason: Reason::Stalemate }, "player 1 cannot have won by stalemate here");
    check(
        Phase::Over { winner: None, reason: Reason::RingElimination },
        "the game cannot be drawn by ring_elimination here",
    );
    check(Phase::Over { winner: Some(Four), reason: Reason::TurnCap }, "player 4 cannot have won by turn_cap here");
    let empty_hand = problems(|setup| {
        setup.hands[One] = 0;
        setup.phase = Some(Phase::Placement);
    });
    assert!(matches!(&empty_hand[..], [SetupProblem::Phase { reason, .. }] if reason == "player 1 cannot place"));
    let no_stack = problems(|setup| {
        setup.stacks.remove(0);
        setup.phase = Some(Phase::LinePayment);
    });
    assert!(matches!(&no_stack[..], [SetupProblem::Phase { phase: "line_elimination", .. }]));
}

/// Returns the problems of a valid setup after a change if finished games are rejected.
fn problems_rejecting_finished(change: impl FnOnce(&mut Setup)) -> Vec<SetupProblem> {
    let mut setup = valid_setup();
    change(&mut setup);
    Position::from_setup(&setup, FinishedGames::Reject).map_or_else(|error| error.problems, |_| Vec::new())
}

#[test]
fn reports_an_opponent_above_a_threshold_within_a_turn() {
    let opponent_above_threshold = |setup: &mut Setup| {
        setup.credits[Two] = 19;
        setup.phase = Some(Phase::Movement { must_move: None });
    };
    assert!(
        matches!(&problems(opponent_above_threshold)[..], [SetupProblem::Over(_)]),
        "only the mover can reach a threshold within a turn"
    );
}

#[test]
fn reports_finished_games_if_they_are_rejected() {
    assert!(matches!(&problems_rejecting_finished(|setup| setup.credits[Two] = 19)[..], [SetupProblem::Over(_)]));
    let territory = |setup: &mut Setup| {
        let cells = BoardKind::Square8.iter_cells().take(24).map(|cell| BoardKind::Square8.coord(cell));
        setup.collapsed = cells.map(|at| (at, One)).collect();
        setup.rules.territory_threshold = 24;
    };
    assert!(matches!(&problems_rejecting_finished(territory)[..], [SetupProblem::Over(_)]));
    let text = "G square8 2p canon; S d4=1,h8=2; H 0,0; E 19,0; T 1; P game_over 1 ring_elimination";
    let ended = Setup::parse(text).expect("the position text is valid");
    let error = Position::from_setup(&ended, FinishedGames::Reject).expect_err("the game is over");
    assert_eq!(error.to_string(), "invalid position: the game is already over: player 1 has won by ring_elimination");
    assert!(Position::from_setup(&ended, FinishedGames::Allow).is_ok());
}

#[test]
fn mover_may_be_above_a_threshold_within_a_turn() {
    let within_a_turn = problems(|setup| {
        setup.credits[One] = 19;
        setup.phase = Some(Phase::Movement { must_move: None });
    });
    assert_eq!(within_a_turn, [], "thresholds are checked at the end of a turn");
}

#[test]
fn all_problems_are_listed_at_once() {
    let found = problems(|setup| {
        setup.stacks.push((coord("i9"), vec![One]));
        setup.stacks.push((coord("a1"), vec![]));
        setup.markers.push((coord("h8"), Three));
        setup.hands[Two] = 18;
        setup.credits[One] = 60;
        setup.turn = 0;
        setup.last_actions = vec![Two, Two];
    });
    let kinds: Vec<String> = found.iter().map(|problem| format!("{problem:?}")).collect();
    let wanted =
        ["OffBoard", "TwoOccupants", "NoRings", "MissingPlayer", "RepeatedAction", "TooManyRings", "TooManyCredits"];
    for kind in wanted.iter().chain(&["Turn(0)"]) {
        assert!(kinds.iter().any(|found| found.starts_with(kind)), "{kind} is not among {kinds:?}");
    }
    assert_eq!(found.len(), wanted.len() + 1);
}

#[test]
fn many_problems_are_abbreviated_in_the_message() {
    let mut setup = valid_setup();
    setup.markers = (0..100).map(|y| (Coord { x: 20, y }, One)).collect();
    let error = Position::from_setup(&setup, FinishedGames::Allow).expect_err("all markers are off the board");
    assert_eq!(error.problems.len(), 100);
    assert!(error.to_string().ends_with("; and 90 more"), "{error}");
}
