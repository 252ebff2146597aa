//! Searches over complete turns: turns after which no opponent can win in the next one, and turns after which a win in the
//! player's next turn cannot be prevented.

use std::ops::ControlFlow;

use ringrift::{Action, Player, PositionOf};

use super::turn_search::{TurnSearch, WinSearchResult};
use super::{Search, evaluate};

/// A complete turn.
struct TurnPlan<const W: usize> {
    line: Vec<Action>,
    end: PositionOf<W>,
    /// Estimated winning chance of the player.
    value: f32,
}

/// What opponents can do in their next turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Replies {
    /// An opponent wins.
    Win,
    /// The search for a win used its whole budget and found none.
    Unclear,
    /// No opponent wins, as far as the checks can tell.
    NoWin,
}

impl Replies {
    fn after(is_safe: Option<bool>) -> Replies {
        match is_safe {
            Some(false) => Replies::Win,
            None => Replies::Unclear,
            Some(true) => Replies::NoWin,
        }
    }
}

/// Limit of the number of turns compared.
const MOST_PLANS: usize = 20_000;

/// Positions needed per turn for a proof. With more turns than this allows, no proof is attempted.
const NODES_PER_PROOF: u64 = 256;

/// Memory limit, as the total number of cells of stored positions.
const MOST_CELLS: usize = 1 << 20;

impl<const W: usize> Search<'_, W> {
    /// Returns the most promising turn after which no opponent can win in the next one, evaluating at most `listing` positions to list
    /// the turns and at most `most` in all. If no turn is proved safe, returns the most promising one whose check was incomplete, or
    /// `None`.
    pub(crate) fn find_safe_turn(&mut self, listing: u64, most: u64) -> Option<Vec<Action>> {
        let last = self.nodes + most;
        let plans = self.plans(listing);
        let mut fallback = None;
        for plan in plans {
            if self.nodes >= last || (self.is_cancelled)() {
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

    /// Checks whether an opponent can win in the next turn however the player finishes this turn from any of the given positions. Evaluates
    /// about `most` positions.
    pub(crate) fn check_replies(&mut self, starts: &[PositionOf<W>], most: u64) -> Replies {
        let last = self.nodes + most;
        let mut turns = TurnSearch::new(self.is_cancelled);
        let mut replies = Replies::Win;
        for start in starts {
            let is_same_turn = start.to_move() == self.root.to_move() && start.turn() == self.root.turn();
            if start.outcome().is_some() || !is_same_turn {
                replies = replies.max(Replies::after(self.is_safe(start)));
                continue;
            }
            let mut nodes = 0;
            let left = last.saturating_sub(self.nodes);
            let all_lose = turns.visit(start, left, &mut nodes, &mut |end, _| {
                if self.nodes >= last {
                    return ControlFlow::Break(());
                }
                replies = replies.max(Replies::after(self.is_safe(end)));
                if replies == Replies::Win { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            self.nodes += nodes;
            // Without a proof that every end of the turn loses, the turn is taken to be safe.
            if !all_lose && replies == Replies::Win {
                replies = Replies::NoWin;
            }
        }
        replies
    }

    /// Returns a turn after which the player wins in the next own turn whatever the opponent does, evaluating about `most`
    /// positions. For two players.
    pub(crate) fn find_forced_win(&mut self, most: u64) -> Option<Vec<Action>> {
        let last = self.nodes + most;
        let mut replies = TurnSearch::new(self.is_cancelled);
        let mut plans = self.plans(most / 4);
        if plans.len() as u64 > most / NODES_PER_PROOF {
            return None;
        }
        // The fewer replies the opponent has, the cheaper the proof.
        plans.sort_by_cached_key(|plan| plan.end.count_legal());
        for plan in plans {
            if self.nodes >= last || (self.is_cancelled)() {
                break;
            }
            if self.is_forced_win(&plan.end, &mut replies, last) {
                return Some(plan.line);
            }
        }
        None
    }

    /// Returns all turns, the most promising first.
    fn plans(&mut self, most: u64) -> Vec<TurnPlan<W>> {
        let (player, settings) = (self.root.to_move(), self.settings);
        let most_plans = (MOST_CELLS / usize::from(self.root.rules().board.cells())).min(MOST_PLANS);
        let mut plans = Vec::new();
        self.turns.visit(self.root, most, &mut self.nodes, &mut |end, line| {
            let leaf = evaluate(end, line[line.len() - 1], settings);
            if !leaf.is_decided || leaf.chances[player] > 0.0 {
                plans.push(TurnPlan { line: line.to_vec(), end: end.clone(), value: leaf.chances[player] });
            }
            if plans.len() < most_plans { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        plans
    }

    /// Reports whether no opponent can win in the next turn, or `None` if the search was incomplete.
    fn is_safe(&mut self, end: &PositionOf<W>) -> Option<bool> {
        if let Some(outcome) = end.outcome() {
            return Some(outcome.winner.is_none_or(|winner| winner == self.root.to_move()));
        }
        let before = self.nodes;
        if self.next_turn_winner(end).is_some() {
            return Some(false);
        }
        // A search that used its whole budget may have missed a win.
        (self.nodes - before < self.settings.win_nodes).then_some(true)
    }

    /// Returns an opponent who could win if it were their turn after `end`.
    pub(crate) fn next_turn_winner(&mut self, end: &PositionOf<W>) -> Option<Player> {
        let me = self.root.to_move();
        let next = end.to_move();
        if next != me && self.wins_now(end) {
            return Some(next);
        }
        let others = Player::seats(end.rules().players).filter(|&player| player != me && player != next);
        others.into_iter().find(|&player| end.as_if_turn_of(player).is_some_and(|turn| self.wins_now(&turn)))
    }

    /// Reports whether the player to move can win within the turn; known killer lines are tried first.
    fn wins_now(&mut self, position: &PositionOf<W>) -> bool {
        if self.killers.any_wins(position, &mut self.turns, &mut self.nodes) {
            return true;
        }
        match self.turns.find_win(position, self.settings.win_nodes, &mut self.nodes) {
            WinSearchResult::Win(line) => {
                self.killers.learn(position, &line);
                true
            }
            WinSearchResult::NoWin | WinSearchResult::Unknown => false,
        }
    }

    /// Reports whether the planning player wins in the next own turn whatever the opponent does.
    fn is_forced_win(&mut self, end: &PositionOf<W>, replies: &mut TurnSearch<'_, W>, last: u64) -> bool {
        let me = self.root.to_move();
        if end.outcome().is_some() {
            return false;
        }
        // The opponent may have no decision to make.
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
