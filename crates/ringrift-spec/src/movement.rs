//! Moving and capturing (rules.md sections 6 to 8; live 4).

use ringrift::{Action, CaptureDistance, Coord, Landing, Player, Ruleset};

use crate::SpecGame;
use crate::board::{Board, Space, Stack, Step};

impl SpecGame {
    /// Whether a player could move or capture with some stack, as if it were his turn (RR-CANON-R090).
    pub(crate) fn has_board_action(&self, player: Player) -> bool {
        self.controlled(player).into_iter().any(|at| self.can_stack_act(&self.board, at))
    }

    /// Whether the stack on a cell has a move or a capture for its controller.
    pub(crate) fn can_stack_act(&self, board: &Board, at: Coord) -> bool {
        board.directions().iter().any(|&step| {
            !landings(board, at, step, &self.rules).is_empty() || !jumps(board, at, step, &self.rules).is_empty()
        })
    }

    /// Whether the player to move controls the stack on a cell and can capture with it (RR-CANON-R101, R103).
    pub(crate) fn can_capture(&self, at: Coord) -> bool {
        self.board.stack(at).is_some_and(|stack| stack.control() == self.to_move) && !self.captures_from(at).is_empty()
    }

    /// The choices of the movement phase: only those of the stack that must move, if there is one (RR-CANON-R070).
    pub(crate) fn movement_actions(&self, must_move: Option<Coord>) -> Vec<Action> {
        let movable = must_move.map_or_else(|| self.controlled(self.to_move), |at| vec![at]);
        movable.into_iter().flat_map(|from| self.actions_from(from)).collect()
    }

    /// Everything a stack can do: plain moves by landing, then captures.
    fn actions_from(&self, from: Coord) -> Vec<Action> {
        let mut actions: Vec<Action> =
            self.board.directions().iter().flat_map(|&step| self.moves_along(from, step)).collect();
        actions.sort();
        actions.extend(self.captures_from(from));
        actions
    }

    /// The capture segments of a stack, by the jumped stack, then by landing (RR-CANON-R101).
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

    /// Carries a stack of the player to move along a ray, over another one if it captures (RR-CANON-R092, R102).
    pub(crate) fn travel(&mut self, from: Coord, over: Option<Coord>, to: Coord) {
        let Some(mut stack) = self.board.stack(from).cloned() else { return };
        self.board.put(from, Space::Marker(self.to_move));
        for at in self.board.between(from, to) {
            self.pass_over_marker(at);
        }
        if let Some(target) = over {
            stack = self.take_top_ring(stack, target);
        }
        self.land(stack, to);
    }

    /// A marker on the way is flipped, or collapses if it is the mover's own already (RR-CANON-R092).
    fn pass_over_marker(&mut self, at: Coord) {
        match self.board.marker(at) {
            Some(owner) if owner == self.to_move => self.board.put(at, Space::Collapsed(self.to_move)),
            Some(_) => self.board.put(at, Space::Marker(self.to_move)),
            None => {}
        }
    }

    /// The top ring of the target goes under the attacker; nothing is eliminated by that (RR-CANON-R102).
    fn take_top_ring(&mut self, attacker: Stack, target: Coord) -> Stack {
        let Some(victim) = self.board.stack(target).cloned() else { return attacker };
        self.board.put_stack(target, victim.without_top(1));
        attacker.with_at_bottom(victim.control())
    }

    /// Arriving on a marker removes it and, where the rules say so, burns the top ring (RR-CANON-R092, R102; live 4).
    fn land(&mut self, stack: Stack, to: Coord) {
        let burns = self.board.marker(to).is_some() && self.rules.landing != Landing::Keep;
        if burns {
            self.board.put_stack(to, stack.without_top(1));
            self.credit(1);
        } else {
            self.board.put(to, Space::Stack(stack));
        }
    }
}

/// Where the stack on a cell can move along a ray without capturing, near to far (RR-CANON-R091).
fn landings(board: &Board, from: Coord, step: Step, rules: &Ruleset) -> Vec<Coord> {
    let Some(stack) = board.stack(from) else { return Vec::new() };
    let open = board.ray(from, step).into_iter().take_while(|&at| is_passable(board, at));
    open.zip(1..)
        .filter(|&(to, distance)| distance >= stack.height() && is_landing(board, to, stack.control(), rules.landing))
        .map(|(to, _)| to)
        .collect()
}

/// The capture segments of the stack on a cell along a ray, near to far: over which cell and to where (RR-CANON-R101).
fn jumps(board: &Board, from: Coord, step: Step, rules: &Ruleset) -> Vec<(Coord, Coord)> {
    let Some(stack) = board.stack(from) else { return Vec::new() };
    let ray: Vec<(Coord, usize)> = board.ray(from, step).into_iter().zip(1..).collect();
    let mut beyond = ray.into_iter().skip_while(|&(at, _)| is_passable(board, at));
    let Some((over, _)) = beyond.next() else { return Vec::new() };
    let is_prey = board.stack(over).is_some_and(|target| target.cap_height() <= stack.cap_height());
    if !is_prey {
        return Vec::new();
    }
    beyond
        .take_while(|&(at, _)| is_passable(board, at))
        .filter(|&(_, steps)| capture_distance(steps, step, rules.capture_distance) >= stack.height())
        .filter(|&(to, _)| is_landing(board, to, stack.control(), rules.landing))
        .map(|(to, _)| (over, to))
        .collect()
}

/// Stacks and collapsed cells stop everything, markers and empty cells nothing (RR-CANON-R091, R101).
fn is_passable(board: &Board, at: Coord) -> bool {
    board.stack(at).is_none() && board.collapsed(at).is_none()
}

/// A passable cell can be landed on unless it holds a marker of somebody else (RR-CANON-R091, R101), which matters only
/// where the rules do not let every marker be landed on (live 4).
fn is_landing(board: &Board, at: Coord, mover: Player, landing: Landing) -> bool {
    landing == Landing::BurnAny || board.marker(at).is_none_or(|owner| owner == mover)
}

/// How far a capture reaches: in steps, or with diagonal steps counted twice (RR-CANON-R101; compact 4.1.4).
fn capture_distance(steps: usize, (dx, dy): Step, counted: CaptureDistance) -> usize {
    match counted {
        CaptureDistance::Steps => steps,
        CaptureDistance::Manhattan => steps * usize::from(dx.unsigned_abs() + dy.unsigned_abs()),
    }
}
