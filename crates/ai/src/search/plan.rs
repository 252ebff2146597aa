//! Whole turns against whole turns: turns that let nobody else win in the next one, and turns after which the win in the next
//! one cannot be stopped.

use std::ops::ControlFlow;

use ringrift::{Action, Player, PositionOf};

use super::turns::{Turns, Verdict};
use super::{Search, look};

/// A way to play the turn.
struct Plan<const W: usize> {
    line: Vec<Action>,
    end: PositionOf<W>,
    /// What it seems worth to whoever plays it.
    value: f32,
}

/// No more ways than this are compared; of large boards not all can be.
const MOST_PLANS: usize = 20_000;

/// A proof takes at least so many positions for each way to play the turn: where there are too many it is not begun.
const WORTH_A_PROOF: u64 = 256;

/// No more memory than for so many cells of positions is taken.
const MOST_CELLS: usize = 1 << 20;

impl<const W: usize> Search<'_, W> {
    /// The most promising turn after which nobody wins in the next one, looking at no more than `most` positions; none if
    /// there is none, or none was found.
    pub(crate) fn find_safe(&mut self, most: u64) -> Option<Vec<Action>> {
        let last = self.nodes + most;
        let plans = self.plans(most);
        let mut fallback = None;
        for plan in plans {
            if self.nodes >= last || (self.stopped)() {
                break;
            }
            match self.is_safe(&plan.end) {
                Some(true) => return Some(plan.line),
                Some(false) => {}
                None => fallback = fallback.or(Some(plan.line)),
            }
        }
        fallback
    }

    /// A turn of one of two players after which he wins in his next turn whatever the other does, looking at no more than
    /// about `most` positions.
    pub(crate) fn find_forced_win(&mut self, most: u64) -> Option<Vec<Action>> {
        let last = self.nodes + most;
        let mut replies = Turns::new(self.stopped);
        let mut plans = self.plans(most / 4);
        if plans.len() as u64 > most / WORTH_A_PROOF {
            return None;
        }
        // Who can do little can do little about it.
        plans.sort_by_cached_key(|plan| plan.end.count_legal());
        for plan in plans {
            if self.nodes >= last || (self.stopped)() {
                break;
            }
            if self.always_wins_after(&plan.end, &mut replies, last) {
                return Some(plan.line);
            }
        }
        None
    }

    /// All ways to play the turn, the most promising first.
    fn plans(&mut self, most: u64) -> Vec<Plan<W>> {
        let (player, settings) = (self.root.to_move(), self.settings);
        let room = (MOST_CELLS / usize::from(self.root.rules().board.cells())).min(MOST_PLANS);
        let mut plans = Vec::new();
        self.turns.visit(self.root, most, &mut self.nodes, &mut |end, line| {
            let leaf = look(end, line[line.len() - 1], settings);
            if !leaf.is_decided || leaf.chances[player] > 0.0 {
                plans.push(Plan { line: line.to_vec(), end: end.clone(), value: leaf.chances[player] });
            }
            if plans.len() < room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        plans
    }

    /// Whether nobody can win in the next turn; none if not all was looked at.
    fn is_safe(&mut self, end: &PositionOf<W>) -> Option<bool> {
        if let Some(outcome) = end.outcome() {
            return Some(outcome.winner.is_none_or(|winner| winner == self.root.to_move()));
        }
        let unknown = self.nodes;
        if self.who_wins_next(end).is_some() {
            return Some(false);
        }
        // Who has looked at all that may be looked at may have missed something.
        (self.nodes - unknown < self.settings.win_nodes).then_some(true)
    }

    /// An opponent who wins if his turn comes next, after the end of a turn.
    pub(crate) fn who_wins_next(&mut self, end: &PositionOf<W>) -> Option<Player> {
        let me = self.root.to_move();
        let next = end.to_move();
        if next != me && self.wins_now(end) {
            return Some(next);
        }
        let others = Player::seats(end.rules().players).filter(|&player| player != me && player != next);
        others.into_iter().find(|&player| end.as_if_turn_of(player).is_some_and(|turn| self.wins_now(&turn)))
    }

    /// Whether whoever is to move wins within his turn, by what is known to win or by anything.
    fn wins_now(&mut self, position: &PositionOf<W>) -> bool {
        if self.killers.strike(position, &mut self.turns, &mut self.nodes) {
            return true;
        }
        match self.turns.find_win(position, self.settings.win_nodes, &mut self.nodes) {
            Verdict::Win(line) => {
                self.killers.learn(position, &line);
                true
            }
            Verdict::None | Verdict::Unknown => false,
        }
    }

    /// Whether the player who planned wins in his next turn, whatever the other does until then.
    fn always_wins_after(&mut self, end: &PositionOf<W>, replies: &mut Turns<'_, W>, last: u64) -> bool {
        let me = self.root.to_move();
        if end.outcome().is_some() {
            return false;
        }
        // The other may have nothing to decide at all.
        if end.to_move() == me {
            return self.wins_now(end);
        }
        let mut nodes = 0;
        let left = last.saturating_sub(self.nodes);
        let all_lose = replies.visit(end, left, &mut nodes, &mut |reply, _| {
            let loses = match reply.outcome() {
                Some(outcome) => outcome.winner == Some(me),
                None => reply.to_move() == me && self.nodes < last && self.wins_now(reply),
            };
            if loses { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.nodes += nodes;
        all_lose
    }
}
