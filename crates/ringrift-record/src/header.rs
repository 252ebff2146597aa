//! The headers of a record: reading `[Name "value"]`, and what the known ones mean.

use ringrift::{BoardKind, Edition, FinishedGames, Overrides, Player, Position, Ruleset, Setup, excerpt};

use crate::conclusion::{GameResult, Termination};
use crate::error::RecordProblem;
use crate::record::Tags;

/// A header and where its line begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) at: usize,
}

/// A problem and the byte where it is.
pub(crate) type Located<T> = Result<T, (usize, RecordProblem)>;

/// Reads the headers at the start of a text; the rest begins at the byte that is returned with them.
pub(crate) fn read_headers(text: &str) -> Located<(Vec<Header>, usize)> {
    let mut headers = Vec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if !rest.starts_with('[') {
            return Ok((headers, at));
        }
        let (header, end) = read_header(text, at)?;
        headers.push(header);
        at = end;
    }
}

/// Reads one header that begins at a byte.
fn read_header(text: &str, at: usize) -> Located<(Header, usize)> {
    let malformed = |at: usize, what| (at, RecordProblem::HeaderForm(what));
    let inner = text[at + 1..].trim_start();
    let name_length = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
    let (name, rest) = inner.split_at(name_length);
    if name.is_empty() {
        return Err(malformed(at, "and this has no name"));
    }
    let rest = rest.trim_start();
    let quote = text.len() - rest.len();
    let Some(quoted) = rest.strip_prefix('"') else { return Err(malformed(quote, "and this value is not in quotes")) };
    let Some((value, length)) = unquote(quoted) else {
        return Err(malformed(quote, "and this value is not closed with a quote on its line"));
    };
    let rest = quoted[length..].trim_start();
    let Some(rest) = rest.strip_prefix(']') else {
        return Err(malformed(text.len() - rest.len(), "and the ] is missing here"));
    };
    Ok((Header { name: name.to_owned(), value, at }, text.len() - rest.len()))
}

/// The text before the closing quote, and how far the quote reaches; `\"` and `\\` stand for `"` and `\`.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((value, at + 1)),
            '\n' => return None,
            c if c.is_control() => value.push(' '),
            '\\' => match characters.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                other => value.extend(['\\', other]),
            },
            c => value.push(c),
        }
    }
    None
}

/// A value as it is written in quotes.
pub(crate) fn quote(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// What the headers say.
pub(crate) struct Heading {
    pub(crate) start: Position,
    pub(crate) tags: Tags,
    pub(crate) result: Option<GameResult>,
    pub(crate) termination: Option<Termination>,
    pub(crate) by: Option<Player>,
    pub(crate) total_moves: Option<u64>,
}

/// The headers that are not yet used up.
struct Sheaf(Vec<Header>);

impl Sheaf {
    /// Takes out the header with a name.
    fn take(&mut self, name: &str) -> Located<Option<Header>> {
        let Some(index) = self.0.iter().position(|header| header.name == name) else { return Ok(None) };
        let header = self.0.remove(index);
        match self.0.iter().find(|header| header.name == name) {
            Some(second) => Err((second.at, RecordProblem::HeaderTwice(name.to_owned()))),
            None => Ok(Some(header)),
        }
    }

    /// Takes out the header with a name and reads its value.
    fn read<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Result<T, RecordProblem>) -> Located<Option<T>> {
        self.take(name)?.map(|header| read(&header.value).map_err(|problem| (header.at, problem))).transpose()
    }

    fn text(&mut self, name: &str) -> Located<Option<String>> {
        self.read(name, |value| Ok(value.to_owned()))
    }
}

impl Heading {
    /// Understands the headers; those that are not known are kept.
    pub(crate) fn of(headers: Vec<Header>) -> Located<Heading> {
        let mut sheaf = Sheaf(headers);
        let is_ringrift = |value: &str| value.eq_ignore_ascii_case("RingRift");
        sheaf.read(
            "Game",
            |game| {
                if is_ringrift(game) { Ok(()) } else { Err(RecordProblem::OtherGame(excerpt(game))) }
            },
        )?;
        let start = read_start(&mut sheaf)?;
        let players = start.rules().players;
        let mut tags = Tags { date: sheaf.text("Date")?, ..Tags::default() };
        for player in Player::seats(players) {
            tags.names[player] = sheaf.text(&format!("Player{player}"))?;
        }
        tags.time_control = sheaf.text("TimeControl")?;
        tags.seed = sheaf.text("RNGSeed")?;
        let result = sheaf.read("Result", |value| read_result(value, players))?;
        let termination = sheaf.read("Termination", |value| {
            Termination::from_name(value).ok_or_else(|| RecordProblem::Termination(excerpt(value)))
        })?;
        let by = sheaf.read("TerminatedBy", |value| {
            let seat = value.parse().ok().filter(|&seat| seat <= players).and_then(Player::from_seat);
            seat.ok_or_else(|| RecordProblem::TerminatedBy(excerpt(value), players))
        })?;
        let total_moves =
            sheaf.read("TotalMoves", |value| value.parse().map_err(|_| RecordProblem::TotalMoves(excerpt(value))))?;
        tags.others = sheaf.0.into_iter().map(|header| (header.name, header.value)).collect();
        Ok(Heading { start, tags, result, termination, by, total_moves })
    }
}

pub(crate) fn read_result(text: &str, players: u8) -> Result<GameResult, RecordProblem> {
    GameResult::parse(text, players).ok_or_else(|| RecordProblem::Result { found: excerpt(text), players })
}

/// The position in which the game begins, from the headers that say by which rules and how.
fn read_start(sheaf: &mut Sheaf) -> Located<Position> {
    let board_header = sheaf.take("Board")?.ok_or((0, RecordProblem::NoBoard))?;
    let at = board_header.at;
    let board: BoardKind = board_header.value.parse().map_err(|error| (at, RecordProblem::Board(error)))?;
    let edition = sheaf.read("Edition", |value| value.parse().map_err(RecordProblem::Edition))?;
    let overrides = sheaf.read("Options", read_options)?.unwrap_or_default();
    let players = read_players(sheaf)?;
    let rules = Ruleset::new(edition.unwrap_or(Edition::Canon), board, players, &overrides)
        .map_err(|error| (at, RecordProblem::Rules(error)))?;
    let start = sheaf.read("Start", |value| read_position(value, &rules))?;
    match start {
        Some(start) => Ok(start),
        None => Position::new(&rules).map_err(|error| (at, RecordProblem::Rules(error))),
    }
}

/// The number of players: as the header says, or as many as are named.
fn read_players(sheaf: &mut Sheaf) -> Located<u8> {
    let named = |seat: u8| sheaf.0.iter().find(|header| header.name == format!("Player{seat}"));
    let (last_named, place) =
        (1..=4).rev().find_map(|seat| named(seat).map(|header| (seat, header.at))).unwrap_or((2, 0));
    let players = sheaf.read("Players", |value| {
        let players = value.parse().ok().filter(|players| (2..=4).contains(players));
        players.ok_or_else(|| RecordProblem::Players(excerpt(value)))
    })?;
    match players {
        Some(players) if players < last_named => Err((place, RecordProblem::TooManyPlayers(last_named, players))),
        Some(players) => Ok(players),
        None => Ok(last_named.max(2)),
    }
}

fn read_options(text: &str) -> Result<Overrides, RecordProblem> {
    let mut overrides = Overrides::default();
    for option in text.split([' ', ',', ';']).filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or_else(|| RecordProblem::OptionForm(excerpt(option)))?;
        overrides.set(name, value).map_err(RecordProblem::Option)?;
    }
    Ok(overrides)
}

/// Reads a start position, with or without a field for its rules.
pub(crate) fn read_position(text: &str, rules: &Ruleset) -> Result<Position, RecordProblem> {
    let setup = match Setup::parse(text) {
        Ok(setup) if setup.rules == *rules => setup,
        Ok(setup) => return Err(RecordProblem::StartRules(setup.rules.to_string(), rules.to_string())),
        Err(_) => Setup::parse_with(text, rules).map_err(|error| RecordProblem::Start(error.into()))?,
    };
    Position::from_setup(&setup, FinishedGames::Allow).map_err(RecordProblem::StartSetup)
}

/// The headers that have a meaning here.
const KNOWN: [&str; 12] = [
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
    /// Whether everything can be written in headers and read back.
    ///
    /// # Errors
    /// If a name or value cannot stand in a header.
    pub fn check(&self) -> Result<(), RecordProblem> {
        let named = |name: &str| {
            KNOWN.contains(&name) || name == "RNGSeed" || Player::ALL.iter().any(|p| name == format!("Player{p}"))
        };
        for (name, _) in &self.others {
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !is_name || named(name) {
                return Err(RecordProblem::HeaderName(excerpt(name)));
            }
        }
        let values = self.names.0.iter().flatten().chain(&self.date).chain(&self.time_control).chain(&self.seed);
        let mut characters = values.chain(self.others.iter().map(|(_, value)| value)).flat_map(|value| value.chars());
        match characters.find(|c| c.is_control()) {
            Some(sign) => Err(RecordProblem::Sign { what: "a header", sign }),
            None => Ok(()),
        }
    }
}
