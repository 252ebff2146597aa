//! A track: the actions from the start of a game to the end of the main line or of a variation, and the positions between them.

use std::rc::Rc;

use ringrift::{ActionStyle, Player, Position};
use ringrift_record::{Ply, Record, RecordLine};
use ringrift_text::board_view::with_letters;
use ringrift_text::event_text::describe_all;

/// Number of actions between stored positions. Positions between them are replayed from the previous stored one.
const STRIDE: usize = 32;

/// Action of a track.
pub(crate) struct TrackStep {
    pub(crate) ply: Ply,
    /// Notation with marks.
    pub(crate) text: String,
    pub(crate) turn: u32,
    pub(crate) player: Player,
}

/// Sequence of actions from the start of a game. Plies count from 1; ply 0 is the start.
#[derive(Clone)]
pub(crate) struct Track {
    steps: Vec<Rc<TrackStep>>,
    /// Number of actions before each turn.
    turns: Vec<usize>,
    /// Positions after every `STRIDE` actions, including the start.
    stored: Vec<Position>,
    /// Comments before the first action.
    intro: Vec<String>,
    /// First ply of the variation; `None` for the main line.
    branch: Option<usize>,
}

/// Position of a track, with the effects of the last action.
pub(crate) struct TrackPosition {
    pub(crate) position: Position,
    /// Position before the last action; `None` at the start.
    pub(crate) before: Option<Position>,
    /// Effects of the last action, in sentences.
    pub(crate) effects: Vec<String>,
}

impl Track {
    /// Returns the main line of a game.
    pub(crate) fn main(record: &Record) -> Track {
        let mut track = Track {
            steps: Vec::new(),
            turns: Vec::new(),
            stored: vec![record.start().clone()],
            intro: Vec::new(),
            branch: None,
        };
        track.add(record.main());
        track
    }

    /// Returns the track of a variation of a ply; variations count from 0.
    pub(crate) fn variation(&self, ply: usize, number: usize) -> Option<Track> {
        let line = self.step(ply)?.ply.variations.get(number)?;
        let shared = ply - 1;
        let mut track = self.clone();
        track.steps.truncate(shared);
        track.turns.retain(|&start| start < shared);
        track.stored.truncate(shared / STRIDE + 1);
        track.branch = Some(ply);
        track.add(line);
        Some(track)
    }

    /// Returns the first actions of each variation of a ply.
    pub(crate) fn openings(&self, ply: usize) -> Vec<String> {
        let count = self.step(ply).map_or(0, |step| step.ply.variations.len());
        (0..count).filter_map(|number| self.variation(ply, number)).map(|track| opening(&track)).collect()
    }

    fn add(&mut self, line: &RecordLine) {
        self.intro.clone_from(&line.intro);
        let mut position = self.position(self.len());
        for ply in &line.plies {
            let count = self.steps.len();
            if self.stored.len() * STRIDE == count {
                self.stored.push(position.clone());
            }
            let (turn, player) = (position.turn(), position.to_move());
            if self.steps.last().is_none_or(|last| last.turn != turn) {
                self.turns.push(count);
            }
            let text = position.marked_action_text(ply.action, ply.marks, &ActionStyle::default());
            self.steps.push(Rc::new(TrackStep { ply: ply.clone(), text, turn, player }));
            position.play_unchecked(ply.action);
        }
    }

    /// Returns the first ply of the variation, or `None` for the main line.
    pub(crate) fn branch(&self) -> Option<usize> {
        self.branch
    }

    /// Returns the number of actions.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the action of a ply, or `None` for ply 0.
    pub(crate) fn step(&self, ply: usize) -> Option<&TrackStep> {
        self.steps.get(ply.checked_sub(1)?).map(Rc::as_ref)
    }

    /// Returns the position after `ply` actions.
    pub(crate) fn position(&self, ply: usize) -> Position {
        let index = (ply / STRIDE).min(self.stored.len() - 1);
        let mut position = self.stored[index].clone();
        let steps = self.steps.iter().take(ply).skip(index * STRIDE);
        steps.for_each(|step| position.play_unchecked(step.ply.action));
        position
    }

    /// Returns the position after `ply` actions, with the effects of the last one.
    pub(crate) fn at_ply(&self, ply: usize) -> TrackPosition {
        let Some(step) = self.step(ply) else {
            return TrackPosition { position: self.position(ply), before: None, effects: Vec::new() };
        };
        let before = self.position(ply - 1);
        let mut position = before.clone();
        // Records hold only legal actions.
        let events = position.play_with_events(step.ply.action).unwrap_or_default();
        let effects = describe_all(&events, position.rules().board).iter().map(|effect| with_letters(effect)).collect();
        TrackPosition { position, before: Some(before), effects }
    }

    /// Returns the comments of a ply.
    pub(crate) fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        let intro_at = self.branch.unwrap_or(0).min(self.len());
        let intro = if ply == intro_at { &self.intro[..] } else { &[] };
        let own = self.step(ply).map_or(&[][..], |step| &step.ply.comments);
        intro.iter().chain(own).map(String::as_str)
    }

    /// Returns the number of turns.
    pub(crate) fn turn_count(&self) -> usize {
        self.turns.len()
    }

    /// Returns the plies of a turn; turns count from 0.
    pub(crate) fn plies_of_turn(&self, turn: usize) -> std::ops::RangeInclusive<usize> {
        let end = self.turns.get(turn + 1).copied().unwrap_or(self.len());
        self.turns.get(turn).map_or(end + 1, |start| start + 1)..=end
    }

    /// Returns the turn of a ply; for ply 0, the first turn.
    pub(crate) fn turn_of(&self, ply: usize) -> usize {
        self.turns.partition_point(|&start| start < ply).saturating_sub(1)
    }

    /// Returns the first ply after `ply` at which a turn starts, or the last ply. A turn starts at the ply before its first
    /// action.
    pub(crate) fn next_turn(&self, ply: usize) -> usize {
        let next = self.turns.partition_point(|&start| start <= ply);
        self.turns.get(next).copied().unwrap_or(self.len())
    }

    /// Returns the last ply before `ply` at which a turn starts, or 0.
    pub(crate) fn previous_turn(&self, ply: usize) -> usize {
        let earlier = self.turns.partition_point(|&start| start < ply);
        earlier.checked_sub(1).map_or(0, |turn| self.turns[turn])
    }
}

/// Number of actions shown of a variation.
const OPENING: usize = 4;

/// Returns the first actions of a variation.
fn opening(track: &Track) -> String {
    let first = track.branch().unwrap_or(1);
    let texts: Vec<&str> =
        (first..first + OPENING).filter_map(|ply| track.step(ply)).map(|step| step.text.as_str()).collect();
    let rest = if first + OPENING <= track.len() { "; ..." } else { "" };
    if texts.is_empty() { "a comment without actions".to_owned() } else { format!("{}{rest}", texts.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Board \"square8\"]\n\n{hello} 1. P d4*2; M d4-d6 (M d4-d7 {far} 2. P a1) ({other} M d4-d8)\n\
                        2. P e4; M e4-e5\n3. P a1; M a1-b1\n*\n";

    fn track() -> Track {
        Track::main(&Record::parse(GAME).expect("the record is valid"))
    }

    #[test]
    fn positions_equal_those_of_the_record() {
        let record = Record::parse(GAME).expect("the record is valid");
        let track = Track::main(&record);
        for ply in 0..=track.len() {
            assert_eq!(track.position(ply), record.position_after(ply));
            assert_eq!(track.at_ply(ply).position, record.position_after(ply));
        }
    }

    #[test]
    fn finds_the_limits_of_turns() {
        let track = track();
        assert_eq!((track.len(), track.turn_count()), (6, 3));
        let forward: Vec<usize> = (0..=6).map(|ply| track.next_turn(ply)).collect();
        let back: Vec<usize> = (0..=6).map(|ply| track.previous_turn(ply)).collect();
        assert_eq!((forward, back), (vec![2, 2, 4, 4, 6, 6, 6], vec![0, 0, 0, 2, 2, 4, 4]));
        assert_eq!((track.plies_of_turn(1), track.turn_of(4), track.turn_of(0)), (3..=4, 1, 0));
    }

    #[test]
    fn variations_share_the_actions_before_them() {
        let track = track();
        let first = track.variation(2, 0).expect("the variation exists");
        let texts: Vec<&str> = (1..=first.len()).filter_map(|ply| Some(first.step(ply)?.text.as_str())).collect();
        assert_eq!((texts, first.branch(), first.turn_count()), (vec!["P d4*2", "M d4-d7", "P a1"], Some(2), 2));
        assert_eq!(first.comments(2).collect::<Vec<_>>(), ["far"]);
        let second = track.variation(2, 1).expect("the variation exists");
        assert_eq!((second.len(), second.comments(2).collect::<Vec<_>>()), (2, vec!["other"]));
        assert_eq!(track.comments(0).collect::<Vec<_>>(), ["hello"]);
        assert!(track.variation(1, 0).is_none() && track.variation(0, 0).is_none() && track.variation(2, 2).is_none());
    }
}
