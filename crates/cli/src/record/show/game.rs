//! A game that is being looked at: where in it, and in which of its variations.

use ringrift_record::Record;

use super::track::Track;

/// A game and a place in it.
pub(crate) struct Game {
    pub(crate) record: Record,
    track: Track,
    ply: usize,
    /// The tracks that have been left for variations, outermost first.
    outer: Vec<Track>,
}

impl Game {
    /// A game at its start.
    pub(crate) fn new(record: Record) -> Game {
        Game { track: Track::main(&record), record, ply: 0, outer: Vec::new() }
    }

    /// The main line or the variation that is being looked at.
    pub(crate) fn track(&self) -> &Track {
        &self.track
    }

    /// After how many actions.
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

    /// Whether a variation is being looked at.
    pub(crate) fn is_in_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Whether this is the end of what was played.
    pub(crate) fn is_at_end(&self) -> bool {
        !self.is_in_variation() && self.ply == self.track.len()
    }

    /// The first actions of each variation that could be played instead of the last action.
    pub(crate) fn variations(&self) -> Vec<String> {
        self.track.openings(self.ply)
    }

    /// Goes into a variation of the last action; variations count from 0.
    pub(crate) fn enter(&mut self, number: usize) {
        if let Some(track) = self.track.variation(self.ply, number) {
            self.outer.push(std::mem::replace(&mut self.track, track));
            self.go_to(self.ply);
        }
    }

    /// Goes back to where the variation was left for, if there is one.
    pub(crate) fn leave(&mut self) {
        if let Some(track) = self.outer.pop() {
            let branch = self.track.branch().unwrap_or(self.ply);
            self.track = track;
            self.go_to(branch);
        }
    }
}
