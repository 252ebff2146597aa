//! What an operator can set: in a file, or by arguments of the command line.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use arena::agent::{AgentSettings, Network};
use serde::Deserialize;

use crate::hub::{AgentEntry, AgentRegistry, HubSettings};
use crate::time::DAY;

/// The settings of a server. Everything has a default.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// The address to listen at.
    pub bind: IpAddr,
    /// The folder of the database.
    pub data: PathBuf,
    /// Whether clients come over TLS, which a proxy in front of the server ends: cookies are then sent over TLS only.
    pub tls: bool,
    /// Other origins from which pages may use the server, such as `https://example.org`.
    pub origins: Vec<String>,
    /// The addresses of proxies that say truly on whose behalf they ask, as `10.0.0.1` or `10.0.0.0/8`.
    pub trusted_proxies: Vec<String>,
    /// Whether anybody may read `/metrics`; otherwise only whoever asks from the same machine.
    pub public_metrics: bool,
    /// How many connections are open at once, at most.
    pub connections: usize,
    /// How many games that are not over a guest may have made.
    pub games_per_guest: u32,
    /// After how many days without a visit a guest who plays nothing is forgotten.
    pub forget_guests_after_days: u32,
    /// After how many days without an action a game without clocks is archived.
    pub archive_after_days: u32,
    /// How many players of the server think at once; half of the cores by default.
    pub thinkers: Option<usize>,
    /// How often one may ask.
    pub rates: Rates,
    /// Addresses and networks that are not public, to which the names of agents' hosts may lead, such as `10.0.0.0/8`.
    pub agent_networks: Vec<String>,
    /// Agents that guests, or the operator alone, can play against.
    pub agents: BTreeMap<String, AgentConfig>,
}

/// How often one may ask: so many times a second on average, and so many at once.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rates {
    /// Requests of one guest, or of one address without a guest; of one address with all its guests ten times as many.
    pub requests_per_second: u32,
    /// The same at once.
    pub requests_burst: u32,
    /// New guests and new games of one address, a minute.
    pub new_per_minute: u32,
    /// The same at once.
    pub new_burst: u32,
    /// Requests to the rules service of one address.
    pub rules_per_second: u32,
    /// The same at once.
    pub rules_burst: u32,
    /// Messages of one socket, a second.
    pub messages_per_second: u32,
    /// The same at once.
    pub messages_burst: u32,
}

/// An agent.
#[derive(Clone, Debug, Deserialize)]
pub struct AgentConfig {
    /// How it is reached: `kind`, and what belongs to it.
    #[serde(flatten)]
    pub settings: AgentSettings,
    /// Whether guests may play against it. Language models are never for guests: they cost the operator's money.
    #[serde(default)]
    pub public: bool,
    /// The milliseconds that it has for an answer.
    #[serde(default = "thirty_seconds")]
    pub timeout_ms: u64,
}

const fn thirty_seconds() -> u64 {
    30_000
}

impl Default for Config {
    fn default() -> Config {
        Config {
            port: 7477,
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            data: data_folder(),
            tls: false,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            public_metrics: false,
            connections: 10_000,
            games_per_guest: 50,
            forget_guests_after_days: 180,
            archive_after_days: 14,
            thinkers: None,
            rates: Rates::default(),
            agent_networks: Vec::new(),
            agents: BTreeMap::new(),
        }
    }
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            requests_per_second: 30,
            requests_burst: 120,
            new_per_minute: 30,
            new_burst: 30,
            rules_per_second: 500,
            rules_burst: 1_000,
            messages_per_second: 20,
            messages_burst: 60,
        }
    }
}

/// Where a user's programs keep what they need; the folder that one is in, if that is not known.
fn data_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || std::env::home_dir().filter(|home| home.is_absolute());
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map_or_else(|| PathBuf::from("ringside-data"), |base| base.join("ringside"))
}

/// A configuration that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct ConfigError(Vec<String>);

impl Config {
    /// Reads a file of settings.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    ///
    /// ```
    /// let config = server::Config::parse("port = 8080\n[rates]\nrequests_per_second = 5\n")?;
    /// assert_eq!((config.port, config.rates.requests_per_second, config.rates.requests_burst), (8080, 5, 120));
    /// let problem = server::Config::parse("prot = 8080").unwrap_err().to_string();
    /// assert!(problem.contains("unknown field `prot`"), "{problem}");
    /// # Ok::<(), server::ConfigError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let config: Config =
            toml::from_str(text).map_err(|error| ConfigError(vec![error.to_string().trim_end().to_owned()]))?;
        config.check()?;
        Ok(config)
    }

    /// Checks that settings make sense together.
    ///
    /// # Errors
    /// Lists everything that does not.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut problems = Vec::new();
        for text in &self.trusted_proxies {
            if Network::parse(text).is_none() {
                problems.push(format!("trusted_proxies: {} is no address and no network", ringrift::excerpt(text)));
            }
        }
        for text in &self.agent_networks {
            if Network::parse(text).is_none() {
                problems.push(format!("agent_networks: {} is no address and no network", ringrift::excerpt(text)));
            }
        }
        for text in &self.origins {
            if !(text.starts_with("https://") || text.starts_with("http://")) || text.ends_with('/') {
                let shown = ringrift::excerpt(text);
                problems.push(format!("origins: {shown} is no origin such as https://example.org, without a slash"));
            }
        }
        let rates = self.rates;
        let numbers = [
            ("rates.requests_per_second", rates.requests_per_second),
            ("rates.requests_burst", rates.requests_burst),
            ("rates.new_per_minute", rates.new_per_minute),
            ("rates.new_burst", rates.new_burst),
            ("rates.rules_per_second", rates.rules_per_second),
            ("rates.rules_burst", rates.rules_burst),
            ("rates.messages_per_second", rates.messages_per_second),
            ("rates.messages_burst", rates.messages_burst),
            ("games_per_guest", self.games_per_guest),
            ("archive_after_days", self.archive_after_days),
            ("forget_guests_after_days", self.forget_guests_after_days),
        ];
        problems
            .extend(numbers.iter().filter(|(_, number)| *number == 0).map(|(name, _)| format!("{name}: 0 is too few")));
        for (name, agent) in &self.agents {
            if agent.public && matches!(agent.settings, AgentSettings::Llm(_)) {
                problems.push(format!("agents.{name}: a language model costs your money and cannot be public"));
            }
            if !(100..=600_000).contains(&agent.timeout_ms) {
                problems.push(format!("agents.{name}: timeout_ms is a number from 100 to 600000"));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(ConfigError(problems)) }
    }

    /// The settings of the tables.
    pub(crate) fn hub(&self) -> HubSettings {
        let default = HubSettings::default();
        HubSettings {
            thinkers: self.thinkers.unwrap_or(default.thinkers).max(1),
            idle_limit: u64::from(self.archive_after_days) * DAY,
            forget_after: u64::from(self.forget_guests_after_days) * DAY,
            ..default
        }
    }

    /// The agents.
    pub(crate) fn agent_registry(&self) -> AgentRegistry {
        let entry = |agent: &AgentConfig| AgentEntry {
            settings: agent.settings.clone(),
            public: agent.public,
            timeout: agent.timeout_ms,
        };
        AgentRegistry {
            agents: self.agents.iter().map(|(name, agent)| (name.clone(), entry(agent))).collect(),
            allow: self.agent_networks.join(",").parse().unwrap_or_default(),
        }
    }

    /// The networks of the proxies.
    pub(crate) fn proxies(&self) -> Vec<Network> {
        self.trusted_proxies.iter().filter_map(|text| Network::parse(text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_wrong_is_listed() {
        let text = "trusted_proxies = [\"x\"]\norigins = [\"example.org\"]\ngames_per_guest = 0\n\
                    [agents.gpt]\nkind = \"llm\"\nbase_url = \"http://localhost\"\nmodel = \"m\"\npublic = true\n";
        let problems = Config::parse(text).expect_err("wrong").to_string();
        for part in ["trusted_proxies: x", "origins: example.org", "games_per_guest: 0", "agents.gpt: a language model"]
        {
            assert!(problems.contains(part), "{problems}");
        }
        assert!(Config::parse("").is_ok());
    }
}
