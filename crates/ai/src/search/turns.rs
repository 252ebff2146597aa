//! Whole turns: all that a player can do until his turn is over, looked at one by one.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use ringrift::{Action, ActionList, Phase, PositionOf};

use super::Stopped;

/// Goes through all ends that the turn of the player to move can have. Ways that come to the same position on the way are one.
pub(crate) struct Turns<'a, const W: usize> {
    stopped: Stopped<'a>,
    /// Positions within the turn that were looked at, by hash.
    seen: HashSet<u64>,
    /// The beginnings of turns that are still to be gone on with.
    open: VecDeque<Vec<Action>>,
    /// Kept to be used again.
    actions: ActionList,
    before: Option<(PositionOf<W>, PositionOf<W>)>,
}

/// What is told of the end of a turn, or of a game: the position and the actions that lead there.
type Tell<'a, const W: usize> = dyn FnMut(&PositionOf<W>, &[Action]) -> ControlFlow<()> + 'a;

/// What came of looking for a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// There is one, by these actions.
    Win(Vec<Action>),
    /// There is none.
    None,
    /// Not all was looked at.
    Unknown,
}

impl<'a, const W: usize> Turns<'a, W> {
    /// Somebody who goes through turns, until he is to stop.
    pub(crate) fn new(stopped: Stopped<'a>) -> Turns<'a, W> {
        Turns { stopped, seen: HashSet::new(), open: VecDeque::new(), actions: ActionList::new(), before: None }
    }

    /// Looks for a win within the turn, at no more positions than `most`; how many it took is counted in `nodes`.
    pub(crate) fn find_win(&mut self, position: &PositionOf<W>, most: u64, nodes: &mut u64) -> Verdict {
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
            Some(line) => Verdict::Win(line),
            None if is_complete => Verdict::None,
            None => Verdict::Unknown,
        }
    }

    /// Whether the turn can be won by beginning it so; behind the beginning no more than `most` positions are looked at.
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
            None => matches!(self.find_win(&position, most, nodes), Verdict::Win(_)),
        }
    }

    /// Tells of every end, roughly the simplest turns first; says whether those were all. Swapping sides is no part of it.
    pub(crate) fn visit(
        &mut self,
        position: &PositionOf<W>,
        most: u64,
        nodes: &mut u64,
        tell: &mut Tell<'_, W>,
    ) -> bool {
        self.seen.clear();
        self.open.clear();
        self.open.push_back(Vec::new());
        let mut left = most;
        let (mut before, mut after) = self.before.take().unwrap_or_else(|| (position.clone(), position.clone()));
        let mut told = ControlFlow::Continue(());
        while let Some(line) = self.open.pop_front() {
            before.clone_from(position);
            line.iter().for_each(|&action| before.play_unchecked(action));
            told = self.go_on(&before, &mut after, line, &mut left, tell);
            if (self.stopped)() {
                told = ControlFlow::Break(());
            }
            if told.is_break() {
                break;
            }
        }
        self.before = Some((before, after));
        *nodes += most - left;
        told.is_continue()
    }

    /// Looks at everything that can be done next. Breaks off when nothing more is wanted, or nothing more may be looked at.
    fn go_on(
        &mut self,
        before: &PositionOf<W>,
        after: &mut PositionOf<W>,
        mut line: Vec<Action>,
        left: &mut u64,
        tell: &mut Tell<'_, W>,
    ) -> ControlFlow<()> {
        before.legal_actions_into(&mut self.actions);
        for &action in self.actions.iter().filter(|&&action| action != Action::SwapSides) {
            *left = left.checked_sub(1).map_or(ControlFlow::Break(()), ControlFlow::Continue)?;
            after.clone_from(before);
            after.play_unchecked(action);
            line.push(action);
            let goes_on =
                after.outcome().is_none() && after.to_move() == before.to_move() && after.turn() == before.turn();
            if !goes_on {
                tell(after, &line)?;
            } else if self.seen.insert(after.hash()) {
                // Where only lines, regions and payments are left the end is near.
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

/// Whether moving is over in a turn.
fn is_settling(phase: Phase) -> bool {
    matches!(phase, Phase::LineChoice | Phase::LinePayment | Phase::RegionChoice | Phase::RegionPayment)
}
