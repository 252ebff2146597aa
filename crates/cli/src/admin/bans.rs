//! Bans of guests, devices and networks.

use api::id::random_letters;
use api::{GuestId, Moment};
use clap::Args;
use ringrift_text::counted;
use server::bans::{Ban, BannedNetwork};
use server::store::{BanKind, BanRow, MAX_BANS, Op, Store, StoreError};
use server::time::{DAY, SteadyClock, rfc3339};

/// Terms of a ban.
#[derive(Args)]
pub(super) struct BanTerms {
    /// Reason shown to the visitor
    #[arg(long, default_value = "no reason given")]
    reason: String,
    /// Days after which the ban ends [default: it does not end]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=36_500))]
    days: Option<u32>,
    /// Ban a network even if it is this machine or a large part of the Internet
    #[arg(long)]
    force: bool,
}

impl BanTerms {
    fn ban(&self, now: Moment) -> Ban {
        Ban { reason: self.reason.clone(), until: self.days.map(|days| now.plus(u64::from(days) * DAY)) }
    }

    /// Rejects a network whose ban is probably a mistake.
    fn check(&self, network: BannedNetwork) -> Result<(), String> {
        match network.danger().filter(|_| !self.force) {
            Some(danger) => Err(format!("{danger}; nothing was banned. --force bans it anyway")),
            None => Ok(()),
        }
    }
}

/// Returns the end and the reason of a ban for lists.
pub(super) fn terms_text(ban: &Ban) -> String {
    let until = ban.until.map_or(String::new(), |until| format!(" until {}", rfc3339(until)));
    format!("{until}: {}", ban.reason)
}

fn row(kind: BanKind, value: String, guest: Option<&GuestId>, ban: &Ban, now: Moment) -> BanRow {
    let Ban { reason, until } = ban.clone();
    BanRow { id: random_letters(5), kind, value, reason, guest: guest.cloned(), created: now, until }
}

/// Bans a guest, and if `with_devices` or `with_networks` the devices or networks that the guest has used.
pub(super) async fn ban_guest(
    store: &Store,
    guest: &GuestId,
    [with_devices, with_networks]: [bool; 2],
    terms: &BanTerms,
) -> Result<Result<String, String>, StoreError> {
    let Some(banned) = store.guest(guest).await? else { return Ok(Err(format!("there is no guest {guest}"))) };
    let now = SteadyClock::start().now();
    let ban = terms.ban(now);
    let mut ops = vec![Op::Ban { guest: guest.clone(), ban: Some(ban.clone()) }];
    let mut text = format!("{} is banned{}.\n", banned.name, terms_text(&ban));
    let traces = store.traces(guest).await?;
    for (kind, _) in
        [(BanKind::Device, with_devices), (BanKind::Network, with_networks)].iter().filter(|(_, with)| *with)
    {
        let found: Vec<&str> =
            traces.iter().filter(|trace| trace.kind == *kind).map(|trace| trace.value.as_str()).collect();
        if *kind == BanKind::Network
            && let Err(problem) =
                found.iter().filter_map(|text| text.parse().ok()).try_for_each(|network| terms.check(network))
        {
            return Ok(Err(problem));
        }
        ops.extend(
            found.iter().map(|value| Op::NewBan(Box::new(row(*kind, (*value).to_owned(), Some(guest), &ban, now)))),
        );
        text.push_str(&match found.len() {
            0 => format!("No {} of this guest is stored.\n", kind.name()),
            count => format!("{} banned too.\n", counted(count as u64, kind.name())),
        });
    }
    Ok(add(store, ops).await?.map(|()| text))
}

pub(super) async fn ban_network(
    store: &Store,
    network: BannedNetwork,
    terms: &BanTerms,
) -> Result<Result<String, String>, StoreError> {
    if let Err(problem) = terms.check(network) {
        return Ok(Err(problem));
    }
    let now = SteadyClock::start().now();
    let ban = terms.ban(now);
    let ops = vec![Op::NewBan(Box::new(row(BanKind::Network, network.to_string(), None, &ban, now)))];
    Ok(add(store, ops).await?.map(|()| format!("{network} is banned{}.\n", terms_text(&ban))))
}

/// Writes bans, unless there would be too many.
async fn add(store: &Store, ops: Vec<Op>) -> Result<Result<(), String>, StoreError> {
    let new = ops.iter().filter(|op| matches!(op, Op::NewBan(_))).count();
    if new > 0 && store.bans().await?.len() + new > MAX_BANS as usize {
        return Ok(Err(format!(
            "there are {MAX_BANS} bans of devices and networks, which is the limit; lift some first"
        )));
    }
    store.write(ops).await?;
    Ok(Ok(()))
}

/// Lists all bans.
pub(super) async fn list(store: &Store) -> Result<String, StoreError> {
    let guests = store.banned_guests(MAX_BANS).await?.into_iter().filter_map(|guest| {
        let ban = guest.banned.as_ref()?;
        Some(format!("guest    {}  {}{}\n", guest.id, guest.name, terms_text(ban)))
    });
    let others = store.bans().await?.into_iter().map(|BanRow { id, kind, value, reason, guest, until, .. }| {
        let of = guest.map_or(String::new(), |guest| format!(" of {guest}"));
        format!("{:8} {id:16}  {value}{of}{}\n", kind.name(), terms_text(&Ban { reason, until }))
    });
    let text: String = guests.chain(others).collect();
    Ok(if text.is_empty() { "There are no bans.\n".to_owned() } else { text })
}

/// Lifts the ban of a guest with the bans made together with it, or one ban of a device or network.
pub(super) async fn lift(store: &Store, id: &str) -> Result<Result<String, String>, StoreError> {
    let lifted = store
        .bans()
        .await?
        .into_iter()
        .filter(|ban| ban.id == id || ban.guest.as_ref().is_some_and(|guest| guest.as_str() == id));
    let lifted = lifted.count();
    let guest: Option<GuestId> = id.parse().ok();
    let row = match &guest {
        Some(guest) => store.guest(guest).await?,
        None => None,
    };
    if row.is_none() && lifted == 0 {
        let message =
            format!("there is no ban or guest {}; `ringside admin bans` lists all bans", ringrift::excerpt(id));
        return Ok(Err(message));
    }
    let mut ops = vec![Op::LiftBans { id: id.to_owned() }];
    ops.extend(guest.map(|guest| Op::Ban { guest, ban: None }));
    store.write(ops).await?;
    let mut text = row.map_or(String::new(), |row| format!("{} is no longer banned.\n", row.name));
    if lifted > 0 {
        text.push_str(&format!("{} of devices and networks lifted.\n", counted(lifted as u64, "ban")));
    }
    Ok(Ok(text))
}
