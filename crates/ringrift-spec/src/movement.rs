//! Moves and captures (rules sections 6 to 8; rules-live section 4).

use ringrift::{Action, CaptureDistance, Coord, Landing, Player, Ruleset};

use crate::SpecGame;
use crate::board::{Board, CellContent, Stack, Step};

impl SpecGame {
    /// Reports whether a player could move or capture with some stack, as if it were their turn (RR-CANON-R090).
    pub(crate) fn has_board_action(&self, player: Player) -> bool {
        self.controlled(player).into_iter().any(|at| self.can_stack_act(&self.board, at))
    }

    /// Reports whether the stack on a cell has a move or a capture for its controller.
    pub(crate) fn can_stack_act(&self, board: &Board, at: Coord) -> bool {
        board.directions().iter().any(|&step| {
            !landings(board, at, step, &self.rules).is_empty() || !jumps(board, at, step, &self.rules).is_empty()
        })
    }

    /// Reports whether the player to move controls the stack on a cell and can capture with it (RR-CANON-R101, R103).
    pub(crate) fn can_capture(&self, at: Coord) -> bool {
        self.board.stack(at).is_some_and(|stack| stack.control() == self.to_move) && !self.captures_from(at).is_empty()
    }

    /// Returns the actions of the movement phase; only those of the stack that must move, if there is one (RR-CANON-R070).
    pub(crate) fn movement_actions(&self, must_move: Option<Coord>) -> Vec<Action> {
        let movable = must_move.map_or_else(|| self.controlled(self.to_move), |at| vec![at]);
        movable.into_iter().flat_map(|from| self.actions_from(from)).collect()
    }

    /// Returns the actions of a stack: plain moves by landing cell, then captures.
    fn actions_from(&self, from: Coord) -> Vec<Action> {
        let mut actions: Vec<Action> =
            self.board.directions().iter().flat_map(|&step| self.moves_along(from, step)).collect();
        actions.sort();
        actions.extend(self.captures_from(from));
        actions
    }

    /// Returns the capture segments of a stack, by captured stack, then by landing cell (RR-CANON-R101).
    pub(crate) fn captures_from(&self, from: Coord) -> Vec<Action> {
        let mut actions: Vec<Action> =
            self.board.directions().iter().flat_map(|&step| self.captures_along(from, step)).collect();
        actions.sort();
        actions
    }

    fn moves_along(&self, from: Coord, step: Step) -> Vec<Action> {
        let landings = landings(&self.board, from, step, &self.rules).into_iter();
        landings.map(|to| Action::Move { from: self.cell(from), to: self.cell(to) }).collect()
    }

    fn captures_along(&self, from: Coord, step: Step) -> Vec<Action> {
        let jumps = jumps(&self.board, from, step, &self.rules).into_iter();
        jumps
            .map(|(over, to)| Action::Capture { from: self.cell(from), over: self.cell(over), to: self.cell(to) })
            .collect()
    }

    /// Moves a stack of the player to move along a ray, capturing from the stack on `over` if given (RR-CANON-R092, R102).
    pub(crate) fn move_stack(&mut self, from: Coord, over: Option<Coord>, to: Coord) {
        let Some(mut stack) = self.board.stack(from).cloned() else { return };
        self.board.put(from, CellContent::Marker(self.to_move));
        for at in self.board.between(from, to) {
            self.pass_over_marker(at);
        }
        if let Some(target) = over {
            stack = self.take_top_ring(stack, target);
        }
        self.land(stack, to);
    }

    /// Flips a marker on the path; collapses it if it already belongs to the player to move (RR-CANON-R092).
    fn pass_over_marker(&mut self, at: Coord) {
        match self.board.marker(at) {
            Some(owner) if owner == self.to_move => self.board.put(at, CellContent::Collapsed(self.to_move)),
            Some(_) => self.board.put(at, CellContent::Marker(self.to_move)),
            None => {}
        }
    }

    /// Moves the top ring of the target to the bottom of the attacker; nothing is eliminated (RR-CANON-R102).
    fn take_top_ring(&mut self, attacker: Stack, target: Coord) -> Stack {
        let Some(victim) = self.board.stack(target).cloned() else { return attacker };
        self.board.put_stack(target, victim.without_top(1));
        attacker.with_at_bottom(victim.control())
    }

    /// Puts a moved stack on its landing cell. A marker there is removed; unless the rules are [`Landing::Keep`], this
    /// also eliminates the stack's top ring (RR-CANON-R092, R102; rules-live section 4).
    fn land(&mut self, stack: Stack, to: Coord) {
        let burns = self.board.marker(to).is_some() && self.rules.landing != Landing::Keep;
        if burns {
            self.board.put_stack(to, stack.without_top(1));
            self.credit(1);
        } else {
            self.board.put(to, CellContent::Stack(stack));
        }
    }
}

/// Returns the landing cells of plain moves along a ray, from near to far (RR-CANON-R091).
fn landings(board: &Board, from: Coord, step: Step, rules: &Ruleset) -> Vec<Coord> {
    let Some(stack) = board.stack(from) else { return Vec::new() };
    let open = board.ray(from, step).into_iter().take_while(|&at| is_passable(board, at));
    open.zip(1..)
        .filter(|&(to, distance)| distance >= stack.height() && is_landing(board, to, stack.control(), rules.landing))
        .map(|(to, _)| to)
        .collect()
}

/// Returns the capture segments along a ray, from near to far, as captured and landing cell (RR-CANON-R101).
fn jumps(board: &Board, from: Coord, step: Step, rules: &Ruleset) -> Vec<(Coord, Coord)> {
    let Some(stack) = board.stack(from) else { return Vec::new() };
    let ray: Vec<(Coord, usize)> = board.ray(from, step).into_iter().zip(1..).collect();
    let mut beyond = ray.into_iter().skip_while(|&(at, _)| is_passable(board, at));
    let Some((over, _)) = beyond.next() else { return Vec::new() };
    let is_capturable = board.stack(over).is_some_and(|target| target.cap_height() <= stack.cap_height());
    if !is_capturable {
        return Vec::new();
    }
    beyond
        .take_while(|&(at, _)| is_passable(board, at))
        .filter(|&(_, steps)| capture_distance(steps, step, rules.capture_distance) >= stack.height())
        .filter(|&(to, _)| is_landing(board, to, stack.control(), rules.landing))
        .map(|(to, _)| (over, to))
        .collect()
}

/// Reports whether a path may cross a cell: stacks and collapsed cells block it, markers do not (RR-CANON-R091, R101).
fn is_passable(board: &Board, at: Coord) -> bool {
    board.stack(at).is_none() && board.collapsed(at).is_none()
}

/// Reports whether a passable cell can be landed on: an empty cell or a marker of the moving player (RR-CANON-R091,
/// R101), under some rules any marker (rules-live section 4).
fn is_landing(board: &Board, at: Coord, mover: Player, landing: Landing) -> bool {
    landing == Landing::BurnAny || board.marker(at).is_none_or(|owner| owner == mover)
}

/// Returns the distance of a capture: in steps, or with diagonal steps counted twice (RR-CANON-R101; rules section 14).
fn capture_distance(steps: usize, (dx, dy): Step, counted: CaptureDistance) -> usize {
    match counted {
        CaptureDistance::Steps => steps,
        CaptureDistance::Manhattan => steps * usize::from(dx.unsigned_abs() + dy.unsigned_abs()),
    }
}
