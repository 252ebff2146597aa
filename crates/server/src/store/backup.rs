//! Backup, restore, check and export of a database. Backup, check and export also work while a server uses the database.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::error::StoreError;
use super::schema::{VERSION, version};
use super::{FILE, GameFilter, Store, lock_folder, options};
use crate::id::GameId;

/// Result of a check.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckReport {
    pub games: u64,
    /// Number of log entries of all games.
    pub entries: u64,
    /// Descriptions of all damage found; empty for an intact database.
    pub problems: Vec<String>,
}

/// What a backup contains.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BackupContent {
    /// Everything. Who has the file can sign in as any guest, because it contains the key of the cookies.
    Everything,
    /// No cookie key, tokens, recovery codes, secrets of seats and share links, and no devices and networks of guests. After a
    /// restore, guests lose their cookies, tokens and links, and bans of devices and networks are lifted.
    WithoutSecrets,
}

/// Copies the database of a folder to a new file, also while a server uses it.
///
/// # Errors
/// Returns an error if there is no database, or the file exists or cannot be written.
pub async fn back_up(folder: &Path, file: &Path, content: BackupContent) -> Result<(), StoreError> {
    if file.exists() {
        return Err(StoreError::Exists);
    }
    let mut db = open_existing(folder).await?;
    let name = file.to_str().ok_or_else(|| StoreError::NotWritten("the file name is not valid UTF-8".to_owned()))?;
    sqlx::query("VACUUM INTO ?").bind(name).execute(&mut db).await?;
    db.close().await?;
    if content == BackupContent::WithoutSecrets
        && let Err(error) = remove_secrets(file).await
    {
        let _ = remove_all(file);
        return Err(error);
    }
    // The copy must survive a power failure: both its contents and its directory entry.
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync(file)
        .and_then(|()| sync_folder(parent))
        .map_err(|error| StoreError::NotWritten(format!("{}: {error}", file.display())))
}

/// Removes all secrets from a copy of the database.
async fn remove_secrets(file: &Path) -> Result<(), StoreError> {
    let mut db = SqliteConnectOptions::new().filename(file).connect().await?;
    sqlx::query("DELETE FROM meta WHERE key = ?").bind(crate::identity::KEY_NAME).execute(&mut db).await?;
    let secrets = "DELETE FROM tokens; DELETE FROM seat_secrets; DELETE FROM used_invitations; DELETE FROM shares; \
                   DELETE FROM bans; DELETE FROM guest_traces; UPDATE guests SET recovery = NULL;";
    sqlx::raw_sql(secrets).execute(&mut db).await?;
    // Otherwise the deleted rows would stay in unused parts of the file.
    sqlx::query("VACUUM").execute(&mut db).await?;
    Ok(db.close().await?)
}

/// Name of the new database while a restore is in progress.
const RESTORING: &str = "ringside.db.restoring";

/// Name of the copy of the old database while it is incomplete.
const PRESERVING: &str = "ringside.db.keeping";

/// Suffixes of SQLite's journal files: the write-ahead log and the rollback journal.
const JOURNALS: [&str; 2] = ["-wal", "-journal"];

/// Replaces the database of a folder with a backup. Returns the result of checking the backup, and the path of the preserved
/// old database. If the backup is damaged, nothing changes. After an interruption, the folder has either the complete old or
/// the complete new database.
///
/// # Errors
/// Returns an error if the backup is not a database or is newer than this program, or if the folder is in use.
pub async fn restore(folder: &Path, file: &Path) -> Result<(CheckReport, Option<PathBuf>), StoreError> {
    // Reports a missing backup before the folder is created.
    File::open(file).map_err(|error| StoreError::Backup { path: file.to_owned(), error })?;
    fs::create_dir_all(folder).map_err(|error| StoreError::folder(folder, error))?;
    let _lock = lock_folder(folder)?;
    let fresh = folder.join(RESTORING);
    let restored = replace(folder, file, &fresh).await;
    // After a success the file was renamed; after a failure it is useless.
    let _ = remove_all(&fresh);
    restored
}

async fn replace(folder: &Path, file: &Path, fresh: &Path) -> Result<(CheckReport, Option<PathBuf>), StoreError> {
    let checked = prepare(file, fresh).await?;
    if !checked.problems.is_empty() {
        return Ok((checked, None));
    }
    let io = |error| StoreError::folder(folder, error);
    let present = folder.join(FILE);
    let preserved = if present.exists() { Some(preserve(folder).await?) } else { None };
    // SQLite would apply the journals of the old database to the new one.
    remove_journals(&present).and_then(|()| sync_folder(folder)).map_err(io)?;
    fs::rename(fresh, &present).and_then(|()| sync_folder(folder)).map_err(io)?;
    Ok((checked, preserved))
}

/// Copies a backup to `fresh`, checks it, merges its journals into the file, and flushes the file to disk.
async fn prepare(file: &Path, fresh: &Path) -> Result<CheckReport, StoreError> {
    let io = |error| StoreError::folder(fresh, error);
    // An interrupted restore may have left files.
    remove_all(fresh).map_err(io)?;
    // The backup itself is not opened, because SQLite may write journals beside it.
    copy_with_journals(file, fresh).map_err(|error| StoreError::Backup { path: file.to_owned(), error })?;
    let checked = check_file(fresh).await?;
    if checked.problems.is_empty() {
        merge_journals(fresh).await.map_err(|error| StoreError::open(fresh, error))?;
        sync(fresh).map_err(io)?;
    }
    Ok(checked)
}

/// Copies the file of a database and its journals.
pub(super) fn copy_with_journals(from: &Path, to: &Path) -> io::Result<()> {
    for part in JOURNALS.into_iter().filter(|suffix| with_suffix(from, suffix).exists()).chain([""]) {
        fs::copy(with_suffix(from, part), with_suffix(to, part))?;
    }
    Ok(())
}

/// Copies the current database to an unused name. The original stays in place until it is replaced.
async fn preserve(folder: &Path) -> Result<PathBuf, StoreError> {
    let present = folder.join(FILE);
    match merge_journals(&present).await {
        Err(error) if is_busy(&error) => return Err(StoreError::open(folder, error)),
        // A damaged database is a reason for a restore. It is preserved unchanged, with its journals.
        Err(error) => tracing::warn!(%error, "the database to be replaced cannot be read"),
        Ok(()) => {}
    }
    let (preserved, part) = (unused_name(folder), folder.join(PRESERVING));
    // A hard link is not enough: after an interruption the server would write to the preserved file.
    let copy = |suffix: &str| -> io::Result<()> {
        fs::copy(with_suffix(&present, suffix), &part)?;
        sync(&part)?;
        fs::rename(&part, with_suffix(&preserved, suffix))
    };
    let mut parts = JOURNALS.into_iter().filter(|suffix| with_suffix(&present, suffix).exists()).chain([""]);
    let copied = parts.try_for_each(copy).and_then(|()| sync_folder(folder));
    copied.map_err(|error| StoreError::folder(folder, error))?;
    Ok(preserved)
}

/// Returns the first unused name for a preserved database.
fn unused_name(folder: &Path) -> PathBuf {
    let mut names = (1_u32..).map(|number| match number {
        1 => folder.join(format!("{FILE}.before")),
        _ => folder.join(format!("{FILE}.before-{number}")),
    });
    let is_unused =
        |name: &PathBuf| ["", "-wal", "-journal", "-shm"].iter().all(|part| !with_suffix(name, part).exists());
    names.find(is_unused).expect("some number is unused")
}

/// Maximum number of attempts to get exclusive access to a database.
const MAX_ATTEMPTS: u32 = 20;

/// Merges the journals of a database into its file.
///
/// Fails if another connection is open. Such a connection would delete the write-ahead log by its name when it closes, and the
/// log could belong to the restored database by then.
async fn merge_journals(file: &Path) -> Result<(), sqlx::Error> {
    // The usual options read the file on opening, which fails for a damaged database before it can be closed properly.
    let mut db = SqliteConnectOptions::new().filename(file).connect().await?;
    let mut attempts = 1;
    let done = loop {
        match sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut db).await {
            Err(error) if is_busy(&error) && attempts < MAX_ATTEMPTS => attempts += 1,
            other => break other,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    db.close().await?;
    done.map(|_| ())
}

/// Reports whether another connection has the database open.
fn is_busy(error: &sqlx::Error) -> bool {
    // The low byte of an extended result code is the primary code, here SQLITE_BUSY.
    const BUSY: i64 = 5;
    let code =
        error.as_database_error().and_then(sqlx::error::DatabaseError::code).and_then(|code| code.parse::<i64>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// Returns a path with a suffix appended to the file name.
pub(super) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Removes a database and its journals, if they exist.
pub(super) fn remove_all(file: &Path) -> io::Result<()> {
    remove(file)?;
    remove_journals(file)
}

/// Removes the journals of a database.
fn remove_journals(file: &Path) -> io::Result<()> {
    JOURNALS.into_iter().chain(["-shm"]).try_for_each(|suffix| remove(&with_suffix(file, suffix)))
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Flushes a file to disk.
pub(super) fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()
}

/// Flushes the directory entries of a folder to disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Systems other than Unix cannot open a folder as a file.
    if cfg!(unix) { sync(folder) } else { Ok(()) }
}

/// Checks the database of a folder: the file itself, and every game by replaying its log.
///
/// # Errors
/// Returns an error if there is no database, or it is newer than this program.
pub async fn check(folder: &Path) -> Result<CheckReport, StoreError> {
    open_existing(folder).await?.close().await?;
    check_file(&folder.join(FILE)).await
}

async fn check_file(file: &Path) -> Result<CheckReport, StoreError> {
    let mut db = options(file).connect().await.map_err(|error| StoreError::open(file, error))?;
    let checked = check_database(&mut db).await;
    // The file is closed even if the check failed.
    db.close().await?;
    checked
}

async fn check_database(db: &mut SqliteConnection) -> Result<CheckReport, StoreError> {
    let found = version(db).await?;
    if found > VERSION {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    let mut checked = CheckReport::default();
    match sqlx::query("PRAGMA integrity_check").fetch_all(&mut *db).await {
        Ok(rows) => {
            let texts = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
            checked.problems.extend(texts.filter(|text| text != "ok"));
        }
        Err(error) => checked.problems.push(error.to_string()),
    }
    match sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *db).await {
        Ok(rows) => checked.problems.extend(rows.iter().map(|row| {
            let table: String = row.try_get(0).unwrap_or_default();
            format!("a row of table {table} refers to a missing row")
        })),
        Err(error) => checked.problems.push(error.to_string()),
    }
    if found > 0 {
        for id in game_ids(db, &mut checked.problems).await {
            checked.games += 1;
            check_game(db, &id, &mut checked).await;
        }
    }
    Ok(checked)
}

/// Returns the ids of all games. If a part of the list is damaged, also returns those after the damage, and those that only the
/// log entries name.
async fn game_ids(db: &mut SqliteConnection, problems: &mut Vec<String>) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let sources =
        ["id FROM games ORDER BY id", "id FROM games ORDER BY id DESC", "DISTINCT game FROM entries ORDER BY game"];
    for source in sources {
        let mut rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {source}"))).fetch(&mut *db);
        let damage = loop {
            match rows.try_next().await {
                Ok(Some(row)) => ids.extend(row.try_get::<String, _>(0).ok()),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        match damage {
            None => break,
            Some(error) => problems.push(format!("the list of games is damaged: {error}")),
        }
    }
    ids
}

async fn check_game(db: &mut SqliteConnection, id: &str, checked: &mut CheckReport) {
    let Ok(id) = id.parse::<GameId>() else {
        return checked.problems.push(format!("{} is not a valid game id", ringrift::excerpt(id)));
    };
    match super::read::table(db, &id).await {
        Ok(Some((table, stage))) => {
            checked.entries += table.seq();
            let expected = table::view::stage_name(table.stage()).name();
            if stage != expected {
                checked.problems.push(format!("game {id}: the stored stage is {stage}, but its log gives {expected}"));
            }
        }
        Ok(None) => checked.problems.push(format!("game {id}: its settings are missing")),
        Err(StoreError::Damaged(problem)) => checked.problems.push(problem),
        Err(error) => checked.problems.push(format!("game {id}: {error}")),
    }
}

/// Writes every game as one line of JSON, with its setup and its log. Returns the number of games.
///
/// # Errors
/// Returns an error if the database cannot be read or the output cannot be written.
pub async fn export(folder: &Path, out: &mut impl Write) -> Result<u64, StoreError> {
    let mut db = open_existing(folder).await?;
    let rows = sqlx::query("SELECT id, created, setup FROM games ORDER BY created, id").fetch_all(&mut db).await?;
    let mut count = 0;
    for row in rows {
        let id: String = row.try_get(0)?;
        let sql = "SELECT seq, at, deed, hash FROM entries WHERE game = ? ORDER BY seq";
        let entries = sqlx::query(sql).bind(&id).fetch_all(&mut db).await?;
        let raw = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
        let entries: Vec<serde_json::Value> = entries
            .iter()
            .map(|entry| {
                let (seq, at): (i64, i64) = (entry.try_get(0)?, entry.try_get(1)?);
                let (event, hash): (String, String) = (entry.try_get(2)?, entry.try_get(3)?);
                Ok(serde_json::json!({ "seq": seq, "at": at, "deed": raw(&event), "hash": hash }))
            })
            .collect::<Result<_, sqlx::Error>>()?;
        let (created, setup): (i64, String) = (row.try_get(1)?, row.try_get(2)?);
        let line = serde_json::json!({
            "format": "ringside-game/1", "id": id, "created": created, "setup": raw(&setup), "log": entries,
        });
        writeln!(out, "{line}").map_err(|error| StoreError::NotWritten(error.to_string()))?;
        count += 1;
    }
    db.close().await?;
    Ok(count)
}

/// Opens the existing database of a folder.
async fn open_existing(folder: &Path) -> Result<SqliteConnection, StoreError> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(StoreError::NoDatabase(folder.to_owned()));
    }
    let mut db = options(&file).connect().await.map_err(|error| StoreError::open(folder, error))?;
    let found = version(&mut db).await?;
    if found > VERSION {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    Ok(db)
}

impl Store {
    /// Opens the existing database of a folder for an operator, also while a server uses it.
    ///
    /// # Errors
    /// Returns an error if there is no database, or it is newer than this program.
    pub async fn open_beside(folder: &Path) -> Result<Store, StoreError> {
        open_existing(folder).await?.close().await?;
        Store::connect(folder, None).await
    }

    /// Returns summaries of all games, including private ones.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn all_games(&self, limit: u32) -> Result<Vec<super::GameSummary>, StoreError> {
        self.games(&GameFilter { limit, include_private: true, ..GameFilter::default() }).await
    }
}
