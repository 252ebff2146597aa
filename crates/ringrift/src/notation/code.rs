//! The codes of actions, and the long names under which the notation specification knows them.

use std::fmt;

/// The code with which the text of an action begins.
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
    /// `MR`: move a single ring; of older records.
    MoveRing,
    /// `B`: move rings within a territory; of older records.
    BuildStack,
    /// `C`: capture.
    Capture,
    /// `CC`: go on capturing.
    ContinueCapture,
    /// `SC`: decline the capture.
    SkipCapture,
    /// `L`: choose a line.
    Line,
    /// `LR`: choose what becomes of a line.
    LineOption,
    /// `T`: process a region.
    Territory,
    /// `ST`: process no further region.
    SkipTerritory,
    /// `E`: give up rings of a stack.
    Eliminate,
    /// `R`: slide a marker to recover.
    Recover,
    /// `SR`: decline to recover.
    SkipRecovery,
}

/// Every code with its text and its names; the first name is the one that is written.
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

    /// The code of a text: the code itself, its long name, or a name of older records.
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
            // Cells and numbers are met often, and can be told at a glance.
            _ if !text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('_') => return None,
            _ => TABLE.iter().find(|(_, code, names)| *code == text || names.contains(&text))?.0,
        })
    }

    /// The code as it is written.
    pub const fn text(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The long name, which is the name of the move's type in the notation specification.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].2[0]
    }

    /// All codes as they are written, for messages.
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
    fn every_text_and_name_has_one_code() {
        for (index, (code, text, names)) in TABLE.into_iter().enumerate() {
            assert_eq!((code as usize, code.text(), code.name()), (index, text, names[0]));
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
