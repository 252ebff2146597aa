//! The text of a position, and the fingerprint made of it.

use std::fmt::{self, Write};

use crate::board_kind::{BoardKind, Coord};
use crate::choices::{Edition, ParseRuleError, Tiebreak};
use crate::excerpt::excerpt;
use crate::geometry::MAX_CELLS;
use crate::notation::cell::ParseCellError;
use crate::options::{Overrides, ParseOptionError};
use crate::outcome::Reason;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
use crate::position::PositionOf;
use crate::ruleset::{Ruleset, RulesetError};
use crate::setup::Setup;

/// A position text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position text, field '{field}': {problem}")]
pub struct ParsePositionError {
    /// The field as it stands in the text, shortened.
    pub field: String,
    /// What is wrong with it.
    pub problem: ParsePositionProblem,
}

/// What is wrong with a field of a position text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionProblem {
    /// No field begins like this.
    #[error("unknown field; known are G, S, M1 to M4, C1 to C4, CX, H, E, T, P, N, L, A, R and X")]
    UnknownField,
    /// The field stands there twice.
    #[error("the field is given twice")]
    Repeated,
    /// The text names no rules, and none are known from elsewhere.
    #[error("the rules are missing; begin with a field such as 'G square8 2p canon'")]
    NoRules,
    /// The text names other rules than those expected.
    #[error("the text is for '{found}', but '{expected}' is asked for")]
    OtherRules {
        /// The rules that were asked for.
        expected: String,
        /// The rules in the text.
        found: String,
    },
    /// The field does not have its form.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A cell could not be read.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// An option could not be read.
    #[error(transparent)]
    Option(#[from] ParseOptionError),
    /// An edition could not be read.
    #[error(transparent)]
    Edition(#[from] ParseRuleError),
    /// The rules are refused.
    #[error(transparent)]
    Rules(#[from] RulesetError),
}

use ParsePositionProblem as Problem;

impl Setup {
    /// Reads a position text (`docs/formats.md`) that names its rules in a field `G`.
    ///
    /// # Errors
    /// If the text does not have that form. What it says is not checked here.
    pub fn parse(text: &str) -> Result<Setup, ParsePositionError> {
        Setup::parse_fields(text, None)
    }

    /// Reads a position text under known rules; a field `G` in it must agree with them.
    ///
    /// # Errors
    /// If the text does not have that form.
    pub fn parse_with(text: &str, rules: &Ruleset) -> Result<Setup, ParsePositionError> {
        Setup::parse_fields(text, Some(rules))
    }

    fn parse_fields(text: &str, rules: Option<&Ruleset>) -> Result<Setup, ParsePositionError> {
        let fields: Vec<Field<'_>> = text.split(';').filter_map(Field::split).take(MOST_FIELDS + 1).collect();
        if let Some(field) = fields.get(MOST_FIELDS) {
            return Err(field.error(Problem::Expected("at most 100 fields")));
        }
        for (i, field) in fields.iter().enumerate() {
            if !field.is_list() && fields[..i].iter().any(|earlier| earlier.code == field.code) {
                return Err(field.error(Problem::Repeated));
            }
        }
        let named = fields.iter().find(|field| field.code == "G");
        let given = named.map(|field| parse_rules(field.value).map_err(|problem| field.error(problem))).transpose()?;
        let rules = match (given, rules) {
            (Some(given), Some(known)) if given != *known => {
                let problem = Problem::OtherRules { expected: known.to_string(), found: given.to_string() };
                return Err(named.unwrap_or(&fields[0]).error(problem));
            }
            (Some(rules), _) => rules,
            (None, Some(rules)) => *rules,
            (None, None) => return Err(Field { code: "", value: "" }.error(Problem::NoRules)),
        };
        let mut setup = Setup::empty(rules);
        for field in &fields {
            field.apply(&mut setup).map_err(|problem| field.error(problem))?;
        }
        if let (Some(phase), None, true) = (setup.phase, setup.turn_progress, setup.rules.tracks_turn_progress()) {
            setup.turn_progress = Some(TurnProgress::usual(phase));
        }
        setup.add_everything_else(&fields).map_err(|(field, problem)| field.error(problem))?;
        Ok(setup)
    }

    /// `CX` fills the cells that no other field names, so it comes last.
    fn add_everything_else<'a, 'b>(&mut self, fields: &'a [Field<'b>]) -> Result<(), (&'a Field<'b>, Problem)> {
        let Some(field) = fields.iter().find(|field| field.code == "CX") else { return Ok(()) };
        let board = self.rules.board;
        let open = parse_cells(board, field.value).map_err(|problem| (field, problem))?;
        for at in board.iter_cells().map(|cell| board.coord(cell)).filter(|at| !open.contains(at)) {
            let owner = if (at.x + at.y) % 2 == 0 { Player::One } else { Player::Two };
            self.collapsed.push((at, owner));
        }
        Ok(())
    }
}

/// The most fields a text may have; the longest useful ones have about twenty.
const MOST_FIELDS: usize = 100;

/// One field of a position text: its code and the rest.
struct Field<'a> {
    code: &'a str,
    value: &'a str,
}

impl<'a> Field<'a> {
    fn split(text: &'a str) -> Option<Field<'a>> {
        let text = text.trim();
        let (code, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        (!text.is_empty()).then_some(Field { code, value: value.trim() })
    }

    /// Markers and collapsed cells may be listed in several fields.
    fn is_list(&self) -> bool {
        matches!(self.code.as_bytes(), [b'M' | b'C', b'1'..=b'4'])
    }

    fn error(&self, problem: Problem) -> ParsePositionError {
        ParsePositionError { field: excerpt(&format!("{} {}", self.code, self.value)), problem }
    }

    fn apply(&self, setup: &mut Setup) -> Result<(), Problem> {
        let board = setup.rules.board;
        match self.code {
            "G" | "CX" => {}
            "S" => setup.stacks = parse_list(self.value, |item| parse_stack(board, item))?,
            "H" => setup.hands = parse_counts(self.value)?,
            "E" => setup.credits = parse_counts(self.value)?,
            "T" => setup.to_move = parse_player(self.value)?,
            "P" => (setup.phase, setup.turn_progress) = parse_phase_and_progress(board, self.value)?,
            "N" => setup.turn = self.value.parse().map_err(|_| Problem::Expected("a turn number"))?,
            "L" => setup.last_standing = Some(parse_player(self.value)?),
            "A" => setup.last_actions = parse_list(self.value, parse_player)?,
            "R" => setup.rounds = parse_rounds(self.value)?,
            "X" => setup.elimination_order = parse_lost(self.value)?,
            code => {
                let (kind, seat) = code.split_at_checked(1).ok_or(Problem::UnknownField)?;
                let player = parse_player(seat).map_err(|_| Problem::UnknownField)?;
                let list = match kind {
                    "M" => &mut setup.markers,
                    "C" => &mut setup.collapsed,
                    _ => return Err(Problem::UnknownField),
                };
                list.extend(parse_cells(board, self.value)?.into_iter().map(|at| (at, player)));
            }
        }
        Ok(())
    }
}

fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
    text.split(',').map(|item| parse(item.trim())).collect()
}

/// Cells and rectangles of cells (`a1:h4`).
fn parse_cells(board: BoardKind, text: &str) -> Result<Vec<Coord>, Problem> {
    let mut cells = Vec::new();
    for item in text.split(',').map(str::trim) {
        if let Some((from, to)) = item.split_once(':') {
            let (from, to) = (board.coord(board.parse_cell(from)?), board.coord(board.parse_cell(to)?));
            let rows = from.y.min(to.y)..=from.y.max(to.y);
            cells.extend(rows.flat_map(|y| (from.x.min(to.x)..=from.x.max(to.x)).map(move |x| Coord { x, y })));
        } else {
            cells.push(board.parse_coord(item)?);
        }
        // Each cell is named once at the most; a text that repeats itself must not grow without bounds.
        if cells.len() > 2 * MAX_CELLS {
            return Err(Problem::Expected("no more cells than the board has"));
        }
    }
    Ok(cells)
}

fn parse_player(text: &str) -> Result<Player, Problem> {
    let seat = text.parse().ok().filter(|_| text.len() == 1);
    seat.and_then(Player::from_seat).ok_or(Problem::Expected("a player, 1 to 4"))
}

fn parse_stack(board: BoardKind, text: &str) -> Result<(Coord, Vec<Player>), Problem> {
    let form = Problem::Expected("stacks such as a1=12, rings from bottom to top");
    let (at, rings) = text.split_once('=').ok_or(form)?;
    let rings = rings.char_indices().map(|(i, ring)| parse_player(&rings[i..i + ring.len_utf8()]));
    Ok((board.parse_coord(at)?, rings.collect::<Result<_, _>>()?))
}

fn parse_counts(text: &str) -> Result<ByPlayer<u16>, Problem> {
    let form = Problem::Expected("one number for each player, such as 5,0");
    let counts = parse_list(text, |item| item.parse().map_err(|_| form.clone()))?;
    if counts.len() > MAX_PLAYERS {
        return Err(form);
    }
    let mut by_player = ByPlayer::default();
    by_player.0[..counts.len()].copy_from_slice(&counts);
    Ok(by_player)
}

/// The opener of the round, who has acted in it, who was alone in how many: `2,13,1,2`, with `-` for nobody.
fn parse_rounds(text: &str) -> Result<LastStandingRounds, Problem> {
    let form =
        || Problem::Expected("opener, who acted, who was alone, in how many rounds, such as 2,13,1,2 or 2,-,-,0");
    let player = |text: &str| if text == "-" { Ok(None) } else { parse_player(text).map(Some) };
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let [opener, acted, alone, count] = parts[..] else { return Err(form()) };
    let acted = if acted == "-" { "" } else { acted };
    let acted = acted.char_indices().map(|(i, seat)| parse_player(&acted[i..i + seat.len_utf8()]));
    Ok(LastStandingRounds {
        opener: player(opener)?,
        acted: acted.collect::<Result<PlayerSet, Problem>>()?,
        alone: player(alone)?,
        count: count.parse().map_err(|_| form())?,
    })
}

fn parse_lost(text: &str) -> Result<ByPlayer<u8>, Problem> {
    let order = parse_counts(text)?;
    let mut lost = ByPlayer::default();
    for (place, order) in lost.0.iter_mut().zip(order.0) {
        let fits = u8::try_from(order).ok().filter(|&order| usize::from(order) <= MAX_PLAYERS);
        *place = fits.ok_or(Problem::Expected("for each player in which order his last ring was lost, such as 0,1"))?;
    }
    Ok(lost)
}

/// A phase, with a word behind it for what has been done in the turn where that is not what one would think.
fn parse_phase_and_progress(board: BoardKind, text: &str) -> Result<(Option<Phase>, Option<TurnProgress>), Problem> {
    let (rest, word) = text.trim().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
    let turn_progress = [TurnProgress::Idle, TurnProgress::Swapped, TurnProgress::Changed, TurnProgress::Recovered]
        .into_iter()
        .find(|&turn_progress| turn_progress_word(turn_progress) == word);
    let phase = parse_phase(board, if turn_progress.is_some() { rest } else { text })?;
    Ok((Some(phase), turn_progress))
}

const fn turn_progress_word(turn_progress: TurnProgress) -> &'static str {
    match turn_progress {
        TurnProgress::Idle => "idle",
        TurnProgress::Swapped => "swapped",
        TurnProgress::Changed => "changed",
        TurnProgress::Recovered => "recovered",
    }
}

fn parse_phase(board: BoardKind, text: &str) -> Result<Phase, Problem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let cell = |text: &str| board.parse_cell(text).map_err(Problem::from);
    Ok(match words[..] {
        ["ring_placement"] => Phase::Placement,
        ["movement"] => Phase::Movement { must_move: None },
        ["movement", at] => Phase::Movement { must_move: Some(cell(at)?) },
        ["recovery"] => Phase::Recovery,
        ["capture", at] => Phase::CaptureOffer { at: cell(at)? },
        ["chain_capture", at] => Phase::CaptureChain { at: cell(at)? },
        ["line_processing"] => Phase::LineChoice,
        ["line_elimination"] => Phase::LinePayment,
        ["territory_processing"] => Phase::RegionChoice,
        ["territory_elimination"] => Phase::RegionPayment,
        ["forced_elimination"] => Phase::ForcedElimination,
        ["game_over", winner, reason] => Phase::Over {
            winner: if winner == "0" { None } else { Some(parse_player(winner)?) },
            reason: Reason::from_name(reason).ok_or(Problem::Expected("a reason such as territory_control"))?,
        },
        _ => {
            return Err(Problem::Expected(
                "a phase such as 'ring_placement', 'movement', 'movement d4', 'capture d4' or 'game_over 1 stalemate'",
            ));
        }
    })
}

/// Reads the content of a field `G`: board, players, edition, options.
fn parse_rules(text: &str) -> Result<Ruleset, Problem> {
    let form = Problem::Expected("board, players and edition, such as 'square8 2p canon'");
    let mut words = text.split_whitespace();
    let (Some(board), Some(players)) = (words.next(), words.next()) else { return Err(form) };
    let board = board.parse().map_err(|_| Problem::Expected("a board such as square8, square19 or hexagonal"))?;
    let players = players.strip_suffix('p').and_then(|number| number.parse().ok()).ok_or(form)?;
    let edition: Edition = words.next().unwrap_or(Edition::Canon.name()).parse()?;
    let mut overrides = Overrides::default();
    for word in words {
        let (name, value) = word.split_once('=').ok_or(Problem::Expected("options such as regions=no_main"))?;
        overrides.set(name, value)?;
    }
    Ok(Ruleset::new(edition, board, players, &overrides)?)
}

/// The rules as the field `G` writes them.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edition, overrides) = self.describe();
        write!(f, "{} {}p {edition}", self.board, self.players)?;
        overrides.texts().into_iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// The text of the position (`docs/formats.md`).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G {}", self.rules)?;
        self.write_state(f)?;
        if self.turn != 1 {
            write!(f, "; N {}", self.turn)?;
        }
        self.write_history(f)
    }
}

impl Setup {
    /// The text of everything that the future depends on, and nothing else (`docs/formats.md`).
    pub fn fingerprint(&self) -> String {
        let mut text = format!("ringrift/1 {} {}p", self.rules.board, self.rules.players);
        let canon = Overrides::all_of(&self.rules.canon_equivalent()).texts();
        let options = Overrides::all_of(&self.rules).texts();
        // Options that came later are left out where they say nothing new, so that older fingerprints stay valid.
        for (i, (name, value)) in options.iter().enumerate() {
            if i < Overrides::FIRST_NAMES || canon[i].1 != *value {
                let _ = write!(text, " {name}={value}");
            }
        }
        let _ = self.write_state(&mut text);
        if self.rules.turn_cap.is_some() || (self.rules.swap && self.turn <= 2) {
            let _ = write!(text, "; N {}", self.turn);
        }
        let _ = self.relevant_history().write_history(&mut text);
        text
    }

    /// The history that can still matter, in one form: nothing once the game is over. A last player standing who has no ring
    /// left is nobody. The mover acts before anything is decided by the order of last actions, so only the order of the
    /// others counts, those who never acted behind, by seat; and of two players only one is another.
    fn relevant_history(&self) -> Setup {
        let empty = (None, Vec::new(), LastStandingRounds::default());
        let mut setup = Setup { last_standing: empty.0, last_actions: empty.1, rounds: empty.2, ..self.clone() };
        if self.phase.is_some_and(Phase::is_over) {
            return setup;
        }
        setup.last_standing = self.last_standing.filter(|&player| self.has_ring(player));
        setup.rounds = self.rounds.relevant(|player| self.has_ring(player));
        if self.rules.tiebreak == Tiebreak::LastAction && self.rules.players > 2 {
            let silent = Player::seats(self.rules.players).filter(|player| !self.last_actions.contains(player));
            setup.last_actions = self.last_actions.iter().copied().chain(silent).collect();
            setup.last_actions.retain(|&player| player != self.to_move);
        }
        setup
    }

    fn has_ring(&self, player: Player) -> bool {
        self.hands[player] > 0 || self.stacks.iter().any(|(_, rings)| rings.contains(&player))
    }

    fn write_state(&self, f: &mut impl Write) -> fmt::Result {
        let board = self.rules.board;
        for (i, (at, rings)) in self.stacks.iter().enumerate() {
            write!(f, "{}{}=", if i == 0 { "; S " } else { "," }, board.coord_name(*at))?;
            rings.iter().try_for_each(|ring| write!(f, "{ring}"))?;
        }
        for (code, list) in [('M', &self.markers), ('C', &self.collapsed)] {
            for player in Player::ALL {
                let cells = list.iter().filter(|&&(_, owner)| owner == player);
                for (i, (at, _)) in cells.enumerate() {
                    if i == 0 {
                        write!(f, "; {code}{player} ")?;
                    } else {
                        f.write_char(',')?;
                    }
                    write!(f, "{}", board.coord_name(*at))?;
                }
            }
        }
        write_counts(f, 'H', self.hands.of(self.rules.players))?;
        write_counts(f, 'E', self.credits.of(self.rules.players))?;
        write!(f, "; T {}", self.to_move)?;
        self.phase.map_or(Ok(()), |phase| write_phase(f, board, phase))?;
        match (self.phase, self.turn_progress) {
            (Some(phase), Some(turn_progress)) if turn_progress != TurnProgress::usual(phase) => {
                write!(f, " {}", turn_progress_word(turn_progress))
            }
            _ => Ok(()),
        }
    }

    fn write_history(&self, f: &mut impl Write) -> fmt::Result {
        if let Some(player) = self.last_standing {
            write!(f, "; L {player}")?;
        }
        self.last_actions
            .iter()
            .enumerate()
            .try_for_each(|(i, player)| write!(f, "{}{player}", if i == 0 { "; A " } else { "," }))?;
        if self.rounds != LastStandingRounds::default() {
            let seat = |player: Option<Player>| player.map_or("-".to_owned(), |player| player.to_string());
            let acted: String = self.rounds.acted.iter().map(|player| player.to_string()).collect();
            let acted = if acted.is_empty() { "-" } else { &acted };
            let LastStandingRounds { opener, alone, count, .. } = self.rounds;
            write!(f, "; R {},{acted},{},{count}", seat(opener), seat(alone))?;
        }
        let lost: Vec<u16> = self.elimination_order.of(self.rules.players).iter().map(|&lost| lost.into()).collect();
        if lost.iter().any(|&lost| lost > 0) {
            write_counts(f, 'X', &lost)?;
        }
        Ok(())
    }
}

fn write_counts(f: &mut impl Write, code: char, counts: &[u16]) -> fmt::Result {
    for (i, count) in counts.iter().enumerate() {
        if i == 0 {
            write!(f, "; {code} {count}")?;
        } else {
            write!(f, ",{count}")?;
        }
    }
    Ok(())
}

fn write_phase(f: &mut impl Write, board: BoardKind, phase: Phase) -> fmt::Result {
    write!(f, "; P {}", phase.name())?;
    match phase {
        Phase::Movement { must_move: Some(at) } | Phase::CaptureOffer { at } | Phase::CaptureChain { at } => {
            write!(f, " {}", board.cell_name(at))
        }
        Phase::Over { winner, reason } => write!(f, " {} {reason}", winner.map_or(0, Player::seat)),
        _ => Ok(()),
    }
}

impl<const W: usize> PositionOf<W> {
    /// The canonical text of everything that the future depends on, and nothing else (`docs/formats.md`).
    pub fn fingerprint(&self) -> String {
        self.to_setup().fingerprint()
    }

    /// The stable hash of the fingerprint.
    pub fn fingerprint_hash(&self) -> FingerprintHash {
        FingerprintHash::of(&self.fingerprint())
    }
}

/// The text of the position (`docs/formats.md`).
impl<const W: usize> fmt::Display for PositionOf<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

/// The stable 128-bit hash of a fingerprint; written as 32 hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct FingerprintHash(pub [u8; 16]);

impl FingerprintHash {
    /// The hash of a fingerprint text: the first half of its BLAKE3 hash.
    pub fn of(fingerprint: &str) -> FingerprintHash {
        let hash = blake3::hash(fingerprint.as_bytes());
        FingerprintHash(std::array::from_fn(|i| hash.as_bytes()[i]))
    }

    /// Reads 32 hexadecimal digits.
    ///
    /// ```
    /// use ringrift::FingerprintHash;
    /// let hash = FingerprintHash::of("some text");
    /// assert_eq!(FingerprintHash::parse(&hash.to_string()), Some(hash));
    /// ```
    pub fn parse(text: &str) -> Option<FingerprintHash> {
        let is_hash = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u128::from_str_radix(text, 16).ok().filter(|_| is_hash)?;
        Some(FingerprintHash(value.to_be_bytes()))
    }
}

impl fmt::Display for FingerprintHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
