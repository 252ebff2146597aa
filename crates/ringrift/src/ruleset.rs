//! The rules as data: editions are presets, and every field can be changed.

use std::fmt;
use std::str::FromStr;

use crate::geometry::BoardKind;

/// The most rings a player can be given.
pub const MAX_RINGS: u16 = 255;

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
                    found: text.to_owned(),
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

/// The complete parameters of a game.
///
/// Start from a preset and change what should differ; [`check`](Ruleset::check) finds combinations that make no game.
///
/// ```
/// use ringrift::{BoardKind, Regions, Ruleset};
/// let rules = Ruleset { regions: Regions::NoMain, ..Ruleset::canon(BoardKind::Square8, 2)? };
/// assert_eq!((rules.line_length, rules.elimination_threshold), (3, 19));
/// # Ok::<(), ringrift::RulesetError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// The board (RR-CANON-R001).
    pub board: BoardKind,
    /// The number of players, 2 to 4 (RR-CANON-R010).
    pub players: u8,
    /// The rings every player starts with (RR-CANON-R020).
    pub rings_per_player: u16,
    /// The number of markers that make a line (RR-CANON-R120).
    pub line_length: u8,
    /// The credited rings that win (RR-CANON-R061).
    pub elimination_threshold: u16,
    /// The collapsed cells that win (RR-CANON-R062).
    pub territory_threshold: u16,
    /// The most rings placed on an empty cell at once; none for any number (RR-CANON-R081).
    pub placement_limit: Option<u8>,
    /// What landing on an own marker does.
    pub landing: Landing,
    /// How capture distance counts.
    pub capture_distance: CaptureDistance,
    /// Which candidate regions exist.
    pub regions: Regions,
    /// Whether regions must be processed.
    pub region_duty: RegionDuty,
    /// When the last player standing wins.
    pub last_standing: LastStanding,
    /// When the game is a stalemate.
    pub stalemate: Stalemate,
    /// The last rung of the tiebreak ladder.
    pub tiebreak: Tiebreak,
    /// The number of turns after which the ladder decides.
    pub turn_cap: Option<u32>,
}

/// Fields to change in a preset; thresholds that are not given follow from the others.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// See [`Ruleset::rings_per_player`].
    pub rings_per_player: Option<u16>,
    /// See [`Ruleset::line_length`].
    pub line_length: Option<u8>,
    /// See [`Ruleset::elimination_threshold`].
    pub elimination_threshold: Option<u16>,
    /// See [`Ruleset::territory_threshold`].
    pub territory_threshold: Option<u16>,
    /// See [`Ruleset::placement_limit`]; `Some(None)` lifts the limit.
    pub placement_limit: Option<Option<u8>>,
    /// See [`Ruleset::landing`].
    pub landing: Option<Landing>,
    /// See [`Ruleset::capture_distance`].
    pub capture_distance: Option<CaptureDistance>,
    /// See [`Ruleset::regions`].
    pub regions: Option<Regions>,
    /// See [`Ruleset::region_duty`].
    pub region_duty: Option<RegionDuty>,
    /// See [`Ruleset::last_standing`].
    pub last_standing: Option<LastStanding>,
    /// See [`Ruleset::stalemate`].
    pub stalemate: Option<Stalemate>,
    /// See [`Ruleset::tiebreak`].
    pub tiebreak: Option<Tiebreak>,
    /// See [`Ruleset::turn_cap`]; `Some(None)` lifts the cap.
    pub turn_cap: Option<Option<u32>>,
}

/// One reason why a ruleset is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetProblem {
    /// The edition says nothing about this field on this board.
    #[error("edition {edition} does not define {field} for {board}; give {option}=…")]
    Undefined {
        /// The edition.
        edition: Edition,
        /// The board.
        board: BoardKind,
        /// The field in words.
        field: &'static str,
        /// The option that sets it.
        option: &'static str,
    },
    /// The number of players is not 2, 3 or 4.
    #[error("{0} players; a game has 2 to 4")]
    Players(u8),
    /// A value is outside its range.
    #[error("{field} is {found}; it must be {min} to {max} here")]
    OutOfRange {
        /// The field in words.
        field: &'static str,
        /// What was given.
        found: u32,
        /// The smallest allowed value.
        min: u32,
        /// The largest allowed value.
        max: u32,
    },
    /// Manhattan distance on a board without diagonals.
    #[error("capture distance manhattan needs a square board; on {0} distances are steps")]
    ManhattanOnHexagons(BoardKind),
    /// Play need not end.
    #[error("landing=keep lets a ring step back and forth for ever; give turn_cap=…")]
    EndlessWithoutCap,
}

/// Everything that is wrong with a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetError {
    /// The problems, never empty.
    pub problems: Vec<RulesetProblem>,
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, "invalid rules", &self.problems)
    }
}

impl std::error::Error for RulesetError {}

/// How many problems are written out in a message.
const MOST_WRITTEN: usize = 10;

/// Writes a headline and the problems behind it, separated by semicolons; of very many only the first.
pub(crate) fn write_problems(
    f: &mut fmt::Formatter<'_>,
    headline: &str,
    problems: &[impl fmt::Display],
) -> fmt::Result {
    f.write_str(headline)?;
    for (i, problem) in problems.iter().take(MOST_WRITTEN).enumerate() {
        write!(f, "{} {problem}", if i == 0 { ":" } else { ";" })?;
    }
    match problems.len().checked_sub(MOST_WRITTEN) {
        Some(more @ 1..) => write!(f, "; and {more} more"),
        _ => Ok(()),
    }
}

impl Ruleset {
    /// The canonical rules on a board they define.
    ///
    /// # Errors
    /// If the edition does not define the board, or the number of players is not 2 to 4.
    pub fn canon(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Canon, board, players, &Overrides::default())
    }

    /// The compact rules on a board they define.
    ///
    /// # Errors
    /// As for [`canon`](Ruleset::canon).
    pub fn compact(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Compact, board, players, &Overrides::default())
    }

    /// An edition with some fields changed.
    ///
    /// # Errors
    /// Lists everything that is missing or does not fit together.
    pub fn new(
        edition: Edition,
        board: BoardKind,
        players: u8,
        overrides: &Overrides,
    ) -> Result<Ruleset, RulesetError> {
        let mut problems = Vec::new();
        let mut need = |field, option, given: Option<u16>, defined: Option<u16>| {
            given.or(defined).unwrap_or_else(|| {
                problems.push(RulesetProblem::Undefined { edition, board, field, option });
                1
            })
        };
        let rings = need("rings per player", "rings", overrides.rings_per_player, rings_per_player(board));
        let given_length = overrides.line_length.map(u16::from);
        let line_length = need("the line length", "line_length", given_length, line_length(edition, board)) as u8;
        let missing_length = given_length.or(self::line_length(edition, board)).is_none();
        let rules = edition.rules(board, players, rings, line_length).with(overrides);
        problems.extend(rules.problems().into_iter().filter(|problem| {
            // A field that is already reported as missing has no value to complain about.
            !(missing_length && matches!(problem, RulesetProblem::OutOfRange { field: "the line length", .. }))
        }));
        if problems.is_empty() { Ok(rules) } else { Err(RulesetError { problems }) }
    }

    /// Checks that the fields fit together.
    ///
    /// # Errors
    /// Lists everything that does not.
    pub fn check(&self) -> Result<(), RulesetError> {
        let problems = self.problems();
        if problems.is_empty() { Ok(()) } else { Err(RulesetError { problems }) }
    }

    /// All rings of all players (RR-CANON-R052).
    pub const fn total_rings(&self) -> u16 {
        self.rings_per_player * self.players as u16
    }

    /// The most rings that may be placed at once on an empty cell from a hand of this size.
    pub fn most_placed(&self, hand: u16) -> u8 {
        let limit = self.placement_limit.map_or(u16::from(u8::MAX), u16::from);
        hand.min(limit) as u8
    }

    /// The edition that needs the fewest overrides to describe these rules, and those overrides.
    pub fn describe(&self) -> (Edition, Overrides) {
        Edition::ALL
            .iter()
            .map(|&edition| (edition, self.overrides_of(edition)))
            .min_by_key(|(_, overrides)| overrides.count())
            .expect("there are editions")
    }

    fn with(self, o: &Overrides) -> Ruleset {
        Ruleset {
            elimination_threshold: o.elimination_threshold.unwrap_or(self.elimination_threshold),
            territory_threshold: o.territory_threshold.unwrap_or(self.territory_threshold),
            placement_limit: o.placement_limit.unwrap_or(self.placement_limit),
            landing: o.landing.unwrap_or(self.landing),
            capture_distance: o.capture_distance.unwrap_or(self.capture_distance),
            regions: o.regions.unwrap_or(self.regions),
            region_duty: o.region_duty.unwrap_or(self.region_duty),
            last_standing: o.last_standing.unwrap_or(self.last_standing),
            stalemate: o.stalemate.unwrap_or(self.stalemate),
            tiebreak: o.tiebreak.unwrap_or(self.tiebreak),
            turn_cap: o.turn_cap.unwrap_or(self.turn_cap),
            ..self
        }
    }

    /// What must be overridden in an edition to get these rules.
    fn overrides_of(&self, edition: Edition) -> Overrides {
        let base = edition.rules(self.board, self.players, self.rings_per_player, self.line_length);
        fn differing<T: PartialEq + Copy>(mine: T, preset: T) -> Option<T> {
            (mine != preset).then_some(mine)
        }
        Overrides {
            rings_per_player: (rings_per_player(self.board) != Some(self.rings_per_player))
                .then_some(self.rings_per_player),
            line_length: (line_length(edition, self.board) != Some(u16::from(self.line_length)))
                .then_some(self.line_length),
            elimination_threshold: differing(self.elimination_threshold, base.elimination_threshold),
            territory_threshold: differing(self.territory_threshold, base.territory_threshold),
            placement_limit: differing(self.placement_limit, base.placement_limit),
            landing: differing(self.landing, base.landing),
            capture_distance: differing(self.capture_distance, base.capture_distance),
            regions: differing(self.regions, base.regions),
            region_duty: differing(self.region_duty, base.region_duty),
            last_standing: differing(self.last_standing, base.last_standing),
            stalemate: differing(self.stalemate, base.stalemate),
            tiebreak: differing(self.tiebreak, base.tiebreak),
            turn_cap: differing(self.turn_cap, base.turn_cap),
        }
    }

    fn problems(&self) -> Vec<RulesetProblem> {
        let mut problems = Vec::new();
        let mut range = |field, found: u32, min: u32, max: u32| {
            if !(min..=max).contains(&found) {
                problems.push(RulesetProblem::OutOfRange { field, found, min, max });
            }
        };
        let rings = self.rings_per_player.clamp(1, MAX_RINGS);
        let total = u32::from(rings) * u32::from(self.players.clamp(2, 4));
        range("rings per player", self.rings_per_player.into(), 1, MAX_RINGS.into());
        range("the line length", self.line_length.into(), 2, self.board.longest_line().into());
        range("the elimination threshold", self.elimination_threshold.into(), 1, total);
        range("the territory threshold", self.territory_threshold.into(), 1, self.board.cells().into());
        range("the placement limit", self.placement_limit.unwrap_or(1).into(), 1, u8::MAX.into());
        range("the turn cap", self.turn_cap.unwrap_or(1), 1, u32::MAX);
        if !(2..=4).contains(&self.players) {
            problems.push(RulesetProblem::Players(self.players));
        }
        if self.capture_distance == CaptureDistance::Manhattan && self.board.is_hexagonal() {
            problems.push(RulesetProblem::ManhattanOnHexagons(self.board));
        }
        if self.landing == Landing::Keep && self.turn_cap.is_none() {
            problems.push(RulesetProblem::EndlessWithoutCap);
        }
        problems
    }
}

/// The rings per player of a board, where the editions define it (RR-CANON-R020).
const fn rings_per_player(board: BoardKind) -> Option<u16> {
    match board {
        BoardKind::Square8 => Some(18),
        BoardKind::Square19 | BoardKind::Hexagonal => Some(36),
        BoardKind::Hex8 | BoardKind::Hexagonal12 => None,
    }
}

/// The line length of an edition on a board, where it defines one (RR-CANON-R001; compact 1.1).
const fn line_length(edition: Edition, board: BoardKind) -> Option<u16> {
    let canon = match board {
        BoardKind::Square8 => 3,
        BoardKind::Square19 | BoardKind::Hexagonal => 4,
        BoardKind::Hex8 | BoardKind::Hexagonal12 => return None,
    };
    match edition {
        Edition::Canon => Some(canon),
        Edition::Compact => Some(canon + 1),
    }
}

impl Edition {
    /// The preset, with the thresholds that follow from board and rings (RR-CANON-R061, R062).
    fn rules(self, board: BoardKind, players: u8, rings_per_player: u16, line_length: u8) -> Ruleset {
        let total = u32::from(rings_per_player) * u32::from(players);
        let canon = Ruleset {
            board,
            players,
            rings_per_player,
            line_length,
            elimination_threshold: (total / 2 + 1) as u16,
            territory_threshold: board.cells() / 2 + 1,
            placement_limit: Some(3),
            landing: Landing::Burn,
            capture_distance: CaptureDistance::Steps,
            regions: Regions::All,
            region_duty: RegionDuty::Optional,
            last_standing: LastStanding::Round,
            stalemate: Stalemate::NoStacks,
            tiebreak: Tiebreak::LastAction,
            turn_cap: None,
        };
        match self {
            Edition::Canon => canon,
            Edition::Compact => Ruleset {
                placement_limit: None,
                landing: Landing::Keep,
                capture_distance: if board.is_hexagonal() {
                    CaptureDistance::Steps
                } else {
                    CaptureDistance::Manhattan
                },
                region_duty: RegionDuty::Mandatory,
                last_standing: LastStanding::AtOnce,
                stalemate: Stalemate::NoActions,
                tiebreak: Tiebreak::Draw,
                turn_cap: Some(10 * u32::from(board.cells())),
                ..canon
            },
        }
    }
}

/// An option text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseOptionError {
    /// There is no such option.
    #[error("unknown option '{option}'; known: {}", Overrides::NAMES.join(", "))]
    Unknown {
        /// What was given.
        option: String,
    },
    /// The value is not a number in the range of the option, nor `none` where that is allowed.
    #[error("option {option}: expected {expected}, found '{found}'")]
    Number {
        /// The option.
        option: &'static str,
        /// What is possible.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// The value is not one of the names.
    #[error("option {option}: {source}")]
    Name {
        /// The option.
        option: &'static str,
        /// What is wrong.
        source: ParseRuleError,
    },
}

impl Overrides {
    /// The names of the options, as [`set`](Overrides::set) takes them.
    pub const NAMES: [&str; 13] = [
        "rings",
        "line_length",
        "elimination_threshold",
        "territory_threshold",
        "placement_limit",
        "landing",
        "capture_distance",
        "regions",
        "region_duty",
        "last_standing",
        "stalemate",
        "tiebreak",
        "turn_cap",
    ];

    /// Sets one option from texts, for example `regions` to `no_main`.
    ///
    /// # Errors
    /// If there is no such option or the value does not fit it.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), ParseOptionError> {
        let name = Overrides::NAMES
            .into_iter()
            .find(|&name| name == option)
            .ok_or_else(|| ParseOptionError::Unknown { option: option.to_owned() })?;
        match name {
            "rings" => self.rings_per_player = Some(number(name, value)?),
            "line_length" => self.line_length = Some(number(name, value)?),
            "elimination_threshold" => self.elimination_threshold = Some(number(name, value)?),
            "territory_threshold" => self.territory_threshold = Some(number(name, value)?),
            "placement_limit" => self.placement_limit = Some(number_or_none(name, value)?),
            "landing" => self.landing = Some(choice(name, value)?),
            "capture_distance" => self.capture_distance = Some(choice(name, value)?),
            "regions" => self.regions = Some(choice(name, value)?),
            "region_duty" => self.region_duty = Some(choice(name, value)?),
            "last_standing" => self.last_standing = Some(choice(name, value)?),
            "stalemate" => self.stalemate = Some(choice(name, value)?),
            "tiebreak" => self.tiebreak = Some(choice(name, value)?),
            _ => self.turn_cap = Some(number_or_none(name, value)?),
        }
        Ok(())
    }

    /// The options that are set, as pairs of texts in the order of [`NAMES`](Overrides::NAMES).
    pub fn texts(&self) -> Vec<(&'static str, String)> {
        fn text<T: ToString>(value: Option<T>) -> Option<String> {
            value.map(|value| value.to_string())
        }
        fn or_none<T: ToString>(value: Option<Option<T>>) -> Option<String> {
            value.map(|value| value.map_or_else(|| "none".to_owned(), |value| value.to_string()))
        }
        let values = [
            text(self.rings_per_player),
            text(self.line_length),
            text(self.elimination_threshold),
            text(self.territory_threshold),
            or_none(self.placement_limit),
            text(self.landing),
            text(self.capture_distance),
            text(self.regions),
            text(self.region_duty),
            text(self.last_standing),
            text(self.stalemate),
            text(self.tiebreak),
            or_none(self.turn_cap),
        ];
        Overrides::NAMES.into_iter().zip(values).filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// Overrides that set every field of a ruleset.
    pub fn all_of(rules: &Ruleset) -> Overrides {
        Overrides {
            rings_per_player: Some(rules.rings_per_player),
            line_length: Some(rules.line_length),
            elimination_threshold: Some(rules.elimination_threshold),
            territory_threshold: Some(rules.territory_threshold),
            placement_limit: Some(rules.placement_limit),
            landing: Some(rules.landing),
            capture_distance: Some(rules.capture_distance),
            regions: Some(rules.regions),
            region_duty: Some(rules.region_duty),
            last_standing: Some(rules.last_standing),
            stalemate: Some(rules.stalemate),
            tiebreak: Some(rules.tiebreak),
            turn_cap: Some(rules.turn_cap),
        }
    }

    fn count(&self) -> usize {
        self.texts().len()
    }
}

fn number<T: FromStr>(option: &'static str, value: &str) -> Result<T, ParseOptionError> {
    value.parse().map_err(|_| ParseOptionError::Number { option, expected: "a number", found: value.to_owned() })
}

fn number_or_none<T: FromStr>(option: &'static str, value: &str) -> Result<Option<T>, ParseOptionError> {
    if value == "none" {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| ParseOptionError::Number {
        option,
        expected: "a number or none",
        found: value.to_owned(),
    })
}

fn choice<T: FromStr<Err = ParseRuleError>>(option: &'static str, value: &str) -> Result<T, ParseOptionError> {
    value.parse().map_err(|source| ParseOptionError::Name { option, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_the_thresholds_of_the_rulebook() {
        for (board, thresholds, territory) in [
            (BoardKind::Square8, [19, 28, 37], 33),
            (BoardKind::Square19, [37, 55, 73], 181),
            (BoardKind::Hexagonal, [37, 55, 73], 166),
        ] {
            for (players, threshold) in (2..).zip(thresholds) {
                let rules = Ruleset::canon(board, players).unwrap();
                assert_eq!(rules.elimination_threshold, threshold);
                assert_eq!(rules.territory_threshold, territory);
            }
        }
    }

    #[test]
    fn thresholds_follow_overridden_rings() {
        let overrides = Overrides { rings_per_player: Some(10), ..Overrides::default() };
        let rules = Ruleset::new(Edition::Canon, BoardKind::Square8, 3, &overrides).unwrap();
        assert_eq!(rules.elimination_threshold, 16);
    }

    #[test]
    fn a_board_without_parameters_needs_them_given() {
        let error = Ruleset::canon(BoardKind::Hex8, 2).unwrap_err();
        assert_eq!(
            error.to_string(),
            "invalid rules: edition canon does not define rings per player for hex8; give rings=…; \
             edition canon does not define the line length for hex8; give line_length=…"
        );
        let overrides = Overrides { rings_per_player: Some(18), line_length: Some(3), ..Overrides::default() };
        assert!(Ruleset::new(Edition::Canon, BoardKind::Hex8, 2, &overrides).is_ok());
    }

    #[test]
    fn all_problems_are_listed_at_once() {
        let rules = Ruleset {
            players: 5,
            line_length: 9,
            rings_per_player: 0,
            landing: Landing::Keep,
            ..Ruleset::canon(BoardKind::Square8, 2).unwrap()
        };
        let problems = rules.check().unwrap_err().problems;
        assert!(problems.contains(&RulesetProblem::Players(5)));
        assert!(problems.contains(&RulesetProblem::EndlessWithoutCap));
        assert_eq!(problems.len(), 5, "{problems:?}");
    }

    #[test]
    fn manhattan_distance_is_refused_on_hexagons() {
        let rules = Ruleset {
            capture_distance: CaptureDistance::Manhattan,
            ..Ruleset::canon(BoardKind::Hexagonal, 2).unwrap()
        };
        assert_eq!(rules.check().unwrap_err().problems, [RulesetProblem::ManhattanOnHexagons(BoardKind::Hexagonal)]);
    }

    #[test]
    fn describing_a_preset_needs_no_overrides() {
        for &edition in Edition::ALL {
            for board in [BoardKind::Square8, BoardKind::Square19, BoardKind::Hexagonal] {
                let rules = Ruleset::new(edition, board, 2, &Overrides::default()).unwrap();
                assert_eq!(rules.describe(), (edition, Overrides::default()));
            }
        }
    }

    #[test]
    fn every_option_can_be_set_from_the_text_it_prints() {
        for rules in
            [Ruleset::canon(BoardKind::Square8, 2).unwrap(), Ruleset::compact(BoardKind::Hexagonal, 4).unwrap()]
        {
            let all = Overrides::all_of(&rules);
            let mut read = Overrides::default();
            for (name, value) in all.texts() {
                read.set(name, &value).unwrap();
            }
            assert_eq!(read, all);
            assert_eq!(all.texts().len(), Overrides::NAMES.len());
            assert_eq!(Ruleset::new(Edition::Canon, rules.board, rules.players, &read).unwrap(), rules);
        }
        assert!(Overrides::default().set("regions", "some").unwrap_err().to_string().contains("all or no_main"));
        assert!(Overrides::default().set("rings", "-1").unwrap_err().to_string().contains("expected a number"));
        assert!(Overrides::default().set("ring", "1").unwrap_err().to_string().contains("known: rings, "));
    }
}
