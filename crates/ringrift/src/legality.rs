//! Legality checks, with the rule and the reason for every illegal action.

use std::fmt;
use std::ops::ControlFlow;

use crate::action::{Action, Line, RegionId};
use crate::board::geometry::Direction;
use crate::board::kind::Cell;
use crate::event::Rule;
use crate::message::Message;
use crate::notation::cell::CellName;
use crate::phase::{Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;
use crate::ruleset::options::{Forced, Landing, LinePrice, RegionDuty};
use crate::texts;

/// The reason why an action is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalAction {
    /// The rule that forbids it.
    pub rule: Rule,
    /// The reason as a phrase without a full stop.
    pub reason: Message,
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

/// Builds an `Err` from a rule, the cells that the reason refers to, and the reason with its parameters.
macro_rules! illegal {
    ($rule:ident, $cells:expr, $template:ident $(, $name:ident = $value:expr)*) => {
        Err(IllegalAction {
            rule: Rule::$rule,
            reason: texts::$template.message()$(.with(stringify!($name), $value))*,
            cells: $cells.to_vec(),
        })
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
            (Phase::Over { .. }, _) => illegal!(R070, [], GAME_OVER),
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
                illegal!(R070, [at], MUST_MOVE, at = self.name(at))
            }
            (Phase::Movement { .. }, Action::Move { from, to }) => self.check_move(from, to),
            (Phase::Movement { .. }, Action::Capture { from, over, to }) => self.check_capture(from, over, to),
            (Phase::CaptureOffer { at }, Action::Capture { from, .. }) if from != at => {
                illegal!(R070, [at], ONLY_MOVED, at = self.name(at))
            }
            (Phase::CaptureChain { at }, Action::Capture { from, .. }) if from != at => {
                illegal!(R103, [at], ONLY_CAPTURING, at = self.name(at))
            }
            (Phase::CaptureOffer { .. } | Phase::CaptureChain { .. }, Action::Capture { from, over, to }) => {
                self.check_capture(from, over, to)
            }
            (Phase::CaptureOffer { .. }, Action::DeclineCapture) => Ok(()),
            (Phase::CaptureChain { at }, Action::DeclineCapture) => {
                illegal!(R103, [at], CHAIN_CONTINUES)
            }
            (Phase::LineChoice, Action::TakeLine { line }) => self.check_line(line),
            (Phase::LineChoice, Action::TakeSegment { line, offset }) => self.check_segment(line, offset),
            (Phase::RegionChoice, Action::ClaimRegion { region }) => self.check_region(self.to_move, region),
            (Phase::RegionChoice, Action::StopTerritory) => match self.rules.region_duty {
                RegionDuty::Optional => Ok(()),
                RegionDuty::Mandatory => illegal!(R144, [], REGIONS_MANDATORY),
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
            Some(cell) => illegal!(R002, [], OFF_BOARD, cell = cell.index(), board = self.rules.board.name()),
            None => Ok(()),
        }
    }

    /// Rejects an action of another phase with a message that names the actions of the current phase.
    fn wrong_phase(&self, action: Action) -> Check {
        let player = self.to_move;
        let expected = match self.phase {
            Phase::Placement if action_moves(action) => {
                return if self.can_skip(self.to_move) {
                    illegal!(R080, [], PLACE_OR_SKIP_FIRST)
                } else {
                    illegal!(R080, [], PLACE_FIRST)
                };
            }
            Phase::Placement if self.can_skip(player) => &texts::EXPECTED_PLACE_OR_SKIP,
            Phase::Placement => &texts::EXPECTED_PLACE,
            Phase::Movement { must_move: None }
                if matches!(action, Action::Place { .. }) && self.hands[player] == 0 =>
            {
                return illegal!(R080, [], HAND_EMPTY, player = player);
            }
            Phase::Movement { must_move: None }
                if matches!(action, Action::Place { .. }) && !self.can_place(player) =>
            {
                return illegal!(R081, [], NO_PLACEMENT);
            }
            Phase::Movement { .. } if matches!(action, Action::Place { .. }) => {
                return illegal!(R070, [], PLACEMENT_OVER);
            }
            Phase::Movement { .. } => &texts::EXPECTED_MOVE,
            Phase::CaptureOffer { .. } => &texts::EXPECTED_CAPTURE,
            Phase::CaptureChain { .. } => &texts::EXPECTED_CHAIN,
            Phase::LineChoice => &texts::EXPECTED_LINE,
            Phase::Recovery => &texts::EXPECTED_RECOVER,
            Phase::LinePayment if self.rules.line_price == LinePrice::Ring => &texts::EXPECTED_LINE_RING,
            Phase::LinePayment => &texts::EXPECTED_LINE_CAP,
            Phase::RegionChoice => &texts::EXPECTED_REGION,
            Phase::RegionPayment if self.turn_progress == TurnProgress::Recovered => &texts::EXPECTED_REGION_BURIED,
            Phase::RegionPayment => &texts::EXPECTED_REGION_CAP,
            Phase::ForcedElimination if self.rules.forced == Forced::Last => &texts::EXPECTED_FORCED_LAST,
            Phase::ForcedElimination => &texts::EXPECTED_FORCED,
            Phase::Over { .. } => &texts::GAME_OVER,
        };
        illegal!(R071, [], WRONG_PHASE, expected = expected.message())
    }

    fn check_placement(&self, at: Cell, rings: u8) -> Check {
        let player = self.to_move;
        let hand = self.hands[player];
        if rings == 0 {
            return illegal!(R081, [at], PLACE_NONE);
        }
        if u16::from(rings) > hand {
            return illegal!(R081, [at], HAND_TOO_SMALL, rings = rings, hand = hand);
        }
        if let Some(owner) = self.board.marker(at) {
            return illegal!(R081, [at], PLACE_ON_MARKER, at = self.name(at), player = owner);
        }
        if self.board.all_collapsed().contains(at) {
            return illegal!(R081, [at], COLLAPSED, at = self.name(at));
        }
        let stack = self.board.stack(at);
        let terrain = self.terrain(player);
        let alive = if stack.is_empty() {
            let most = self.rules.max_placement(hand);
            if rings > most {
                return illegal!(R081, [at], PLACE_TOO_MANY, most = most);
            }
            self.placeable_counts(&terrain, at, most) >> rings.min(63) & 1 == 1
        } else {
            if rings != 1 {
                return illegal!(R082, [at], PLACE_ONE_ON_STACK);
            }
            self.can_place_on(&terrain, at, stack, player)
        };
        if alive {
            return Ok(());
        }
        let height = stack.height() + u32::from(rings);
        if stack.is_empty() {
            illegal!(R081, [at], PLACED_IDLE, height = height, at = self.name(at))
        } else {
            illegal!(R082, [at], PLACED_IDLE_ON_STACK, at = self.name(at), height = height)
        }
    }

    fn check_swap(&self) -> Check {
        if self.can_swap() {
            return Ok(());
        }
        if !self.rules.swap {
            return illegal!(R175, [], NO_SWAP);
        }
        illegal!(R175, [], SWAP_LATE)
    }

    fn check_slide(&self, from: Cell, to: Cell) -> Check {
        let player = self.to_move;
        if !self.board.markers(player).contains(from) {
            return illegal!(R110, [from], NO_MARKER, player = player, at = self.name(from));
        }
        if self.geometry.between(from, to).is_none_or(|(_, steps)| steps != 1) {
            return illegal!(R110, [from, to], SLIDE_FAR);
        }
        if self.board.all_markers().contains(to) || self.board.all_collapsed().contains(to) {
            return illegal!(R110, [to], SLIDE_BLOCKED, at = self.name(to));
        }
        if self.line_of_slide(from, to).is_none() && self.has_line_slide() {
            return illegal!(R110, [from, to], SLIDE_MUST_FORM_LINE);
        }
        Ok(())
    }

    fn check_recovery(&self, from: Cell, to: Cell, extract: Cell) -> Check {
        self.check_slide(from, to)?;
        if self.board.buried(self.to_move).contains(extract) {
            return Ok(());
        }
        illegal!(R110, [extract], NOT_BURIED, player = self.to_move, at = self.name(extract))
    }

    fn check_recovery_segment(&self, from: Cell, to: Cell, offset: u8) -> Check {
        self.check_slide(from, to)?;
        let Some(line) = self.line_of_slide(from, to) else {
            return illegal!(R110, [from, to], SLIDE_FORMS_NO_LINE);
        };
        if self.segments_with(line, to).any(|other| other == offset) {
            return Ok(());
        }
        illegal!(R110, [to], SEGMENT_WITHOUT_CELL, offset = offset, at = self.name(to))
    }

    fn check_skip(&self) -> Check {
        if self.can_skip(self.to_move) {
            return Ok(());
        }
        if self.board.controlled(self.to_move).is_empty() {
            illegal!(R080, [], SKIP_WITHOUT_STACK)
        } else {
            illegal!(R080, [], SKIP_WITHOUT_MOVE)
        }
    }

    /// Checks that the player to move controls the stack on `from`; returns direction and distance to `to`.
    fn check_departure(&self, from: Cell, to: Cell, rule: Rule) -> Result<(Direction, u8), IllegalAction> {
        if !self.board.controlled(self.to_move).contains(from) {
            return Err(self.no_own_stack(rule, from));
        }
        self.geometry.between(from, to).ok_or_else(|| IllegalAction {
            rule,
            reason: texts::NOT_STRAIGHT.with("from", self.name(from)).with("to", self.name(to)),
            cells: vec![from, to],
        })
    }

    /// Checks that only markers and empty cells lie strictly between two cells of a ray.
    fn check_path(&self, from: Cell, to: Cell, direction: Direction, rule: Rule) -> Check {
        let (stacks, collapsed) = (self.board.all_stacks(), self.board.all_collapsed());
        for cell in self.geometry.ray(from, direction).take_while(|&cell| cell != to) {
            let obstacle = match () {
                () if stacks.contains(cell) => "stack",
                () if collapsed.contains(cell) => "collapsed",
                () => continue,
            };
            let reason = texts::BLOCKED.with("obstacle", obstacle).with("at", self.name(cell));
            return Err(IllegalAction { rule, reason, cells: vec![cell] });
        }
        Ok(())
    }

    fn check_landing(&self, to: Cell, rule: Rule) -> Check {
        let reason = if self.board.all_collapsed().contains(to) {
            texts::COLLAPSED.with("at", self.name(to))
        } else if self.board.all_stacks().contains(to) {
            texts::OCCUPIED.with("at", self.name(to))
        } else {
            match self.board.marker(to) {
                Some(owner) if owner != self.to_move && self.rules.landing != Landing::BurnAny => {
                    texts::OTHER_MARKER.with("at", self.name(to)).with("player", owner)
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
            return illegal!(R091, [from, to], MOVE_TOO_SHORT, height = height, distance = distance);
        }
        self.check_path(from, to, direction, Rule::R091)?;
        self.check_landing(to, Rule::R091)
    }

    fn check_capture(&self, from: Cell, over: Cell, to: Cell) -> Check {
        let (direction, distance) = self.check_departure(from, to, Rule::R101)?;
        if !self.geometry.ray(from, direction).take_while(|&cell| cell != to).any(|cell| cell == over) {
            return illegal!(R101, [over], NOT_BETWEEN, at = self.name(over));
        }
        if !self.board.all_stacks().contains(over) {
            return illegal!(R101, [over], NO_TARGET, at = self.name(over));
        }
        let (stack, target) = (self.board.stack(from), self.board.stack(over));
        if target.cap() > stack.cap() {
            let (mine, theirs) = (stack.cap(), target.cap());
            return illegal!(R101, [from, over], CAP_TOO_LOW, mine = mine, theirs = theirs);
        }
        self.check_path(from, over, direction, Rule::R101)?;
        self.check_path(over, to, direction, Rule::R101)?;
        let (height, distance) = (stack.height(), u32::from(distance) * self.capture_step(direction));
        if distance < height {
            return illegal!(R101, [from, to], LANDING_TOO_NEAR, height = height, distance = distance);
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
        illegal!(R120, [wanted.first], NO_SUCH_LINE, player = self.to_move, least = least)
    }

    fn check_line(&self, line: Line) -> Check {
        self.check_is_line(line)?;
        if !self.can_take_whole_lines() {
            return illegal!(R122, [line.first], LINE_UNPAYABLE);
        }
        Ok(())
    }

    fn check_segment(&self, line: Line, offset: u8) -> Check {
        self.check_is_line(line)?;
        if line.length == self.rules.line_length {
            return illegal!(R122, [line.first], LINE_EXACT);
        }
        if !self.segments(line).contains(&offset) {
            return illegal!(R122, [line.first], NO_SUCH_SEGMENT, offset = offset);
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
            return illegal!(R141, [first], NO_SUCH_REGION, at = self.name(first));
        };
        let payers = self.region_payers(player);
        if (payers - area.extent).is_empty() {
            return illegal!(R143, [first], REGION_UNPAYABLE, player = player);
        }
        if !self.is_eligible(&payers, &area.extent, self.colours_on_board()) {
            return illegal!(R142, [first], REGION_NOT_ELIGIBLE);
        }
        Ok(())
    }

    fn check_elimination(&self, at: Cell) -> Check {
        if self.payers().contains(at) {
            return Ok(());
        }
        if self.phase == Phase::RegionPayment && self.turn_progress == TurnProgress::Recovered {
            return illegal!(R110, [at], NOT_BURIED, player = self.to_move, at = self.name(at));
        }
        let rule = match self.phase {
            Phase::LinePayment => Rule::R122,
            Phase::RegionPayment => Rule::R145,
            _ => Rule::R100,
        };
        Err(self.no_own_stack(rule, at))
    }

    fn no_own_stack(&self, rule: Rule, at: Cell) -> IllegalAction {
        let reason = texts::NO_OWN_STACK.with("player", self.to_move).with("at", self.name(at));
        IllegalAction { rule, reason, cells: vec![at] }
    }

    fn name(&self, cell: Cell) -> CellName {
        self.rules.board.cell_name(cell)
    }
}

const fn action_moves(action: Action) -> bool {
    matches!(action, Action::Move { .. } | Action::Capture { .. })
}
