//! Applying log entries to a table.

use std::sync::Arc;

use game::Ranks;
use ringrift_record::Termination;
use ringrift_text::ending::deciding_cells;

use super::checkpoint::{Checkpoint, INTERVAL};
use super::entry::{LogEntry, LogEvent};
use super::game::{ActionEvents, AnyGame};
use super::seat::{Controller, Departure, DepartureReason, Seat};
use super::state::{ActionEffect, AppliedEntry, Ending, LogError, PlayedAction, Proposal, Stage, Table};
use api::Moment;

/// An action that was already played: the game after it, and its events.
type Played = (AnyGame, ActionEvents);

/// Effect of an action on a table, and its events.
type Effect = (ActionEffect, ActionEvents);

impl Table {
    /// Appends a new event that is not an action.
    ///
    /// # Errors
    /// Returns an error if the event is impossible; the table must not be used afterwards.
    pub(super) fn append(&mut self, event: LogEvent, at: Moment) -> Result<AppliedEntry, LogError> {
        self.append_event(event, None, at)
    }

    /// Appends an action that was already played.
    ///
    /// # Errors
    /// Returns an error if the event is impossible; the table must not be used afterwards.
    pub(super) fn append_action(
        &mut self,
        event: LogEvent,
        after: AnyGame,
        events: ActionEvents,
        at: Moment,
    ) -> Result<AppliedEntry, LogError> {
        self.append_event(event, Some((after, events)), at)
    }

    fn append_event(&mut self, event: LogEvent, played: Option<Played>, at: Moment) -> Result<AppliedEntry, LogError> {
        // Time goes back only at a start of the server, if the operator has set the system time back.
        let is_start = matches!(event, LogEvent::Interrupted { .. });
        let at = if is_start { at } else { at.max(self.last_change()) };
        let mut entry = LogEntry { seq: self.seq() + 1, at, event, hash: String::new() };
        let effect = self.apply_event(&entry, played)?;
        entry.hash = self.game.hash();
        Ok(self.record(Arc::new(entry), effect))
    }

    /// Adds an applied entry to the history, and a checkpoint if one is due.
    fn record(&mut self, entry: Arc<LogEntry>, effect: Option<Effect>) -> AppliedEntry {
        let (effect, events) = effect.unzip();
        if let Some(effect) = effect {
            self.moves.push(Arc::new(PlayedAction::new(entry.clone(), effect)));
            if self.moves.len().is_multiple_of(INTERVAL) {
                self.positions.push(Arc::new(self.game.clone()));
            }
        }
        self.log.push(entry.clone());
        if self.log.len() / INTERVAL > self.checkpoints.len() {
            self.checkpoints.push(Checkpoint::new(self));
        }
        AppliedEntry { entry, events }
    }

    /// Applies an entry of an existing log.
    ///
    /// # Errors
    /// Returns an error if the entry is invalid here; the table must not be used afterwards.
    pub fn apply(&mut self, entry: impl Into<Arc<LogEntry>>) -> Result<AppliedEntry, LogError> {
        let entry = entry.into();
        let expected = self.seq() + 1;
        if entry.seq != expected {
            return Err(LogError::Order { expected, found: entry.seq });
        }
        let effect = self.apply_event(&entry, None)?;
        let found = self.game.hash();
        if found != entry.hash {
            return Err(LogError::Hash { seq: entry.seq, expected: entry.hash.clone(), found });
        }
        Ok(self.record(entry, effect))
    }

    /// Applies the event of an entry to the state. Plays an action unless `played` holds its result.
    fn apply_event(&mut self, entry: &LogEntry, played: Option<Played>) -> Result<Option<Effect>, LogError> {
        let at = entry.at;
        let running = self.clocks.running().map(|(seat, _)| (seat, self.clocks.spent(seat, at)));
        let mut effect = None;
        match &entry.event {
            LogEvent::SeatTaken { seat, occupant } => self.seat_mut(*seat, entry)?.occupant = occupant.clone(),
            LogEvent::SeatLeft { seat } => *self.seat_mut(*seat, entry)? = Seat::default(),
            LogEvent::Started => self.stage = Stage::Running,
            LogEvent::Acted { .. } => effect = Some(self.apply_action(entry, played)?),
            LogEvent::Undone { .. } => self.go_back(self.moves.len().saturating_sub(1), entry)?,
            LogEvent::TakebackAsked { seat, .. } => {
                self.takeback = Some(Proposal { by: *seat, agreed: vec![*seat] });
            }
            LogEvent::TakebackAgreed { seat, .. } => {
                self.takeback.iter_mut().for_each(|proposal| proposal.agreed.push(*seat));
            }
            LogEvent::TakebackRefused { .. } => self.takeback = None,
            LogEvent::TakenBack { actions, .. } => self.go_back(*actions, entry)?,
            LogEvent::DrawOffered { seat, .. } => self.draw = Some(Proposal { by: *seat, agreed: vec![*seat] }),
            LogEvent::DrawAgreed { seat, .. } => {
                self.draw.iter_mut().for_each(|proposal| proposal.agreed.push(*seat));
            }
            LogEvent::DrawDeclined { .. } => self.draw = None,
            LogEvent::Drawn { .. } => {
                let all_equal = vec![1; self.seats.len()];
                self.stage =
                    Stage::Over(Ending::outside_rules(Termination::Agreement.name(), Some(self.ranks(&all_equal))));
            }
            LogEvent::Resigned { seat } => self.depart(*seat, DepartureReason::Resignation, entry)?,
            LogEvent::TimedOut { seat } => self.depart(*seat, DepartureReason::Timeout, entry)?,
            LogEvent::Failed { seat, .. } => self.depart(*seat, DepartureReason::Failure, entry)?,
            LogEvent::Aborted { .. } => self.stage = Stage::Over(Ending::outside_rules("aborted", None)),
            LogEvent::Abandoned => self.stage = Stage::Over(Ending::outside_rules("abandoned", None)),
            LogEvent::Interrupted { from } => self.clocks.skip(*from, at),
            LogEvent::RematchAsked { seat } => {
                let proposal = self.rematch.get_or_insert_with(|| Proposal { by: *seat, agreed: Vec::new() });
                proposal.agreed.push(*seat);
            }
            LogEvent::RematchMade { game } => self.successor = Some(game.clone()),
        }
        if matches!(self.stage, Stage::Over(_)) {
            self.takeback = None;
            self.draw = None;
        }
        if entry.event.changes_position() {
            // The entry of an action states the time to charge, which excludes network latency.
            if let (Some((seat, spent)), false) = (running, matches!(entry.event, LogEvent::Acted { .. })) {
                self.clocks.charge(seat, spent);
            }
            self.position_seq = entry.seq;
            self.restart_clock(at);
        }
        Ok(effect)
    }

    fn seat_mut(&mut self, seat: usize, entry: &LogEntry) -> Result<&mut Seat, LogError> {
        self.seats.get_mut(seat).ok_or_else(|| entry.invalid("there is no such seat"))
    }

    fn apply_action(&mut self, entry: &LogEntry, played: Option<Played>) -> Result<Effect, LogError> {
        let LogEvent::Acted { seat, action, spent, lag, .. } = &entry.event else {
            return Err(entry.invalid("it is not an action"));
        };
        let (seat, spent, lag) = (*seat, *spent, *lag);
        if self.to_move() != Some(seat) {
            return Err(entry.invalid("it is another seat's turn"));
        }
        let turn = self.game.turn();
        let events = match played {
            Some((after, events)) => {
                self.game = after;
                events
            }
            None => self.game.replay(action).map_err(|problem| entry.invalid(&problem.to_string()))?,
        };
        self.clocks.charge(seat, spent);
        self.clocks.compensate(seat, lag, self.moves.len() + 1);
        if self.game.turn() != turn || self.game.to_move() != Some(seat) {
            self.clocks.end_turn(seat);
        }
        let left = self.clocks.exist().then(|| self.clocks.left()[seat]);
        let effect = ActionEffect { seat, turn, is_random: events.is_random(), left };
        self.takeback = None;
        // A player who goes on playing declines the offer of another player.
        self.draw.take_if(|offer| !offer.agreed.contains(&seat));
        if self.game.ending().is_some() {
            self.stage = Stage::Over(self.ending_by_rules(&events));
        }
        Ok((effect, events))
    }

    /// Returns to the position after the first `actions` actions.
    fn go_back(&mut self, actions: usize, entry: &LogEntry) -> Result<(), LogError> {
        self.moves.truncate(actions);
        self.positions.truncate(self.moves.len() / INTERVAL);
        self.game = self.game_after(self.moves.len()).map_err(|problem| entry.invalid(&problem.to_string()))?;
        self.takeback = None;
        self.draw = None;
        self.stage = Stage::Running;
        Ok(())
    }

    /// Removes a player from the game. The player ranks behind all who stay. The game ends when one player remains.
    fn depart(&mut self, seat: usize, reason: DepartureReason, entry: &LogEntry) -> Result<(), LogError> {
        let order = self.seats.iter().filter(|seat| seat.departure.is_some()).count();
        self.seat_mut(seat, entry)?.departure = Some(Departure { reason, order });
        self.takeback = None;
        self.draw = None;
        if order + 2 >= self.seats.len() {
            let all_equal = vec![1; self.seats.len()];
            self.stage = Stage::Over(Ending::outside_rules(reason.name(), Some(self.ranks(&all_equal))));
        }
        Ok(())
    }

    /// Returns the ending by the rules after the last action.
    fn ending_by_rules(&self, last: &ActionEvents) -> Ending {
        let ending = self.game.ending().expect("the game is over by its rules");
        let ranks = self.ranks(&ending.ranks);
        // A player who left does not win, even if the bot in their place does.
        let is_winner = |(seat, &place): (usize, &u8)| place == 1 && ranks.winner() == Some(seat);
        let cells = match (&self.game, last) {
            (AnyGame::RingRift(game), ActionEvents::RingRift { events, .. })
                if ending.ranks.iter().enumerate().any(is_winner) =>
            {
                deciding_cells(game.position(), events)
            }
            _ => Vec::new(),
        };
        Ending { reason: ending.reason, ranks: Some(ranks), cells }
    }

    /// Returns the final ranks. The rules rank the players who stayed. Players who left rank behind them; the first to leave
    /// ranks last.
    fn ranks(&self, by_rules: &[u8]) -> Ranks {
        let score = |(seat, &place): (usize, &u8)| match self.seats[seat].departure {
            None => (1, 0, -i32::from(place)),
            Some(departure) => (0, departure.order, 0),
        };
        let scores: Vec<(i32, usize, i32)> = by_rules.iter().enumerate().map(score).collect();
        Ranks::by_score(&scores)
    }

    /// Runs the clock of the seat to move if a guest plays it; bots have no clock.
    fn restart_clock(&mut self, at: Moment) {
        let seat = self.to_move().filter(|&seat| self.seats[seat].controller() == Controller::Guest);
        self.clocks.run(seat, at);
    }
}

impl LogEntry {
    fn invalid(&self, problem: &str) -> LogError {
        LogError::Action { seq: self.seq, problem: problem.to_owned() }
    }
}
