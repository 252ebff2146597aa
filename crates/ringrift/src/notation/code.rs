//! The codes of actions, and the long names under which the notation specification knows them.

use std::fmt;

/// The code with which the text of an action begins.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
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
const TABLE: [(Code, &str, &[&str]); 16] = [
    (Code::Place, "P", &["place_ring"]),
    (Code::SkipPlacement, "SP", &["skip_placement"]),
    (Code::SwapSides, "SW", &["swap_sides"]),
    (Code::Move, "M", &["move_stack"]),
    (Code::MoveRing, "MR", &["move_ring"]),
    (Code::BuildStack, "B", &["build_stack"]),
    (Code::Capture, "C", &["overtaking_capture", "chain_capture"]),
    (Code::ContinueCapture, "CC", &["continue_capture_segment", "EC"]),
    (Code::SkipCapture, "SC", &["skip_capture"]),
    (Code::Line, "L", &["process_line", "line_formation"]),
    (Code::LineOption, "LR", &["choose_line_option", "choose_line_reward"]),
    (Code::Territory, "T", &["choose_territory_option", "process_territory_region", "territory_claim"]),
    (Code::SkipTerritory, "ST", &["skip_territory_processing"]),
    (Code::Eliminate, "E", &["eliminate_rings_from_stack", "forced_elimination"]),
    (Code::Recover, "R", &["recovery_slide"]),
    (Code::SkipRecovery, "SR", &["skip_recovery"]),
];

impl Code {
    /// All codes, in the order of the phases.
    pub const ALL: [Code; TABLE.len()] = {
        let mut all = [Code::Place; TABLE.len()];
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
    /// use ringrift::Code;
    /// assert_eq!(Code::parse("M"), Some(Code::Move));
    /// assert_eq!(Code::parse("choose_line_reward"), Some(Code::LineOption));
    /// assert_eq!(Code::parse("m"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Code> {
        Some(match text {
            "P" => Code::Place,
            "M" => Code::Move,
            "C" => Code::Capture,
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

impl fmt::Display for Code {
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
            assert!(names.iter().chain([&text]).all(|name| Code::parse(name) == Some(code)), "{text}");
        }
        let mut all: Vec<&str> =
            TABLE.iter().flat_map(|(_, text, names)| names.iter().chain([text])).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
