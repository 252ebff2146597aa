//! Resolves entrants to bots and agents.

use std::time::Duration;

use game::{Factory, Game, Roster};
use serde_json::Value;

use crate::agent::{
    AgentSettings, HttpSettings, LlmSettings, Prices, ProcessSettings, Prompt, Protocol, ReferenceAgent, split_command,
};
use crate::matches::{AgentSeat, SeatPlayer};
use crate::protocol::{AgentGame, Compat};
use crate::settings::EntrantSettings;

/// Participant of a run.
pub struct Entrant<G: Game> {
    pub name: String,
    /// Creates the player for one game; the argument is the seed of its random choices.
    pub create_player: Box<dyn Fn(u64) -> SeatPlayer<G> + Send + Sync>,
}

/// A resolved entrant.
pub(super) struct Player<G: Game> {
    pub(super) settings: EntrantSettings,
    kind: Kind<G>,
    /// Player as written to the manifest.
    pub(super) description: Value,
    pub(super) version: Option<&'static str>,
    prices: Prices,
}

enum Kind<G: Game> {
    BuiltIn(Factory<G>),
    Agent(AgentSettings),
}

impl<G: AgentGame> Player<G> {
    /// Resolves an entrant. On failure returns the settings field that is wrong and the reason.
    pub(super) fn new(
        settings: &EntrantSettings,
        roster: &Roster<G>,
        prices: &Prices,
    ) -> Result<Player<G>, (&'static str, String)> {
        let (part, agent) = agent_settings(settings)?;
        let name = settings.player.as_deref().unwrap_or_default();
        let mut settings = settings.clone();
        let (kind, description, version) = match agent {
            None => {
                let factory = roster.find(name).map_err(|problem| (part, format!("{problem}{AGENT_FORMS}")))?;
                // Built-in players need no profile, so it must not change the run.
                settings.compat = None;
                (Kind::BuiltIn(factory), name.into(), roster.version(name))
            }
            Some(_) if settings.compat.is_some() && G::NAME != "asg" => {
                return Err((
                    "compat",
                    "only ASG has a reference implementation; remove compat, or play ASG".to_owned(),
                ));
            }
            Some(agent) => {
                // Creating the agent once finds invalid settings before the run starts.
                agent.agent::<G>(prices).map_err(|problem| (part, problem.to_string()))?;
                let description = agent.described();
                (Kind::Agent(agent), description, None)
            }
        };
        Ok(Player { settings, kind, description, version, prices: prices.clone() })
    }

    pub(super) fn prompt(&self, start: &G) -> Option<Value> {
        match &self.kind {
            Kind::Agent(AgentSettings::Llm(settings)) => {
                Some(serde_json::to_value(Prompt::new(start, settings)).expect("a prompt serializes to JSON"))
            }
            _ => None,
        }
    }

    pub(super) fn entrant(self, name: String) -> Entrant<G> {
        let Player { settings, kind, prices, .. } = self;
        let (policy, most_faults, compat) = (settings.policy(), settings.most_faults(), settings.compat);
        let deadline = Duration::from_millis(settings.deadline_ms());
        let create_player: Box<dyn Fn(u64) -> SeatPlayer<G> + Send + Sync> = match kind {
            Kind::BuiltIn(factory) => Box::new(move |seed| SeatPlayer::Bot(factory(seed))),
            Kind::Agent(agent) => Box::new(move |_| {
                let agent = agent.agent(&prices).expect("the agent was created once before");
                let agent = match compat {
                    None => agent,
                    Some(Compat::Reference) => Box::new(ReferenceAgent(agent)),
                };
                SeatPlayer::Agent(AgentSeat { agent, policy, deadline, most_faults })
            }),
        };
        Entrant { name, create_player }
    }
}

/// Hint about short forms of agents.
const AGENT_FORMS: &str = "; agents are given as cmd:COMMAND, engine:COMMAND, http://ADDRESS or llm:MODEL@BASE_URL";

/// Returns the settings field that names the player, and its agent settings unless it is a built-in player.
pub(super) fn agent_settings(
    settings: &EntrantSettings,
) -> Result<(&'static str, Option<AgentSettings>), (&'static str, String)> {
    let EntrantSettings { player, http, process, llm, .. } = settings;
    let given = [
        ("player", player.is_some()),
        ("http", http.is_some()),
        ("process", process.is_some()),
        ("llm", llm.is_some()),
    ];
    let given: Vec<&str> = given.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| *name).collect();
    match given[..] {
        ["player"] => {
            Ok(("player", short_agent(player.as_deref().unwrap_or_default()).map_err(|problem| ("player", problem))?))
        }
        [_] => {
            let http = http.clone().map(|http| ("http", AgentSettings::Http(http)));
            let process = || process.clone().map(|process| ("process", AgentSettings::Process(process)));
            let llm = || llm.clone().map(|llm| ("llm", AgentSettings::Llm(llm)));
            let found = http.or_else(process).or_else(llm);
            Ok(found.map_or(("player", None), |(part, agent)| (part, Some(agent))))
        }
        [] => Err(("name", "give one of player, http, process and llm".to_owned())),
        _ => Err(("name", format!("give only one of {}", given.join(", ")))),
    }
}

/// Parses the short form of an agent. Returns `None` if the text names a built-in player.
fn short_agent(text: &str) -> Result<Option<AgentSettings>, String> {
    let process = |command: &str, protocol: Protocol| {
        let command = split_command(command).map_err(|problem| problem.to_string())?;
        Ok(Some(AgentSettings::Process(ProcessSettings { protocol, ..ProcessSettings::new(command) })))
    };
    if text.starts_with("http://") || text.starts_with("https://") {
        return Ok(Some(AgentSettings::Http(HttpSettings { url: text.to_owned(), observation: Default::default() })));
    }
    match text.split_once(':') {
        Some(("cmd", command)) => process(command, Protocol::Json),
        Some(("engine", command)) => process(command, Protocol::Engine),
        Some(("llm", model)) => {
            let (model, address) = model.split_once('@').ok_or("expected llm:MODEL@BASE_URL")?;
            // The address may be followed by # and the variable that holds the key.
            let (address, key) = address.split_once('#').map_or((address, None), |(address, key)| (address, Some(key)));
            let key_env = key.map(str::to_owned);
            Ok(Some(AgentSettings::Llm(LlmSettings { key_env, ..LlmSettings::new(address, model) })))
        }
        _ => Ok(None),
    }
}

/// Returns the settings field and the name of an entrant's model if the model has no price.
pub(super) fn model_without_price(settings: &EntrantSettings, prices: &Prices) -> Option<(&'static str, String)> {
    match agent_settings(settings).ok()? {
        (part, Some(AgentSettings::Llm(llm))) if llm.price.is_none() && !prices.contains_key(&llm.model) => {
            Some((part, llm.model))
        }
        _ => None,
    }
}
