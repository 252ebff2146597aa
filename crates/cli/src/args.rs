//! Arguments that several commands share: positions and plies.

use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use cli_support::{Failure, RulesArgs, files};
use ringrift::{Position, Setup};

/// Maximum length of a position text, in bytes.
const LONGEST_TEXT: u64 = 1 << 20;

/// Position, given as text or as the start of a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// Text of a position (docs/formats.md), for example "S a1=12,h8=2; H 3,0; T 1"; - reads it from standard input. A text
    /// with a field G has its own rules [default: the start of a game]
    #[arg(value_name = "POSITION")]
    text: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

impl PositionArgs {
    /// Returns the position that the arguments describe.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        match self.text.as_deref() {
            None => Position::new(&self.rules.ruleset()?).map_err(Failure::bad_input),
            Some("-") => self.parse(&read_standard_input()?),
            Some(text) => self.parse(text),
        }
    }

    /// Reads the text of a position from a file.
    pub(crate) fn position_in(&self, file: &Path) -> Result<Position, Failure> {
        self.parse(&files::read_text(file, LONGEST_TEXT as usize)?)
    }

    /// Returns the text argument.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Sets the number of players unless it or a position text was given. A number below 2 changes nothing.
    pub(crate) fn for_players(self, players: usize) -> PositionArgs {
        if self.text.is_some() || players < 2 {
            return self;
        }
        PositionArgs { rules: self.rules.with_players(players), ..self }
    }

    fn parse(&self, text: &str) -> Result<Position, Failure> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Failure::BadInput("the position text is empty; docs/formats.md describes it".to_owned()));
        }
        // The error has an empty field only if the text has no field `G`.
        if self.rules.is_given() || Setup::parse(text).is_err_and(|error| error.field.is_empty()) {
            return Position::parse_with(text, &self.rules.ruleset()?).map_err(Failure::bad_input);
        }
        Position::parse(text).map_err(Failure::bad_input)
    }
}

/// Argument that selects a ply of a game: a number, or `last`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlyArg {
    /// After this number of plies.
    Ply(usize),
    /// At the end of the game.
    Last,
}

impl FromStr for PlyArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PlyArg, &'static str> {
        match text {
            "last" => Ok(PlyArg::Last),
            number => number.parse().map(PlyArg::Ply).map_err(|_| "expected a number of plies, or last"),
        }
    }
}

impl PlyArg {
    /// Returns the number of plies, or an error if the match has fewer.
    pub(crate) fn within(self, plies: usize) -> Result<usize, Failure> {
        match self {
            PlyArg::Last => Ok(plies),
            PlyArg::Ply(ply) if ply <= plies => Ok(ply),
            PlyArg::Ply(ply) => Err(Failure::BadInput(format!("there is no ply {ply}; the match has {plies}"))),
        }
    }
}

fn read_standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    let input = std::io::stdin().take(LONGEST_TEXT + 1);
    { input }.read_to_string(&mut text).map_err(|error| Failure::BadInput(format!("standard input: {error}")))?;
    if text.len() as u64 > LONGEST_TEXT {
        return Err(Failure::BadInput(format!("standard input: a position has at most {LONGEST_TEXT} bytes")));
    }
    Ok(text)
}
