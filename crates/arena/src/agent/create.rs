//! Creation of agents from their settings.

use crate::agent::settings::{AgentSettings, Prices, SettingsError};
use crate::agent::{AllowList, HttpAgent, LlmAgent, ProcessAgent};
use crate::protocol::{Agent, AgentGame};

impl AgentSettings {
    /// Creates the agent. Programs are started and services called with the first request only.
    ///
    /// # Errors
    /// Rejects invalid settings and protocols that the game does not support.
    pub fn agent<G: AgentGame>(&self, prices: &Prices) -> Result<Box<dyn Agent<G>>, SettingsError> {
        Ok(match self {
            AgentSettings::Http(settings) => Box::new(HttpAgent::new(settings)?),
            AgentSettings::Process(settings) => Box::new(ProcessAgent::new::<G>(settings)?),
            AgentSettings::Llm(settings) => Box::new(LlmAgent::new(settings, prices)?),
        })
    }

    /// Creates the agent with requests restricted to public addresses, listed addresses, and the host of the URL in the settings if
    /// that host is an IP address or `localhost`. Programs are not restricted.
    ///
    /// # Errors
    /// As for [`agent`](AgentSettings::agent).
    pub fn agent_within<G: AgentGame>(
        &self,
        prices: &Prices,
        allow: &AllowList,
    ) -> Result<Box<dyn Agent<G>>, SettingsError> {
        let allow = |url: &str| allow.clone().with_host_of(url);
        Ok(match self {
            AgentSettings::Http(settings) => Box::new(HttpAgent::new(settings)?.within(&allow(&settings.url))),
            AgentSettings::Llm(settings) => {
                Box::new(LlmAgent::new(settings, prices)?.within(&allow(&settings.base_url)))
            }
            AgentSettings::Process(_) => self.agent(prices)?,
        })
    }
}
