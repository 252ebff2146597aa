//! Games as they are kept.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::guests::parsed;
use crate::id::{GameId, GuestId, Secret};
use crate::table::{Entry, Occupant, Table};
use crate::time::Moment;
use api::MAX_SPECTATOR_DELAY;

/// A game with its log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The table that the log tells of.
    pub table: Table,
    /// Who may speak for which seat.
    pub holders: Vec<(usize, GuestId)>,
    /// The names of all guests who have to do with it.
    pub names: HashMap<GuestId, String>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// Its name.
    pub id: GameId,
    /// What is played.
    pub kind: String,
    /// By which rules.
    pub rules: String,
    /// What for.
    pub purpose: String,
    /// How far it is.
    pub stage: String,
    /// Who sits where.
    pub occupants: Vec<Occupant>,
    /// The seat whose decision it is.
    pub to_move: Option<usize>,
    /// Whether whoever asks has to decide.
    pub is_asker_awaited: bool,
    /// How many actions stand.
    pub actions: i64,
    /// Why it ended.
    pub ending: Option<String>,
    /// The places by seat.
    pub ranks: Option<String>,
    /// When it was made.
    pub created: Moment,
    /// When something happened last.
    pub changed: Moment,
    /// The milliseconds by which those are late who look on.
    pub spectator_delay: u64,
}

/// Which games are listed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameFilter {
    /// Those in which a guest holds a seat; all that are public if none.
    pub guest: Option<GuestId>,
    /// Those at this stage.
    pub stage: Option<String>,
    /// Those that changed before a moment: for the next page.
    pub before: Option<Moment>,
    /// Of those that changed at this very moment the ones behind a game, which was the last of its page.
    pub last: Option<GameId>,
    /// Who asks, to learn where it is his turn.
    pub asker: Option<GuestId>,
    /// When those ask who look on: games that they see later are listed with the stage that they see.
    pub seen_at: Option<Moment>,
    /// How many at most.
    pub most: u32,
    /// Whether private ones are listed too, whoever holds their seats.
    pub everything: bool,
}

/// An entry of any game.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredEntry {
    /// Its number among the entries of all games.
    pub id: i64,
    /// The game.
    pub game: GameId,
    /// The entry.
    pub entry: Entry,
}

impl Store {
    /// A game with its log.
    ///
    /// # Errors
    /// If the database cannot be read, or the log makes no sense.
    pub async fn game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let mut db = self.read.begin().await?;
        let Some((table, _)) = table(&mut db, id).await? else { return Ok(None) };
        let holders = holders(&mut db, id).await?;
        db.commit().await?;
        let names = self.names(seated(&table)).await?;
        Ok(Some(StoredGame { table, holders, names }))
    }

    /// Who holds the seats of a table, and what those are called who sit there.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn holders(
        &self,
        id: &GameId,
        table: &Table,
    ) -> Result<(Vec<(usize, GuestId)>, HashMap<GuestId, String>), StoreError> {
        let mut db = self.read.acquire().await?;
        let holders = holders(&mut db, id).await?;
        drop(db);
        Ok((holders, self.names(seated(table)).await?))
    }

    /// The names of guests; those who are forgotten have none.
    ///
    /// # Errors
    /// If the database cannot be read.
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

    /// Games, those that changed last first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameSummary>, StoreError> {
        let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new(
            "SELECT id, kind, rules, purpose, stage, seats, to_move, actions, ending, ranks, created, changed, \
             coalesce(json_extract(setup, '$.spectator_delay'), 0) AS delay, \
             awaited IN (SELECT seat FROM holders WHERE game = games.id AND guest = ",
        );
        sql.push_bind(filter.asker.as_ref().map(|guest| guest.as_str().to_owned()));
        sql.push(") AS is_asker_awaited FROM games WHERE ");
        match &filter.guest {
            Some(guest) => {
                sql.push("id IN (SELECT game FROM holders WHERE guest = ")
                    .push_bind(guest.as_str().to_owned())
                    .push(")");
            }
            None if filter.everything => drop(sql.push("1")),
            None => drop(sql.push("visibility = 'public'")),
        }
        if let Some(stage) = &filter.stage {
            at_stage(&mut sql, stage, filter.seen_at);
        }
        if let Some(before) = filter.before {
            sql.push(" AND (changed < ").push_bind(before.0);
            if let Some(last) = &filter.last {
                sql.push(" OR changed = ").push_bind(before.0).push(" AND id > ").push_bind(last.as_str().to_owned());
            }
            sql.push(")");
        }
        sql.push(" ORDER BY changed DESC, id LIMIT ").push_bind(i64::from(filter.most));
        let rows = sql.build().fetch_all(&self.read).await?;
        rows.iter().map(brief).collect()
    }

    /// The games that have to be looked at until a moment.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn games_to_wake(&self, until: Moment, most: u32) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE wake <= ? ORDER BY wake LIMIT ?";
        let rows = sqlx::query(sql).bind(until.0).bind(i64::from(most)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Games that are played with clocks, which stand still while the server is away; so many at most.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn games_with_clocks(&self, most: u32) -> Result<Vec<GameId>, StoreError> {
        let sql =
            "SELECT id FROM games WHERE stage = 'running' AND json_extract(setup, '$.clock.kind') <> 'none' LIMIT ?";
        let rows = sqlx::query(sql).bind(i64::from(most)).fetch_all(&self.read).await?;
        rows.iter().map(|row| parsed(row, 0)).collect()
    }

    /// Whether people are playing a game against each other that stands at a position with this hash.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn is_guarded(&self, hash: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM games WHERE guarded = ? LIMIT 1";
        Ok(sqlx::query(sql).bind(hash).fetch_optional(&self.read).await?.is_some())
    }

    /// Those of many hashes that are guarded like this.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn guarded_among(&self, hashes: &[String]) -> Result<HashSet<String>, StoreError> {
        /// How many are asked for at once: a statement can hold only so many values.
        const AT_ONCE: usize = 500;
        let mut guarded = HashSet::new();
        for some in hashes.chunks(AT_ONCE) {
            let mut sql: QueryBuilder<Sqlite> = QueryBuilder::new("SELECT guarded FROM games WHERE guarded IN (");
            let mut values = sql.separated(", ");
            for hash in some {
                values.push_bind(hash.clone());
            }
            sql.push(")");
            for row in sql.build().fetch_all(&self.read).await? {
                guarded.insert(row.try_get(0)?);
            }
        }
        Ok(guarded)
    }

    /// The seat that a secret opens.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn seat_of_secret(&self, secret: &Secret) -> Result<Option<(GameId, usize)>, StoreError> {
        let sql = "SELECT game, seat FROM seat_secrets WHERE digest = ?";
        let Some(row) = sqlx::query(sql).bind(secret.digest()).fetch_optional(&self.read).await? else {
            return Ok(None);
        };
        Ok(Some((parsed(&row, 0)?, usize::try_from(row.try_get::<i64, _>(1)?).unwrap_or(0))))
    }

    /// Whether a guest has made a game.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn is_owner(&self, game: &GameId, guest: &GuestId) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM games WHERE id = ? AND owner = ?").bind(game.as_str());
        Ok(query.bind(guest.as_str()).fetch_optional(&self.read).await?.is_some())
    }

    /// How many games that are not over a guest has made.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn open_games_of(&self, guest: &GuestId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM games WHERE owner = ? AND stage <> 'over'";
        let row = sqlx::query(sql).bind(guest.as_str()).fetch_one(&self.read).await?;
        Ok(u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX))
    }

    /// The entries of all games in which a guest holds a seat, after one of them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn entries_for(&self, guest: &GuestId, after: i64, most: u32) -> Result<Vec<StoredEntry>, StoreError> {
        let sql = "SELECT seq, at, deed, hash, id, game FROM entries WHERE id > ? AND game IN \
                   (SELECT game FROM holders WHERE guest = ?) ORDER BY id LIMIT ?";
        let query = sqlx::query(sql).bind(after).bind(guest.as_str()).bind(i64::from(most));
        let rows = query.fetch_all(&self.read).await?;
        let stored = |row: &SqliteRow| {
            let game: GameId = parsed(row, 5)?;
            Ok(StoredEntry { id: row.try_get(4)?, entry: entry(&game, row)?, game })
        };
        rows.iter().map(stored).collect()
    }

    /// The number of the last entry of all.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn last_entry(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT coalesce(max(id), 0) FROM entries").fetch_one(&self.read).await?;
        Ok(row.try_get(0)?)
    }

    /// When the last entry of all was made; later ones are never from an earlier time.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn last_entry_at(&self) -> Result<Option<Moment>, StoreError> {
        let row = sqlx::query("SELECT at FROM entries ORDER BY id DESC LIMIT 1").fetch_optional(&self.read).await?;
        row.map(|row| Ok(Moment(row.try_get(0)?))).transpose()
    }

    /// A fact about the server itself.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT value FROM meta WHERE key = ?").bind(key).fetch_optional(&self.read).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}

/// Only games at a stage: as those see it who play, or as those do who look on at a moment.
fn at_stage(sql: &mut QueryBuilder<Sqlite>, stage: &str, seen_at: Option<Moment>) {
    /// Of a game that is over, whether those who look on see it as running. An hour is the longest delay.
    fn push_unseen(sql: &mut QueryBuilder<Sqlite>, now: Moment) {
        sql.push("(changed > ").push_bind(now.minus(MAX_SPECTATOR_DELAY).0);
        sql.push(" AND changed + coalesce(json_extract(setup, '$.spectator_delay'), 0) > ").push_bind(now.0).push(")");
    }
    match (stage, seen_at) {
        ("running", Some(now)) => {
            // Each part has its index; with `OR` all games would be looked at.
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

/// The table that a log tells of, and the stage that lists have of it.
pub(super) async fn table(db: &mut SqliteConnection, id: &GameId) -> Result<Option<(Table, String)>, StoreError> {
    let sql = "SELECT setup, created, stage FROM games WHERE id = ?";
    let Some(row) = sqlx::query(sql).bind(id.as_str()).fetch_optional(&mut *db).await? else { return Ok(None) };
    let setup = serde_json::from_str(row.try_get(0)?).map_err(|error| damaged(id, &error))?;
    let sql = "SELECT seq, at, deed, hash FROM entries WHERE game = ? ORDER BY seq";
    let rows = sqlx::query(sql).bind(id.as_str()).fetch_all(&mut *db).await?;
    let log = rows.iter().map(|row| entry(id, row)).collect::<Result<Vec<Entry>, StoreError>>()?;
    let table = Table::replay(Arc::new(setup), Moment(row.try_get(1)?), log).map_err(|error| damaged(id, &error))?;
    Ok(Some((table, row.try_get(2)?)))
}

fn damaged(id: &GameId, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("game {id}: {error}"))
}

fn entry(game: &GameId, row: &SqliteRow) -> Result<Entry, StoreError> {
    Ok(Entry {
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

/// The guests who sit at a table.
fn seated(table: &Table) -> Vec<GuestId> {
    let guest = |occupant: &Occupant| match occupant {
        Occupant::Guest { guest } => Some(guest.clone()),
        _ => None,
    };
    table.seats().iter().filter_map(|seat| guest(&seat.occupant)).collect()
}

fn brief(row: &SqliteRow) -> Result<GameSummary, StoreError> {
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
        is_asker_awaited: row.try_get::<Option<bool>, _>("is_asker_awaited")?.unwrap_or(false),
        actions: row.try_get("actions")?,
        ending: row.try_get("ending")?,
        ranks: row.try_get("ranks")?,
        created: Moment(row.try_get("created")?),
        changed: Moment(row.try_get("changed")?),
        spectator_delay: u64::try_from(row.try_get::<i64, _>("delay")?).unwrap_or(0),
    })
}
