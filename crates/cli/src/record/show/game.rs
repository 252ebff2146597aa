//! The game in the viewer: the current ply and variation.

use ringrift_record::Record;

use super::track::Track;

/// Game with the current ply and variation.
pub(crate) struct ViewedGame {
    pub(crate) record: Record,
    track: Track,
    ply: usize,
    /// Tracks that were left for variations, outermost first.
    outer: Vec<Track>,
}

impl ViewedGame {
    /// Opens a game at its start.
    pub(crate) fn new(record: Record) -> ViewedGame {
        ViewedGame { track: Track::main(&record), record, ply: 0, outer: Vec::new() }
    }

    /// Returns the current main line or variation.
    pub(crate) fn track(&self) -> &Track {
        &self.track
    }

    /// Returns the number of actions before the current position.
    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Goes to a ply, or to the last one if there are fewer.
    pub(crate) fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.track.len());
    }

    /// Goes to the start of the next turn.
    pub(crate) fn next_turn(&mut self) {
        self.ply = self.track.next_turn(self.ply);
    }

    /// Goes to the start of this turn, or of the one before.
    pub(crate) fn previous_turn(&mut self) {
        self.ply = self.track.previous_turn(self.ply);
    }

    /// Reports whether the current track is a variation.
    pub(crate) fn is_in_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Reports whether this is the end of the main line.
    pub(crate) fn is_at_end(&self) -> bool {
        !self.is_in_variation() && self.ply == self.track.len()
    }

    /// Returns the first actions of each variation of the last action.
    pub(crate) fn variations(&self) -> Vec<String> {
        self.track.openings(self.ply)
    }

    /// Enters a variation of the last action; variations count from 0.
    pub(crate) fn enter(&mut self, number: usize) {
        if let Some(track) = self.track.variation(self.ply, number) {
            self.outer.push(std::mem::replace(&mut self.track, track));
            self.go_to(self.ply);
        }
    }

    /// Leaves the variation, back to the action that it replaces.
    pub(crate) fn leave(&mut self) {
        if let Some(track) = self.outer.pop() {
            let branch = self.track.branch().unwrap_or(self.ply);
            self.track = track;
            self.go_to(branch);
        }
    }
}
