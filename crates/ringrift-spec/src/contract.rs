//! The lockstep contract: plays each action with the fast engine and, when enabled, compares the result with a second engine.
//!
//! This is the "mutator-first" mode of the rules-engine architecture document (see its table in `ARCHITECTURE.md`).
//! The fast engine's result always counts; the second engine can only report a divergence.

use std::fmt;

use ringrift::{Action, IllegalAction, Phase, Position, Setup};

use crate::SpecGame;

/// An engine whose results are compared with those of the fast engine.
pub trait SecondEngine {
    /// Returns the state after an action.
    ///
    /// # Errors
    /// Returns the reason if the engine rejects the action.
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String>;
}

impl<E: SecondEngine + ?Sized> SecondEngine for Box<E> {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        self.as_ref().play(before, action)
    }
}

/// The spec engine, [`SpecGame`], as a second engine.
#[derive(Copy, Clone, Default, Debug)]
pub struct SpecEngine;

impl SecondEngine for SpecEngine {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        let mut game = SpecGame::from_setup(&before.to_setup());
        game.play(action).map_err(|illegal| illegal.to_string())?;
        Ok(game.to_setup())
    }
}

/// The fast engine, checked by a second engine if the contract is enabled.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// use ringrift_spec::ContractEngine;
/// let engine = ContractEngine::new(true);
/// let start = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
/// let next = engine.play(&start, start.read_action("P d4")?)?;
/// assert_ne!(next, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContractEngine<E = SpecEngine> {
    second: E,
    enabled: bool,
}

impl ContractEngine {
    /// Creates a contract with the spec engine as the second engine.
    pub fn new(enabled: bool) -> ContractEngine {
        ContractEngine::with_second(SpecEngine, enabled)
    }
}

impl<E: SecondEngine> ContractEngine<E> {
    /// Creates a contract with any second engine.
    pub fn with_second(second: E, enabled: bool) -> ContractEngine<E> {
        ContractEngine { second, enabled }
    }

    /// Boxes the second engine to erase its type.
    pub fn boxed(self) -> ContractEngine<Box<dyn SecondEngine + Send + Sync>>
    where
        E: Send + Sync + 'static,
    {
        ContractEngine { second: Box::new(self.second), enabled: self.enabled }
    }

    /// Reports whether actions are compared with the second engine.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Returns the fast engine's position after an action; `position` itself does not change.
    ///
    /// # Errors
    /// Returns an error if the action is illegal, or if the contract is enabled and the engines differ. A divergence carries
    /// the fast engine's result, for callers that continue with it.
    pub fn play(&self, position: &Position, action: Action) -> Result<Position, ContractError> {
        let mut after = position.clone();
        let fast = after.play(action).map(|()| after);
        if !self.enabled {
            return Ok(fast?);
        }
        let second = self.second.play(position, action);
        match (fast, second) {
            (Err(illegal), Err(_)) => Err(illegal.into()),
            (Ok(after), Ok(second)) => {
                let state = after.to_setup();
                let parts: Vec<StatePart> =
                    StatePart::ALL.into_iter().filter(|part| part.differs(&state, &second)).collect();
                if parts.is_empty() {
                    return Ok(after);
                }
                let counts = (StateCounts::of(&state), Some(StateCounts::of(&second)));
                Err(ContractDivergence::new(position, action, parts, counts, Ok(after)).into())
            }
            (fast, second) => {
                let own = fast
                    .as_ref()
                    .map_or_else(|_| StateCounts::of(&position.to_setup()), |p| StateCounts::of(&p.to_setup()));
                let counts = (own, second.ok().map(|state| StateCounts::of(&state)));
                Err(ContractDivergence::new(position, action, vec![StatePart::Legality], counts, fast).into())
            }
        }
    }
}

/// Why an action was not played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ContractError {
    /// Both engines reject the action; the error is the fast engine's.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// The engines differ.
    #[error(transparent)]
    Divergence(#[from] Box<ContractDivergence>),
}

/// A part of the state that the contract compares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StatePart {
    /// Whether the action is legal.
    Legality,
    /// The stacks, with their rings in order.
    Stacks,
    /// The markers, with their owners.
    Markers,
    /// The collapsed cells, with their owners.
    CollapsedSpaces,
    /// The eliminated rings by credited player.
    EliminatedRings,
    /// The other values per player: rings in hand, and the order in which players lost their last rings.
    Players,
    /// The player to move.
    CurrentPlayer,
    /// The name of the phase.
    CurrentPhase,
    /// Whether the game is over, the winner, and the reason.
    GameStatus,
    /// The cell of the stack that captures or may capture.
    ChainCaptureState,
    /// The cell of the stack that has to move.
    MustMove,
    /// State that only affects later turns: turn number, last actions, rounds, progress of the turn.
    History,
}

impl StatePart {
    /// All parts, in the order in which a divergence lists them.
    pub const ALL: [StatePart; 12] = [
        StatePart::Legality,
        StatePart::Stacks,
        StatePart::Markers,
        StatePart::CollapsedSpaces,
        StatePart::EliminatedRings,
        StatePart::Players,
        StatePart::CurrentPlayer,
        StatePart::CurrentPhase,
        StatePart::GameStatus,
        StatePart::ChainCaptureState,
        StatePart::MustMove,
        StatePart::History,
    ];

    /// Returns the name that the rules-engine architecture document uses.
    pub const fn name(self) -> &'static str {
        match self {
            StatePart::Legality => "legality",
            StatePart::Stacks => "stacks",
            StatePart::Markers => "markers",
            StatePart::CollapsedSpaces => "collapsed_spaces",
            StatePart::EliminatedRings => "eliminated_rings",
            StatePart::Players => "players",
            StatePart::CurrentPlayer => "current_player",
            StatePart::CurrentPhase => "current_phase",
            StatePart::GameStatus => "game_status",
            StatePart::ChainCaptureState => "chain_capture_state",
            StatePart::MustMove => "must_move_from_stack_key",
            StatePart::History => "history",
        }
    }

    /// Reports whether two states differ in this part.
    fn differs(self, a: &Setup, b: &Setup) -> bool {
        fn differ<T: PartialEq>(a: &Setup, b: &Setup, part: impl Fn(&Setup) -> T) -> bool {
            part(a) != part(b)
        }
        match self {
            StatePart::Legality => false,
            StatePart::Stacks => a.stacks != b.stacks,
            StatePart::Markers => a.markers != b.markers,
            StatePart::CollapsedSpaces => a.collapsed != b.collapsed,
            StatePart::EliminatedRings => a.credits != b.credits,
            StatePart::Players => differ(a, b, |state| (state.hands, state.elimination_order)),
            StatePart::CurrentPlayer => a.to_move != b.to_move,
            StatePart::CurrentPhase => differ(a, b, |state| state.phase.map(Phase::name)),
            StatePart::GameStatus => differ(a, b, |state| state.phase.filter(|phase| phase.is_over())),
            StatePart::ChainCaptureState => differ(a, b, |state| match state.phase {
                Some(Phase::CaptureOffer { at } | Phase::CaptureChain { at }) => Some(at),
                _ => None,
            }),
            StatePart::MustMove => differ(a, b, |state| match state.phase {
                Some(Phase::Movement { must_move }) => must_move,
                _ => None,
            }),
            StatePart::History => {
                differ(a, b, |s| (s.rules, s.turn, s.last_standing, s.last_actions.clone(), s.turn_progress, s.rounds))
            }
        }
    }
}

/// Totals of a state, for the message of a divergence.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StateCounts {
    /// Stacks of all players together.
    pub stacks: usize,
    /// Markers of all players together.
    pub markers: usize,
    /// Collapsed cells.
    pub collapsed: usize,
    /// Eliminated rings of all players together.
    pub eliminated: u32,
}

impl StateCounts {
    fn of(state: &Setup) -> StateCounts {
        StateCounts {
            stacks: state.stacks.len(),
            markers: state.markers.len(),
            collapsed: state.collapsed.len(),
            eliminated: state.credits.0.iter().copied().map(u32::from).sum(),
        }
    }
}

impl fmt::Display for StateCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StateCounts { stacks, markers, collapsed, eliminated } = self;
        write!(f, "stacks {stacks}, markers {markers}, collapsed {collapsed}, eliminated {eliminated}")
    }
}

/// An action after which the engines differ.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractDivergence {
    /// The position before the action, as text.
    pub position: String,
    /// The action in short: its move type, the player and its text.
    pub action: String,
    /// The parts that differ; never empty.
    pub parts: Vec<StatePart>,
    /// The totals of the fast engine's state; if the fast engine rejected the action, the totals before the action.
    pub fast: StateCounts,
    /// The totals of the second engine's state; `None` if it rejected the action.
    pub second: Option<StateCounts>,
    /// The fast engine's result, which counts.
    pub authoritative: Result<Position, IllegalAction>,
}

impl ContractDivergence {
    fn new(
        position: &Position,
        action: Action,
        parts: Vec<StatePart>,
        (fast, second): (StateCounts, Option<StateCounts>),
        authoritative: Result<Position, IllegalAction>,
    ) -> Box<ContractDivergence> {
        let (kind, text) = (position.move_type(action), position.action_text(action));
        let action = format!("{kind} by player {}: {text}", position.to_move());
        Box::new(ContractDivergence { position: position.to_string(), action, parts, fast, second, authoritative })
    }
}

impl fmt::Display for ContractDivergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
        write!(f, "the engines differ on {} after {} (fast: ", parts.join(", "), self.action)?;
        match &self.authoritative {
            Ok(_) => write!(f, "{}", self.fast)?,
            Err(_) => f.write_str("rejected")?,
        }
        f.write_str("; second: ")?;
        match self.second {
            Some(counts) => write!(f, "{counts}")?,
            None => f.write_str("rejected")?,
        }
        f.write_str(")")
    }
}

impl std::error::Error for ContractDivergence {}
