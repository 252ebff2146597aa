//! Resolving a written record: plays its actions and attaches the annotations.

use ringrift::Position;

use crate::error::{RecordError, RecordProblem};
use crate::read::{ByteOffset, Claims, Item, ItemKind, WrittenRecord};
use crate::record::conclusion::{Conclusion, GameResult, Termination};
use crate::record::notes::normalize_comment;
use crate::record::{Ply, Record, RecordLine};

/// A line that is being played.
struct Branch {
    line: RecordLine,
    /// Number of its first ply, from 1.
    first: usize,
    /// The position before the last action, in which variations begin. Only kept if the record has variations.
    before: Option<Position>,
    now: Position,
}

impl Branch {
    fn new(start: Position, first: usize) -> Branch {
        Branch { line: RecordLine::default(), first, before: None, now: start }
    }

    fn next_ply(&self) -> usize {
        self.first + self.line.plies.len()
    }
}

impl WrittenRecord {
    /// Plays all actions, including those of variations.
    ///
    /// # Errors
    /// Returns the first illegal action.
    pub fn resolve(&self) -> Result<Record, RecordError> {
        self.play().map_err(|(_, problem)| problem.without_location())
    }

    /// Works like [`WrittenRecord::resolve`]; an error also has the byte offset of the illegal action.
    pub(crate) fn play(&self) -> Result<Record, (ByteOffset, RecordProblem)> {
        let has_variations = self.items.iter().any(|item| item.kind == ItemKind::Open);
        let mut replay = Replay {
            players: self.start.rules().players,
            has_variations,
            branches: vec![Branch::new(self.start.clone(), 1)],
        };
        for item in &self.items {
            replay.apply(item).map_err(|problem| (item.offset_of(&problem), problem))?;
        }
        let branch = replay.branches.swap_remove(0);
        let conclusion = conclude(&self.claims, &branch.now);
        Ok(Record { start: self.start.clone(), tags: self.tags.clone(), main: branch.line, conclusion })
    }
}

/// State of the replay: the main line and the open variations, each nested in the one before.
struct Replay {
    players: u8,
    has_variations: bool,
    branches: Vec<Branch>,
}

impl Replay {
    fn apply(&mut self, item: &Item) -> Result<(), RecordProblem> {
        let players = self.players;
        let last = self.branches.len() - 1;
        let branch = &mut self.branches[last];
        match &item.kind {
            ItemKind::Action(written) => {
                let text = || written.to_string();
                let ply = branch.next_ply();
                let action = branch.now.resolve(written);
                let action = action.map_err(|source| RecordProblem::Ply { ply, text: text(), source })?;
                if self.has_variations {
                    branch.before = Some(branch.now.clone());
                }
                branch.now.play_unchecked(action);
                branch.line.plies.push(Ply { marks: written.marks, ..Ply::new(action) });
            }
            ItemKind::Comment(comment) => branch.line.add_comment(comment, players),
            ItemKind::Notes(notes) => {
                notes.check(players).map_err(RecordProblem::Note)?;
                let ply = branch.line.plies.last_mut().ok_or(RecordProblem::Note("notes must follow an action"))?;
                // `L` and `LR` as two plies of a JSON record both have notes; those of `LR` are the later ones.
                ply.notes = notes.or(ply.notes);
            }
            ItemKind::Omission => return Err(RecordProblem::Omission(branch.next_ply() - 1)),
            ItemKind::Open => {
                let before = branch.before.clone().ok_or(RecordProblem::VariationWithoutAction)?;
                let first = branch.next_ply() - 1;
                self.branches.push(Branch::new(before, first));
            }
            ItemKind::Close => self.close_variation(),
        }
        Ok(())
    }

    /// Attaches a finished variation to the action that it replaces. Empty variations are dropped.
    fn close_variation(&mut self) {
        let closed = self.branches.pop();
        let outer = self.branches.last_mut().and_then(|branch| branch.line.plies.last_mut());
        if let (Some(closed), Some(outer)) = (closed, outer)
            && closed.line != RecordLine::default()
        {
            outer.variations.push(closed.line);
        }
    }
}

impl RecordLine {
    /// Adds a comment after the last action, and extracts the notes in it.
    fn add_comment(&mut self, comment: &str, players: u8) {
        let comment = normalize_comment(comment);
        let (comments, text) = match self.plies.last_mut() {
            Some(ply) => {
                let text = ply.notes.extract_from(&comment, players);
                (&mut ply.comments, text)
            }
            None => (&mut self.intro, comment),
        };
        let text = normalize_comment(&text);
        if !text.is_empty() {
            comments.push(text);
        }
    }
}

/// Returns the conclusion that the record states; missing parts follow from the rules.
fn conclude(claims: &Claims, last: &Position) -> Conclusion {
    let by_rules = Conclusion::of(last.outcome());
    let result = claims.result.unwrap_or(by_rules.result);
    let implied = if result == by_rules.result { by_rules.termination } else { None };
    let termination = claims.termination.or(implied);
    let by = if termination.is_some_and(Termination::has_causing_player) {
        claims.by.or_else(|| loser(result, last))
    } else {
        None
    };
    Conclusion { result, termination, by }
}

/// Returns the loser of a game of two players.
fn loser(result: GameResult, last: &Position) -> Option<ringrift::Player> {
    let players = last.rules().players;
    let mut seats = ringrift::Player::seats(players);
    if players == 2 { seats.find(|&player| result.rank(player) == Some(2)) } else { None }
}
