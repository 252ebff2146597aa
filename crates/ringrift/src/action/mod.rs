//! The decisions a player can make, and the containers that collect them.

pub(crate) mod list;
pub(crate) mod sink;

use crate::board::geometry::Axis;
use crate::board::kind::Cell;
use crate::player::Player;

/// A straight run of one player's markers along one axis (RR-CANON-R120).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// The direction of the run, without orientation.
    pub axis: Axis,
    /// The lowest cell of the run in cell order; the others follow in ascending cell order.
    pub first: Cell,
    /// The number of cells, at least [`Ruleset::line_length`](crate::Ruleset::line_length).
    pub length: u8,
}

/// The identity of a candidate region: no two candidate regions of one position share both values.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId {
    /// The lowest cell of the region in cell order.
    pub first: Cell,
    /// The owner of the markers that close the border; `None` if board edges and collapsed cells close it
    /// (RR-CANON-R141).
    pub border: Option<Player>,
}

/// One decision of the player to move; rules section 4 lists which actions belong to which phase.
///
/// A turn that passes and a phase without a choice are automatic and are not actions. Every other decision is an
/// action, even if it is the only legal one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Places rings on an empty cell, or one ring on a stack (RR-CANON-R081, R082).
    Place {
        /// An empty cell or a stack.
        at: Cell,
        /// At least 1; exactly 1 on a stack.
        rings: u8,
    },
    /// Continues to the movement phase without placing (RR-CANON-R080).
    SkipPlacement,
    /// Exchanges the people behind the two seats (rules-live section 11).
    SwapSides,
    /// Moves a stack without capturing (RR-CANON-R091).
    Move {
        /// The stack that moves, controlled by the player to move.
        from: Cell,
        /// The landing cell.
        to: Cell,
    },
    /// Jumps over a stack and takes its top ring: the first or a continuing segment of a chain (RR-CANON-R101, R103).
    Capture {
        /// The stack that captures, controlled by the player to move.
        from: Cell,
        /// The stack that is jumped, of any colour.
        over: Cell,
        /// The landing cell, behind `over` on the same ray.
        to: Cell,
    },
    /// Declines the capture offered after a plain move (RR-CANON-R070).
    DeclineCapture,
    /// Slides a marker and takes a buried ring out of a stack (rules-live section 7).
    ///
    /// If the slide forms a line, the whole line collapses. If no marker can form a line, any slide is legal.
    Recover {
        /// The marker that slides.
        from: Cell,
        /// A neighbouring cell, empty or with a stack.
        to: Cell,
        /// The stack whose bottommost ring of the player is taken out.
        extract: Cell,
    },
    /// Slides a marker and collapses a part of the overlength line it forms, without payment (rules-live section 7).
    RecoverSegment {
        /// The marker that slides.
        from: Cell,
        /// A neighbouring empty cell.
        to: Cell,
        /// The number of cells of the line before the segment.
        offset: u8,
    },
    /// Declines to slide a marker (rules-live section 7).
    SkipRecovery,
    /// Collapses a whole line; a payment follows (RR-CANON-R122).
    TakeLine {
        /// A line of the player to move.
        line: Line,
    },
    /// Collapses a segment of the minimum length from an overlength line, without payment (RR-CANON-R122, option 2).
    TakeSegment {
        /// A line longer than [`Ruleset::line_length`](crate::Ruleset::line_length).
        line: Line,
        /// The number of cells of the line before the segment.
        offset: u8,
    },
    /// Processes a disconnected region; a payment follows (RR-CANON-R145).
    ClaimRegion {
        /// A region that is eligible for the player to move.
        region: RegionId,
    },
    /// Leaves the remaining regions unprocessed in this turn (RR-CANON-R144).
    StopTerritory,
    /// Eliminates rings of a stack as a payment or a forced elimination (RR-CANON-R122, R145, R100).
    ///
    /// Usually the cap of a controlled stack; in the live edition also its top ring alone, or a buried ring
    /// (rules-live sections 5 and 7).
    Eliminate {
        /// The stack that loses the rings.
        at: Cell,
    },
}

const _: () = assert!(size_of::<Action>() <= 8);
