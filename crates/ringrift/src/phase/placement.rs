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
        for at in &(CellSet::first_cells(self.rules.board.cells()) - closed) {
            let stack = self.board.stack(at);
            let mut counts = if stack.is_empty() {
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
        let most = u32::from(most).min(63);
        let all = up_to(most);
        let mut counts = 0;
        for direction in self.geometry.directions() {
            let reach = self.look_along(terrain, at, direction, most);
            counts |= up_to(reach.farthest_move);
            if let Some(target) = reach.target {
                let least = self.board.stack(target).cap();
                counts |= up_to(reach.farthest_capture) & !up_to(least - 1);
            }
            if counts & all == all {
                break;
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

/// Bits 1 to `count`.
fn up_to(count: u32) -> u64 {
    (2u64 << count.min(62)) - 2
}
