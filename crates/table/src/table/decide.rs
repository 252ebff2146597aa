//! Decides about commands: rejects them or turns them into log entries.

use api::{AgentNote, Purpose};
use serde_json::Value;

use super::command::{Command, CommandRejection, Decision, PlayerCommand, Rematch};
use super::entry::LogEvent;
use super::game::AcceptedAction;
use super::seat::{Controller, Occupant};
use super::state::{Stage, Table};
use api::Moment;
use api::id::{GameId, GuestId};

/// Maximum length of an idempotency key, in bytes.
const MAX_CLIENT_LENGTH: usize = 64;

/// Number of log entries at which guests can only end the game or ask for a rematch.
const MAX_ENTRIES: u64 = 20_000;

/// An action of the seat to move, before it is resolved.
struct Act<'a> {
    seat: usize,
    action: &'a Value,
    lag: u64,
    client: Option<String>,
    note: Option<Box<AgentNote>>,
}

impl Table {
    /// Returns the effect of a command at time `now`. The table itself does not change.
    ///
    /// # Errors
    /// Returns why the command is rejected.
    pub fn decide(&self, command: Command, now: Moment) -> Result<Decision, CommandRejection> {
        if self.seq() >= MAX_ENTRIES && command.can_fill_the_log() {
            let message = format!("this game has reached its limit of {MAX_ENTRIES} log entries; resign to end it");
            return Err(CommandRejection::new("log_full", message));
        }
        if let Some(seat) = command.seat().filter(|&seat| seat >= self.seats.len()) {
            let message = format!("there is no seat {seat}; the seats are 0 to {}", self.seats.len() - 1);
            return Err(CommandRejection::new("no_such_seat", message));
        }
        match command {
            Command::Join { guest, seat } => self.join(guest, seat, now),
            Command::Fill { seat, occupant } => self.take_seat(seat, occupant, now),
            Command::Player { seat, lag, client, command } => self.player_command(seat, lag, client, command, now),
            Command::BotAct { seat, seq, action, note } => {
                self.require_current_turn(seat, seq)?;
                self.act(Act { seat, action: &action, lag: 0, client: None, note }, now)
            }
            Command::BotFail { seat, seq, message } => {
                self.require_current(seq)?;
                self.require_turn(seat)?;
                self.write(vec![LogEvent::Failed { seat, message }], now)
            }
            Command::CheckClock { lag } => match self.overdue_seat(lag, now) {
                Some(seat) => self.write(vec![LogEvent::TimedOut { seat }], now),
                None => Ok(self.unchanged()),
            },
            Command::Interrupted { from } => {
                // The downtime starts after the last entry, because the server was running when it wrote that entry.
                self.write(vec![LogEvent::Interrupted { from: from.max(self.last_change()) }], now)
            }
            Command::Abandon if matches!(self.stage, Stage::Over(_)) => Ok(self.unchanged()),
            Command::Abandon => self.write(vec![LogEvent::Abandoned], now),
        }
    }

    fn player_command(
        &self,
        seat: usize,
        lag: u64,
        client: Option<String>,
        command: PlayerCommand,
        now: Moment,
    ) -> Result<Decision, CommandRejection> {
        match command {
            PlayerCommand::Leave => self.leave_seat(seat, now),
            PlayerCommand::Act { seq, action } => {
                if let Some(done) = self.already_done(seat, client.as_deref())? {
                    return Ok(done);
                }
                self.require_current_turn(seat, seq)?;
                self.require_present(seat)?;
                self.act(Act { seat, action: &action, lag, client, note: None }, now)
            }
            PlayerCommand::Undo { seq } => self.undo(seat, seq, client, now),
            PlayerCommand::AgreeTakeback => self.agree_to_takeback(seat, client, now),
            PlayerCommand::DeclineTakeback => self.decline_takeback(seat, client, now),
            PlayerCommand::AgreeDraw => self.agree_to_draw(seat, client, now),
            PlayerCommand::DeclineDraw => self.decline_draw(seat, client, now),
            PlayerCommand::Resign => {
                self.require_running()?;
                self.require_present(seat)?;
                self.write(vec![LogEvent::Resigned { seat }], now)
            }
            PlayerCommand::Abort => {
                self.require_present(seat)?;
                self.require_abortable()?;
                self.write(vec![LogEvent::Aborted { seat }], now)
            }
            PlayerCommand::Rematch { game } => self.rematch_command(seat, game, now),
        }
    }

    /// Returns the decision for a command without effect.
    fn unchanged(&self) -> Decision {
        Decision::Done { seq: self.seq() }
    }

    /// Applies events to a copy of the table, which shares the history.
    fn write(&self, events: Vec<LogEvent>, now: Moment) -> Result<Decision, CommandRejection> {
        let mut after = Box::new(self.clone());
        let entries = events.into_iter().map(|event| after.append(event, now)).collect::<Result<_, _>>()?;
        Ok(Decision::Write { entries, after, rematch: None })
    }

    fn join(&self, guest: GuestId, seat: Option<usize>, now: Moment) -> Result<Decision, CommandRejection> {
        let is_open = |&seat: &usize| self.seats[seat].occupant == Occupant::Open;
        if self.setup().purpose == Purpose::Match && self.present_guests().contains(&&guest) {
            return Err(CommandRejection::new("seated", "you already have a seat in this game"));
        }
        let no_open_seat = || CommandRejection::new("no_open_seat", "all seats of this game are taken");
        let seat = match seat {
            Some(seat) => seat,
            None => (0..self.seats.len()).find(is_open).ok_or_else(no_open_seat)?,
        };
        self.take_seat(seat, Occupant::Guest { guest }, now)
    }

    fn take_seat(&self, seat: usize, occupant: Occupant, now: Moment) -> Result<Decision, CommandRejection> {
        if self.stage != Stage::Waiting {
            return Err(CommandRejection::new("begun", "the game has already started; you can watch it"));
        }
        if self.seats[seat].occupant != Occupant::Open {
            let message = format!("seat {seat} is already taken; choose an open seat");
            return Err(CommandRejection::new("taken", message));
        }
        let mut others = self.seats.iter().enumerate().filter(|&(other, _)| other != seat);
        let is_last = others.all(|(_, other)| other.occupant != Occupant::Open);
        let mut events = vec![LogEvent::SeatTaken { seat, occupant }];
        if is_last {
            events.push(LogEvent::Started);
        }
        self.write(events, now)
    }

    fn leave_seat(&self, seat: usize, now: Moment) -> Result<Decision, CommandRejection> {
        if self.stage != Stage::Waiting {
            return Err(CommandRejection::new("begun", "the game has already started; resign instead of leaving"));
        }
        if self.seats[seat].guest().is_none() {
            return Err(CommandRejection::new("not_seated", format!("no guest sits on seat {seat}")));
        }
        self.write(vec![LogEvent::SeatLeft { seat }], now)
    }

    /// Resolves an action and plays it once, on the copy of the game that becomes current when the entry is written.
    fn act(&self, act: Act<'_>, now: Moment) -> Result<Decision, CommandRejection> {
        let Act { seat, action, lag, client, note } = act;
        if self.overdue_seat(lag, now) == Some(seat) {
            return Err(CommandRejection::new("time_up", "your time ran out before the action arrived"));
        }
        let mut game = self.game.clone();
        let AcceptedAction { action, events } = game.submit(action)?;
        let elapsed = self.clocks.spent(seat, now);
        let lag = self.clocks.compensated(seat, lag).min(elapsed);
        let event = LogEvent::Acted { seat, action, client, spent: elapsed - lag, lag, note };
        let mut after = Box::new(self.clone());
        let entry = after.append_action(event, game, events, now)?;
        Ok(Decision::Write { entries: vec![entry], after, rematch: None })
    }

    fn undo(&self, seat: usize, seq: u64, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.already_done(seat, client.as_deref())? {
            return Ok(done);
        }
        self.require_present(seat)?;
        self.require_current(seq)?;
        if self.overdue_seat(0, now) == Some(seat) {
            return Err(CommandRejection::new("time_up", "your time ran out before the request arrived"));
        }
        if !self.can_undo(seat) {
            let message = "your current turn has no action to undo; ask for a takeback to return to an earlier turn";
            return Err(CommandRejection::new("nothing_to_undo", message));
        }
        self.write(vec![LogEvent::Undone { seat, client }], now)
    }

    /// Returns the decision of the command that was sent earlier with the same idempotency key.
    fn already_done(&self, seat: usize, client: Option<&str>) -> Result<Option<Decision>, CommandRejection> {
        let Some(client) = client else { return Ok(None) };
        if client.is_empty() || client.len() > MAX_CLIENT_LENGTH || client.chars().any(char::is_control) {
            let message = format!("\"client\" must have 1 to {MAX_CLIENT_LENGTH} bytes and no control characters");
            return Err(CommandRejection::new("bad_client", message));
        }
        let mut entries = self.log().iter().rev();
        let earlier = entries.find(|entry| entry.event.idempotency_key() == Some((seat, client)));
        Ok(earlier.map(|entry| Decision::Done { seq: entry.seq }))
    }

    fn require_running(&self) -> Result<(), CommandRejection> {
        match self.stage {
            Stage::Running => Ok(()),
            Stage::Waiting => {
                Err(CommandRejection::new("not_begun", "the game has not started; it starts when all seats are taken"))
            }
            Stage::Over(_) => Err(CommandRejection::new("over", "the game is over")),
        }
    }

    fn require_present(&self, seat: usize) -> Result<(), CommandRejection> {
        match self.seats[seat].departure {
            None => Ok(()),
            Some(_) => Err(CommandRejection::new("gone", "you have left this game; a bot plays your seat")),
        }
    }

    fn require_current(&self, seq: u64) -> Result<(), CommandRejection> {
        if (self.position_seq..=self.seq()).contains(&seq) {
            return Ok(());
        }
        let message = format!(
            "the game has changed: your request refers to entry {seq}, the game is at entry {}; reload and try again",
            self.seq()
        );
        Err(CommandRejection::new("stale", message))
    }

    fn require_current_turn(&self, seat: usize, seq: u64) -> Result<(), CommandRejection> {
        self.require_running()?;
        self.require_current(seq)?;
        self.require_turn(seat)
    }

    fn require_turn(&self, seat: usize) -> Result<(), CommandRejection> {
        match self.to_move() {
            Some(to_move) if to_move == seat => Ok(()),
            Some(to_move) => {
                let message = format!("it is not your turn; seat {to_move} is to move");
                Err(CommandRejection::new("not_your_turn", message))
            }
            None => self.require_running(),
        }
    }

    /// Returns the seat that has run out of time. `lag` is the measured latency of the player to move.
    fn overdue_seat(&self, lag: u64, now: Moment) -> Option<usize> {
        let (seat, _) = self.clocks.running()?;
        let deadline = self.clocks.deadline()?.plus(self.clocks.compensated(seat, lag));
        (now > deadline).then_some(seat)
    }

    fn decline_takeback(&self, seat: usize, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.already_done(seat, client.as_deref())? {
            return Ok(done);
        }
        self.require_running()?;
        self.require_present(seat)?;
        if self.takeback.is_none() {
            return Err(CommandRejection::new("no_takeback", "no takeback has been requested"));
        }
        self.write(vec![LogEvent::TakebackRefused { seat, client }], now)
    }

    fn agree_to_takeback(
        &self,
        seat: usize,
        client: Option<String>,
        now: Moment,
    ) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.already_done(seat, client.as_deref())? {
            return Ok(done);
        }
        self.require_running()?;
        self.require_present(seat)?;
        let mut agreed = self.takeback.as_ref().map_or(Vec::new(), |proposal| proposal.agreed.clone());
        if agreed.contains(&seat) {
            return Ok(self.unchanged());
        }
        let by = self.takeback.as_ref().map_or(seat, |proposal| proposal.by);
        let actions = self.takeback_target(by)?;
        agreed.push(seat);
        let event = if self.all_present_agree(&agreed) {
            LogEvent::TakenBack { actions, seat: Some(seat), client }
        } else if by == seat {
            LogEvent::TakebackAsked { seat, client }
        } else {
            LogEvent::TakebackAgreed { seat, client }
        };
        self.write(vec![event], now)
    }

    /// Returns how many actions remain when a seat takes back its last complete turn.
    fn takeback_target(&self, seat: usize) -> Result<usize, CommandRejection> {
        let nothing =
            || CommandRejection::new("nothing_to_take_back", "you have not completed a turn that could be taken back");
        let is_own = |&index: &usize| {
            let played = &self.moves[index];
            played.seat == seat && (played.turn != self.game.turn() || self.to_move() != Some(seat))
        };
        let last = (0..self.moves.len()).rev().find(is_own).ok_or_else(nothing)?;
        let turn = self.moves[last].turn;
        let is_same_turn = |&index: &usize| self.moves[index].turn == turn && self.moves[index].seat == seat;
        let target = (0..=last).rev().take_while(is_same_turn).last().ok_or_else(nothing)?;
        if self.moves.iter_from(target).any(|played| played.is_random) {
            let message = "this turn cannot be taken back, because chance has decided a fight since then";
            return Err(CommandRejection::new("fought", message));
        }
        Ok(target)
    }

    /// Reports whether every guest who is still in the game holds one of these seats.
    fn all_present_agree(&self, agreed: &[usize]) -> bool {
        let agreed: Vec<&GuestId> = agreed.iter().filter_map(|&seat| self.seats[seat].guest()).collect();
        self.present_guests().iter().all(|guest| agreed.contains(guest))
    }

    fn decline_draw(&self, seat: usize, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.already_done(seat, client.as_deref())? {
            return Ok(done);
        }
        self.require_running()?;
        self.require_present(seat)?;
        if self.draw.is_none() {
            return Err(CommandRejection::new("no_draw_offer", "no draw has been offered"));
        }
        self.write(vec![LogEvent::DrawDeclined { seat, client }], now)
    }

    fn agree_to_draw(&self, seat: usize, client: Option<String>, now: Moment) -> Result<Decision, CommandRejection> {
        if let Some(done) = self.already_done(seat, client.as_deref())? {
            return Ok(done);
        }
        self.require_running()?;
        self.require_present(seat)?;
        if !self.can_draw() {
            let message = "computer players do not agree to draws";
            return Err(CommandRejection::new("no_draw", message));
        }
        let mut agreed = self.draw.as_ref().map_or(Vec::new(), |proposal| proposal.agreed.clone());
        if agreed.contains(&seat) {
            return Ok(self.unchanged());
        }
        let is_offer = agreed.is_empty();
        if is_offer && !self.may_offer_draw(seat) {
            let message =
                "you have offered a draw since your last action; you can offer another one after your next action";
            return Err(CommandRejection::new("too_soon", message));
        }
        agreed.push(seat);
        let event = match (self.all_present_agree(&agreed), is_offer) {
            (true, _) => LogEvent::Drawn { seat, client },
            (false, true) => LogEvent::DrawOffered { seat, client },
            (false, false) => LogEvent::DrawAgreed { seat, client },
        };
        self.write(vec![event], now)
    }

    /// Reports whether the players can agree to a draw: people play all seats whose players have not left.
    pub fn can_draw(&self) -> bool {
        let mut seats = self.seats.iter();
        self.stage == Stage::Running && seats.all(|seat| seat.departure.is_some() || seat.guest().is_some())
    }

    /// Reports whether a seat has acted since it offered a draw the last time, so that offers cannot be repeated without end.
    fn may_offer_draw(&self, seat: usize) -> bool {
        let of_seat = |event: &LogEvent| match event {
            LogEvent::Acted { seat: by, .. } if *by == seat => Some(true),
            LogEvent::DrawOffered { seat: by, .. } if *by == seat => Some(false),
            _ => None,
        };
        self.log().iter().rev().find_map(|entry| of_seat(&entry.event)).unwrap_or(true)
    }

    /// Reports whether the players can still abort the game.
    pub fn can_abort(&self) -> bool {
        self.require_abortable().is_ok()
    }

    fn require_abortable(&self) -> Result<(), CommandRejection> {
        let has_moved = |seat: usize| self.moves.iter().any(|played| played.seat == seat);
        let all_moved = (0..self.seats.len()).all(has_moved);
        match self.stage {
            Stage::Waiting if self.present_guests().len() > 1 => {
                let message = "another player has already joined; leave your seat instead of aborting the game";
                Err(CommandRejection::new("not_alone", message))
            }
            Stage::Over(_) => Err(CommandRejection::new("over", "the game is over")),
            Stage::Running if all_moved && self.setup().purpose != Purpose::Analysis => {
                let message = "every player has moved, so the game can no longer be aborted; resign instead";
                Err(CommandRejection::new("too_late", message))
            }
            _ => Ok(()),
        }
    }

    fn rematch_command(&self, seat: usize, game: GameId, now: Moment) -> Result<Decision, CommandRejection> {
        if !matches!(self.stage, Stage::Over(_)) {
            return Err(CommandRejection::new("not_over", "the game is not over; ask for a rematch when it is"));
        }
        let mut agreed = self.rematch().to_vec();
        if self.successor().is_some() || agreed.contains(&seat) {
            return Ok(self.unchanged());
        }
        agreed.push(seat);
        let ask = LogEvent::RematchAsked { seat };
        if !self.all_guests_agree(&agreed) {
            return self.write(vec![ask], now);
        }
        let mut decision = self.write(vec![ask, LogEvent::RematchMade { game: game.clone() }], now)?;
        // The first player moves to the last seat.
        let mut occupants: Vec<Occupant> = self.seats.iter().map(|seat| seat.occupant.clone()).collect();
        occupants.rotate_left(1);
        if let Decision::Write { rematch, .. } = &mut decision {
            *rematch = Some(Box::new(Rematch { id: game, setup: (**self.setup()).clone(), occupants }));
        }
        Ok(decision)
    }

    /// Reports whether every guest of the table, including those who left, holds one of these seats.
    fn all_guests_agree(&self, agreed: &[usize]) -> bool {
        let guest = |seat: usize| match &self.seats[seat].occupant {
            Occupant::Guest { guest } => Some(guest),
            _ => None,
        };
        let agreed: Vec<&GuestId> = agreed.iter().filter_map(|&seat| guest(seat)).collect();
        (0..self.seats.len()).filter_map(guest).all(|guest| agreed.contains(&guest))
    }

    /// Returns the time at which the running clock has to be checked. `lag` is the measured latency of the player to move.
    pub fn wake_at(&self, lag: u64) -> Option<Moment> {
        let (seat, _) = self.clocks.running()?;
        self.clocks.deadline().map(|deadline| deadline.plus(self.clocks.compensated(seat, lag) + 1))
    }

    /// Returns the seat to move and its controller, if that is a bot or agent.
    pub fn bot_to_move(&self) -> Option<(usize, Controller<'_>)> {
        let seat = self.to_move()?;
        let controller = self.seats[seat].controller();
        matches!(controller, Controller::Bot(_) | Controller::Agent(_)).then_some((seat, controller))
    }
}
