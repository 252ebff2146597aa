//! Moves and captures: generation and effects (RR-CANON-R090 to R092, R101 to R103; rules sections 6 to 8).

use std::ops::ControlFlow;

use crate::action::Action;
use crate::action::sink::{ActionSink, StopAtFirst};
use crate::board::cell_set::CellSet;
use crate::board::geometry::Direction;
use crate::board::kind::Cell;
use crate::board::line_of_sight::{SeenCells, Terrain};
use crate::board::stack::Stack;
use crate::event::{CollapseCause, EliminationCause, Event, Observer};
use crate::phase::Phase;
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::options::{CaptureDistance, Landing};

impl<const W: usize> PositionOf<W> {
    #[inline]
    pub(crate) fn terrain(&self, player: Player) -> Terrain<'_, W> {
        let stacks = self.board.all_stacks();
        let lands_as = match self.rules.landing {
            Landing::Burn | Landing::Keep => Some(player),
            Landing::BurnAny => None,
        };
        Terrain {
            blocked: stacks | self.board.all_collapsed(),
            stacks,
            foreign: lands_as.map_or(CellSet::EMPTY, |player| self.board.all_markers() - self.board.markers(player)),
            lines: self.board.lines(),
            lands_as,
        }
    }

    /// Generates all moves and capture segments of a player's stacks, in the order of legal actions.
    pub(crate) fn visit_board_actions(&self, player: Player, sink: &mut impl ActionSink) -> ControlFlow<()> {
        let terrain = self.terrain(player);
        for from in &self.board.controlled(player) {
            self.visit_stack_actions(&terrain, from, self.board.stack(from), sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports whether the player has a move or a capture.
    pub(crate) fn can_act(&self, player: Player) -> bool {
        let terrain = self.terrain(player);
        self.board.controlled(player).iter().any(|from| self.can_act_as(&terrain, from, self.board.stack(from)))
    }

    /// Reports whether a given stack on a cell could move or capture.
    pub(crate) fn can_act_as(&self, terrain: &Terrain<W>, from: Cell, stack: Stack) -> bool {
        let height = stack.height();
        if W == 1 {
            // One look around shows both landings and targets.
            let reach = terrain.reach(self.geometry, from, height);
            return reach.landings.len() > 0
                || self.visit_targets(terrain, reach.targets, from, stack, &mut StopAtFirst).is_break();
        }
        terrain.farthest_landing(self.geometry, from, height) >= height || self.can_capture_as(terrain, from, stack)
    }

    /// Reports whether a given stack on a cell could capture.
    pub(crate) fn can_capture_as(&self, terrain: &Terrain<W>, from: Cell, stack: Stack) -> bool {
        let targets = terrain.targets(self.geometry, from);
        self.visit_targets(terrain, targets, from, stack, &mut StopAtFirst).is_break()
    }

    /// Generates the moves and capture segments of one stack (RR-CANON-R091, R101).
    #[inline]
    pub(crate) fn visit_stack_actions(
        &self,
        terrain: &Terrain<W>,
        from: Cell,
        stack: Stack,
        sink: &mut impl ActionSink,
    ) -> ControlFlow<()> {
        let reach = terrain.reach(self.geometry, from, stack.height());
        sink.push_seen(&reach.landings, |to| Action::Move { from, to })?;
        self.visit_targets(terrain, reach.targets, from, stack, sink)
    }

    /// Generates the capture segments of one stack.
    #[inline]
    pub(crate) fn visit_captures(&self, from: Cell, sink: &mut impl ActionSink) -> ControlFlow<()> {
        let stack = self.board.stack(from);
        let Some(player) = stack.top() else { return ControlFlow::Continue(()) };
        let terrain = self.terrain(player);
        self.visit_targets(&terrain, terrain.targets(self.geometry, from), from, stack, sink)
    }

    /// Reports whether the player controls the stack on a cell and it has a capture segment.
    pub(crate) fn can_capture(&self, player: Player, from: Cell) -> bool {
        self.board.controlled(player).contains(from) && self.visit_captures(from, &mut StopAtFirst).is_break()
    }

    /// Generates the captures over each target whose cap is not higher than the cap of the stack (RR-CANON-R101).
    #[inline]
    pub(crate) fn visit_targets(
        &self,
        terrain: &Terrain<W>,
        targets: CellSet<W>,
        from: Cell,
        stack: Stack,
        sink: &mut impl ActionSink,
    ) -> ControlFlow<()> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let (height, cap) = (stack.height(), stack.cap());
        for over in &targets {
            if self.board.stack(over).cap() > cap {
                continue;
            }
            let landings = self.capture_landings(terrain, from, over, height);
            sink.push_seen(&landings, |to| Action::Capture { from, over, to })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the landing cells of a stack of this height behind a stack in its line of sight.
    #[inline]
    pub(crate) fn capture_landings(
        &self,
        terrain: &Terrain<W>,
        from: Cell,
        over: Cell,
        height: u32,
    ) -> SeenCells<'static, W, 1> {
        let direction = self.geometry.direction_to::<W>(from, over);
        let step = self.capture_step(direction);
        // The height divided by the step, rounded up. A division would cost more than all the rest.
        let least = (height + step - 1) >> (step - 1);
        terrain.landings_beyond(self.geometry, from, over, direction, least)
    }

    /// Returns the distance that one step in a direction counts in a capture, 1 or 2 (RR-CANON-R101; rules section 14).
    #[inline]
    pub(crate) fn capture_step(&self, direction: Direction) -> u32 {
        let double = self.rules.capture_distance == CaptureDistance::Manhattan && self.geometry.is_diagonal(direction);
        1 + u32::from(double)
    }

    /// Plays a move, then offers a capture or continues with the lines (rules section 4.2).
    pub(crate) fn play_move(&mut self, from: Cell, to: Cell, observer: &mut impl Observer) {
        self.travel(from, None, to, observer);
        if self.can_capture(self.to_move, to) {
            self.enter_phase(Phase::CaptureOffer { at: to }, observer);
        } else {
            self.enter_lines(observer);
        }
    }

    /// Plays a capture segment, then continues the chain or continues with the lines (RR-CANON-R103; rules section
    /// 4.3).
    pub(crate) fn play_capture(&mut self, from: Cell, over: Cell, to: Cell, observer: &mut impl Observer) {
        self.travel(from, Some(over), to, observer);
        if self.can_capture(self.to_move, to) {
            self.enter_phase(Phase::CaptureChain { at: to }, observer);
        } else {
            self.enter_lines(observer);
        }
    }

    /// Moves a stack along a ray, with all effects on markers and rings (RR-CANON-R092, R102).
    pub(crate) fn travel(&mut self, from: Cell, over: Option<Cell>, to: Cell, observer: &mut impl Observer) {
        let player = self.to_move;
        let mut stack = self.board.take_stack(self.geometry, from, player);
        self.board.put_marker(self.geometry, from, player);
        observer.observe(Event::MarkerLeft { player, at: from });
        self.pass_markers(from, to, observer);
        if let Some(over) = over {
            let mut target = self.board.stack(over);
            if let Some(ring) = target.pop_top() {
                stack.push_bottom(ring);
                observer.observe(Event::RingCaptured { over, ring });
            }
            self.board.put_stack(self.geometry, over, target);
        }
        observer.observe(Event::Moved { from, over, to, rings: stack });
        if let Some(owner) = self.board.marker(to) {
            self.board.take_marker(self.geometry, to, owner);
            observer.observe(Event::MarkerRemoved { at: to });
            if self.rules.landing != Landing::Keep {
                let ring = stack.pop_top();
                self.credit(to, ring.into_iter().collect(), EliminationCause::Burnt, observer);
            }
        }
        self.board.put_stack(self.geometry, to, stack);
    }

    /// Flips the markers of other players between two cells and collapses the mover's own markers there
    /// (RR-CANON-R092).
    fn pass_markers(&mut self, from: Cell, to: Cell, observer: &mut impl Observer) {
        let player = self.to_move;
        let direction = self.geometry.direction_to::<W>(from, to);
        let markers = self.board.all_markers();
        if W == 1 && markers.0[0] & self.geometry.ray_mask(from, direction) == 0 {
            return;
        }
        for at in self.geometry.ray(from, direction).take_while(|&cell| cell != to) {
            if !markers.contains(at) {
                continue;
            }
            match self.board.marker(at) {
                Some(owner) if owner == player => self.collapse(at, CollapseCause::Passed, observer),
                Some(owner) => {
                    self.board.take_marker(self.geometry, at, owner);
                    self.board.put_marker(self.geometry, at, player);
                    observer.observe(Event::MarkerFlipped { at, from: owner, to: player });
                }
                None => {}
            }
        }
    }
}
