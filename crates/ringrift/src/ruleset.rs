//! The rules as data: editions are presets, and every field can be changed.

use std::fmt;

use crate::board_kind::BoardKind;
use crate::choices::{
    Borders, CaptureDistance, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, RegionDuty, Regions,
    Skip, Stalemate, Tiebreak,
};
use crate::options::Overrides;

/// The most rings a player can be given.
pub const MAX_RINGS: u16 = 255;

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
    /// Whether skipping the placement is a decision where nothing can be placed.
    pub skip: Skip,
    /// What a whole line costs.
    pub line_price: LinePrice,
    /// Which markers collapse with a region.
    pub borders: Borders,
    /// Which areas without walls are regions.
    pub open_regions: OpenRegions,
    /// Whether a player without stacks can slide markers to get rings back into play (live 7).
    pub recovery: bool,
    /// When a cap is given up for want of anything else.
    pub forced: Forced,
    /// Whether a victory by territory needs more than all others have together (live 9).
    pub majority: bool,
    /// The rounds that the last player standing must stand, under [`LastStanding::Rounds`].
    pub last_standing_rounds: u8,
    /// Whether the second of two players may swap sides at first (live 11).
    pub swap: bool,
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

    /// The live rules on a board they define.
    ///
    /// # Errors
    /// As for [`canon`](Ruleset::canon).
    pub fn live(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Live, board, players, &Overrides::default())
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
        let rings = need("rings per player", "rings", overrides.rings_per_player, rings_per_player(edition, board));
        let given_length = overrides.line_length.map(u16::from);
        let line_length =
            need("the line length", "line_length", given_length, line_length(edition, board, players)) as u8;
        let missing_length = given_length.or(self::line_length(edition, board, players)).is_none();
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

    /// The canonical rules with the same board, players, rings and line length.
    pub(crate) fn canon_equivalent(&self) -> Ruleset {
        Edition::Canon.rules(self.board, self.players, self.rings_per_player, self.line_length)
    }

    /// Whether it matters what a player has done in his turn (live 2).
    pub const fn tracks_turn_progress(&self) -> bool {
        self.recovery || self.swap || matches!(self.forced, Forced::Last)
    }

    /// Whether a game has no winner if one of its players gives up, or his time is up, and the host ends it with that: with more
    /// than two players, where every rung of the ladder looks at all of them (live 9).
    pub const fn resignation_has_no_winner(&self) -> bool {
        self.players > 2 && matches!(self.tiebreak, Tiebreak::Rungs)
    }

    /// All rings of all players (RR-CANON-R052).
    pub const fn total_rings(&self) -> u16 {
        self.rings_per_player * self.players as u16
    }

    /// The most rings that may be placed at once on an empty cell from a hand of this size.
    pub fn max_placement(&self, hand: u16) -> u8 {
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
            skip: o.skip.unwrap_or(self.skip),
            line_price: o.line_price.unwrap_or(self.line_price),
            borders: o.borders.unwrap_or(self.borders),
            open_regions: o.open_regions.unwrap_or(self.open_regions),
            recovery: o.recovery.unwrap_or(self.recovery),
            forced: o.forced.unwrap_or(self.forced),
            majority: o.majority.unwrap_or(self.majority),
            last_standing_rounds: o.last_standing_rounds.unwrap_or(self.last_standing_rounds),
            swap: o.swap.unwrap_or(self.swap),
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
            rings_per_player: (rings_per_player(edition, self.board) != Some(self.rings_per_player))
                .then_some(self.rings_per_player),
            line_length: (line_length(edition, self.board, self.players) != Some(u16::from(self.line_length)))
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
            skip: differing(self.skip, base.skip),
            line_price: differing(self.line_price, base.line_price),
            borders: differing(self.borders, base.borders),
            open_regions: differing(self.open_regions, base.open_regions),
            recovery: differing(self.recovery, base.recovery),
            forced: differing(self.forced, base.forced),
            majority: differing(self.majority, base.majority),
            last_standing_rounds: differing(self.last_standing_rounds, base.last_standing_rounds),
            swap: differing(self.swap, base.swap),
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
        // Beside a wrong number of rings or players a threshold that follows from them need not be blamed as well.
        if self.rings_per_player == rings && (2..=4).contains(&self.players) {
            range("the elimination threshold", self.elimination_threshold.into(), 1, total);
        }
        range("the territory threshold", self.territory_threshold.into(), 1, self.board.cells().into());
        range("the placement limit", self.placement_limit.unwrap_or(1).into(), 1, u8::MAX.into());
        range("the rounds of the last player standing", self.last_standing_rounds.into(), 1, 100);
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

/// The rings per player of a board, where the edition defines it (RR-CANON-R020; live 1).
const fn rings_per_player(edition: Edition, board: BoardKind) -> Option<u16> {
    match (edition, board) {
        (_, BoardKind::Square8) => Some(18),
        (Edition::Canon | Edition::Compact, BoardKind::Square19 | BoardKind::Hexagonal) => Some(36),
        (Edition::Canon | Edition::Compact, BoardKind::Hex8 | BoardKind::Hexagonal12) => None,
        (Edition::Live, BoardKind::Square19) => Some(72),
        (Edition::Live, BoardKind::Hex8) => Some(18),
        (Edition::Live, BoardKind::Hexagonal12) => Some(96),
        (Edition::Live, BoardKind::Hexagonal) => None,
    }
}

/// The markers that make a line, where the edition defines it (RR-CANON-R120; live 1).
const fn line_length(edition: Edition, board: BoardKind, players: u8) -> Option<u16> {
    match (edition, board) {
        (Edition::Canon, BoardKind::Square8) => Some(3),
        (Edition::Canon, BoardKind::Square19 | BoardKind::Hexagonal) => Some(4),
        (Edition::Compact, BoardKind::Square8) => Some(4),
        (Edition::Compact, BoardKind::Square19 | BoardKind::Hexagonal) => Some(5),
        (Edition::Canon | Edition::Compact, BoardKind::Hex8 | BoardKind::Hexagonal12) => None,
        (Edition::Live, BoardKind::Square8 | BoardKind::Hex8) => Some(if players == 2 { 4 } else { 3 }),
        (Edition::Live, BoardKind::Square19 | BoardKind::Hexagonal12) => Some(4),
        (Edition::Live, BoardKind::Hexagonal) => None,
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
            skip: Skip::Implied,
            line_price: LinePrice::Cap,
            borders: Borders::Seen,
            open_regions: OpenRegions::Lacking,
            recovery: false,
            forced: Forced::First,
            majority: false,
            last_standing_rounds: 1,
            swap: false,
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
            Edition::Live => Ruleset {
                elimination_threshold: ((2 * u32::from(rings_per_player) * (u32::from(players) + 1) + 3) / 6) as u16,
                territory_threshold: board.cells() / u16::from(players.max(1)) + 1,
                landing: Landing::BurnAny,
                last_standing: LastStanding::Rounds,
                tiebreak: Tiebreak::Rungs,
                skip: Skip::Explicit,
                line_price: LinePrice::Ring,
                borders: if board == BoardKind::Hexagonal12 { Borders::Touched } else { Borders::Flooded },
                open_regions: OpenRegions::OneController,
                recovery: true,
                forced: Forced::Last,
                majority: true,
                last_standing_rounds: 3,
                ..canon
            },
        }
    }
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
    fn the_live_preset_has_the_numbers_of_its_table() {
        for (board, rings, lengths, thresholds, territory) in [
            (BoardKind::Square8, 18, [4, 3, 3], [18, 24, 30], [33, 22, 17]),
            (BoardKind::Square19, 72, [4, 4, 4], [72, 96, 120], [181, 121, 91]),
            (BoardKind::Hex8, 18, [4, 3, 3], [18, 24, 30], [31, 21, 16]),
            (BoardKind::Hexagonal12, 96, [4, 4, 4], [96, 128, 160], [235, 157, 118]),
        ] {
            for i in 0..3 {
                let rules = Ruleset::live(board, i as u8 + 2).unwrap();
                let numbers = (rules.rings_per_player, rules.line_length);
                assert_eq!(numbers, (rings, lengths[i]));
                assert_eq!((rules.elimination_threshold, rules.territory_threshold), (thresholds[i], territory[i]));
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
        assert_eq!(problems.len(), 4, "{problems:?}");
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
            let defined = BoardKind::ALL.into_iter().filter(|&board| rings_per_player(edition, board).is_some());
            for (board, players) in defined.flat_map(|board| [(board, 2), (board, 4)]) {
                let rules = Ruleset::new(edition, board, players, &Overrides::default()).unwrap();
                assert_eq!(rules.describe(), (edition, Overrides::default()));
            }
        }
    }
}
