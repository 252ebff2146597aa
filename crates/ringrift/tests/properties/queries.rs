//! Queries of a position agree with its legal actions and with the contents of its cells.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{
    Action, Cell, CellContent, CellSet, Line, LinePrice, Phase, Player, PlayerSet, Position, PositionOf,
    PositionVisitor, TurnProgress,
};

use crate::GAMES;
use crate::common::{config, games, kind};
use crate::play::stack_on;

proptest! {
    #![proptest_config(config(GAMES))]

    /// Queries about placements, moves, captures and lines agree with the legal actions.
    #[test]
    fn queries_agree_with_the_legal_actions(game in games()) {
        for position in game.positions() {
            let (legal, mover) = (position.legal_actions(), position.to_move());
            let board_actions = position.board_actions(mover);
            let of_stack = |at: Cell| {
                board_actions.iter().copied().filter(move |action| departure(*action) == Some(at)).collect::<Vec<_>>()
            };
            match position.phase() {
                Phase::Placement => {
                    let recovers = position.legal_actions().contains(&Action::SkipPlacement) && game.rules.recovery;
                    let skip = (!board_actions.is_empty() || recovers).then_some(Action::SkipPlacement);
                    let swap = legal.contains(&Action::SwapSides).then_some(Action::SwapSides);
                    let placements = position.placements(mover);
                    let expected: Vec<Action> = placements.into_iter().chain(skip).chain(swap).collect();
                    prop_assert_eq!(&expected[..], &legal[..], "{}", position);
                }
                Phase::Recovery => prop_assert!(board_actions.is_empty(), "{}", position),
                Phase::Movement { must_move: None } => prop_assert_eq!(&board_actions[..], &legal[..]),
                Phase::Movement { must_move: Some(at) } => prop_assert_eq!(&of_stack(at)[..], &legal[..]),
                Phase::CaptureOffer { at } | Phase::CaptureChain { at } => {
                    let captures = position.captures_from(at);
                    prop_assert_eq!(&captures[..], &legal[..captures.len()], "{}", position);
                    let same = |action: &&Action| kind(**action) == "capture";
                    prop_assert!(of_stack(at).iter().filter(same).eq(&captures));
                }
                Phase::LineChoice => {
                    let chosen: BTreeSet<Line> = legal.iter().filter_map(|&action| line_of(action)).collect();
                    let controls = !controlled(&position, mover).is_empty() || game.rules.line_price == LinePrice::Ring;
                    let processable = |line: &Line| controls || line.length > game.rules.line_length;
                    let lines: BTreeSet<Line> = position.lines(mover).into_iter().filter(processable).collect();
                    prop_assert_eq!(chosen, lines, "{}", position);
                }
                Phase::RegionPayment if position.turn_progress() == TurnProgress::Recovered => {
                    let buried = |at: &Cell| stack_on(&position, *at).is_some_and(|stack| stack.has_buried(mover));
                    let expected = game.rules.board.iter_cells().filter(buried).map(|at| Action::Eliminate { at });
                    prop_assert!(expected.eq(legal.iter().copied()), "{}", position);
                }
                Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination => {
                    let stacks = controlled(&position, mover);
                    let expected: Vec<Action> = stacks.into_iter().map(|at| Action::Eliminate { at }).collect();
                    prop_assert_eq!(&expected[..], &legal[..], "{}", position);
                }
                Phase::RegionChoice | Phase::Over { .. } => {}
            }
        }
    }

    /// Counts and sets agree with the contents of cells, and moves and captures with all board actions.
    #[test]
    fn queries_agree_with_the_cells(game in games()) {
        for position in game.positions() {
            let mut colours = PlayerSet::EMPTY;
            for player in Player::seats(game.rules.players) {
                let (moves, captures) = (position.moves(player), position.captures(player));
                let all: HashSet<Action> = position.board_actions(player).into_iter().collect();
                prop_assert_eq!(all.len(), moves.len() + captures.len());
                prop_assert!(moves.iter().chain(&captures).all(|action| all.contains(action)));
                let has_real_action = !position.placements(player).is_empty() || !all.is_empty();
                prop_assert_eq!(position.has_real_action(player), has_real_action, "player {} in {}", player, position);
                prop_assert_eq!(position.visit(Owned(player)), owned_by_cells(&position, player));
                let rings = |cell| if let CellContent::Stack(stack) = position.content(cell) { stack.count(player) } else { 0 };
                let on_board: u32 = game.rules.board.iter_cells().map(rings).sum();
                prop_assert_eq!(position.rings_on_board(player), on_board);
                if on_board > 0 {
                    colours.insert(player);
                }
            }
            prop_assert_eq!(position.colours_on_board(), colours);
        }
    }

    /// Lines are the maximal runs of markers of at least the line length (RR-CANON-R120).
    #[test]
    fn r120_lines_are_maximal_runs(game in games()) {
        for position in game.positions().iter().rev().step_by(3) {
            for player in Player::seats(game.rules.players) {
                let lines: BTreeSet<Line> = position.lines(player).into_iter().collect();
                prop_assert_eq!(lines, runs(position, player), "player {} in {}", player, position);
            }
        }
    }

    /// The capture chains of a stack are exactly the sequences of captures that play allows (RR-CANON-R103).
    #[test]
    fn r103_capture_chains_match_play(game in games()) {
        for position in game.positions().iter().rev().step_by(4) {
            let at = match position.phase() {
                Phase::Movement { must_move: None } => controlled(position, position.to_move()),
                Phase::Movement { must_move: Some(at) } => vec![at],
                Phase::CaptureOffer { at } | Phase::CaptureChain { at } => vec![at],
                _ => continue,
            };
            for from in at {
                check_chains(position, from)?;
            }
        }
    }
}

pub(crate) fn departure(action: Action) -> Option<Cell> {
    match action {
        Action::Move { from, .. } | Action::Capture { from, .. } => Some(from),
        _ => None,
    }
}

fn line_of(action: Action) -> Option<Line> {
    match action {
        Action::TakeLine { line } | Action::TakeSegment { line, .. } => Some(line),
        _ => None,
    }
}

/// Returns the stacks that a player controls, found by checking every cell.
pub(crate) fn controlled(position: &Position, player: Player) -> Vec<Cell> {
    owned_by_cells(position, player).2
}

/// Returns the markers, collapsed cells and stacks of a player, found by checking every cell.
pub(crate) fn owned_by_cells(position: &Position, player: Player) -> (Vec<Cell>, Vec<Cell>, Vec<Cell>) {
    let mut owned = (Vec::new(), Vec::new(), Vec::new());
    for cell in position.rules().board.iter_cells() {
        match position.content(cell) {
            CellContent::Marker(owner) if owner == player => owned.0.push(cell),
            CellContent::Collapsed(owner) if owner == player => owned.1.push(cell),
            CellContent::Stack(stack) if stack.top() == Some(player) => owned.2.push(cell),
            _ => {}
        }
    }
    owned
}

/// Returns the markers, collapsed cells and stacks of a player from the sets of the position.
pub(crate) struct Owned(pub(crate) Player);

impl PositionVisitor for Owned {
    type Output = (Vec<Cell>, Vec<Cell>, Vec<Cell>);

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
        let cells = |set: CellSet<W>| set.iter().collect();
        (cells(position.markers(self.0)), cells(position.collapsed(self.0)), cells(position.controlled(self.0)))
    }
}

/// Returns the lines of a player, found by extending every marker in both directions.
fn runs(position: &Position, player: Player) -> BTreeSet<Line> {
    let geometry = position.geometry();
    let is_marker = |cell: &Cell| position.content(*cell) == CellContent::Marker(player);
    let mut lines = BTreeSet::new();
    for axis in geometry.axes() {
        let forward = geometry.forward(axis);
        for marker in position.rules().board.iter_cells().filter(is_marker) {
            let before = geometry.ray(marker, geometry.opposite(forward)).take_while(is_marker).last();
            let first = before.unwrap_or(marker);
            let length = 1 + geometry.ray(first, forward).take_while(is_marker).count() as u8;
            if length >= position.rules().line_length {
                lines.insert(Line { axis, first, length });
            }
        }
    }
    lines
}

/// Checks the capture chains of a stack that may capture now against play.
fn check_chains(position: &Position, from: Cell) -> TestCaseResult {
    const LIMIT: usize = 60;
    let found = position.capture_chains(from, LIMIT);
    let mut played = Vec::new();
    play_chains(position, from, &mut Vec::new(), LIMIT, &mut played);
    prop_assert_eq!(found.complete, played.len() <= LIMIT, "{}", position);
    played.truncate(LIMIT);
    prop_assert_eq!(found.chains, played, "{}", position);
    Ok(())
}

/// Lists the capture chains that play allows, in the order of legal actions; at most one more than the limit.
fn play_chains(position: &Position, from: Cell, chain: &mut Vec<Action>, limit: usize, found: &mut Vec<Vec<Action>>) {
    for &action in &position.legal_actions() {
        let Action::Capture { from: start, to, .. } = action else { continue };
        if start != from || found.len() > limit {
            continue;
        }
        let mut next = position.clone();
        next.play(action).expect("the action is legal");
        chain.push(action);
        if next.phase() == (Phase::CaptureChain { at: to }) {
            play_chains(&next, to, chain, limit, found);
        } else {
            found.push(chain.clone());
        }
        chain.pop();
    }
}
