//! Agents that answer requests over HTTP, as in the reference.

use crate::agent::http_client::{Post, Sender, is_address, with_path};
use crate::agent::network::AllowList;
use crate::agent::reply::{LONGEST_REPLY, kept, read_reply};
use crate::agent::settings::{HttpSettings, Observation, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Detail, Exchange, Usage};

/// An agent that is asked by `POST …/act`.
#[derive(Debug)]
pub struct HttpAgent {
    sender: Sender,
    url: String,
    detail: Option<Detail>,
}

impl HttpAgent {
    /// The agent of some settings. Nobody is called yet.
    ///
    /// # Errors
    /// If the address is none.
    pub fn new(settings: &HttpSettings) -> Result<HttpAgent, SettingsError> {
        if !is_address(&settings.url) {
            return Err(SettingsError::Address);
        }
        let detail = match settings.observation {
            Observation::Auto => None,
            Observation::Full => Some(Detail::Full),
            Observation::Reference => Some(Detail::Reference),
        };
        Ok(HttpAgent { sender: Sender::new(None), url: with_path(&settings.url, "/act"), detail })
    }

    /// The same, which asks only where requests may go.
    #[must_use]
    pub fn within(self, allow: &AllowList) -> HttpAgent {
        HttpAgent { sender: Sender::new(Some(allow)), ..self }
    }

    /// The detail of requests: where nothing is said, agents of ASG get what those made for the reference know.
    fn detail<G: AgentGame>(&self) -> Detail {
        self.detail.unwrap_or(if G::NAME == "asg" { Detail::Reference } else { Detail::Full })
    }
}

impl<G: AgentGame> Agent<G> for HttpAgent {
    fn ask(&mut self, ask: &AgentRequest<'_, G>) -> Exchange {
        let body = G::request(ask, self.detail::<G>()).to_string();
        let post =
            Post { url: &self.url, key: None, body: body.as_bytes(), time: ask.time_left(), limit: LONGEST_REPLY };
        let (reply, answer) = match self.sender.post(&post) {
            Ok(answer) if answer.is_success() => (read_reply(&answer.body), answer),
            Ok(answer) => (Err(answer.status_fault()), answer),
            Err((fault, answer)) => (Err(fault), answer),
        };
        Exchange { reply, raw: kept(&answer.body), usage: Usage { requests: 1, ..Usage::default() } }
    }
}
