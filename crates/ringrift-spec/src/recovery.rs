//! Recovery: sliding a marker to extract a buried ring (RR-CANON-R110; rules-live section 7).

use ringrift::{Action, Coord, Line, Player};

use crate::SpecGame;
use crate::board::CellContent;

impl SpecGame {
    /// Reports whether the rules have recovery and a player is eligible: the player controls no stack, owns a marker and has
    /// a buried ring (rules-live section 7).
    pub(crate) fn can_recover(&self, player: Player) -> bool {
        self.rules.recovery
            && self.controlled(player).is_empty()
            && self.board.marker_count(player) > 0
            && !self.stacks_with_buried_ring(player).is_empty()
    }

    /// Returns the cells whose stacks hold a buried ring of a player, in cell order (rules-live section 7).
    pub(crate) fn stacks_with_buried_ring(&self, player: Player) -> Vec<Coord> {
        self.board.stacks().filter(|(_, stack)| stack.has_buried(player)).map(|(at, _)| at).collect()
    }

    /// Returns the actions of the recovery phase: the slides that form a line or, if there is none, all other slides; then
    /// declining, which is always legal (rules-live section 7).
    pub(crate) fn recovery_actions(&self) -> Vec<Action> {
        let slides = self.slides();
        let mut actions: Vec<Action> = slides.iter().flat_map(|&(from, to)| self.line_slides(from, to)).collect();
        if actions.is_empty() {
            actions = slides.iter().flat_map(|&(from, to)| self.extractions(from, to)).collect();
        }
        actions.push(Action::SkipRecovery);
        actions
    }

    /// Returns every step of the player's markers to an adjacent cell that is empty or holds a stack (rules-live section 7).
    fn slides(&self) -> Vec<(Coord, Coord)> {
        let own = self.board.markers().filter(|&(_, owner)| owner == self.to_move);
        let steps = own.flat_map(|(from, _)| self.board.adjacent(from).into_iter().map(move |to| (from, to)));
        steps.filter(|&(_, to)| matches!(self.board.at(to), CellContent::Empty | CellContent::Stack(_))).collect()
    }

    /// Returns the actions for a slide that forms a line. The player collapses the whole line and pays with a buried ring; if
    /// the line is longer than the line length, the player may instead collapse a segment that contains the destination,
    /// without payment (rules-live section 7).
    fn line_slides(&self, from: Coord, to: Coord) -> Vec<Action> {
        let Some(line) = self.line_formed(from, to) else { return Vec::new() };
        let mut actions = self.extractions(from, to);
        if line.length > self.rules.line_length {
            let offsets =
                (0..=line.length - self.rules.line_length).filter(|&offset| self.segment_contains(line, offset, to));
            actions.extend(offsets.map(|offset| Action::RecoverSegment {
                from: self.cell(from),
                to: self.cell(to),
                offset,
            }));
        }
        actions
    }

    /// Reports whether the segment of exactly the line length that starts at an offset contains a cell.
    fn segment_contains(&self, line: Line, offset: u8, at: Coord) -> bool {
        let segment = self.cells_of(line).into_iter().skip(usize::from(offset));
        segment.take(usize::from(self.rules.line_length)).any(|cell| cell == at)
    }

    /// Returns one action per stack that holds a buried ring before the slide (rules-live section 7).
    fn extractions(&self, from: Coord, to: Coord) -> Vec<Action> {
        let stacks = self.stacks_with_buried_ring(self.to_move).into_iter();
        stacks.map(|at| Action::Recover { from: self.cell(from), to: self.cell(to), extract: self.cell(at) }).collect()
    }

    /// Returns the line that a slide to an empty cell forms: the longest run through the destination, if it reaches the line
    /// length (rules-live section 7).
    fn line_formed(&self, from: Coord, to: Coord) -> Option<Line> {
        if self.board.at(to) != CellContent::Empty {
            return None;
        }
        let mut after = self.clone();
        after.slide(from, to);
        after.longest_run_through(self.to_move, to).filter(|line| line.length >= self.rules.line_length)
    }

    /// Moves a marker; the source cell becomes empty, without a departure marker (rules-live section 7).
    fn slide(&mut self, from: Coord, to: Coord) {
        self.board.put(from, CellContent::Empty);
        self.board.put(to, CellContent::Marker(self.to_move));
    }

    /// Slides a marker and extracts a buried ring as payment. A line that is formed collapses as a whole; a slide onto a
    /// stack removes the marker and eliminates the stack's top ring (rules-live section 7).
    pub(crate) fn recover(&mut self, from: Coord, to: Coord, extract: Coord) {
        if self.board.stack(to).is_some() {
            self.board.put(from, CellContent::Empty);
            self.eliminate_top(to, 1);
        } else {
            let line = self.line_formed(from, to);
            self.slide(from, to);
            line.into_iter().for_each(|line| self.collapse_line(line));
        }
        self.extract(extract);
    }

    /// Slides a marker and collapses a segment of the line that is formed, without payment (rules-live section 7).
    pub(crate) fn recover_segment(&mut self, from: Coord, to: Coord, offset: u8) {
        let Some(line) = self.line_formed(from, to) else { return };
        self.slide(from, to);
        self.collapse_segment(line, offset);
    }

    /// Eliminates the bottommost ring of the player to move from a stack and credits it to that player (rules-live
    /// section 7).
    pub(crate) fn extract(&mut self, at: Coord) {
        let Some(stack) = self.board.stack(at).cloned() else { return };
        self.board.put_stack(at, stack.without_bottommost(self.to_move));
        self.credit(1);
    }
}
