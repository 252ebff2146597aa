//! The parameters that the editions define.

use crate::board::kind::BoardKind;
use crate::ruleset::Ruleset;
use crate::ruleset::options::{
    Borders, CaptureDistance, Edition, Forced, Landing, LastStanding, LinePrice, OpenRegions, RegionDuty, Regions,
    Skip, Stalemate, Tiebreak,
};
use crate::ruleset::overrides::Overrides;

/// Returns the rings per player of an edition on a board; `None` if it is undefined (RR-CANON-R020; rules-live section
/// 1).
pub(super) const fn rings_per_player(edition: Edition, board: BoardKind) -> Option<u16> {
    match (edition, board) {
        (_, BoardKind::Square8) => Some(18),
        (Edition::Standard | Edition::Canon | Edition::Compact, BoardKind::Square19 | BoardKind::Hexagonal) => Some(36),
        (Edition::Standard | Edition::Canon | Edition::Compact, BoardKind::Hex8 | BoardKind::Hexagonal12) => None,
        (Edition::Live, BoardKind::Square19) => Some(72),
        (Edition::Live, BoardKind::Hex8) => Some(18),
        (Edition::Live, BoardKind::Hexagonal12) => Some(96),
        (Edition::Live, BoardKind::Hexagonal) => None,
    }
}

/// Returns the line length of an edition on a board; `None` if it is undefined (RR-CANON-R120; rules-live section 1).
pub(super) const fn line_length(edition: Edition, board: BoardKind, players: u8) -> Option<u16> {
    match (edition, board) {
        (Edition::Standard | Edition::Canon, BoardKind::Square8) => Some(3),
        (Edition::Standard | Edition::Canon, BoardKind::Square19 | BoardKind::Hexagonal) => Some(4),
        (Edition::Compact, BoardKind::Square8) => Some(4),
        (Edition::Compact, BoardKind::Square19 | BoardKind::Hexagonal) => Some(5),
        (Edition::Standard | Edition::Canon | Edition::Compact, BoardKind::Hex8 | BoardKind::Hexagonal12) => None,
        (Edition::Live, BoardKind::Square8 | BoardKind::Hex8) => Some(if players == 2 { 4 } else { 3 }),
        (Edition::Live, BoardKind::Square19 | BoardKind::Hexagonal12) => Some(4),
        (Edition::Live, BoardKind::Hexagonal) => None,
    }
}

impl Edition {
    /// Returns the board that the name of `named` means in this edition, for readers of texts.
    ///
    /// Documents and records of the live edition call the hexagon of radius 12 `hexagonal`, which elsewhere is the name
    /// of the hexagon of radius 10. The live edition defines neither rings nor line length for radius 10. So in this
    /// edition `hexagonal` means [`BoardKind::Hexagonal12`], unless both of them are given.
    ///
    /// ```
    /// use ringrift::{BoardKind, Edition, Overrides};
    /// let given = Overrides { rings_per_player: Some(36), line_length: Some(4), ..Overrides::default() };
    /// assert_eq!(Edition::Live.board_named(BoardKind::Hexagonal, &Overrides::default()), BoardKind::Hexagonal12);
    /// assert_eq!(Edition::Live.board_named(BoardKind::Hexagonal, &given), BoardKind::Hexagonal);
    /// assert_eq!(Edition::Canon.board_named(BoardKind::Hexagonal, &Overrides::default()), BoardKind::Hexagonal);
    /// ```
    pub const fn board_named(self, named: BoardKind, overrides: &Overrides) -> BoardKind {
        let is_sized = overrides.rings_per_player.is_some() && overrides.line_length.is_some();
        match (self, named) {
            (Edition::Live, BoardKind::Hexagonal) if !is_sized => BoardKind::Hexagonal12,
            _ => named,
        }
    }

    /// Returns the preset of the edition, with the thresholds that follow from board and rings (RR-CANON-R061, R062).
    ///
    /// Rules section 14 lists the differences of the compact edition; `docs/rules/rules-live.md` describes the live
    /// edition.
    pub(super) fn rules(self, board: BoardKind, players: u8, rings_per_player: u16, line_length: u8) -> Ruleset {
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
            Edition::Standard => Ruleset { regions: Regions::NoMain, ..canon },
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
