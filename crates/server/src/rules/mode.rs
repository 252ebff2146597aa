//! Mode of the rules service.

use std::fmt;
use std::str::FromStr;

/// Mode of the rules service: selects the engine that answers and the use of the second engine.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// The fast engine answers. The second engine is not used.
    #[default]
    Fast,
    /// The fast engine answers. The second engine evaluates every move later, in a low-priority thread.
    Shadow,
    /// The second engine answers and is compared with the fast one. If the second engine fails, the fast one answers.
    Spec,
}

impl Mode {
    pub const ALL: [Mode; 3] = [Mode::Fast, Mode::Shadow, Mode::Spec];

    /// Returns the name used in settings and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Fast => "fast",
            Mode::Shadow => "shadow",
            Mode::Spec => "spec",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error of parsing a mode.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown rules mode '{0}'; modes are fast (or ts), shadow, and spec (or python)")]
pub struct ParseModeError(String);

/// Parses a mode, ignoring case. Accepts the aliases `ts` for fast and `python` for spec.
impl FromStr for Mode {
    type Err = ParseModeError;

    fn from_str(text: &str) -> Result<Mode, ParseModeError> {
        match text.to_ascii_lowercase().as_str() {
            "fast" | "ts" => Ok(Mode::Fast),
            "shadow" => Ok(Mode::Shadow),
            "spec" | "python" => Ok(Mode::Spec),
            _ => Err(ParseModeError(ringrift::excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_names_and_aliases_only() {
        for mode in Mode::ALL {
            assert_eq!(mode.name().parse(), Ok(mode));
        }
        for (text, mode) in
            [("ts", Mode::Fast), ("python", Mode::Spec), ("SHADOW", Mode::Shadow), ("Python", Mode::Spec)]
        {
            assert_eq!(text.parse(), Ok(mode), "{text}");
        }
        for text in ["", " fast", "typescript", "py", "fast,shadow", "none"] {
            let error = text.parse::<Mode>().expect_err(text).to_string();
            assert!(error.contains("fast") && error.contains("shadow") && error.contains("spec"), "{error}");
        }
    }
}
