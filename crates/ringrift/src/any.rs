//! Positions on boards that are known only at run time.

use std::fmt;

use crate::action::{Action, Line, RegionId};
use crate::action_list::ActionList;
use crate::board::CellContent;
use crate::board_kind::{BoardKind, Cell};
use crate::event::{Event, Observer};
use crate::explain::IllegalAction;
use crate::geometry::Geometry;
use crate::notation::marks::Marks;
use crate::notation::position::{FingerprintHash, ParsePositionError};
use crate::notation::resolve::{ReadActionError, ResolveActionError};
use crate::notation::write::ActionStyle;
use crate::notation::written::WrittenAction;
use crate::outcome::Outcome;
use crate::phase::{Phase, TurnProgress};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::position::PositionOf;
use crate::query::{CaptureChains, Claim, Mobility, Region};
use crate::ruleset::{Ruleset, RulesetError};
use crate::setup::{FinishedGames, Setup, SetupError, SetupProblem};

/// A valid state of a game.
///
/// Everything that [`PositionOf`] can do, for a board chosen at run time. Loops that should be fast take it apart once,
/// with [`visit`](Position::visit), rather than at every call.
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
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "boxing would make every copy allocate")]
pub enum Position {
    /// On a board of up to 64 cells: square8 or hex8.
    Small(PositionOf<1>),
    /// On a board of up to 384 cells: square19 or hexagonal.
    Medium(PositionOf<6>),
    /// On a board of up to 512 cells: hexagonal12.
    Large(PositionOf<8>),
}

/// Work to be done on a position of any size, see [`Position::visit`].
pub trait PositionVisitor {
    /// What comes out of it.
    type Output;

    /// Does the work.
    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output;
}

/// Runs an expression for whichever size a position has.
macro_rules! each_size {
    ($self:expr, $position:ident => $body:expr) => {
        match $self {
            Position::Small($position) => $body,
            Position::Medium($position) => $body,
            Position::Large($position) => $body,
        }
    };
}

/// A position text that is no valid position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The text could not be read.
    #[error(transparent)]
    Parse(#[from] ParsePositionError),
    /// The text could be read, but what it says is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Position {
    /// The start of a game (RR-CANON-R020, R080).
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

    /// Makes a position of a setup. The start of a turn is played on to the first decision.
    ///
    /// # Errors
    /// Lists everything that is wrong with the setup.
    pub fn from_setup(setup: &Setup, finished: FinishedGames) -> Result<Position, SetupError> {
        Position::from_setup_observed(setup, finished, &mut ())
    }

    /// Makes a position of a setup and tells an observer what happens on the way to the first decision.
    ///
    /// # Errors
    /// Lists everything that is wrong with the setup.
    pub fn from_setup_observed(
        setup: &Setup,
        finished: FinishedGames,
        observer: &mut impl Observer,
    ) -> Result<Position, SetupError> {
        Ok(match setup.rules.board {
            BoardKind::Square8 | BoardKind::Hex8 => Position::Small(PositionOf::from_setup(setup, finished, observer)?),
            BoardKind::Square19 | BoardKind::Hexagonal => {
                Position::Medium(PositionOf::from_setup(setup, finished, observer)?)
            }
            BoardKind::Hexagonal12 => Position::Large(PositionOf::from_setup(setup, finished, observer)?),
        })
    }

    /// Reads a position text that names its rules; finished games are accepted.
    ///
    /// # Errors
    /// If the text cannot be read or what it says is impossible.
    pub fn parse(text: &str) -> Result<Position, PositionTextError> {
        Ok(Position::from_setup(&Setup::parse(text)?, FinishedGames::Allow)?)
    }

    /// Reads a position text under known rules; finished games are accepted.
    ///
    /// # Errors
    /// If the text cannot be read or what it says is impossible.
    pub fn parse_with(text: &str, rules: &Ruleset) -> Result<Position, PositionTextError> {
        Ok(Position::from_setup(&Setup::parse_with(text, rules)?, FinishedGames::Allow)?)
    }

    /// Hands the position, with its size known, to some work.
    pub fn visit<V: PositionVisitor>(&self, visitor: V) -> V::Output {
        each_size!(self, position => visitor.visit(position))
    }

    /// Plays an action and lists everything that happens.
    ///
    /// # Errors
    /// If it is illegal; the position is then unchanged.
    pub fn play_with_events(&mut self, action: Action) -> Result<Vec<Event>, IllegalAction> {
        let mut events = Vec::new();
        self.play_observed(action, &mut events)?;
        Ok(events)
    }

    /// See [`PositionOf::play_observed`].
    ///
    /// # Errors
    /// If it is illegal; the position is then unchanged.
    pub fn play_observed(&mut self, action: Action, observer: &mut impl Observer) -> Result<(), IllegalAction> {
        each_size!(self, position => position.play_observed(action, observer))
    }

    /// See [`PositionOf::play`].
    ///
    /// # Errors
    /// If it is illegal; the position is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        each_size!(self, position => position.play(action))
    }

    /// See [`PositionOf::as_if_turn_of`].
    pub fn as_if_turn_of(&self, player: Player) -> Option<Position> {
        Some(match self {
            Position::Small(position) => Position::Small(position.as_if_turn_of(player)?),
            Position::Medium(position) => Position::Medium(position.as_if_turn_of(player)?),
            Position::Large(position) => Position::Large(position.as_if_turn_of(player)?),
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

/// Passes methods on to the position of whichever size.
macro_rules! pass_on {
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

pass_on! {
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
    is_legal(action: Action) -> bool;
    why_illegal(action: Action) -> Option<IllegalAction>;
    why_not_claim(player: Player, region: RegionId) -> Option<IllegalAction>;
    has_claimable_region(player: Player) -> bool;
    hash() -> u64;
    hash_from_scratch() -> u64;
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

/// The text of the position (`docs/formats.md`).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_size!(self, position => position.fmt(f))
    }
}
