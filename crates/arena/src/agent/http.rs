//! HTTP agents. They use the `POST /act` protocol of the ASG reference implementation.

use crate::agent::http_client::{HttpClient, PostRequest, is_http_url, with_path};
use crate::agent::network::AllowList;
use crate::agent::reply::{LONGEST_REPLY, bounded_text, read_reply};
use crate::agent::settings::{HttpSettings, Observation, SettingsError};
use crate::protocol::{Agent, AgentGame, AgentRequest, Detail, Exchange, Usage};

/// Agent that replies to `POST …/act`.
#[derive(Debug)]
pub struct HttpAgent {
    client: HttpClient,
    url: String,
    detail: Option<Detail>,
}

impl HttpAgent {
    /// Creates the agent without sending a request.
    ///
    /// # Errors
    /// Rejects an invalid URL.
    pub fn new(settings: &HttpSettings) -> Result<HttpAgent, SettingsError> {
        if !is_http_url(&settings.url) {
            return Err(SettingsError::Address);
        }
        let detail = match settings.observation {
            Observation::Auto => None,
            Observation::Full => Some(Detail::Full),
            Observation::Reference => Some(Detail::Reference),
        };
        Ok(HttpAgent { client: HttpClient::new(None), url: with_path(&settings.url, "/act"), detail })
    }

    /// Restricts requests to an allow-list.
    #[must_use]
    pub fn within(self, allow: &AllowList) -> HttpAgent {
        HttpAgent { client: HttpClient::new(Some(allow)), ..self }
    }

    /// Returns the detail of requests. The default is the reference form in ASG and the full form in other games.
    fn detail<G: AgentGame>(&self) -> Detail {
        self.detail.unwrap_or(if G::NAME == "asg" { Detail::Reference } else { Detail::Full })
    }
}

impl<G: AgentGame> Agent<G> for HttpAgent {
    fn ask(&mut self, request: &AgentRequest<'_, G>) -> Exchange {
        let body = G::request(request, self.detail::<G>()).to_string();
        let post = PostRequest {
            url: &self.url,
            key: None,
            body: body.as_bytes(),
            time: request.time_left(),
            limit: LONGEST_REPLY,
        };
        let (reply, response) = match self.client.post(&post) {
            Ok(response) if response.is_success() => (read_reply(&response.body), response),
            Ok(response) => (Err(response.status_fault()), response),
            Err((fault, response)) => (Err(fault), response),
        };
        Exchange { reply, raw: bounded_text(&response.body), usage: Usage { requests: 1, ..Usage::default() } }
    }
}
