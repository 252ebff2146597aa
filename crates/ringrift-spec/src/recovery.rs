//! Recovery: sliding a marker to get a buried ring out (RR-CANON-R110; live 7).

use ringrift::{Action, Coord, Line, Player};

use crate::SpecGame;
use crate::board::Space;

impl SpecGame {
    /// Whether the rules know recovery and a player is in need of it: he controls no stack, owns a marker and has a buried
    /// ring (live 7).
    pub(crate) fn can_recover(&self, player: Player) -> bool {
        self.rules.recovery
            && self.controlled(player).is_empty()
            && self.board.marker_count(player) > 0
            && !self.burying(player).is_empty()
    }

    /// The cells whose stacks hold a buried ring of a player, in cell order (live 7).
    pub(crate) fn burying(&self, player: Player) -> Vec<Coord> {
        self.board.stacks().filter(|(_, stack)| stack.has_buried(player)).map(|(at, _)| at).collect()
    }

    /// The choices of the recovery phase: slides that form a line, or, if no marker can form one, all others; declining
    /// is always possible (live 7).
    pub(crate) fn recovery_actions(&self) -> Vec<Action> {
        let slides = self.slides();
        let mut actions: Vec<Action> = slides.iter().flat_map(|&(from, to)| self.line_slides(from, to)).collect();
        if actions.is_empty() {
            actions = slides.iter().flat_map(|&(from, to)| self.extractions(from, to)).collect();
        }
        actions.push(Action::SkipRecovery);
        actions
    }

    /// Every step of an own marker to an adjacent cell that is empty or holds a stack (live 7).
    fn slides(&self) -> Vec<(Coord, Coord)> {
        let own = self.board.markers().filter(|&(_, owner)| owner == self.to_move);
        let steps = own.flat_map(|(from, _)| self.board.adjacent(from).into_iter().map(move |to| (from, to)));
        steps.filter(|&(_, to)| matches!(self.board.at(to), Space::Empty | Space::Stack(_))).collect()
    }

    /// The ways to slide a marker so that it forms a line: the whole line for a buried ring, or for nothing any segment
    /// with the destination of a line that is longer than needed (live 7).
    fn line_slides(&self, from: Coord, to: Coord) -> Vec<Action> {
        let Some(line) = self.line_formed(from, to) else { return Vec::new() };
        let mut actions = self.extractions(from, to);
        if line.length > self.rules.line_length {
            let offsets = (0..=line.length - self.rules.line_length).filter(|&offset| self.has(line, offset, to));
            actions.extend(offsets.map(|offset| Action::RecoverSegment {
                from: self.cell(from),
                to: self.cell(to),
                offset,
            }));
        }
        actions
    }

    /// Whether the segment of just the line length behind an offset contains a cell.
    fn has(&self, line: Line, offset: u8, at: Coord) -> bool {
        let segment = self.cells_of(line).into_iter().skip(usize::from(offset));
        segment.take(usize::from(self.rules.line_length)).any(|cell| cell == at)
    }

    /// One choice for every stack that holds a buried ring before the slide (live 7).
    fn extractions(&self, from: Coord, to: Coord) -> Vec<Action> {
        let stacks = self.burying(self.to_move).into_iter();
        stacks.map(|at| Action::Recover { from: self.cell(from), to: self.cell(to), extract: self.cell(at) }).collect()
    }

    /// The line through the destination that a slide to an empty cell forms: the longest run there, if it is long enough
    /// (live 7).
    fn line_formed(&self, from: Coord, to: Coord) -> Option<Line> {
        if self.board.at(to) != Space::Empty {
            return None;
        }
        let mut after = self.clone();
        after.slide(from, to);
        after.longest_run_through(self.to_move, to).filter(|line| line.length >= self.rules.line_length)
    }

    /// The source becomes empty, without a departure marker (live 7).
    fn slide(&mut self, from: Coord, to: Coord) {
        self.board.put(from, Space::Empty);
        self.board.put(to, Space::Marker(self.to_move));
    }

    /// Slides a marker and pays with a buried ring: a line that is formed collapses as a whole, a stack that is struck
    /// loses its top ring and the marker is gone (live 7).
    pub(crate) fn recover(&mut self, from: Coord, to: Coord, extract: Coord) {
        if self.board.stack(to).is_some() {
            self.board.put(from, Space::Empty);
            self.eliminate_top(to, 1);
        } else {
            let line = self.line_formed(from, to);
            self.slide(from, to);
            line.into_iter().for_each(|line| self.collapse_line(line));
        }
        self.extract(extract);
    }

    /// Slides a marker and collapses a segment of the line that is formed, for nothing (live 7).
    pub(crate) fn recover_segment(&mut self, from: Coord, to: Coord, offset: u8) {
        let Some(line) = self.line_formed(from, to) else { return };
        self.slide(from, to);
        self.collapse_segment(line, offset);
    }

    /// Takes the bottommost ring of the player to move out of a stack, credited to him (live 7).
    pub(crate) fn extract(&mut self, at: Coord) {
        let Some(stack) = self.board.stack(at).cloned() else { return };
        self.board.put_stack(at, stack.without_bottommost(self.to_move));
        self.credit(1);
    }
}
