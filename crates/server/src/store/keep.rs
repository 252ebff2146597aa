//! Looking after a database: copies, checks, taking games out. None of it needs a running server, and copies need no
//! stopped one.

use std::io::Write;
use std::path::Path;

use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::error::StoreError;
use super::schema::{VERSION, version};
use super::{FILE, Filter, Store, locked, options};
use crate::id::GameId;

/// What a check has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Checked {
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
    // A copy that is not on the disk is none.
    let synced = std::fs::File::open(file).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::folder(file, error))
}

/// Makes the database of a folder out of a copy. What was there is kept beside it.
///
/// # Errors
/// If the copy is damaged or newer than this program, or a server uses the folder.
pub async fn restore(folder: &Path, file: &Path) -> Result<Checked, StoreError> {
    std::fs::create_dir_all(folder).map_err(|error| StoreError::folder(folder, error))?;
    let _lock = locked(folder)?;
    let io = |error| StoreError::folder(folder, error);
    // The copy itself is never touched: opening it may write beside it.
    let fresh = folder.join("ringside.db.restoring");
    std::fs::copy(file, &fresh).map_err(|error| StoreError::folder(file, error))?;
    let checked = check_file(&fresh).await?;
    for beside in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("ringside.db.restoring{beside}")));
    }
    if !checked.problems.is_empty() {
        let _ = std::fs::remove_file(&fresh);
        return Ok(checked);
    }
    for suffix in ["", "-wal", "-shm"] {
        let (old, kept) = (folder.join(format!("{FILE}{suffix}")), folder.join(format!("{FILE}.before{suffix}")));
        if old.exists() {
            std::fs::rename(old, kept).map_err(io)?;
        }
    }
    std::fs::rename(&fresh, folder.join(FILE)).map_err(io)?;
    Ok(checked)
}

/// Checks the database of a folder: the file itself, and every game by playing its log again.
///
/// # Errors
/// If there is none, or it is newer than this program.
pub async fn check(folder: &Path) -> Result<Checked, StoreError> {
    drop(existing(folder).await?);
    check_file(&folder.join(FILE)).await
}

async fn check_file(file: &Path) -> Result<Checked, StoreError> {
    let mut db = options(file).connect().await.map_err(|error| StoreError::open(file, error))?;
    let found = version(&mut db).await?;
    if found > VERSION {
        return Err(StoreError::TooNew { found, known: VERSION });
    }
    let mut checked = Checked::default();
    let rows = sqlx::query("PRAGMA integrity_check").fetch_all(&mut db).await?;
    let texts = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
    checked.problems.extend(texts.filter(|text| text != "ok"));
    let rows = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut db).await?;
    checked.problems.extend(rows.iter().map(|row| {
        let table: String = row.try_get(0).unwrap_or_default();
        format!("a row of {table} belongs to nothing")
    }));
    if found > 0 {
        let ids = sqlx::query("SELECT id FROM games ORDER BY id").fetch_all(&mut db).await?;
        for row in ids {
            checked.games += 1;
            check_game(&mut db, &row.try_get::<String, _>(0)?, &mut checked).await?;
        }
    }
    db.close().await?;
    Ok(checked)
}

async fn check_game(db: &mut SqliteConnection, id: &str, checked: &mut Checked) -> Result<(), StoreError> {
    let Ok(id) = id.parse::<GameId>() else {
        checked.problems.push(format!("{} is no name of a game", ringrift::shown(id)));
        return Ok(());
    };
    match super::read::table(db, &id).await {
        Ok(Some((table, stage))) => {
            checked.entries += table.seq();
            let expected = crate::wire::StageName::of(table.stage()).name();
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
                let (deed, hash): (String, String) = (entry.try_get(2)?, entry.try_get(3)?);
                Ok(serde_json::json!({ "seq": seq, "at": at, "deed": raw(&deed), "hash": hash }))
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
        drop(existing(folder).await?);
        Store::connect(folder, None).await
    }

    /// All games, also private ones.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn all_games(&self, most: u32) -> Result<Vec<super::GameBrief>, StoreError> {
        self.games(&Filter { most, everything: true, ..Filter::default() }).await
    }
}
