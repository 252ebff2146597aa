//! Moves and captures: which are possible, and what they do (RR-CANON-R090 to R092, R101 to R103; rules.md sections 6 to 8).

use std::ops::ControlFlow;

use crate::action::Action;
use crate::cell_set::CellSet;
use crate::event::{Collapse, Elimination, Event, Observer};
use crate::geometry::{Cell, Direction};
use crate::phase::Phase;
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::{CaptureDistance, Landing};
use crate::stack::Stack;

/// The board as the stacks of one player see it.
pub(crate) struct Terrain<const W: usize> {
    /// Cells that end a path: stacks and collapsed cells.
    blocked: CellSet<W>,
    /// The stacks among them.
    stacks: CellSet<W>,
    /// Markers that can be passed but not landed on.
    foreign: CellSet<W>,
}

/// How far a ray leads; distances of 0 mean "nowhere".
pub(crate) struct Reach {
    /// The distance of the farthest landing without a capture.
    pub(crate) farthest_move: u32,
    /// The first stack on the ray, if nothing stands before it.
    pub(crate) target: Option<Cell>,
    /// The capture distance of the farthest landing beyond that stack.
    pub(crate) farthest_capture: u32,
}

impl<const W: usize> PositionOf<W> {
    #[inline]
    pub(crate) fn terrain(&self, player: Player) -> Terrain<W> {
        let stacks = self.board.all_stacks();
        Terrain {
            blocked: stacks | self.board.all_collapsed(),
            stacks,
            foreign: self.board.all_markers() - self.board.markers(player),
        }
    }

    /// Shows all moves and capture segments of all stacks of a player, in the documented order.
    pub(crate) fn visit_board_actions(
        &self,
        player: Player,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let terrain = self.terrain(player);
        for from in &self.board.controlled(player) {
            self.visit_stack_actions(&terrain, from, self.board.stack(from), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the player has a move or a capture.
    pub(crate) fn can_act(&self, player: Player) -> bool {
        self.visit_board_actions(player, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether such a stack, standing on this cell, could move or capture for its controller.
    pub(crate) fn can_act_as(&self, terrain: &Terrain<W>, from: Cell, stack: Stack) -> bool {
        self.visit_stack_actions(terrain, from, stack, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Shows the moves and capture segments of one stack (RR-CANON-R091, R101).
    #[inline]
    pub(crate) fn visit_stack_actions(
        &self,
        terrain: &Terrain<W>,
        from: Cell,
        stack: Stack,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let height = stack.height();
        for direction in self.geometry.directions() {
            let step = self.capture_step(direction);
            if u32::from(self.geometry.reach(from, direction)) * step < height {
                continue;
            }
            let mut distance = 0;
            let mut cell = from;
            while let Some(next) = self.geometry.step(cell, direction) {
                cell = next;
                distance += 1;
                if terrain.blocked.contains(cell) {
                    if terrain.stacks.contains(cell) {
                        self.visit_landings(terrain, from, stack, cell, direction, distance, visit)?;
                    }
                    break;
                }
                if distance >= height && !terrain.foreign.contains(cell) {
                    visit(Action::Move { from, to: cell })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the capture segments of one stack only.
    pub(crate) fn visit_captures(
        &self,
        from: Cell,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stack = self.board.stack(from);
        let Some(player) = stack.top() else { return ControlFlow::Continue(()) };
        let terrain = self.terrain(player);
        for direction in self.geometry.directions() {
            let mut distance = 0;
            for cell in self.geometry.ray(from, direction) {
                distance += 1;
                if terrain.blocked.contains(cell) {
                    if terrain.stacks.contains(cell) {
                        self.visit_landings(&terrain, from, stack, cell, direction, distance, visit)?;
                    }
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the player controls the stack on a cell and it has a capture segment.
    pub(crate) fn can_capture(&self, player: Player, from: Cell) -> bool {
        self.board.controlled(player).contains(from)
            && self.visit_captures(from, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Shows the landings behind the first stack on a ray, if the capturing cap is high enough (RR-CANON-R101).
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the walk along a ray, split in two at the target")]
    fn visit_landings(
        &self,
        terrain: &Terrain<W>,
        from: Cell,
        stack: Stack,
        over: Cell,
        direction: Direction,
        mut distance: u32,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.board.stack(over).cap() > stack.cap() {
            return ControlFlow::Continue(());
        }
        let height = stack.height();
        let step = self.capture_step(direction);
        for to in self.geometry.ray(over, direction) {
            distance += 1;
            if terrain.blocked.contains(to) {
                break;
            }
            if distance * step >= height && !terrain.foreign.contains(to) {
                visit(Action::Capture { from, over, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How far a ray leads, for moves and for captures; moves beyond `enough` are not told apart.
    pub(crate) fn look_along(&self, terrain: &Terrain<W>, from: Cell, direction: Direction, enough: u32) -> Reach {
        let mut reach = Reach { farthest_move: 0, target: None, farthest_capture: 0 };
        let step = self.capture_step(direction);
        let mut distance = 0;
        for cell in self.geometry.ray(from, direction) {
            distance += 1;
            if terrain.blocked.contains(cell) {
                if reach.target.is_some() || !terrain.stacks.contains(cell) {
                    break;
                }
                reach.target = Some(cell);
            } else if !terrain.foreign.contains(cell) {
                if reach.target.is_some() {
                    reach.farthest_capture = distance * step;
                } else {
                    reach.farthest_move = distance;
                    if distance >= enough {
                        break;
                    }
                }
            }
        }
        reach
    }

    /// What one step in a direction counts for a capture (RR-CANON-R101; compact 4.1.4).
    #[inline]
    pub(crate) fn capture_step(&self, direction: Direction) -> u32 {
        let double = self.rules.capture_distance == CaptureDistance::Manhattan && self.geometry.is_diagonal(direction);
        1 + u32::from(double)
    }

    /// Plays a move, then offers a capture or goes on to the lines (rules.md 4.2).
    pub(crate) fn play_move(&mut self, from: Cell, to: Cell, observer: &mut impl Observer) {
        self.travel(from, None, to, observer);
        if self.can_capture(self.to_move, to) {
            self.phase = Phase::CaptureOffer { at: to };
        } else {
            self.enter_lines(observer);
        }
    }

    /// Plays a capture segment, then continues the chain or goes on to the lines (RR-CANON-R103; rules.md 4.3).
    pub(crate) fn play_capture(&mut self, from: Cell, over: Cell, to: Cell, observer: &mut impl Observer) {
        self.travel(from, Some(over), to, observer);
        if self.can_capture(self.to_move, to) {
            self.phase = Phase::CaptureChain { at: to };
        } else {
            self.enter_lines(observer);
        }
    }

    /// Carries a stack along a ray, with everything this does to markers and rings (RR-CANON-R092, R102).
    pub(crate) fn travel(&mut self, from: Cell, over: Option<Cell>, to: Cell, observer: &mut impl Observer) {
        let player = self.to_move;
        let mut stack = self.board.stack(from);
        self.board.put_stack(from, Stack::EMPTY);
        self.board.put_marker(from, player);
        observer.observe(Event::MarkerLeft { player, at: from });
        self.pass_markers(from, to, observer);
        if let Some(over) = over {
            let mut target = self.board.stack(over);
            if let Some(ring) = target.pop_top() {
                stack.push_bottom(ring);
                observer.observe(Event::RingCaptured { over, ring });
            }
            self.board.put_stack(over, target);
        }
        observer.observe(Event::Moved { from, to, rings: stack });
        if self.board.markers(player).contains(to) {
            self.board.take_marker(to, player);
            observer.observe(Event::MarkerRemoved { at: to });
            if self.rules.landing == Landing::Burn {
                let ring = stack.pop_top();
                self.credit(to, ring.into_iter().collect(), Elimination::Burnt, observer);
            }
        }
        self.board.put_stack(to, stack);
    }

    /// Flips the markers of others between two cells and collapses those of the mover (RR-CANON-R092).
    fn pass_markers(&mut self, from: Cell, to: Cell, observer: &mut impl Observer) {
        let player = self.to_move;
        let Some((direction, _)) = self.geometry.between(from, to) else { return };
        let markers = self.board.all_markers();
        for at in self.geometry.ray(from, direction).take_while(|&cell| cell != to) {
            if !markers.contains(at) {
                continue;
            }
            match self.board.marker(at) {
                Some(owner) if owner == player => {
                    self.board.take_marker(at, player);
                    self.collapse(at, Collapse::Passed, observer);
                }
                Some(owner) => {
                    self.board.take_marker(at, owner);
                    self.board.put_marker(at, player);
                    observer.observe(Event::MarkerFlipped { at, from: owner, to: player });
                }
                None => {}
            }
        }
    }
}
