//! Action codes, and their long names in the notation specification.

use std::fmt;

/// The code at the start of an action text.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActionCode {
    /// `P`: place rings.
    Place,
    /// `SP`: skip the placement.
    SkipPlacement,
    /// `SW`: swap sides.
    SwapSides,
    /// `M`: move a stack.
    Move,
    /// `MR`: move a single ring; only in older records.
    MoveRing,
    /// `B`: move rings within a territory; only in older records.
    BuildStack,
    /// `C`: capture.
    Capture,
    /// `CC`: continue a chain of captures.
    ContinueCapture,
    /// `SC`: decline the offered capture.
    SkipCapture,
    /// `L`: choose a line.
    Line,
    /// `LR`: choose between the whole line and a segment.
    LineOption,
    /// `T`: process a region.
    Territory,
    /// `ST`: stop processing regions.
    SkipTerritory,
    /// `E`: eliminate rings of a stack.
    Eliminate,
    /// `R`: slide a marker in a recovery.
    Recover,
    /// `SR`: decline the recovery.
    SkipRecovery,
}

/// Each code with its text and its long names; the first long name is used for writing.
const TABLE: [(ActionCode, &str, &[&str]); 16] = [
    (ActionCode::Place, "P", &["place_ring"]),
    (ActionCode::SkipPlacement, "SP", &["skip_placement"]),
    (ActionCode::SwapSides, "SW", &["swap_sides"]),
    (ActionCode::Move, "M", &["move_stack"]),
    (ActionCode::MoveRing, "MR", &["move_ring"]),
    (ActionCode::BuildStack, "B", &["build_stack"]),
    (ActionCode::Capture, "C", &["overtaking_capture", "chain_capture"]),
    (ActionCode::ContinueCapture, "CC", &["continue_capture_segment", "EC"]),
    (ActionCode::SkipCapture, "SC", &["skip_capture"]),
    (ActionCode::Line, "L", &["process_line", "line_formation"]),
    (ActionCode::LineOption, "LR", &["choose_line_option", "choose_line_reward"]),
    (ActionCode::Territory, "T", &["choose_territory_option", "process_territory_region", "territory_claim"]),
    (ActionCode::SkipTerritory, "ST", &["skip_territory_processing"]),
    (ActionCode::Eliminate, "E", &["eliminate_rings_from_stack", "forced_elimination"]),
    (ActionCode::Recover, "R", &["recovery_slide"]),
    (ActionCode::SkipRecovery, "SR", &["skip_recovery"]),
];

impl ActionCode {
    /// All codes, in the order of the phases.
    pub const ALL: [ActionCode; TABLE.len()] = {
        let mut all = [ActionCode::Place; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    /// Parses a code, its long name, or a name from older records.
    ///
    /// ```
    /// use ringrift::ActionCode;
    /// assert_eq!(ActionCode::parse("M"), Some(ActionCode::Move));
    /// assert_eq!(ActionCode::parse("choose_line_reward"), Some(ActionCode::LineOption));
    /// assert_eq!(ActionCode::parse("m"), None);
    /// ```
    pub fn parse(text: &str) -> Option<ActionCode> {
        Some(match text {
            "P" => ActionCode::Place,
            "M" => ActionCode::Move,
            "C" => ActionCode::Capture,
            // Fast path for cells and numbers, which are frequent and never codes.
            _ if !text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('_') => return None,
            _ => TABLE.iter().find(|(_, code, names)| *code == text || names.contains(&text))?.0,
        })
    }

    /// Returns the short text, for example `P`.
    pub const fn text(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Returns the long name, which is the move type in the notation specification.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].2[0]
    }

    /// Returns the texts of all codes as a list, for messages.
    pub(crate) fn list() -> String {
        TABLE.map(|(_, code, _)| code).join(", ")
    }
}

impl fmt::Display for ActionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_and_name_belongs_to_one_code() {
        for (index, (code, text, names)) in TABLE.into_iter().enumerate() {
            assert_eq!(code as usize, index);
            assert_eq!(code.text(), text);
            assert_eq!(code.name(), names[0]);
            assert!(names.iter().chain([&text]).all(|name| ActionCode::parse(name) == Some(code)), "{text}");
        }
        let mut all: Vec<&str> =
            TABLE.iter().flat_map(|(_, text, names)| names.iter().chain([text])).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
