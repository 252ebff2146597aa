//! Exactly the listed actions are legal.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{Action, Axis, Cell, Line, Player, Position, PositionOf, PositionVisitor, RegionId};

use crate::GAMES;
use crate::common::{Numbers, config, games};

proptest! {
    #![proptest_config(config(GAMES))]

    /// Every listed action is legal; the list has no duplicates and matches the count; it is empty only after the end of the
    /// game (rules section 4).
    #[test]
    fn listed_actions_are_accepted(game in games()) {
        for position in game.positions() {
            let legal = position.legal_actions();
            let different: HashSet<Action> = legal.iter().copied().collect();
            prop_assert_eq!(different.len(), legal.len(), "repeated actions in {}", position);
            prop_assert_eq!(position.count_legal(), legal.len() as u64, "{}", position);
            prop_assert_eq!(legal.is_empty(), position.phase().is_over(), "{}", position);
            prop_assert_eq!(position.outcome().is_some(), position.phase().is_over());
            for &action in &legal {
                prop_assert!(position.is_legal(action), "{}: {}", position, position.action_text(action));
                prop_assert_eq!(position.why_illegal(action), None);
            }
        }
    }

    /// Single actions, made by their index, and actions visited without a list are those of the list.
    #[test]
    fn indexed_and_visited_actions_are_those_of_the_list(game in games(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        for position in game.positions() {
            position.visit(CompareWithList { numbers: &mut numbers })?;
        }
    }

    /// Checked and unchecked play of a listed action lead to the same position.
    #[test]
    fn checked_and_unchecked_play_agree(game in games(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let positions = game.positions();
        for position in positions.iter().rev().step_by(10) {
            let legal = position.legal_actions();
            for action in (0..30).filter_map(|_| numbers.pick(&legal)) {
                let (mut played, mut unchecked) = (position.clone(), position.clone());
                prop_assert!(played.play(action).is_ok(), "{}: {}", position, position.action_text(action));
                unchecked.play_unchecked(action);
                prop_assert_eq!(&played, &unchecked);
                prop_assert_ne!(&played, position, "{}", position.action_text(action));
            }
        }
    }

    /// An action that is not listed is rejected with a reason and changes nothing.
    #[test]
    fn unlisted_actions_are_rejected(game in games(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        for position in game.positions() {
            let legal = position.legal_actions();
            for _ in 0..12 {
                let action = some_action(&position, &legal, &mut numbers);
                let listed = legal.contains(&action);
                prop_assert_eq!(position.is_legal(action), listed, "{}: {:?}", position, action);
                if !listed {
                    check_rejected(&position, action)?;
                }
            }
        }
    }

    /// Both ways to count action sequences give the same number.
    #[test]
    fn perft_agrees_with_made_sequences(game in games()) {
        for position in game.positions().iter().rev().step_by(25) {
            prop_assert_eq!(position.perft(0), 1);
            prop_assert_eq!(position.perft(1), position.count_legal());
            prop_assert_eq!(position.perft_made(1), position.count_legal());
            if position.count_legal() < 100 {
                prop_assert_eq!(position.perft(2), position.perft_made(2), "{}", position);
            }
        }
    }
}

/// Checks that an illegal action is rejected with a reason and changes nothing.
/// Compares the actions of a position with its list.
struct CompareWithList<'a> {
    numbers: &'a mut Numbers,
}

impl PositionVisitor for CompareWithList<'_> {
    type Output = TestCaseResult;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> TestCaseResult {
        let list = position.legal_actions();
        prop_assert_eq!(position.legal().len(), list.len());
        let mut visited = Vec::new();
        position.legal().for_each(|action| visited.push(action));
        prop_assert_eq!(&visited[..], &list[..], "{}", position);
        let some = (0..20).map(|_| self.numbers.below(list.len().max(1)));
        for index in some.chain([0, list.len() / 2, list.len().saturating_sub(1), list.len(), list.len() + 1]) {
            let action = list.get(index).copied();
            prop_assert_eq!(position.nth_legal(index as u64), action, "{} of {}", index, position);
            let mut rest = position.legal();
            prop_assert_eq!(rest.nth(index), action, "{} of {}", index, position);
            prop_assert_eq!(rest.len(), list.len().saturating_sub(index + 1));
            prop_assert_eq!(rest.next(), list.get(index + 1).copied(), "after {} of {}", index, position);
        }
        Ok(())
    }
}

fn check_rejected(position: &Position, action: Action) -> TestCaseResult {
    let mut copy = position.clone();
    let mut events = Vec::new();
    let rejection = copy.play_observed(action, &mut events).expect_err("the action is illegal");
    prop_assert_eq!(&copy, position);
    prop_assert_eq!(copy.hash(), position.hash());
    prop_assert_eq!(copy.fingerprint(), position.fingerprint());
    prop_assert!(events.is_empty(), "unexpected events {:?}", events);
    prop_assert!(!rejection.reason.to_string().is_empty());
    prop_assert!(!rejection.to_string().contains('\n'), "{:?}", rejection);
    prop_assert!(rejection.cells.iter().all(|cell| cell.index() < usize::from(position.rules().board.cells())));
    prop_assert_eq!(position.why_illegal(action), Some(rejection));
    Ok(())
}

/// Returns a random, mostly illegal action: any action, or a legal action with one part changed.
fn some_action(position: &Position, legal: &[Action], numbers: &mut Numbers) -> Action {
    let cells = usize::from(position.rules().board.cells());
    match numbers.pick(legal) {
        Some(near) if numbers.below(2) == 0 => changed_action(near, cells, numbers),
        _ => any_action(cells, numbers),
    }
}

/// Returns a random cell, rarely one that is not on the board.
fn some_cell(cells: usize, numbers: &mut Numbers) -> Cell {
    match numbers.below(20) {
        0 => Cell::new(numbers.next() as u16),
        1 => Cell::new((cells + numbers.below(5)) as u16),
        _ => Cell::new(numbers.below(cells) as u16),
    }
}

fn some_border(numbers: &mut Numbers) -> Option<Player> {
    Player::from_seat(numbers.below(5) as u8)
}

fn changed_action(near: Action, cells: usize, numbers: &mut Numbers) -> Action {
    let a = some_cell(cells, numbers);
    let small = numbers.below(8) as u8;
    match (near, numbers.below(3)) {
        (Action::Place { at, .. }, 0) => Action::Place { at, rings: small },
        (Action::Place { at, .. }, 1) => Action::Place { at, rings: numbers.next() as u8 },
        (Action::Place { rings, .. }, _) => Action::Place { at: a, rings },
        (Action::Move { to, .. }, 0) => Action::Move { from: a, to },
        (Action::Move { from, to }, 1) => Action::Capture { from, over: a, to },
        (Action::Move { from, .. }, _) => Action::Move { from, to: a },
        (Action::Capture { over, to, .. }, 0) => Action::Capture { from: a, over, to },
        (Action::Capture { from, to, .. }, 1) => Action::Capture { from, over: a, to },
        (Action::Capture { from, over, .. }, _) => Action::Capture { from, over, to: a },
        (Action::Recover { to, extract, .. }, 0) => Action::Recover { from: a, to, extract },
        (Action::Recover { from, extract, .. }, 1) => Action::Recover { from, to: a, extract },
        (Action::Recover { from, to, .. }, _) if small < 4 => Action::RecoverSegment { from, to, offset: small },
        (Action::Recover { from, to, .. }, _) => Action::Recover { from, to, extract: a },
        (Action::RecoverSegment { from, to, .. }, 0) => Action::Recover { from, to, extract: a },
        (Action::RecoverSegment { from, to, .. }, _) => Action::RecoverSegment { from, to, offset: small },
        (Action::TakeLine { line }, 0) => Action::TakeSegment { line, offset: small },
        (Action::TakeLine { line }, _) => Action::TakeLine { line: Line { length: small, ..line } },
        (Action::TakeSegment { line, .. }, 0) => Action::TakeLine { line },
        (Action::TakeSegment { line, .. }, _) => Action::TakeSegment { line, offset: small },
        (Action::ClaimRegion { region }, 0) => {
            Action::ClaimRegion { region: RegionId { border: some_border(numbers), ..region } }
        }
        (Action::ClaimRegion { region }, _) => Action::ClaimRegion { region: RegionId { first: a, ..region } },
        (_, 0) => Action::Eliminate { at: a },
        (_, _) => Action::SkipPlacement,
    }
}

fn any_action(cells: usize, numbers: &mut Numbers) -> Action {
    let (a, b, c) = (some_cell(cells, numbers), some_cell(cells, numbers), some_cell(cells, numbers));
    let small = numbers.below(8) as u8;
    let line = Line { axis: Axis::new(small), first: a, length: numbers.below(10) as u8 };
    match numbers.below(14) {
        0 => Action::Place { at: a, rings: small },
        1 => Action::SkipPlacement,
        2 => Action::Move { from: a, to: b },
        3 => Action::Capture { from: a, over: b, to: c },
        4 => Action::DeclineCapture,
        5 => Action::TakeLine { line },
        6 => Action::TakeSegment { line, offset: small },
        7 => Action::ClaimRegion { region: RegionId { first: a, border: some_border(numbers) } },
        8 => Action::StopTerritory,
        9 => Action::Recover { from: a, to: b, extract: c },
        10 => Action::RecoverSegment { from: a, to: b, offset: small },
        11 => Action::SkipRecovery,
        12 => Action::SwapSides,
        _ => Action::Eliminate { at: a },
    }
}
