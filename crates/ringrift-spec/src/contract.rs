//! The lockstep contract: the fast engine decides, and where operators allow it a second engine plays every move too.
//!
//! This is the "mutator-first" mode of the architecture document, with its environment variables and their precedence. The
//! second engine never decides anything: it can only object.

use std::fmt;

use ringrift::{Action, IllegalAction, Phase, Position, Setup};

use crate::SpecGame;

/// The gate that operators own: without it nothing else can switch the contract on.
pub const GATE: &str = "RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST";

/// What holds for a service whose code says nothing else.
pub const DEFAULT: &str = "RINGRIFT_RULES_MUTATOR_FIRST";

/// Whether a value of an environment variable means yes: `1`, `true`, `yes` or `on`, in upper or lower case.
///
/// White space counts: ` true` is not truthy, as in the document's engine.
///
/// ```
/// assert!(ringrift_spec::is_truthy("Yes"));
/// assert!(!ringrift_spec::is_truthy("yes ") && !ringrift_spec::is_truthy("2"));
/// ```
pub fn is_truthy(value: &str) -> bool {
    ["1", "true", "yes", "on"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// An engine that plays beside the fast one.
pub trait SecondEngine {
    /// The state after an action.
    ///
    /// # Errors
    /// Says why the action is refused.
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String>;
}

impl<E: SecondEngine + ?Sized> SecondEngine for Box<E> {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        self.as_ref().play(before, action)
    }
}

/// The literal engine as the second one.
#[derive(Copy, Clone, Default, Debug)]
pub struct Literal;

impl SecondEngine for Literal {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        let mut game = SpecGame::from_setup(&before.to_setup());
        game.play(action).map_err(|illegal| illegal.to_string())?;
        Ok(game.to_setup())
    }
}

/// Plays moves with the fast engine, and with a second one beside it where that is enabled.
///
/// ```
/// use ringrift::{BoardKind, Position, Ruleset};
/// use ringrift_spec::ContractEngine;
/// let environment = |name: &str| (name == "RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST").then(|| "on".to_owned());
/// let engine = ContractEngine::new(Some(true), &environment);
/// let start = Position::new(&Ruleset::canon(BoardKind::Square8, 2)?)?;
/// let next = engine.play(&start, start.read_action("P d4")?)?;
/// assert!(engine.is_enabled() && next != start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContractEngine<E = Literal> {
    second: E,
    enabled: bool,
}

impl ContractEngine {
    /// The fast engine with the literal one beside it.
    ///
    /// `mutator_first` is the choice of the code; none leaves it to the environment, which is read here and never again.
    pub fn new(mutator_first: Option<bool>, environment: &dyn Fn(&str) -> Option<String>) -> ContractEngine {
        ContractEngine::with_second(Literal, mutator_first, environment)
    }

    /// The same with the environment of the process. Values that are no Unicode count as not set.
    pub fn from_env(mutator_first: Option<bool>) -> ContractEngine {
        ContractEngine::new(mutator_first, &|name| std::env::var(name).ok())
    }
}

impl<E: SecondEngine> ContractEngine<E> {
    /// The fast engine with another one beside it.
    pub fn with_second(
        second: E,
        mutator_first: Option<bool>,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> ContractEngine<E> {
        let truthy = |name| environment(name).is_some_and(|value| is_truthy(&value));
        ContractEngine { second, enabled: truthy(GATE) && mutator_first.unwrap_or_else(|| truthy(DEFAULT)) }
    }

    /// The same with its second engine boxed, for those who do not care which it is.
    pub fn boxed(self) -> ContractEngine<Box<dyn SecondEngine + Send + Sync>>
    where
        E: Send + Sync + 'static,
    {
        ContractEngine { second: Box::new(self.second), enabled: self.enabled }
    }

    /// Whether the second engine plays.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Plays an action. The result is always the fast engine's; the position that was given stays as it was.
    ///
    /// # Errors
    /// If the action is illegal, or if the second engine plays and comes to anything else. The divergence carries what the
    /// fast engine made of the move, for callers that go on with it.
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
                let parts: Vec<Part> = Part::ALL.into_iter().filter(|part| part.differs(&state, &second)).collect();
                if parts.is_empty() {
                    return Ok(after);
                }
                let counts = (Counts::of(&state), Some(Counts::of(&second)));
                Err(ContractDivergence::new(position, action, parts, counts, Ok(after)).into())
            }
            (fast, second) => {
                let own =
                    fast.as_ref().map_or_else(|_| Counts::of(&position.to_setup()), |p| Counts::of(&p.to_setup()));
                let counts = (own, second.ok().map(|state| Counts::of(&state)));
                Err(ContractDivergence::new(position, action, vec![Part::Legality], counts, fast).into())
            }
        }
    }
}

/// Why a move was not played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ContractError {
    /// The action is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// The engines differ.
    #[error(transparent)]
    Divergence(#[from] Box<ContractDivergence>),
}

/// A part of a state that is compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Whether the action is legal.
    Legality,
    /// The stacks, rings in order.
    Stacks,
    /// The markers.
    Markers,
    /// The collapsed cells.
    CollapsedSpaces,
    /// The eliminated rings by the player who is credited.
    EliminatedRings,
    /// What else belongs to players: rings in hand, and the order in which they lost their last rings.
    Players,
    /// The player to move.
    CurrentPlayer,
    /// The name of the phase.
    CurrentPhase,
    /// Whether the game is over, who has won, and why.
    GameStatus,
    /// The stack that captures or may capture.
    ChainCaptureState,
    /// The stack that has to move.
    MustMove,
    /// What only later moves depend on: turns, last actions, rounds, turn progress.
    History,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 12] = [
        Part::Legality,
        Part::Stacks,
        Part::Markers,
        Part::CollapsedSpaces,
        Part::EliminatedRings,
        Part::Players,
        Part::CurrentPlayer,
        Part::CurrentPhase,
        Part::GameStatus,
        Part::ChainCaptureState,
        Part::MustMove,
        Part::History,
    ];

    /// The name, as the document calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Legality => "legality",
            Part::Stacks => "stacks",
            Part::Markers => "markers",
            Part::CollapsedSpaces => "collapsed_spaces",
            Part::EliminatedRings => "eliminated_rings",
            Part::Players => "players",
            Part::CurrentPlayer => "current_player",
            Part::CurrentPhase => "current_phase",
            Part::GameStatus => "game_status",
            Part::ChainCaptureState => "chain_capture_state",
            Part::MustMove => "must_move_from_stack_key",
            Part::History => "history",
        }
    }

    /// Whether two states differ in this part.
    fn differs(self, a: &Setup, b: &Setup) -> bool {
        fn differ<T: PartialEq>(a: &Setup, b: &Setup, part: impl Fn(&Setup) -> T) -> bool {
            part(a) != part(b)
        }
        match self {
            Part::Legality => false,
            Part::Stacks => a.stacks != b.stacks,
            Part::Markers => a.markers != b.markers,
            Part::CollapsedSpaces => a.collapsed != b.collapsed,
            Part::EliminatedRings => a.credits != b.credits,
            Part::Players => differ(a, b, |state| (state.hands, state.elimination_order)),
            Part::CurrentPlayer => a.to_move != b.to_move,
            Part::CurrentPhase => differ(a, b, |state| state.phase.map(Phase::name)),
            Part::GameStatus => differ(a, b, |state| state.phase.filter(|phase| phase.is_over())),
            Part::ChainCaptureState => differ(a, b, |state| match state.phase {
                Some(Phase::CaptureOffer { at } | Phase::CaptureChain { at }) => Some(at),
                _ => None,
            }),
            Part::MustMove => differ(a, b, |state| match state.phase {
                Some(Phase::Movement { must_move }) => must_move,
                _ => None,
            }),
            Part::History => {
                differ(a, b, |s| (s.rules, s.turn, s.last_standing, s.last_actions.clone(), s.turn_progress, s.rounds))
            }
        }
    }
}

/// How much there is of everything in a state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Stacks.
    pub stacks: usize,
    /// Markers.
    pub markers: usize,
    /// Collapsed cells.
    pub collapsed: usize,
    /// Eliminated rings of all players together.
    pub eliminated: u32,
}

impl Counts {
    fn of(state: &Setup) -> Counts {
        Counts {
            stacks: state.stacks.len(),
            markers: state.markers.len(),
            collapsed: state.collapsed.len(),
            eliminated: state.credits.0.iter().copied().map(u32::from).sum(),
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { stacks, markers, collapsed, eliminated } = self;
        write!(f, "stacks {stacks}, markers {markers}, collapsed {collapsed}, eliminated {eliminated}")
    }
}

/// A move of which the engines made different things.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractDivergence {
    /// The position before it, as text.
    pub position: String,
    /// The move in short: its type, the player, its text.
    pub action: String,
    /// What differs.
    pub parts: Vec<Part>,
    /// The counts of the fast engine's state; of the state before, if it refused the move.
    pub fast: Counts,
    /// The counts of the second engine's state; none if it refused the move.
    pub second: Option<Counts>,
    /// What the fast engine made of the move, which is what counts.
    pub authoritative: Result<Position, IllegalAction>,
}

impl ContractDivergence {
    fn new(
        position: &Position,
        action: Action,
        parts: Vec<Part>,
        (fast, second): (Counts, Option<Counts>),
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
            Err(_) => f.write_str("refused")?,
        }
        f.write_str("; second: ")?;
        match self.second {
            Some(counts) => write!(f, "{counts}")?,
            None => f.write_str("refused")?,
        }
        f.write_str(")")
    }
}

impl std::error::Error for ContractDivergence {}
