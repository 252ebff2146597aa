//! What operators set.

use std::path::PathBuf;
use std::time::Duration;

use crate::rules::breaker::BreakerSettings;
use crate::rules::contract::contract_enabled;
use crate::rules::mode::{Mode, ParseModeError};
use crate::rules::remote::RemoteSettings;
use arena::agent::ParseAllowError;

/// The settings of a rules service.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Which engine answers.
    pub mode: Mode,
    /// The second engine, if it is on another machine; otherwise the literal engine is.
    pub remote: Option<RemoteSettings>,
    /// How long the second engine may take where its answer is waited for.
    pub timeout: Duration,
    /// How many moves may wait to be judged once more.
    pub queue: usize,
    /// When the second engine is left alone.
    pub breaker: BreakerSettings,
    /// The folder for moves that engines differ on; none keeps them in the log only.
    pub reproductions: Option<PathBuf>,
    /// How many files that folder may hold.
    pub most_reproductions: usize,
    /// Whether the lockstep contract is enabled; see [`contract_enabled`].
    pub contract: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: Mode::Fast,
            remote: None,
            timeout: Duration::from_millis(500),
            queue: 1024,
            breaker: BreakerSettings::default(),
            reproductions: None,
            most_reproductions: 100,
            contract: false,
        }
    }
}

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The mode is none.
    #[error("RINGRIFT_RULES_MODE: {0}")]
    Mode(#[from] ParseModeError),
    /// The allow-list is none.
    #[error("RINGRIFT_RULES_REMOTE_ALLOW: {0}")]
    Allow(#[from] ParseAllowError),
    /// A number is none, or not in its range.
    #[error("{name}: '{value}' is not a number from {least} to {most}")]
    Number {
        /// The variable.
        name: &'static str,
        /// Its value.
        value: String,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
}

impl Settings {
    /// The settings of an environment, given as a lookup. A mode that is given wins over that of the environment; what is
    /// not set has its usual value.
    ///
    /// ```
    /// use server::rules::{Mode, Settings};
    /// let environment = |name: &str| (name == "RINGRIFT_RULES_MODE").then(|| "python".to_owned());
    /// assert_eq!(Settings::read(None, &environment)?.mode, Mode::Spec);
    /// assert_eq!(Settings::read(Some("shadow"), &environment)?.mode, Mode::Shadow);
    /// # Ok::<(), server::rules::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// If anything that is set cannot be used, the mode above all: a service with a mistyped mode does not start.
    pub fn read(mode: Option<&str>, environment: &dyn Fn(&str) -> Option<String>) -> Result<Settings, SettingsError> {
        let usual = Settings::default();
        let number = |name: &'static str, usual: u64, least: u64, most: u64| match environment(name) {
            None => Ok(usual),
            Some(value) => (value.trim().parse().ok())
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| SettingsError::Number { name, value: ringrift::excerpt(&value), least, most }),
        };
        let mode = mode.map(str::to_owned).or_else(|| environment("RINGRIFT_RULES_MODE"));
        let timeout = Duration::from_millis(number("RINGRIFT_RULES_TIMEOUT_MS", 500, 1, 60_000)?);
        let remote = environment("RINGRIFT_RULES_REMOTE_URL").filter(|url| !url.is_empty());
        let allow = environment("RINGRIFT_RULES_REMOTE_ALLOW").unwrap_or_default().parse()?;
        let folder = environment("RINGRIFT_RULES_REPRODUCTIONS").filter(|path| !path.is_empty());
        Ok(Settings {
            mode: mode.map_or(Ok(Mode::Fast), |mode| mode.parse())?,
            remote: remote.map(|url| RemoteSettings { url, allow, timeout }),
            timeout,
            queue: number("RINGRIFT_RULES_QUEUE", 1024, 1, 1 << 16)? as usize,
            breaker: BreakerSettings {
                failures: number("RINGRIFT_RULES_BREAKER_FAILURES", usual.breaker.failures.into(), 1, 1000)? as u32,
                pause: Duration::from_millis(number("RINGRIFT_RULES_BREAKER_PAUSE_MS", 10_000, 1, 3_600_000)?),
            },
            reproductions: folder.map(PathBuf::from),
            most_reproductions: number("RINGRIFT_RULES_REPRODUCTIONS_MAX", 100, 1, 100_000)? as usize,
            contract: contract_enabled(None, environment),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::read(None, &|name| {
            variables.iter().find(|(found, _)| *found == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_set_is_the_usual() {
        assert_eq!(read(&[]), Ok(Settings::default()));
    }

    #[test]
    fn everything_can_be_set() {
        let settings = read(&[
            ("RINGRIFT_RULES_MODE", "shadow"),
            ("RINGRIFT_RULES_REMOTE_URL", "http://127.0.0.1:1"),
            ("RINGRIFT_RULES_REMOTE_ALLOW", "127.0.0.1"),
            ("RINGRIFT_RULES_TIMEOUT_MS", "50"),
            ("RINGRIFT_RULES_QUEUE", "7"),
            ("RINGRIFT_RULES_BREAKER_FAILURES", "2"),
            ("RINGRIFT_RULES_BREAKER_PAUSE_MS", "100"),
            ("RINGRIFT_RULES_REPRODUCTIONS", "cases"),
            ("RINGRIFT_RULES_REPRODUCTIONS_MAX", "3"),
            ("RINGRIFT_SERVER_ENABLE_MUTATOR_FIRST", "1"),
            ("RINGRIFT_RULES_MUTATOR_FIRST", "1"),
        ])
        .expect("settings");
        let remote = settings.remote.as_ref().expect("a remote engine");
        assert_eq!((settings.mode, settings.queue, settings.most_reproductions), (Mode::Shadow, 7, 3));
        assert_eq!((settings.timeout, remote.timeout), (Duration::from_millis(50), Duration::from_millis(50)));
        assert_eq!(settings.breaker, BreakerSettings { failures: 2, pause: Duration::from_millis(100) });
        assert_eq!(settings.reproductions, Some(PathBuf::from("cases")));
        assert!(settings.contract);
    }

    #[test]
    fn what_cannot_be_used_is_refused_by_name() {
        for (name, value) in [
            ("RINGRIFT_RULES_MODE", "fastest"),
            ("RINGRIFT_RULES_MODE", ""),
            ("RINGRIFT_RULES_REMOTE_ALLOW", "a b"),
            ("RINGRIFT_RULES_TIMEOUT_MS", "0"),
            ("RINGRIFT_RULES_TIMEOUT_MS", "soon"),
            ("RINGRIFT_RULES_QUEUE", "-1"),
            ("RINGRIFT_RULES_BREAKER_FAILURES", "0"),
        ] {
            let error = read(&[(name, value)]).expect_err(name).to_string();
            assert!(error.starts_with(name), "{error}");
        }
    }
}
