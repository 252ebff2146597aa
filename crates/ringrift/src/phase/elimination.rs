//! Payments, forced elimination, and the bookkeeping of what leaves the game (RR-CANON-R060, R100; rules.md 4.4 and 11).

use crate::board_kind::Cell;
use crate::event::{Collapse, Elimination, Event, Observer};
use crate::phase::Phase;
use crate::position::PositionOf;
use crate::stack::Stack;

impl<const W: usize> PositionOf<W> {
    pub(crate) fn play_line_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        self.give_up_cap(at, Elimination::LinePayment, observer);
        self.enter_lines(observer);
    }

    pub(crate) fn play_region_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        self.give_up_cap(at, Elimination::RegionPayment, observer);
        self.enter_territory(observer);
    }

    /// Gives up a cap because nothing else is possible; if that opens an action the turn goes on (RR-CANON-R100).
    pub(crate) fn play_forced_elimination(&mut self, at: Cell, observer: &mut impl Observer) {
        self.give_up_cap(at, Elimination::Forced, observer);
        match self.first_phase(self.to_move) {
            Some(phase) => self.wait_for(phase, observer),
            None => self.finish_turn(observer),
        }
    }

    /// The phase in which a player can take a real action at the start of his action (RR-CANON-R080, R090).
    pub(crate) fn first_phase(&self, player: crate::Player) -> Option<Phase> {
        if self.can_place(player) {
            Some(Phase::Placement)
        } else if self.can_act(player) {
            Some(Phase::Movement { must_move: None })
        } else {
            None
        }
    }

    fn give_up_cap(&mut self, at: Cell, cause: Elimination, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        let cap = stack.pop_cap();
        self.board.put_stack(at, stack);
        self.credit(at, cap, cause, observer);
    }

    /// Credits rings that have left the board to the player to move (RR-CANON-R060).
    pub(crate) fn credit(&mut self, at: Cell, rings: Stack, cause: Elimination, observer: &mut impl Observer) {
        let credit = self.to_move;
        self.credits[credit] += rings.height() as u16;
        observer.observe(Event::Eliminated { at, rings, credit, cause });
    }

    /// Makes a cell, emptied before, territory of the player to move (RR-CANON-R031).
    pub(crate) fn collapse(&mut self, at: Cell, cause: Collapse, observer: &mut impl Observer) {
        let owner = self.to_move;
        self.board.collapse(at, owner);
        observer.observe(Event::Collapsed { at, owner, cause });
    }
}
