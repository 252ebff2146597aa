//! Errors of reading records, with their location.

use std::fmt;

use ringrift::{
    FingerprintHash, ParseActionError, ParseBoardError, ParseOptionError, ParseRuleError, PositionTextError,
    ResolveActionError, RulesetError, SetupError,
};

/// A location in a text; line and column are counted from 1, columns in characters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Location {
    /// Returns the location of a byte offset in a text whose first line has a given number.
    pub(crate) fn of(text: &str, offset: usize, first_line: usize) -> Location {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Location {
            line: first_line + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a record could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", location_prefix(*location))]
pub struct RecordError {
    /// Location in the input; `None` if the problem has no particular location.
    pub location: Option<Location>,
    /// The first problem found.
    pub problem: Box<RecordProblem>,
}

fn location_prefix(location: Option<Location>) -> String {
    location.map_or(String::new(), |location| format!("{location}: "))
}

/// A problem of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A header is malformed.
    #[error("expected a header [Name \"value\"], but {0}")]
    HeaderForm(&'static str),
    /// The header Board is missing.
    #[error("the header [Board \"...\"] is missing; the boards are {}", boards())]
    NoBoard,
    /// A standard header occurs more than once.
    #[error("the header {0} appears twice")]
    DuplicateHeader(String),
    /// The record is of another game.
    #[error("the record is for the game '{0}', not for RingRift")]
    OtherGame(String),
    /// The board is unknown.
    #[error("header Board: {0}")]
    Board(ParseBoardError),
    /// The edition is unknown.
    #[error("header Edition: {0}")]
    Edition(ParseRuleError),
    /// An option is unknown or has an invalid value.
    #[error("header Options: {0}")]
    Option(ParseOptionError),
    /// An option is not of the form NAME=VALUE.
    #[error("header Options: expected NAME=VALUE, separated by spaces, found '{0}'")]
    OptionForm(String),
    /// The number of players is not 2, 3 or 4.
    #[error("header Players: expected 2, 3 or 4, found '{0}'")]
    Players(String),
    /// A name is given for a seat that the game does not have. The fields are the seat and the number of players.
    #[error(
        "there is a header Player{0}, but the game has {1} players; set the number of players in the header Players"
    )]
    TooManyPlayers(u8, u8),
    /// The options contradict each other.
    #[error(transparent)]
    Rules(RulesetError),
    /// The start position cannot be parsed.
    #[error("header Start: {0}")]
    Start(PositionTextError),
    /// The start position is impossible under the rules.
    #[error("header Start: {0}")]
    StartSetup(SetupError),
    /// The rules in the start position (first) differ from those in the headers (second).
    #[error("header Start: its rules are '{0}', but the headers say '{1}'")]
    StartRules(String, String),
    /// The result has no valid form.
    #[error("'{found}' is not a result for {players} players; expected {}", crate::GameResult::forms(*players))]
    Result {
        /// The given text.
        found: String,
        /// Number of players.
        players: u8,
    },
    /// The result after the moves differs from the header Result.
    #[error("the moves end with the result {moves}, but the header says {header}")]
    TwoResults {
        /// Result after the moves.
        moves: String,
        /// Result in the header.
        header: String,
    },
    /// The termination is unknown.
    #[error("header Termination: '{0}' is unknown; known are {known}", known = terminations())]
    Termination(String),
    /// The player who resigned or ran out of time is not a valid seat. The fields are the given text and the number of
    /// players.
    #[error("header TerminatedBy: expected a seat, 1 to {1}, found '{0}'")]
    TerminatedBy(String, u8),
    /// The number of moves is not a number.
    #[error("header TotalMoves: expected a number, found '{0}'")]
    TotalMoves(String),
    /// An action in the text format cannot be parsed.
    #[error(transparent)]
    Action(ParseActionError),
    /// An action in the JSON format cannot be parsed.
    #[error("move {number}: {source}")]
    Move {
        /// Number of the action in the main line or in its variation, from 1.
        number: usize,
        /// Why it cannot be parsed.
        source: ParseActionError,
    },
    /// An action is not legal in its position.
    #[error("ply {ply}, {text}: {source}")]
    Ply {
        /// Number of the action, from 1.
        ply: usize,
        /// The action as written in the record.
        text: String,
        /// Why it is not legal.
        source: ResolveActionError,
    },
    /// A hash in the record differs from the hash of the position.
    #[error("ply {ply}: the record has the hash {written}, but the position has {found}")]
    Hash {
        /// Number of the action before the hash, from 1.
        ply: usize,
        /// The value in the record.
        written: FingerprintHash,
        /// The value according to the rules.
        found: FingerprintHash,
    },
    /// Result or termination differ from the outcome by the rules.
    #[error("the record says {written}, but by the rules the game ended with {found}")]
    Ending {
        /// The value in the record.
        written: String,
        /// The value according to the rules.
        found: String,
    },
    /// The record states an end, but the game is not over by the rules.
    #[error("the record says {written}, but after ply {plies} the game is not over")]
    NotOver {
        /// The value in the record.
        written: String,
        /// Number of actions in the main line.
        plies: usize,
    },
    /// Result and termination contradict each other.
    #[error("the record says {written}, which is contradictory: {why}")]
    Conflict {
        /// The value in the record.
        written: String,
        /// Requirement that the stated result and termination violate.
        why: &'static str,
    },
    /// Moves are omitted (`...`) after this ply.
    #[error("moves are omitted here, so the game cannot be replayed after ply {0}")]
    Omission(usize),
    /// A comment is not closed.
    #[error("this comment is not closed with }}")]
    OpenComment,
    /// A `}` closes no comment.
    #[error("this }} closes no comment")]
    StrayClosing,
    /// A variation is not closed.
    #[error("this variation is not closed with )")]
    OpenVariation,
    /// A `)` closes no variation.
    #[error("this ) closes no variation")]
    StrayParenthesis,
    /// A variation does not follow an action.
    #[error("a variation must follow the action that it replaces")]
    VariationWithoutAction,
    /// Variations are nested more deeply than this limit.
    #[error("variations are nested deeper than {0} levels")]
    TooDeep(usize),
    /// A game has more items than this limit.
    #[error("this game has more than {0} actions, comments and variations")]
    TooManyItems(usize),
    /// Text other than a comment follows the result.
    #[error("nothing may follow the result")]
    AfterResult,
    /// The text of a game is longer than this limit in bytes.
    #[error("this game has more than {0} bytes")]
    TooLong(usize),
    /// A JSON list of games is longer than this limit in bytes.
    #[error("this list of games has more than {0} bytes; write one game on each line instead")]
    LongList(usize),
    /// The input is not UTF-8.
    #[error("this is not UTF-8 text")]
    NotText,
    /// The input contains no game.
    #[error("no game found")]
    Empty,
    /// The JSON is not a valid record.
    #[error("{0}")]
    Json(String),
    /// A comment or header contains a character that the text format cannot represent.
    #[error("{part} cannot contain {}", character.escape_default())]
    InvalidCharacter {
        /// `a comment` or `a header`.
        part: &'static str,
        /// The first such character.
        character: char,
    },
    /// A custom header has an invalid name, or the name of a standard header.
    #[error("'{0}' is not a name for a custom header; use letters, digits and _, and no name of a standard header")]
    HeaderName(String),
    /// A note on an action, such as a clock, an evaluation or a hash, is invalid or misplaced.
    #[error("{0}")]
    Note(&'static str),
}

fn boards() -> String {
    ringrift::BoardKind::ALL.map(|board| board.to_string()).join(", ")
}

fn terminations() -> String {
    crate::Termination::all().map(crate::Termination::name).collect::<Vec<&str>>().join(", ")
}

impl RecordError {
    /// Adds "cannot read this list of games" to a JSON problem if the input is a list.
    pub(crate) fn in_list(self, is_list: bool) -> RecordError {
        match *self.problem {
            RecordProblem::Json(message) if is_list => {
                let problem = RecordProblem::Json(format!("cannot read this list of games: {message}"));
                RecordError { location: self.location, problem: Box::new(problem) }
            }
            problem => RecordError { location: self.location, problem: Box::new(problem) },
        }
    }
}

impl RecordProblem {
    /// Returns an error without location.
    pub(crate) fn without_location(self) -> RecordError {
        RecordError { location: None, problem: Box::new(self) }
    }
}
