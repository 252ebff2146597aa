//! Game records: a start position, the actions played from it, and annotations.

pub(crate) mod conclusion;
pub(crate) mod notes;

use ringrift::{Action, ByPlayer, IllegalAction, Marks, Player, Position, Ruleset};

use crate::record::conclusion::Conclusion;
use crate::record::notes::Notes;

/// A game with its annotations. All its actions are legal, because only a [`Recorder`] or a parser creates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub(crate) start: Position,
    /// Date, names and other headers without influence on the rules.
    pub tags: Tags,
    pub(crate) main: RecordLine,
    /// Result and reason of the end, as stated by the record; they need not follow from the actions.
    pub conclusion: Conclusion,
}

/// Headers of a game without influence on the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// Date of the game, usually `2024-12-01`; not validated.
    pub date: Option<String>,
    /// Player names by seat.
    pub names: ByPlayer<Option<String>>,
    /// Time control, for example `300+5`; not validated.
    pub time_control: Option<String>,
    /// Seed of the random generator that chose the moves.
    pub seed: Option<String>,
    /// All other headers as name and value, in their original order.
    pub others: Vec<(String, String)>,
}

/// A sequence of actions: the game itself, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordLine {
    /// Comments before the first action.
    pub intro: Vec<String>,
    /// The actions with their annotations, in the order of play.
    pub plies: Vec<Ply>,
}

/// One action with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The action, legal in the position before it.
    pub action: Action,
    /// Marks after the action, such as `!` and `+`.
    pub marks: Marks,
    /// Clock, evaluation and other structured notes.
    pub notes: Notes,
    /// Comments after the action, each on one line.
    pub comments: Vec<String>,
    /// Alternatives that begin in the position before the action.
    pub variations: Vec<RecordLine>,
}

impl Ply {
    /// Creates a ply without annotations.
    pub fn new(action: Action) -> Ply {
        Ply { action, marks: Marks::NONE, notes: Notes::default(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl Record {
    /// Creates a record without actions.
    pub(crate) fn new(start: Position) -> Record {
        let conclusion = Conclusion::of(start.outcome());
        Record { start, tags: Tags::default(), main: RecordLine::default(), conclusion }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Ruleset {
        self.start.rules()
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the main line with its variations.
    pub fn main(&self) -> &RecordLine {
        &self.main
    }

    /// Returns the actions of the main line.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        self.main.plies.iter().map(|ply| ply.action)
    }

    /// Returns the canonical texts of the actions of the main line.
    pub fn action_texts(&self) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.main.plies.len());
        self.replay(|position, ply| texts.push(position.action_text(ply.action)));
        texts
    }

    /// Returns the position after a number of actions, or the last position if the game is shorter.
    pub fn position_after(&self, plies: usize) -> Position {
        let mut position = self.start.clone();
        self.actions().take(plies).for_each(|action| position.play_unchecked(action));
        position
    }

    /// Returns the position after all actions.
    pub fn last_position(&self) -> Position {
        self.position_after(usize::MAX)
    }

    /// Calls a function with each ply of the main line and the position before it.
    pub fn replay(&self, mut visit: impl FnMut(&Position, &Ply)) {
        let mut position = self.start.clone();
        for ply in &self.main.plies {
            visit(&position, ply);
            position.play_unchecked(ply.action);
        }
    }

    /// Notes the position hash after the last action of each turn, and removes all other hash notes.
    pub fn note_hashes(&mut self) {
        let mut position = self.start.clone();
        let count = self.main.plies.len();
        for (i, ply) in self.main.plies.iter_mut().enumerate() {
            let turn = position.turn();
            position.play_unchecked(ply.action);
            let ends_turn = position.turn() != turn || position.outcome().is_some() || i + 1 == count;
            ply.notes.hash = ends_turn.then(|| position.fingerprint_hash());
        }
    }

    /// Calls a function with the index of each ply, the position before it, and the ply to annotate.
    ///
    /// Changes to the action itself are undone. Variations must be legal in the position before the ply.
    pub fn annotate(&mut self, mut annotate: impl FnMut(usize, &Position, &mut Ply)) {
        let mut position = self.start.clone();
        for (i, ply) in self.main.plies.iter_mut().enumerate() {
            let action = ply.action;
            annotate(i, &position, ply);
            ply.action = action;
            position.play_unchecked(action);
        }
    }

    /// Removes all comments, marks, notes and variations.
    pub fn strip(&mut self) {
        self.main.intro.clear();
        for ply in &mut self.main.plies {
            *ply = Ply::new(ply.action);
        }
    }

    /// Returns the name of a player, or `Player 1` and so on if none is recorded.
    pub fn player_name(&self, player: Player) -> String {
        self.tags.names[player].clone().unwrap_or_else(|| format!("Player {player}"))
    }
}

/// Plays a game and records it.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// use ringrift_record::{Record, Recorder};
/// let mut game = Recorder::new(Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?);
/// game.tags_mut().names.0[0] = Some("Alice".to_owned());
/// for text in ["P d4*2", "M d4-d6"] {
///     game.play(game.position().read_action(text)?)?;
/// }
/// let record = game.finish();
/// assert!(record.to_string().contains("\n1. P d4*2; M d4-d6\n"));
/// assert_eq!(Record::parse(&record.to_string())?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
    position: Position,
}

impl Recorder {
    /// Starts a game in a position.
    pub fn new(start: Position) -> Recorder {
        Recorder { record: Record::new(start.clone()), position: start }
    }

    /// Continues the game of a record from its last position. The conclusion of the record is discarded.
    ///
    /// ```
    /// use ringrift_record::{Record, Recorder};
    /// let mut game = Recorder::resume(Record::parse("[Board \"square8\"]\n\n{hello} 1. P d4*2; M d4-d6 {far}")?);
    /// game.play(game.position().read_action("P a1")?)?;
    /// let last = game.take_back().expect("an action was played");
    /// assert_eq!(game.position().action_text(last.action), "P a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(record: Record) -> Recorder {
        Recorder { position: record.last_position(), record }
    }

    /// Takes back the last action and returns it with its annotations, or `None` at the start.
    pub fn take_back(&mut self) -> Option<Ply> {
        let ply = self.record.main.plies.pop()?;
        self.position = self.record.last_position();
        Some(ply)
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the headers for modification.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.record.tags
    }

    /// Plays an action and returns its ply, which can be annotated.
    ///
    /// # Errors
    /// Returns an error if the action is illegal; nothing is recorded then.
    pub fn play(&mut self, action: Action) -> Result<&mut Ply, IllegalAction> {
        self.position.play(action)?;
        let plies = &mut self.record.main.plies;
        plies.push(Ply::new(action));
        let last = plies.len() - 1;
        Ok(&mut plies[last])
    }

    /// Returns the record, with the outcome of the rules if the game is over, else as unfinished.
    pub fn finish(self) -> Record {
        let conclusion = Conclusion::of(self.position.outcome());
        self.finish_with(conclusion)
    }

    /// Returns the record with a given conclusion, such as a resignation.
    pub fn finish_with(mut self, conclusion: Conclusion) -> Record {
        self.record.conclusion = conclusion;
        self.record
    }
}
