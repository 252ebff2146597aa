//! Records as they are written: headers understood, actions read, nothing played yet.

use ringrift::{BoardKind, Position, WrittenAction};

use crate::conclusion::{GameResult, Termination, looks_like_result};
use crate::error::{Place, RecordError, RecordProblem};
use crate::header::{Heading, Located, read_headers, read_result};
use crate::notes::Notes;
use crate::record::{Record, Tags};
use crate::token::{Token, Tokens};

/// A record whose actions have been read, but not played.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenRecord {
    pub(crate) start: Position,
    pub(crate) tags: Tags,
    pub(crate) items: Vec<Item>,
    pub(crate) claims: Claims,
}

/// What a record says about itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The result.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub termination: Option<Termination>,
    /// Who resigned or ran out of time.
    pub by: Option<ringrift::Player>,
    /// How many actions there are.
    pub total_moves: Option<u64>,
}

/// A part of the moves, with the place where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) what: What,
    pub(crate) place: Spot,
}

impl Item {
    /// An item that stands in no text.
    pub(crate) fn nowhere(what: What) -> Item {
        Item { what, place: Spot(None) }
    }
}

/// A place that is worked out only when it is needed: a byte of a text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spot(pub(crate) Option<usize>);

/// A part of the moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Action(WrittenAction),
    Comment(String),
    /// Notes that stand apart from comments, as in JSON.
    Notes(Box<Notes>),
    Open,
    Close,
    Omission,
}

/// A text with one game in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordText {
    pub(crate) text: String,
    /// The number of its first line.
    pub(crate) first_line: usize,
    /// What is wrong with it as a whole: it was too long, or no text.
    pub(crate) damage: Option<(usize, RecordProblem)>,
}

impl RecordText {
    /// A text that begins with line 1.
    pub fn new(text: impl Into<String>) -> RecordText {
        RecordText { text: text.into(), first_line: 1, damage: None }
    }

    /// A text of bytes that may be none.
    pub(crate) fn from_bytes(bytes: Vec<u8>, first_line: usize) -> RecordText {
        match String::from_utf8(bytes) {
            Ok(text) => RecordText { text, first_line, damage: None },
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                RecordText { text, first_line, damage: Some((valid, RecordProblem::NotText)) }
            }
        }
    }

    /// A game of which nothing can be read.
    pub(crate) fn damaged(first_line: usize, problem: RecordProblem) -> RecordText {
        RecordText { text: String::new(), first_line, damage: Some((0, problem)) }
    }

    /// The number of the line in its file at which the game begins.
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads headers and actions.
    ///
    /// # Errors
    /// Says where the text has another form than a record.
    pub fn parse(&self) -> Result<WrittenRecord, RecordError> {
        if let Some(damage) = &self.damage {
            return Err(self.error(damage.clone()));
        }
        parse(&self.text).map_err(|problem| self.error(problem))
    }

    /// Reads the game and plays it.
    ///
    /// # Errors
    /// Says where the text has another form than a record, or the first illegal action.
    pub fn read(&self) -> Result<Record, RecordError> {
        self.parse()?.play().map_err(|(spot, problem)| match spot.0 {
            Some(at) => self.error((at, problem)),
            None => problem.nowhere(),
        })
    }

    pub(crate) fn error(&self, (at, problem): (usize, RecordProblem)) -> RecordError {
        RecordError { place: Some(Place::of(&self.text, at, self.first_line)), problem: Box::new(problem) }
    }
}

impl Record {
    /// Reads a record from its text.
    ///
    /// # Errors
    /// Says where the text has another form than a record, or the first illegal action.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        RecordText::new(text).read()
    }
}

impl WrittenRecord {
    /// What the record says about itself, true or not.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// The position in which the game begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// What is known about the game besides its rules.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The actions of the game as they are written, legal or not, without those of variations.
    pub fn actions(&self) -> impl Iterator<Item = &WrittenAction> {
        let mut depth = 0;
        self.items.iter().filter_map(move |item| {
            match &item.what {
                What::Open => depth += 1,
                What::Close => depth -= 1,
                What::Action(action) if depth == 0 => return Some(action),
                _ => {}
            }
            None
        })
    }
}

fn parse(text: &str) -> Located<WrittenRecord> {
    let text_start = text.len() - text.trim_start_matches('\u{feff}').len();
    if text[text_start..].trim().is_empty() {
        return Err((0, RecordProblem::Empty));
    }
    let (headers, moves_at) = read_headers(&text[text_start..]).map_err(|(at, problem)| (at + text_start, problem))?;
    let heading = Heading::of(headers).map_err(|(at, problem)| (at + text_start, problem))?;
    let rules = *heading.start.rules();
    let mut moves = Moves { board: rules.board, players: rules.players, items: Vec::new(), result: None };
    moves.read(text, moves_at + text_start)?;
    let result = join_results(heading.result, moves.result, rules.players)?;
    let Heading { start, tags, termination, by, total_moves, .. } = heading;
    let claims = Claims { result, termination, by, total_moves };
    Ok(WrittenRecord { start, tags, items: moves.items, claims })
}

/// The result, which may stand in the header, behind the moves, or in both places.
fn join_results(
    header: Option<GameResult>,
    moves: Option<(usize, GameResult)>,
    players: u8,
) -> Located<Option<GameResult>> {
    match (header, moves) {
        (Some(header), Some((at, moves))) if header != moves => {
            let (moves, header) = (moves.text(players), header.text(players));
            Err((at, RecordProblem::TwoResults { moves, header }))
        }
        (header, moves) => Ok(header.or(moves.map(|(_, result)| result))),
    }
}

/// The moves as they are read.
struct Moves {
    board: BoardKind,
    players: u8,
    items: Vec<Item>,
    result: Option<(usize, GameResult)>,
}

/// How many actions, comments and variations a game may have in all.
pub(crate) const MOST_PARTS: usize = 1 << 20;

/// How deeply variations may be nested; what is deeper could not be read back from JSON.
pub(crate) const DEEPEST: usize = 30;

impl Moves {
    fn read(&mut self, text: &str, at: usize) -> Located<()> {
        let mut tokens = Tokens::new(text, at).peekable();
        let mut open = Vec::new();
        while let Some((at, token)) = tokens.next() {
            if self.result.is_some() && !matches!(token, Token::Comment(_)) {
                return Err((at, RecordProblem::AfterResult));
            }
            if self.items.len() > MOST_PARTS {
                return Err((at, RecordProblem::TooManyParts(MOST_PARTS)));
            }
            match token {
                Token::Number => {}
                Token::Omission => self.push(at, What::Omission),
                Token::Comment(comment) => self.push(at, What::Comment(comment.to_owned())),
                Token::OpenComment => return Err((at, RecordProblem::OpenComment)),
                Token::StrayClosing => return Err((at, RecordProblem::StrayClosing)),
                Token::Open if open.len() == DEEPEST => return Err((at, RecordProblem::TooDeep(DEEPEST))),
                Token::Open => {
                    open.push(at);
                    self.push(at, What::Open);
                }
                Token::Close => {
                    open.pop().ok_or((at, RecordProblem::StrayParenthesis))?;
                    self.push(at, What::Close);
                }
                Token::Word(word) if looks_like_result(word) && open.is_empty() => {
                    let result = read_result(word, self.players).map_err(|problem| (at, problem))?;
                    self.result = Some((at, result));
                }
                Token::Word(word) => self.read_action(at, word, &mut tokens)?,
            }
        }
        open.pop().map_or(Ok(()), |at| Err((at, RecordProblem::OpenVariation)))
    }

    fn push(&mut self, at: usize, what: What) {
        self.items.push(Item { what, place: Spot(Some(at)) });
    }

    /// Reads an action that begins with a word, and takes the other words that belong to it.
    fn read_action<'a>(
        &mut self,
        at: usize,
        word: &'a str,
        tokens: &mut std::iter::Peekable<Tokens<'a>>,
    ) -> Located<()> {
        let rest = std::iter::from_fn(|| match tokens.next_if(|(_, token)| is_part_of_action(token))? {
            (_, Token::Word(word)) => Some(word),
            _ => None,
        });
        let written = WrittenAction::from_words(word, rest, self.board);
        let action = written.map_err(|error| (at, RecordProblem::Action(error)))?;
        // What is said about a line may stand between its two halves.
        let before = self.items.iter_mut().rev().find(|item| !matches!(item.what, What::Comment(_)));
        match before {
            Some(Item { what: What::Action(first), .. }) if first.is_continued_by(&action) => {
                *first = first.with_option(action).map_err(|error| (at, RecordProblem::Action(error)))?;
            }
            _ => self.push(at, What::Action(action)),
        }
        Ok(())
    }
}

fn is_part_of_action(token: &Token<'_>) -> bool {
    matches!(token, Token::Word(word) if !looks_like_result(word) && !WrittenAction::begins_with(word))
}
