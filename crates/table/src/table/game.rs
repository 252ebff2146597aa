//! A game of RingRift or ASG behind one type.

use agent_protocol::{AgentGame as _, RejectedAction};
use agent_protocol::{play_orders, resolve_action};
use asg::{EventRecord, PositionHash, SubmittedOrder};
use game::{Ending, Game as _, Rejection, RingRift};
use ringrift::{Action, Event, Position};
use serde_json::Value;

use super::command::CommandRejection;

/// A game of RingRift or ASG. Two games are equal if the same actions have the same effects in both.
#[derive(Clone, Debug)]
pub enum AnyGame {
    RingRift(Box<RingRift>),
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

/// Events of one action.
#[derive(Clone, PartialEq, Debug)]
pub enum ActionEvents {
    RingRift { action: Action, events: Vec<Event> },
    Asg { orders: Vec<SubmittedOrder>, events: Vec<EventRecord> },
}

impl ActionEvents {
    /// Reports whether the random generator decided a part of the outcome.
    pub fn is_random(&self) -> bool {
        match self {
            ActionEvents::RingRift { .. } => false,
            ActionEvents::Asg { events, .. } => {
                events.iter().any(|noted| matches!(noted.event, asg::Event::Fought { .. }))
            }
        }
    }
}

/// An action that was resolved and played.
#[derive(Clone, PartialEq, Debug)]
pub struct AcceptedAction {
    /// Canonical form of the action, as it is written to the log.
    pub action: Value,
    pub events: ActionEvents,
}

/// Resolves an action of a RingRift game and plays it. On error the game is unchanged.
///
/// # Errors
/// Returns why the action is not legal.
pub(crate) fn submit_action(game: &mut RingRift, action: &Value) -> Result<AcceptedAction, CommandRejection> {
    let resolved = resolve_action(game, action);
    let resolved = resolved.map_err(|rejected| CommandRejection::of_orders(vec![*rejected]))?;
    let text = game.position().action_text(resolved);
    let mut events = Vec::new();
    game.play_observed(resolved, &mut events).map_err(|reason| CommandRejection { reason, orders: Box::default() })?;
    Ok(AcceptedAction { action: text.into(), events: ActionEvents::RingRift { action: resolved, events } })
}

impl AnyGame {
    /// Creates a RingRift game that starts from a position.
    pub fn ring_rift(start: Position) -> AnyGame {
        AnyGame::RingRift(Box::new(RingRift::new(start)))
    }

    pub fn seats(&self) -> usize {
        match self {
            AnyGame::RingRift(game) => game.seats(),
            AnyGame::Asg(game) => game.seats(),
        }
    }

    /// Returns the seat to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<usize> {
        match self {
            AnyGame::RingRift(game) => game.to_move(),
            AnyGame::Asg(game) => game.to_move(),
        }
    }

    /// Returns the number of the current turn (in ASG, the ply).
    pub fn turn(&self) -> u64 {
        match self {
            AnyGame::RingRift(game) => game.position().turn().into(),
            AnyGame::Asg(game) => game.position().ply(),
        }
    }

    /// Returns the result according to the rules, if the game is over.
    pub fn ending(&self) -> Option<Ending> {
        match self {
            AnyGame::RingRift(game) => game.ending(),
            AnyGame::Asg(game) => game.ending(),
        }
    }

    /// Returns the hash of the visible state. The state of ASG's random generator is not part of it.
    pub fn hash(&self) -> String {
        match self {
            AnyGame::RingRift(game) => game.position().fingerprint_hash().to_string(),
            AnyGame::Asg(game) => PositionHash::of(game.position()).to_string(),
        }
    }

    /// Resolves an action sent by a player and plays it: text for RingRift, a list of orders for ASG. On error the game is
    /// unchanged.
    ///
    /// ASG orders without effect are ignored; the others are played.
    ///
    /// # Errors
    /// Returns why the RingRift action is not legal, or why no ASG order has an effect.
    pub fn submit(&mut self, action: &Value) -> Result<AcceptedAction, CommandRejection> {
        match self {
            AnyGame::RingRift(game) => submit_action(game, action),
            AnyGame::Asg(game) => {
                let Value::Array(orders) = action else {
                    let message = "send a list of orders, such as [{\"type\":\"reinforce\",\"amount\":2}]";
                    let rejection = Rejection::new("bad_shape", message);
                    return Err(CommandRejection::of_orders(vec![RejectedAction {
                        index: 0,
                        action: Value::Null,
                        rejection,
                    }]));
                };
                let (submission, events) = play_orders(game, orders);
                let orders = submission.played.into_iter().next();
                let orders = orders.ok_or_else(|| CommandRejection::of_orders(submission.rejected))?;
                Ok(AcceptedAction { action: game.move_json(&orders), events: ActionEvents::Asg { orders, events } })
            }
        }
    }

    /// Plays an action of a log, in the canonical form of [`AcceptedAction::action`].
    ///
    /// # Errors
    /// Returns an error if the action is not legal, which means that the log is damaged.
    pub fn replay(&mut self, action: &Value) -> Result<ActionEvents, Rejection> {
        match self {
            AnyGame::RingRift(game) => {
                let text = action.as_str().ok_or_else(|| Rejection::new("bad_shape", "the action is not a string"))?;
                let read = game.position().read_action(text);
                let action = read.map_err(|error| Rejection::new("illegal", error.to_string()))?;
                let mut events = Vec::new();
                game.play_observed(action, &mut events)?;
                Ok(ActionEvents::RingRift { action, events })
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
