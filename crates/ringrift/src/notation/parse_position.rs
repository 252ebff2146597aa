//! Parsing of position texts (`docs/formats.md`).

use crate::board::geometry::MAX_CELLS;
use crate::board::kind::{BoardKind, Coord};
use crate::excerpt::excerpt;
use crate::notation::cell::ParseCellError;
use crate::notation::write_position::turn_progress_word;
use crate::outcome::Reason;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::{ByPlayer, MAX_PLAYERS, Player, PlayerSet};
use crate::position::setup::Setup;
use crate::ruleset::Ruleset;
use crate::ruleset::options::{Edition, ParseRuleError};
use crate::ruleset::overrides::{Overrides, ParseOptionError};
use crate::ruleset::problem::RulesetError;

/// The error for a position text that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position text, field '{field}': {problem}")]
pub struct ParsePositionError {
    /// The field as written, see [`excerpt`](crate::excerpt()).
    pub field: String,
    /// The problem of the field.
    pub problem: ParsePositionProblem,
}

/// One problem of a field of a position text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionProblem {
    /// The field code does not exist.
    #[error("unknown field; known are G, S, M1 to M4, C1 to C4, CX, H, E, T, P, N, L, A, R and X")]
    UnknownField,
    /// A field that is not a list appears twice.
    #[error("the field is given twice")]
    Repeated,
    /// The text has no field `G` and the caller gave no rules.
    #[error("the rules are missing; begin with a field such as 'G square8 2p canon'")]
    NoRules,
    /// The rules in the text differ from those given by the caller.
    #[error("the text is for '{found}', but the rules in use are '{expected}'")]
    OtherRules {
        /// The rules given by the caller, as text.
        expected: String,
        /// The rules in the text, as text.
        found: String,
    },
    /// The value of the field is malformed; describes the expected form.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A cell name is invalid.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] ParseOptionError),
    /// The edition does not exist.
    #[error(transparent)]
    Edition(#[from] ParseRuleError),
    /// The rules are inconsistent.
    #[error(transparent)]
    Rules(#[from] RulesetError),
}

use ParsePositionProblem as Problem;

impl Setup {
    /// Parses a position text (`docs/formats.md`) that contains its rules in a field `G`.
    ///
    /// # Errors
    /// If the text is malformed. Whether the position is valid is not checked here.
    pub fn parse(text: &str) -> Result<Setup, ParsePositionError> {
        Setup::parse_fields(text, None)
    }

    /// Parses a position text under given rules.
    ///
    /// # Errors
    /// If the text is malformed, or has a field `G` with other rules.
    pub fn parse_with(text: &str, rules: &Ruleset) -> Result<Setup, ParsePositionError> {
        Setup::parse_fields(text, Some(rules))
    }

    fn parse_fields(text: &str, rules: Option<&Ruleset>) -> Result<Setup, ParsePositionError> {
        let fields: Vec<Field<'_>> = text.split(';').filter_map(Field::split).take(MAX_FIELDS + 1).collect();
        if let Some(field) = fields.get(MAX_FIELDS) {
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
            setup.turn_progress = Some(TurnProgress::default_in(phase));
        }
        setup.collapse_unlisted_cells(&fields).map_err(|(field, problem)| field.error(problem))?;
        Ok(setup)
    }

    /// Collapses all cells that the field `CX` does not list, with players 1 and 2 as owners in a checkerboard pattern.
    fn collapse_unlisted_cells<'a, 'b>(&mut self, fields: &'a [Field<'b>]) -> Result<(), (&'a Field<'b>, Problem)> {
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

/// The maximum number of fields in a text; a complete position has about twenty.
const MAX_FIELDS: usize = 100;

/// One field of a position text.
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

    /// Reports whether the field may appear several times: markers and collapsed cells.
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
            "X" => setup.elimination_order = parse_elimination_order(self.value)?,
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

/// Parses a list of cells and rectangles of cells (`a1:h4`).
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
        // A valid list names each cell at most once; the limit bounds the memory for hostile texts.
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

/// Parses the rounds of the last player standing: opener, players who acted, lone player, number of rounds. `2,13,1,2`
/// is an example; `-` means no player.
fn parse_rounds(text: &str) -> Result<LastStandingRounds, Problem> {
    let form =
        || Problem::Expected("opener, players who acted, lone player, number of rounds, such as 2,13,1,2 or 2,-,-,0");
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

fn parse_elimination_order(text: &str) -> Result<ByPlayer<u8>, Problem> {
    let order = parse_counts(text)?;
    let mut by_player = ByPlayer::default();
    for (place, order) in by_player.0.iter_mut().zip(order.0) {
        let fits = u8::try_from(order).ok().filter(|&order| usize::from(order) <= MAX_PLAYERS);
        *place = fits.ok_or(Problem::Expected(
            "for each player 0, or 1 to 4 for the order of losing the last ring, such as 0,1",
        ))?;
    }
    Ok(by_player)
}

/// Parses a phase, optionally followed by a word for the turn progress. The word is omitted for the default progress of
/// the phase.
fn parse_phase_and_progress(board: BoardKind, text: &str) -> Result<(Option<Phase>, Option<TurnProgress>), Problem> {
    let (rest, word) = text.trim().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
    let turn_progress = [TurnProgress::Idle, TurnProgress::Swapped, TurnProgress::Changed, TurnProgress::Recovered]
        .into_iter()
        .find(|&turn_progress| turn_progress_word(turn_progress) == word);
    let phase = parse_phase(board, if turn_progress.is_some() { rest } else { text })?;
    Ok((Some(phase), turn_progress))
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

/// Parses the value of a field `G`: board, players, edition, options.
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
    Ok(Ruleset::from_names(edition, board, players, &overrides)?)
}
