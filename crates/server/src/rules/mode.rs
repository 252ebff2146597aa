//! Which engine answers.

use std::fmt;
use std::str::FromStr;

/// Which engine answers, and which one looks over its shoulder.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// The fast engine answers, alone.
    #[default]
    Fast,
    /// The fast engine answers; the second one judges every move afterwards, off the hot path.
    Shadow,
    /// The second engine answers, and the fast one is compared with it; it answers where the second one fails.
    Spec,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 3] = [Mode::Fast, Mode::Shadow, Mode::Spec];

    /// The name in settings and counters.
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

/// A text that names no mode.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no rules mode; known are fast (or ts), shadow, and spec (or python)")]
pub struct ParseModeError(String);

/// Reads a mode, in upper or lower case. The names of the architecture document, `ts` and `python`, are read as well.
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
    fn names_and_aliases_are_read_and_everything_else_is_refused() {
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
