//! State of a simulation: time, random generator, network, disk, server and devices.

use std::collections::BTreeMap;

use api::Moment;
use api::{ClientMessage, ServerMessage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::{Command, Occupant, Table};

use crate::device::{Device, Reaction};
use crate::disk::{Batch, Disk};
use crate::fault::Fault;
use crate::network::NetworkConditions;
use crate::server_run::ServerRun;
use crate::simulated_game::{SALT, SimulatedGame};

/// System time at the start of a simulation, in milliseconds since 1970.
const START_TIME: i64 = 1_700_000_000_000;

/// Milliseconds without failures before the devices stop sending requests.
const RELIABLE_PERIOD: u64 = 5_000;

/// Milliseconds after the last request until all requests must be answered.
const SETTLE_PERIOD: u64 = 20_000;

/// A scheduled event. An event with a `run` is ignored unless this run of the server is still in progress.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    ToServer {
        device: usize,
        text: String,
    },
    /// A message reaches a device. Responses to requests use connection 0.
    ToDevice {
        device: usize,
        connection: u64,
        text: String,
    },
    Connect {
        device: usize,
    },
    /// A device notices that its connection is broken.
    Disconnect {
        device: usize,
        connection: u64,
    },
    /// A device may send a new request.
    NewRequest {
        device: usize,
    },
    /// A device resends its request.
    Resend {
        device: usize,
        client: String,
    },
    /// A write completes.
    Written {
        run: u64,
    },
    /// The server writes a heartbeat.
    Heartbeat {
        run: u64,
    },
    /// The server checks clock and inactivity.
    WakeUp {
        run: u64,
    },
    /// Further messages may be due for a delayed spectator.
    Collect {
        run: u64,
        device: usize,
    },
    /// A bot has chosen an action.
    BotReply {
        run: u64,
        seq: u64,
    },
    /// The server records its downtime.
    RecordDowntime {
        run: u64,
        from: Moment,
    },
    /// Power failure.
    Crash,
    Start,
    /// Network, disk and power work from now on.
    EndFailures,
    /// Devices send no new requests from now on.
    EndRequests,
}

/// The simulation of one seed.
pub(crate) struct World {
    /// The only source of randomness.
    pub(crate) rng: ChaCha8Rng,
    /// Milliseconds since the start of the simulation.
    pub(crate) time: u64,
    /// Number of events scheduled so far.
    number: u64,
    /// Scheduled events by time in milliseconds and number.
    queue: BTreeMap<(u64, u64), Event>,
    pub(crate) game: SimulatedGame,
    pub(crate) disk: Disk,
    /// `None` while the server is down.
    pub(crate) server: Option<ServerRun>,
    /// Number of starts of the server.
    pub(crate) starts: u64,
    /// Error of the server's system clock, in milliseconds.
    pub(crate) offset: i64,
    /// Uptime of earlier runs in milliseconds.
    pub(crate) uptime_before: u64,
    pub(crate) devices: Vec<Device>,
    /// Arrival time of the last message to each device, in milliseconds.
    arrivals: Vec<u64>,
    network: NetworkConditions,
    /// Probability that a write fails.
    pub(crate) disk_failure_rate: f64,
    /// Number of the newest connection.
    connections: u64,
    /// First connection after the end of all failures.
    first_reliable_connection: Option<u64>,
    /// Whether devices send no new requests.
    pub(crate) has_no_requests: bool,
    end: u64,
    /// The injected bug.
    pub(crate) fault: Fault,
    /// Hash by entry number, from all messages to devices.
    pub(crate) reported_hashes: BTreeMap<u64, String>,
    /// Milliseconds after which an inactive game ends without a result.
    pub(crate) idle_limit: u64,
    /// Trace of all events, if requested.
    pub(crate) trace: Option<Vec<String>>,
    /// The first violated invariant.
    pub(crate) violation: Option<String>,
}

impl World {
    /// Creates the simulation of a seed.
    pub(crate) fn new(seed: u64, fault: Fault, is_traced: bool) -> World {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let game = SimulatedGame::random(&mut rng);
        let network = NetworkConditions::random(&mut rng);
        let failure_period = rng.random_range(10_000..40_000);
        let mut world = World {
            time: 0,
            number: 0,
            queue: BTreeMap::new(),
            disk: Disk::default(),
            server: None,
            starts: 0,
            offset: 0,
            uptime_before: 0,
            devices: Vec::new(),
            arrivals: Vec::new(),
            network,
            disk_failure_rate: if rng.random_bool(0.5) { rng.random_range(0.0..0.3) } else { 0.0 },
            connections: 0,
            first_reliable_connection: None,
            has_no_requests: false,
            end: failure_period + RELIABLE_PERIOD + SETTLE_PERIOD,
            fault,
            reported_hashes: BTreeMap::new(),
            idle_limit: if rng.random_bool(0.1) { 15_000 } else { 3_600_000 },
            trace: is_traced.then(Vec::new),
            violation: None,
            game,
            rng,
        };
        world.create_game();
        world.plan(failure_period);
        world
    }

    /// Writes the new game to the disk and creates the devices.
    fn create_game(&mut self) {
        let mut table = Table::new(self.game.setup.clone(), Moment(START_TIME)).expect("the setup is valid");
        let mut entries = Vec::new();
        for (seat, occupant) in self.game.occupants.clone().into_iter().enumerate() {
            let fill = table.decide(Command::Fill { seat, occupant }, Moment(START_TIME)).expect("the seat is open");
            if let table::Decision::Write { entries: filled, after, .. } = fill {
                entries.extend(filled.into_iter().map(|applied| applied.entry));
                table = *after;
            }
        }
        self.disk.durable.push(Batch { entries, client: None, uptime: 0 });
        for (seat, occupant) in self.game.occupants.clone().into_iter().enumerate() {
            let Occupant::Guest { guest } = occupant else { continue };
            for _ in 0..1 + usize::from(self.rng.random_bool(0.2)) {
                self.add_device(seat, Some(guest.clone()));
            }
        }
        self.add_device(0, None);
    }

    fn add_device(&mut self, seat: usize, guest: Option<api::GuestId>) {
        let lag = self.rng.random_range(0..400);
        self.devices.push(Device::new(self.devices.len(), seat, guest, lag));
        self.arrivals.push(0);
    }

    /// Schedules the start, random crashes and the end of all failures.
    fn plan(&mut self, failure_period: u64) {
        self.at(0, Event::Start);
        for device in 0..self.devices.len() {
            let delay = self.rng.random_range(1..1_000);
            self.at(delay, Event::Connect { device });
            self.at(delay, Event::NewRequest { device });
        }
        for _ in 0..self.rng.random_range(0..4) {
            let crash = self.rng.random_range(0..failure_period);
            self.at(crash, Event::Crash);
        }
        self.at(failure_period, Event::EndFailures);
        self.at(failure_period + RELIABLE_PERIOD, Event::EndRequests);
    }

    /// Schedules an event at a time.
    pub(crate) fn at(&mut self, time: u64, event: Event) {
        self.number += 1;
        self.queue.insert((time.max(self.time), self.number), event);
    }

    /// Schedules an event after a delay.
    pub(crate) fn after(&mut self, delay: u64, event: Event) {
        self.at(self.time + delay, event);
    }

    /// Returns the system time of the server's machine.
    pub(crate) fn now(&self) -> Moment {
        Moment(START_TIME + self.offset).plus(self.time)
    }

    /// Reports whether the failures of network, disk and power have ended.
    pub(crate) fn has_no_failures(&self) -> bool {
        self.first_reliable_connection.is_some()
    }

    /// Reports whether the simulation is about to end.
    pub(crate) fn is_late(&self) -> bool {
        self.time + 5_000 > self.end
    }

    /// Adds a line to the trace, if it was requested.
    pub(crate) fn trace(&mut self, text: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            let text = text();
            let short: String = text.chars().take(300).collect();
            trace.push(format!("{:>6} {short}", self.time));
        }
    }

    /// Records a violated invariant.
    pub(crate) fn report_violation(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.trace(|| format!("VIOLATION {text}"));
        self.violation.get_or_insert(text);
    }

    /// Runs the simulation to its end.
    pub(crate) fn run(&mut self) {
        while let Some(((time, _), event)) = self.queue.pop_first() {
            if time > self.end || self.violation.is_some() {
                break;
            }
            self.time = time;
            self.trace(|| format!("{event:?}"));
            self.handle(event);
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::ToServer { device, text } => self.receive(device, text),
            Event::ToDevice { device, connection, text } => self.receive_on_device(device, connection, &text),
            Event::Connect { device } => self.connect(device),
            Event::Disconnect { device, connection } => self.disconnect(device, connection),
            Event::NewRequest { device } => self.new_request(device),
            Event::Resend { device, client } => self.resend(device, &client),
            Event::Written { run } => self.if_running(run, World::written),
            Event::Heartbeat { run } => self.if_running(run, World::heartbeat),
            Event::WakeUp { run } => self.if_running(run, World::wake_up),
            Event::Collect { run, device } => self.if_running(run, |world| world.collect(device)),
            Event::BotReply { run, seq } => self.if_running(run, |world| world.bot_reply(seq)),
            Event::RecordDowntime { run, from } => self.if_running(run, |world| world.record_downtime(from)),
            Event::Crash => self.crash(),
            Event::Start => self.start(),
            Event::EndFailures => self.end_failures(),
            Event::EndRequests => self.has_no_requests = true,
        }
    }

    fn if_running(&mut self, run: u64, then: impl FnOnce(&mut World)) {
        if self.server.is_some() && self.starts == run {
            then(self);
        }
    }

    fn end_failures(&mut self) {
        (self.first_reliable_connection, self.network, self.disk_failure_rate) =
            (Some(self.connections + 1), NetworkConditions::RELIABLE, 0.0);
        self.queue.retain(|_, event| !matches!(event, Event::Crash));
        for device in 0..self.devices.len() {
            if let Some(connection) = self.devices[device].connection {
                let delay = self.rng.random_range(0..1_000);
                self.after(delay, Event::Disconnect { device, connection });
            }
        }
    }

    fn crash(&mut self) {
        let Some(server) = self.server.take() else { return };
        self.uptime_before += self.time - server.started;
        self.disk.crash(&mut self.rng);
        self.disconnect_all();
        let down = self.rng.random_range(1..20_000);
        self.after(down.min(8_000), Event::Start);
    }

    /// Breaks all connections; the devices notice it after a random delay.
    pub(crate) fn disconnect_all(&mut self) {
        for device in 0..self.devices.len() {
            if let Some(connection) = self.devices[device].connection {
                let delay = self.rng.random_range(0..3_000);
                self.after(delay, Event::Disconnect { device, connection });
            }
        }
    }

    fn connect(&mut self, device: usize) {
        let is_open = self.server.as_ref().is_some_and(|server| !server.is_starting);
        if !is_open {
            self.after(500, Event::Connect { device });
            return;
        }
        self.connections += 1;
        let connection = self.connections;
        let known = self.devices[device].replica.seq();
        let since = known.filter(|_| self.rng.random_bool(0.8));
        self.devices[device].connection = Some(connection);
        self.subscribe(device, connection, since);
    }

    fn disconnect(&mut self, device: usize, connection: u64) {
        if self.devices[device].connection != Some(connection) {
            return;
        }
        self.devices[device].connection = None;
        if let Some(server) = &mut self.server {
            server.subscriptions.remove(&device);
        }
        let delay = self.rng.random_range(0..1_000);
        self.after(delay, Event::Connect { device });
    }

    fn new_request(&mut self, device: usize) {
        if self.has_no_requests {
            return;
        }
        let pause = self.rng.random_range(20..700);
        self.after(pause, Event::NewRequest { device });
        if self.devices[device].connection.is_none() {
            return;
        }
        if self.rng.random_bool(0.01) {
            self.send_to_server(device, "{\"type\":\"act\",\"nonsense");
        }
        let Some(request) = self.devices[device].next_request(&mut self.rng) else { return };
        self.resend(device, &request.client);
    }

    fn resend(&mut self, device: usize, client: &str) {
        let Some(request) = self.devices[device].request.clone().filter(|request| request.client == client) else {
            return;
        };
        self.send_to_server(device, &serde_json::to_string(&request.message).expect("a message serializes"));
        let pause = self.rng.random_range(300..3_000);
        self.after(pause, Event::Resend { device, client: client.to_owned() });
    }

    fn send_to_server(&mut self, device: usize, text: &str) {
        // Requests are independent of each other and can be reordered.
        let mut last_arrival = 0;
        for at in self.network.arrivals(self.time, &mut last_arrival, &mut self.rng) {
            self.at(at, Event::ToServer { device, text: text.to_owned() });
        }
    }

    /// Sends a message to a device, and checks that it reveals no secret.
    pub(crate) fn send_to_device(&mut self, device: usize, connection: u64, text: &str) {
        self.check_secrets(text);
        let arrivals = self.network.arrivals(self.time, &mut self.arrivals[device], &mut self.rng);
        let is_lost = arrivals.is_empty() || self.rng.random_bool(self.network.disconnection);
        for at in arrivals {
            self.at(at, Event::ToDevice { device, connection, text: text.to_owned() });
        }
        if is_lost && self.devices[device].connection == Some(connection) {
            // A connection that loses a message is broken; the device notices it after a random delay.
            let delay = self.rng.random_range(0..5_000);
            self.after(delay, Event::Disconnect { device, connection });
        }
    }

    fn check_secrets(&mut self, text: &str) {
        if self.game.holders().iter().any(|(_, guest)| text.contains(guest.as_str())) {
            self.report_violation(format!("a message contains the internal id of a guest: {text}"));
        }
        let is_over = text.contains("\"stage\":\"over\"");
        if !is_over && (text.contains(SALT) || text.contains("\"seed\":")) {
            self.report_violation(format!("a message reveals the seed before the end: {text}"));
        }
    }

    fn receive_on_device(&mut self, device: usize, connection: u64, text: &str) {
        let is_current = self.devices[device].connection == Some(connection);
        if self.has_no_failures() && !is_current && connection > 0 {
            return;
        }
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return self.report_violation(format!("a message cannot be parsed: {error}: {text}")),
        };
        self.check_hash(&message);
        let is_reliable = is_current && self.first_reliable_connection.is_some_and(|first| connection >= first);
        match self.devices[device].receive(&message) {
            Reaction::Accepts => {}
            Reaction::MissesUpdates if is_reliable => {
                self.report_violation(format!("device {device} misses updates: {text}"));
            }
            Reaction::MissesUpdates => {
                self.send_to_server(
                    device,
                    &serde_json::to_string(&ClientMessage::Sync).expect("a message serializes"),
                );
            }
            Reaction::Diverges => {
                self.report_violation(format!("a message contradicts the copy of device {device}: {text}"));
            }
        }
    }

    /// Checks that all messages have the same hash for the same entry.
    fn check_hash(&mut self, message: &ServerMessage) {
        let (seq, hash) = match message {
            ServerMessage::Snapshot(snapshot) => (snapshot.seq, &snapshot.hash),
            ServerMessage::Update(update) => (update.seq, &update.hash),
            ServerMessage::Done(receipt) => (receipt.seq, &receipt.hash),
            ServerMessage::Rejected(rejection) => (rejection.seq, &rejection.hash),
            ServerMessage::Thinking { seq, hash, .. } | ServerMessage::Leaving { seq, hash, .. } => (*seq, hash),
        };
        let known = self.reported_hashes.entry(seq).or_insert_with(|| hash.clone()).clone();
        if known != *hash {
            self.report_violation(format!("messages have hash {known} and then {hash} for entry {seq}"));
        }
    }
}
