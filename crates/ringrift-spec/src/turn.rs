//! The phases of a turn (rules section 4; rules-live section 2).

use ringrift::{Action, Coord, Forced, Phase, Player, Reason, TurnProgress};

use crate::{NotLegal, Played, SpecGame};

impl SpecGame {
    /// Returns all legal actions in the order that docs/formats.md defines; the list is empty only if the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        match self.phase {
            Phase::Placement => self.placement_actions(),
            Phase::Movement { must_move } => self.movement_actions(must_move.map(|cell| self.coord(cell))),
            Phase::Recovery => self.recovery_actions(),
            Phase::CaptureOffer { at } => {
                let mut actions = self.captures_from(self.coord(at));
                actions.push(Action::DeclineCapture);
                actions
            }
            Phase::CaptureChain { at } => self.captures_from(self.coord(at)),
            Phase::LineChoice => self.line_actions(),
            Phase::RegionChoice => self.region_actions(),
            Phase::RegionPayment => self.region_payment_actions(),
            Phase::LinePayment | Phase::ForcedElimination => self.cap_actions(),
            Phase::Over { .. } => Vec::new(),
        }
    }

    /// Plays an action and its automatic consequences; nothing is random (RR-CANON-R190).
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the action is not legal.
    pub fn play(&mut self, action: Action) -> Result<Played, NotLegal> {
        if !self.legal_actions().contains(&action) {
            return Err(NotLegal { action, phase: self.phase });
        }
        self.record_action();
        self.record_turn_progress(action);
        let passes = self.apply(action);
        Ok(Played { passes })
    }

    /// Records the player to move as the last one who acted (RR-CANON-R173).
    fn record_action(&mut self) {
        self.last_actions.retain(|&player| player != self.to_move);
        self.last_actions.insert(0, self.to_move);
    }

    /// Updates the turn progress after an action (rules-live section 2).
    fn record_turn_progress(&mut self, action: Action) {
        match action {
            Action::SwapSides => self.turn_progress = TurnProgress::Swapped,
            Action::Recover { .. } | Action::RecoverSegment { .. } => self.turn_progress = TurnProgress::Recovered,
            Action::SkipPlacement | Action::SkipRecovery | Action::DeclineCapture | Action::StopTerritory => {}
            Action::Place { .. }
            | Action::Move { .. }
            | Action::Capture { .. }
            | Action::TakeLine { .. }
            | Action::TakeSegment { .. }
            | Action::ClaimRegion { .. }
            | Action::Eliminate { .. } => {
                if self.turn_progress != TurnProgress::Recovered {
                    self.turn_progress = TurnProgress::Changed;
                }
            }
        }
    }

    /// Applies a legal action and advances to the next decision, in the fixed order of phases (RR-CANON-R071). Returns the
    /// players whose turns passed before that decision.
    fn apply(&mut self, action: Action) -> Vec<Player> {
        match action {
            Action::Place { at, rings } => {
                self.place(self.coord(at), rings);
                self.enter_phase(Phase::Movement { must_move: Some(at) })
            }
            Action::SkipPlacement => self.enter_or_finish_turn(self.movement_phase().or(self.recovery_phase())),
            Action::SwapSides => self.enter_phase(Phase::Placement),
            Action::Move { from, to } => {
                self.move_stack(self.coord(from), None, self.coord(to));
                self.continue_with_capture(self.coord(to), Phase::CaptureOffer { at: to })
            }
            Action::Capture { from, over, to } => {
                self.move_stack(self.coord(from), Some(self.coord(over)), self.coord(to));
                self.continue_with_capture(self.coord(to), Phase::CaptureChain { at: to })
            }
            Action::DeclineCapture | Action::SkipRecovery => self.go_to_lines(),
            Action::Recover { from, to, extract } => {
                self.recover(self.coord(from), self.coord(to), self.coord(extract));
                self.go_to_lines()
            }
            Action::RecoverSegment { from, to, offset } => {
                self.recover_segment(self.coord(from), self.coord(to), offset);
                self.go_to_lines()
            }
            Action::TakeLine { line } => {
                self.collapse_line(line);
                if self.can_pay_for_line() { self.enter_phase(Phase::LinePayment) } else { self.go_to_lines() }
            }
            Action::TakeSegment { line, offset } => {
                self.collapse_segment(line, offset);
                self.go_to_lines()
            }
            Action::ClaimRegion { region } => {
                self.claim(region);
                self.enter_phase(Phase::RegionPayment)
            }
            Action::StopTerritory => self.enter_or_finish_turn(self.closing_phase()),
            Action::Eliminate { at } => {
                self.eliminate_required(self.coord(at));
                self.continue_after_elimination()
            }
        }
    }

    /// Enters a phase in which the player has a decision; returns an empty list, because no turn passes.
    fn enter_phase(&mut self, phase: Phase) -> Vec<Player> {
        self.phase = phase;
        Vec::new()
    }

    /// Enters a capture phase for the stack that has just moved or captured, if it can capture (RR-CANON-R070, R103; rules
    /// sections 4.2 and 4.3).
    fn continue_with_capture(&mut self, at: Coord, capture: Phase) -> Vec<Player> {
        if self.can_capture(at) { self.enter_phase(capture) } else { self.go_to_lines() }
    }

    /// Enters a phase, or ends the turn if no decision is left.
    fn enter_or_finish_turn(&mut self, phase: Option<Phase>) -> Vec<Player> {
        match phase {
            Some(phase) => self.enter_phase(phase),
            None => self.finish_turn(),
        }
    }

    fn go_to_lines(&mut self) -> Vec<Player> {
        self.enter_or_finish_turn(self.line_phase())
    }

    /// Returns the line phase if a line can be processed, otherwise the phase after it (RR-CANON-R121; rules section 4.5).
    fn line_phase(&self) -> Option<Phase> {
        if self.line_actions().is_empty() { self.territory_phase() } else { Some(Phase::LineChoice) }
    }

    /// Returns the territory phase if a region is eligible, otherwise the phase after it (RR-CANON-R144; rules section 4.5).
    fn territory_phase(&self) -> Option<Phase> {
        if self.region_actions().is_empty() { self.closing_phase() } else { Some(Phase::RegionChoice) }
    }

    /// Returns the forced elimination at the end of the turn, if the rules have one and the player controls a stack but has not
    /// changed the board (rules-live section 8).
    fn closing_phase(&self) -> Option<Phase> {
        let changed = matches!(self.turn_progress, TurnProgress::Changed | TurnProgress::Recovered);
        let forced = self.rules.forced == Forced::Last && !changed && !self.controlled(self.to_move).is_empty();
        forced.then_some(Phase::ForcedElimination)
    }

    /// Advances after an elimination. After a payment, the turn returns to the line or territory phase. After a forced
    /// elimination at the start of a turn, the turn continues if the player can now place or move, and otherwise ends.
    /// A forced elimination at the end of a turn ends the turn (RR-CANON-R100, R121, R144; rules section 4.4;
    /// rules-live section 8).
    fn continue_after_elimination(&mut self) -> Vec<Player> {
        match (self.phase, self.rules.forced) {
            (Phase::LinePayment, _) => self.go_to_lines(),
            (Phase::RegionPayment, _) => self.enter_or_finish_turn(self.territory_phase()),
            (_, Forced::First) => self.enter_or_finish_turn(self.placement_phase().or(self.movement_phase())),
            (_, Forced::Last) => self.finish_turn(),
        }
    }

    /// Returns the first phase of a turn; `None` if the turn passes (RR-CANON-R080, R090; rules-live section 2).
    fn opening_phase(&self) -> Option<Phase> {
        let acting = self.placement_phase().or(self.movement_phase()).or(self.recovery_phase());
        acting.or(self.phase_without_movement())
    }

    /// Returns the placement phase if it offers a decision (RR-CANON-R080; rules-live section 3).
    fn placement_phase(&self) -> Option<Phase> {
        self.enters_placement().then_some(Phase::Placement)
    }

    /// Returns the movement phase if the player can move or capture (RR-CANON-R090).
    fn movement_phase(&self) -> Option<Phase> {
        self.has_board_action(self.to_move).then_some(Phase::Movement { must_move: None })
    }

    /// Returns the recovery phase if the player is eligible (rules-live section 7).
    fn recovery_phase(&self) -> Option<Phase> {
        self.can_recover(self.to_move).then_some(Phase::Recovery)
    }

    /// Returns the phase of a player without a real action: the forced elimination at the start of a turn (RR-CANON-R072,
    /// R100), or lines and regions as after a movement (rules-live sections 2 and 8).
    fn phase_without_movement(&self) -> Option<Phase> {
        match self.rules.forced {
            Forced::First => (!self.controlled(self.to_move).is_empty()).then_some(Phase::ForcedElimination),
            Forced::Last => self.line_phase(),
        }
    }

    /// Ends the turn and begins further turns until a player has a decision or the game is over (RR-CANON-R070, step 6).
    fn finish_turn(&mut self) -> Vec<Player> {
        self.record_eliminated_players();
        self.check_end();
        if self.phase_is_over() {
            return Vec::new();
        }
        let seat = self.to_move.next(self.rules.players);
        let next = self.first_not_eliminated(seat).unwrap_or(seat);
        self.update_rounds(next);
        if self.phase_is_over() {
            return Vec::new();
        }
        self.turn = self.turn.saturating_add(1);
        self.begin_turn(next)
    }

    /// Begins the turn of a seat, or of the next seat that is not eliminated (rules section 4.1).
    ///
    /// Returns the players whose turns passed, in order (RR-CANON-R090).
    pub(crate) fn begin_turn(&mut self, seat: Player) -> Vec<Player> {
        let Some(player) = self.first_not_eliminated(seat) else {
            self.end_by_ladder(Reason::Stalemate);
            return Vec::new();
        };
        self.to_move = player;
        self.turn_progress = TurnProgress::Idle;
        self.update_last_standing();
        if self.phase_is_over() {
            return Vec::new();
        }
        match self.opening_phase() {
            Some(phase) => self.enter_phase(phase),
            None => [vec![player], self.finish_turn()].concat(),
        }
    }

    /// Returns the first player in turn order, from a seat on, who is not eliminated (RR-CANON-R172).
    fn first_not_eliminated(&self, seat: Player) -> Option<Player> {
        let order = [self.seats(), self.seats()].concat();
        order.into_iter().skip_while(|&player| player != seat).find(|&player| !self.is_eliminated(player))
    }

    pub(crate) fn phase_is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }
}
