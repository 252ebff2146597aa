//! What must hold in the end: about the log, the clocks, and what everybody was told.

use std::collections::BTreeMap;

use api::ClientMessage;
use server::table::{ClockRules, Entry, LogEvent, Stage, Table};

use crate::disk::Batch;
use crate::world::World;

/// What went on in a seed.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Figures {
    /// Entries of the log.
    pub(crate) entries: u64,
    /// Actions that were acknowledged.
    pub(crate) receipts: u64,
    /// Starts of the server.
    pub(crate) lives: u64,
    /// Games that are over.
    pub(crate) over: u64,
}

/// Checks a world that has come to rest.
///
/// # Errors
/// Says what is wrong.
pub(crate) fn check(world: &World) -> Result<Figures, String> {
    if let Some(violation) = &world.violation {
        return Err(violation.clone());
    }
    let log = world.disk.log();
    let table = replayed(world)?;
    each_wish_once(world)?;
    told_as_it_is(world, &table)?;
    for device in &world.devices {
        let name = format!("device {}", device.number);
        if let Some(wish) = &device.wish {
            return Err(format!("{name} was never answered: {wish:?}"));
        }
        if device.replica.seq() != Some(table.seq()) || device.replica.hash() != table.hash() {
            let (seq, hash) = (device.replica.seq(), device.replica.hash());
            return Err(format!("{name} is at {seq:?} {hash}, the log at {} {}", table.seq(), table.hash()));
        }
        for (wish, seq, hash) in &device.receipts {
            let entry = usize::try_from(*seq).ok().and_then(|seq| log.get(seq.checked_sub(1)?));
            let entry = entry.ok_or_else(|| format!("{name} was told of entry {seq}, which is not there"))?;
            if entry.hash != *hash || !tells_of(entry, &wish.message, &wish.client, device.seat) {
                return Err(format!("{name} was told {seq} {hash} for {wish:?}, but the log has {entry:?}"));
            }
        }
    }
    let receipts = world.devices.iter().map(|device| device.receipts.len() as u64).sum();
    let over = u64::from(matches!(table.stage(), Stage::Over(_)));
    Ok(Figures { entries: table.seq(), receipts, lives: world.lives, over })
}

/// Whether an entry is what somebody was told it is.
fn tells_of(entry: &Entry, message: &ClientMessage, name: &str, own: usize) -> bool {
    match (message, &entry.event) {
        (ClientMessage::Act { .. }, LogEvent::Acted { seat, client, .. })
        | (ClientMessage::Undo { .. }, LogEvent::Undone { seat, client }) => {
            *seat == own && client.as_deref() == Some(name)
        }
        (ClientMessage::Act { .. } | ClientMessage::Undo { .. }, _) => false,
        (ClientMessage::Resign { .. }, event) => *event == LogEvent::Resigned { seat: own },
        (ClientMessage::Abort { .. }, event) => *event == LogEvent::Aborted { seat: own },
        _ => true,
    }
}

/// Nothing that somebody wanted once happened twice.
fn each_wish_once(world: &World) -> Result<(), String> {
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for batch in &world.disk.durable {
        let seq = batch.entries.first().map_or(0, |entry| entry.seq);
        if let Some(before) = batch.client.as_deref().and_then(|client| seen.insert(client, seq)) {
            return Err(format!("{:?} happened twice: entries {before} and {seq}", batch.client));
        }
    }
    Ok(())
}

/// Whatever anybody was told about an entry is what the log says.
fn told_as_it_is(world: &World, table: &Table) -> Result<(), String> {
    for (&seq, hash) in &world.told {
        let is = table.hash_after(seq);
        if seq > table.seq() || is != *hash {
            return Err(format!("somebody was told that {seq} is {hash}, but of {} entries it is {is}", table.seq()));
        }
    }
    Ok(())
}

/// The clock of a seat that runs.
struct Running {
    seat: usize,
    /// How long the server had been up when it began to run.
    since: u64,
    /// The same, or when the server last told that it had been away.
    told: u64,
}

/// Plays the log again, step by step.
fn replayed(world: &World) -> Result<Table, String> {
    let log = world.disk.log();
    let created = log.first().map_or_else(|| world.now(), |entry| entry.at);
    let mut table = Table::new(world.venue.setup.clone(), created).map_err(|error| error.to_string())?;
    let mut running: Option<Running> = None;
    for (batch, entry) in world.disk.durable.iter().flat_map(|batch| batch.entries.iter().map(move |e| (batch, e))) {
        let before = table.clone();
        table.apply(entry.clone()).map_err(|error| error.to_string())?;
        let wrong = |text: &str| format!("{text}: {entry:?}");
        if entry.at < before.last_change() {
            return Err(wrong("time goes back"));
        }
        if matches!(before.stage(), Stage::Over(_))
            && !matches!(entry.event, LogEvent::RematchAsked { .. } | LogEvent::RematchMade { .. })
        {
            return Err(wrong("something happens after the end"));
        }
        time_is_fair(&before, &table, entry, batch, running.as_ref()).map_err(|text| wrong(&text))?;
        let seat = table.clocks().running().map(|(seat, _)| seat);
        let is_skip = matches!(entry.event, LogEvent::Interrupted { .. });
        if seat.is_none() || is_skip || table.clocks().running() != before.clocks().running() {
            let since = running.as_ref().filter(|_| is_skip).map_or(batch.uptime, |running| running.since);
            running = seat.map(|seat| Running { seat, since, told: batch.uptime });
        }
        ranks_make_sense(&table)?;
    }
    Ok(table)
}

/// Clocks lose what their owners took while the server was there, and nothing else.
fn time_is_fair(
    before: &Table,
    after: &Table,
    entry: &Entry,
    batch: &Batch,
    running: Option<&Running>,
) -> Result<(), String> {
    let (first, increment) = match before.setup().clock {
        ClockRules::None => return Ok(()),
        ClockRules::Increment { base, increment } => (base + increment, increment),
        ClockRules::Days { days } => (u64::from(days) * 24 * 3_600_000, 0),
    };
    for (seat, (&was, &is)) in before.clocks().left().iter().zip(after.clocks().left()).enumerate() {
        let is_days = matches!(before.setup().clock, ClockRules::Days { .. });
        if is > was + increment && !(is_days && is == first) {
            return Err(format!("the clock of seat {seat} grows from {was} to {is}"));
        }
    }
    let Some(running) = running else { return Ok(()) };
    let taken = batch.uptime - running.since;
    let left = before.clocks().left()[running.seat];
    match &entry.event {
        LogEvent::Acted { seat, spent, lag, .. } if *seat == running.seat => {
            let sure = batch.uptime - running.told;
            if *spent > taken {
                return Err(format!("{spent} ms are charged, but only {taken} have passed"));
            }
            if spent + lag < sure {
                return Err(format!("{spent} ms and {lag} of lag are counted, but {sure} have passed"));
            }
            if *spent > left {
                return Err(format!("{spent} ms are charged, but {left} were left"));
            }
            Ok(())
        }
        // Whoever is to move goes on, and has used the time until then.
        LogEvent::Undone { .. } | LogEvent::TakenBack { .. } | LogEvent::Resigned { .. } => {
            let charged = left - after.clocks().left()[running.seat].min(left);
            let (sure, most) = ((batch.uptime - running.told).min(left), taken.min(left));
            if charged < sure || charged > most {
                return Err(format!("{charged} ms are charged, not {sure} to {most}"));
            }
            Ok(())
        }
        LogEvent::TimedOut { seat } if *seat != running.seat || taken < left => {
            Err(format!("time is up after {taken} of {left} ms"))
        }
        _ => Ok(()),
    }
}

fn ranks_make_sense(table: &Table) -> Result<(), String> {
    let Stage::Over(ending) = table.stage() else { return Ok(()) };
    let Some(ranks) = &ending.ranks else { return Ok(()) };
    let places: Vec<u8> = serde_json::from_value(serde_json::to_value(ranks).unwrap_or_default()).unwrap_or_default();
    let first = places.iter().filter(|&&place| place == 1).count();
    let is_alone = places.iter().position(|&place| place == 1).filter(|_| first == 1);
    if places.len() != table.seats().len() || first == 0 || ranks.winner() != is_alone {
        return Err(format!("the places are {places:?}, the winner is {:?}", ranks.winner()));
    }
    match ranks.winner().filter(|&seat| table.seats()[seat].departure.is_some()) {
        Some(seat) => Err(format!("seat {seat} has won, but left")),
        None => Ok(()),
    }
}
