//! Arguments that several commands share: the rules of a game and a position.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset, Setup};

use crate::failure::Failure;
use crate::files;

/// The longest position text that is read.
const LONGEST_TEXT: u64 = 1 << 20;

/// The longest text that is read as an action; none that means something is nearly as long.
pub(crate) const LONGEST_ACTION: usize = 100;

/// Which rules a game is played by.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// square8, square19, hexagonal, or hex8 and hexagonal12, which need rings and line_length set [default: square8]
    #[arg(long, short)]
    board: Option<BoardKind>,
    /// Number of players, 2 to 4 [default: 2]
    #[arg(long, short)]
    players: Option<u8>,
    /// canon, compact or live [default: canon]
    #[arg(long, short)]
    edition: Option<Edition>,
    /// Changes one rule of the edition, for example regions=no_main; can be repeated. The rules that can be set are rings,
    /// line_length, elimination_threshold, territory_threshold, placement_limit, landing, capture_distance, regions,
    /// region_duty, last_standing, stalemate, tiebreak, turn_cap, skip, line_price, borders, open_regions, recovery, forced,
    /// majority, last_standing_rounds and swap
    #[arg(long = "set", value_name = "RULE=VALUE")]
    settings: Vec<String>,
}

impl RulesArgs {
    /// The rules these arguments describe.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Failure> {
        let mut overrides = Overrides::default();
        for setting in &self.settings {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| Failure::BadInput(format!("--set {setting}: expected RULE=VALUE")))?;
            overrides.set(name.trim(), value.trim()).map_err(Failure::bad_input)?;
        }
        let board = self.board.unwrap_or(BoardKind::Square8);
        let edition = self.edition.unwrap_or(Edition::Canon);
        Ruleset::new(edition, board, self.players.unwrap_or(2), &overrides).map_err(Failure::bad_input)
    }

    /// The same rules for so many players, unless their number is given.
    pub(crate) fn with_players(self, players: usize) -> RulesArgs {
        RulesArgs { players: self.players.or(u8::try_from(players).ok()), ..self }
    }

    /// The board, the edition, and what is changed of it.
    pub(crate) fn described(&self) -> Result<(String, String, BTreeMap<String, String>), Failure> {
        let rules = self.ruleset()?;
        let settings = self.settings.iter().filter_map(|setting| setting.split_once('='));
        let changed = settings.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
        let edition = self.edition.unwrap_or(Edition::Canon);
        Ok((rules.board.to_string(), edition.to_string(), changed))
    }

    pub(crate) fn is_given(&self) -> bool {
        self.board.is_some() || self.players.is_some() || self.edition.is_some() || !self.settings.is_empty()
    }
}

/// A position, by its text or as the start of a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// Text of a position (docs/formats.md), for example "S a1=12,h8=2; H 3,0; T 1"; - reads it from standard input. A text
    /// with a field G brings its own rules [default: the start of a game]
    #[arg(value_name = "POSITION")]
    text: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

impl PositionArgs {
    /// The position these arguments describe.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        match self.text.as_deref() {
            None => Position::new(&self.rules.ruleset()?).map_err(Failure::bad_input),
            Some("-") => self.parse(&read_standard_input()?),
            Some(text) => self.parse(text),
        }
    }

    /// The position whose text is in a file.
    pub(crate) fn position_in(&self, file: &Path) -> Result<Position, Failure> {
        self.parse(&files::read_text(file, LONGEST_TEXT as usize)?)
    }

    /// The text as it was given.
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The start of a game of so many players, if neither their number nor a position is given. Fewer than two are two.
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
        if self.rules.is_given() || Setup::parse(text).is_err_and(|error| error.field.is_empty()) {
            return Position::parse_with(text, &self.rules.ruleset()?).map_err(Failure::bad_input);
        }
        Position::parse(text).map_err(Failure::bad_input)
    }
}

/// A place in a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// Behind so many plies.
    Ply(usize),
    /// At its end.
    Last,
}

impl FromStr for Stop {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Stop, &'static str> {
        match text {
            "last" => Ok(Stop::Last),
            number => number.parse().map(Stop::Ply).map_err(|_| "expected a number of plies, or last"),
        }
    }
}

impl Stop {
    /// The number of plies before this place in a match of so many.
    pub(crate) fn within(self, plies: usize) -> Result<usize, Failure> {
        match self {
            Stop::Last => Ok(plies),
            Stop::Ply(ply) if ply <= plies => Ok(ply),
            Stop::Ply(ply) => Err(Failure::BadInput(format!("there is no ply {ply}; the match has {plies}"))),
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
