//! Placement of rings (RR-CANON-R080 to R082; rules section 5).

use std::ops::ControlFlow;

use crate::action::sink::{ActionSink, StopAtFirst};
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::board::line_of_sight::Terrain;
use crate::board::stack::{MAX_HEIGHT, Stack};
use crate::event::{Event, Observer};
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;

impl<const W: usize> PositionOf<W> {
    /// Generates the legal placements of a player by cell and number of rings (RR-CANON-R081, R082).
    pub(crate) fn visit_placements(&self, player: Player, sink: &mut impl ActionSink) -> ControlFlow<()> {
        let most = self.rules.max_placement(self.hands[player]);
        if most == 0 {
            return ControlFlow::Continue(());
        }
        let terrain = self.terrain(player);
        let closed = self.board.all_collapsed() | self.board.all_markers();
        let open = CellSet::first_cells(self.rules.board.cells()) - closed;
        // A clear path of three cells proves placements of up to three rings only.
        let roomy = if most <= 3 { self.roomy_cells(&terrain) } else { CellSet::EMPTY };
        for at in &open {
            if roomy.contains(at) {
                sink.push_placements_up_to(at, most)?;
                continue;
            }
            let counts = if !terrain.stacks.contains(at) {
                self.placeable_counts(&terrain, at, most)
            } else {
                u64::from(self.can_place_on(&terrain, at, self.board.stack(at), player)) << 1
            };
            sink.push_placements(at, counts)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns cells with a clear path to a landing exactly three steps away, so that any stack of up to three rings
    /// there can move. Incomplete: ignores directions in which a step is not a fixed bit shift.
    fn roomy_cells(&self, terrain: &Terrain<W>) -> CellSet<W> {
        self.roomy_by_direction(terrain).fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    #[inline]
    fn roomy_by_direction(&self, terrain: &Terrain<W>) -> impl Iterator<Item = CellSet<W>> {
        let closed = terrain.blocked | terrain.foreign;
        self.geometry.directions().filter_map(move |direction| {
            let stride = self.geometry.stride(direction)?;
            let path =
                terrain.blocked | terrain.blocked.shifted_back(stride) | terrain.blocked.shifted_back(2 * stride);
            Some(self.geometry.margin(direction, 3) - (path | closed.shifted_back(3 * stride)))
        })
    }

    /// Reports whether the player has a legal placement.
    pub(crate) fn can_place(&self, player: Player) -> bool {
        if self.hands[player] == 0 {
            return false;
        }
        // Fast path: nearly always some empty cell has a clear path of three cells.
        let terrain = self.terrain(player);
        let markers = self.board.all_markers();
        if self.roomy_by_direction(&terrain).any(|cells| !(cells - markers).is_empty()) {
            return true;
        }
        self.visit_placements(player, &mut StopAtFirst).is_break()
    }

    /// Returns the numbers of rings that can be placed on an empty cell, as bits 1 to `most`.
    ///
    /// A new stack must be able to act (RR-CANON-R081). A stack of `k` rings of one colour can move if some landing is
    /// at least `k` away, and capture if it can jump a cap of at most `k` rings to a landing at least `k` away. So the
    /// moves allow an interval of `k`, and each stack in line of sight allows another.
    pub(crate) fn placeable_counts(&self, terrain: &Terrain<W>, at: Cell, most: u8) -> u64 {
        let all = up_to(most.into());
        let mut counts = up_to(terrain.farthest_landing(self.geometry, at, most.into()));
        if counts & all != all {
            for over in &terrain.targets(self.geometry, at) {
                let direction = self.geometry.direction_to(at, over);
                let landings = self.capture_landings(terrain, at, over, 1);
                let farthest = landings.iter().map(|to| self.geometry.distance(at, to)).max().unwrap_or(0);
                let least = self.board.stack(over).cap();
                counts |= up_to(farthest * self.capture_step(direction)) & !up_to(least - 1);
            }
        }
        counts & all
    }

    /// Reports whether one ring may be placed on a stack (RR-CANON-R082).
    pub(crate) fn can_place_on(&self, terrain: &Terrain<W>, at: Cell, mut stack: Stack, player: Player) -> bool {
        // A stack of the maximum height could not move, and cannot hold another ring.
        if stack.height() >= MAX_HEIGHT {
            return false;
        }
        stack.push_top(player);
        self.can_act_as(terrain, at, stack)
    }

    /// Reports whether the player may skip the placement (RR-CANON-R080; rules-live section 3).
    pub(crate) fn can_skip(&self, player: Player) -> bool {
        self.can_act(player) || self.can_recover(player)
    }

    /// Reports whether the player to move may swap sides now (RR-CANON-R175; rules-live section 11).
    pub(crate) fn can_swap(&self) -> bool {
        self.rules.swap
            && self.rules.players == 2
            && self.to_move == Player::Two
            && self.turn == 2
            && self.turn_progress == TurnProgress::Idle
    }

    pub(crate) fn play_placement(&mut self, at: Cell, rings: u8, observer: &mut impl Observer) {
        let player = self.to_move;
        let mut stack = self.board.stack(at);
        let onto_stack = !stack.is_empty();
        for _ in 0..rings {
            stack.push_top(player);
        }
        self.board.put_stack(at, stack);
        self.hands[player] -= u16::from(rings);
        observer.observe(Event::Placed { player, at, rings, onto_stack });
        self.enter_phase(Phase::Movement { must_move: Some(at) }, observer);
    }
}

/// Returns a word with bits 1 to `count` set; no distance on any board reaches 62.
fn up_to(count: u32) -> u64 {
    (2u64 << count.min(62)) - 2
}
