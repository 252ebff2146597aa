//! Replays in memory.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::json::SubmittedOrder;
use crate::rules::{EventRecord, Match, Order, Outcome, Position, Rules};
use crate::scenario::Scenario;
use crate::side::{BySide, Side};

/// Record of a match, finished or in progress.
///
/// ```
/// use std::sync::Arc;
/// use asg::{Order, Replay, Rules, Scenario, Turn};
/// let scenario = Arc::new(Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?);
/// let mut replay = Replay::new(scenario, Rules::V0, 7, "2026-01-01T00:00:00.000Z");
/// replay.turns.push(Turn::new("by hand", vec![Order::reinforce(3).into()]));
/// let text = replay.to_json();
/// assert_eq!(Replay::read(&text)?, replay);
/// assert!(Replay::verify(&replay.to_reference_json())?.difference.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Scenario with the settings in effect.
    pub scenario: Arc<Scenario>,
    /// Edition of the rules.
    pub rules: Rules,
    /// Seed of the random generator.
    pub seed: i64,
    /// Time of the match, usually ISO 8601 in UTC; any text is accepted.
    pub created_at: String,
    /// Descriptions of the players; each is a JSON object.
    pub players: Option<BySide<Value>>,
    /// Plies in order; the scenario's starting player plays the first.
    pub turns: Vec<Turn>,
    /// Forfeit or abort; `None` if the match ended by the rules or has not ended.
    pub ending: Option<Ending>,
    /// Entries of another program's file under keys without a defined meaning.
    pub extra: Map<String, Value>,
}

/// Recorded data of a ply: the orders and everything that does not follow from the rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Turn {
    /// Submitted orders.
    pub orders: Vec<SubmittedOrder>,
    /// Name of the bot, agent or person that chose the orders.
    pub controller: String,
    /// Explanation that the player gave.
    pub rationale: Option<String>,
    /// Time that the player took, in milliseconds; not negative.
    pub latency_ms: f64,
    /// Errors in the communication with the player.
    pub diagnostics: Option<Value>,
    /// Notes that the player stored for later plies.
    pub memory_update: Option<Value>,
    /// Events added by the program that ran the match, such as `agent_retry`. They follow the events of the rules.
    pub runner_events: Vec<Value>,
    /// Entries of another program's file under keys without a defined meaning.
    pub extra: Map<String, Value>,
}

/// End of a match for a reason outside the rules. It has no effect if the rules have already ended the match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This player failed or gave up.
    Forfeit(Side),
    /// The players agreed to a draw.
    Agreement,
    /// The program that ran the match stopped it.
    Aborted,
}

impl Ending {
    /// Returns the outcome of the match.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Forfeit(loser) => Outcome::forfeit(loser),
            Ending::Agreement => Outcome::AGREEMENT,
            Ending::Aborted => Outcome::ABORTED,
        }
    }

    /// Returns the ending that a result in a file describes. An unknown result gives `None`; verification reports it.
    pub(super) fn read(result: &Value) -> Option<Ending> {
        let outcome: Option<Outcome> = Deserialize::deserialize(result).ok()?;
        outcome.and_then(Ending::of)
    }

    /// Returns the ending that an outcome describes, or `None` if the outcome follows from the rules.
    fn of(outcome: Outcome) -> Option<Ending> {
        let loser = outcome.winner().map(Side::other);
        let endings = loser.map(Ending::Forfeit).into_iter().chain([Ending::Agreement, Ending::Aborted]);
        endings.into_iter().find(|ending| ending.outcome() == outcome)
    }
}

impl Turn {
    /// Creates a ply with no further data.
    pub fn new(controller: impl Into<String>, orders: Vec<SubmittedOrder>) -> Turn {
        Turn { orders, controller: controller.into(), ..Turn::default() }
    }

    /// Returns the orders as the rules interpret them.
    pub fn plain_orders(&self) -> Vec<Order> {
        self.orders.iter().map(SubmittedOrder::order).collect()
    }
}

impl Replay {
    /// Creates a replay without plies.
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

    /// Returns the match at its start.
    pub fn start(&self) -> Match {
        Match::new(self.scenario.clone(), self.rules, self.seed)
    }

    /// Recomputes the match ply by ply.
    pub fn plies(&self) -> Plies<'_> {
        Plies { game: self.start(), turns: self.turns.iter() }
    }

    /// Returns the match after the first `plies` plies, or after all if there are fewer.
    pub fn after(&self, plies: usize) -> Match {
        let mut game = self.start();
        for turn in self.turns.iter().take(plies) {
            game.play(&turn.plain_orders(), &mut ());
        }
        game
    }

    /// Returns the result, or `None` if the match has not ended. Recomputes the whole match.
    pub fn outcome(&self) -> Option<Outcome> {
        self.after(usize::MAX).outcome().or(self.ending.map(Ending::outcome))
    }

    /// Returns the result to be written. It includes an ending without effect, so that verification can report it.
    pub(super) fn written_result(&self) -> Option<Outcome> {
        self.ending.map(Ending::outcome).or_else(|| self.outcome())
    }
}

/// Iterator over the recomputed plies of a replay.
#[derive(Clone, Debug)]
pub struct Plies<'a> {
    game: Match,
    turns: std::slice::Iter<'a, Turn>,
}

/// A recomputed ply.
#[derive(Clone, Debug)]
pub struct Ply<'a> {
    /// Recorded data of the ply.
    pub turn: &'a Turn,
    /// Position before the ply.
    pub before: Position,
    /// Events of the ply in order.
    pub events: Vec<EventRecord>,
    /// Match after the ply.
    pub after: Match,
}

impl<'a> Iterator for Plies<'a> {
    type Item = Ply<'a>;

    fn next(&mut self) -> Option<Ply<'a>> {
        let turn = self.turns.next()?;
        let before = self.game.position().clone();
        let events = self.game.play_with_events(&turn.plain_orders());
        Some(Ply { turn, before, events, after: self.game.clone() })
    }
}
