//! Payments, forced elimination, and the bookkeeping of what leaves the game (RR-CANON-R060, R100; rules.md 4.4 and 11).

use crate::board_kind::Cell;
use crate::cell_set::CellSet;
use crate::choices::{Forced, LinePrice, Skip};
use crate::event::{CollapseCause, EliminationCause, Event, Observer};
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;
use crate::stack::Stack;

impl<const W: usize> PositionOf<W> {
    /// The stacks with which the player to move can pay, or from which he must give (RR-CANON-R122, R145, R100; live 5 to 8).
    pub(crate) fn payers(&self) -> CellSet<W> {
        if self.phase == Phase::RegionPayment && self.turn_progress == TurnProgress::Recovered {
            self.board.buried(self.to_move)
        } else {
            self.board.controlled(self.to_move)
        }
    }

    pub(crate) fn play_line_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        match self.rules.line_price {
            LinePrice::Cap => self.give_up_cap(at, EliminationCause::LinePayment, observer),
            LinePrice::Ring => self.give_up_ring(at, EliminationCause::LinePayment, observer),
        }
        self.enter_lines(observer);
    }

    pub(crate) fn play_region_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        if self.turn_progress == TurnProgress::Recovered {
            self.extract(at, observer);
        } else {
            self.give_up_cap(at, EliminationCause::RegionPayment, observer);
        }
        self.go_on_with_territory(observer);
    }

    /// Gives up a cap because nothing else is possible. If that comes first and opens an action, the turn goes on
    /// (RR-CANON-R100; live 8).
    pub(crate) fn play_forced_elimination(&mut self, at: Cell, observer: &mut impl Observer) {
        self.give_up_cap(at, EliminationCause::Forced, observer);
        let next = if self.rules.forced == Forced::First { self.first_phase(self.to_move) } else { None };
        match next {
            Some(phase) if phase != Phase::Recovery => self.wait_for(phase, observer),
            _ => self.finish_turn(observer),
        }
    }

    /// The phase in which a player can decide something at the start of his turn (RR-CANON-R080, R090; live 2).
    pub(crate) fn first_phase(&self, player: Player) -> Option<Phase> {
        let may_skip = || self.rules.skip == Skip::Explicit && self.hands[player] > 0 && self.can_skip(player);
        if self.can_place(player) || may_skip() { Some(Phase::Placement) } else { self.movement_phase(player) }
    }

    /// The phase in which a player can move, capture or recover.
    pub(crate) fn movement_phase(&self, player: Player) -> Option<Phase> {
        if self.can_act(player) {
            Some(Phase::Movement { must_move: None })
        } else if self.can_recover(player) {
            Some(Phase::Recovery)
        } else {
            None
        }
    }

    fn give_up_ring(&mut self, at: Cell, cause: EliminationCause, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        let ring = stack.pop_top();
        self.board.put_stack(at, stack);
        self.credit(at, ring.into_iter().collect(), cause, observer);
    }

    /// Takes the bottommost ring of the player to move out of a stack (live 7).
    pub(crate) fn extract(&mut self, at: Cell, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        stack.remove_lowest(self.to_move);
        self.board.put_stack(at, stack);
        self.credit(at, Stack::uniform(self.to_move, 1), EliminationCause::Extracted, observer);
    }

    fn give_up_cap(&mut self, at: Cell, cause: EliminationCause, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        let cap = stack.pop_cap();
        self.board.put_stack(at, stack);
        self.credit(at, cap, cause, observer);
    }

    /// Credits rings that have left the board to the player to move (RR-CANON-R060).
    pub(crate) fn credit(&mut self, at: Cell, rings: Stack, cause: EliminationCause, observer: &mut impl Observer) {
        let credit = self.to_move;
        self.credits[credit] += rings.height() as u16;
        observer.observe(Event::Eliminated { at, rings, credit, cause });
    }

    /// Makes a cell, emptied before, territory of the player to move (RR-CANON-R031).
    pub(crate) fn collapse(&mut self, at: Cell, cause: CollapseCause, observer: &mut impl Observer) {
        let owner = self.to_move;
        self.board.collapse(at, owner);
        observer.observe(Event::Collapsed { at, owner, cause });
    }
}
