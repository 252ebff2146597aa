//! The course of a turn (rules.md section 4).

use ringrift::{Action, Coord, Phase, Player, Reason};

use crate::{Illegal, Played, SpecGame};

impl SpecGame {
    /// All legal actions in the order that docs/formats.md lists; none exactly if the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        match self.phase {
            Phase::Placement => self.placement_actions(),
            Phase::Movement { must_move } => self.movement_actions(must_move.map(|cell| self.coord(cell))),
            Phase::CaptureOffer { at } => {
                let mut actions = self.captures_from(self.coord(at));
                actions.push(Action::DeclineCapture);
                actions
            }
            Phase::CaptureChain { at } => self.captures_from(self.coord(at)),
            Phase::LineChoice => self.line_actions(),
            Phase::RegionChoice => self.region_actions(),
            Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination => self.cap_actions(),
            Phase::Over { .. } => Vec::new(),
        }
    }

    /// Performs an action and everything that follows by itself; nothing is left to chance (RR-CANON-R190).
    ///
    /// # Errors
    /// If the action is not legal; then nothing changes.
    pub fn play(&mut self, action: Action) -> Result<Played, Illegal> {
        if !self.legal_actions().contains(&action) {
            return Err(Illegal { action, phase: self.phase });
        }
        self.note_action();
        let passes = self.perform(action);
        Ok(Played { passes })
    }

    /// Remembers who acted last (RR-CANON-R173).
    fn note_action(&mut self) {
        self.last_actions.retain(|&player| player != self.to_move);
        self.last_actions.insert(0, self.to_move);
    }

    /// The effect of a legal action and the way to the next decision, in the fixed order of phases (RR-CANON-R071); returns
    /// the passes on that way.
    fn perform(&mut self, action: Action) -> Vec<Player> {
        match action {
            Action::Place { at, rings } => {
                self.place(self.coord(at), rings);
                self.decide(Phase::Movement { must_move: Some(at) })
            }
            Action::SkipPlacement => self.decide(Phase::Movement { must_move: None }),
            Action::Move { from, to } => {
                self.travel(self.coord(from), None, self.coord(to));
                self.go_on_with(self.coord(to), Phase::CaptureOffer { at: to })
            }
            Action::Capture { from, over, to } => {
                self.travel(self.coord(from), Some(self.coord(over)), self.coord(to));
                self.go_on_with(self.coord(to), Phase::CaptureChain { at: to })
            }
            Action::DeclineCapture => self.go_to_lines(),
            Action::TakeLine { line } => {
                self.collapse_line(line);
                self.decide(Phase::LinePayment)
            }
            Action::TakeSegment { line, offset } => {
                self.collapse_segment(line, offset);
                self.go_to_lines()
            }
            Action::ClaimRegion { region } => {
                self.claim(region);
                self.decide(Phase::RegionPayment)
            }
            Action::StopTerritory => self.finish_turn(),
            Action::Eliminate { at } => {
                self.eliminate_cap(self.coord(at));
                self.go_on_after_elimination()
            }
        }
    }

    /// Waits for a decision; no turn passes on the way.
    fn decide(&mut self, phase: Phase) -> Vec<Player> {
        self.phase = phase;
        Vec::new()
    }

    /// After a move or capture the same stack may or must capture, if it can (RR-CANON-R070, R103; rules.md 4.2, 4.3).
    fn go_on_with(&mut self, at: Coord, capture: Phase) -> Vec<Player> {
        if self.can_capture(at) { self.decide(capture) } else { self.go_to_lines() }
    }

    /// Lines come next, if one can be processed (RR-CANON-R121; rules.md 4.5).
    fn go_to_lines(&mut self) -> Vec<Player> {
        if self.line_actions().is_empty() { self.go_to_territory() } else { self.decide(Phase::LineChoice) }
    }

    /// Then regions, if one is eligible (RR-CANON-R144; rules.md 4.5).
    fn go_to_territory(&mut self) -> Vec<Player> {
        if self.region_actions().is_empty() { self.finish_turn() } else { self.decide(Phase::RegionChoice) }
    }

    /// A payment leads back to what was paid for; a forced elimination lets the turn go on if it opened something, and
    /// else ends it at once (RR-CANON-R100, R121, R144; rules.md 4.4).
    fn go_on_after_elimination(&mut self) -> Vec<Player> {
        match self.phase {
            Phase::LinePayment => self.go_to_lines(),
            Phase::RegionPayment => self.go_to_territory(),
            _ => match self.phase_with_real_action() {
                Some(phase) => self.decide(phase),
                None => self.finish_turn(),
            },
        }
    }

    /// Where a player with a real action begins: with placement if he can place (RR-CANON-R080, R090).
    fn phase_with_real_action(&self) -> Option<Phase> {
        if self.can_place(self.to_move) {
            Some(Phase::Placement)
        } else if self.has_board_action(self.to_move) {
            Some(Phase::Movement { must_move: None })
        } else {
            None
        }
    }

    /// Without a real action a player with a stack has to give up a cap (RR-CANON-R072, R100).
    fn opening_phase(&self) -> Option<Phase> {
        let blocked = !self.controlled(self.to_move).is_empty();
        self.phase_with_real_action().or(blocked.then_some(Phase::ForcedElimination))
    }

    /// Ends the turn and begins others until somebody has to decide or the game is over (RR-CANON-R070, step 6).
    fn finish_turn(&mut self) -> Vec<Player> {
        self.check_end();
        if self.phase_is_over() {
            return Vec::new();
        }
        self.turn = self.turn.saturating_add(1);
        self.begin_turn(self.to_move.next(self.rules.players))
    }

    /// Begins the turn of a seat, or of the next one that is not eliminated (rules.md 4.1).
    ///
    /// Returns the turns that passed, this one included if it does (RR-CANON-R090).
    pub(crate) fn begin_turn(&mut self, seat: Player) -> Vec<Player> {
        let Some(player) = self.first_not_eliminated(seat) else {
            self.end_by_ladder(Reason::Stalemate);
            return Vec::new();
        };
        self.to_move = player;
        self.watch_last_standing();
        if self.phase_is_over() {
            return Vec::new();
        }
        match self.opening_phase() {
            Some(phase) => self.decide(phase),
            None => [vec![player], self.finish_turn()].concat(),
        }
    }

    /// The first seat from this one on, in turn order, whose player is not eliminated (RR-CANON-R172).
    fn first_not_eliminated(&self, seat: Player) -> Option<Player> {
        let order = [self.seats(), self.seats()].concat();
        order.into_iter().skip_while(|&player| player != seat).find(|&player| !self.is_eliminated(player))
    }

    fn phase_is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }
}
