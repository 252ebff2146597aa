//! Simulated server: uses `RoomState` in the same way as `Hub` and `Room`, with simulated time and disk.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use api::Moment;
use api::{ClientMessage, Rejection, ServerMessage};
use rand::RngExt;
use serde_json::{Value, json};
use server::hub::{CommandPlan, HubError, PendingWrite, RoomState, Subscription, SubscriptionStep, Thinking};
use table::{AnyGame, Command, CommandRejection, PlayerCommand, PlayerRequest, Stage, Table};

use crate::disk::{Batch, Outcome};
use crate::fault::Fault;
use crate::simulated_game::game_id;
use crate::world::{Event, World};

/// One run of the server, from its start to a crash.
pub(crate) struct ServerRun {
    /// Simulated time of the start, in milliseconds.
    pub(crate) started: u64,
    pub(crate) room: RoomState,
    inbox: VecDeque<Request>,
    write: Option<(PendingWrite, Batch, Outcome, Source)>,
    /// Connection and subscription by device.
    pub(crate) subscriptions: BTreeMap<usize, (u64, Subscription)>,
    /// Whether the downtime must still be recorded. Until then, the server accepts no connections.
    pub(crate) is_starting: bool,
    /// Sequence number of the log when the last bot was started.
    bot_seq: Option<u64>,
}

#[derive(Clone, Debug)]
enum Request {
    Device { device: usize, text: String },
    Server(Command),
}

/// Origin of a command.
#[derive(Clone, Debug)]
enum Source {
    Device { device: usize, client: Option<String> },
    Server(Command),
}

impl World {
    /// Rebuilds the table from the disk.
    pub(crate) fn stored(&self) -> Table {
        let log = self.disk.log();
        let created = log.first().map_or(Moment(0), |entry| entry.at);
        Table::replay(self.game.setup.clone(), created, log).expect("the log on disk is valid")
    }

    fn new_room(&self) -> RoomState {
        RoomState::new(game_id(), self.stored(), self.game.holders(), self.game.names(), self.idle_limit)
    }

    /// Starts the server. The system time may have been changed while the server was down.
    pub(crate) fn start(&mut self) {
        if self.server.is_some() {
            return;
        }
        self.starts += 1;
        if self.starts > 1 {
            self.offset += [0, 0, 1, -1][self.rng.random_range(0..4)] * self.rng.random_range(0..3_600_000);
        }
        let table = self.stored();
        let last = self.disk.alive.max(Some(table.last_change()));
        if let Some(last) = last.filter(|&last| self.fault != Fault::ClockGoesBack && last > self.now()) {
            self.offset += i64::try_from(last.since(self.now())).unwrap_or(0);
        }
        let must_record_downtime = *table.stage() == Stage::Running && table.clocks().exist();
        self.server = Some(ServerRun {
            started: self.time,
            room: self.new_room(),
            inbox: VecDeque::new(),
            write: None,
            subscriptions: BTreeMap::new(),
            is_starting: must_record_downtime,
            bot_seq: None,
        });
        let (run, from) = (self.starts, self.disk.alive.unwrap_or(Moment(0)));
        if !must_record_downtime || self.fault == Fault::ChargesDowntime {
            return self.open();
        }
        let delay = if self.fault == Fault::ChecksClocksBeforeDowntime { 2 } else { 0 };
        self.after(delay, Event::RecordDowntime { run, from });
        if self.fault == Fault::ChecksClocksBeforeDowntime {
            self.after(1, Event::WakeUp { run });
        }
    }

    /// Records the downtime. Connections are accepted once it is on disk.
    pub(crate) fn record_downtime(&mut self, from: Moment) {
        self.enqueue(Request::Server(Command::Interrupted { from }));
    }

    fn open(&mut self) {
        if let Some(server) = &mut self.server {
            server.is_starting = false;
            let run = self.starts;
            self.after(1_000, Event::Heartbeat { run });
        }
        self.after_change();
    }

    /// Writes a heartbeat, which may fail.
    pub(crate) fn heartbeat(&mut self) {
        let run = self.starts;
        self.after(1_000, Event::Heartbeat { run });
        if let Some(server) = &self.server {
            server.room.expire_rendered(self.now());
        }
        let is_running = self.server.as_ref().is_some_and(|server| server.room.table().clocks().running().is_some());
        if is_running && !self.rng.random_bool(self.disk_failure_rate) {
            self.disk.alive = Some(self.now());
        }
    }

    /// Receives a message of a device.
    pub(crate) fn receive(&mut self, device: usize, text: String) {
        if self.server.as_ref().is_some_and(|server| !server.is_starting) {
            self.enqueue(Request::Device { device, text });
        }
    }

    fn enqueue(&mut self, request: Request) {
        if let Some(server) = &mut self.server {
            server.inbox.push_back(request);
        }
        self.process_inbox();
    }

    /// Handles queued requests until one has to wait for the disk.
    fn process_inbox(&mut self) {
        while let Some(server) = self.server.as_mut().filter(|server| server.write.is_none()) {
            match server.inbox.pop_front() {
                Some(Request::Device { device, text }) => self.handle_message(device, &text),
                Some(Request::Server(command)) => self.execute(command.clone(), Source::Server(command)),
                None => break,
            }
        }
    }

    fn handle_message(&mut self, device: usize, text: &str) {
        let Some(server) = &mut self.server else { return };
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let view = server.room.rejection(CommandRejection::new("bad_message", error.to_string()), None);
                return self.reply(device, &ServerMessage::Rejected(*view));
            }
        };
        let number = self.rng.random_range(0..8);
        let next_game =
            ["bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee"][number % 4].parse().expect("8 letters are a game id");
        let Some(request) = PlayerRequest::from_message(message, next_game) else { return self.sync(device) };
        let client = request.client.clone();
        let (guest, lag) = (self.devices[device].guest.clone(), self.devices[device].lag);
        let Some(guest) = guest else { return };
        let Some(server) = &mut self.server else { return };
        server.room.note_lag(&[self.devices[device].seat], lag);
        match server.room.player_command(&guest, lag, request) {
            Ok(command) => self.execute(command, Source::Device { device, client }),
            Err(error) => self.fail(device, "not_yours", &error, client),
        }
    }

    fn fail(&mut self, device: usize, code: &str, error: &HubError, client: Option<String>) {
        let Some(server) = &self.server else { return };
        let view = server.room.rejection(CommandRejection::new(code, error.to_string()), client);
        self.reply(device, &ServerMessage::Rejected(*view));
    }

    fn reply(&mut self, device: usize, message: &ServerMessage) {
        self.send_to_device(device, 0, &serde_json::to_string(message).expect("a message serializes"));
    }

    fn execute(&mut self, mut command: Command, source: Source) {
        let now = self.now();
        let Some(server) = &mut self.server else { return };
        let client = command.client().map(str::to_owned);
        if let (
            Fault::IgnoresIdempotencyKeys,
            Command::Player { client, command: PlayerCommand::Act { seq, .. }, .. },
        ) = (self.fault, &mut command)
        {
            (*client, *seq) = (None, server.room.table().seq());
        }
        match server.room.decide(command, now) {
            Ok(CommandPlan::Done(mut receipt)) => {
                if self.fault == Fault::WrongReceiptHash {
                    receipt.hash = server.room.table().hash();
                }
                if let Source::Device { device, .. } = source {
                    self.reply(device, &ServerMessage::Done(receipt));
                }
            }
            Ok(CommandPlan::Write(write)) => self.begin_write(*write, client, source),
            Err(view) => self.reject(*view, &source),
        }
    }

    /// Sends a rejection. For an outdated request it contains the current state, as in `http::games::commands`.
    fn reject(&mut self, mut view: Rejection, source: &Source) {
        let (Source::Device { device, .. }, Some(server)) = (source, &self.server) else { return };
        if view.code == "stale" {
            let snapshot = server.room.snapshot();
            let seats = snapshot.seats_of(self.devices[*device].guest.as_ref());
            view.now = Some(Box::new(snapshot.view_for(&seats, self.now())));
        }
        self.reply(*device, &ServerMessage::Rejected(view));
    }

    fn begin_write(&mut self, write: PendingWrite, client: Option<String>, source: Source) {
        let Some(server) = &self.server else { return };
        let batch = Batch {
            entries: write.entries.iter().map(|applied| applied.entry.clone()).collect(),
            client,
            uptime: self.uptime_before + self.time - server.started,
        };
        let outcome = self.outcome();
        let is_new = self.disk.begin(&batch, outcome);
        let outcome = if is_new { outcome } else { Outcome::NotWritten };
        let run = self.starts;
        let delay = self.rng.random_range(1..60);
        self.after(delay, Event::Written { run });
        if self.fault == Fault::AcknowledgesEarly && outcome == Outcome::Written {
            self.commit(write.clone(), &source);
        }
        if let Some(server) = &mut self.server {
            server.write = Some((write, batch, outcome, source));
        }
    }

    fn outcome(&mut self) -> Outcome {
        if !self.rng.random_bool(self.disk_failure_rate) {
            return Outcome::Written;
        }
        [Outcome::NotWritten, Outcome::UnknownWritten, Outcome::UnknownLost, Outcome::UnknownGhost]
            [self.rng.random_range(0..4)]
    }

    /// Completes a write with its outcome.
    pub(crate) fn written(&mut self) {
        let Some((write, batch, outcome, source)) = self.server.as_mut().and_then(|server| server.write.take()) else {
            return;
        };
        self.disk.end(batch, outcome);
        if outcome == Outcome::Written {
            if self.fault != Fault::AcknowledgesEarly {
                self.commit(write, &source);
            }
        } else {
            self.not_written(outcome, source);
        }
        self.process_inbox();
    }

    /// Applies written entries to the room and acknowledges the command.
    fn commit(&mut self, write: PendingWrite, source: &Source) {
        let Some(server) = &mut self.server else { return };
        let receipt = server.room.commit(write);
        match source {
            Source::Device { device, .. } => self.reply(*device, &ServerMessage::Done(receipt)),
            Source::Server(Command::Interrupted { .. }) => return self.open(),
            Source::Server(_) => {}
        }
        self.after_change();
    }

    fn not_written(&mut self, outcome: Outcome, source: Source) {
        if self.fault != Fault::SkipsReload {
            self.reload(outcome == Outcome::NotWritten);
        }
        let run = self.starts;
        match source {
            Source::Device { device, client } => {
                let Some(server) = &self.server else { return };
                let view = server.room.rejection(CommandRejection::new("not_saved", "nothing was saved"), client);
                self.reply(device, &ServerMessage::Rejected(*view));
            }
            Source::Server(Command::Interrupted { from }) => {
                return self.after(1_000, Event::RecordDowntime { run, from });
            }
            Source::Server(_) => self.after(1_000, Event::WakeUp { run }),
        }
        self.after_change();
    }

    /// Reloads the game from disk. If the outcome of the write is unknown, the game may be unreadable; then the room is closed
    /// and a new one is opened.
    fn reload(&mut self, is_outcome_known: bool) {
        let (table, holders, names) = (self.stored(), self.game.holders(), self.game.names());
        let is_unreadable = !is_outcome_known && !self.has_no_failures() && self.rng.random_bool(0.2);
        let mut room = self.new_room();
        let Some(server) = &mut self.server else { return };
        if is_unreadable && !server.is_starting {
            std::mem::swap(&mut server.room, &mut room);
            server.inbox.clear();
            server.subscriptions.clear();
            self.disconnect_all();
        } else {
            server.room.reload(table, holders, names);
        }
        if let Some(server) = &mut self.server {
            server.bot_seq = None;
        }
    }

    /// Publishes a change, starts a bot if one is to move, and schedules the next wake-up.
    fn after_change(&mut self) {
        self.start_bot();
        for device in 0..self.devices.len() {
            self.collect(device);
        }
        let Some(wake) = self.server.as_ref().and_then(|server| server.room.wake_at()) else { return };
        let run = self.starts;
        self.after(wake.since(self.now()).min(60_000), Event::WakeUp { run });
    }

    /// Checks the clock and the inactivity timeout if one of them is due.
    pub(crate) fn wake_up(&mut self) {
        let (now, is_late) = (self.now(), self.is_late());
        let Some(server) = &mut self.server else { return };
        let is_time = server.room.wake_at().is_some_and(|wake| wake <= now);
        if is_late || server.is_starting && self.fault != Fault::ChecksClocksBeforeDowntime {
            return;
        }
        if is_time && server.write.is_none() {
            let command = server.room.wake_command(now);
            self.enqueue(Request::Server(command));
        } else if is_time {
            let run = self.starts;
            self.after(10, Event::WakeUp { run });
        }
        self.start_bot();
    }

    /// Starts a bot if one is to move.
    fn start_bot(&mut self) {
        let (now, has_no_requests) = (self.now(), self.has_no_requests);
        let Some(server) = &mut self.server else { return };
        let table = server.room.table();
        let thinking =
            table.bot_to_move().map(|(seat, _)| Thinking { seat, begun: false, since: now, thousandths: None });
        let seq = table.seq();
        if server.bot_seq == Some(seq) || has_no_requests || server.is_starting {
            return;
        }
        if thinking.is_some() || server.room.snapshot().thinking.is_some() {
            let mut snapshot = (**server.room.snapshot()).clone();
            snapshot.thinking = thinking;
            server.room.show(snapshot);
        }
        server.bot_seq = Some(seq);
        if thinking.is_some() {
            let run = self.starts;
            let delay = self.rng.random_range(5..300);
            self.after(delay, Event::BotReply { run, seq });
        }
    }

    /// Plays the bot's action.
    pub(crate) fn bot_reply(&mut self, seq: u64) {
        let Some(server) = &self.server else { return };
        let table: Arc<Table> = server.room.table().clone();
        let Some((seat, _)) = table.bot_to_move().filter(|_| table.seq() == seq) else { return };
        let action = self.random_action(table.game());
        self.enqueue(Request::Server(Command::BotAct { seat, seq, action, note: None }));
    }

    fn random_action(&mut self, game: &AnyGame) -> Value {
        match game {
            AnyGame::RingRift(game) => {
                let actions = game.position().legal_actions();
                json!(game.position().action_text(actions[self.rng.random_range(0..actions.len())]))
            }
            AnyGame::Asg(_) => json!([{ "type": "pass" }]),
        }
    }

    /// Subscribes a device to the game.
    pub(crate) fn subscribe(&mut self, device: usize, connection: u64, since: Option<u64>) {
        let now = self.now();
        let Some(server) = &mut self.server else { return };
        let subscription = Subscription::new(self.devices[device].guest.clone(), since, server.room.snapshot(), now);
        server.subscriptions.insert(device, (connection, subscription));
        self.collect(device);
    }

    fn sync(&mut self, device: usize) {
        let Some(server) = &mut self.server else { return };
        if let Some((_, subscription)) = server.subscriptions.get_mut(&device) {
            subscription.sync();
        }
        self.collect(device);
    }

    /// Sends new messages to a device.
    pub(crate) fn collect(&mut self, device: usize) {
        let now = self.now();
        let Some(server) = &mut self.server else { return };
        let Some((connection, subscription)) = server.subscriptions.get_mut(&device) else { return };
        let snapshot = server.room.snapshot();
        let mut texts: Vec<String> = Vec::new();
        loop {
            match subscription.next(snapshot, now) {
                SubscriptionStep::Message(text) => texts.push(text),
                SubscriptionStep::Render(job) => subscription.accept(job.run()),
                SubscriptionStep::Current => break,
            }
        }
        let (connection, later) = (*connection, subscription.last_visible(server.room.snapshot(), now).1);
        if let Some(later) = later {
            let run = self.starts;
            self.after(later.since(now) + 1, Event::Collect { run, device });
        }
        for text in texts {
            let is_lost = self.fault == Fault::DropsUpdates && self.rng.random_bool(0.05);
            if !is_lost {
                self.send_to_device(device, connection, &text);
            }
        }
    }
}
