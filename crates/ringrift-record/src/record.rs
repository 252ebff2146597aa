//! Game records: a start position, what was played from it, and what is said about it.

use ringrift::{Action, ByPlayer, IllegalAction, Marks, Player, Position, Ruleset};

use crate::conclusion::Conclusion;
use crate::notes::Notes;

/// A game with everything that is recorded of it. All its actions are legal; a [`Recorder`] or a reader makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub(crate) start: Position,
    /// What is known about the game besides its rules.
    pub tags: Tags,
    /// What was played.
    pub(crate) main: Line,
    /// How it ended.
    pub conclusion: Conclusion,
}

/// What is known about a game besides its rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// When it was played, usually `2024-12-01`.
    pub date: Option<String>,
    /// Who played, by seat.
    pub names: ByPlayer<Option<String>>,
    /// The time control, for example `300+5`.
    pub time_control: Option<String>,
    /// The seed of whatever chose the moves.
    pub seed: Option<String>,
    /// All other headers, in their order.
    pub others: Vec<(String, String)>,
}

/// A sequence of actions: the game itself, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first action.
    pub intro: Vec<String>,
    /// The actions.
    pub plies: Vec<Ply>,
}

/// One action and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The action.
    pub action: Action,
    /// The marks behind it.
    pub marks: Marks,
    /// Clock, evaluation and the like.
    pub notes: Notes,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// What might have been played instead, and on.
    pub variations: Vec<Line>,
}

impl Ply {
    /// An action about which nothing is said.
    pub fn new(action: Action) -> Ply {
        Ply { action, marks: Marks::NONE, notes: Notes::default(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl Record {
    /// A record without actions.
    pub(crate) fn new(start: Position) -> Record {
        let conclusion = Conclusion::of(start.outcome());
        Record { start, tags: Tags::default(), main: Line::default(), conclusion }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        self.start.rules()
    }

    /// The position in which the game begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What was played, with its variations.
    pub fn main(&self) -> &Line {
        &self.main
    }

    /// The actions that were played.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        self.main.plies.iter().map(|ply| ply.action)
    }

    /// The canonical texts of the actions that were played.
    pub fn action_texts(&self) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.main.plies.len());
        self.replay(|position, ply| texts.push(position.action_text(ply.action)));
        texts
    }

    /// The position after so many actions; after all of them if there are fewer.
    pub fn position_after(&self, plies: usize) -> Position {
        let mut position = self.start.clone();
        self.actions().take(plies).for_each(|action| position.play_unchecked(action));
        position
    }

    /// The position after all actions.
    pub fn last_position(&self) -> Position {
        self.position_after(usize::MAX)
    }

    /// Sees every position of the game with the action that is played in it.
    pub fn replay(&self, mut see: impl FnMut(&Position, &Ply)) {
        let mut position = self.start.clone();
        for ply in &self.main.plies {
            see(&position, ply);
            position.play_unchecked(ply.action);
        }
    }

    /// Writes the hash of the position into the notes of every turn's last action.
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

    /// Lets somebody say more about every action, who sees its index, the position before it and all that is said already.
    /// The actions stay as they are; variations must be legal where they stand.
    pub fn annotate(&mut self, mut say: impl FnMut(usize, &Position, &mut Ply)) {
        let mut position = self.start.clone();
        for (i, ply) in self.main.plies.iter_mut().enumerate() {
            let action = ply.action;
            say(i, &position, ply);
            ply.action = action;
            position.play_unchecked(action);
        }
    }

    /// Takes away what is said about the actions: comments, marks, notes and variations.
    pub fn strip(&mut self) {
        self.main.intro.clear();
        for ply in &mut self.main.plies {
            *ply = Ply::new(ply.action);
        }
    }

    /// The name of a player, or what the seat is called without one.
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
    /// A game that begins with a position.
    pub fn new(start: Position) -> Recorder {
        Recorder { record: Record::new(start.clone()), position: start }
    }

    /// A game that goes on where a record ends. What the record says of its end is forgotten.
    ///
    /// ```
    /// use ringrift_record::{Record, Recorder};
    /// let mut game = Recorder::resume(Record::parse("[Board \"square8\"]\n\n{hello} 1. P d4*2; M d4-d6 {far}")?);
    /// game.play(game.position().read_action("P a1")?)?;
    /// let last = game.take_back().unwrap();
    /// assert_eq!((game.take_back().unwrap().comments, game.position().turn()), (vec!["far".to_owned()], 1));
    /// assert_eq!(game.position().action_text(last.action), "P a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(record: Record) -> Recorder {
        Recorder { position: record.last_position(), record }
    }

    /// Takes the last action back, with what is said about it; none at the start.
    pub fn take_back(&mut self) -> Option<Ply> {
        let ply = self.record.main.plies.pop()?;
        self.position = self.record.last_position();
        Some(ply)
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is known about the game besides its rules.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.record.tags
    }

    /// Plays an action and gives the place for what is to be said about it.
    ///
    /// # Errors
    /// If the action is illegal; then nothing is recorded.
    pub fn play(&mut self, action: Action) -> Result<&mut Ply, IllegalAction> {
        self.position.play(action)?;
        let plies = &mut self.record.main.plies;
        plies.push(Ply::new(action));
        let last = plies.len() - 1;
        Ok(&mut plies[last])
    }

    /// The record of a game that ends where it stands: as the rules say, or unfinished.
    pub fn finish(self) -> Record {
        let conclusion = Conclusion::of(self.position.outcome());
        self.finish_with(conclusion)
    }

    /// The record of a game that ends for another reason.
    pub fn finish_with(mut self, conclusion: Conclusion) -> Record {
        self.record.conclusion = conclusion;
        self.record
    }
}
