//! The options in which editions of the rules differ.
//!
//! The names of the types and variants follow the option names and values of position texts and the command line
//! (`docs/formats.md`).

use std::fmt;
use std::str::FromStr;

use crate::excerpt::excerpt;

/// Which markers a stack can land on, and what it costs besides removing the marker (RR-CANON-R092; rules section 14;
/// rules-live section 4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// On the mover's markers; the top ring of the arriving stack is eliminated.
    Burn,
    /// On the mover's markers, at no cost.
    Keep,
    /// On markers of any player; the top ring of the arriving stack is eliminated.
    BurnAny,
}

/// Whether a player with rings in hand who cannot place any must skip explicitly (RR-CANON-R080; rules-live section 3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Skip {
    /// The turn continues with movement automatically.
    Implied,
    /// Skipping is an action of the player.
    Explicit,
}

/// The payment for a whole line (RR-CANON-R122; rules-live section 5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LinePrice {
    /// The cap of a controlled stack; a player without one cannot take the whole line.
    Cap,
    /// The top ring of a controlled stack; free for a player without one.
    Ring,
}

/// How the distance of a capture is counted on diagonals (RR-CANON-R101; rules section 14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum CaptureDistance {
    /// A diagonal step counts 1, as in moves.
    Steps,
    /// A diagonal step counts 2; square boards only.
    Manhattan,
}

/// Which candidate regions exist (RR-CANON-R141).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Regions {
    /// All areas, including the largest one.
    All,
    /// For each wall colour all except the strictly largest area (rules section 10.1).
    NoMain,
}

/// Which markers belong to a region and collapse with it (RR-CANON-R141, R145; rules-live section 6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Borders {
    /// Markers of the border colour belong to the region if their cluster touches no other area; they are its border if
    /// they touch the region and their cluster touches another area.
    Seen,
    /// All markers outside the region that touch it are its border.
    Touched,
    /// As `Touched`, and also all markers connected with these border markers, diagonally included.
    Flooded,
}

/// Which areas not enclosed by markers are regions (RR-CANON-R141, R142; rules-live section 6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum OpenRegions {
    /// Areas in which at least one colour on the board controls no stack.
    Lacking,
    /// Areas in which exactly one player controls stacks.
    OneController,
}

/// When a player who has no other action must eliminate a cap (RR-CANON-R072, R100; rules-live section 8).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Forced {
    /// At the start of the turn.
    First,
    /// At the end of a turn in which the player has not changed the board.
    Last,
}

/// Whether a player may leave eligible regions unprocessed (RR-CANON-R144; rules section 14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum RegionDuty {
    /// The player may stop at any time.
    Optional,
    /// The player must process regions as long as they can pay.
    Mandatory,
}

/// When the last player with a real action (a placement, move or capture) wins (RR-CANON-R172; rules section 14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LastStanding {
    /// At the start of the player's next turn, after a full round in which no other player had a real action.
    Round,
    /// At the end of any turn after which no other player has a real action.
    AtOnce,
    /// After several full rounds in which no other player had a real action, or as soon as no other player has a ring
    /// (rules-live section 9).
    Rounds,
}

/// When the game is a global stalemate (RR-CANON-R173; rules section 14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stalemate {
    /// No stack is on the board and no player can place.
    NoStacks,
    /// No player has a real action, even if stacks are on the board.
    NoActions,
}

/// How ties on territory, eliminated rings and markers are decided (RR-CANON-R173; rules section 14).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tiebreak {
    /// The player who acted last wins.
    LastAction,
    /// The game is a draw.
    Draw,
    /// Each rung compares all players again; if no rung has a single leader, the player whose turn ends wins (rules-live
    /// section 9).
    Rungs,
}

/// A named edition of the rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The canonical rules without the claim of the largest area (ruling D25): the default for people. Texts write these
    /// rules as `canon regions=no_main`.
    Standard,
    /// The canonical rules (`docs/rules/rules.md`).
    Canon,
    /// The compact rules (rules section 14).
    Compact,
    /// The later rules of the public game (`docs/rules/rules-live.md`).
    Live,
}

/// Implements the names of a rule option: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($type:ty, $what:literal, $($variant:path => $name:literal),+) => {
        impl $type {
            /// All values, in the order of their declaration.
            pub const ALL: &[Self] = &[$($variant),+];

            /// Returns the name used in texts and on the command line.
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
                    found: excerpt(text),
                    expected: &[$($name),+],
                })
            }
        }
    };
}

named!(Edition, "edition", Edition::Standard => "standard", Edition::Canon => "canon", Edition::Compact => "compact", Edition::Live => "live");
named!(Landing, "landing", Landing::Burn => "burn", Landing::Keep => "keep", Landing::BurnAny => "burn_any");
named!(Skip, "skip rule", Skip::Implied => "implied", Skip::Explicit => "explicit");
named!(LinePrice, "line price", LinePrice::Cap => "cap", LinePrice::Ring => "ring");
named!(Borders, "borders", Borders::Seen => "seen", Borders::Touched => "touched", Borders::Flooded => "flooded");
named!(OpenRegions, "open regions", OpenRegions::Lacking => "lacking", OpenRegions::OneController => "one_controller");
named!(Forced, "forced elimination", Forced::First => "first", Forced::Last => "last");
named!(CaptureDistance, "capture distance", CaptureDistance::Steps => "steps", CaptureDistance::Manhattan => "manhattan");
named!(Regions, "regions", Regions::All => "all", Regions::NoMain => "no_main");
named!(RegionDuty, "region duty", RegionDuty::Optional => "optional", RegionDuty::Mandatory => "mandatory");
named!(LastStanding, "last-standing rule", LastStanding::Round => "round", LastStanding::AtOnce => "at_once", LastStanding::Rounds => "rounds");
named!(Stalemate, "stalemate rule", Stalemate::NoStacks => "no_stacks", Stalemate::NoActions => "no_actions");
named!(Tiebreak, "tiebreak", Tiebreak::LastAction => "last_action", Tiebreak::Draw => "draw", Tiebreak::Rungs => "rungs");

/// The error for a text that is not a value of a rule option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} '{found}'; expected {}", expected.join(" or "))]
pub struct ParseRuleError {
    what: &'static str,
    found: String,
    expected: &'static [&'static str],
}
