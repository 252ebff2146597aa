//! Eliminated rings and who is credited with them (rules.md section 11).

use ringrift::{Action, Coord};

use crate::SpecGame;

impl SpecGame {
    /// Counts eliminated rings for the player who caused it, the one whose turn it is (RR-CANON-R060).
    pub(crate) fn credit(&mut self, rings: usize) {
        self.credits[self.to_move] += rings as u16;
    }

    /// Eliminates the cap of a controlled stack for the player to move (RR-CANON-R100, R122, R145).
    pub(crate) fn eliminate_cap(&mut self, at: Coord) {
        let Some(stack) = self.board.stack(at).cloned() else { return };
        self.board.put_stack(at, stack.without_top(stack.cap_height()));
        self.credit(stack.cap_height());
    }

    /// One choice for every controlled stack: payments and forced eliminations (RR-CANON-R100, R122, R145).
    pub(crate) fn cap_actions(&self) -> Vec<Action> {
        self.controlled(self.to_move).into_iter().map(|at| Action::Eliminate { at: self.cell(at) }).collect()
    }
}
