//! Placement of rings (RR-CANON-R080 to R082; rules section 5).

use std::ops::ControlFlow;

use crate::action::sink::{ActionSink, StopAtFirst};
use crate::board::cell_set::CellSet;
use crate::board::kind::BoardKind;
use crate::board::kind::Cell;
use crate::board::line_of_sight::Terrain;
use crate::board::stack::{MAX_HEIGHT, Stack};
use crate::event::{Event, Observer};
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;

/// The largest number of rings whose placements are kept as sets of cells.
const FEW: usize = 3;

impl<const W: usize> PositionOf<W> {
    /// Generates the legal placements of a player by cell and number of rings (RR-CANON-R081, R082).
    pub(crate) fn visit_placements(&self, player: Player, sink: &mut impl ActionSink) -> ControlFlow<()> {
        if let Some(placements) = self.few_placements(player) {
            return sink.push_placement_sets(&placements);
        }
        let counts = self.placements_by_cell(player);
        for at in &(self.geometry.all_cells() - (self.board.all_collapsed() | self.board.all_markers())) {
            sink.push_placements(at, counts.as_flattened()[at.index()])?;
        }
        ControlFlow::Continue(())
    }

    /// Returns for each cell the numbers of rings that a player can place there, as bits.
    ///
    /// The captures are found from the stacks that they jump: each stack is in sight of the open cells around it, and the farthest landing
    /// behind it is the same for all of them. This costs a quarter of looking at the stacks around each cell.
    pub(crate) fn placements_by_cell(&self, player: Player) -> [[u64; 64]; W] {
        let most = self.rules.max_placement(self.hands[player]);
        let terrain = self.terrain(player);
        let empty = self.geometry.all_cells() - (terrain.blocked | self.board.all_markers());
        let mut counts = [[0; 64]; W];
        if most == 0 {
            return counts;
        }
        self.add_moves(&terrain, empty, &mut counts);
        let cells = counts.as_flattened_mut();
        for over in &terrain.stacks {
            let stack = self.board.stack(over);
            let too_few = up_to(stack.cap() - 1);
            let mut add = |direction, from: Cell, before: u32, behind: u32| {
                cells[from.index()] |= up_to((before + behind) * self.capture_step(direction)) & !too_few;
            };
            if W > 1 {
                terrain.lines.visit_captures_over(
                    self.geometry.lines(),
                    over,
                    terrain.lands_as,
                    |axis, from, before, behind| {
                        add(self.geometry.forward(axis), from, before, behind);
                    },
                );
            } else {
                for direction in self.geometry.directions() {
                    let behind = terrain.farthest_behind(self.geometry, over, direction);
                    if behind > 0 {
                        let ray = self.geometry.ray(over, self.geometry.opposite(direction));
                        let open = ray.take_while(|&cell| !terrain.blocked.contains(cell));
                        (1..).zip(open).for_each(|(before, from)| add(direction, from, before, behind));
                    }
                }
            }
        }
        for (word, counts) in counts.iter_mut().enumerate() {
            for (bit, counts) in counts.iter_mut().enumerate() {
                *counts &= if empty.0[word] >> bit & 1 == 1 { up_to(most.into()) } else { 0 };
            }
        }
        for at in &terrain.stacks {
            counts.as_flattened_mut()[at.index()] =
                u64::from(self.can_place_on(&terrain, at, self.board.stack(at), player)) << 1;
        }
        counts
    }

    /// Adds the numbers of rings with which a new stack on an empty cell can move.
    fn add_moves(&self, terrain: &Terrain<W>, empty: CellSet<W>, counts: &mut [[u64; 64]; W]) {
        if self.rules.board == BoardKind::Square8 {
            let movers = terrain.movers8();
            for (i, cells) in movers.iter().enumerate() {
                let farther = movers.get(i + 1).unwrap_or(&0);
                for at in &CellSet([cells & !farther & empty.0[0]]) {
                    counts[0][at.index()] = up_to(i as u32 + 1);
                }
            }
        } else if W > 1 {
            let farthest = terrain.lines.farthest_landings(self.geometry.lines(), terrain.lands_as);
            for (counts, &farthest) in counts.as_flattened_mut().iter_mut().zip(farthest.as_flattened()) {
                *counts = up_to(farthest.into());
            }
        } else {
            for at in &empty {
                counts[0][at.index()] = up_to(terrain.farthest_landing(self.geometry, at, u32::MAX));
            }
        }
    }

    /// Returns the cells on which a player can place one, two and three rings; `None` if the rules allow more rings at once.
    pub(crate) fn few_placements(&self, player: Player) -> Option<[CellSet<W>; FEW]> {
        let most = usize::from(self.rules.max_placement(self.hands[player]));
        let mut placements = [CellSet::EMPTY; FEW];
        if most == 0 || most > FEW {
            return (most == 0).then_some(placements);
        }
        let terrain = self.terrain(player);
        let open = self.geometry.all_cells() - (self.board.all_collapsed() | self.board.all_markers());
        let empty = open - terrain.stacks;
        // Most cells have a near landing and need no closer look.
        let near = terrain.near_movers(self.geometry, empty);
        for (cells, movers) in placements[..most].iter_mut().zip(&near) {
            *cells = empty & *movers;
        }
        let mut rest = empty - placements[most - 1];
        if W > 1 && !rest.is_empty() {
            let movers = terrain.lines.movers(self.geometry.lines(), most as u32, terrain.lands_as);
            let mut found = CellSet::EMPTY;
            for at in &rest {
                if movers.has_on_a_line(self.geometry.lines(), at) {
                    found.insert(at);
                }
            }
            placements[..most].iter_mut().for_each(|cells| *cells |= found);
            rest -= found;
        }
        for at in &rest {
            let counts = self.placeable_counts(&terrain, at, most as u8);
            for (rings, cells) in placements.iter_mut().enumerate() {
                if counts >> (rings + 1) & 1 == 1 {
                    cells.insert(at);
                }
            }
        }
        for at in &terrain.stacks {
            let stack = self.board.stack(at);
            let can_move = near.get(stack.height() as usize).is_some_and(|movers| movers.contains(at));
            if can_move || self.can_place_on(&terrain, at, stack, player) {
                placements[0].insert(at);
            }
        }
        Some(placements)
    }

    /// Reports whether the player has a legal placement.
    pub(crate) fn can_place(&self, player: Player) -> bool {
        if self.hands[player] == 0 {
            return false;
        }
        // Nearly always some empty cell has a landing next to it, in the first direction already.
        let terrain = self.terrain(player);
        let (closed, occupied) = (terrain.blocked | terrain.foreign, terrain.blocked | self.board.all_markers());
        let has_landing = self.geometry.directions().any(|direction| {
            let Some(stride) = self.geometry.stride(direction) else { return false };
            !(self.geometry.margin(direction, 1) - closed.shifted_back(stride) - occupied).is_empty()
        });
        has_landing || self.visit_placements(player, &mut StopAtFirst).is_break()
    }

    /// Returns the numbers of rings that a player can place on a cell without marker that is not collapsed, as bits.
    pub(crate) fn placements_on(&self, player: Player, at: Cell) -> u64 {
        let terrain = self.terrain(player);
        let stack = self.board.stack(at);
        if stack.is_empty() {
            self.placeable_counts(&terrain, at, self.rules.max_placement(self.hands[player]))
        } else {
            u64::from(self.can_place_on(&terrain, at, stack, player)) << 1
        }
    }

    /// Returns the numbers of rings that can be placed on an empty cell, as bits 1 to `most`.
    ///
    /// A new stack must be able to act (RR-CANON-R081). A stack of `k` rings of one colour can move if some landing is
    /// at least `k` away, and capture if it can jump a cap of at most `k` rings to a landing at least `k` away. So the
    /// moves allow an interval of `k`, and each stack in line of sight allows another.
    pub(crate) fn placeable_counts(&self, terrain: &Terrain<W>, at: Cell, most: u8) -> u64 {
        let all = up_to(most.into());
        let reach = terrain.reach(self.geometry, at, 1);
        let mut counts = up_to(reach.landings.farthest(self.geometry, at, most.into()));
        if counts & all != all {
            for over in &reach.targets {
                let direction = self.geometry.direction_to::<W>(at, over);
                let step = self.capture_step(direction);
                let least = self.board.stack(over).cap();
                let reach = up_to(u32::from(self.geometry.reach(at, direction)) * step) & !up_to(least - 1);
                // Many captures cannot reach farther than the moves.
                if reach & all & !counts == 0 {
                    continue;
                }
                let landings = self.capture_landings(terrain, at, over, 1);
                counts |= up_to(landings.farthest(self.geometry, at, most.into()) * step) & !up_to(least - 1);
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
        self.board.put_stack(self.geometry, at, stack);
        self.hands[player] -= u16::from(rings);
        observer.observe(Event::Placed { player, at, rings, onto_stack });
        self.enter_phase(Phase::Movement { must_move: Some(at) }, observer);
    }
}

/// Returns a word with bits 1 to `count` set; no distance on any board reaches 62.
#[inline]
fn up_to(count: u32) -> u64 {
    (2u64 << count.min(62)) - 2
}
