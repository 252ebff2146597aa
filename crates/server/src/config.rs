//! Configuration of the server, from a TOML file and the command line.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use arena::agent::{AgentSettings, Network};
use serde::Deserialize;

use crate::connections::ConnectionLimits;
use crate::hub::{AgentEntry, AgentRegistry, HubSettings};
use crate::time::DAY;

/// Configuration of the server. Every setting has a default.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Port; 0 chooses a free one.
    pub port: u16,
    /// Address to listen on.
    pub bind: IpAddr,
    /// Folder of the database.
    pub data: PathBuf,
    /// Whether a proxy in front of the server terminates TLS. Cookies are then marked `Secure`.
    pub tls: bool,
    /// Origins of other sites whose pages may use the server, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Names of this server, such as `play.example.org`. Addresses, `localhost` and the hosts of `origins` need not be listed.
    pub hosts: Vec<String>,
    /// Addresses or networks of proxies whose `X-Forwarded-For` header is trusted, such as `10.0.0.0/8`.
    pub trusted_proxies: Vec<String>,
    /// Whether `/metrics` is available to all clients; otherwise only to clients on the same machine.
    pub public_metrics: bool,
    /// Largest number of open connections, including WebSockets.
    pub connections: usize,
    /// Largest number of open connections from one IPv4 address or IPv6 /64 network; never more than half of `connections`.
    pub connections_per_address: usize,
    pub timeouts: Timeouts,
    /// Largest number of unfinished games that a guest may have created.
    pub games_per_guest: u32,
    /// Days without a visit after which a guest without unfinished games is deleted.
    pub forget_guests_after_days: u32,
    /// Days for which the devices and networks of guests are stored, so that the operator can ban them; 0 stores none.
    pub remember_devices_days: u32,
    /// Days without an action after which an unfinished game without clocks ends without a result.
    pub archive_after_days: u32,
    /// Number of bots that think at the same time; half of the cores by default.
    pub thinkers: Option<usize>,
    /// Whether bots play games in which no person sits while it has no subscribers.
    pub bots_play_unwatched: bool,
    /// Whether the server analyses positions and reviews games. Pages analyse in the browser first and ask the server only if that fails.
    pub analysis: bool,
    pub rates: Rates,
    /// Whether to start even if the system time is far from the latest stored time; only on the command line.
    #[serde(skip)]
    pub accept_clock: bool,
    /// Private addresses and networks that host names of agents may resolve to, such as `10.0.0.0/8`.
    pub agent_networks: Vec<String>,
    /// Agents by name.
    pub agents: BTreeMap<String, AgentConfig>,
}

/// Time limits of connections, in milliseconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeouts {
    /// From the start of a connection to its first byte.
    pub first_byte_ms: u32,
    /// From the first byte of a connection, or from the end of the response before, to the end of the head of a request.
    pub header_ms: u32,
    /// Without any data while the body of a request is incomplete.
    pub body_ms: u32,
    /// Without any byte in either direction. It must be longer than the longest request takes.
    pub idle_ms: u32,
    /// For which a client may keep the server from sending; receiving data at a sufficient rate earns the time back.
    pub stall_ms: u32,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { first_byte_ms: 10_000, header_ms: 10_000, body_ms: 10_000, idle_ms: 75_000, stall_ms: 20_000 }
    }
}

impl Timeouts {
    pub(crate) fn first_byte(self) -> Duration {
        Duration::from_millis(self.first_byte_ms.into())
    }

    pub(crate) fn header(self) -> Duration {
        Duration::from_millis(self.header_ms.into())
    }

    pub(crate) fn body(self) -> Duration {
        Duration::from_millis(self.body_ms.into())
    }

    pub(crate) fn idle(self) -> Duration {
        Duration::from_millis(self.idle_ms.into())
    }

    pub(crate) fn stall(self) -> Duration {
        Duration::from_millis(self.stall_ms.into())
    }
}

/// Rate limits: an average rate and a burst size each.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rates {
    /// Requests of one guest, or of one address if the client is not signed in. All clients of one address together may send
    /// ten times as many.
    pub requests_per_second: u32,
    pub requests_burst: u32,
    /// New guests and games from one address.
    pub new_per_minute: u32,
    pub new_burst: u32,
    /// Requests to the rules service from one address.
    pub rules_per_second: u32,
    pub rules_burst: u32,
    /// Messages over one socket.
    pub messages_per_second: u32,
    pub messages_burst: u32,
}

/// Configuration of an agent.
#[derive(Clone, Debug, Deserialize)]
pub struct AgentConfig {
    /// `kind` and the settings of that kind.
    #[serde(flatten)]
    pub settings: AgentSettings,
    /// Whether guests may play against it. Language models cannot be public, because they cost the operator money.
    #[serde(default)]
    pub public: bool,
    /// Response timeout, in milliseconds: 100 to 600000.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

const fn default_timeout_ms() -> u64 {
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
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            public_metrics: false,
            connections: 10_000,
            connections_per_address: 256,
            timeouts: Timeouts::default(),
            games_per_guest: 50,
            forget_guests_after_days: 180,
            remember_devices_days: 30,
            archive_after_days: 14,
            thinkers: None,
            bots_play_unwatched: false,
            analysis: true,
            rates: Rates::default(),
            accept_clock: false,
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

/// Returns the platform's data folder for the user, or a folder in the working directory if there is none.
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

/// All problems of a configuration; the message has one line per problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct ConfigError(Vec<String>);

impl Config {
    /// Parses and checks a configuration file.
    ///
    /// # Errors
    /// If the text is not valid TOML (with line and column), or a value is invalid (with all problems).
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

    /// Checks that all values are valid.
    ///
    /// # Errors
    /// Lists all problems.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut problems = Vec::new();
        for text in &self.trusted_proxies {
            if Network::parse(text).is_none() {
                problems.push(format!("trusted_proxies: {} is not an address or network", ringrift::excerpt(text)));
            }
        }
        for text in &self.agent_networks {
            if Network::parse(text).is_none() {
                problems.push(format!("agent_networks: {} is not an address or network", ringrift::excerpt(text)));
            }
        }
        for text in &self.origins {
            if !(text.starts_with("https://") || text.starts_with("http://")) || text.ends_with('/') {
                let shown = ringrift::excerpt(text);
                problems.push(format!(
                    "origins: {shown} is not an origin such as https://example.org (without a slash at the end)"
                ));
            }
        }
        for text in &self.hosts {
            if text.is_empty() || text.contains(['/', ':']) || text.contains(char::is_whitespace) {
                let shown = ringrift::excerpt(text);
                problems
                    .push(format!("hosts: {shown} is not a name such as play.example.org (without scheme and port)"));
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
            ("connections", self.connections.try_into().unwrap_or(u32::MAX)),
            ("connections_per_address", self.connections_per_address.try_into().unwrap_or(u32::MAX)),
            ("timeouts.first_byte_ms", self.timeouts.first_byte_ms),
            ("timeouts.header_ms", self.timeouts.header_ms),
            ("timeouts.body_ms", self.timeouts.body_ms),
            ("timeouts.idle_ms", self.timeouts.idle_ms),
            ("timeouts.stall_ms", self.timeouts.stall_ms),
            ("games_per_guest", self.games_per_guest),
            ("archive_after_days", self.archive_after_days),
            ("forget_guests_after_days", self.forget_guests_after_days),
        ];
        problems.extend(
            numbers.iter().filter(|(_, number)| *number == 0).map(|(name, _)| format!("{name}: must be at least 1")),
        );
        for (name, agent) in &self.agents {
            if agent.public && matches!(agent.settings, AgentSettings::Llm(_)) {
                problems.push(format!("agents.{name}: a language model cannot be public, because it costs you money"));
            }
            if !(100..=600_000).contains(&agent.timeout_ms) {
                problems.push(format!("agents.{name}: timeout_ms must be 100 to 600000"));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(ConfigError(problems)) }
    }

    /// Returns warnings about settings that are valid, but probably not intended.
    pub fn warnings(&self) -> Vec<&'static str> {
        let mut warnings = Vec::new();
        if self.trusted_proxies.is_empty() && self.tls {
            warnings.push(
                "tls is set, so a proxy is in front of the server, but trusted_proxies is empty: all clients share the limits \
                 of the proxy's address; list the address of the proxy",
            );
        }
        if self.trusted_proxies.is_empty() && !self.tls && !self.hosts.is_empty() && self.bind.is_loopback() {
            warnings.push(
                "hosts is set and only this machine can connect, so a proxy seems to be in front of the server: list its address \
                 in trusted_proxies, and set tls if it terminates TLS",
            );
        }
        if self.trusted_proxies.iter().any(|text| text.ends_with("/0")) {
            warnings.push("trusted_proxies contains all addresses: every client can claim to be another one");
        }
        if self.public_metrics && !self.bind.is_loopback() {
            warnings.push("public_metrics is set: everybody can read /metrics");
        }
        warnings
    }

    pub(crate) fn hub(&self) -> HubSettings {
        let default = HubSettings::default();
        HubSettings {
            bot_workers: self.thinkers.unwrap_or(default.bot_workers).max(1),
            bots_play_unwatched: self.bots_play_unwatched,
            idle_limit: u64::from(self.archive_after_days) * DAY,
            guest_retention: u64::from(self.forget_guests_after_days) * DAY,
            trace_retention: u64::from(self.remember_devices_days) * DAY,
            accept_clock: self.accept_clock,
            ..default
        }
    }

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

    pub(crate) fn connection_limits(&self) -> ConnectionLimits {
        ConnectionLimits { total: self.connections, per_network: self.connections_per_address }
    }

    /// Returns the networks of trusted proxies.
    pub(crate) fn proxies(&self) -> Vec<Network> {
        self.trusted_proxies.iter().filter_map(|text| Network::parse(text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_all_problems() {
        let text = "trusted_proxies = [\"x\"]\norigins = [\"example.org\"]\ngames_per_guest = 0\n\
                    [agents.gpt]\nkind = \"llm\"\nbase_url = \"http://localhost\"\nmodel = \"m\"\npublic = true\n";
        let problems = Config::parse(text).expect_err("the configuration is invalid").to_string();
        for part in
            ["trusted_proxies: x", "origins: example.org", "games_per_guest: must be", "agents.gpt: a language model"]
        {
            assert!(problems.contains(part), "{problems}");
        }
    }

    #[test]
    fn warns_of_probable_mistakes_with_proxies() {
        let warnings = |text: &str| Config::parse(text).expect("the configuration is valid").warnings().join("\n");
        assert_eq!(warnings(""), "");
        assert_eq!(warnings("tls = true\ntrusted_proxies = [\"127.0.0.1\"]"), "");
        assert!(warnings("tls = true").contains("trusted_proxies is empty"));
        assert!(warnings("hosts = [\"play.example\"]").contains("list its address in trusted_proxies"));
        assert!(warnings("trusted_proxies = [\"0.0.0.0/0\"]").contains("every client can claim"));
    }

    #[test]
    fn accepts_an_empty_configuration() {
        assert!(Config::parse("").is_ok());
    }
}
