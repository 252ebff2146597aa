//! Bans of devices and networks, and the devices and networks that guests have used.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::guests::parsed;
use crate::id::GuestId;
use crate::time::Moment;

/// Largest number of bans of devices and networks.
pub const MAX_BANS: u32 = 10_000;

/// Number of devices, and of networks, that are stored for a guest.
pub const MAX_TRACES: u32 = 5;

/// Name of the value that changes whenever the bans change.
const BANS_VERSION: &str = "bans_version";

/// What a ban or a trace of a guest identifies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BanKind {
    /// A browser, by the random id in its device cookie.
    Device,
    /// An IPv4 address, or a network.
    Network,
}

impl BanKind {
    /// Returns the name in the database and in lists.
    pub const fn name(self) -> &'static str {
        match self {
            BanKind::Device => "device",
            BanKind::Network => "network",
        }
    }
}

impl std::str::FromStr for BanKind {
    type Err = String;

    fn from_str(text: &str) -> Result<BanKind, String> {
        let kind = [BanKind::Device, BanKind::Network].into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| format!("unknown kind of ban {}", ringrift::excerpt(text)))
    }
}

/// A ban of a device or a network.
#[derive(Clone, PartialEq, Debug)]
pub struct BanRow {
    /// Id for operators.
    pub id: String,
    pub kind: BanKind,
    /// Id of the device, or text of the network.
    pub value: String,
    /// Reason shown to visitors.
    pub reason: String,
    /// The guest who was banned together with the device or network.
    pub guest: Option<GuestId>,
    pub created: Moment,
    /// End of the ban; `None` if it has none.
    pub until: Option<Moment>,
}

/// A device or network that a guest has used.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceRow {
    pub kind: BanKind,
    pub value: String,
    /// When the guest used it last.
    pub seen: Moment,
}

impl Store {
    /// Returns the bans of devices and networks, the newest first. Reports and skips damaged rows.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn bans(&self) -> Result<Vec<BanRow>, StoreError> {
        let sql = "SELECT kind, guest, id, value, reason, created, until FROM bans ORDER BY created DESC, id LIMIT ?";
        let rows = sqlx::query(sql).bind(MAX_BANS).fetch_all(&self.read).await?;
        let ban = |row: &SqliteRow| {
            Ok(BanRow {
                kind: parsed(row, 0)?,
                guest: row.try_get::<Option<&str>, _>(1)?.and_then(|guest| guest.parse().ok()),
                id: row.try_get(2)?,
                value: row.try_get(3)?,
                reason: row.try_get(4)?,
                created: Moment(row.try_get(5)?),
                until: row.try_get::<Option<i64>, _>(6)?.map(Moment),
            })
        };
        let readable = |row: &SqliteRow| {
            let ban: Result<BanRow, StoreError> = ban(row);
            ban.inspect_err(|error| tracing::error!(%error, "a ban is damaged and ignored")).ok()
        };
        Ok(rows.iter().filter_map(readable).collect())
    }

    /// Returns a text that changes whenever the bans of devices and networks change.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn bans_version(&self) -> Result<Option<String>, StoreError> {
        self.meta(BANS_VERSION).await
    }

    /// Returns the devices and networks that a guest has used, the latest first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn traces(&self, guest: &GuestId) -> Result<Vec<TraceRow>, StoreError> {
        let sql = "SELECT kind, value, seen FROM guest_traces WHERE guest = ? ORDER BY seen DESC";
        let rows = sqlx::query(sql).bind(guest.as_str()).fetch_all(&self.read).await?;
        let trace = |row: &SqliteRow| {
            Ok(TraceRow { kind: parsed(row, 0)?, value: row.try_get(1)?, seen: Moment(row.try_get(2)?) })
        };
        rows.iter().map(trace).collect()
    }
}

/// Adds a ban, or replaces the ban of the same device or network made with the same guest.
pub(super) async fn add(ban: &BanRow, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql =
        "INSERT OR REPLACE INTO bans (id, kind, value, reason, guest, created, until) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let query = sqlx::query(sql).bind(&ban.id).bind(ban.kind.name()).bind(&ban.value).bind(&ban.reason);
    let query = query.bind(ban.guest.as_ref().map(GuestId::as_str)).bind(ban.created.0);
    query.bind(ban.until.map(|until| until.0)).execute(&mut *db).await?;
    changed(db).await
}

/// Lifts the ban with this id, and all bans made together with the ban of this guest.
pub(super) async fn lift(id: &str, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM bans WHERE id = ?1 OR guest = ?1").bind(id).execute(&mut *db).await?;
    changed(db).await
}

/// Changes the version of the bans, so that a running server reads them again.
async fn changed(db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, hex(randomblob(8)))";
    sqlx::query(sql).bind(BANS_VERSION).execute(db).await.map(|_| ())
}

/// Stores a device or network of a guest, and deletes all except the latest ones of its kind.
pub(super) async fn trace(guest: &GuestId, trace: &TraceRow, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    // The guest may have been deleted in the meantime.
    let sql = "INSERT OR REPLACE INTO guest_traces (guest, kind, value, seen) \
               SELECT id, ?, ?, ? FROM guests WHERE id = ?";
    let query = sqlx::query(sql).bind(trace.kind.name()).bind(&trace.value).bind(trace.seen.0);
    query.bind(guest.as_str()).execute(&mut *db).await?;
    let sql = "DELETE FROM guest_traces WHERE guest = ?1 AND kind = ?2 AND value NOT IN \
               (SELECT value FROM guest_traces WHERE guest = ?1 AND kind = ?2 ORDER BY seen DESC LIMIT ?3)";
    let query = sqlx::query(sql).bind(guest.as_str()).bind(trace.kind.name()).bind(MAX_TRACES);
    query.execute(db).await.map(|_| ())
}

/// Deletes devices and networks that were last used before a moment, and bans that have ended.
pub(super) async fn expire(traces: Moment, bans: Moment, db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM guest_traces WHERE seen < ?").bind(traces.0).execute(&mut *db).await?;
    sqlx::query("DELETE FROM bans WHERE until <= ?").bind(bans.0).execute(db).await.map(|_| ())
}
