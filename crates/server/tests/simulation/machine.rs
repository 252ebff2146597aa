//! The server: what `Hub` and `Room` do around a `Session`, with simulated time and disk.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use api::Moment;
use api::{ClientMessage, Rejection, ServerMessage};
use rand::RngExt;
use serde_json::{Value, json};
use server::hub::{CommandPlan, HubError, PendingWrite, RoomState, Subscription, Thinking, command_of};
use server::table::{ActionSource, AnyGame, Command, CommandRejection, Stage, Table};

use crate::disk::{Batch, Outcome};
use crate::fault::Fault;
use crate::venue::game_id;
use crate::world::{Event, World};

/// The server from a start to a crash.
pub(crate) struct Life {
    /// When it began.
    pub(crate) started: u64,
    /// The game.
    pub(crate) session: RoomState,
    inbox: VecDeque<Request>,
    writing: Option<(PendingWrite, Batch, Outcome, Source)>,
    /// Who follows, over which connection.
    pub(crate) subscriptions: BTreeMap<usize, (u64, Subscription)>,
    /// Whether it has not told of its absence yet, and lets nobody in.
    pub(crate) is_starting: bool,
    asked: Option<u64>,
}

#[derive(Clone, Debug)]
enum Request {
    Device { device: usize, text: String },
    House(Command),
}

/// Who waits for an answer.
#[derive(Clone, Debug)]
enum Source {
    Device { device: usize, client: Option<String> },
    House(Command),
}

impl World {
    /// The table that the disk has.
    pub(crate) fn stored(&self) -> Table {
        let log = self.disk.log();
        let created = log.first().map_or(Moment(0), |entry| entry.at);
        Table::replay(self.venue.setup.clone(), created, log).expect("a log that makes sense")
    }

    fn new_session(&self) -> RoomState {
        RoomState::new(game_id(), self.stored(), self.venue.holders(), self.venue.names(), self.idle_limit)
    }

    /// Starts the server, whose clock may have been set in the meantime.
    pub(crate) fn start(&mut self) {
        if self.life.is_some() {
            return;
        }
        self.lives += 1;
        if self.lives > 1 {
            self.offset += [0, 0, 1, -1][self.rng.random_range(0..4)] * self.rng.random_range(0..3_600_000);
        }
        let table = self.stored();
        let last = self.disk.alive.max(Some(table.last_change()));
        if let Some(last) = last.filter(|&last| self.fault != Fault::GoesBack && last > self.now()) {
            self.offset += i64::try_from(last.since(self.now())).unwrap_or(0);
        }
        let needs_telling = *table.stage() == Stage::Running && table.clocks().exist();
        self.life = Some(Life {
            started: self.time,
            session: self.new_session(),
            inbox: VecDeque::new(),
            writing: None,
            subscriptions: BTreeMap::new(),
            is_starting: needs_telling,
            asked: None,
        });
        let (life, from) = (self.lives, self.disk.alive.unwrap_or(Moment(0)));
        if !needs_telling || self.fault == Fault::ChargesDowntime {
            return self.open();
        }
        let late = if self.fault == Fault::LooksFirst { 2 } else { 0 };
        self.after(late, Event::Tell { life, from });
        if self.fault == Fault::LooksFirst {
            self.after(1, Event::Look { life });
        }
    }

    /// Tells of the absence. Nobody comes in before that is safe.
    pub(crate) fn tell_of_downtime(&mut self, from: Moment) {
        self.ask(Request::House(Command::Interrupted { from }));
    }

    fn open(&mut self) {
        if let Some(life) = &mut self.life {
            life.is_starting = false;
            let life = self.lives;
            self.after(1_000, Event::Alive { life });
        }
        self.go_on();
    }

    /// Gives a sign of life, which may not reach the disk.
    pub(crate) fn sign_of_life(&mut self) {
        let life = self.lives;
        self.after(1_000, Event::Alive { life });
        let is_running = self.life.as_ref().is_some_and(|life| life.session.table().clocks().running().is_some());
        if is_running && !self.rng.random_bool(self.disk_trouble) {
            self.disk.alive = Some(self.now());
        }
    }

    /// A message of a device comes in.
    pub(crate) fn receive(&mut self, device: usize, text: String) {
        if self.life.as_ref().is_some_and(|life| !life.is_starting) {
            self.ask(Request::Device { device, text });
        }
    }

    fn ask(&mut self, request: Request) {
        if let Some(life) = &mut self.life {
            life.inbox.push_back(request);
        }
        self.work();
    }

    /// One thing after the other.
    fn work(&mut self) {
        while let Some(life) = self.life.as_mut().filter(|life| life.writing.is_none()) {
            match life.inbox.pop_front() {
                Some(Request::Device { device, text }) => self.answer(device, &text),
                Some(Request::House(command)) => self.carry_out(command.clone(), None, Source::House(command)),
                None => break,
            }
        }
    }

    fn answer(&mut self, device: usize, text: &str) {
        let Some(life) = &mut self.life else { return };
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let view = life.session.refusal(CommandRejection::new("bad_message", error.to_string()), None);
                return self.reply(device, &ServerMessage::Rejected(*view));
            }
        };
        let number = self.rng.random_range(0..8);
        let next_game = ["bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee"][number % 4].parse().expect("a name");
        let Some((seat, command, client)) = command_of(message, next_game) else { return self.sync(device) };
        let (guest, lag) = (self.devices[device].guest.clone(), self.devices[device].lag);
        let Some(guest) = guest else { return };
        let Some(life) = &mut self.life else { return };
        life.session.note_lag(&[self.devices[device].seat], lag);
        match life.session.for_seat(&guest, seat, lag, command) {
            Ok(command) => self.carry_out(command, client.clone(), Source::Device { device, client }),
            Err(error) => self.fail(device, "not_yours", &error, client),
        }
    }

    fn fail(&mut self, device: usize, code: &str, error: &HubError, client: Option<String>) {
        let Some(life) = &self.life else { return };
        let view = life.session.refusal(CommandRejection::new(code, error.to_string()), client);
        self.reply(device, &ServerMessage::Rejected(*view));
    }

    fn reply(&mut self, device: usize, message: &ServerMessage) {
        self.send_to_device(device, 0, &serde_json::to_string(message).expect("JSON"));
    }

    fn carry_out(&mut self, mut command: Command, client: Option<String>, source: Source) {
        let now = self.now();
        let Some(life) = &mut self.life else { return };
        if let (Fault::ForgetsNames, Command::Act { client, seq, .. }) = (self.fault, &mut command) {
            (*client, *seq) = (None, life.session.table().seq());
        }
        match life.session.decide(command, client.clone(), now) {
            Ok(CommandPlan::Done(mut receipt)) => {
                if self.fault == Fault::MixesHashes {
                    receipt.hash = life.session.table().hash();
                }
                if let Source::Device { device, .. } = source {
                    self.reply(device, &ServerMessage::Done(receipt));
                }
            }
            Ok(CommandPlan::Write(writing)) => self.begin_write(*writing, client, source),
            Err(view) => self.refuse(*view, &source),
        }
    }

    /// Whoever acts on an old state is told the new one, as `http::play` does.
    fn refuse(&mut self, mut view: Rejection, source: &Source) {
        let (Source::Device { device, .. }, Some(life)) = (source, &self.life) else { return };
        if view.code == "stale" {
            let snapshot = life.session.snapshot();
            let seats = snapshot.seats_of(self.devices[*device].guest.as_ref());
            view.now = Some(Box::new(snapshot.view_for(&seats, self.now())));
        }
        self.reply(*device, &ServerMessage::Rejected(view));
    }

    fn begin_write(&mut self, writing: PendingWrite, client: Option<String>, source: Source) {
        let Some(life) = &self.life else { return };
        let batch = Batch {
            entries: writing.steps.iter().map(|step| step.entry.clone()).collect(),
            client,
            uptime: self.uptime_before + self.time - life.started,
        };
        let outcome = self.outcome();
        let is_new = self.disk.begin(&batch, outcome);
        let outcome = if is_new { outcome } else { Outcome::NotWritten };
        let life = self.lives;
        let takes = self.rng.random_range(1..60);
        self.after(takes, Event::Written { life });
        if self.fault == Fault::AnswersEarly && outcome == Outcome::Written {
            self.count(writing.clone(), &source);
        }
        if let Some(life) = &mut self.life {
            life.writing = Some((writing, batch, outcome, source));
        }
    }

    fn outcome(&mut self) -> Outcome {
        if !self.rng.random_bool(self.disk_trouble) {
            return Outcome::Written;
        }
        [Outcome::NotWritten, Outcome::UnknownWritten, Outcome::UnknownLost, Outcome::UnknownGhost]
            [self.rng.random_range(0..4)]
    }

    /// The disk has done what it was asked for, or not.
    pub(crate) fn written(&mut self) {
        let Some((writing, batch, outcome, source)) = self.life.as_mut().and_then(|life| life.writing.take()) else {
            return;
        };
        self.disk.end(batch, outcome);
        if outcome == Outcome::Written {
            if self.fault != Fault::AnswersEarly {
                self.count(writing, &source);
            }
        } else {
            self.not_written(outcome, source);
        }
        self.work();
    }

    /// It is safe, and counts.
    fn count(&mut self, writing: PendingWrite, source: &Source) {
        let Some(life) = &mut self.life else { return };
        let receipt = life.session.written(writing);
        match source {
            Source::Device { device, .. } => self.reply(*device, &ServerMessage::Done(receipt)),
            Source::House(Command::Interrupted { .. }) => return self.open(),
            Source::House(_) => {}
        }
        self.go_on();
    }

    fn not_written(&mut self, outcome: Outcome, source: Source) {
        let is_known = outcome == Outcome::NotWritten;
        if self.fault != Fault::DoesNotReadAgain {
            self.read_again(is_known);
        }
        let id = self.lives;
        match source {
            Source::Device { device, client } => {
                let Some(life) = &self.life else { return };
                let view = life.session.refusal(CommandRejection::new("not_saved", "nothing was saved"), client);
                self.reply(device, &ServerMessage::Rejected(*view));
            }
            Source::House(Command::Interrupted { from }) => return self.after(1_000, Event::Tell { life: id, from }),
            Source::House(_) => self.after(1_000, Event::Look { life: id }),
        }
        self.go_on();
    }

    /// What is on the disk counts. If it cannot be read, the room is closed, and whoever comes next opens another one.
    fn read_again(&mut self, is_known: bool) {
        let (table, holders, names) = (self.stored(), self.venue.holders(), self.venue.names());
        let cannot_read = !is_known && !self.is_calm() && self.rng.random_bool(0.2);
        let mut session = self.new_session();
        let Some(life) = &mut self.life else { return };
        if cannot_read && !life.is_starting {
            std::mem::swap(&mut life.session, &mut session);
            life.inbox.clear();
            life.subscriptions.clear();
            self.break_all();
        } else {
            life.session.read_again(table, holders, names);
        }
        if let Some(life) = &mut self.life {
            life.asked = None;
        }
    }

    /// Everybody sees what is new, and whoever has to think or look at the clock does.
    fn go_on(&mut self) {
        self.think();
        for device in 0..self.devices.len() {
            self.collect(device);
        }
        let Some(wake) = self.life.as_ref().and_then(|life| life.session.wake_at()) else { return };
        let life = self.lives;
        self.after(wake.since(self.now()).min(60_000), Event::Look { life });
    }

    /// Looks at the table when it is time for that.
    pub(crate) fn look(&mut self) {
        let (now, is_late) = (self.now(), self.is_late());
        let Some(life) = &mut self.life else { return };
        let is_time = life.session.wake_at().is_some_and(|wake| wake <= now);
        if is_late || life.is_starting && self.fault != Fault::LooksFirst {
            return;
        }
        if is_time && life.writing.is_none() {
            let command = life.session.look(now);
            self.ask(Request::House(command));
        } else if is_time {
            let life = self.lives;
            self.after(10, Event::Look { life });
        }
        self.think();
    }

    /// Asks a player of the server for a move, if it is one's turn.
    fn think(&mut self) {
        let (now, is_stopped) = (self.now(), self.is_stopped);
        let Some(life) = &mut self.life else { return };
        let table = life.session.table();
        let thinking = table.awaits().map(|(seat, _)| Thinking { seat, begun: false, since: now, thousandths: None });
        let seq = table.seq();
        if life.asked == Some(seq) || is_stopped || life.is_starting {
            return;
        }
        if thinking.is_some() || life.session.snapshot().thinking.is_some() {
            let mut snapshot = (**life.session.snapshot()).clone();
            snapshot.thinking = thinking;
            life.session.show(snapshot);
        }
        life.asked = Some(seq);
        if thinking.is_some() {
            let life = self.lives;
            let takes = self.rng.random_range(5..300);
            self.after(takes, Event::BotReply { life, seq });
        }
    }

    /// A player of the server has chosen.
    pub(crate) fn bot_reply(&mut self, seq: u64) {
        let Some(life) = &self.life else { return };
        let table: Arc<Table> = life.session.table().clone();
        let Some((seat, _)) = table.awaits().filter(|_| table.seq() == seq) else { return };
        let action = self.some_action(table.game());
        self.ask(Request::House(Command::Act { seat, action, seq, client: None, from: ActionSource::Bot }));
    }

    fn some_action(&mut self, game: &AnyGame) -> Value {
        match game {
            AnyGame::RingRift(game) => {
                let actions = game.position().legal_actions();
                json!(game.position().action_text(actions[self.rng.random_range(0..actions.len())]))
            }
            AnyGame::Asg(_) => json!([{ "type": "pass" }]),
        }
    }

    /// Somebody follows the game.
    pub(crate) fn follow(&mut self, device: usize, connection: u64, since: Option<u64>) {
        let now = self.now();
        let Some(life) = &mut self.life else { return };
        let subscription = Subscription::new(self.devices[device].guest.clone(), since, life.session.snapshot(), now);
        life.subscriptions.insert(device, (connection, subscription));
        self.collect(device);
    }

    fn sync(&mut self, device: usize) {
        let now = self.now();
        let Some(life) = &mut self.life else { return };
        if let Some((_, subscription)) = life.subscriptions.get_mut(&device) {
            subscription.sync(life.session.snapshot(), now);
        }
        self.collect(device);
    }

    /// Sends a device what is new.
    pub(crate) fn collect(&mut self, device: usize) {
        let now = self.now();
        let Some(life) = &mut self.life else { return };
        let Some((connection, subscription)) = life.subscriptions.get_mut(&device) else { return };
        let snapshot = life.session.snapshot();
        subscription.collect(snapshot, now);
        let texts: Vec<String> = std::iter::from_fn(|| subscription.next_message(snapshot, now)).collect();
        let (connection, later) = (*connection, subscription.seen(life.session.snapshot(), now).1);
        if let Some(later) = later {
            let life = self.lives;
            self.after(later.since(now) + 1, Event::Collect { life, device });
        }
        for text in texts {
            let is_lost = self.fault == Fault::LosesUpdates && self.rng.random_bool(0.05);
            if !is_lost {
                self.send_to_device(device, connection, &text);
            }
        }
    }
}
