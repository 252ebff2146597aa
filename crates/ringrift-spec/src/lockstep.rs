//! Lockstep play: both engines play the same game, and the first difference between them is an error.

use std::fmt::{self, Debug};

use ringrift::{
    Action, Cell, Coord, Event, FinishedGames, Player, Position, RegionId, Ruleset, RulesetError, Setup, SetupError,
};

use crate::{Region, SpecGame};

/// A game played by both engines.
#[derive(Clone, Debug)]
pub struct Lockstep {
    fast: Position,
    spec: SpecGame,
}

/// A difference between the engines, with the data to reproduce it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The position as text; with an action, the position before it.
    pub position: String,
    /// The action, as text; `None` if the engines differ without one.
    pub action: Option<String>,
    /// The value that differs.
    pub what: &'static str,
    /// The value in the fast engine.
    pub fast: String,
    /// The value in the spec engine.
    pub spec: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = self.action.as_ref().map_or(String::new(), |action| format!("\n  action    {action}"));
        let Divergence { position, what, fast, spec, .. } = self;
        write!(
            f,
            "the engines differ on {what}\n  position  {position}{action}\n  fast      {fast}\n  spec      {spec}"
        )
    }
}

impl std::error::Error for Divergence {}

impl Lockstep {
    /// Starts a game.
    ///
    /// # Errors
    /// Returns an error if the rules are invalid.
    pub fn new(rules: &Ruleset) -> Result<Lockstep, RulesetError> {
        Ok(Lockstep { fast: Position::new(rules)?, spec: SpecGame::new(rules) })
    }

    /// Starts a game from a setup. Only the fast engine validates it.
    ///
    /// # Errors
    /// The outer error is an invalid setup, the inner one a difference between the engines.
    pub fn from_setup(setup: &Setup) -> Result<Result<Lockstep, Divergence>, SetupError> {
        let mut events = Vec::new();
        let fast = Position::from_setup_observed(setup, FinishedGames::Allow, &mut events)?;
        let game = Lockstep { fast, spec: SpecGame::from_setup(setup) };
        let differing = game.compare_passes(&events, game.spec.opening_passes()).and_then(|()| game.compare());
        Ok(match differing {
            Ok(()) => Ok(game),
            Err((what, fast, spec)) => Err(Divergence { position: setup.to_string(), action: None, what, fast, spec }),
        })
    }

    /// Returns the fast engine's position.
    pub fn position(&self) -> &Position {
        &self.fast
    }

    /// Returns the legal actions.
    ///
    /// # Errors
    /// Returns an error if the engines list different actions or a different order.
    pub fn legal_actions(&self) -> Result<Vec<Action>, Divergence> {
        let (fast, spec) = (self.fast.legal_actions(), self.spec.legal_actions());
        if *fast == *spec {
            return Ok(spec);
        }
        let missing: Vec<_> = spec.iter().filter(|action| !fast.contains(action)).collect();
        let extra: Vec<_> = fast.iter().filter(|action| !spec.contains(action)).collect();
        Err(Divergence {
            position: self.fast.to_string(),
            action: None,
            what: "the legal actions or their order",
            fast: format!("{} actions, not in the other list: {extra:?}", fast.len()),
            spec: format!("{} actions, not in the other list: {missing:?}", spec.len()),
        })
    }

    /// Plays an action in both engines and compares the results. An action that both engines reject changes nothing.
    ///
    /// # Errors
    /// Returns an error if the engines differ, also on whether the action is legal.
    pub fn play(&mut self, action: Action) -> Result<(), Divergence> {
        let before = self.fast.clone();
        let mut played = || {
            let fast = self.fast.play_with_events(action);
            let spec = self.spec.play(action);
            match (fast, spec) {
                (Ok(events), Ok(played)) => {
                    self.compare_passes(&events, &played.passes)?;
                    self.compare()
                }
                (Err(_), Err(_)) => Ok(()),
                (fast, spec) => difference("legality of an action", &fast.err(), &spec.err()),
            }
        };
        played().map_err(|(what, fast, spec)| Divergence {
            position: before.to_string(),
            action: Some(before.action_text(action)),
            what,
            fast,
            spec,
        })
    }

    fn compare_passes(&self, events: &[Event], passes: &[Player]) -> Result<(), Difference> {
        let passed = |event: &Event| if let Event::Passed { player } = event { Some(*player) } else { None };
        same("automatic passes", &events.iter().filter_map(passed).collect::<Vec<_>>(), &passes.to_vec())
    }

    /// Compares the complete state and the values derived from it.
    fn compare(&self) -> Result<(), Difference> {
        let (fast, spec) = (&self.fast, &self.spec);
        same("the state", &fast.to_setup(), &spec.to_setup())?;
        same("the fingerprint", &fast.fingerprint(), &spec.fingerprint())?;
        same("the outcome", &fast.outcome(), &spec.outcome())?;
        same("the progress measure", &fast.progress(), &spec.progress())?;
        for player in Player::seats(fast.rules().players) {
            same("the lines", &fast.lines(player), &spec.lines(player))?;
        }
        self.compare_regions()
    }

    fn compare_regions(&self) -> Result<(), Difference> {
        let fast: Vec<RegionFacts> = (self.fast.regions().into_iter())
            .map(|r| (r.id, r.cells, r.border, r.colours.iter().collect(), r.claimants.iter().collect()))
            .collect();
        let spec: Vec<RegionFacts> = (self.spec.regions().into_iter())
            .filter(|region| self.has_other_side(region))
            .map(|r| (r.id, r.extent, r.border, r.colours, r.claimants))
            .collect();
        same("the regions", &fast, &spec)
    }

    /// Reports whether the board has open cells outside a region. An undivided board is a candidate that cannot be claimed,
    /// because no stack is outside; the fast engine does not list it (ruling D26).
    fn has_other_side(&self, region: &Region) -> bool {
        let setup = self.spec.to_setup();
        let walls = setup.markers.iter().filter(|&&(_, owner)| Some(owner) == region.id.border).map(|&(at, _)| at);
        let closed: Vec<Coord> = setup.collapsed.iter().map(|&(at, _)| at).chain(walls).collect();
        let board = setup.rules.board;
        board.iter_cells().any(|cell| !region.extent.contains(&cell) && !closed.contains(&board.coord(cell)))
    }
}

/// A region as identity, cells, border, colours and claimants.
type RegionFacts = (RegionId, Vec<Cell>, Vec<Cell>, Vec<Player>, Vec<Player>);

/// The name of the value that differs, and both values.
type Difference = (&'static str, String, String);

fn same<T: PartialEq + Debug>(what: &'static str, fast: &T, spec: &T) -> Result<(), Difference> {
    if fast == spec { Ok(()) } else { difference(what, fast, spec) }
}

fn difference(what: &'static str, fast: &impl Debug, spec: &impl Debug) -> Result<(), Difference> {
    Err((what, format!("{fast:?}"), format!("{spec:?}")))
}
