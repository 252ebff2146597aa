//! Invariants of the log, the clocks and the messages, checked at the end of a simulation.

use std::collections::BTreeMap;

use api::ClientMessage;
use table::{ClockRules, LogEntry, LogEvent, Stage, Table};

use crate::disk::Batch;
use crate::world::World;

/// Counts from one simulation.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) entries: u64,
    /// Requests that were acknowledged.
    pub(crate) receipts: u64,
    pub(crate) starts: u64,
    /// 1 if the game is over.
    pub(crate) over: u64,
}

/// Checks a simulation after its end.
///
/// # Errors
/// Returns the first violated invariant.
pub(crate) fn check(world: &World) -> Result<Statistics, String> {
    if let Some(violation) = &world.violation {
        return Err(violation.clone());
    }
    let log = world.disk.log();
    let table = replayed(world)?;
    each_request_once(world)?;
    hashes_match_the_log(world, &table)?;
    for device in &world.devices {
        let name = format!("device {}", device.number);
        if let Some(request) = &device.request {
            return Err(format!("{name} has a request that was never answered: {request:?}"));
        }
        if device.replica.seq() != Some(table.seq()) || device.replica.hash() != table.hash() {
            let (seq, hash) = (device.replica.seq(), device.replica.hash());
            return Err(format!("{name} is at {seq:?} {hash}, the log at {} {}", table.seq(), table.hash()));
        }
        for (request, seq, hash) in &device.receipts {
            let entry = usize::try_from(*seq).ok().and_then(|seq| log.get(seq.checked_sub(1)?));
            let entry =
                entry.ok_or_else(|| format!("{name} received a receipt for entry {seq}, which is not in the log"))?;
            if entry.hash != *hash || !is_effect_of(entry, &request.message, &request.client, device.seat) {
                return Err(format!("{name} received {seq} {hash} for {request:?}, but the log has {entry:?}"));
            }
        }
    }
    let receipts = world.devices.iter().map(|device| device.receipts.len() as u64).sum();
    let over = u64::from(matches!(table.stage(), Stage::Over(_)));
    Ok(Statistics { entries: table.seq(), receipts, starts: world.starts, over })
}

/// Reports whether an entry is the effect of an acknowledged request.
fn is_effect_of(entry: &LogEntry, message: &ClientMessage, key: &str, own: usize) -> bool {
    match (message, &entry.event) {
        (ClientMessage::Act { .. }, LogEvent::Acted { seat, client, .. })
        | (ClientMessage::Undo { .. }, LogEvent::Undone { seat, client }) => {
            *seat == own && client.as_deref() == Some(key)
        }
        (ClientMessage::Act { .. } | ClientMessage::Undo { .. }, _) => false,
        (ClientMessage::Resign { .. }, event) => *event == LogEvent::Resigned { seat: own },
        (ClientMessage::Abort { .. }, event) => *event == LogEvent::Aborted { seat: own },
        _ => true,
    }
}

/// Checks that no request took effect twice.
fn each_request_once(world: &World) -> Result<(), String> {
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for batch in &world.disk.durable {
        let seq = batch.entries.first().map_or(0, |entry| entry.seq);
        if let Some(before) = batch.client.as_deref().and_then(|client| seen.insert(client, seq)) {
            return Err(format!("{:?} took effect twice: entries {before} and {seq}", batch.client));
        }
    }
    Ok(())
}

/// Checks that every hash in a message is the one in the log.
fn hashes_match_the_log(world: &World, table: &Table) -> Result<(), String> {
    for (&seq, hash) in &world.reported_hashes {
        let is = table.hash_after(seq);
        if seq > table.seq() || is != *hash {
            return Err(format!(
                "a message has hash {hash} for entry {seq}, but the log of {} entries has {is}",
                table.seq()
            ));
        }
    }
    Ok(())
}

/// The running clock.
struct Running {
    seat: usize,
    /// Uptime of the server when the clock started, in milliseconds. No earlier time may be charged.
    since: u64,
    /// Uptime when the clock started or the last downtime was recorded, whichever is later, in milliseconds. All later time
    /// must be charged, except for network lag.
    certain_since: u64,
}

/// Replays the log and checks every entry.
fn replayed(world: &World) -> Result<Table, String> {
    let log = world.disk.log();
    let created = log.first().map_or_else(|| world.now(), |entry| entry.at);
    let mut table = Table::new(world.game.setup.clone(), created).map_err(|error| error.to_string())?;
    let mut running: Option<Running> = None;
    for (batch, entry) in world.disk.durable.iter().flat_map(|batch| batch.entries.iter().map(move |e| (batch, e))) {
        let before = table.clone();
        table.apply(entry.clone()).map_err(|error| error.to_string())?;
        let wrong = |text: &str| format!("{text}: {entry:?}");
        if entry.at < before.last_change() {
            return Err(wrong("the time goes back"));
        }
        if matches!(before.stage(), Stage::Over(_))
            && !matches!(entry.event, LogEvent::RematchAsked { .. } | LogEvent::RematchMade { .. })
        {
            return Err(wrong("the game changes after its end"));
        }
        check_clocks(&before, &table, entry, batch, running.as_ref()).map_err(|text| wrong(&text))?;
        let seat = table.clocks().running().map(|(seat, _)| seat);
        let is_downtime = matches!(entry.event, LogEvent::Interrupted { .. });
        if seat.is_none() || is_downtime || table.clocks().running() != before.clocks().running() {
            let since = running.as_ref().filter(|_| is_downtime).map_or(batch.uptime, |running| running.since);
            running = seat.map(|seat| Running { seat, since, certain_since: batch.uptime });
        }
        check_ranks(&table)?;
    }
    Ok(table)
}

/// Checks that a clock is charged for the time that its player took while the server was up, and for no other time.
fn check_clocks(
    before: &Table,
    after: &Table,
    entry: &LogEntry,
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
            let sure = batch.uptime - running.certain_since;
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
        // The same player remains to move, and is charged for the time until now.
        LogEvent::Undone { .. } | LogEvent::TakenBack { .. } | LogEvent::Resigned { .. } => {
            let charged = left - after.clocks().left()[running.seat].min(left);
            let (sure, most) = ((batch.uptime - running.certain_since).min(left), taken.min(left));
            if charged < sure || charged > most {
                return Err(format!("{charged} ms are charged, not {sure} to {most}"));
            }
            Ok(())
        }
        LogEvent::TimedOut { seat } if *seat != running.seat || taken < left => {
            Err(format!("the clock ran out after {taken} of {left} ms"))
        }
        _ => Ok(()),
    }
}

fn check_ranks(table: &Table) -> Result<(), String> {
    let Stage::Over(ending) = table.stage() else { return Ok(()) };
    let Some(ranks) = &ending.ranks else { return Ok(()) };
    let places: Vec<u8> = serde_json::from_value(serde_json::to_value(ranks).unwrap_or_default()).unwrap_or_default();
    let first = places.iter().filter(|&&place| place == 1).count();
    let sole_winner = places.iter().position(|&place| place == 1).filter(|_| first == 1);
    if places.len() != table.seats().len() || first == 0 || ranks.winner() != sole_winner {
        return Err(format!("the places are {places:?}, the winner is {:?}", ranks.winner()));
    }
    match ranks.winner().filter(|&seat| table.seats()[seat].departure.is_some()) {
        Some(seat) => Err(format!("seat {seat} has won although its player left")),
        None => Ok(()),
    }
}
