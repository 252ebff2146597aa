//! Bots and agents that play on the server.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use arena::agent::{AgentSettings, AllowList, Prices};
use arena::{Agent, AgentGame, AgentRequest, Attempt};
use game::{Bot, Cancellation, Progress, RingRift, Rosters, derived_seed};
use serde_json::Value;
use table::{AgentNote, AnyGame, Controller};

use crate::id::GameId;

/// Agents from the server's configuration.
#[derive(Clone, Debug, Default)]
pub struct AgentRegistry {
    /// Agents by name.
    pub agents: BTreeMap<String, AgentEntry>,
    /// Private addresses at which agents may run.
    pub allow: AllowList,
}

/// An agent from the server's configuration.
#[derive(Clone, Debug)]
pub struct AgentEntry {
    pub settings: AgentSettings,
    /// Whether every guest may play against it. Must be `false` for agents that cost money.
    pub public: bool,
    /// Time limit for an answer, including the retry, in milliseconds.
    pub timeout: u64,
}

impl AgentRegistry {
    /// Returns the names of all agents if `all` is true, otherwise of the public agents.
    pub fn names(&self, all: bool) -> Vec<String> {
        self.agents.iter().filter(|(_, agent)| agent.public || all).map(|(name, _)| name.clone()).collect()
    }
}

/// A bot or agent for one seat. It keeps its search results between turns.
pub(super) enum BotPlayer {
    RingRift(Box<dyn Bot<RingRift>>),
    Asg(Box<dyn Bot<asg::Match>>),
    RingRiftAgent(Box<dyn Agent<RingRift>>, Duration),
    AsgAgent(Box<dyn Agent<asg::Match>>, Duration),
}

/// Actions chosen by a bot or agent, with the agent's note; or an error message.
pub(super) type BotChoice = Result<(Vec<Value>, Option<AgentNote>), String>;

/// Maximum number of characters of an agent's raw reply that are stored.
const MAX_RAW_REPLY: usize = 4_000;

impl BotPlayer {
    /// Creates the player for a seat.
    pub(super) fn new(
        controller: Controller<'_>,
        game: &AnyGame,
        id: &GameId,
        seat: usize,
        rosters: &Rosters,
        agents: &AgentRegistry,
    ) -> Result<BotPlayer, String> {
        let seed = derived_seed(0, &["server", id.as_str(), &seat.to_string()]);
        match (controller, game) {
            (Controller::Bot(name), AnyGame::RingRift(_)) => {
                Ok(BotPlayer::RingRift(rosters.ringrift.find(name)?(seed)))
            }
            (Controller::Bot(name), AnyGame::Asg(_)) => Ok(BotPlayer::Asg(rosters.asg.find(name)?(seed))),
            (Controller::Agent(name), game) => {
                let missing = || format!("agent {name} is no longer in the server's configuration");
                let entry = agents.agents.get(name).ok_or_else(missing)?;
                let timeout = Duration::from_millis(entry.timeout);
                let prices = Prices::default();
                let invalid = |error: arena::agent::SettingsError| error.to_string();
                Ok(match game {
                    AnyGame::RingRift(_) => BotPlayer::RingRiftAgent(
                        entry.settings.agent_within(&prices, &agents.allow).map_err(invalid)?,
                        timeout,
                    ),
                    AnyGame::Asg(_) => BotPlayer::AsgAgent(
                        entry.settings.agent_within(&prices, &agents.allow).map_err(invalid)?,
                        timeout,
                    ),
                })
            }
            (Controller::Open | Controller::Guest, _) => Err("the seat is not played by a bot or an agent".to_owned()),
        }
    }

    /// Chooses actions for the seat to move.
    pub(super) fn choose(&mut self, start: &AnyGame, game: &AnyGame, moves: &[Value], turn: BotTurn<'_>) -> BotChoice {
        match (self, game, start) {
            (BotPlayer::RingRift(bot), AnyGame::RingRift(game), _) => {
                Ok((vec![game.move_json(&bot.choose(game, turn.cancellation, turn.progress))], None))
            }
            (BotPlayer::Asg(bot), AnyGame::Asg(game), _) => {
                Ok((vec![game.move_json(&bot.choose(game, turn.cancellation, turn.progress))], None))
            }
            (BotPlayer::RingRiftAgent(agent, timeout), AnyGame::RingRift(game), AnyGame::RingRift(start)) => {
                ask_agent(&mut **agent, &**start, &**game, moves, *timeout, turn)
            }
            (BotPlayer::AsgAgent(agent, timeout), AnyGame::Asg(game), AnyGame::Asg(start)) => {
                ask_agent(&mut **agent, &**start, &**game, moves, *timeout, turn)
            }
            _ => Err("the player was created for another game".to_owned()),
        }
    }
}

/// A turn of a bot or agent.
#[derive(Copy, Clone)]
pub(super) struct BotTurn<'a> {
    pub(super) id: &'a GameId,
    pub(super) seat: usize,
    /// Cancelled when the choice is no longer needed.
    pub(super) cancellation: &'a Cancellation,
    pub(super) progress: &'a Progress,
}

/// Asks an agent for its actions, and once more if the first reply is unusable.
fn ask_agent<G: AgentGame>(
    agent: &mut dyn Agent<G>,
    start: &G,
    game: &G,
    moves: &[Value],
    timeout: Duration,
    turn: BotTurn<'_>,
) -> BotChoice {
    // The agent may be stateless, so it receives every move since the start.
    let mut replayed = start.clone();
    let mut since = Vec::new();
    for action in moves {
        let submission = match action {
            Value::Array(orders) => replayed.submit(orders),
            single => replayed.submit(std::slice::from_ref(single)),
        };
        since.extend(submission.played);
    }
    let cancelled = "the request was cancelled before the agent answered";
    if turn.cancellation.is_cancelled() {
        return Err(cancelled.to_owned());
    }
    let request = AgentRequest {
        game,
        seat: turn.seat,
        match_id: turn.id.as_str(),
        ply: moves.len(),
        seen: start,
        since: &since,
        rejections: &[],
        retry: None,
        deadline: Instant::now() + timeout,
    };
    let attempts = arena::request_moves(agent, &request, true, |_| !turn.cancellation.is_cancelled());
    let Attempt { exchange, took, moves: chosen, fault, .. } =
        attempts.and_then(|mut attempts| attempts.pop()).ok_or_else(|| cancelled.to_owned())?;
    let reply = match (exchange.reply, fault) {
        (Ok(reply), None) => reply,
        (Err(fault), _) | (Ok(_), Some(fault)) => return Err(fault.to_string()),
    };
    let mut now = game.clone();
    let mut texts = Vec::new();
    for chosen in &chosen {
        texts.push(now.move_json(chosen));
        now.play(chosen).map_err(|rejection| rejection.to_string())?;
    }
    let raw = exchange.raw.chars().take(MAX_RAW_REPLY).collect();
    Ok((texts, Some(AgentNote { rationale: reply.rationale, raw, took: took.as_millis() as u64 })))
}
