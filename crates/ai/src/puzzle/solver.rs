//! Proofs about the turns that follow the end of a turn.

use std::ops::ControlFlow;

use ringrift::{Action, Player, PositionOf};

use crate::search::{KillerLines, TurnSearch, WinSearchResult};

/// Searches turns for proofs, with a limit of positions.
pub(super) struct Solver<const W: usize> {
    turns: TurnSearch<'static, W>,
    killers: KillerLines,
    /// Number of positions searched.
    nodes: u64,
    most: u64,
}

impl<const W: usize> Solver<W> {
    pub(super) fn new(most: u64) -> Solver<W> {
        Solver { turns: TurnSearch::new(&|| false), killers: KillerLines::default(), nodes: 0, most }
    }

    fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }

    /// Returns a turn of the opponent of `player` that wins after `end`, or `None` if the search reached its limit.
    pub(super) fn reply_that_wins(&mut self, end: &PositionOf<W>, player: Player) -> Option<Option<Vec<Action>>> {
        if end.outcome().is_some() || end.to_move() == player {
            return Some(None);
        }
        match self.turns.find_win(end, self.left(), &mut self.nodes) {
            WinSearchResult::Win(line) => {
                self.killers.learn(end, &line);
                Some(Some(line))
            }
            WinSearchResult::NoWin => Some(None),
            WinSearchResult::Unknown => None,
        }
    }

    /// Returns a turn with which the player to move wins.
    pub(super) fn winning_turn(&mut self, position: &PositionOf<W>) -> Option<Vec<Action>> {
        match self.turns.find_win(position, self.left(), &mut self.nodes) {
            WinSearchResult::Win(line) => Some(line),
            WinSearchResult::NoWin | WinSearchResult::Unknown => None,
        }
    }

    /// Reports whether the opponent of `player` can win after `end`; faster than [`reply_that_wins`](Solver::reply_that_wins) for many
    /// similar positions.
    pub(super) fn is_refuted(&mut self, end: &PositionOf<W>, player: Player) -> Option<bool> {
        if end.outcome().is_some() || end.to_move() == player {
            return Some(false);
        }
        self.wins_now(end)
    }

    /// Reports whether the player to move can win within the turn.
    pub(super) fn wins_now(&mut self, position: &PositionOf<W>) -> Option<bool> {
        if self.killers.any_wins(position, &mut self.turns, &mut self.nodes) {
            return Some(true);
        }
        match self.turns.find_win(position, self.left(), &mut self.nodes) {
            WinSearchResult::Win(line) => {
                self.killers.learn(position, &line);
                Some(true)
            }
            WinSearchResult::NoWin => Some(false),
            WinSearchResult::Unknown => None,
        }
    }

    /// Returns a turn of the opponent after `end` that leaves `player` without a win in the turn after it. Returns an empty turn if the
    /// opponent has no decision and `player` does not win, and `None` if the search reached its limit.
    pub(super) fn escape(&mut self, end: &PositionOf<W>, player: Player) -> Option<Option<Vec<Action>>> {
        if let Some(outcome) = end.outcome() {
            return Some((outcome.winner != Some(player)).then(Vec::new));
        }
        if end.to_move() == player {
            return Some((!self.wins_now(end)?).then(Vec::new));
        }
        let mut replies: TurnSearch<'_, W> = TurnSearch::new(&|| false);
        let mut found = None;
        let mut is_proved = true;
        let mut nodes = 0;
        let left = self.left();
        let is_complete = replies.visit(end, left, &mut nodes, &mut |reply, line| {
            let loses = match reply.outcome() {
                Some(outcome) => Some(outcome.winner == Some(player)),
                // The player cannot act, and the opponent has another turn.
                None if reply.to_move() != player => self.escape(reply, player).map(|escape| escape.is_none()),
                None => self.wins_now(reply),
            };
            match loses {
                Some(true) => return ControlFlow::Continue(()),
                Some(false) => found = Some(line.to_vec()),
                None => is_proved = false,
            }
            ControlFlow::Break(())
        });
        self.nodes += nodes;
        match found {
            Some(line) => Some(Some(line)),
            None => (is_complete && is_proved).then_some(None),
        }
    }

    /// Returns the turn of the opponent of `player` after which the search for a win of `player` takes longest; an empty turn if the
    /// opponent has no decision.
    pub(super) fn hardest_reply(&mut self, end: &PositionOf<W>, player: Player) -> Vec<Action> {
        let mut hardest: Option<(u64, Vec<Action>)> = None;
        if end.outcome().is_some() || end.to_move() == player {
            return Vec::new();
        }
        let mut replies: TurnSearch<'_, W> = TurnSearch::new(&|| false);
        replies.visit(end, self.most, &mut 0, &mut |reply, line| {
            let before = self.nodes;
            if reply.outcome().is_none() && reply.to_move() == player {
                self.turns.find_win(reply, self.left(), &mut self.nodes);
            }
            let effort = self.nodes - before;
            if hardest.as_ref().is_none_or(|&(most, _)| effort > most) {
                hardest = Some((effort, line.to_vec()));
            }
            if self.left() > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        hardest.map(|(_, line)| line).unwrap_or_default()
    }
}
