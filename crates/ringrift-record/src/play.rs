//! From what is written to a game: playing the actions and attaching what is said about them.

use ringrift::Position;

use crate::conclusion::{Conclusion, GameResult, Termination};
use crate::error::{RecordError, RecordProblem};
use crate::notes::tidy;
use crate::record::{Line, Ply, Record};
use crate::written::{Claims, Item, Spot, What, WrittenRecord};

/// A sequence that is being played.
struct Branch {
    line: Line,
    /// The number of the ply it begins with, counted from 1.
    first: usize,
    /// The position before the last action, to which variations go back.
    before: Option<Position>,
    now: Position,
}

impl Branch {
    fn new(start: Position, first: usize) -> Branch {
        Branch { line: Line::default(), first, before: None, now: start }
    }

    fn next_ply(&self) -> usize {
        self.first + self.line.plies.len()
    }
}

impl WrittenRecord {
    /// Plays all actions, those of variations included.
    ///
    /// # Errors
    /// At the first action that is not legal where it stands.
    pub fn resolve(&self) -> Result<Record, RecordError> {
        self.play().map_err(|(_, problem)| problem.nowhere())
    }

    /// The same, with the spot of what is wrong.
    pub(crate) fn play(&self) -> Result<Record, (Spot, RecordProblem)> {
        let has_variations = self.items.iter().any(|item| item.what == What::Open);
        let mut player = Playing {
            players: self.start.rules().players,
            has_variations,
            branches: vec![Branch::new(self.start.clone(), 1)],
        };
        for item in &self.items {
            player.take(item).map_err(|problem| (item.place, problem))?;
        }
        let branch = player.branches.swap_remove(0);
        let conclusion = conclude(&self.claims, &branch.now);
        Ok(Record { start: self.start.clone(), tags: self.tags.clone(), main: branch.line, conclusion })
    }
}

/// The game while it is played: the main line, and the variations that are open, each within the one before.
struct Playing {
    players: u8,
    has_variations: bool,
    branches: Vec<Branch>,
}

impl Playing {
    fn take(&mut self, item: &Item) -> Result<(), RecordProblem> {
        let players = self.players;
        let last = self.branches.len() - 1;
        let branch = &mut self.branches[last];
        match &item.what {
            What::Action(written) => {
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
            What::Comment(comment) => branch.line.comment(comment, players),
            What::Notes(notes) => {
                notes.check(players).map_err(RecordProblem::Note)?;
                branch.line.plies.last_mut().ok_or(RecordProblem::Note("notes need an action"))?.notes = **notes;
            }
            What::Omission => return Err(RecordProblem::Omission(branch.next_ply() - 1)),
            What::Open => {
                let before = branch.before.clone().ok_or(RecordProblem::VariationOfNothing)?;
                let first = branch.next_ply() - 1;
                self.branches.push(Branch::new(before, first));
            }
            What::Close => self.close_variation(),
        }
        Ok(())
    }

    /// Hangs a finished variation to the action that it replaces; an empty one says nothing.
    fn close_variation(&mut self) {
        let closed = self.branches.pop();
        let outer = self.branches.last_mut().and_then(|branch| branch.line.plies.last_mut());
        if let (Some(closed), Some(outer)) = (closed, outer)
            && closed.line != Line::default()
        {
            outer.variations.push(closed.line);
        }
    }
}

impl Line {
    /// Adds a comment behind the last action, and the notes in it.
    fn comment(&mut self, comment: &str, players: u8) {
        let comment = tidy(comment);
        let (comments, text) = match self.plies.last_mut() {
            Some(ply) => {
                let text = ply.notes.take_from(&comment, players);
                (&mut ply.comments, text)
            }
            None => (&mut self.intro, comment),
        };
        let text = tidy(&text);
        if !text.is_empty() {
            comments.push(text);
        }
    }
}

/// How the game ended: as the record says, and where it does not, as the rules say.
fn conclude(claims: &Claims, last: &Position) -> Conclusion {
    let by_rules = Conclusion::of(last.outcome());
    let result = claims.result.unwrap_or(by_rules.result);
    let implied = if result == by_rules.result { by_rules.termination } else { None };
    let termination = claims.termination.or(implied);
    let by =
        if termination.is_some_and(Termination::has_doer) { claims.by.or_else(|| loser(result, last)) } else { None };
    Conclusion { result, termination, by }
}

/// The one player who comes last, if two play.
fn loser(result: GameResult, last: &Position) -> Option<ringrift::Player> {
    let players = last.rules().players;
    let mut seats = ringrift::Player::seats(players);
    if players == 2 { seats.find(|&player| result.rank(player) == Some(2)) } else { None }
}
