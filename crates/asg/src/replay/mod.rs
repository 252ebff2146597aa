//! Replays: what was submitted, and whatever a reader cannot find out by playing it again.
//!
//! A replay in memory holds a scenario, a seed and the actions; everything else is played anew when it is wanted. There are
//! two kinds of files: our own ([`FORMAT`], small), and those of the reference (versions 0.1.0 and 1.0.0, with the board three
//! times in every ply). Both hold statements about what happened, which [`Replay::verify`] compares with what happens.

mod orders;
mod own;
mod own_read;
mod read;
mod reference;
mod reference_read;
mod verify;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

pub use own::{FORMAT, replay_schema};
pub use read::ReplayError;
pub use verify::{Checked, Difference, Verified};

use crate::action::Action;
use crate::combat::Rules;
use crate::event::Noted;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::scenario::Scenario;
use crate::side::{BySide, Side};
use crate::submitted::Submitted;

/// A match that was played, or is being played.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Action, Replay, Rules, Scenario, Turn};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut replay = Replay::new(scenario, Rules::V0, 7, "2026-01-01T00:00:00.000Z");
/// replay.turns.push(Turn::new("by hand", vec![Action::reinforce(3).into()]));
/// let text = replay.to_json();
/// assert_eq!(Replay::read(&text)?, replay);
/// assert!(Replay::verify(&replay.to_reference_json())?.difference.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Where it was played, with the settings that counted.
    pub scenario: Arc<Scenario>,
    /// By which rules.
    pub rules: Rules,
    /// The seed of the luck.
    pub seed: i64,
    /// When it was played, as a text.
    pub created_at: String,
    /// What is known about the players, as JSON objects.
    pub players: Option<BySide<Value>>,
    /// The plies.
    pub turns: Vec<Turn>,
    /// How it was ended, if it was not by the rules.
    pub ending: Option<Ending>,
    /// Whatever else the file of another program says, by key.
    pub extra: Map<String, Value>,
}

/// What is known about a ply beside what follows from the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Turn {
    /// What was submitted.
    pub actions: Vec<Submitted>,
    /// Who chose it.
    pub controller: String,
    /// The player's own words about it.
    pub rationale: Option<String>,
    /// How long it took him, in milliseconds.
    pub latency_ms: f64,
    /// What went wrong on the way to him and back.
    pub diagnostics: Option<Value>,
    /// What he noted for later.
    pub memory_update: Option<Value>,
    /// Events of whoever ran the match, such as `agent_retry`. They come behind those of the rules.
    pub runner_events: Vec<Value>,
    /// Whatever else the file of another program says, by key.
    pub extra: Map<String, Value>,
}

/// How a match can end otherwise than by the rules. It counts only if the rules have not ended it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This player could not or would not go on.
    Forfeit(Side),
    /// Whoever ran it stopped it.
    Aborted,
}

impl Ending {
    /// The outcome of the match.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Forfeit(loser) => Outcome::forfeit(loser),
            Ending::Aborted => Outcome::ABORTED,
        }
    }

    /// The ending that the result in a file tells of. There is none in one that nobody knows, which is found wrong later.
    fn read(result: &Value) -> Option<Ending> {
        let outcome: Option<Outcome> = Deserialize::deserialize(result).ok()?;
        outcome.and_then(Ending::of)
    }

    /// The ending that an outcome tells of; none if it is one of the rules.
    fn of(outcome: Outcome) -> Option<Ending> {
        let loser = outcome.winner().map(Side::other);
        let endings = loser.map(Ending::Forfeit).into_iter().chain([Ending::Aborted]);
        endings.into_iter().find(|ending| ending.outcome() == outcome)
    }
}

impl Turn {
    /// A ply of which nothing more is known.
    pub fn new(controller: impl Into<String>, actions: Vec<Submitted>) -> Turn {
        Turn { actions, controller: controller.into(), ..Turn::default() }
    }

    /// What the rules make of the actions.
    pub fn plain_actions(&self) -> Vec<Action> {
        self.actions.iter().map(Submitted::action).collect()
    }
}

impl Replay {
    /// A match of which nothing has been played.
    pub fn new(scenario: Arc<Scenario>, rules: Rules, seed: i64, created_at: impl Into<String>) -> Replay {
        Replay {
            scenario,
            rules,
            seed,
            created_at: created_at.into(),
            players: None,
            turns: Vec::new(),
            ending: None,
            extra: Map::new(),
        }
    }

    /// The match at its start.
    pub fn start(&self) -> Game {
        Game::new(self.scenario.clone(), self.rules, self.seed)
    }

    /// Plays everything again, ply by ply.
    pub fn plies(&self) -> Plies<'_> {
        Plies { game: self.start(), turns: self.turns.iter() }
    }

    /// The match after so many plies, or after the last if there are fewer.
    pub fn after(&self, plies: usize) -> Game {
        let mut game = self.start();
        for turn in self.turns.iter().take(plies) {
            game.play(&turn.plain_actions(), &mut ());
        }
        game
    }

    /// How the match ended; none if it has not.
    pub fn outcome(&self) -> Option<Outcome> {
        self.after(usize::MAX).outcome().or(self.ending.map(Ending::outcome))
    }

    /// The outcome that stands in files. That of an ending which does not count stands there too, to be found wrong.
    fn written_result(&self) -> Option<Outcome> {
        self.ending.map(Ending::outcome).or_else(|| self.outcome())
    }
}

/// The plies of a replay, played again.
#[derive(Clone, Debug)]
pub struct Plies<'a> {
    game: Game,
    turns: std::slice::Iter<'a, Turn>,
}

/// A ply that was played again.
#[derive(Clone, Debug)]
pub struct Ply<'a> {
    /// What was submitted, and by whom.
    pub turn: &'a Turn,
    /// The position at its beginning.
    pub before: Position,
    /// What happened.
    pub events: Vec<Noted>,
    /// The match at its end.
    pub after: Game,
}

impl<'a> Iterator for Plies<'a> {
    type Item = Ply<'a>;

    fn next(&mut self) -> Option<Ply<'a>> {
        let turn = self.turns.next()?;
        let before = self.game.position().clone();
        let events = self.game.play_with_events(&turn.plain_actions());
        Some(Ply { turn, before, events, after: self.game.clone() })
    }
}
