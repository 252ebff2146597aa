//! Payments, forced elimination, and the crediting of eliminated rings (RR-CANON-R060, R100; rules sections 4.4 and
//! 11).

use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::board::stack::Stack;
use crate::event::{CollapseCause, EliminationCause, Event, Observer};
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::options::{Forced, LinePrice, Skip};

impl<const W: usize> PositionOf<W> {
    /// Returns the stacks from which the player to move can pay or must eliminate (RR-CANON-R122, R145, R100;
    /// rules-live sections 5 to 8).
    pub(crate) fn payers(&self) -> CellSet<W> {
        if self.phase == Phase::RegionPayment && self.turn_progress == TurnProgress::Recovered {
            self.board.buried(self.to_move)
        } else {
            self.board.controlled(self.to_move)
        }
    }

    pub(crate) fn play_line_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        match self.rules.line_price {
            LinePrice::Cap => self.eliminate_cap(at, EliminationCause::LinePayment, observer),
            LinePrice::Ring => self.eliminate_top_ring(at, EliminationCause::LinePayment, observer),
        }
        self.enter_lines(observer);
    }

    pub(crate) fn play_region_payment(&mut self, at: Cell, observer: &mut impl Observer) {
        if self.turn_progress == TurnProgress::Recovered {
            self.extract(at, observer);
        } else {
            self.eliminate_cap(at, EliminationCause::RegionPayment, observer);
        }
        self.continue_territory(observer);
    }

    /// Eliminates a cap because the player has no other action. Under [`Forced::First`] the turn continues if that
    /// makes an action possible (RR-CANON-R100; rules-live section 8).
    pub(crate) fn play_forced_elimination(&mut self, at: Cell, observer: &mut impl Observer) {
        self.eliminate_cap(at, EliminationCause::Forced, observer);
        let next = if self.rules.forced == Forced::First { self.first_phase(self.to_move) } else { None };
        match next {
            Some(phase) if phase != Phase::Recovery => self.enter_phase(phase, observer),
            _ => self.finish_turn(observer),
        }
    }

    /// Returns the first phase of a turn in which the player has a decision (RR-CANON-R080, R090; rules-live section
    /// 2).
    pub(crate) fn first_phase(&self, player: Player) -> Option<Phase> {
        let may_skip = || self.rules.skip == Skip::Explicit && self.hands[player] > 0 && self.can_skip(player);
        if self.can_place(player) || may_skip() { Some(Phase::Placement) } else { self.movement_phase(player) }
    }

    /// Returns the phase in which the player can move, capture or recover; `None` if they cannot.
    pub(crate) fn movement_phase(&self, player: Player) -> Option<Phase> {
        if self.can_act(player) {
            Some(Phase::Movement { must_move: None })
        } else if self.can_recover(player) {
            Some(Phase::Recovery)
        } else {
            None
        }
    }

    fn eliminate_top_ring(&mut self, at: Cell, cause: EliminationCause, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        let ring = stack.pop_top();
        self.board.put_stack(self.geometry, at, stack);
        self.credit(at, ring.into_iter().collect(), cause, observer);
    }

    /// Takes the bottommost ring of the player to move out of a stack (rules-live section 7).
    pub(crate) fn extract(&mut self, at: Cell, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        stack.remove_lowest(self.to_move);
        self.board.put_stack(self.geometry, at, stack);
        self.credit(at, Stack::uniform(self.to_move, 1), EliminationCause::Extracted, observer);
    }

    fn eliminate_cap(&mut self, at: Cell, cause: EliminationCause, observer: &mut impl Observer) {
        let mut stack = self.board.stack(at);
        let cap = stack.pop_cap();
        self.board.put_stack(self.geometry, at, stack);
        self.credit(at, cap, cause, observer);
    }

    /// Credits rings that have left the board to the player to move (RR-CANON-R060).
    pub(crate) fn credit(&mut self, at: Cell, rings: Stack, cause: EliminationCause, observer: &mut impl Observer) {
        let credit = self.to_move;
        self.credits[credit] += rings.height() as u16;
        observer.observe(Event::Eliminated { at, rings, credit, cause });
    }

    /// Makes a cell without rings territory of the player to move (RR-CANON-R031).
    pub(crate) fn collapse(&mut self, at: Cell, cause: CollapseCause, observer: &mut impl Observer) {
        let owner = self.to_move;
        self.board.collapse(self.geometry, at, owner);
        observer.observe(Event::Collapsed { at, owner, cause });
    }
}
