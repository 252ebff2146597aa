//! Reading of records: `entries` and `reader` split files into games, this module parses the text of a game, `resolve` plays
//! its actions, and `verify` checks its hashes, result and termination.

pub(crate) mod entries;
pub(crate) mod header;
pub(crate) mod reader;
mod resolve;
mod token;
pub(crate) mod verify;

use ringrift::{ActionWord, BoardKind, ParseActionError, Position, ResolveActionError, WrittenAction};

use crate::error::{Location, RecordError, RecordProblem};
use crate::read::header::{Located, ParsedHeaders, parse_headers, parse_result};
use crate::read::token::{Token, Tokens};
use crate::record::conclusion::{GameResult, Termination, looks_like_result};
use crate::record::notes::Notes;
use crate::record::{Record, Tags};

/// A record whose actions are parsed, but not yet checked against the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct WrittenRecord {
    pub(crate) start: Position,
    pub(crate) tags: Tags,
    pub(crate) items: Vec<Item>,
    pub(crate) claims: Claims,
}

/// Statements of a record about its game, not yet verified.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// Result in the header or after the moves.
    pub result: Option<GameResult>,
    /// Header Termination.
    pub termination: Option<Termination>,
    /// Header TerminatedBy: the player who resigned or ran out of time.
    pub by: Option<ringrift::Player>,
    /// Header TotalMoves: number of actions in the main line.
    pub total_moves: Option<u64>,
}

/// A part of the moves, with the offset of its first byte.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    pub(crate) offset: ByteOffset,
    /// Offset of the `LR` of an action that is given as `L` and `LR`.
    pub(crate) option_offset: ByteOffset,
}

impl Item {
    /// Creates an item that does not come from a text.
    pub(crate) fn without_offset(kind: ItemKind) -> Item {
        Item { kind, offset: ByteOffset(None), option_offset: ByteOffset(None) }
    }

    /// Returns the offset of the part that a problem is about: `LR` if the segment is wrong, otherwise the whole item.
    pub(crate) fn offset_of(&self, problem: &RecordProblem) -> ByteOffset {
        let is_about_segment = matches!(
            problem,
            RecordProblem::Ply {
                source: ResolveActionError::Segments { .. } | ResolveActionError::Number { what: "segment", .. },
                ..
            }
        );
        if is_about_segment && self.option_offset.0.is_some() { self.option_offset } else { self.offset }
    }
}

/// Joins an action with the `L` before it, if it is the `LR` that belongs to that. Comments and notes may stand between
/// the two. Returns the item of the whole action, or `None` if the action is one of its own.
pub(crate) fn join_line_option(
    items: &mut [Item],
    action: WrittenAction,
) -> Result<Option<&mut Item>, ParseActionError> {
    let before = items.iter_mut().rev().find(|item| !matches!(item.kind, ItemKind::Comment(_) | ItemKind::Notes(_)));
    let Some(item) = before else { return Ok(None) };
    match &mut item.kind {
        ItemKind::Action(first) if first.is_continued_by(&action) => *first = first.with_option(action)?,
        _ => return Ok(None),
    }
    Ok(Some(item))
}

/// Byte offset in the text, from which a location is computed only for errors; `None` for JSON.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByteOffset(pub(crate) Option<usize>);

/// A part of the moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemKind {
    Action(WrittenAction),
    Comment(String),
    /// Notes outside of comments, as in JSON.
    Notes(Box<Notes>),
    Open,
    Close,
    Omission,
}

/// The text of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordText {
    pub(crate) text: String,
    /// Number of its first line in the file.
    pub(crate) first_line: usize,
    /// Byte offset and problem of a text that is too long or not UTF-8.
    pub(crate) damage: Option<(usize, RecordProblem)>,
}

impl RecordText {
    /// Creates a text whose first line has number 1.
    pub fn new(text: impl Into<String>) -> RecordText {
        RecordText { text: text.into(), first_line: 1, damage: None }
    }

    /// Creates a text from bytes that need not be UTF-8.
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

    /// Creates an unreadable game.
    pub(crate) fn damaged(first_line: usize, problem: RecordProblem) -> RecordText {
        RecordText { text: String::new(), first_line, damage: Some((0, problem)) }
    }

    /// Returns the line of the file at which the game begins, from 1.
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// Returns the text; empty if it was too long to read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Parses headers and actions without playing them.
    ///
    /// # Errors
    /// Returns the first syntax error.
    pub fn parse(&self) -> Result<WrittenRecord, RecordError> {
        if let Some(damage) = &self.damage {
            return Err(self.error(damage.clone()));
        }
        parse(&self.text).map_err(|problem| self.error(problem))
    }

    /// Parses the game and plays its actions.
    ///
    /// # Errors
    /// Returns the first syntax error or illegal action.
    pub fn read(&self) -> Result<Record, RecordError> {
        self.parse()?.play().map_err(|(offset, problem)| match offset.0 {
            Some(at) => self.error((at, problem)),
            None => problem.without_location(),
        })
    }

    pub(crate) fn error(&self, (at, problem): (usize, RecordProblem)) -> RecordError {
        RecordError { location: Some(Location::of(&self.text, at, self.first_line)), problem: Box::new(problem) }
    }
}

impl Record {
    /// Parses a record from its text and plays its actions.
    ///
    /// # Errors
    /// Returns the first syntax error or illegal action.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        RecordText::new(text).read()
    }
}

impl WrittenRecord {
    /// Returns the statements of the record about its result, which are not verified.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the headers without influence on the rules.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Returns the actions of the main line as written, legal or not.
    pub fn actions(&self) -> impl Iterator<Item = &WrittenAction> {
        let mut depth = 0;
        self.items.iter().filter_map(move |item| {
            match &item.kind {
                ItemKind::Open => depth += 1,
                ItemKind::Close => depth -= 1,
                ItemKind::Action(action) if depth == 0 => return Some(action),
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
    let (headers, moves_at) = parse_headers(&text[text_start..]).map_err(|(at, problem)| (at + text_start, problem))?;
    let headers = ParsedHeaders::new(headers).map_err(|(at, problem)| (at + text_start, problem))?;
    let rules = *headers.start.rules();
    let mut moves = Moves { text, board: rules.board, players: rules.players, items: Vec::new(), result: None };
    moves.read(moves_at + text_start)?;
    let result = join_results(headers.result, moves.result, rules.players)?;
    let ParsedHeaders { start, tags, termination, by, total_moves, .. } = headers;
    let claims = Claims { result, termination, by, total_moves };
    Ok(WrittenRecord { start, tags, items: moves.items, claims })
}

/// Combines the result of the header with the result after the moves, which must agree.
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

/// The moves parsed so far.
struct Moves<'a> {
    text: &'a str,
    board: BoardKind,
    players: u8,
    items: Vec<Item>,
    result: Option<(usize, GameResult)>,
}

/// Largest number of actions, comments and variations of a game.
pub(crate) const MAX_ITEMS: usize = 1 << 20;

/// Largest depth of nested variations. Deeper ones could not be read back from JSON, whose parser has a recursion limit.
pub(crate) const MAX_VARIATION_DEPTH: usize = 30;

impl<'a> Moves<'a> {
    fn read(&mut self, at: usize) -> Located<()> {
        let mut tokens = Tokens::new(self.text, at).peekable();
        let mut open = Vec::new();
        while let Some((at, token)) = tokens.next() {
            if self.result.is_some() && !matches!(token, Token::Comment(_)) {
                return Err((at, RecordProblem::AfterResult));
            }
            if self.items.len() > MAX_ITEMS {
                return Err((at, RecordProblem::TooManyItems(MAX_ITEMS)));
            }
            match token {
                Token::Number => {}
                Token::Omission => self.push(at, ItemKind::Omission),
                Token::Comment(comment) => self.push(at, ItemKind::Comment(comment.to_owned())),
                Token::OpenComment => return Err((at, RecordProblem::OpenComment)),
                Token::StrayClosing => return Err((at, RecordProblem::StrayClosing)),
                Token::Open if open.len() == MAX_VARIATION_DEPTH => {
                    return Err((at, RecordProblem::TooDeep(MAX_VARIATION_DEPTH)));
                }
                Token::Open => {
                    open.push(at);
                    self.push(at, ItemKind::Open);
                }
                Token::Close => {
                    open.pop().ok_or((at, RecordProblem::StrayParenthesis))?;
                    self.push(at, ItemKind::Close);
                }
                Token::Word(word) if looks_like_result(word) && open.is_empty() => {
                    let result = parse_result(word, self.players).map_err(|problem| (at, problem))?;
                    self.result = Some((at, result));
                }
                Token::Word(word) => self.read_action(at, word, &mut tokens)?,
            }
        }
        open.pop().map_or(Ok(()), |at| Err((at, RecordProblem::OpenVariation)))
    }

    fn push(&mut self, at: usize, kind: ItemKind) {
        self.items.push(Item { kind, offset: ByteOffset(Some(at)), option_offset: ByteOffset(None) });
    }

    /// Parses an action from its first word and the following words that belong to it.
    fn read_action(&mut self, at: usize, word: &'a str, tokens: &mut std::iter::Peekable<Tokens<'a>>) -> Located<()> {
        let mut words = vec![ActionWord { text: word, follows_break: true }];
        let mut starts = vec![at];
        let mut end = at + word.len();
        while let Some((start, Token::Word(word))) = tokens.next_if(|(_, token)| is_part_of_action(token)) {
            words.push(ActionWord { text: word, follows_break: self.text[end..start].contains([';', '\n']) });
            starts.push(start);
            end = start + word.len();
        }
        let action = WrittenAction::from_words(&words, self.board).map_err(|wrong| {
            let start = starts.get(wrong.first).copied().unwrap_or(at);
            (start, RecordProblem::Action(wrong.error))
        })?;
        let joined = join_line_option(&mut self.items, action).map_err(|error| (at, RecordProblem::Action(error)))?;
        match joined {
            Some(item) => item.option_offset = ByteOffset(Some(at)),
            None => self.push(at, ItemKind::Action(action)),
        }
        Ok(())
    }
}

fn is_part_of_action(token: &Token<'_>) -> bool {
    matches!(token, Token::Word(word) if !looks_like_result(word) && !WrittenAction::begins_with(word))
}
