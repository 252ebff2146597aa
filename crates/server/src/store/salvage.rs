//! Salvage of a damaged database: copies everything that is readable to a new one.

use std::path::Path;

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use table::Stage;

use super::backup::{copy_with_journals, remove_all, sync, with_suffix};
use super::error::StoreError;
use super::op::{GameRow, Op};
use super::read::GameRows;
use super::schema::migrate;
use super::{FILE, lock_folder, options};
use crate::id::GameId;
use crate::time::Moment;

/// Result of a salvage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SalvageReport {
    pub guests: u64,
    pub games: u64,
    /// Number of log entries of all games.
    pub entries: u64,
    /// What could not be read.
    pub losses: Vec<String>,
}

/// Tables with the columns of their keys, except the log entries. Rows refer only to rows of earlier tables.
const TABLES: [(&str, &[&str]); 12] = [
    ("meta", &["key"]),
    ("guests", &["id"]),
    ("tokens", &["digest"]),
    ("games", &["id"]),
    ("holders", &["game", "seat", "guest"]),
    ("seat_secrets", &["game", "seat"]),
    ("used_invitations", &["digest"]),
    ("shares", &["game"]),
    ("viewers", &["game", "guest"]),
    ("guarded_positions", &["game", "turn", "hash"]),
    ("bans", &["id"]),
    ("guest_traces", &["guest", "kind", "value"]),
];

/// Writes everything that is readable in the database of a folder to a new database. The damaged one does not change. A game whose
/// log is damaged ends with its last readable entry.
///
/// # Errors
/// Returns an error if the folder has no database or a server uses it, the new file exists or cannot be written, nothing of
/// the old file can be read, or it has another schema version and cannot be migrated.
pub async fn salvage(folder: &Path, file: &Path) -> Result<SalvageReport, StoreError> {
    if file.exists() {
        return Err(StoreError::Exists);
    }
    if !folder.join(FILE).exists() {
        return Err(StoreError::NoDatabase(folder.to_owned()));
    }
    let _lock = lock_folder(folder)?;
    // SQLite may change the file that it reads, so it reads a copy.
    let copy = with_suffix(file, ".damaged");
    let salvaged = match copy_with_journals(&folder.join(FILE), &copy) {
        Ok(()) => copy_readable(&copy, file).await,
        Err(error) => Err(StoreError::folder(folder, error)),
    };
    let _ = remove_all(&copy);
    if salvaged.is_err() {
        let _ = remove_all(file);
    }
    salvaged
}

async fn copy_readable(copy: &Path, file: &Path) -> Result<SalvageReport, StoreError> {
    let open = |error| StoreError::open(file, error);
    let mut old = options(copy).connect().await.map_err(|error| StoreError::open(copy, error))?;
    migrate(&mut old).await?;
    old.close().await?;
    // The file is flushed to disk once, at the end. A transaction cannot contain reads of damaged pages.
    let new = options(file).create_if_missing(true).synchronous(SqliteSynchronous::Off);
    let mut db = new.connect().await.map_err(open)?;
    migrate(&mut db).await?;
    let name = copy.to_str().ok_or_else(|| StoreError::NotWritten("the file name is not valid UTF-8".to_owned()))?;
    sqlx::query("ATTACH DATABASE ? AS old").bind(name).execute(&mut db).await?;
    let mut report = SalvageReport::default();
    for (table, keys) in TABLES {
        let copied = copy_table(&mut db, table, keys, &mut report.losses).await?;
        match table {
            "guests" => report.guests = copied,
            "games" => report.games = copied,
            _ => {}
        }
    }
    let ids = sqlx::query("SELECT id FROM games ORDER BY created, id").fetch_all(&mut db).await?;
    for row in ids {
        let id: String = row.try_get(0)?;
        match id.parse::<GameId>() {
            Ok(game) => report.entries += copy_log(&mut db, &game, &mut report.losses).await?,
            Err(_) => report.losses.push(format!("{} is not a valid game id", ringrift::excerpt(&id))),
        }
    }
    sqlx::query("DETACH DATABASE old").execute(&mut db).await?;
    db.close().await?;
    sync(file).map_err(|error| StoreError::folder(file, error))?;
    Ok(report)
}

/// Copies all readable rows of a table and returns their number.
async fn copy_table(
    db: &mut SqliteConnection,
    table: &str,
    keys: &[&str],
    losses: &mut Vec<String>,
) -> Result<u64, StoreError> {
    let columns = sqlx::query(AssertSqlSafe(format!("PRAGMA old.table_info({table})"))).fetch_all(&mut *db).await?;
    let columns: Vec<String> = columns.iter().map(|row| row.try_get(1)).collect::<Result<_, _>>()?;
    let columns = columns.join(", ");
    let condition = keys.iter().map(|key| format!("{key} = ?")).collect::<Vec<_>>().join(" AND ");
    let sql =
        format!("INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM old.{table} WHERE {condition}");
    let mut copied = 0;
    for key in readable_keys(db, table, keys, losses).await {
        let query = key.iter().fold(sqlx::query(AssertSqlSafe(sql.clone())), sqlx::query::Query::bind);
        match query.execute(&mut *db).await {
            Ok(done) => copied += done.rows_affected(),
            Err(error) => losses.push(format!("{table} {}: {error}", ringrift::excerpt(&key.join(" ")))),
        }
    }
    Ok(copied)
}

/// Returns the keys of a table that can be read: from the first one to the first damage, and from the last one back to it.
async fn readable_keys(
    db: &mut SqliteConnection,
    table: &str,
    keys: &[&str],
    losses: &mut Vec<String>,
) -> Vec<Vec<String>> {
    let texts = keys.iter().map(|key| format!("CAST({key} AS TEXT)")).collect::<Vec<_>>().join(", ");
    let mut found: Vec<Vec<String>> = Vec::new();
    for direction in ["", " DESC"] {
        let order = keys.iter().map(|key| format!("{key}{direction}")).collect::<Vec<_>>().join(", ");
        let sql = AssertSqlSafe(format!("SELECT {texts} FROM old.{table} ORDER BY {order}"));
        let mut rows = sqlx::query(sql).fetch(&mut *db);
        let damage = loop {
            match rows.try_next().await {
                Ok(Some(row)) => found.extend(key_of(&row, keys.len())),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        match damage {
            None => break,
            Some(error) if direction.is_empty() => losses.push(format!("table {table}: {error}")),
            Some(_) => {}
        }
    }
    found
}

fn key_of(row: &SqliteRow, length: usize) -> Option<Vec<String>> {
    (0..length).map(|column| row.try_get(column).ok()).collect()
}

/// Copies the log of a game as far as it is readable and valid, and returns the number of its entries.
async fn copy_log(db: &mut SqliteConnection, game: &GameId, losses: &mut Vec<String>) -> Result<u64, StoreError> {
    let sql = "INSERT INTO main.entries (id, game, seq, at, deed, hash) \
               SELECT id, game, seq, at, deed, hash FROM old.entries WHERE game = ? AND seq = ?";
    let mut damage = None;
    for seq in 1_i64.. {
        match sqlx::query(sql).bind(game.as_str()).bind(seq).execute(&mut *db).await {
            Ok(done) if done.rows_affected() == 0 => break,
            Ok(_) => {}
            Err(error) => {
                damage = Some(error.to_string());
                break;
            }
        }
    }
    let Some(rows) = GameRows::read(db, game).await? else { return Ok(0) };
    match rows.valid_part() {
        Ok((table, problem)) => {
            let sql = "DELETE FROM entries WHERE game = ? AND seq > ?";
            let seq = i64::try_from(table.seq()).unwrap_or(i64::MAX);
            sqlx::query(sql).bind(game.as_str()).bind(seq).execute(&mut *db).await?;
            if let Some(problem) = damage.or(problem.map(|problem| problem.to_string())) {
                losses.push(format!("game {game} ends after entry {seq}: {problem}"));
                // The server opens the game at its next start and computes when it has to open it again.
                let wake = (!matches!(table.stage(), Stage::Over(_))).then_some(Moment(0));
                let row = Box::new(GameRow::new(&table, wake));
                Op::Append { game: game.clone(), entries: Vec::new(), row }.run(db).await?;
            }
            Ok(table.seq())
        }
        Err(StoreError::Damaged(problem)) => {
            losses.push(problem);
            sqlx::query("DELETE FROM games WHERE id = ?").bind(game.as_str()).execute(&mut *db).await?;
            Ok(0)
        }
        Err(error) => Err(error),
    }
}
