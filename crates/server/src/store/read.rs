//! Reading games from the store.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};
use table::{LogEntry, Occupant, Table};

use super::Store;
use super::error::StoreError;
use super::guests::parsed;
use crate::id::{GameId, GuestId, Secret};
use crate::time::Moment;

/// Values per query; SQLite limits the number of bound values.
const VALUES_PER_QUERY: usize = 500;

/// Number of the latest entries among which those of a guest's games are found by looking at all of them.
const RECENT_ENTRIES: i64 = 10_000;

pub(super) const GAMES_TO_WAKE: &str = "SELECT id FROM games WHERE wake <= ? ORDER BY wake LIMIT ?";

pub(super) const GAMES_WITH_CLOCKS: &str = "SELECT id FROM games WHERE stage = 'running' AND has_clocks = 1 LIMIT ?";

pub(super) const UNFINISHED_AFTER: &str = "SELECT id FROM games WHERE visibility IN ('public', 'private') \
    AND stage IN ('waiting', 'running') AND changed > ?";

pub(super) const IDLE_GAME: &str = "SELECT 1 FROM games WHERE visibility IN ('public', 'private') \
    AND stage IN ('waiting', 'running') AND listed <= ?1 AND changed <= ?1 AND has_clocks = 0 LIMIT 1";

pub(super) const UNFINISHED_OF_OWNER: &str =
    "SELECT count(*) FROM games WHERE owner = ? AND stage IN ('waiting', 'running')";

/// Number of tables at which the new name of a guest is compared with those of the other players.
const MAX_TABLES: u32 = 1_000;

pub(super) const TABLES_OF_GUEST: &str = "SELECT seats FROM games WHERE id IN (SELECT game FROM holders \
    WHERE guest = ? AND stage IN ('waiting', 'running') ORDER BY changed DESC LIMIT ?)";

/// Entries after `?1` of the games of the guest `?2`, if `?1` is recent: looks at all entries after it.
pub(super) const RECENT_ENTRIES_OF_GUEST: &str = "SELECT seq, at, deed, hash, id, game FROM entries \
    WHERE id > ?1 AND +game IN (SELECT game FROM holders WHERE guest = ?2) ORDER BY id LIMIT ?3";

/// The same for any `?1`: looks at all entries of the guest's games, but in an index.
pub(super) const ENTRIES_OF_GUEST: &str = "SELECT seq, at, deed, hash, id, game FROM entries WHERE id IN ( \
    SELECT entries.id FROM (SELECT DISTINCT game FROM holders WHERE guest = ?2) AS own \
    CROSS JOIN entries ON entries.game = own.game WHERE entries.id > ?1 ORDER BY entries.id LIMIT ?3) ORDER BY id";

/// A game with its log and its guests.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The table, rebuilt from the log.
    pub table: Table,
    /// Seats and the guests who may act for them.
    pub holders: Vec<(usize, GuestId)>,
    /// Display names of the guests on the seats.
    pub names: HashMap<GuestId, String>,
    /// The guest who created the game, unless they were deleted.
    pub owner: Option<GuestId>,
    /// Guests who may watch the game because they opened its share link.
    pub viewers: BTreeSet<GuestId>,
}

/// Guests of a game.
#[derive(Clone, Debug)]
pub struct GameGuests {
    /// Seats and the guests who may act for them.
    pub holders: Vec<(usize, GuestId)>,
    /// Guests who may watch the game because they opened its share link.
    pub viewers: BTreeSet<GuestId>,
    /// Display names of the guests on the seats.
    pub names: HashMap<GuestId, String>,
}

/// A log entry of any game.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredEntry {
    /// Number of the entry among the entries of all games.
    pub id: i64,
    pub game: GameId,
    pub entry: LogEntry,
}

impl Store {
    /// Reads a game and rebuilds its table.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read or the log is damaged.
    pub async fn game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let mut db = self.read.begin().await?;
        let Some(rows) = GameRows::read(&mut db, id).await? else { return Ok(None) };
        let (holders, viewers) = (holders(&mut db, id).await?, viewers(&mut db, id).await?);
        db.commit().await?;
        let owner = rows.game.try_get::<Option<&str>, _>("owner")?.and_then(|owner| owner.parse().ok());
        let table = self.replays.run(|| rows.table()).await??;
        let names = self.names(seated_guests(&table)).await?;
        Ok(Some(StoredGame { table, holders, names, owner, viewers }))
    }

    /// Returns the guests of a game.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guests_of(&self, id: &GameId, table: &Table) -> Result<GameGuests, StoreError> {
        let mut db = self.read.begin().await?;
        let (holders, viewers) = (holders(&mut db, id).await?, viewers(&mut db, id).await?);
        db.commit().await?;
        Ok(GameGuests { holders, viewers, names: self.names(seated_guests(table)).await? })
    }

    /// Returns the display names of guests. Deleted guests have none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn names(&self, mut guests: Vec<GuestId>) -> Result<HashMap<GuestId, String>, StoreError> {
        guests.sort_unstable();
        guests.dedup();
        let mut names = HashMap::new();
        for chunk in guests.chunks(VALUES_PER_QUERY) {
            let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT id, name FROM guests WHERE id IN (");
            let mut values = sql.separated(", ");
            for guest in chunk {
                values.push_bind(guest.as_str().to_owned());
            }
            sql.push(")");
            for row in sql.build().fetch_all(&self.read).await? {
                names.insert(parsed(&row, 0)?, row.try_get(1)?);
            }
        }
        Ok(names)
    }

    /// Returns games whose wake-up time is `until` or earlier, earliest first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games_to_wake(&self, until: Moment, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(GAMES_TO_WAKE).bind(until.0).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Returns running games with clocks.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games_with_clocks(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(GAMES_WITH_CLOCKS).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Returns unfinished games whose last change is later than a moment.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn unfinished_games_after(&self, moment: Moment) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(UNFINISHED_AFTER).bind(moment.0).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Reports whether an unfinished game without clocks was last changed before a moment.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn has_idle_game(&self, before: Moment) -> Result<bool, StoreError> {
        Ok(sqlx::query(IDLE_GAME).bind(before.0).fetch_optional(&self.read).await?.is_some())
    }

    /// Returns those hashes whose positions guests are playing against each other; the server must not evaluate them.
    /// The hashes are those of [`ringrift::Position::symmetric_hash`].
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guarded_among(&self, hashes: &[u64]) -> Result<HashSet<u64>, StoreError> {
        let mut guarded = HashSet::new();
        for chunk in hashes.chunks(VALUES_PER_QUERY) {
            let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT hash FROM guarded_positions WHERE hash IN (");
            let mut values = sql.separated(", ");
            for hash in chunk {
                values.push_bind(hash.cast_signed());
            }
            sql.push(")");
            for row in sql.build().fetch_all(&self.read).await? {
                guarded.insert(row.try_get::<i64, _>(0)?.cast_unsigned());
            }
        }
        Ok(guarded)
    }

    /// Returns the game and the seat that a secret belongs to.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn seat_of_secret(&self, secret: &Secret) -> Result<Option<(GameId, usize)>, StoreError> {
        self.seat_with_digest("SELECT game, seat FROM seat_secrets WHERE digest = ?", secret).await
    }

    async fn seat_with_digest(
        &self,
        sql: &'static str,
        secret: &Secret,
    ) -> Result<Option<(GameId, usize)>, StoreError> {
        let Some(row) = sqlx::query(sql).bind(secret.digest()).fetch_optional(&self.read).await? else {
            return Ok(None);
        };
        Ok(Some((parsed(&row, 0)?, usize::try_from(row.try_get::<i64, _>(1)?).unwrap_or(0))))
    }

    /// Returns the game and the seat that was taken with an invitation.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn seat_of_used_invitation(&self, secret: &Secret) -> Result<Option<(GameId, usize)>, StoreError> {
        self.seat_with_digest("SELECT game, seat FROM used_invitations WHERE digest = ?", secret).await
    }

    /// Returns the random text from which the secret of a game's share link is derived; `None` if it has no link.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn share_nonce(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT nonce FROM shares WHERE game = ?").bind(game.as_str());
        Ok(query.fetch_optional(&self.read).await?.map(|row| row.try_get(0)).transpose()?)
    }

    /// Reports whether a guest created a game.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn is_owner(&self, game: &GameId, guest: &GuestId) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM games WHERE id = ? AND owner = ?").bind(game.as_str());
        Ok(query.bind(guest.as_str()).fetch_optional(&self.read).await?.is_some())
    }

    /// Returns the occupants of unfinished games in which a guest holds a seat, of the latest ones if there are many.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn tables_of(&self, guest: &GuestId) -> Result<Vec<Vec<Occupant>>, StoreError> {
        let rows = sqlx::query(TABLES_OF_GUEST).bind(guest.as_str()).bind(MAX_TABLES).fetch_all(&self.read).await?;
        // Damaged games are left out, as in lists, which report them.
        Ok(rows.iter().filter_map(|row| serde_json::from_str(row.try_get(0).ok()?).ok()).collect())
    }

    /// Returns the number of unfinished games that a guest has created.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn unfinished_games_of(&self, guest: &GuestId) -> Result<u32, StoreError> {
        let row = sqlx::query(UNFINISHED_OF_OWNER).bind(guest.as_str()).fetch_one(&self.read).await?;
        Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX))
    }

    /// Returns the entries after `after` of all games in which a guest holds a seat.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn entries_for(&self, guest: &GuestId, after: i64, limit: u32) -> Result<Vec<StoredEntry>, StoreError> {
        let is_recent = after >= self.last_entry().await? - RECENT_ENTRIES;
        let sql = if is_recent { RECENT_ENTRIES_OF_GUEST } else { ENTRIES_OF_GUEST };
        let query = sqlx::query(sql).bind(after).bind(guest.as_str()).bind(i64::from(limit));
        let rows = query.fetch_all(&self.read).await?;
        let stored = |row: &SqliteRow| {
            let game: GameId = parsed(row, 5)?;
            Ok(StoredEntry { id: row.try_get(4)?, entry: entry(&game, row)?, game })
        };
        rows.iter().map(stored).collect()
    }

    /// Returns the number of the last entry among all games; 0 if there is none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn last_entry(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT coalesce(max(id), 0) FROM entries").fetch_one(&self.read).await?;
        Ok(row.try_get(0)?)
    }

    /// Returns the time of the last entry among all games. New entries must not be earlier.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn last_entry_at(&self) -> Result<Option<Moment>, StoreError> {
        let row = sqlx::query("SELECT at FROM entries ORDER BY id DESC LIMIT 1").fetch_optional(&self.read).await?;
        row.map(|row| Ok(Moment(row.try_get(0)?))).transpose()
    }

    /// Returns a server-wide value, such as the time of the last heartbeat.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT value FROM meta WHERE key = ?").bind(key).fetch_optional(&self.read).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}

/// Rebuilds the table of a game. Also returns the value of its column `stage`. Blocks the thread while it replays the log.
pub(super) async fn table(db: &mut SqliteConnection, id: &GameId) -> Result<Option<(Table, String)>, StoreError> {
    let Some(rows) = GameRows::read(db, id).await? else { return Ok(None) };
    let stage = rows.game.try_get("stage")?;
    Ok(Some((rows.table()?, stage)))
}

/// Rows of a game, not yet decoded.
pub(super) struct GameRows {
    id: GameId,
    game: SqliteRow,
    entries: Vec<SqliteRow>,
}

impl GameRows {
    pub(super) async fn read(db: &mut SqliteConnection, id: &GameId) -> Result<Option<GameRows>, StoreError> {
        let sql = "SELECT setup, created, stage, owner FROM games WHERE id = ?";
        let Some(game) = sqlx::query(sql).bind(id.as_str()).fetch_optional(&mut *db).await? else { return Ok(None) };
        let sql = "SELECT seq, at, deed, hash FROM entries WHERE game = ? ORDER BY seq";
        let entries = sqlx::query(sql).bind(id.as_str()).fetch_all(db).await?;
        Ok(Some(GameRows { id: id.clone(), game, entries }))
    }

    /// Decodes the rows and replays the log.
    fn table(self) -> Result<Table, StoreError> {
        let mut table = self.start()?;
        self.entries.iter().try_for_each(|row| self.apply(&mut table, row))?;
        Ok(table)
    }

    /// Replays the log up to its last valid entry. Also returns the problem of the entry after it.
    pub(super) fn valid_part(&self) -> Result<(Table, Option<StoreError>), StoreError> {
        let start = self.start()?;
        let mut table = start.clone();
        for (number, row) in self.entries.iter().enumerate() {
            if let Err(problem) = self.apply(&mut table, row) {
                // The table must not be used after an entry that is invalid.
                table = start;
                self.entries[..number].iter().try_for_each(|row| self.apply(&mut table, row))?;
                return Ok((table, Some(problem)));
            }
        }
        Ok((table, None))
    }

    /// Returns the table before the first entry.
    fn start(&self) -> Result<Table, StoreError> {
        let setup = serde_json::from_str(self.game.try_get("setup")?).map_err(|error| damaged(&self.id, &error))?;
        let created = Moment(self.game.try_get("created")?);
        Table::new(Arc::new(setup), created).map_err(|error| damaged(&self.id, &error))
    }

    fn apply(&self, table: &mut Table, row: &SqliteRow) -> Result<(), StoreError> {
        table.apply(entry(&self.id, row)?).map(|_| ()).map_err(|error| damaged(&self.id, &error))
    }
}

pub(super) fn damaged(id: &GameId, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("game {id}: {error}"))
}

fn entry(game: &GameId, row: &SqliteRow) -> Result<LogEntry, StoreError> {
    Ok(LogEntry {
        seq: u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or(0),
        at: Moment(row.try_get(1)?),
        event: serde_json::from_str(row.try_get(2)?).map_err(|error| damaged(game, &error))?,
        hash: row.try_get(3)?,
    })
}

async fn holders(db: &mut SqliteConnection, id: &GameId) -> Result<Vec<(usize, GuestId)>, StoreError> {
    let sql = "SELECT guest, seat FROM holders WHERE game = ?";
    let rows = sqlx::query(sql).bind(id.as_str()).fetch_all(db).await?;
    let holder = |row: &SqliteRow| Ok((usize::try_from(row.try_get::<i64, _>(1)?).unwrap_or(0), parsed(row, 0)?));
    rows.iter().map(holder).collect()
}

async fn viewers(db: &mut SqliteConnection, id: &GameId) -> Result<BTreeSet<GuestId>, StoreError> {
    let rows = sqlx::query("SELECT guest FROM viewers WHERE game = ?").bind(id.as_str()).fetch_all(db).await?;
    rows.iter().map(|row| parsed(row, 0)).collect()
}

/// Returns the guests on the seats of a table, including those who left.
fn seated_guests(table: &Table) -> Vec<GuestId> {
    let guest = |occupant: &Occupant| match occupant {
        Occupant::Guest { guest } => Some(guest.clone()),
        _ => None,
    };
    table.seats().iter().filter_map(|seat| guest(&seat.occupant)).collect()
}
