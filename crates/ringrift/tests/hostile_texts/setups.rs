//! Random setups: arbitrary ones, and plausible ones that are often valid.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use ringrift::Player::{Four, One, Three, Two};
use ringrift::{
    BoardKind, ByPlayer, Cell, Coord, FinishedGames, Landing, LastStanding, LastStandingRounds, Phase, Player,
    Position, Reason, Regions, Ruleset, Setup, Stalemate, Tiebreak, TurnProgress,
};

use crate::checks::{check_message, check_position, standard};
use crate::common::{Numbers, config};

proptest! {
    #![proptest_config(config(4000))]

    /// No setup makes the engine panic; every error names the problems.
    #[test]
    fn arbitrary_setups_are_accepted_or_rejected(setup in arbitrary_setups(), choices in vec(any::<u32>(), 20)) {
        check_setup(&setup, &choices)?;
    }

    /// An accepted setup can be played, and its position round-trips.
    #[test]
    fn plausible_setups_are_accepted_or_rejected(setup in plausible_setups(), choices in vec(any::<u32>(), 20)) {
        check_setup(&setup, &choices)?;
    }

    /// Every setup, valid or not, can be written as text.
    #[test]
    fn arbitrary_setups_can_be_written(setup in arbitrary_setups()) {
        prop_assert!(!setup.to_string().contains('\n'));
        prop_assert!(!setup.fingerprint().contains('\n'));
    }
}

fn check_setup(setup: &Setup, choices: &[u32]) -> TestCaseResult {
    match Position::from_setup(setup, FinishedGames::Allow) {
        Ok(position) => {
            let again = Position::from_setup(&position.to_setup(), FinishedGames::Allow);
            prop_assert!(again.as_ref() == Ok(&position), "{} becomes {:?}", position, again);
            check_position(&position, choices)?;
        }
        Err(error) => {
            prop_assert!(!error.problems.is_empty());
            check_message(&error.to_string())?;
            prop_assert!(Position::from_setup(setup, FinishedGames::Reject).is_err());
        }
    }
    Ok(())
}

/// The property is meaningful only if setups of every phase are accepted.
#[test]
fn setups_of_every_phase_are_accepted() {
    let mut runner = TestRunner::deterministic();
    let mut names = BTreeMap::new();
    for _ in 0..10_000 {
        let setup = plausible_setups().new_tree(&mut runner).expect("a setup can be generated").current();
        if let (Ok(_), Some(phase)) = (Position::from_setup(&setup, FinishedGames::Allow), setup.phase) {
            *names.entry(phase.name()).or_insert(0) += 1;
        }
    }
    let wanted = ["ring_placement", "movement", "capture", "chain_capture", "line_processing", "line_elimination"];
    let more = ["territory_processing", "territory_elimination", "forced_elimination", "game_over"];
    assert!(wanted.iter().chain(&more).all(|name| names.contains_key(name)), "{names:?}");
}

fn players() -> impl Strategy<Value = Player> {
    prop_oneof![4 => Just(One), 4 => Just(Two), 1 => Just(Three), 1 => Just(Four)]
}

fn live_standard() -> Ruleset {
    Ruleset::live(BoardKind::Square8, 2).expect("live has square8")
}

/// Generates combinations of rules; arbitrary ones may be invalid.
fn setup_rules(arbitrary: bool) -> impl Strategy<Value = Ruleset> {
    use BoardKind::{Hex8, Hexagonal12, Square8, Square19};
    let rings = if arbitrary { vec![18u16, 255, 5, 0, 256] } else { vec![18, 5, 255] };
    let lengths = if arbitrary { vec![3u8, 1, 99] } else { vec![3, 2, 4] };
    let players = if arbitrary { vec![2u8, 3, 4, 1, 255] } else { vec![2, 3, 4] };
    let caps = if arbitrary { vec![None, Some(0), Some(1)] } else { vec![None, Some(100), Some(5)] };
    let boards = select(vec![Square8, Square8, Hex8, Hex8, Square19, Hexagonal12]);
    let numbers = (select(rings), select(lengths), select(players), select(caps));
    let choices = (select(Landing::ALL), select(LastStanding::ALL), select(Stalemate::ALL), select(Tiebreak::ALL));
    (boards, numbers, choices, select(Regions::ALL), any::<bool>()).prop_map(
        |(
            board,
            (rings, line_length, players, turn_cap),
            (landing, last_standing, stalemate, tiebreak),
            regions,
            live,
        )| {
            let others = if live { Ruleset { swap: true, ..live_standard() } } else { standard() };
            Ruleset {
                board,
                players,
                rings_per_player: rings,
                line_length,
                elimination_threshold: rings.saturating_mul(players.into()) / 2 + 1,
                territory_threshold: board.cells() / 2 + 1,
                landing,
                regions,
                last_standing,
                stalemate,
                tiebreak,
                turn_cap: if landing == Landing::Keep { turn_cap.or(Some(50)) } else { turn_cap },
                ..others
            }
        },
    )
}

/// Generates arbitrary setups: too many rings, stacks too high, cells off the board or occupied twice, wrong turns.
fn arbitrary_setups() -> impl Strategy<Value = Setup> {
    let coords = || prop_oneof![5 => (0i8..8, 0i8..8), 1 => any::<(i8, i8)>()].prop_map(|(x, y)| Coord { x, y });
    let heights = prop_oneof![10 => 1usize..4, 1 => Just(0usize), 1 => 60usize..66];
    let stack = (coords(), heights.prop_flat_map(|height| vec(players(), height)));
    let lists = (vec(stack, 0..8), vec((coords(), players()), 0..9), vec((coords(), players()), 0..9));
    let count = || prop_oneof![6 => 0u16..4, 2 => 0u16..20, 1 => select(vec![255u16, 65535])];
    let counts = ([count(), count(), count(), count()], [count(), count(), count(), count()]);
    let cells = prop_oneof![3 => 0u16..64, 1 => any::<u16>()].prop_map(Cell::new);
    let phase = (0usize..20, cells, proptest::option::of(players()));
    let state = (players(), phase, select(vec![1u32, 5, 0, u32::MAX]), proptest::option::of(players()));
    let seat = || proptest::option::of(players());
    let turn_progress = proptest::option::of(select(vec![
        TurnProgress::Idle,
        TurnProgress::Swapped,
        TurnProgress::Changed,
        TurnProgress::Recovered,
    ]));
    let rounds = (seat(), vec(players(), 0..3), seat(), select(vec![0u8, 1, 3, 255]));
    let live = (turn_progress, proptest::option::of(rounds), proptest::option::of([0u8..5, 0..5, 0..5, 0..5]));
    (any::<bool>().prop_flat_map(setup_rules), lists, counts, state, vec(players(), 0..6), live).prop_map(
        |(
            rules,
            (stacks, markers, collapsed),
            (hands, credits),
            (to_move, phase, turn, last_standing),
            last_actions,
            (turn_progress, rounds, lost),
        )| {
            let rounds = rounds.map_or(LastStandingRounds::default(), |(opener, acted, alone, count)| {
                LastStandingRounds { opener, acted: acted.into_iter().collect(), alone, count }
            });
            let (hands, credits) = (ByPlayer(hands), ByPlayer(credits));
            let phase = some_phase(phase.0, phase.1, phase.2);
            Setup {
                rules,
                stacks,
                markers,
                collapsed,
                hands,
                credits,
                to_move,
                phase,
                turn,
                last_standing,
                last_actions,
                turn_progress,
                rounds,
                elimination_order: ByPlayer(lost.unwrap_or_default()),
            }
        },
    )
}

fn some_phase(kind: usize, at: Cell, winner: Option<Player>) -> Option<Phase> {
    Some(match kind {
        0 => Phase::Placement,
        1 => Phase::Movement { must_move: None },
        2 => Phase::Movement { must_move: Some(at) },
        3 => Phase::CaptureOffer { at },
        4 => Phase::CaptureChain { at },
        5 => Phase::LineChoice,
        6 => Phase::LinePayment,
        7 => Phase::RegionChoice,
        8 => Phase::RegionPayment,
        9 => Phase::ForcedElimination,
        10..=14 => Phase::Over { winner, reason: Reason::ALL[kind - 10] },
        15 => Phase::Recovery,
        _ => return None,
    })
}

/// Generates plausible setups: one content per cell, only players who take part. The phase may not fit.
fn plausible_setups() -> impl Strategy<Value = Setup> {
    let heights = prop_oneof![8 => 1usize..4, 2 => 4usize..12, 1 => 20usize..64];
    let stacks = vec(heights.prop_flat_map(|height| vec(players(), height)), 1..8);
    let collapsed = prop_oneof![2 => vec(players(), 0..10), 1 => vec(players(), 20..60)];
    let lists = (stacks, vec(players(), 0..16), collapsed, any::<u64>());
    let counts = ([0u16..3, 0u16..3, 0u16..3, 0u16..3], [0u16..2, 0u16..2, 0u16..2, 0u16..2]);
    let state = (players(), 0usize..20, any::<u16>(), 1u32..6, proptest::option::of(players()));
    (setup_rules(false), lists, counts, state).prop_map(|(rules, lists, (hands, credits), state)| {
        let (stacks, markers, collapsed, seed) = lists;
        let (to_move, kind, number, turn, other) = state;
        let seat = |player: Player| if player.seat() > rules.players { One } else { player };
        let mut free = shuffled(rules.board, seed).into_iter();
        let cells: Vec<Cell> = free.by_ref().take(stacks.len()).collect();
        let at = |cell: Cell| rules.board.coord(cell);
        let mut setup = Setup::empty(rules);
        let rings = |rings: Vec<Player>| rings.into_iter().map(seat).collect();
        setup.stacks = cells.iter().zip(stacks).map(|(&cell, stack)| (at(cell), rings(stack))).collect();
        setup.markers = free.by_ref().zip(markers).map(|(cell, owner)| (at(cell), seat(owner))).collect();
        setup.collapsed = free.zip(collapsed).map(|(cell, owner)| (at(cell), seat(owner))).collect();
        for player in Player::seats(rules.players) {
            setup.hands[player] = hands[player.index()];
            setup.credits[player] = credits[player.index()];
        }
        setup.to_move = seat(to_move);
        setup.phase = some_phase(kind, cells[usize::from(number) % cells.len()], other.map(seat));
        setup.turn = turn;
        setup.last_standing = other.map(seat).filter(|_| rules.last_standing == LastStanding::Round);
        setup.last_actions = other.map(seat).filter(|_| rules.tiebreak == Tiebreak::LastAction).into_iter().collect();
        setup
    })
}

/// Returns the cells of a board in an order that depends on the seed.
fn shuffled(board: BoardKind, seed: u64) -> Vec<Cell> {
    let mut numbers = Numbers(seed);
    let mut cells: Vec<Cell> = board.iter_cells().collect();
    cells.sort_by_cached_key(|_| numbers.next());
    cells
}
