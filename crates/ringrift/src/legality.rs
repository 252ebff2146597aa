//! Legality checks, with the rule and the reason for every illegal action.

use std::fmt;
use std::ops::ControlFlow;

use crate::action::{Action, Line, RegionId};
use crate::board::geometry::Direction;
use crate::board::kind::Cell;
use crate::event::Rule;
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::options::{Forced, Landing, LinePrice, RegionDuty};

/// The reason why an action is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalAction {
    /// The rule that forbids it.
    pub rule: Rule,
    /// The reason as an English phrase without a full stop.
    pub reason: String,
    /// The cells that the reason refers to; may be empty.
    pub cells: Vec<Cell>,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for IllegalAction {}

type Check = Result<(), IllegalAction>;

/// Builds an `Err` from a rule, the cells that the reason refers to, and a format string.
macro_rules! illegal {
    ($rule:ident, $cells:expr, $($message:tt)+) => {
        Err(IllegalAction { rule: Rule::$rule, reason: format!($($message)+), cells: $cells.to_vec() })
    };
}

impl<const W: usize> PositionOf<W> {
    /// Reports whether an action is legal in this position.
    pub fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    /// Returns the reason why an action is illegal in this position; `None` if it is legal.
    pub fn why_illegal(&self, action: Action) -> Option<IllegalAction> {
        self.check(action).err()
    }

    /// Returns the first rule that an action breaks.
    pub(crate) fn check(&self, action: Action) -> Check {
        self.check_cells(action)?;
        match (self.phase, action) {
            (Phase::Over { .. }, _) => illegal!(R070, [], "the game is over"),
            (Phase::Placement, Action::Place { at, rings }) => self.check_placement(at, rings),
            (Phase::Placement, Action::SkipPlacement) => self.check_skip(),
            (Phase::Placement, Action::SwapSides) => self.check_swap(),
            (Phase::Recovery, Action::Recover { from, to, extract }) => self.check_recovery(from, to, extract),
            (Phase::Recovery, Action::RecoverSegment { from, to, offset }) => {
                self.check_recovery_segment(from, to, offset)
            }
            (Phase::Recovery, Action::SkipRecovery) => Ok(()),
            (Phase::Movement { must_move }, Action::Move { from, .. } | Action::Capture { from, .. })
                if must_move.is_some_and(|at| at != from) =>
            {
                let at = must_move.unwrap_or(from);
                illegal!(R070, [at], "the stack on {} received rings in this turn and has to move", self.name(at))
            }
            (Phase::Movement { .. }, Action::Move { from, to }) => self.check_move(from, to),
            (Phase::Movement { .. }, Action::Capture { from, over, to }) => self.check_capture(from, over, to),
            (Phase::CaptureOffer { at }, Action::Capture { from, .. }) if from != at => {
                illegal!(R070, [at], "only the stack that moved to {} may capture now", self.name(at))
            }
            (Phase::CaptureChain { at }, Action::Capture { from, .. }) if from != at => {
                illegal!(R103, [at], "only the capturing stack on {} may continue the chain", self.name(at))
            }
            (Phase::CaptureOffer { .. } | Phase::CaptureChain { .. }, Action::Capture { from, over, to }) => {
                self.check_capture(from, over, to)
            }
            (Phase::CaptureOffer { .. }, Action::DeclineCapture) => Ok(()),
            (Phase::CaptureChain { at }, Action::DeclineCapture) => {
                illegal!(R103, [at], "a chain of captures must continue while a capture is possible")
            }
            (Phase::LineChoice, Action::TakeLine { line }) => self.check_line(line),
            (Phase::LineChoice, Action::TakeSegment { line, offset }) => self.check_segment(line, offset),
            (Phase::RegionChoice, Action::ClaimRegion { region }) => self.check_region(self.to_move, region),
            (Phase::RegionChoice, Action::StopTerritory) => match self.rules.region_duty {
                RegionDuty::Optional => Ok(()),
                RegionDuty::Mandatory => illegal!(R144, [], "these rules require eligible regions to be processed"),
            },
            (Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination, Action::Eliminate { at }) => {
                self.check_elimination(at)
            }
            _ => self.wrong_phase(action),
        }
    }

    fn check_cells(&self, action: Action) -> Check {
        let cells = match action {
            Action::Place { at, .. } | Action::Eliminate { at } => [at; 3],
            Action::Move { from, to } => [from, to, to],
            Action::Capture { from, over, to } => [from, over, to],
            Action::Recover { from, to, extract } => [from, to, extract],
            Action::RecoverSegment { from, to, .. } => [from, to, to],
            Action::TakeLine { line } | Action::TakeSegment { line, .. } => [line.first; 3],
            Action::ClaimRegion { region } => [region.first; 3],
            Action::SkipPlacement
            | Action::SwapSides
            | Action::SkipRecovery
            | Action::DeclineCapture
            | Action::StopTerritory => return Ok(()),
        };
        match cells.into_iter().find(|cell| cell.0 >= self.rules.board.cells()) {
            Some(cell) => illegal!(R002, [], "cell number {} is not on {}", cell.index(), self.rules.board),
            None => Ok(()),
        }
    }

    /// Rejects an action of another phase with a message that names the actions of the current phase.
    fn wrong_phase(&self, action: Action) -> Check {
        let player = self.to_move;
        let expected = match self.phase {
            Phase::Placement if action_moves(action) => {
                return if self.can_skip(self.to_move) {
                    illegal!(R080, [], "place rings or skip the placement before moving")
                } else {
                    illegal!(R080, [], "no stack can act, so rings must be placed before moving")
                };
            }
            Phase::Placement if self.can_skip(player) => "place rings or skip the placement",
            Phase::Placement => "place rings",
            Phase::Movement { must_move: None }
                if matches!(action, Action::Place { .. }) && self.hands[player] == 0 =>
            {
                return illegal!(R080, [], "player {player} has no ring in hand; move or capture");
            }
            Phase::Movement { must_move: None }
                if matches!(action, Action::Place { .. }) && !self.can_place(player) =>
            {
                return illegal!(R081, [], "no placement would leave a stack that can act; move or capture");
            }
            Phase::Movement { .. } if matches!(action, Action::Place { .. }) => {
                return illegal!(R070, [], "the placement of this turn is over; move or capture");
            }
            Phase::Movement { .. } => "move or capture with a stack",
            Phase::CaptureOffer { .. } => "capture with the stack that moved, or decline",
            Phase::CaptureChain { .. } => "continue the chain of captures",
            Phase::LineChoice => "choose a line and how to take it",
            Phase::Recovery => "slide a marker to recover a ring, or decline",
            Phase::LinePayment if self.rules.line_price == LinePrice::Ring => {
                "pay for the line with the top ring of a stack"
            }
            Phase::LinePayment => "pay for the line with the cap of a stack",
            Phase::RegionChoice => "choose a region, or stop",
            Phase::RegionPayment if self.turn_progress == TurnProgress::Recovered => {
                "pay for the region with a buried ring"
            }
            Phase::RegionPayment => "pay for the region with the cap of a stack",
            Phase::ForcedElimination if self.rules.forced == Forced::Last => {
                "give up the cap of a stack, because the board did not change in this turn"
            }
            Phase::ForcedElimination => "give up the cap of a stack, because nothing else is possible",
            Phase::Over { .. } => "nothing, because the game is over",
        };
        illegal!(R071, [], "this action is not possible in the current phase; expected: {expected}")
    }

    fn check_placement(&self, at: Cell, rings: u8) -> Check {
        let player = self.to_move;
        let hand = self.hands[player];
        if rings == 0 {
            return illegal!(R081, [at], "a placement takes at least one ring");
        }
        if u16::from(rings) > hand {
            return illegal!(R081, [at], "{rings} rings are more than the {hand} in hand");
        }
        if let Some(owner) = self.board.marker(at) {
            return illegal!(R081, [at], "{} holds a marker of player {owner} and is not empty", self.name(at));
        }
        if self.board.all_collapsed().contains(at) {
            return illegal!(R081, [at], "{} is collapsed", self.name(at));
        }
        let stack = self.board.stack(at);
        let terrain = self.terrain(player);
        let alive = if stack.is_empty() {
            let most = self.rules.max_placement(hand);
            if rings > most {
                return illegal!(R081, [at], "at most {most} rings may be placed on an empty cell at once");
            }
            self.placeable_counts(&terrain, at, most) >> rings.min(63) & 1 == 1
        } else {
            if rings != 1 {
                return illegal!(R082, [at], "exactly one ring is placed on a stack");
            }
            self.can_place_on(&terrain, at, stack, player)
        };
        if alive {
            return Ok(());
        }
        let height = stack.height() + u32::from(rings);
        if stack.is_empty() {
            illegal!(R081, [at], "a stack of {height} on {} could neither move nor capture", self.name(at))
        } else {
            illegal!(R082, [at], "the stack on {}, {height} high, could neither move nor capture", self.name(at))
        }
    }

    fn check_swap(&self) -> Check {
        if self.can_swap() {
            return Ok(());
        }
        if !self.rules.swap {
            return illegal!(R175, [], "these rules have no swap of sides");
        }
        illegal!(R175, [], "only the second of two players may swap sides, as the first action of their first turn")
    }

    fn check_slide(&self, from: Cell, to: Cell) -> Check {
        let player = self.to_move;
        if !self.board.markers(player).contains(from) {
            return illegal!(R110, [from], "player {player} has no marker on {}", self.name(from));
        }
        if self.geometry.between(from, to).is_none_or(|(_, steps)| steps != 1) {
            return illegal!(R110, [from, to], "a marker slides to a neighbouring cell");
        }
        if self.board.all_markers().contains(to) || self.board.all_collapsed().contains(to) {
            return illegal!(
                R110,
                [to],
                "a marker slides to an empty cell or onto a stack, and {} is neither",
                self.name(to)
            );
        }
        if self.line_of_slide(from, to).is_none() && self.has_line_slide() {
            return illegal!(R110, [from, to], "a slide must form a line if any slide can");
        }
        Ok(())
    }

    fn check_recovery(&self, from: Cell, to: Cell, extract: Cell) -> Check {
        self.check_slide(from, to)?;
        if self.board.buried(self.to_move).contains(extract) {
            return Ok(());
        }
        illegal!(R110, [extract], "no ring of player {} is buried on {}", self.to_move, self.name(extract))
    }

    fn check_recovery_segment(&self, from: Cell, to: Cell, offset: u8) -> Check {
        self.check_slide(from, to)?;
        let Some(line) = self.line_of_slide(from, to) else {
            return illegal!(R110, [from, to], "this slide forms no line");
        };
        if self.segments_with(line, to).any(|other| other == offset) {
            return Ok(());
        }
        illegal!(R110, [to], "no segment that begins {offset} cells into the line contains {}", self.name(to))
    }

    fn check_skip(&self) -> Check {
        if self.can_skip(self.to_move) {
            return Ok(());
        }
        if self.board.controlled(self.to_move).is_empty() {
            illegal!(R080, [], "placement is mandatory without a stack on the board")
        } else {
            illegal!(R080, [], "placement is mandatory while no stack can move or capture")
        }
    }

    /// Checks that the player to move controls the stack on `from`; returns direction and distance to `to`.
    fn check_departure(&self, from: Cell, to: Cell, rule: Rule) -> Result<(Direction, u8), IllegalAction> {
        if !self.board.controlled(self.to_move).contains(from) {
            let reason = format!("player {} controls no stack on {}", self.to_move, self.name(from));
            return Err(IllegalAction { rule, reason, cells: vec![from] });
        }
        self.geometry.between(from, to).ok_or_else(|| IllegalAction {
            rule,
            reason: format!("{} and {} are not on one straight line", self.name(from), self.name(to)),
            cells: vec![from, to],
        })
    }

    /// Checks that only markers and empty cells lie strictly between two cells of a ray.
    fn check_path(&self, from: Cell, to: Cell, direction: Direction, rule: Rule) -> Check {
        let (stacks, collapsed) = (self.board.all_stacks(), self.board.all_collapsed());
        for cell in self.geometry.ray(from, direction).take_while(|&cell| cell != to) {
            let obstacle = match () {
                () if stacks.contains(cell) => "a stack",
                () if collapsed.contains(cell) => "a collapsed cell",
                () => continue,
            };
            let reason = format!("{obstacle} on {} blocks the way", self.name(cell));
            return Err(IllegalAction { rule, reason, cells: vec![cell] });
        }
        Ok(())
    }

    fn check_landing(&self, to: Cell, rule: Rule) -> Check {
        let reason = if self.board.all_collapsed().contains(to) {
            format!("{} is collapsed", self.name(to))
        } else if self.board.all_stacks().contains(to) {
            format!("a stack stands on {}", self.name(to))
        } else {
            match self.board.marker(to) {
                Some(owner) if owner != self.to_move && self.rules.landing != Landing::BurnAny => {
                    format!("{} holds a marker of player {owner}; only own markers can be landed on", self.name(to))
                }
                _ => return Ok(()),
            }
        };
        Err(IllegalAction { rule, reason, cells: vec![to] })
    }

    fn check_move(&self, from: Cell, to: Cell) -> Check {
        let (direction, distance) = self.check_departure(from, to, Rule::R091)?;
        let height = self.board.stack(from).height();
        if u32::from(distance) < height {
            return illegal!(R091, [from, to], "a stack {height} high moves at least {height} cells, not {distance}");
        }
        self.check_path(from, to, direction, Rule::R091)?;
        self.check_landing(to, Rule::R091)
    }

    fn check_capture(&self, from: Cell, over: Cell, to: Cell) -> Check {
        let (direction, distance) = self.check_departure(from, to, Rule::R101)?;
        if !self.geometry.ray(from, direction).take_while(|&cell| cell != to).any(|cell| cell == over) {
            return illegal!(R101, [over], "{} does not lie between start and landing", self.name(over));
        }
        if !self.board.all_stacks().contains(over) {
            return illegal!(R101, [over], "no stack stands on {}", self.name(over));
        }
        let (stack, target) = (self.board.stack(from), self.board.stack(over));
        if target.cap() > stack.cap() {
            let (mine, theirs) = (stack.cap(), target.cap());
            return illegal!(R101, [from, over], "a cap of {mine} cannot capture a cap of {theirs}");
        }
        self.check_path(from, over, direction, Rule::R101)?;
        self.check_path(over, to, direction, Rule::R101)?;
        let (height, distance) = (stack.height(), u32::from(distance) * self.capture_step(direction));
        if distance < height {
            return illegal!(R101, [from, to], "a stack {height} high lands at least {height} away, not {distance}");
        }
        self.check_landing(to, Rule::R101)
    }

    fn check_is_line(&self, wanted: Line) -> Check {
        let found = self.visit_lines(self.to_move, &mut |line| {
            if line == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if found.is_break() {
            return Ok(());
        }
        let least = self.rules.line_length;
        illegal!(R120, [wanted.first], "player {} has no such line of at least {least} markers", self.to_move)
    }

    fn check_line(&self, line: Line) -> Check {
        self.check_is_line(line)?;
        if !self.can_take_whole_lines() {
            return illegal!(R122, [line.first], "no stack is left to pay for the whole line");
        }
        Ok(())
    }

    fn check_segment(&self, line: Line, offset: u8) -> Check {
        self.check_is_line(line)?;
        if line.length == self.rules.line_length {
            return illegal!(R122, [line.first], "a line of exact length is taken as a whole");
        }
        if !self.segments(line).contains(&offset) {
            return illegal!(R122, [line.first], "a segment cannot begin {offset} cells into this line");
        }
        Ok(())
    }

    /// Returns the reason why a player could not process a region if it were their choice now; `None` if they could.
    pub fn why_not_claim(&self, player: Player, region: RegionId) -> Option<IllegalAction> {
        if let Err(illegal) = self.check_cells(Action::ClaimRegion { region }) {
            return Some(illegal);
        }
        self.check_region(player, region).err()
    }

    fn check_region(&self, player: Player, region: RegionId) -> Check {
        let first = region.first;
        let Some(area) = self.find_region(region) else {
            return illegal!(R141, [first], "no disconnected region begins at {} with this border", self.name(first));
        };
        let payers = self.region_payers(player);
        if (payers - area.extent).is_empty() {
            return illegal!(R143, [first], "player {player} controls no stack outside the region to pay with");
        }
        if !self.is_eligible(&payers, &area.extent, self.colours_on_board()) {
            return illegal!(R142, [first], "every colour on the board controls a stack in the region");
        }
        Ok(())
    }

    fn check_elimination(&self, at: Cell) -> Check {
        if self.payers().contains(at) {
            return Ok(());
        }
        if self.phase == Phase::RegionPayment && self.turn_progress == TurnProgress::Recovered {
            return illegal!(R110, [at], "no ring of player {} is buried on {}", self.to_move, self.name(at));
        }
        let rule = match self.phase {
            Phase::LinePayment => Rule::R122,
            Phase::RegionPayment => Rule::R145,
            _ => Rule::R100,
        };
        let reason = format!("player {} controls no stack on {}", self.to_move, self.name(at));
        Err(IllegalAction { rule, reason, cells: vec![at] })
    }

    fn name(&self, cell: Cell) -> String {
        self.rules.board.cell_name(cell).to_string()
    }
}

const fn action_moves(action: Action) -> bool {
    matches!(action, Action::Move { .. } | Action::Capture { .. })
}
