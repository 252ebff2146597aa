//! The players that the server runs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use arena::agent::{AgentSettings, AllowList, Prices};
use arena::{Agent, AgentGame, AgentRequest};
use game::{Bot, Cancellation, Progress, RingRift, Rosters, derived_seed};
use serde_json::Value;

use crate::id::GameId;
use crate::table::{AgentNote, AnyGame, Controller};

/// The agents that the operator has set up, by name.
#[derive(Clone, Debug, Default)]
pub struct AgentRegistry {
    /// The agents.
    pub agents: BTreeMap<String, AgentEntry>,
    /// Closed addresses to which the names of their hosts may lead.
    pub allow: AllowList,
}

/// An agent that the operator has set up.
#[derive(Clone, Debug)]
pub struct AgentEntry {
    /// How it is reached.
    pub settings: AgentSettings,
    /// Whether any guest may play against it. What costs money is never for guests.
    pub public: bool,
    /// The milliseconds it has for an answer.
    pub timeout: u64,
}

impl AgentRegistry {
    /// The names of the agents that guests may play against; with everything, of all of them.
    pub fn names(&self, everything: bool) -> Vec<String> {
        self.agents.iter().filter(|(_, agent)| agent.public || everything).map(|(name, _)| name.clone()).collect()
    }
}

/// A player of either game, which remembers what it thought of.
pub(super) enum BotPlayer {
    /// Built in.
    RingRift(Box<dyn Bot<RingRift>>),
    /// Built in.
    Asg(Box<dyn Bot<asg::Match>>),
    /// An agent.
    RingRiftAgent(Box<dyn Agent<RingRift>>, Duration),
    /// An agent.
    AsgAgent(Box<dyn Agent<asg::Match>>, Duration),
}

/// What a player of the server wants to do: one action after the other, with what it said if it is an agent; or nothing of use.
pub(super) type Choice = Result<(Vec<Value>, Option<AgentNote>), String>;

/// As much of an agent's reply is kept.
const LONGEST_REPLY: usize = 4_000;

impl BotPlayer {
    /// The player for a seat.
    pub(super) fn new(
        driver: Controller<'_>,
        game: &AnyGame,
        id: &GameId,
        seat: usize,
        rosters: &Rosters,
        agents: &AgentRegistry,
    ) -> Result<BotPlayer, String> {
        let seed = derived_seed(0, &["server", id.as_str(), &seat.to_string()]);
        match (driver, game) {
            (Controller::Bot(name), AnyGame::RingRift(_)) => {
                Ok(BotPlayer::RingRift(rosters.ringrift.find(name)?(seed)))
            }
            (Controller::Bot(name), AnyGame::Asg(_)) => Ok(BotPlayer::Asg(rosters.asg.find(name)?(seed))),
            (Controller::Agent(name), game) => {
                let entry = agents.agents.get(name).ok_or_else(|| format!("there is no agent {name} any more"))?;
                let timeout = Duration::from_millis(entry.timeout);
                let prices = Prices::default();
                let wrong = |error: arena::agent::SettingsError| error.to_string();
                Ok(match game {
                    AnyGame::RingRift(_) => BotPlayer::RingRiftAgent(
                        entry.settings.agent_within(&prices, &agents.allow).map_err(wrong)?,
                        timeout,
                    ),
                    AnyGame::Asg(_) => BotPlayer::AsgAgent(
                        entry.settings.agent_within(&prices, &agents.allow).map_err(wrong)?,
                        timeout,
                    ),
                })
            }
            (Controller::Open | Controller::Guest, _) => Err("nobody plays here for the server".to_owned()),
        }
    }

    /// Chooses for a seat, which is to move.
    pub(super) fn choose(&mut self, start: &AnyGame, game: &AnyGame, moves: &[Value], at: At<'_>) -> Choice {
        match (self, game, start) {
            (BotPlayer::RingRift(bot), AnyGame::RingRift(game), _) => {
                Ok((vec![game.move_json(&bot.choose(game, at.cancellation, at.progress))], None))
            }
            (BotPlayer::Asg(bot), AnyGame::Asg(game), _) => {
                Ok((vec![game.move_json(&bot.choose(game, at.cancellation, at.progress))], None))
            }
            (BotPlayer::RingRiftAgent(agent, timeout), AnyGame::RingRift(game), AnyGame::RingRift(start)) => {
                ask(&mut **agent, &**start, &**game, moves, *timeout, at)
            }
            (BotPlayer::AsgAgent(agent, timeout), AnyGame::Asg(game), AnyGame::Asg(start)) => {
                ask(&mut **agent, &**start, &**game, moves, *timeout, at)
            }
            _ => Err("this player is of another game".to_owned()),
        }
    }
}

/// Where and when a player is asked.
#[derive(Copy, Clone)]
pub(super) struct At<'a> {
    /// The game.
    pub(super) id: &'a GameId,
    /// The seat.
    pub(super) seat: usize,
    /// Cancelled when the choice is not needed any more.
    pub(super) cancellation: &'a Cancellation,
    pub(super) progress: &'a Progress,
}

/// Asks an agent, and once more if nothing can be made of the first answer.
fn ask<G: AgentGame>(
    agent: &mut dyn Agent<G>,
    start: &G,
    game: &G,
    moves: &[Value],
    timeout: Duration,
    at: At<'_>,
) -> Choice {
    let deadline = Instant::now() + timeout;
    // What was played, as the agent is told: everything since the start, because it may not remember.
    let mut replayed = start.clone();
    let mut since = Vec::new();
    for made in moves {
        let submission = match made {
            Value::Array(orders) => replayed.submit(orders),
            single => replayed.submit(std::slice::from_ref(single)),
        };
        since.extend(submission.played);
    }
    let mut refusals = Vec::new();
    let mut fault = None;
    for _ in 0..2 {
        if at.cancellation.is_cancelled() {
            return Err("the server stopped before the agent answered".to_owned());
        }
        let ask = AgentRequest {
            game,
            seat: at.seat,
            match_id: at.id.as_str(),
            ply: moves.len(),
            seen: start,
            since: &since,
            rejections: &refusals,
            retry: fault.as_ref(),
            deadline,
        };
        let asked = Instant::now();
        let exchange = agent.ask(&ask);
        match exchange.reply {
            Ok(reply) => {
                let mut after = game.clone();
                let submission = after.submit(&reply.actions);
                if !submission.played.is_empty() {
                    let mut now = game.clone();
                    let mut texts = Vec::new();
                    for chosen in &submission.played {
                        texts.push(now.move_json(chosen));
                        now.play(chosen).map_err(|rejection| rejection.to_string())?;
                    }
                    let note = AgentNote {
                        rationale: reply.rationale,
                        raw: exchange.raw.chars().take(LONGEST_REPLY).collect(),
                        took: asked.elapsed().as_millis() as u64,
                    };
                    return Ok((texts, Some(note)));
                }
                let message = submission
                    .rejected
                    .first()
                    .map_or_else(|| "the reply has no action".to_owned(), |refusal| refusal.rejection.to_string());
                fault = Some(arena::Fault::new(arena::FaultClass::Illegal, message));
                refusals = submission.rejected;
            }
            Err(failed) => fault = Some(failed),
        }
    }
    Err(fault.map_or_else(String::new, |fault| fault.to_string()))
}
