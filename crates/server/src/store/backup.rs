//! Looking after a database: copies, checks, taking games out. None of it needs a running server, and copies need no
//! stopped one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::error::StoreError;
use super::schema::{VERSION, version};
use super::{FILE, GameFilter, Store, locked, options};
use crate::id::GameId;

/// What a check has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckReport {
    /// How many games there are.
    pub games: u64,
    /// How many entries their logs have.
    pub entries: u64,
    /// What is wrong.
    pub problems: Vec<String>,
}

/// Copies the database of a folder into a file, also while a server uses it.
///
/// # Errors
/// If there is no database, or the file is there already or cannot be written.
pub async fn back_up(folder: &Path, file: &Path) -> Result<(), StoreError> {
    if file.exists() {
        return Err(StoreError::Exists);
    }
    let mut db = existing(folder).await?;
    let name = file.to_str().ok_or_else(|| StoreError::NotWritten("the name of the file is no text".to_owned()))?;
    sqlx::query("VACUUM INTO ?").bind(name).execute(&mut db).await?;
    db.close().await?;
    // A copy that is not on the disk, or has no name there, is none.
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync(file).and_then(|()| sync_folder(parent)).map_err(|error| StoreError::folder(file, error))
}

/// A copy while it is made the database.
const RESTORING: &str = "ringside.db.restoring";

/// What was there while it is copied.
const KEEPING: &str = "ringside.db.keeping";

/// What lies beside a database and belongs to it: what was written last, or what undoes it.
const LOGS: [&str; 2] = ["-wal", "-journal"];

/// Makes the database of a folder out of a copy. What was there is kept beside it, under the name that comes back. Whatever
/// interrupts this, a whole database is in place: the old one, or the new one.
///
/// # Errors
/// If the copy is no database or newer than this program, or somebody uses the folder.
pub async fn restore(folder: &Path, file: &Path) -> Result<(CheckReport, Option<PathBuf>), StoreError> {
    fs::create_dir_all(folder).map_err(|error| StoreError::folder(folder, error))?;
    let _lock = locked(folder)?;
    let fresh = folder.join(RESTORING);
    let restored = replace(folder, file, &fresh).await;
    // It is in place now, or of no use.
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
    let kept = if present.exists() { Some(keep(folder).await?) } else { None };
    // What belongs to the old database must never be taken for a part of the new one.
    remove_beside(&present).and_then(|()| sync_folder(folder)).map_err(io)?;
    fs::rename(fresh, &present).and_then(|()| sync_folder(folder)).map_err(io)?;
    Ok((checked, kept))
}

/// Checks a copy, and makes it a file that is whole by itself and safe on the disk.
async fn prepare(file: &Path, fresh: &Path) -> Result<CheckReport, StoreError> {
    let io = |error| StoreError::folder(file, error);
    // A restore that was interrupted may have left one.
    remove_all(fresh).map_err(io)?;
    // The copy itself is never touched: opening it may write beside it.
    for part in LOGS.into_iter().filter(|log| beside(file, log).exists()).chain([""]) {
        fs::copy(beside(file, part), beside(fresh, part)).map_err(io)?;
    }
    let checked = check_file(fresh).await?;
    if checked.problems.is_empty() {
        make_one_file(fresh).await.map_err(|error| StoreError::open(fresh, error))?;
        sync(fresh).map_err(io)?;
    }
    Ok(checked)
}

/// Keeps the present database under a name that is free. It stays in place until there is another one.
async fn keep(folder: &Path) -> Result<PathBuf, StoreError> {
    let present = folder.join(FILE);
    match make_one_file(&present).await {
        Err(error) if is_busy(&error) => return Err(StoreError::open(folder, error)),
        // A damaged database is what copies are for; it is kept as it is, with what lies beside it.
        Err(error) => tracing::warn!(%error, "the database that is replaced cannot be read"),
        Ok(()) => {}
    }
    let (kept, part) = (free_name(folder), folder.join(KEEPING));
    // Not by a second name for the same file: if it went no further, a server would go on writing to what is kept.
    let copy = |suffix: &str| -> io::Result<()> {
        fs::copy(beside(&present, suffix), &part)?;
        sync(&part)?;
        fs::rename(&part, beside(&kept, suffix))
    };
    let mut parts = LOGS.into_iter().filter(|log| beside(&present, log).exists()).chain([""]);
    let copied = parts.try_for_each(copy).and_then(|()| sync_folder(folder));
    copied.map_err(|error| StoreError::folder(folder, error))?;
    Ok(kept)
}

/// The first name for what was there that nothing has.
fn free_name(folder: &Path) -> PathBuf {
    let mut names = (1_u32..).map(|number| match number {
        1 => folder.join(format!("{FILE}.before")),
        _ => folder.join(format!("{FILE}.before-{number}")),
    });
    let is_free = |name: &PathBuf| ["", "-wal", "-journal", "-shm"].iter().all(|part| !beside(name, part).exists());
    names.find(is_free).expect("there is always a higher number")
}

/// How often it is tried to have a database alone.
const TRIES: u32 = 20;

/// Makes a database one file that is whole by itself, with nothing beside it.
///
/// That works only if nobody else has it open. Whoever did would in the end remove the log beside the file by its name, and
/// by then it would be another database's.
async fn make_one_file(file: &Path) -> Result<(), sqlx::Error> {
    // Not with the usual settings, which look into the file: what is damaged has to be closed in an orderly way too.
    let mut db = SqliteConnectOptions::new().filename(file).connect().await?;
    let mut tries = 1;
    let done = loop {
        match sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut db).await {
            Err(error) if is_busy(&error) && tries < TRIES => tries += 1,
            other => break other,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    db.close().await?;
    done.map(|_| ())
}

/// Whether somebody else has a database open.
fn is_busy(error: &sqlx::Error) -> bool {
    // The primary result code SQLITE_BUSY is the low byte of all its kinds.
    const BUSY: i64 = 5;
    let code =
        error.as_database_error().and_then(sqlx::error::DatabaseError::code).and_then(|code| code.parse::<i64>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// A file whose name goes on like this.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Removes a database that need not be there.
fn remove_all(file: &Path) -> io::Result<()> {
    remove(file)?;
    remove_beside(file)
}

/// Removes what belongs to a database and lies beside it.
fn remove_beside(file: &Path) -> io::Result<()> {
    LOGS.into_iter().chain(["-shm"]).try_for_each(|suffix| remove(&beside(file, suffix)))
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Comes back when a file is safe on the disk.
fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()
}

/// Comes back when the names in a folder are safe on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere a folder cannot be opened.
    if cfg!(unix) { sync(folder) } else { Ok(()) }
}

/// Checks the database of a folder: the file itself, and every game by playing its log again.
///
/// # Errors
/// If there is none, or it is newer than this program.
pub async fn check(folder: &Path) -> Result<CheckReport, StoreError> {
    existing(folder).await?.close().await?;
    check_file(&folder.join(FILE)).await
}

async fn check_file(file: &Path) -> Result<CheckReport, StoreError> {
    let mut db = options(file).connect().await.map_err(|error| StoreError::open(file, error))?;
    let checked = check_database(&mut db).await;
    // Whatever was found, nobody has the file open afterwards.
    db.close().await?;
    checked
}

async fn check_database(db: &mut SqliteConnection) -> Result<CheckReport, StoreError> {
    let found = version(db).await?;
    if found > VERSION {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    let mut checked = CheckReport::default();
    let rows = sqlx::query("PRAGMA integrity_check").fetch_all(&mut *db).await?;
    let texts = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
    checked.problems.extend(texts.filter(|text| text != "ok"));
    let rows = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *db).await?;
    checked.problems.extend(rows.iter().map(|row| {
        let table: String = row.try_get(0).unwrap_or_default();
        format!("a row of {table} belongs to nothing")
    }));
    if found > 0 {
        let ids = sqlx::query("SELECT id FROM games ORDER BY id").fetch_all(&mut *db).await?;
        for row in ids {
            checked.games += 1;
            check_game(db, &row.try_get::<String, _>(0)?, &mut checked).await?;
        }
    }
    Ok(checked)
}

async fn check_game(db: &mut SqliteConnection, id: &str, checked: &mut CheckReport) -> Result<(), StoreError> {
    let Ok(id) = id.parse::<GameId>() else {
        checked.problems.push(format!("{} is no name of a game", ringrift::excerpt(id)));
        return Ok(());
    };
    match super::read::table(db, &id).await {
        Ok(Some((table, stage))) => {
            checked.entries += table.seq();
            let expected = crate::view::stage_name(table.stage()).name();
            if stage != expected {
                checked.problems.push(format!("game {id}: lists say it is {stage}, but it is {expected}"));
            }
        }
        Ok(None) => {}
        Err(StoreError::Damaged(problem)) => checked.problems.push(problem),
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Writes every game as one JSON object a line: what was agreed, and the whole log.
///
/// # Errors
/// If the database cannot be read, or the output not written.
pub async fn export(folder: &Path, out: &mut impl Write) -> Result<u64, StoreError> {
    let mut db = existing(folder).await?;
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

/// The database of a folder, which must be there.
async fn existing(folder: &Path) -> Result<SqliteConnection, StoreError> {
    let options = options(&folder.join(FILE));
    let mut db = options.connect().await.map_err(|error| StoreError::open(folder, error))?;
    let found = version(&mut db).await?;
    if found > VERSION {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    Ok(db)
}

impl Store {
    /// Opens the database of a folder for an operator, also while a server uses it. It must be there.
    ///
    /// # Errors
    /// If there is none, or it is newer than this program.
    pub async fn open_beside(folder: &Path) -> Result<Store, StoreError> {
        existing(folder).await?.close().await?;
        Store::connect(folder, None).await
    }

    /// All games, also private ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn all_games(&self, most: u32) -> Result<Vec<super::GameSummary>, StoreError> {
        self.games(&GameFilter { most, everything: true, ..GameFilter::default() }).await
    }
}
