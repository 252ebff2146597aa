//! The choices that editions of the rules make differently.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::excerpt;

/// Which markers can be landed on, and what that does besides removing them (RR-CANON-R092; compact 3.2; live 4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// On one's own; the top ring of the arriving stack is eliminated.
    Burn,
    /// On one's own; nothing more happens.
    Keep,
    /// On any; the top ring of the arriving stack is eliminated.
    BurnAny,
}

/// Whether skipping the placement is a decision of its own where nothing can be placed (RR-CANON-R080; live 3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Skip {
    /// No: the turn goes on to the movement by itself.
    Implied,
    /// Yes, while there are rings in hand.
    Explicit,
}

/// What a whole line costs (RR-CANON-R122; live 5).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LinePrice {
    /// The cap of a controlled stack; who has none cannot take the line.
    Cap,
    /// The top ring of a controlled stack; for who has none it is free.
    Ring,
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

/// Which markers belong to a region and collapse with it (RR-CANON-R141, R145; live 6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Borders {
    /// Walls that cannot be seen from outside are inside; those that touch the region and can be seen are its border.
    Seen,
    /// All markers outside that touch the region are its border.
    Touched,
    /// These, and all markers connected with them, also diagonally.
    Flooded,
}

/// Which areas without walls around them are regions (RR-CANON-R141, R142; live 6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum OpenRegions {
    /// Those in which some colour on the board controls no stack.
    Lacking,
    /// Those in which exactly one player controls stacks.
    OneController,
}

/// When somebody who can do nothing must give up a cap (RR-CANON-R072, R100; live 8).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Forced {
    /// At the start of his turn.
    First,
    /// At the end of a turn in which he has changed nothing on the board.
    Last,
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
    /// After several full rounds in which nobody else had one; or as soon as nobody else has a ring (live 9).
    Rounds,
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
    /// Each rung stands for itself, and the last one is whoever's turn ends (live 9).
    Rungs,
}

/// A named edition of the rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The canonical rules.
    Canon,
    /// The compact rules.
    Compact,
    /// The later rules of the public game.
    Live,
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
                    found: excerpt(text),
                    expected: &[$($name),+],
                })
            }
        }
    };
}

named!(Edition, "edition", Edition::Canon => "canon", Edition::Compact => "compact", Edition::Live => "live");
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

/// A rule choice or option that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} '{found}'; expected {}", expected.join(" or "))]
pub struct ParseRuleError {
    what: &'static str,
    found: String,
    expected: &'static [&'static str],
}
