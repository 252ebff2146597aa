//! Annotation marks after an action: `+`, `++`, `!`, `!!` and `?`.

use std::fmt;

use crate::phase::Phase;

/// The annotation marks of an action.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// `+`: the action forms a line.
    pub line: bool,
    /// `++`: the action makes a region claimable.
    pub territory: bool,
    /// `!`: check, the action threatens an opponent.
    pub check: bool,
    /// `!!`: the annotator finds the action brilliant.
    pub brilliant: bool,
    /// `?`: the annotator finds the action dubious.
    pub dubious: bool,
}

impl Marks {
    /// The value without marks.
    pub const NONE: Marks = Marks { line: false, territory: false, check: false, brilliant: false, dubious: false };

    /// Parses up to three `+`, then up to three `!`, then at most one `?`. Three equal signs mean the single and the
    /// double mark together.
    pub fn parse(text: &str) -> Option<Marks> {
        let (plus, rest) = count(text, '+');
        let (exclamation, rest) = count(rest, '!');
        let (question, rest) = count(rest, '?');
        (rest.is_empty() && plus <= 3 && exclamation <= 3 && question <= 1).then_some(Marks {
            line: plus & 1 == 1,
            territory: plus & 2 == 2,
            check: exclamation & 1 == 1,
            brilliant: exclamation & 2 == 2,
            dubious: question == 1,
        })
    }

    /// Reports whether there is no mark.
    pub fn is_empty(self) -> bool {
        self == Marks::NONE
    }

    /// Returns the marks that are set in either value.
    #[must_use]
    pub fn union(self, other: Marks) -> Marks {
        Marks {
            line: self.line || other.line,
            territory: self.territory || other.territory,
            check: self.check || other.check,
            brilliant: self.brilliant || other.brilliant,
            dubious: self.dubious || other.dubious,
        }
    }

    /// Returns the marks that follow from the rules for an action that led from one phase to another: `line` if it
    /// entered the line phases, `territory` if it entered the territory phases.
    pub fn computed(before: Phase, after: Phase) -> Marks {
        let in_lines = |phase| matches!(phase, Phase::LineChoice | Phase::LinePayment);
        let in_territory = |phase| matches!(phase, Phase::RegionChoice | Phase::RegionPayment);
        Marks {
            line: in_lines(after) && !in_lines(before),
            territory: in_territory(after) && !in_territory(before),
            ..Marks::NONE
        }
    }
}

fn count(text: &str, sign: char) -> (usize, &str) {
    let rest = text.trim_start_matches(sign);
    (text.len() - rest.len(), rest)
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs =
            [(self.line, "+"), (self.territory, "++"), (self.check, "!"), (self.brilliant, "!!"), (self.dubious, "?")];
        signs.into_iter().filter(|(is_set, _)| *is_set).try_for_each(|(_, sign)| f.write_str(sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_back_every_combination() {
        for bits in 0..32_u8 {
            let [line, territory, check, brilliant, dubious] = [0, 1, 2, 3, 4].map(|bit| bits >> bit & 1 == 1);
            let marks = Marks { line, territory, check, brilliant, dubious };
            assert_eq!(Marks::parse(&marks.to_string()), Some(marks), "{marks}");
        }
    }

    #[test]
    fn rejects_repeated_and_misordered_signs() {
        for text in ["++++", "!!!!", "??", "?!", "!+", "x", "+ +"] {
            assert_eq!(Marks::parse(text), None, "{text}");
        }
    }
}
