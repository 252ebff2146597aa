//! Reading games from the store.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use api::MAX_SPECTATOR_DELAY;
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::guests::parsed;
use crate::id::{GameId, GuestId, Secret};
use crate::table::{LogEntry, Occupant, Table};
use crate::time::Moment;

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
}

/// Summary of a game for lists.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    pub id: GameId,
    /// `ringrift` or `asg`.
    pub kind: String,
    /// The rules in one line.
    pub rules: String,
    pub purpose: String,
    pub stage: String,
    /// Occupants by seat.
    pub occupants: Vec<Occupant>,
    /// The seat to move.
    pub to_move: Option<usize>,
    /// Whether it is the turn of the guest in [`GameFilter::caller`].
    pub is_callers_turn: bool,
    /// Number of actions that were played and not taken back.
    pub actions: i64,
    /// Why the game ended, as named in records.
    pub ending: Option<String>,
    /// Ranks by seat, such as `1/2`.
    pub ranks: Option<String>,
    pub created: Moment,
    /// Time of the last entry.
    pub changed: Moment,
    /// Milliseconds by which spectators lag behind the players.
    pub spectator_delay: u64,
}

/// Selection of games for a list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameFilter {
    /// Only games in which this guest holds a seat; all public games if `None`.
    pub guest: Option<GuestId>,
    /// Only games at this stage.
    pub stage: Option<String>,
    /// Only games that changed before this moment, for the next page.
    pub before: Option<Moment>,
    /// The last game of the previous page; games that changed at the same moment follow it in the order of their ids.
    pub last: Option<GameId>,
    /// The guest for whom [`GameSummary::is_callers_turn`] is computed.
    pub caller: Option<GuestId>,
    /// Time at which spectators see the list: a delayed game is filtered by the stage that spectators see at this time.
    pub seen_at: Option<Moment>,
    /// Maximum number of games.
    pub limit: u32,
    /// Whether to include private games of all guests.
    pub include_private: bool,
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
        let holders = holders(&mut db, id).await?;
        db.commit().await?;
        let owner = rows.game.try_get::<Option<&str>, _>("owner")?.and_then(|owner| owner.parse().ok());
        let table = self.replays.run(|| rows.table()).await??;
        let names = self.names(seated_guests(&table)).await?;
        Ok(Some(StoredGame { table, holders, names, owner }))
    }

    /// Returns the holders of a game's seats, and the display names of the guests on them.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn holders(
        &self,
        id: &GameId,
        table: &Table,
    ) -> Result<(Vec<(usize, GuestId)>, HashMap<GuestId, String>), StoreError> {
        let mut db = self.read.acquire().await?;
        let holders = holders(&mut db, id).await?;
        drop(db);
        Ok((holders, self.names(seated_guests(table)).await?))
    }

    /// Returns the display names of guests. Deleted guests have none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn names(&self, mut guests: Vec<GuestId>) -> Result<HashMap<GuestId, String>, StoreError> {
        guests.sort_unstable();
        guests.dedup();
        let mut names = HashMap::new();
        for guest in guests {
            let sql = "SELECT name FROM guests WHERE id = ?";
            if let Some(row) = sqlx::query(sql).bind(guest.as_str()).fetch_optional(&self.read).await? {
                names.insert(guest, row.try_get(0)?);
            }
        }
        Ok(names)
    }

    /// Returns summaries of games, the most recently changed first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>, StoreError> {
        let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new(
            "SELECT id, kind, rules, purpose, stage, seats, to_move, actions, ending, ranks, created, changed, \
             coalesce(json_extract(setup, '$.spectator_delay'), 0) AS delay, \
             awaited IN (SELECT seat FROM holders WHERE game = games.id AND guest = ",
        );
        sql.push_bind(filter.caller.as_ref().map(|guest| guest.as_str().to_owned()));
        sql.push(") AS is_callers_turn FROM games WHERE ");
        match &filter.guest {
            Some(guest) => {
                sql.push("id IN (SELECT game FROM holders WHERE guest = ")
                    .push_bind(guest.as_str().to_owned())
                    .push(")");
            }
            None if filter.include_private => drop(sql.push("1")),
            None => drop(sql.push("visibility = 'public'")),
        }
        if let Some(stage) = &filter.stage {
            push_stage(&mut sql, stage, filter.seen_at);
        }
        if let Some(before) = filter.before {
            sql.push(" AND (changed < ").push_bind(before.0);
            if let Some(last) = &filter.last {
                sql.push(" OR changed = ").push_bind(before.0).push(" AND id > ").push_bind(last.as_str().to_owned());
            }
            sql.push(")");
        }
        sql.push(" ORDER BY changed DESC, id LIMIT ").push_bind(i64::from(filter.limit));
        let rows = sql.build().fetch_all(&self.read).await?;
        rows.iter().map(summary).collect()
    }

    /// Returns games whose wake-up time is `until` or earlier, earliest first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games_to_wake(&self, until: Moment, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE wake <= ? ORDER BY wake LIMIT ?";
        let rows = sqlx::query(sql).bind(until.0).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Returns running games with clocks.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn games_with_clocks(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "SELECT id FROM games WHERE stage = 'running' AND json_extract(setup, '$.clock.kind') <> 'none' LIMIT ?";
        let rows = sqlx::query(sql).bind(i64::from(limit)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Returns unfinished games whose last change is later than a moment.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn unfinished_games_after(&self, moment: Moment) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE stage <> 'over' AND changed > ?";
        let rows = sqlx::query(sql).bind(moment.0).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Reports whether an unfinished game without clocks was last changed before a moment.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn has_idle_game(&self, before: Moment) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM games WHERE stage <> 'over' AND changed <= ? \
                   AND json_extract(setup, '$.clock.kind') = 'none' LIMIT 1";
        Ok(sqlx::query(sql).bind(before.0).fetch_optional(&self.read).await?.is_some())
    }

    /// Reports whether guests are playing against each other in a position with this hash; such a position must not be
    /// analysed.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn is_guarded(&self, hash: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM games WHERE guarded = ? LIMIT 1";
        Ok(sqlx::query(sql).bind(hash).fetch_optional(&self.read).await?.is_some())
    }

    /// Returns the hashes for which [`Store::is_guarded`] is true.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn guarded_among(&self, hashes: &[String]) -> Result<HashSet<String>, StoreError> {
        /// Hashes per query; SQLite limits the number of bound values.
        const HASHES_PER_QUERY: usize = 500;
        let mut guarded = HashSet::new();
        for chunk in hashes.chunks(HASHES_PER_QUERY) {
            let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT guarded FROM games WHERE guarded IN (");
            let mut values = sql.separated(", ");
            for hash in chunk {
                values.push_bind(hash.clone());
            }
            sql.push(")");
            for row in sql.build().fetch_all(&self.read).await? {
                guarded.insert(row.try_get(0)?);
            }
        }
        Ok(guarded)
    }

    /// Returns the game and the seat that a secret belongs to.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn seat_of_secret(&self, secret: &Secret) -> Result<Option<(GameId, usize)>, StoreError> {
        let sql = "SELECT game, seat FROM seat_secrets WHERE digest = ?";
        let Some(row) = sqlx::query(sql).bind(secret.digest()).fetch_optional(&self.read).await? else {
            return Ok(None);
        };
        Ok(Some((parsed(&row, 0)?, usize::try_from(row.try_get::<i64, _>(1)?).unwrap_or(0))))
    }

    /// Reports whether a guest created a game.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn is_owner(&self, game: &GameId, guest: &GuestId) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM games WHERE id = ? AND owner = ?").bind(game.as_str());
        Ok(query.bind(guest.as_str()).fetch_optional(&self.read).await?.is_some())
    }

    /// Returns the number of unfinished games that a guest has created.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn unfinished_games_of(&self, guest: &GuestId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM games WHERE owner = ? AND stage <> 'over'";
        let row = sqlx::query(sql).bind(guest.as_str()).fetch_one(&self.read).await?;
        Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX))
    }

    /// Returns the entries after `after` of all games in which a guest holds a seat.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn entries_for(&self, guest: &GuestId, after: i64, limit: u32) -> Result<Vec<StoredEntry>, StoreError> {
        let sql = "SELECT seq, at, deed, hash, id, game FROM entries WHERE id > ? AND game IN \
                   (SELECT game FROM holders WHERE guest = ?) ORDER BY id LIMIT ?";
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

/// Restricts a query to a stage: the actual one, or the one that spectators see at a moment.
fn push_stage(sql: &mut QueryBuilder<Sqlite>, stage: &str, seen_at: Option<Moment>) {
    /// Adds the condition that the end of a game is not yet visible to spectators. The first part uses an index.
    fn push_unseen(sql: &mut QueryBuilder<Sqlite>, now: Moment) {
        sql.push("(changed > ").push_bind(now.minus(MAX_SPECTATOR_DELAY).0);
        sql.push(" AND changed + coalesce(json_extract(setup, '$.spectator_delay'), 0) > ").push_bind(now.0).push(")");
    }
    match (stage, seen_at) {
        ("running", Some(now)) => {
            // Each part uses an index. With `OR`, SQLite would scan all games.
            sql.push(" AND id IN (SELECT id FROM games WHERE stage = 'running' UNION ALL ");
            sql.push("SELECT id FROM games WHERE visibility = 'public' AND stage = 'over' AND ");
            push_unseen(sql, now);
            sql.push(")");
        }
        ("over", Some(now)) => {
            sql.push(" AND stage = 'over' AND NOT ");
            push_unseen(sql, now);
        }
        _ => drop(sql.push(" AND stage = ").push_bind(stage.to_owned())),
    }
}

/// Rebuilds the table of a game. Also returns the value of its column `stage`. Blocks the thread while it replays the log.
pub(super) async fn table(db: &mut SqliteConnection, id: &GameId) -> Result<Option<(Table, String)>, StoreError> {
    let Some(rows) = GameRows::read(db, id).await? else { return Ok(None) };
    let stage = rows.game.try_get("stage")?;
    Ok(Some((rows.table()?, stage)))
}

/// Rows of a game, not yet decoded.
struct GameRows {
    id: GameId,
    game: SqliteRow,
    entries: Vec<SqliteRow>,
}

impl GameRows {
    async fn read(db: &mut SqliteConnection, id: &GameId) -> Result<Option<GameRows>, StoreError> {
        let sql = "SELECT setup, created, stage, owner FROM games WHERE id = ?";
        let Some(game) = sqlx::query(sql).bind(id.as_str()).fetch_optional(&mut *db).await? else { return Ok(None) };
        let sql = "SELECT seq, at, deed, hash FROM entries WHERE game = ? ORDER BY seq";
        let entries = sqlx::query(sql).bind(id.as_str()).fetch_all(db).await?;
        Ok(Some(GameRows { id: id.clone(), game, entries }))
    }

    /// Decodes the rows and replays the log.
    fn table(self) -> Result<Table, StoreError> {
        let GameRows { id, game, entries } = self;
        let setup = serde_json::from_str(game.try_get("setup")?).map_err(|error| damaged(&id, &error))?;
        let mut table = Table::new(Arc::new(setup), Moment(game.try_get("created")?)).map_err(|e| damaged(&id, &e))?;
        for row in entries {
            table.apply(entry(&id, &row)?).map_err(|error| damaged(&id, &error))?;
        }
        Ok(table)
    }
}

fn damaged(id: &GameId, error: &dyn std::fmt::Display) -> StoreError {
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

/// Returns the guests on the seats of a table, including those who left.
fn seated_guests(table: &Table) -> Vec<GuestId> {
    let guest = |occupant: &Occupant| match occupant {
        Occupant::Guest { guest } => Some(guest.clone()),
        _ => None,
    };
    table.seats().iter().filter_map(|seat| guest(&seat.occupant)).collect()
}

fn summary(row: &SqliteRow) -> Result<GameSummary, StoreError> {
    let id: GameId = parsed(row, 0)?;
    let occupants = serde_json::from_str(row.try_get("seats")?).map_err(|error| damaged(&id, &error))?;
    Ok(GameSummary {
        id,
        kind: row.try_get("kind")?,
        rules: row.try_get("rules")?,
        purpose: row.try_get("purpose")?,
        stage: row.try_get("stage")?,
        occupants,
        to_move: row.try_get::<Option<i64>, _>("to_move")?.and_then(|seat| usize::try_from(seat).ok()),
        is_callers_turn: row.try_get::<Option<bool>, _>("is_callers_turn")?.unwrap_or(false),
        actions: row.try_get("actions")?,
        ending: row.try_get("ending")?,
        ranks: row.try_get("ranks")?,
        created: Moment(row.try_get("created")?),
        changed: Moment(row.try_get("changed")?),
        spectator_delay: u64::try_from(row.try_get::<i64, _>("delay")?).unwrap_or(0),
    })
}
