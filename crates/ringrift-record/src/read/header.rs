//! The headers of a record: parsing `[Name "value"]` and interpreting the standard headers.

use ringrift::{BoardKind, Edition, FinishedGames, Overrides, Player, Position, Ruleset, Setup, excerpt};

use crate::error::RecordProblem;
use crate::record::Tags;
use crate::record::conclusion::{GameResult, Termination};

/// A header and the byte offset of its `[`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) at: usize,
}

/// A result whose error has the byte offset of the problem.
pub(crate) type Located<T> = Result<T, (usize, RecordProblem)>;

/// Parses the headers at the start of a text. Also returns the offset of the first byte after them.
pub(crate) fn parse_headers(text: &str) -> Located<(Vec<Header>, usize)> {
    let mut headers = Vec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if !rest.starts_with('[') {
            return Ok((headers, at));
        }
        let (header, end) = parse_header(text, at)?;
        headers.push(header);
        at = end;
    }
}

/// Parses the header that begins at a byte. Also returns the offset of the first byte after it.
fn parse_header(text: &str, at: usize) -> Located<(Header, usize)> {
    let malformed = |at: usize, problem| (at, RecordProblem::HeaderForm(problem));
    let inner = text[at + 1..].trim_start();
    let name_length = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
    let (name, rest) = inner.split_at(name_length);
    if name.is_empty() {
        return Err(malformed(at, "the name is missing"));
    }
    let rest = rest.trim_start();
    let quote = text.len() - rest.len();
    let Some(quoted) = rest.strip_prefix('"') else { return Err(malformed(quote, "the value is not in quotes")) };
    let Some((value, length)) = unquote(quoted) else {
        return Err(malformed(quote, "the value has no closing quote on this line"));
    };
    let rest = quoted[length..].trim_start();
    let Some(rest) = rest.strip_prefix(']') else {
        return Err(malformed(text.len() - rest.len(), "the closing ] is missing"));
    };
    Ok((Header { name: name.to_owned(), value, at }, text.len() - rest.len()))
}

/// Returns the value before the closing quote and its length with the quote. Unescapes `\"` and `\\`.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((value, at + 1)),
            '\n' => return None,
            c if c.is_control() => value.push(' '),
            '\\' if text[at + 1..].starts_with(['"', '\\']) => value.push(characters.next()?.1),
            c => value.push(c),
        }
    }
    None
}

/// Escapes a value for use in quotes.
pub(crate) fn quote(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The interpreted headers.
pub(crate) struct ParsedHeaders {
    pub(crate) start: Position,
    pub(crate) tags: Tags,
    pub(crate) result: Option<GameResult>,
    pub(crate) termination: Option<Termination>,
    pub(crate) by: Option<Player>,
    pub(crate) total_moves: Option<u64>,
}

/// The headers that are not yet interpreted.
struct RemainingHeaders(Vec<Header>);

impl RemainingHeaders {
    /// Removes and returns the header with a name.
    fn take(&mut self, name: &str) -> Located<Option<Header>> {
        let Some(index) = self.0.iter().position(|header| header.name == name) else { return Ok(None) };
        let header = self.0.remove(index);
        match self.0.iter().find(|header| header.name == name) {
            Some(second) => Err((second.at, RecordProblem::DuplicateHeader(name.to_owned()))),
            None => Ok(Some(header)),
        }
    }

    /// Removes the header with a name and parses its value.
    fn parse<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Result<T, RecordProblem>) -> Located<Option<T>> {
        self.take(name)?.map(|header| parse(&header.value).map_err(|problem| (header.at, problem))).transpose()
    }

    fn text(&mut self, name: &str) -> Located<Option<String>> {
        self.parse(name, |value| Ok(value.to_owned()))
    }
}

impl ParsedHeaders {
    /// Interprets the standard headers; all others are kept unchanged.
    pub(crate) fn new(headers: Vec<Header>) -> Located<ParsedHeaders> {
        let mut headers = RemainingHeaders(headers);
        let is_ringrift = |value: &str| value.eq_ignore_ascii_case("RingRift");
        headers.parse(
            "Game",
            |game| {
                if is_ringrift(game) { Ok(()) } else { Err(RecordProblem::OtherGame(excerpt(game))) }
            },
        )?;
        let start = parse_start(&mut headers)?;
        let players = start.rules().players;
        let mut tags = Tags { date: headers.text("Date")?, ..Tags::default() };
        for player in Player::seats(players) {
            tags.names[player] = headers.text(&format!("Player{player}"))?;
        }
        tags.time_control = headers.text("TimeControl")?;
        tags.seed = headers.text("RNGSeed")?;
        let result = headers.parse("Result", |value| parse_result(value, players))?;
        let termination = headers.parse("Termination", |value| {
            Termination::from_name(value).ok_or_else(|| RecordProblem::Termination(excerpt(value)))
        })?;
        let by = headers.parse("TerminatedBy", |value| {
            let seat = value.parse().ok().filter(|&seat| seat <= players).and_then(Player::from_seat);
            seat.ok_or_else(|| RecordProblem::TerminatedBy(excerpt(value), players))
        })?;
        let total_moves = headers
            .parse("TotalMoves", |value| value.parse().map_err(|_| RecordProblem::TotalMoves(excerpt(value))))?;
        tags.others = headers.0.into_iter().map(|header| (header.name, header.value)).collect();
        Ok(ParsedHeaders { start, tags, result, termination, by, total_moves })
    }
}

pub(crate) fn parse_result(text: &str, players: u8) -> Result<GameResult, RecordProblem> {
    GameResult::parse(text, players).ok_or_else(|| RecordProblem::Result { found: excerpt(text), players })
}

/// Interprets the headers that define the rules and the start position, and returns the start position.
fn parse_start(headers: &mut RemainingHeaders) -> Located<Position> {
    let board_header = headers.take("Board")?.ok_or((0, RecordProblem::NoBoard))?;
    let at = board_header.at;
    let board: BoardKind = board_header.value.parse().map_err(|error| (at, RecordProblem::Board(error)))?;
    let edition = headers.parse("Edition", |value| value.parse().map_err(RecordProblem::Edition))?;
    let overrides = headers.parse("Options", parse_options)?.unwrap_or_default();
    let players = parse_players(headers)?;
    let rules = Ruleset::from_names(edition.unwrap_or(Edition::Canon), board, players, &overrides)
        .map_err(|error| (at, RecordProblem::Rules(error)))?;
    let start = headers.parse("Start", |value| parse_position(value, &rules))?;
    match start {
        Some(start) => Ok(start),
        None => Position::new(&rules).map_err(|error| (at, RecordProblem::Rules(error))),
    }
}

/// Returns the number of players: the header Players, or else the highest seat with a name.
fn parse_players(headers: &mut RemainingHeaders) -> Located<u8> {
    let named = |seat: u8| headers.0.iter().find(|header| header.name == format!("Player{seat}"));
    let (last_named, at) = (1..=4).rev().find_map(|seat| named(seat).map(|header| (seat, header.at))).unwrap_or((2, 0));
    let players = headers.parse("Players", |value| {
        let players = value.parse().ok().filter(|players| (2..=4).contains(players));
        players.ok_or_else(|| RecordProblem::Players(excerpt(value)))
    })?;
    match players {
        Some(players) if players < last_named => Err((at, RecordProblem::TooManyPlayers(last_named, players))),
        Some(players) => Ok(players),
        None => Ok(last_named.max(2)),
    }
}

fn parse_options(text: &str) -> Result<Overrides, RecordProblem> {
    let mut overrides = Overrides::default();
    for option in text.split([' ', ',', ';']).filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or_else(|| RecordProblem::OptionForm(excerpt(option)))?;
        overrides.set(name, value).map_err(RecordProblem::Option)?;
    }
    Ok(overrides)
}

/// Parses a start position, with or without its rules.
pub(crate) fn parse_position(text: &str, rules: &Ruleset) -> Result<Position, RecordProblem> {
    let setup = match Setup::parse(text) {
        Ok(setup) if setup.rules == *rules => setup,
        Ok(setup) => return Err(RecordProblem::StartRules(setup.rules.to_string(), rules.to_string())),
        Err(_) => Setup::parse_with(text, rules).map_err(|error| RecordProblem::Start(error.into()))?,
    };
    Position::from_setup(&setup, FinishedGames::Allow).map_err(RecordProblem::StartSetup)
}

/// The standard headers, except `RNGSeed` and the player names.
const STANDARD: [&str; 12] = [
    "Game",
    "Board",
    "Edition",
    "Options",
    "Players",
    "Start",
    "Date",
    "TimeControl",
    "Result",
    "Termination",
    "TerminatedBy",
    "TotalMoves",
];

impl Tags {
    /// Checks that all headers can be written and read back.
    ///
    /// # Errors
    /// Returns an error if a custom header has an invalid or standard name, or a value contains a control character.
    pub fn check(&self) -> Result<(), RecordProblem> {
        let is_standard = |name: &str| {
            STANDARD.contains(&name) || name == "RNGSeed" || Player::ALL.iter().any(|p| name == format!("Player{p}"))
        };
        for (name, _) in &self.others {
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !is_name || is_standard(name) {
                return Err(RecordProblem::HeaderName(excerpt(name)));
            }
        }
        let values = self.names.0.iter().flatten().chain(&self.date).chain(&self.time_control).chain(&self.seed);
        let mut characters = values.chain(self.others.iter().map(|(_, value)| value)).flat_map(|value| value.chars());
        match characters.find(|c| c.is_control()) {
            Some(character) => Err(RecordProblem::InvalidCharacter { part: "a header", character }),
            None => Ok(()),
        }
    }
}
