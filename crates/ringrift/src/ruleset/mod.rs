//! Rules as data: an edition is a preset, and every field can be overridden.

pub(crate) mod options;
pub(crate) mod overrides;
mod presets;
pub(crate) mod problem;

use crate::board::kind::BoardKind;
use crate::ruleset::options::{
    Borders, CaptureDistance, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, RegionDuty, Regions,
    Skip, Stalemate, Tiebreak,
};
use crate::ruleset::overrides::Overrides;
use crate::ruleset::presets::{line_length, rings_per_player};
use crate::ruleset::problem::{RulesetError, RulesetProblem};

/// The maximum number of rings per player.
pub const MAX_RINGS: u16 = 255;

/// The complete parameters of a game.
///
/// Start from a preset and change single fields; [`check`](Ruleset::check) rejects combinations that cannot be played.
///
/// ```
/// use ringrift::{BoardKind, Regions, Ruleset};
/// let rules = Ruleset { regions: Regions::NoMain, ..Ruleset::canon(BoardKind::Square8, 2)? };
/// assert_eq!((rules.line_length, rules.elimination_threshold), (3, 19));
/// # Ok::<(), ringrift::RulesetError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// The board, which determines cells, directions and adjacency (RR-CANON-R001).
    pub board: BoardKind,
    /// The number of players, 2 to 4 (RR-CANON-R010).
    pub players: u8,
    /// The number of rings each player starts with, 1 to [`MAX_RINGS`] (RR-CANON-R020).
    pub rings_per_player: u16,
    /// The minimum number of markers in a line, 2 to [`BoardKind::longest_line`] (RR-CANON-R120).
    pub line_length: u8,
    /// The number of credited rings that wins, 1 to [`total_rings`](Ruleset::total_rings) (RR-CANON-R061).
    pub elimination_threshold: u16,
    /// The number of collapsed cells that wins, 1 to [`BoardKind::cells`] (RR-CANON-R062).
    pub territory_threshold: u16,
    /// The maximum number of rings placed on an empty cell at once, at least 1; `None` for no limit (RR-CANON-R081).
    pub placement_limit: Option<u8>,
    /// Which markers a stack can land on, and the cost of landing.
    pub landing: Landing,
    /// How diagonal steps count in the distance of a capture.
    pub capture_distance: CaptureDistance,
    /// Whether the largest area is a candidate region.
    pub regions: Regions,
    /// Whether a player must process eligible regions.
    pub region_duty: RegionDuty,
    /// When the last player standing wins.
    pub last_standing: LastStanding,
    /// When the game is a stalemate.
    pub stalemate: Stalemate,
    /// How ties on the tiebreak ladder are decided.
    pub tiebreak: Tiebreak,
    /// The number of turns after which the tiebreak ladder decides, at least 1; `None` for no cap.
    pub turn_cap: Option<u32>,
    /// Whether a player who cannot place must skip the placement explicitly.
    pub skip: Skip,
    /// The payment for a whole line.
    pub line_price: LinePrice,
    /// Which markers collapse with a region.
    pub borders: Borders,
    /// Which areas not enclosed by markers are regions.
    pub open_regions: OpenRegions,
    /// Whether a player without a controlled stack can slide markers to extract buried rings (rules-live section 7).
    pub recovery: bool,
    /// When a forced elimination happens in the turn.
    pub forced: Forced,
    /// Whether a territory victory also needs more cells than all other players have together (rules-live section 9).
    pub majority: bool,
    /// The number of full rounds, 1 to 100, after which the only player with a real action wins under
    /// [`LastStanding::Rounds`].
    pub last_standing_rounds: u8,
    /// Whether the second of two players may swap sides in their first turn (rules-live section 11).
    pub swap: bool,
}

impl Ruleset {
    /// Returns the standard edition on a board it defines: the canon edition without the claim of the largest area.
    ///
    /// # Errors
    /// As for [`canon`](Ruleset::canon).
    pub fn standard(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Standard, board, players, &Overrides::default())
    }

    /// Returns the canon edition on a board it defines.
    ///
    /// # Errors
    /// If the edition does not define the board, or the number of players is not 2 to 4.
    pub fn canon(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Canon, board, players, &Overrides::default())
    }

    /// Returns the compact edition on a board it defines.
    ///
    /// # Errors
    /// As for [`canon`](Ruleset::canon).
    pub fn compact(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Compact, board, players, &Overrides::default())
    }

    /// Returns the live edition on a board it defines.
    ///
    /// # Errors
    /// As for [`canon`](Ruleset::canon).
    pub fn live(board: BoardKind, players: u8) -> Result<Ruleset, RulesetError> {
        Ruleset::new(Edition::Live, board, players, &Overrides::default())
    }

    /// Returns an edition with some fields overridden.
    ///
    /// # Errors
    /// Lists all missing fields, values out of range and contradictions.
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
            // A line length that is reported as missing is not reported again as out of range.
            !(missing_length && matches!(problem, RulesetProblem::OutOfRange { field: "the line length", .. }))
        }));
        if problems.is_empty() { Ok(rules) } else { Err(RulesetError { problems }) }
    }

    /// Returns an edition with some fields overridden, on the board that a name means in this edition, see
    /// [`Edition::board_named`]. Every reader of texts uses this function.
    ///
    /// # Errors
    /// As for [`new`](Ruleset::new).
    pub fn from_names(
        edition: Edition,
        board: BoardKind,
        players: u8,
        overrides: &Overrides,
    ) -> Result<Ruleset, RulesetError> {
        Ruleset::new(edition, edition.board_named(board, overrides), players, overrides)
    }

    /// Checks that all values are in range and do not contradict each other.
    ///
    /// # Errors
    /// Lists all problems.
    pub fn check(&self) -> Result<(), RulesetError> {
        let problems = self.problems();
        if problems.is_empty() { Ok(()) } else { Err(RulesetError { problems }) }
    }

    /// Returns the canon preset with the same board, players, rings and line length.
    pub(crate) fn canon_equivalent(&self) -> Ruleset {
        Edition::Canon.rules(self.board, self.players, self.rings_per_player, self.line_length)
    }

    /// Reports whether the rules depend on the earlier actions of the turn (rules-live section 2).
    pub const fn tracks_turn_progress(&self) -> bool {
        self.recovery || self.swap || matches!(self.forced, Forced::Last)
    }

    /// Reports whether a game that ends by resignation or timeout has no winner.
    ///
    /// True with more than two players under [`Tiebreak::Rungs`], where every rung of the ladder compares all players
    /// (rules-live section 9).
    pub const fn resignation_has_no_winner(&self) -> bool {
        self.players > 2 && matches!(self.tiebreak, Tiebreak::Rungs)
    }

    /// Returns the number of rings of all players together (RR-CANON-R052).
    pub const fn total_rings(&self) -> u16 {
        self.rings_per_player * self.players as u16
    }

    /// Returns the maximum number of rings that can be placed at once on an empty cell from a hand of this size
    /// (RR-CANON-R081).
    pub fn max_placement(&self, hand: u16) -> u8 {
        let limit = self.placement_limit.map_or(u16::from(u8::MAX), u16::from);
        hand.min(limit) as u8
    }

    /// Returns the edition that describes these rules in texts with the fewest overrides, and those overrides.
    ///
    /// Never [`Edition::Standard`]: texts write it as `canon regions=no_main`, as they did before it had a name.
    pub fn describe(&self) -> (Edition, Overrides) {
        self.describe_by(&[Edition::Canon, Edition::Compact, Edition::Live])
    }

    /// Returns the edition that describes these rules to people with the fewest overrides, and those overrides.
    ///
    /// ```
    /// use ringrift::{BoardKind, Edition, Overrides, Ruleset};
    /// let rules = Ruleset::standard(BoardKind::Square8, 2)?;
    /// assert_eq!(rules.describe_for_people(), (Edition::Standard, Overrides::default()));
    /// assert_eq!(rules.to_string(), "square8 2p canon regions=no_main");
    /// # Ok::<(), ringrift::RulesetError>(())
    /// ```
    pub fn describe_for_people(&self) -> (Edition, Overrides) {
        self.describe_by(Edition::ALL)
    }

    /// Returns the rules in one line as people read them, such as `square8 2p standard`.
    ///
    /// Readers of rules accept this form too, but [`Display`](std::fmt::Display) writes the form of files and protocols.
    pub fn title(&self) -> String {
        let (edition, overrides) = self.describe_for_people();
        let mut title = format!("{} {}p {edition}", self.board, self.players);
        for (name, value) in overrides.texts() {
            title.push_str(&format!(" {name}={value}"));
        }
        title
    }

    fn describe_by(&self, editions: &[Edition]) -> (Edition, Overrides) {
        let described = editions.iter().map(|&edition| (edition, self.overrides_of(edition)));
        described.min_by_key(|(_, overrides)| overrides.count()).expect("there is at least one edition")
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

    /// Returns the overrides that turn an edition into these rules.
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
        let mut range = |field, option, found: u32, min: u32, max: u32| {
            if !(min..=max).contains(&found) {
                problems.push(RulesetProblem::OutOfRange { field, option, found, min, max });
            }
        };
        let rings = self.rings_per_player.clamp(1, MAX_RINGS);
        let total = u32::from(rings) * u32::from(self.players.clamp(2, 4));
        range("rings per player", "rings", self.rings_per_player.into(), 1, MAX_RINGS.into());
        range("the line length", "line_length", self.line_length.into(), 2, self.board.longest_line().into());
        // The range of the elimination threshold is unknown if the number of rings or players is invalid.
        if self.rings_per_player == rings && (2..=4).contains(&self.players) {
            range("the elimination threshold", "elimination_threshold", self.elimination_threshold.into(), 1, total);
        }
        range(
            "the territory threshold",
            "territory_threshold",
            self.territory_threshold.into(),
            1,
            self.board.cells().into(),
        );
        range("the placement limit", "placement_limit", self.placement_limit.unwrap_or(1).into(), 1, u8::MAX.into());
        range(
            "the rounds of the last player standing",
            "last_standing_rounds",
            self.last_standing_rounds.into(),
            1,
            100,
        );
        range("the turn cap", "turn_cap", self.turn_cap.unwrap_or(1), 1, u32::MAX);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canon_presets_have_the_thresholds_of_the_rulebook() {
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
    fn live_presets_have_the_parameters_of_the_rulebook() {
        for (board, rings, lengths, thresholds, territory) in [
            (BoardKind::Square8, 18, [4, 3, 3], [18, 24, 30], [33, 22, 17]),
            (BoardKind::Square19, 72, [4, 4, 4], [72, 96, 120], [181, 121, 91]),
            (BoardKind::Hex8, 18, [4, 3, 3], [18, 24, 30], [31, 21, 16]),
            (BoardKind::Hexagonal12, 96, [4, 4, 4], [96, 128, 160], [235, 157, 118]),
        ] {
            for i in 0..3 {
                let rules = Ruleset::live(board, i as u8 + 2).unwrap();
                assert_eq!(rules.rings_per_player, rings);
                assert_eq!(rules.line_length, lengths[i]);
                assert_eq!(rules.elimination_threshold, thresholds[i]);
                assert_eq!(rules.territory_threshold, territory[i]);
            }
        }
    }

    #[test]
    fn elimination_threshold_follows_overridden_rings() {
        let overrides = Overrides { rings_per_player: Some(10), ..Overrides::default() };
        let rules = Ruleset::new(Edition::Canon, BoardKind::Square8, 3, &overrides).unwrap();
        assert_eq!(rules.elimination_threshold, 16);
    }

    #[test]
    fn undefined_board_needs_rings_and_line_length() {
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
    fn check_lists_all_problems() {
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
    fn rejects_manhattan_distance_on_hexagonal_boards() {
        let rules = Ruleset {
            capture_distance: CaptureDistance::Manhattan,
            ..Ruleset::canon(BoardKind::Hexagonal, 2).unwrap()
        };
        assert_eq!(rules.check().unwrap_err().problems, [RulesetProblem::ManhattanOnHexagons(BoardKind::Hexagonal)]);
    }

    #[test]
    fn describe_returns_presets_without_overrides() {
        for &edition in Edition::ALL {
            let defined = BoardKind::ALL.into_iter().filter(|&board| rings_per_player(edition, board).is_some());
            for (board, players) in defined.flat_map(|board| [(board, 2), (board, 4)]) {
                let rules = Ruleset::new(edition, board, players, &Overrides::default()).unwrap();
                assert_eq!(rules.describe_for_people(), (edition, Overrides::default()));
            }
        }
    }
}
