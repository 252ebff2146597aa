//! Enumerates all complete turns of the player to move.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use ringrift::{Action, ActionList, Phase, PositionOf};

use super::IsCancelled;

/// Enumerates the positions at the end of a turn. Transpositions within the turn are searched once.
pub(crate) struct TurnSearch<'a, const W: usize> {
    is_cancelled: IsCancelled<'a>,
    /// Hashes of the positions within the turn that were expanded.
    seen: HashSet<u64>,
    /// Incomplete turns still to be expanded.
    open: VecDeque<Vec<Action>>,
    // Buffers reused between searches.
    actions: ActionList,
    before: Option<(PositionOf<W>, PositionOf<W>)>,
}

/// Callback for the end of a turn or game, with the position and the actions that lead to it.
type OnTurnEnd<'a, const W: usize> = dyn FnMut(&PositionOf<W>, &[Action]) -> ControlFlow<()> + 'a;

/// Result of a search for a win within a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WinSearchResult {
    /// These actions win.
    Win(Vec<Action>),
    NoWin,
    /// The search was incomplete.
    Unknown,
}

impl<'a, const W: usize> TurnSearch<'a, W> {
    pub(crate) fn new(is_cancelled: IsCancelled<'a>) -> TurnSearch<'a, W> {
        TurnSearch {
            is_cancelled,
            seen: HashSet::new(),
            open: VecDeque::new(),
            actions: ActionList::new(),
            before: None,
        }
    }

    /// Searches for a win within the turn, evaluating at most `most` positions. Adds the number evaluated to `nodes`.
    pub(crate) fn find_win(&mut self, position: &PositionOf<W>, most: u64, nodes: &mut u64) -> WinSearchResult {
        let player = position.to_move();
        let mut found = None;
        let is_complete = self.visit(position, most, nodes, &mut |end, line| {
            if end.outcome().is_some_and(|outcome| outcome.winner == Some(player)) {
                found = Some(line.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match found {
            Some(line) => WinSearchResult::Win(line),
            None if is_complete => WinSearchResult::NoWin,
            None => WinSearchResult::Unknown,
        }
    }

    /// Reports whether the turn can be won by a line that starts with `line`, evaluating at most `most` positions after it.
    pub(crate) fn wins_by(&mut self, position: &PositionOf<W>, line: &[Action], most: u64, nodes: &mut u64) -> bool {
        let (player, turn) = (position.to_move(), position.turn());
        let mut position = position.clone();
        for &action in line {
            if position.to_move() != player || position.turn() != turn || !position.is_legal(action) {
                return false;
            }
            *nodes += 1;
            position.play_unchecked(action);
        }
        match position.outcome() {
            Some(outcome) => outcome.winner == Some(player),
            None if position.to_move() != player || position.turn() != turn => false,
            None => matches!(self.find_win(&position, most, nodes), WinSearchResult::Win(_)),
        }
    }

    /// Calls `on_turn_end` for every end of the turn, roughly the shortest turns first. Reports whether the enumeration was
    /// complete. Swapping sides is not considered.
    pub(crate) fn visit(
        &mut self,
        position: &PositionOf<W>,
        most: u64,
        nodes: &mut u64,
        on_turn_end: &mut OnTurnEnd<'_, W>,
    ) -> bool {
        self.seen.clear();
        self.open.clear();
        self.open.push_back(Vec::new());
        let mut left = most;
        let (mut before, mut after) = self.before.take().unwrap_or_else(|| (position.clone(), position.clone()));
        let mut flow = ControlFlow::Continue(());
        while let Some(line) = self.open.pop_front() {
            before.clone_from(position);
            line.iter().for_each(|&action| before.play_unchecked(action));
            flow = self.expand(&before, &mut after, line, &mut left, on_turn_end);
            if (self.is_cancelled)() {
                flow = ControlFlow::Break(());
            }
            if flow.is_break() {
                break;
            }
        }
        self.before = Some((before, after));
        *nodes += most - left;
        flow.is_continue()
    }

    /// Plays every legal action of a position. Breaks if the callback does or the node limit is reached.
    fn expand(
        &mut self,
        before: &PositionOf<W>,
        after: &mut PositionOf<W>,
        mut line: Vec<Action>,
        left: &mut u64,
        on_turn_end: &mut OnTurnEnd<'_, W>,
    ) -> ControlFlow<()> {
        before.legal_actions_into(&mut self.actions);
        for &action in self.actions.iter().filter(|&&action| action != Action::SwapSides) {
            *left = left.checked_sub(1).map_or(ControlFlow::Break(()), ControlFlow::Continue)?;
            after.clone_from(before);
            after.play_unchecked(action);
            line.push(action);
            let continues =
                after.outcome().is_none() && after.to_move() == before.to_move() && after.turn() == before.turn();
            if !continues {
                on_turn_end(after, &line)?;
            } else if self.seen.insert(after.hash()) {
                // Settling lines, regions and payments ends the turn soon, so it is searched first.
                if is_settling(after.phase()) {
                    self.open.push_front(line.clone());
                } else {
                    self.open.push_back(line.clone());
                }
            }
            line.pop();
        }
        ControlFlow::Continue(())
    }
}

/// Reports whether only lines, regions and payments are left in the turn.
fn is_settling(phase: Phase) -> bool {
    matches!(phase, Phase::LineChoice | Phase::LinePayment | Phase::RegionChoice | Phase::RegionPayment)
}
