//! The choices that editions of the rules make differently.

use std::fmt;
use std::str::FromStr;

use crate::quote::shown;

/// What landing on a marker of one's own does besides removing it (RR-CANON-R092; compact 3.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// The top ring of the arriving stack is eliminated.
    Burn,
    /// Nothing.
    Keep,
}

/// How the distance of a capture is counted on diagonals (RR-CANON-R101; compact 4.1.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CaptureDistance {
    /// In steps, as for moves.
    Steps,
    /// A diagonal step counts twice.
    Manhattan,
}

/// Which candidate regions exist (RR-CANON-R141).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Regions {
    /// Every one, also the large rest of the board.
    All,
    /// For each wall colour all but the strictly largest.
    NoMain,
}

/// Whether eligible regions may be left alone (RR-CANON-R144; compact 6.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RegionDuty {
    /// The player may stop at any time.
    Optional,
    /// The player must process regions while he can pay.
    Mandatory,
}

/// When the last player with a real action wins (RR-CANON-R172; compact 7.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LastStanding {
    /// After a full round in which nobody else had one, at his next turn.
    Round,
    /// At the end of any turn after which nobody else has one.
    AtOnce,
}

/// When the game is a global stalemate (RR-CANON-R173; compact 7.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stalemate {
    /// No stack is left and nobody can place.
    NoStacks,
    /// Nobody has a real action, whatever stacks are left.
    NoActions,
}

/// What decides between players who are equal on territory, eliminated rings and markers (RR-CANON-R173; compact 7.4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tiebreak {
    /// Whoever acted last.
    LastAction,
    /// Nothing: the game is a draw.
    Draw,
}

/// A named edition of the rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The canonical rules.
    Canon,
    /// The compact rules.
    Compact,
}

/// Gives an enum of rule choices its names in texts.
macro_rules! named {
    ($type:ty, $what:literal, $($variant:path => $name:literal),+) => {
        impl $type {
            /// All values.
            pub const ALL: &[Self] = &[$($variant),+];

            /// The name used in texts.
            pub const fn name(self) -> &'static str {
                match self {
                    $($variant => $name),+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = ParseRuleError;

            fn from_str(text: &str) -> Result<Self, ParseRuleError> {
                Self::ALL.iter().copied().find(|value| value.name() == text).ok_or_else(|| ParseRuleError {
                    what: $what,
                    found: shown(text),
                    expected: &[$($name),+],
                })
            }
        }
    };
}

named!(Edition, "edition", Edition::Canon => "canon", Edition::Compact => "compact");
named!(Landing, "landing", Landing::Burn => "burn", Landing::Keep => "keep");
named!(CaptureDistance, "capture distance", CaptureDistance::Steps => "steps", CaptureDistance::Manhattan => "manhattan");
named!(Regions, "regions", Regions::All => "all", Regions::NoMain => "no_main");
named!(RegionDuty, "region duty", RegionDuty::Optional => "optional", RegionDuty::Mandatory => "mandatory");
named!(LastStanding, "last-standing rule", LastStanding::Round => "round", LastStanding::AtOnce => "at_once");
named!(Stalemate, "stalemate rule", Stalemate::NoStacks => "no_stacks", Stalemate::NoActions => "no_actions");
named!(Tiebreak, "tiebreak", Tiebreak::LastAction => "last_action", Tiebreak::Draw => "draw");

/// A rule choice or option that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} '{found}'; expected {}", expected.join(" or "))]
pub struct ParseRuleError {
    what: &'static str,
    found: String,
    expected: &'static [&'static str],
}
