//! The decisions a player can make.

use crate::board_kind::Cell;
use crate::geometry::Axis;
use crate::player::Player;

/// A straight run of one player's markers along one axis (RR-CANON-R120).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// The axis of the run.
    pub axis: Axis,
    /// The cell of the run that comes first in cell order; the others follow in growing cell order.
    pub first: Cell,
    /// The number of cells.
    pub length: u8,
}

/// What identifies a region in a given position: no two candidate regions of one position share both values.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId {
    /// The cell of the extent that comes first in cell order.
    pub first: Cell,
    /// The colour of the markers that close the border, none if edges and collapsed cells do (RR-CANON-R141).
    pub border: Option<Player>,
}

/// One decision of the player to move; rules.md section 4 lists which belong to which phase.
///
/// Passes and phases without a choice are automatic and are no actions; everything else is one, even when it is the only
/// legal one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Place rings on an empty cell, or one ring on a stack (RR-CANON-R081, R082).
    Place {
        /// Where.
        at: Cell,
        /// How many.
        rings: u8,
    },
    /// Go on to movement without placing (RR-CANON-R080).
    SkipPlacement,
    /// Exchange the persons behind the seats (live 11).
    SwapSides,
    /// Move a stack without capturing (RR-CANON-R091).
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// Jump over a stack and take its top ring; first or continuing segment (RR-CANON-R101, R103).
    Capture {
        /// From where.
        from: Cell,
        /// The stack that is jumped.
        over: Cell,
        /// To where.
        to: Cell,
    },
    /// Decline the capture offered after a plain move (RR-CANON-R070).
    DeclineCapture,
    /// Slide a marker and take a buried ring out of a stack (live 7): the line that is formed collapses as a whole; where no
    /// marker can form a line, the slide alone counts.
    Recover {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// The stack whose bottommost ring of the player is taken out.
        extract: Cell,
    },
    /// Slide a marker; of the line that is formed, which is longer than it has to be, a part collapses, without payment
    /// (live 7).
    RecoverSegment {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// How many cells of the line come before the segment.
        offset: u8,
    },
    /// Slide no marker (live 7).
    SkipRecovery,
    /// Collapse a whole line; a payment follows (RR-CANON-R122).
    TakeLine {
        /// The line.
        line: Line,
    },
    /// Collapse a part of an overlength line that is just long enough, without payment (RR-CANON-R122, option 2).
    TakeSegment {
        /// The line.
        line: Line,
        /// How many cells of the line come before the segment.
        offset: u8,
    },
    /// Process a disconnected region; a payment follows (RR-CANON-R145).
    ClaimRegion {
        /// The region.
        region: RegionId,
    },
    /// Process no further region in this turn (RR-CANON-R144).
    StopTerritory,
    /// Give up rings of a stack: a payment, or a forced elimination (RR-CANON-R122, R145, R100). Usually the cap of a
    /// controlled stack; the rules may ask for its top ring alone, or for a buried ring (live 5, 7).
    Eliminate {
        /// The stack.
        at: Cell,
    },
}

const _: () = assert!(size_of::<Action>() <= 8);
