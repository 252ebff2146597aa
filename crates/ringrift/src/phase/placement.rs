//! Placement of rings (RR-CANON-R080 to R082; rules.md section 5).

use std::ops::ControlFlow;

use crate::action::Action;
use crate::cell_set::CellSet;
use crate::event::{Event, Observer};
use crate::geometry::Cell;
use crate::phase::Phase;
use crate::phase::movement::Terrain;
use crate::player::Player;
use crate::position::PositionOf;
use crate::stack::Stack;
use crate::walk::Walk;

impl<const W: usize> PositionOf<W> {
    /// Shows every legal placement of a player, by cell and number of rings (RR-CANON-R081, R082).
    pub(crate) fn visit_placements(
        &self,
        player: Player,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let most = self.rules.most_placed(self.hands[player]);
        if most == 0 {
            return ControlFlow::Continue(());
        }
        let terrain = self.terrain(player);
        let closed = self.board.all_collapsed() | self.board.all_markers();
        let open = CellSet::first_cells(self.rules.board.cells()) - closed;
        let roomy = if most <= 3 { self.roomy_cells(&terrain) } else { CellSet::EMPTY };
        for at in &open {
            let stack = self.board.stack(at);
            let mut counts = if roomy.contains(at) {
                up_to(most.into())
            } else if stack.is_empty() {
                self.placeable_counts(&terrain, at, most)
            } else {
                u64::from(self.can_place_on(&terrain, at, stack, player)) << 1
            };
            while counts != 0 {
                visit(Action::Place { at, rings: counts.trailing_zeros() as u8 })?;
                counts &= counts - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Empty cells from which a landing exactly three steps away is open in some direction, so that any stack of up to
    /// three rings could move; directions in which steps are not shifts of bits are not looked at.
    fn roomy_cells(&self, terrain: &Terrain<W>) -> CellSet<W> {
        let mut roomy = CellSet::EMPTY;
        for direction in self.geometry.directions() {
            let Some(stride) = self.geometry.stride(direction) else { continue };
            let way = terrain.blocked.behind(stride) | terrain.blocked.behind(2 * stride);
            let landing = (terrain.blocked | terrain.foreign).behind(3 * stride);
            roomy |= self.geometry.margin(direction, 3) - (way | landing);
        }
        roomy - terrain.blocked
    }

    /// Whether the player has any legal placement.
    pub(crate) fn can_place(&self, player: Player) -> bool {
        self.visit_placements(player, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Which numbers of rings can be placed on an empty cell, as bits 1 to `most`.
    ///
    /// New stacks must be able to act (RR-CANON-R081). A stack of `k` rings of one colour can move if some landing is at
    /// least `k` away, and capture if a cap of at most `k` rings can be jumped with a landing at least `k` away; so every
    /// direction allows an interval of `k` for moves and one for captures.
    pub(crate) fn placeable_counts(&self, terrain: &Terrain<W>, at: Cell, most: u8) -> u64 {
        let all = up_to(most.into());
        let mut counts = 0;
        for direction in self.geometry.directions() {
            let mut walk = Walk::new(self.geometry, terrain, at, direction, 1);
            let farthest = walk.by_ref().last().map_or(0, |to| self.geometry.distance(at, to));
            counts |= up_to(farthest);
            if counts & all == all {
                break;
            }
            if let Some((target, mut beyond)) = walk.target() {
                let farthest = beyond.by_ref().last().map_or(0, |to| self.geometry.distance(at, to));
                let least = self.board.stack(target).cap();
                counts |= up_to(farthest * self.capture_step(direction)) & !up_to(least - 1);
            }
        }
        counts & all
    }

    /// Whether one ring may be placed on a stack (RR-CANON-R082).
    pub(crate) fn can_place_on(&self, terrain: &Terrain<W>, at: Cell, mut stack: Stack, player: Player) -> bool {
        stack.push_top(player);
        self.can_act_as(terrain, at, stack)
    }

    pub(crate) fn play_placement(&mut self, at: Cell, rings: u8, observer: &mut impl Observer) {
        let player = self.to_move;
        let mut stack = self.board.stack(at);
        for _ in 0..rings {
            stack.push_top(player);
        }
        self.board.put_stack(at, stack);
        self.hands[player] -= u16::from(rings);
        observer.observe(Event::Placed { player, at, rings });
        self.phase = Phase::Movement { must_move: Some(at) };
    }
}

/// Bits 1 to `count`; no distance comes near 62.
fn up_to(count: u32) -> u64 {
    (2u64 << count.min(62)) - 2
}
