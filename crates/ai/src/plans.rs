//! Turns that a bot has planned as a whole.

use ringrift::{Action, PositionOf};

use crate::search::{Search, WinSearchResult};

/// The planned turn of a bot, and what it knows about wins in the current turn.
#[derive(Default)]
pub(crate) struct TurnMemory {
    /// Turn that was planned as a whole: position hash and action of each step.
    plan: Vec<(u64, Action)>,
    /// Turn in which the search found no immediate win; later decisions of this turn skip the search.
    turn_without_win: Option<u32>,
}

impl TurnMemory {
    /// Returns the action planned for a position.
    pub(crate) fn planned(&self, hash: u64) -> Option<Action> {
        self.plan.iter().find(|(before, _)| *before == hash).map(|&(_, action)| action)
    }

    /// Stores a planned turn and returns its first action.
    pub(crate) fn follow<const W: usize>(&mut self, position: &PositionOf<W>, line: &[Action]) -> Option<Action> {
        let mut position = position.clone();
        self.plan.clear();
        for &action in line {
            self.plan.push((position.hash(), action));
            position.play_unchecked(action);
        }
        line.first().copied()
    }

    /// Searches for a win in this turn or, with two players and `plan_nodes` positions, a forced win in the next one. Each turn is searched
    /// once, unless the search was incomplete.
    pub(crate) fn find_win<const W: usize>(
        &mut self,
        search: &mut Search<'_, W>,
        position: &PositionOf<W>,
        plan_nodes: u64,
    ) -> Option<Vec<Action>> {
        if search.settings.win_nodes == 0 || self.turn_without_win == Some(position.turn()) {
            return None;
        }
        self.turn_without_win = Some(position.turn());
        match search.find_win() {
            WinSearchResult::Win(line) => return Some(line),
            WinSearchResult::NoWin => {}
            // Later in the turn there are fewer continuations, so the search is repeated.
            WinSearchResult::Unknown => self.turn_without_win = None,
        }
        let is_two_player = position.rules().players == 2;
        (is_two_player && plan_nodes > 0).then(|| search.find_forced_win(plan_nodes)).flatten()
    }
}
