//! Eliminated rings and who is credited with them (rules.md section 11; live 5 to 8).

use ringrift::{Action, Coord, LinePrice, Phase, TurnProgress};

use crate::SpecGame;
use crate::board::Stack;

impl SpecGame {
    /// Counts eliminated rings for the player who caused it, the one whose turn it is (RR-CANON-R060).
    pub(crate) fn credit(&mut self, rings: usize) {
        self.credits[self.to_move] += rings as u16;
    }

    /// Gives up what the phase asks for: the top ring alone for a line, a buried ring for a region after a recovery, and
    /// else a cap (live 5, 6).
    pub(crate) fn give_up(&mut self, at: Coord) {
        match self.phase {
            Phase::LinePayment if self.rules.line_price == LinePrice::Ring => self.eliminate_top(at, 1),
            Phase::RegionPayment if self.turn_progress == TurnProgress::Recovered => self.extract(at),
            _ => self.eliminate_cap(at),
        }
    }

    /// Eliminates the cap of a controlled stack for the player to move (RR-CANON-R100, R122, R145).
    fn eliminate_cap(&mut self, at: Coord) {
        let rings = self.board.stack(at).map_or(0, Stack::cap_height);
        self.eliminate_top(at, rings);
    }

    /// Eliminates rings from the top of a stack for the player to move (RR-CANON-R060).
    pub(crate) fn eliminate_top(&mut self, at: Coord, rings: usize) {
        let Some(stack) = self.board.stack(at).cloned() else { return };
        self.board.put_stack(at, stack.without_top(rings));
        self.credit(rings);
    }

    /// One choice for every controlled stack: payments for lines and forced eliminations (RR-CANON-R100, R122).
    pub(crate) fn cap_actions(&self) -> Vec<Action> {
        self.eliminations(self.controlled(self.to_move))
    }

    /// One choice for every stack that a region can be paid for with (RR-CANON-R145; live 6).
    pub(crate) fn region_payment_actions(&self) -> Vec<Action> {
        self.eliminations(self.region_payments(self.to_move))
    }

    fn eliminations(&self, stacks: Vec<Coord>) -> Vec<Action> {
        stacks.into_iter().map(|at| Action::Eliminate { at: self.cell(at) }).collect()
    }
}
