//! The course of a turn (rules.md section 4; live 2).

use ringrift::{Action, Coord, Forced, Phase, Player, Reason, TurnProgress};

use crate::{Illegal, Played, SpecGame};

impl SpecGame {
    /// All legal actions in the order that docs/formats.md lists; none exactly if the game is over.
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

    /// Performs an action and everything that follows by itself; nothing is left to chance (RR-CANON-R190).
    ///
    /// # Errors
    /// If the action is not legal; then nothing changes.
    pub fn play(&mut self, action: Action) -> Result<Played, Illegal> {
        if !self.legal_actions().contains(&action) {
            return Err(Illegal { action, phase: self.phase });
        }
        self.note_action();
        self.note_turn_progress(action);
        let passes = self.perform(action);
        Ok(Played { passes })
    }

    /// Remembers who acted last (RR-CANON-R173).
    fn note_action(&mut self) {
        self.last_actions.retain(|&player| player != self.to_move);
        self.last_actions.insert(0, self.to_move);
    }

    /// Remembers what kind of turn this is (live 2).
    fn note_turn_progress(&mut self, action: Action) {
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

    /// The effect of a legal action and the way to the next decision, in the fixed order of phases (RR-CANON-R071); returns
    /// the passes on that way.
    fn perform(&mut self, action: Action) -> Vec<Player> {
        match action {
            Action::Place { at, rings } => {
                self.place(self.coord(at), rings);
                self.decide(Phase::Movement { must_move: Some(at) })
            }
            Action::SkipPlacement => self.enter(self.movement_phase().or(self.recovery_phase())),
            Action::SwapSides => self.decide(Phase::Placement),
            Action::Move { from, to } => {
                self.travel(self.coord(from), None, self.coord(to));
                self.go_on_with(self.coord(to), Phase::CaptureOffer { at: to })
            }
            Action::Capture { from, over, to } => {
                self.travel(self.coord(from), Some(self.coord(over)), self.coord(to));
                self.go_on_with(self.coord(to), Phase::CaptureChain { at: to })
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
                if self.can_pay_for_line() { self.decide(Phase::LinePayment) } else { self.go_to_lines() }
            }
            Action::TakeSegment { line, offset } => {
                self.collapse_segment(line, offset);
                self.go_to_lines()
            }
            Action::ClaimRegion { region } => {
                self.claim(region);
                self.decide(Phase::RegionPayment)
            }
            Action::StopTerritory => self.enter(self.closing_phase()),
            Action::Eliminate { at } => {
                self.give_up(self.coord(at));
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

    /// Waits for a decision, or ends the turn if there is nothing left to decide.
    fn enter(&mut self, phase: Option<Phase>) -> Vec<Player> {
        match phase {
            Some(phase) => self.decide(phase),
            None => self.finish_turn(),
        }
    }

    fn go_to_lines(&mut self) -> Vec<Player> {
        self.enter(self.line_phase())
    }

    /// Lines come next, if one can be processed (RR-CANON-R121; rules.md 4.5).
    fn line_phase(&self) -> Option<Phase> {
        if self.line_actions().is_empty() { self.territory_phase() } else { Some(Phase::LineChoice) }
    }

    /// Then regions, if one is eligible (RR-CANON-R144; rules.md 4.5).
    fn territory_phase(&self) -> Option<Phase> {
        if self.region_actions().is_empty() { self.closing_phase() } else { Some(Phase::RegionChoice) }
    }

    /// Where forced eliminations come last, a player with a stack who has not changed the board has to give up a cap
    /// (live 8).
    fn closing_phase(&self) -> Option<Phase> {
        let changed = matches!(self.turn_progress, TurnProgress::Changed | TurnProgress::Recovered);
        let forced = self.rules.forced == Forced::Last && !changed && !self.controlled(self.to_move).is_empty();
        forced.then_some(Phase::ForcedElimination)
    }

    /// A payment leads back to what was paid for. A forced elimination at first lets the turn go on if it opened something,
    /// and else ends it at once, as the one at last always does (RR-CANON-R100, R121, R144; rules.md 4.4; live 8).
    fn go_on_after_elimination(&mut self) -> Vec<Player> {
        match (self.phase, self.rules.forced) {
            (Phase::LinePayment, _) => self.go_to_lines(),
            (Phase::RegionPayment, _) => self.enter(self.territory_phase()),
            (_, Forced::First) => self.enter(self.placement_phase().or(self.movement_phase())),
            (_, Forced::Last) => self.finish_turn(),
        }
    }

    /// What the player decides first, if anything (RR-CANON-R080, R090; live 2).
    fn opening_phase(&self) -> Option<Phase> {
        let acting = self.placement_phase().or(self.movement_phase()).or(self.recovery_phase());
        acting.or(self.phase_without_movement())
    }

    /// A turn begins with placement (RR-CANON-R080; live 3).
    fn placement_phase(&self) -> Option<Phase> {
        self.enters_placement().then_some(Phase::Placement)
    }

    /// Without placement a player moves, if he can (RR-CANON-R090).
    fn movement_phase(&self) -> Option<Phase> {
        self.has_board_action(self.to_move).then_some(Phase::Movement { must_move: None })
    }

    /// A player who cannot move may recover (live 7).
    fn recovery_phase(&self) -> Option<Phase> {
        self.can_recover(self.to_move).then_some(Phase::Recovery)
    }

    /// Without a real action a player with a stack has to give up a cap at once (RR-CANON-R072, R100), or he goes on to
    /// lines and regions as after a movement (live 2, 8).
    fn phase_without_movement(&self) -> Option<Phase> {
        match self.rules.forced {
            Forced::First => (!self.controlled(self.to_move).is_empty()).then_some(Phase::ForcedElimination),
            Forced::Last => self.line_phase(),
        }
    }

    /// Ends the turn and begins others until somebody has to decide or the game is over (RR-CANON-R070, step 6).
    fn finish_turn(&mut self) -> Vec<Player> {
        self.note_losses();
        self.check_end();
        if self.phase_is_over() {
            return Vec::new();
        }
        let seat = self.to_move.next(self.rules.players);
        let next = self.first_not_eliminated(seat).unwrap_or(seat);
        self.watch_rounds(next);
        if self.phase_is_over() {
            return Vec::new();
        }
        self.turn = self.turn.saturating_add(1);
        self.begin_turn(next)
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
        self.turn_progress = TurnProgress::Idle;
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
