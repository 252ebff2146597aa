//! Eliminated rings and their credit (rules section 11; rules-live sections 5 to 8).

use ringrift::{Action, Coord, LinePrice, Phase, TurnProgress};

use crate::SpecGame;
use crate::board::Stack;

impl SpecGame {
    /// Credits eliminated rings to the player whose turn it is, who caused the elimination (RR-CANON-R060).
    pub(crate) fn credit(&mut self, rings: usize) {
        self.credits[self.to_move] += rings as u16;
    }

    /// Eliminates rings of a stack as the phase requires: the top ring for a line if the price of a line is one ring, a
    /// buried ring for a region after a recovery, otherwise the cap (rules-live sections 5 and 6).
    pub(crate) fn eliminate_required(&mut self, at: Coord) {
        match self.phase {
            Phase::LinePayment if self.rules.line_price == LinePrice::Ring => self.eliminate_top(at, 1),
            Phase::RegionPayment if self.turn_progress == TurnProgress::Recovered => self.extract(at),
            _ => self.eliminate_cap(at),
        }
    }

    /// Eliminates the cap of a stack that the player to move controls (RR-CANON-R100, R122, R145).
    fn eliminate_cap(&mut self, at: Coord) {
        let rings = self.board.stack(at).map_or(0, Stack::cap_height);
        self.eliminate_top(at, rings);
    }

    /// Eliminates rings from the top of a stack and credits them to the player to move (RR-CANON-R060).
    pub(crate) fn eliminate_top(&mut self, at: Coord, rings: usize) {
        let Some(stack) = self.board.stack(at).cloned() else { return };
        self.board.put_stack(at, stack.without_top(rings));
        self.credit(rings);
    }

    /// Returns one action per controlled stack, for line payments and forced eliminations (RR-CANON-R100, R122).
    pub(crate) fn cap_actions(&self) -> Vec<Action> {
        self.eliminations(self.controlled(self.to_move))
    }

    /// Returns one action per stack that can pay for a region (RR-CANON-R145; rules-live section 6).
    pub(crate) fn region_payment_actions(&self) -> Vec<Action> {
        self.eliminations(self.region_payments(self.to_move))
    }

    fn eliminations(&self, stacks: Vec<Coord>) -> Vec<Action> {
        stacks.into_iter().map(|at| Action::Eliminate { at: self.cell(at) }).collect()
    }
}
