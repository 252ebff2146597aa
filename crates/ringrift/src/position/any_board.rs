//! Positions on a board chosen at run time.

use std::fmt;

use crate::action::list::ActionList;
use crate::action::{Action, Line, RegionId};
use crate::board::CellContent;
use crate::board::geometry::Geometry;
use crate::board::kind::{BoardKind, Cell};
use crate::event::{Event, Observer};
use crate::legality::IllegalAction;
use crate::notation::fingerprint::FingerprintHash;
use crate::notation::marks::Marks;
use crate::notation::parse_position::ParsePositionError;
use crate::notation::resolve::{ReadActionError, ResolveActionError};
use crate::notation::write::ActionStyle;
use crate::notation::written::WrittenAction;
use crate::outcome::Outcome;
use crate::phase::{Phase, TurnProgress};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::PositionOf;
use crate::position::query::{CaptureChains, Claim, Mobility, Region};
use crate::position::setup::{FinishedGames, Setup, SetupError, SetupProblem};
use crate::ruleset::Ruleset;
use crate::ruleset::problem::RulesetError;

/// Words of 64 cells in the sets of a medium board. In WebAssembly medium boards share the code of the large one, which makes the
/// engine that a browser has to load a third smaller.
pub const MEDIUM_WORDS: usize = if cfg!(target_family = "wasm") { 8 } else { 6 };

/// A valid state of a game on a board chosen at run time.
///
/// Offers the methods of [`PositionOf`], with a dispatch on the board size at every call. Hot loops should dispatch
/// once, with [`visit`](Position::visit).
///
/// Positions on large boards are boxed, so that those on small boards, which most games use, need less memory. Loops should
/// copy with [`clone_from`](Clone::clone_from), which does not allocate if both positions have the same board.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// let mut position = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
/// assert_eq!(position.legal_actions().len(), 192);
/// position.play(position.read_action("P d4*2")?)?;
/// position.play(position.read_action("M d4-d6")?)?;
/// assert_eq!(position.to_move().seat(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "boxing small boards would make every copy of them allocate")]
pub enum Position {
    /// A board of up to 64 cells: square8 or hex8.
    Small(PositionOf<1>),
    /// A board of up to 384 cells: square19 or hexagonal.
    Medium(Box<PositionOf<MEDIUM_WORDS>>),
    /// A board of up to 512 cells: hexagonal12.
    Large(Box<PositionOf<8>>),
}

impl Clone for Position {
    fn clone(&self) -> Position {
        match self {
            Position::Small(position) => Position::Small(position.clone()),
            Position::Medium(position) => Position::Medium(position.clone()),
            Position::Large(position) => Position::Large(position.clone()),
        }
    }

    fn clone_from(&mut self, source: &Position) {
        match (self, source) {
            (Position::Small(position), Position::Small(source)) => position.clone_from(source),
            (Position::Medium(position), Position::Medium(source)) => position.clone_from(source),
            (Position::Large(position), Position::Large(source)) => position.clone_from(source),
            (position, source) => *position = source.clone(),
        }
    }
}

/// A function that is generic over the board size, see [`Position::visit`].
pub trait PositionVisitor {
    /// The result of the function.
    type Output;

    /// Calls the function with a position of known board size.
    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output;
}

/// Evaluates an expression with the position of the actual board size.
macro_rules! each_size {
    ($self:expr, $position:ident => $body:expr) => {
        match $self {
            Position::Small($position) => $body,
            Position::Medium($position) => $body,
            Position::Large($position) => $body,
        }
    };
}

/// The error for a text that is not a valid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The text cannot be parsed.
    #[error(transparent)]
    Parse(#[from] ParsePositionError),
    /// The text can be parsed, but describes an invalid position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// Returns the first position of a game (RR-CANON-R020, R080).
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn new(rules: &Ruleset) -> Result<Position, RulesetError> {
        Position::from_setup(&Setup::start(*rules), FinishedGames::Allow).map_err(|error| RulesetError {
            problems: error
                .problems
                .into_iter()
                .filter_map(|problem| if let SetupProblem::Rules(problem) = problem { Some(problem) } else { None })
                .collect(),
        })
    }

    /// Builds a position from a setup. If the setup has no phase, the turn starts and advances to its first decision.
    ///
    /// # Errors
    /// Lists all problems of the setup.
    pub fn from_setup(setup: &Setup, finished: FinishedGames) -> Result<Position, SetupError> {
        Position::from_setup_observed(setup, finished, &mut ())
    }

    /// Builds a position from a setup and reports the events up to the first decision.
    ///
    /// # Errors
    /// Lists all problems of the setup.
    pub fn from_setup_observed(
        setup: &Setup,
        finished: FinishedGames,
        observer: &mut impl Observer,
    ) -> Result<Position, SetupError> {
        Ok(match setup.rules.board {
            BoardKind::Square8 | BoardKind::Hex8 => Position::Small(PositionOf::from_setup(setup, finished, observer)?),
            BoardKind::Square19 | BoardKind::Hexagonal => {
                Position::Medium(Box::new(PositionOf::from_setup(setup, finished, observer)?))
            }
            BoardKind::Hexagonal12 => Position::Large(Box::new(PositionOf::from_setup(setup, finished, observer)?)),
        })
    }

    /// Parses a position text that contains its rules; accepts finished games.
    ///
    /// # Errors
    /// If the text cannot be parsed or describes an invalid position.
    pub fn parse(text: &str) -> Result<Position, PositionTextError> {
        Ok(Position::from_setup(&Setup::parse(text)?, FinishedGames::Allow)?)
    }

    /// Parses a position text under given rules; accepts finished games.
    ///
    /// # Errors
    /// If the text cannot be parsed or describes an invalid position.
    pub fn parse_with(text: &str, rules: &Ruleset) -> Result<Position, PositionTextError> {
        Ok(Position::from_setup(&Setup::parse_with(text, rules)?, FinishedGames::Allow)?)
    }

    /// Calls a visitor with the position of known board size.
    pub fn visit<V: PositionVisitor>(&self, visitor: V) -> V::Output {
        match self {
            Position::Small(position) => visitor.visit(position),
            Position::Medium(position) => visitor.visit::<MEDIUM_WORDS>(position),
            Position::Large(position) => visitor.visit::<8>(position),
        }
    }

    /// Plays an action and returns its events.
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged.
    pub fn play_with_events(&mut self, action: Action) -> Result<Vec<Event>, IllegalAction> {
        let mut events = Vec::new();
        self.play_observed(action, &mut events)?;
        Ok(events)
    }

    /// See [`PositionOf::play_observed`].
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged.
    pub fn play_observed(&mut self, action: Action, observer: &mut impl Observer) -> Result<(), IllegalAction> {
        each_size!(self, position => position.play_observed(action, observer))
    }

    /// See [`PositionOf::play`].
    ///
    /// # Errors
    /// If the action is illegal; the position is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        each_size!(self, position => position.play(action))
    }

    /// See [`PositionOf::as_if_turn_of`].
    pub fn as_if_turn_of(&self, player: Player) -> Option<Position> {
        Some(match self {
            Position::Small(position) => Position::Small(position.as_if_turn_of(player)?),
            Position::Medium(position) => Position::Medium(Box::new(position.as_if_turn_of(player)?)),
            Position::Large(position) => Position::Large(Box::new(position.as_if_turn_of(player)?)),
        })
    }

    /// See [`PositionOf::play_unchecked_observed`].
    pub fn play_unchecked_observed(&mut self, action: Action, observer: &mut impl Observer) {
        each_size!(self, position => position.play_unchecked_observed(action, observer));
    }

    /// See [`PositionOf::play_unchecked`].
    pub fn play_unchecked(&mut self, action: Action) {
        each_size!(self, position => position.play_unchecked(action));
    }
}

/// Declares methods that delegate to the position of the actual board size.
macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) -> $output:ty;)+) => {
        impl Position {
            $(
                #[doc = concat!("See [`PositionOf::", stringify!($name), "`].")]
                pub fn $name(&self $(, $argument: $type)*) -> $output {
                    each_size!(self, position => position.$name($($argument),*))
                }
            )+
        }
    };
}

delegate! {
    rules() -> &Ruleset;
    geometry() -> &'static Geometry;
    phase() -> Phase;
    to_move() -> Player;
    turn() -> u32;
    turn_progress() -> TurnProgress;
    ranking(winner: Option<Player>) -> ByPlayer<u8>;
    ranking_after_resignation(by: Player) -> ByPlayer<u8>;
    outcome() -> Option<Outcome>;
    content(cell: Cell) -> CellContent;
    hand(player: Player) -> u16;
    credits(player: Player) -> u16;
    territory(player: Player) -> u32;
    rings_on_board(player: Player) -> u32;
    rings_eliminated(player: Player) -> u32;
    progress() -> u32;
    legal_actions() -> ActionList;
    legal_actions_into(list: &mut ActionList) -> ();
    count_legal() -> u64;
    nth_legal(index: u64) -> Option<Action>;
    is_legal(action: Action) -> bool;
    why_illegal(action: Action) -> Option<IllegalAction>;
    why_not_claim(player: Player, region: RegionId) -> Option<IllegalAction>;
    has_claimable_region(player: Player) -> bool;
    hash() -> u64;
    hash_from_scratch() -> u64;
    symmetric_hash() -> u64;
    fingerprint() -> String;
    fingerprint_hash() -> FingerprintHash;
    reference_fingerprint() -> String;
    reference_hash() -> String;
    to_setup() -> Setup;
    action_text(action: Action) -> String;
    action_text_in(action: Action, style: &ActionStyle) -> String;
    marked_action_text(action: Action, marks: Marks, style: &ActionStyle) -> String;
    move_type(action: Action) -> &'static str;
    write_action(action: Action) -> WrittenAction;
    read_action(text: &str) -> Result<Action, ReadActionError>;
    resolve(written: &WrittenAction) -> Result<Action, ResolveActionError>;
    perft(depth: u32) -> u64;
    perft_made(depth: u32) -> u64;
    placements(player: Player) -> Vec<Action>;
    moves(player: Player) -> Vec<Action>;
    captures(player: Player) -> Vec<Action>;
    board_actions(player: Player) -> Vec<Action>;
    captures_from(from: Cell) -> Vec<Action>;
    capture_chains(from: Cell, limit: usize) -> CaptureChains;
    lines(player: Player) -> Vec<Line>;
    regions() -> Vec<Region>;
    mobility(player: Player) -> Mobility;
    best_claims() -> ByPlayer<Claim>;
    count_rows(player: Player, length: u8) -> u32;
    colours_on_board() -> PlayerSet;
    has_real_action(player: Player) -> bool;
}

/// Writes the position text (`docs/formats.md`).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_size!(self, position => position.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server keeps a position for each open game, and most games use a small board.
    #[test]
    fn positions_on_small_boards_have_no_room_for_large_ones() {
        assert!(size_of::<Position>() <= size_of::<PositionOf<1>>() + 16, "{} bytes", size_of::<Position>());
    }
}
