//! What can be wrong with a record, and where.

use std::fmt;

use ringrift::{
    FingerprintHash, ParseActionError, ParseBoardError, ParseOptionError, ParseRuleError, PositionTextError,
    ResolveActionError, RulesetError, SetupError,
};

/// A place in a text, counted from 1; columns count characters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place of a byte in a text whose first line has a given number.
    pub(crate) fn of(text: &str, offset: usize, first_line: usize) -> Place {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: first_line + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A record that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", at(*place))]
pub struct RecordError {
    /// Where; none for what has no place in a text.
    pub place: Option<Place>,
    /// What is wrong.
    pub problem: Box<RecordProblem>,
}

fn at(place: Option<Place>) -> String {
    place.map_or(String::new(), |place| format!("{place}: "))
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A header line does not have its form.
    #[error("a header is written [Name \"value\"], {0}")]
    HeaderForm(&'static str),
    /// A header that must be there is not.
    #[error("there is no [Board \"...\"] header, so the cells cannot be read; the boards are {}", boards())]
    NoBoard,
    /// A header is there twice.
    #[error("the header {0} stands there twice")]
    HeaderTwice(String),
    /// The record is of another game.
    #[error("the record is of the game '{0}', not of RingRift")]
    OtherGame(String),
    /// The board is unknown.
    #[error("header Board: {0}")]
    Board(ParseBoardError),
    /// The edition is unknown.
    #[error("header Edition: {0}")]
    Edition(ParseRuleError),
    /// An option is unknown or does not fit.
    #[error("header Options: {0}")]
    Option(ParseOptionError),
    /// An option has no value.
    #[error("header Options: expected NAME=VALUE, separated by spaces, found '{0}'")]
    OptionForm(String),
    /// The number of players makes no sense.
    #[error("header Players: expected 2, 3 or 4, found '{0}'")]
    Players(String),
    /// A player is named who does not play.
    #[error("there is a header Player{0}, but the game has {1} players; say how many in the header Players")]
    TooManyPlayers(u8, u8),
    /// The rules do not fit together.
    #[error(transparent)]
    Rules(RulesetError),
    /// The start position cannot be read.
    #[error("header Start: {0}")]
    Start(PositionTextError),
    /// The start position is impossible.
    #[error("header Start: {0}")]
    StartSetup(SetupError),
    /// The start position has other rules than the headers say.
    #[error("header Start: its rules are '{0}', but the headers say '{1}'")]
    StartRules(String, String),
    /// The result has another form.
    #[error("'{found}' is no result of a game with {players} players; expected {}", crate::GameResult::forms(*players))]
    Result {
        /// What was given.
        found: String,
        /// How many play.
        players: u8,
    },
    /// Header and moves disagree on the result.
    #[error("the moves end with the result {moves}, but the header says {header}")]
    TwoResults {
        /// Behind the moves.
        moves: String,
        /// In the header.
        header: String,
    },
    /// The termination is unknown.
    #[error("header Termination: '{0}' is unknown; known are {known}", known = terminations())]
    Termination(String),
    /// The player who resigned is none.
    #[error("header TerminatedBy: expected a seat, 1 to {1}, found '{0}'")]
    TerminatedBy(String, u8),
    /// The number of moves is none.
    #[error("header TotalMoves: expected a number, found '{0}'")]
    TotalMoves(String),
    /// An action could not be read.
    #[error(transparent)]
    Action(ParseActionError),
    /// An action in JSON could not be read.
    #[error("move {number}: {source}")]
    Move {
        /// Its number in its line, counted from 1.
        number: usize,
        /// What is wrong.
        source: ParseActionError,
    },
    /// An action means nothing legal.
    #[error("ply {ply}, {text}: {source}")]
    Ply {
        /// The number of the action, counted from 1.
        ply: usize,
        /// The action as it is written.
        text: String,
        /// What is wrong.
        source: ResolveActionError,
    },
    /// A hash does not belong to the position.
    #[error("ply {ply}: the record has the hash {written}, but the position has {found}")]
    Hash {
        /// The number of the action before it, counted from 1.
        ply: usize,
        /// As it is written.
        written: FingerprintHash,
        /// As it is.
        found: FingerprintHash,
    },
    /// Result or termination differ from what the rules say.
    #[error("the record says {written}, but by the rules the game ended with {found}")]
    Ending {
        /// As it is written.
        written: String,
        /// As it is.
        found: String,
    },
    /// The record claims an end that did not come.
    #[error("the record says {written}, but after ply {plies} the game is not over")]
    NotOver {
        /// As it is written.
        written: String,
        /// The number of actions.
        plies: usize,
    },
    /// Result and termination do not go together.
    #[error("the record says {written}, which do not go together: {why}")]
    Conflict {
        /// As it is written.
        written: String,
        /// Why.
        why: &'static str,
    },
    /// Moves are left out.
    #[error("moves are left out here, so the game cannot be played on behind ply {0}")]
    Omission(usize),
    /// A comment has no end.
    #[error("this comment is not closed with }}")]
    OpenComment,
    /// A comment ends that has not begun.
    #[error("this }} closes no comment")]
    StrayClosing,
    /// A variation has no end.
    #[error("this variation is not closed with )")]
    OpenVariation,
    /// A variation ends that has not begun.
    #[error("this ) closes no variation")]
    StrayParenthesis,
    /// A variation stands where there is nothing to vary.
    #[error("a variation needs an action before it, to which it is an alternative")]
    VariationOfNothing,
    /// Variations are nested too deeply.
    #[error("variations are nested deeper than {0} levels")]
    TooDeep(usize),
    /// There is too much.
    #[error("this game has more than {0} actions, comments and variations")]
    TooManyParts(usize),
    /// Something follows the result.
    #[error("nothing may follow the result")]
    AfterResult,
    /// The text of one game is too long.
    #[error("this game has more than {0} bytes")]
    TooLong(usize),
    /// A list of games is too long to be read whole.
    #[error("this list of games has more than {0} bytes; write one game on each line instead")]
    LongList(usize),
    /// The text is not UTF-8.
    #[error("this is not UTF-8 text")]
    NotText,
    /// There is nothing.
    #[error("there is no game here")]
    Empty,
    /// JSON that does not have its form.
    #[error("{0}")]
    Json(String),
    /// A text that cannot stand in a record.
    #[error("{what} cannot contain {}", sign.escape_default())]
    Sign {
        /// Comment or header.
        what: &'static str,
        /// What it contains.
        sign: char,
    },
    /// The name of a header is no name.
    #[error("the name of a header has letters, digits and _ only, and is not one of ours, unlike '{0}'")]
    HeaderName(String),
    /// Something noted at an action cannot be so.
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
    /// The error of a list of games that cannot be read as a whole, or the same error if it is no list.
    pub(crate) fn of_a_list(self, is_list: bool) -> RecordError {
        match *self.problem {
            RecordProblem::Json(message) if is_list => {
                let problem = RecordProblem::Json(format!("no game of this list can be read: {message}"));
                RecordError { place: self.place, problem: Box::new(problem) }
            }
            problem => RecordError { place: self.place, problem: Box::new(problem) },
        }
    }
}

impl RecordProblem {
    /// The problem without a place.
    pub(crate) fn nowhere(self) -> RecordError {
        RecordError { place: None, problem: Box::new(self) }
    }
}
