//! A game of either kind.

use arena::{AgentGame, RejectedAction};
use asg::{EventRecord, PositionHash, SubmittedOrder};
use game::{Ending, Game as _, Rejection, RingRift};
use ringrift::{Event, Position};
use serde_json::Value;

/// A game of either kind. Two are equal if the rest of the game depends on the same.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// RingRift.
    RingRift(Box<RingRift>),
    /// The Agent Strategy Game.
    Asg(Box<asg::Match>),
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        match (self, other) {
            (AnyGame::RingRift(a), AnyGame::RingRift(b)) => a == b,
            (AnyGame::Asg(a), AnyGame::Asg(b)) => a.state() == b.state(),
            _ => false,
        }
    }
}

/// An action that cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub struct BadMove {
    /// What is wrong; never empty.
    pub refusals: Vec<RejectedAction>,
}

/// What happened when an action was played.
#[derive(Clone, PartialEq, Debug)]
pub enum ActionEvents {
    /// In RingRift.
    RingRift(Vec<Event>),
    /// In ASG.
    Asg {
        /// The orders.
        orders: Vec<SubmittedOrder>,
        /// What came of them.
        events: Vec<EventRecord>,
    },
}

impl ActionEvents {
    /// Whether luck had a part in it.
    pub fn has_luck(&self) -> bool {
        match self {
            ActionEvents::RingRift(_) => false,
            ActionEvents::Asg { events, .. } => {
                events.iter().any(|noted| matches!(noted.event, asg::Event::Fought { .. }))
            }
        }
    }
}

impl AnyGame {
    /// A game of RingRift that begins with a position.
    pub fn ring_rift(start: Position) -> AnyGame {
        AnyGame::RingRift(Box::new(RingRift::new(start)))
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        match self {
            AnyGame::RingRift(game) => game.seats(),
            AnyGame::Asg(game) => game.seats(),
        }
    }

    /// Who decides now; nobody after the end.
    pub fn to_move(&self) -> Option<usize> {
        match self {
            AnyGame::RingRift(game) => game.to_move(),
            AnyGame::Asg(game) => game.to_move(),
        }
    }

    /// The number of the turn.
    pub fn turn(&self) -> u64 {
        match self {
            AnyGame::RingRift(game) => game.position().turn().into(),
            AnyGame::Asg(game) => game.position().ply(),
        }
    }

    /// How the rules have ended it.
    pub fn ending(&self) -> Option<Ending> {
        match self {
            AnyGame::RingRift(game) => game.ending(),
            AnyGame::Asg(game) => game.ending(),
        }
    }

    /// The hash of everything that can be seen and the rest of the game depends on.
    pub fn hash(&self) -> String {
        match self {
            AnyGame::RingRift(game) => game.position().fingerprint_hash().to_string(),
            AnyGame::Asg(game) => PositionHash::of(game.position()).to_string(),
        }
    }

    /// Reads an action and checks it: an action of RingRift is a text, a ply of ASG a list of orders. Gives back what is to be
    /// kept of it. In ASG orders without effect are void and the others count; a ply of which nothing has effect is refused.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn read(&self, action: &Value) -> Result<Value, BadMove> {
        match self {
            AnyGame::RingRift(game) => {
                let mut after = game.as_ref().clone();
                let submission = after.submit(std::slice::from_ref(action));
                let played = submission.played.first().ok_or(BadMove { refusals: submission.rejected })?;
                Ok(game.move_json(played))
            }
            AnyGame::Asg(game) => {
                let Value::Array(orders) = action else {
                    let message = "a ply is a list of orders, such as [{\"type\":\"reinforce\",\"amount\":2}]";
                    let rejection = Rejection::new("bad_shape", message);
                    return Err(BadMove {
                        refusals: vec![RejectedAction { index: 0, action: Value::Null, rejection }],
                    });
                };
                let submission = game.as_ref().clone().submit(orders);
                let played = submission.played.first().ok_or(BadMove { refusals: submission.rejected })?;
                Ok(game.move_json(played))
            }
        }
    }

    /// Plays an action that was read before.
    ///
    /// # Errors
    /// If it cannot be played after all.
    pub fn play(&mut self, action: &Value) -> Result<ActionEvents, Rejection> {
        match self {
            AnyGame::RingRift(game) => {
                let text = action.as_str().ok_or_else(|| Rejection::new("bad_shape", "an action is a text"))?;
                let read = game.position().read_action(text);
                let action = read.map_err(|error| Rejection::new("illegal", error.to_string()))?;
                let mut events = Vec::new();
                game.play_observed(action, &mut events)?;
                Ok(ActionEvents::RingRift(events))
            }
            AnyGame::Asg(game) => {
                let orders = action.as_array().map_or(&[][..], Vec::as_slice);
                let orders = SubmittedOrder::read_list(orders, game.scenario());
                let plain: Vec<asg::Order> = orders.iter().map(SubmittedOrder::order).collect();
                let events = game.play_with_events(&plain);
                Ok(ActionEvents::Asg { orders, events })
            }
        }
    }
}
