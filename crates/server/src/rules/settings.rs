//! Settings of the rules service, from environment variables.

use std::path::PathBuf;
use std::time::Duration;

use crate::rules::breaker::BreakerSettings;
use crate::rules::contract::contract_enabled;
use crate::rules::mode::{Mode, ParseModeError};
use crate::rules::remote::RemoteSettings;
use arena::agent::ParseAllowError;

/// Settings of the rules service.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub mode: Mode,
    /// Remote second engine; `None` uses the spec engine.
    pub remote: Option<RemoteSettings>,
    /// Timeout of the second engine in mode spec.
    pub timeout: Duration,
    /// Capacity of the queue in mode shadow.
    pub queue: usize,
    /// Circuit breaker of the second engine.
    pub breaker: BreakerSettings,
    /// Folder for files that reproduce mismatches; `None` only logs them.
    pub reproductions: Option<PathBuf>,
    /// Largest number of files in that folder.
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

/// Error of reading the settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The name is `--rules` or that of the variable.
    #[error("{name}: {error}")]
    Mode { name: &'static str, error: ParseModeError },
    #[error("RINGRIFT_RULES_REMOTE_ALLOW: {0}")]
    Allow(#[from] ParseAllowError),
    #[error("{name}: '{value}' is not a number from {least} to {most}")]
    Number { name: &'static str, value: String, least: u64, most: u64 },
}

/// Environment variable of the mode.
const MODE_VARIABLE: &str = "RINGRIFT_RULES_MODE";

fn read_mode(name: &'static str, mode: &str) -> Result<Mode, SettingsError> {
    mode.parse().map_err(|error| SettingsError::Mode { name, error })
}

impl Settings {
    /// Reads the settings from environment variables, which `environment` looks up. An explicit `mode`, that of the option `--rules`, takes
    /// precedence over `RINGRIFT_RULES_MODE`; variables that are not set have their default.
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
    /// If any variable has an invalid value, so that a mistyped mode prevents the start.
    pub fn read(mode: Option<&str>, environment: &dyn Fn(&str) -> Option<String>) -> Result<Settings, SettingsError> {
        let defaults = Settings::default();
        let number = |name: &'static str, default: u64, least: u64, most: u64| match environment(name) {
            None => Ok(default),
            Some(value) => (value.trim().parse().ok())
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| SettingsError::Number { name, value: ringrift::excerpt(&value), least, most }),
        };
        let mode = match (mode, environment(MODE_VARIABLE)) {
            (Some(mode), _) => read_mode("--rules", mode)?,
            (None, Some(mode)) => read_mode(MODE_VARIABLE, &mode)?,
            (None, None) => Mode::default(),
        };
        let timeout = Duration::from_millis(number("RINGRIFT_RULES_TIMEOUT_MS", 500, 1, 60_000)?);
        let remote = environment("RINGRIFT_RULES_REMOTE_URL").filter(|url| !url.is_empty());
        let allow = environment("RINGRIFT_RULES_REMOTE_ALLOW").unwrap_or_default().parse()?;
        let folder = environment("RINGRIFT_RULES_REPRODUCTIONS").filter(|path| !path.is_empty());
        Ok(Settings {
            mode,
            remote: remote.map(|url| RemoteSettings { url, allow, timeout }),
            timeout,
            queue: number("RINGRIFT_RULES_QUEUE", 1024, 1, 1 << 16)? as usize,
            breaker: BreakerSettings {
                failures: number("RINGRIFT_RULES_BREAKER_FAILURES", defaults.breaker.failures.into(), 1, 1000)? as u32,
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
    fn empty_environment_gives_the_defaults() {
        assert_eq!(read(&[]), Ok(Settings::default()));
    }

    #[test]
    fn reads_every_variable() {
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
        .expect("all values are valid");
        let remote = settings.remote.as_ref().expect("the URL is set");
        assert_eq!(settings.mode, Mode::Shadow);
        assert_eq!(settings.queue, 7);
        assert_eq!(settings.most_reproductions, 3);
        assert_eq!(settings.timeout, Duration::from_millis(50));
        assert_eq!(remote.timeout, Duration::from_millis(50));
        assert_eq!(settings.breaker, BreakerSettings { failures: 2, pause: Duration::from_millis(100) });
        assert_eq!(settings.reproductions, Some(PathBuf::from("cases")));
        assert!(settings.contract);
    }

    #[test]
    fn an_error_of_the_option_names_the_option() {
        let error = Settings::read(Some("x"), &|_| None).expect_err("the mode is unknown").to_string();
        assert!(error.starts_with("--rules: unknown rules mode 'x'"), "{error}");
    }

    #[test]
    fn errors_name_the_variable() {
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
