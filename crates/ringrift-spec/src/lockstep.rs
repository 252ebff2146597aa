//! Both engines side by side: every question is put to both, and the first difference in their answers ends the game.

use std::fmt::{self, Debug};

use ringrift::{
    Action, Cell, Coord, Event, FinishedGames, Player, Position, RegionId, Ruleset, RulesetError, Setup, SetupError,
};

use crate::{Region, SpecGame};

/// A game that both engines play.
#[derive(Clone, Debug)]
pub struct Lockstep {
    fast: Position,
    spec: SpecGame,
}

/// A difference between the engines, with what is needed to see it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The position as text; that before the action, if there is one.
    pub position: String,
    /// The action that was played, as text.
    pub action: Option<String>,
    /// What differs.
    pub what: &'static str,
    /// The answer of the fast engine.
    pub fast: String,
    /// The answer of the literal engine.
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
    /// The start of a game.
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn new(rules: &Ruleset) -> Result<Lockstep, RulesetError> {
        Ok(Lockstep { fast: Position::new(rules)?, spec: SpecGame::new(rules) })
    }

    /// A game from a position. Whether the setup is valid is for the fast engine to say: the other one trusts it.
    ///
    /// # Errors
    /// If the setup is invalid, or the engines go on from it differently.
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

    /// The fast engine's position.
    pub fn position(&self) -> &Position {
        &self.fast
    }

    /// The legal actions, once both engines agree on them and on their order.
    ///
    /// # Errors
    /// If they do not.
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

    /// Plays an action in both engines and compares everything that follows.
    ///
    /// # Errors
    /// If the engines differ, also on whether the action is legal.
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

    /// Compares the whole state, and what is derived from it.
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
        let fast: Vec<Facts> = (self.fast.regions().into_iter())
            .map(|r| (r.id, r.cells, r.border, r.colours.iter().collect(), r.claimants.iter().collect()))
            .collect();
        let spec: Vec<Facts> = (self.spec.regions().into_iter())
            .filter(|region| self.has_other_side(region))
            .map(|r| (r.id, r.extent, r.border, r.colours, r.claimants))
            .collect();
        same("the regions", &fast, &spec)
    }

    /// Whether there is anything beyond the walls of a region. An undivided board is a candidate that nobody can ever claim,
    /// since no stack is outside; the fast engine does not list it.
    fn has_other_side(&self, region: &Region) -> bool {
        let setup = self.spec.to_setup();
        let walls = setup.markers.iter().filter(|&&(_, owner)| Some(owner) == region.id.border).map(|&(at, _)| at);
        let closed: Vec<Coord> = setup.collapsed.iter().map(|&(at, _)| at).chain(walls).collect();
        let board = setup.rules.board;
        board.iter_cells().any(|cell| !region.extent.contains(&cell) && !closed.contains(&board.coord(cell)))
    }
}

/// A region: its identity, cells, border, colours and claimants.
type Facts = (RegionId, Vec<Cell>, Vec<Cell>, Vec<Player>, Vec<Player>);

/// What differs, and both answers.
type Difference = (&'static str, String, String);

fn same<T: PartialEq + Debug>(what: &'static str, fast: &T, spec: &T) -> Result<(), Difference> {
    if fast == spec { Ok(()) } else { difference(what, fast, spec) }
}

fn difference(what: &'static str, fast: &impl Debug, spec: &impl Debug) -> Result<(), Difference> {
    Err((what, format!("{fast:?}"), format!("{spec:?}")))
}
