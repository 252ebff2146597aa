//! Resolution of a written action to a legal action of a position.

use crate::action::{Action, Line};
use crate::board::kind::Cell;
use crate::legality::IllegalAction;
use crate::notation::cell::CellName;
use crate::notation::code::ActionCode;
use crate::notation::parse::ParseActionError;
use crate::notation::written::{LineOption, WrittenAction, WrittenKind};
use crate::position::PositionOf;

/// The error for a written action that does not denote exactly one legal action of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveActionError {
    /// The action exists but is illegal.
    #[error("{why}")]
    Illegal {
        /// The illegal action.
        action: Action,
        /// The rule that it breaks.
        why: IllegalAction,
    },
    /// The text fits several legal actions.
    #[error("this can mean several actions: {}; write one of them", first_few(candidates))]
    Ambiguous {
        /// The texts of all fitting actions.
        candidates: Vec<String>,
    },
    /// `LR 2` without the number of a segment, where several segments can be taken.
    #[error("several segments can be taken; write {}", one_of(choices))]
    Segments {
        /// The text of each fitting action, and the first and last cell of its segment.
        choices: Vec<(String, [CellName; 2])>,
    },
    /// No line, segment or region has this number in this position.
    #[error("there is no {what} {number} now; {}", choices(what, *count))]
    Number {
        /// `line`, `segment` or `region`.
        what: &'static str,
        /// The given number.
        number: u16,
        /// The number of possible choices; valid numbers are 1 to `count`.
        count: usize,
    },
    /// The action does not exist under these rules.
    #[error("{code} is not an action of these rules: {reason}")]
    NotInRules {
        /// The code of the written action.
        code: ActionCode,
        /// Why the action does not exist, as a phrase.
        reason: &'static str,
    },
    /// The action was parsed for another board.
    #[error("the action was written for another board")]
    OtherBoard,
}

/// The error for a text that is not a legal action of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadActionError {
    /// The text cannot be parsed.
    #[error(transparent)]
    Parse(#[from] ParseActionError),
    /// The text can be parsed, but does not denote exactly one legal action.
    #[error(transparent)]
    Resolve(#[from] ResolveActionError),
}

impl<const W: usize> PositionOf<W> {
    /// Parses the text of a legal action: [`WrittenAction::parse`], then [`resolve`](PositionOf::resolve).
    ///
    /// # Errors
    /// If the text cannot be parsed, or does not denote exactly one legal action.
    pub fn read_action(&self, text: &str) -> Result<Action, ReadActionError> {
        Ok(self.resolve(&WrittenAction::parse(text, self.rules.board)?)?)
    }

    /// Returns the legal action that a written action denotes.
    ///
    /// # Errors
    /// If the action is illegal, does not exist, or is ambiguous.
    pub fn resolve(&self, written: &WrittenAction) -> Result<Action, ResolveActionError> {
        if written.board != self.rules.board {
            return Err(ResolveActionError::OtherBoard);
        }
        let action = match written.kind {
            WrittenKind::Place { at, rings } => Action::Place { at, rings },
            WrittenKind::SkipPlacement => Action::SkipPlacement,
            WrittenKind::Move { from, to } => Action::Move { from, to },
            WrittenKind::MoveRing { from, to } => self.resolve_ring_move(from, to)?,
            WrittenKind::Capture { from, to, over: Some(over), .. } => Action::Capture { from, over, to },
            WrittenKind::Capture { from, to, over: None, .. } => self.resolve_capture(from, to),
            WrittenKind::SkipCapture => Action::DeclineCapture,
            WrittenKind::Line { line, option } => self.resolve_line(line, option)?,
            WrittenKind::Territory { region } => {
                Action::ClaimRegion { region: choose("region", &self.region_choices(), region)? }
            }
            WrittenKind::SkipTerritory => Action::StopTerritory,
            WrittenKind::Eliminate { at } => Action::Eliminate { at },
            WrittenKind::SwapSides if !self.rules.swap => {
                return Err(not_in_rules(written, "they have no swap of sides"));
            }
            WrittenKind::SwapSides => Action::SwapSides,
            WrittenKind::Recover { .. } | WrittenKind::SkipRecovery if !self.rules.recovery => {
                return Err(not_in_rules(written, "they have no recovery"));
            }
            WrittenKind::Recover { from, to, option, extract } => self.resolve_recovery(from, to, option, extract)?,
            WrittenKind::SkipRecovery => Action::SkipRecovery,
            WrittenKind::BuildStack { .. } => return Err(not_in_rules(written, "only older records have it")),
        };
        match self.check(action) {
            Ok(()) => Ok(action),
            Err(why) => Err(ResolveActionError::Illegal { action, why }),
        }
    }

    /// Resolves `MR`, which is a move only if the stack is a single ring.
    fn resolve_ring_move(&self, from: Cell, to: Cell) -> Result<Action, ResolveActionError> {
        if self.board.stack(from).height() > 1 {
            let reason = "a stack moves as a whole, and this one has more than one ring; write M";
            return Err(ResolveActionError::NotInRules { code: ActionCode::MoveRing, reason });
        }
        Ok(Action::Move { from, to })
    }

    /// Resolves a capture without target: the first stack on the ray is the only possible one. Without a stack the
    /// result is an illegal action, which the legality check explains.
    fn resolve_capture(&self, from: Cell, to: Cell) -> Action {
        let is_meant = |action: &Action| matches!(*action, Action::Capture { to: landing, .. } if landing == to);
        let found = self.captures_from(from).into_iter().find(is_meant);
        found.unwrap_or(Action::Capture { from, over: to, to })
    }

    fn resolve_recovery(
        &self,
        from: Cell,
        to: Cell,
        option: Option<LineOption>,
        extract: Option<Cell>,
    ) -> Result<Action, ResolveActionError> {
        let line = self.line_of_slide(from, to);
        let offsets: Vec<u8> = line.into_iter().flat_map(|line| self.segments_with(line, to)).collect();
        let mut candidates: Vec<Action> = match option {
            Some(LineOption::Segment(Some(number))) => {
                let offset = choose("segment", &offsets, number)?;
                return Ok(Action::RecoverSegment { from, to, offset });
            }
            Some(LineOption::Segment(None)) => Vec::new(),
            Some(LineOption::Whole) if line.is_none() => return Err(no_line()),
            _ => {
                let payers: Vec<Cell> =
                    extract.map_or_else(|| self.board.buried(self.to_move).iter().collect(), |at| vec![at]);
                payers.into_iter().map(|extract| Action::Recover { from, to, extract }).collect()
            }
        };
        if option != Some(LineOption::Whole) && extract.is_none() {
            candidates.extend(offsets.into_iter().map(|offset| Action::RecoverSegment { from, to, offset }));
        }
        match candidates[..] {
            [action] => Ok(action),
            [] => Ok(Action::Recover { from, to, extract: extract.unwrap_or(to) }),
            _ => Err(self.ambiguous(candidates)),
        }
    }

    fn ambiguous(&self, candidates: Vec<Action>) -> ResolveActionError {
        let candidates = candidates.into_iter().map(|action| self.action_text(action)).collect();
        ResolveActionError::Ambiguous { candidates }
    }

    fn resolve_line(&self, line: Option<u16>, option: Option<LineOption>) -> Result<Action, ResolveActionError> {
        let lines = self.line_choices();
        let lines = match line {
            Some(number) => vec![choose("line", &lines, number)?],
            None if lines.is_empty() => vec![choose("line", &lines, 1)?],
            None => lines,
        };
        let ways: Vec<_> = lines.iter().map(|&line| self.ways_to_take(line, option)).collect();
        let mut candidates: Vec<Action> = ways.iter().flatten().flatten().copied().collect();
        if candidates.iter().any(|&action| self.is_legal(action)) {
            candidates.retain(|&action| self.is_legal(action));
        }
        match candidates[..] {
            [action] => Ok(action),
            [action, ..] if !self.is_legal(action) => Ok(action),
            [] => ways.into_iter().find_map(Result::err).map_or(Err(no_line()), Err),
            _ if option == Some(LineOption::Segment(None)) => Err(self.several_segments(&candidates)),
            _ => Err(self.ambiguous(candidates)),
        }
    }

    fn several_segments(&self, candidates: &[Action]) -> ResolveActionError {
        let (geometry, board) = (self.geometry(), self.rules.board);
        let choice = |&action: &Action| {
            let Action::TakeSegment { line, offset } = action else { return None };
            let mut cells = line.cells(geometry).skip(offset.into()).take(self.rules.line_length.into());
            let first = cells.next()?;
            let last = cells.last().unwrap_or(first);
            Some((self.action_text(action), [first, last].map(|cell| board.cell_name(cell))))
        };
        ResolveActionError::Segments { choices: candidates.iter().filter_map(choice).collect() }
    }

    /// Returns the actions that take a line in the way that the option requires; without an option, all actions that
    /// take the line.
    fn ways_to_take(&self, line: Line, option: Option<LineOption>) -> Result<Vec<Action>, ResolveActionError> {
        let offsets: Vec<u8> = self.segments(line).collect();
        let whole = Action::TakeLine { line };
        let segment = |offset| Action::TakeSegment { line, offset };
        Ok(match option {
            Some(LineOption::Whole) => vec![whole],
            Some(LineOption::Segment(Some(number))) => vec![segment(choose("segment", &offsets, number)?)],
            Some(LineOption::Segment(None)) if offsets.is_empty() => vec![segment(choose("segment", &offsets, 1)?)],
            Some(LineOption::Segment(None)) => offsets.into_iter().map(segment).collect(),
            None => std::iter::once(whole).chain(offsets.into_iter().map(segment)).collect(),
        })
    }
}

fn no_line() -> ResolveActionError {
    ResolveActionError::Number { what: "line", number: 1, count: 0 }
}

fn not_in_rules(written: &WrittenAction, reason: &'static str) -> ResolveActionError {
    ResolveActionError::NotInRules { code: written.kind.code(), reason }
}

/// Returns the first eight texts of a list and the number of the others.
fn first_few(texts: &[String]) -> String {
    const SHOWN: usize = 8;
    let rest = texts.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    texts[..texts.len() - rest].join(", ") + &more
}

/// Lists the texts of segments with their cells: `'L 1; LR 2:1' for a1 to c1 or 'L 1; LR 2:2' for b1 to d1`.
fn one_of(choices: &[(String, [CellName; 2])]) -> String {
    /// More than the segments of any single line under the rules of the editions.
    const SHOWN: usize = 24;
    let mut list = String::new();
    for (i, (text, [first, last])) in choices.iter().take(SHOWN).enumerate() {
        let separator = match i {
            0 => "",
            _ if i + 1 == choices.len() => " or ",
            _ => ", ",
        };
        list += &format!("{separator}'{text}' for {first} to {last}");
    }
    match choices.len().checked_sub(SHOWN) {
        Some(more @ 1..) => list + &format!(" or one of {more} more"),
        _ => list,
    }
}

fn choices(what: &str, count: usize) -> String {
    match count {
        0 => format!("no {what} can be chosen"),
        1 => format!("only {what} 1 can be chosen"),
        count => format!("{what}s 1 to {count} can be chosen"),
    }
}

fn choose<T: Copy>(what: &'static str, choices: &[T], number: u16) -> Result<T, ResolveActionError> {
    let choice = usize::from(number).checked_sub(1).and_then(|index| choices.get(index).copied());
    choice.ok_or(ResolveActionError::Number { what, number, count: choices.len() })
}
