//! Everything there is in one seed: time, chance, the network, the disk, the server and the devices.

use std::collections::BTreeMap;

use api::Moment;
use api::{ClientMessage, ServerMessage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use server::table::{Command, Occupant, Table};

use crate::disk::{Batch, Disk};
use crate::fault::Fault;
use crate::machine::Life;
use crate::network::Weather;
use crate::player::{Device, Reaction};
use crate::venue::{SALT, Venue};

/// What the machine's clock shows when a seed begins.
const BEGINNING: i64 = 1_700_000_000_000;

/// How long the network works before nobody wants anything any more.
const CALM: u64 = 5_000;

/// How long everything may take to come to rest.
const REST: u64 = 20_000;

/// Something that happens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A message reaches the server.
    ToServer { device: usize, text: String },
    /// A message reaches a device; over a connection, or as the answer to a request.
    ToDevice { device: usize, connection: u64, text: String },
    /// A device connects.
    Connect { device: usize },
    /// A connection is broken.
    Broken { device: usize, connection: u64 },
    /// A device may want something.
    Want { device: usize },
    /// A device sends its wish again.
    Again { device: usize, client: String },
    /// What was written is safe, or failed.
    Written { life: u64 },
    /// The server gives a sign of life.
    Alive { life: u64 },
    /// The server looks at the table.
    Look { life: u64 },
    /// Somebody who sees everything later may see more.
    Collect { life: u64, device: usize },
    /// A player of the server has chosen.
    BotReply { life: u64, seq: u64 },
    /// The server tries once more to tell of its absence.
    Tell { life: u64, from: Moment },
    /// Power is cut.
    Crash,
    /// The server starts.
    Start,
    /// From now on everything works.
    Calm,
    /// From now on nobody wants anything new.
    Stop,
}

/// One seed.
pub(crate) struct World {
    /// All chance.
    pub(crate) rng: ChaCha8Rng,
    /// The time since the beginning.
    pub(crate) time: u64,
    number: u64,
    queue: BTreeMap<(u64, u64), Event>,
    /// What is played.
    pub(crate) venue: Venue,
    /// The disk.
    pub(crate) disk: Disk,
    /// The server, while it runs.
    pub(crate) life: Option<Life>,
    /// How often it was started.
    pub(crate) lives: u64,
    /// By how much its clock is wrong.
    pub(crate) offset: i64,
    /// How long it was up in former lives.
    pub(crate) uptime_before: u64,
    /// The devices.
    pub(crate) devices: Vec<Device>,
    arrivals: Vec<u64>,
    weather: Weather,
    /// How likely a write fails.
    pub(crate) disk_trouble: f64,
    /// The number of the newest connection.
    connections: u64,
    calm_from: Option<u64>,
    /// Whether nobody wants anything new.
    pub(crate) is_stopped: bool,
    end: u64,
    /// What is wrong with the server on purpose.
    pub(crate) fault: Fault,
    /// What devices were told: the hash after each entry.
    pub(crate) told: BTreeMap<u64, String>,
    /// How many milliseconds a game can rest.
    pub(crate) idle_limit: u64,
    /// What happened, if somebody wants to read it.
    pub(crate) trace: Option<Vec<String>>,
    /// What must not be, and is.
    pub(crate) violation: Option<String>,
}

impl World {
    /// The world of a seed.
    pub(crate) fn new(seed: u64, fault: Fault, is_traced: bool) -> World {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let venue = Venue::any(&mut rng);
        let weather = Weather::any(&mut rng);
        let noise = rng.random_range(10_000..40_000);
        let mut world = World {
            time: 0,
            number: 0,
            queue: BTreeMap::new(),
            disk: Disk::default(),
            life: None,
            lives: 0,
            offset: 0,
            uptime_before: 0,
            devices: Vec::new(),
            arrivals: Vec::new(),
            weather,
            disk_trouble: if rng.random_bool(0.5) { rng.random_range(0.0..0.3) } else { 0.0 },
            connections: 0,
            calm_from: None,
            is_stopped: false,
            end: noise + CALM + REST,
            fault,
            told: BTreeMap::new(),
            idle_limit: if rng.random_bool(0.1) { 15_000 } else { 3_600_000 },
            trace: is_traced.then(Vec::new),
            violation: None,
            venue,
            rng,
        };
        world.seat_everybody();
        world.plan(noise);
        world
    }

    /// The table as whoever made it wrote it down.
    fn seat_everybody(&mut self) {
        let mut table = Table::new(self.venue.setup.clone(), Moment(BEGINNING)).expect("a table");
        let mut entries = Vec::new();
        for (seat, occupant) in self.venue.occupants.clone().into_iter().enumerate() {
            let fill = table.decide(Command::Fill { seat, occupant }, Moment(BEGINNING)).expect("an open seat");
            if let server::table::Decision::Write { steps, after, .. } = fill {
                entries.extend(steps.into_iter().map(|step| step.entry));
                table = *after;
            }
        }
        self.disk.durable.push(Batch { entries, client: None, uptime: 0 });
        for (seat, occupant) in self.venue.occupants.clone().into_iter().enumerate() {
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

    /// What is sure to happen: the server starts, stumbles, and in the end everything works.
    fn plan(&mut self, noise: u64) {
        self.at(0, Event::Start);
        for device in 0..self.devices.len() {
            let soon = self.rng.random_range(1..1_000);
            self.at(soon, Event::Connect { device });
            self.at(soon, Event::Want { device });
        }
        for _ in 0..self.rng.random_range(0..4) {
            let crash = self.rng.random_range(0..noise);
            self.at(crash, Event::Crash);
        }
        self.at(noise, Event::Calm);
        self.at(noise + CALM, Event::Stop);
    }

    /// Lets something happen at a time.
    pub(crate) fn at(&mut self, time: u64, event: Event) {
        self.number += 1;
        self.queue.insert((time.max(self.time), self.number), event);
    }

    /// Lets something happen later.
    pub(crate) fn after(&mut self, delay: u64, event: Event) {
        self.at(self.time + delay, event);
    }

    /// The time that the server's machine shows.
    pub(crate) fn now(&self) -> Moment {
        Moment(BEGINNING + self.offset).plus(self.time)
    }

    /// Whether everything works.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm_from.is_some()
    }

    /// Whether it is so late that nothing new begins.
    pub(crate) fn is_late(&self) -> bool {
        self.time + 5_000 > self.end
    }

    /// Writes down what happens, if somebody wants to read it.
    pub(crate) fn note(&mut self, text: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            let text = text();
            let short: String = text.chars().take(300).collect();
            trace.push(format!("{:>6} {short}", self.time));
        }
    }

    /// Something must not be, and is.
    pub(crate) fn violates(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.note(|| format!("VIOLATION {text}"));
        self.violation.get_or_insert(text);
    }

    /// Lets everything happen.
    pub(crate) fn run(&mut self) {
        while let Some(((time, _), event)) = self.queue.pop_first() {
            if time > self.end || self.violation.is_some() {
                break;
            }
            self.time = time;
            self.note(|| format!("{event:?}"));
            self.happen(event);
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::ToServer { device, text } => self.receive(device, text),
            Event::ToDevice { device, connection, text } => self.hear(device, connection, &text),
            Event::Connect { device } => self.connect(device),
            Event::Broken { device, connection } => self.broken(device, connection),
            Event::Want { device } => self.want(device),
            Event::Again { device, client } => self.again(device, &client),
            Event::Written { life } => self.if_alive(life, World::written),
            Event::Alive { life } => self.if_alive(life, World::sign_of_life),
            Event::Look { life } => self.if_alive(life, World::look),
            Event::Collect { life, device } => self.if_alive(life, |world| world.collect(device)),
            Event::BotReply { life, seq } => self.if_alive(life, |world| world.bot_reply(seq)),
            Event::Tell { life, from } => self.if_alive(life, |world| world.tell_of_downtime(from)),
            Event::Crash => self.crash(),
            Event::Start => self.start(),
            Event::Calm => self.calm(),
            Event::Stop => self.is_stopped = true,
        }
    }

    fn if_alive(&mut self, life: u64, then: impl FnOnce(&mut World)) {
        if self.life.is_some() && self.lives == life {
            then(self);
        }
    }

    fn calm(&mut self) {
        (self.calm_from, self.weather, self.disk_trouble) = (Some(self.connections + 1), Weather::CALM, 0.0);
        self.queue.retain(|_, event| !matches!(event, Event::Crash));
        for device in 0..self.devices.len() {
            if let Some(connection) = self.devices[device].connection {
                let soon = self.rng.random_range(0..1_000);
                self.after(soon, Event::Broken { device, connection });
            }
        }
    }

    fn crash(&mut self) {
        let Some(life) = self.life.take() else { return };
        self.uptime_before += self.time - life.started;
        self.disk.crash(&mut self.rng);
        self.break_all();
        let down = self.rng.random_range(1..20_000);
        self.after(down.min(8_000), Event::Start);
    }

    /// All connections are gone, which devices notice sooner or later.
    pub(crate) fn break_all(&mut self) {
        for device in 0..self.devices.len() {
            if let Some(connection) = self.devices[device].connection {
                let soon = self.rng.random_range(0..3_000);
                self.after(soon, Event::Broken { device, connection });
            }
        }
    }

    fn connect(&mut self, device: usize) {
        let is_open = self.life.as_ref().is_some_and(|life| !life.is_starting);
        if !is_open {
            self.after(500, Event::Connect { device });
            return;
        }
        self.connections += 1;
        let connection = self.connections;
        let known = self.devices[device].replica.seq();
        let since = known.filter(|_| self.rng.random_bool(0.8));
        self.devices[device].connection = Some(connection);
        self.follow(device, connection, since);
    }

    fn broken(&mut self, device: usize, connection: u64) {
        if self.devices[device].connection != Some(connection) {
            return;
        }
        self.devices[device].connection = None;
        if let Some(life) = &mut self.life {
            life.subscriptions.remove(&device);
        }
        let soon = self.rng.random_range(0..1_000);
        self.after(soon, Event::Connect { device });
    }

    fn want(&mut self, device: usize) {
        if self.is_stopped {
            return;
        }
        let pause = self.rng.random_range(20..700);
        self.after(pause, Event::Want { device });
        if self.devices[device].connection.is_none() {
            return;
        }
        if self.rng.random_bool(0.01) {
            self.send_to_server(device, "{\"type\":\"act\",\"nonsense");
        }
        let Some(wish) = self.devices[device].want(&mut self.rng) else { return };
        self.again(device, &wish.client);
    }

    fn again(&mut self, device: usize, client: &str) {
        let Some(wish) = self.devices[device].wish.clone().filter(|wish| wish.client == client) else { return };
        self.send_to_server(device, &serde_json::to_string(&wish.message).expect("JSON"));
        let pause = self.rng.random_range(300..3_000);
        self.after(pause, Event::Again { device, client: client.to_owned() });
    }

    fn send_to_server(&mut self, device: usize, text: &str) {
        // Requests of their own can overtake each other.
        let mut never = 0;
        for at in self.weather.arrivals(self.time, &mut never, &mut self.rng) {
            self.at(at, Event::ToServer { device, text: text.to_owned() });
        }
    }

    /// Sends a text to a device, and looks whether it tells too much.
    pub(crate) fn send_to_device(&mut self, device: usize, connection: u64, text: &str) {
        self.check_secrets(text);
        let arrivals = self.weather.arrivals(self.time, &mut self.arrivals[device], &mut self.rng);
        let is_lost = arrivals.is_empty() || self.rng.random_bool(self.weather.breaks);
        for at in arrivals {
            self.at(at, Event::ToDevice { device, connection, text: text.to_owned() });
        }
        if is_lost && self.devices[device].connection == Some(connection) {
            // A connection that loses something is broken, which is noticed sooner or later.
            let soon = self.rng.random_range(0..5_000);
            self.after(soon, Event::Broken { device, connection });
        }
    }

    fn check_secrets(&mut self, text: &str) {
        if self.venue.holders().iter().any(|(_, guest)| text.contains(guest.as_str())) {
            self.violates(format!("a guest's name inside the server is told: {text}"));
        }
        let is_over = text.contains("\"stage\":\"over\"");
        if !is_over && (text.contains(SALT) || text.contains("\"seed\":")) {
            self.violates(format!("the seed is told before the end: {text}"));
        }
    }

    fn hear(&mut self, device: usize, connection: u64, text: &str) {
        let is_current = self.devices[device].connection == Some(connection);
        if self.is_calm() && !is_current && connection > 0 {
            return;
        }
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return self.violates(format!("a message cannot be read: {error}: {text}")),
        };
        self.remember(&message);
        let is_sure = is_current && self.calm_from.is_some_and(|calm| connection >= calm);
        match self.devices[device].hear(&message) {
            Reaction::Nothing => {}
            Reaction::Misses if is_sure => self.violates(format!("device {device} misses something: {text}")),
            Reaction::Misses => {
                self.send_to_server(device, &serde_json::to_string(&ClientMessage::Sync).expect("JSON"));
            }
            Reaction::Differs => self.violates(format!("device {device} sees another game: {text}")),
        }
    }

    /// Everybody is told the same about every entry.
    fn remember(&mut self, message: &ServerMessage) {
        let (seq, hash) = match message {
            ServerMessage::Snapshot(snapshot) => (snapshot.seq, &snapshot.hash),
            ServerMessage::Update(update) => (update.seq, &update.hash),
            ServerMessage::Done(receipt) => (receipt.seq, &receipt.hash),
            ServerMessage::Rejected(refused) => (refused.seq, &refused.hash),
            ServerMessage::Thinking { seq, hash, .. } | ServerMessage::Leaving { seq, hash, .. } => (*seq, hash),
        };
        let known = self.told.entry(seq).or_insert_with(|| hash.clone()).clone();
        if known != *hash {
            self.violates(format!("entry {seq} leads to {known}, and then to {hash}"));
        }
    }
}
