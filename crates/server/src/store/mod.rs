//! Storage in one SQLite file: a single writer task and a pool of read-only connections.

mod append;
mod backup;
mod bans;
mod error;
mod guests;
mod lists;
mod op;
mod read;
mod salvage;
mod schema;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::mpsc;

pub use backup::{BackupContent, CheckReport, back_up, check, export, restore};
pub use bans::{BanKind, BanRow, MAX_BANS, MAX_TRACES, TraceRow};
pub use error::StoreError;
pub use guests::{GuestRow, TokenRow};
pub use lists::{GameFilter, GameSummary};
pub use op::{GameRow, NewGameRow, NewGuest, NewToken, Op};
pub use read::{GameGuests, StoredEntry, StoredGame};
pub use salvage::{SalvageReport, salvage};
pub use schema::VERSION;

use crate::blocking::BlockingSlots;
use writer::{Job, Request, Writer};

/// File name of the database in the data folder.
pub const FILE: &str = "ringside.db";

/// The database. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    read: SqlitePool,
    jobs: mpsc::Sender<Request>,
    /// Replays the logs of games that are opened.
    replays: BlockingSlots,
    folder: Arc<Folder>,
}

/// The data folder. A lock file makes sure that only one server uses it.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// Held while the server's store is open; `None` for an operator's store.
    _lock: Option<File>,
}

impl Store {
    /// Opens the database in a folder, and creates both if necessary.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used, another server uses it, or the database has a newer schema.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(path).map_err(|error| StoreError::folder(path, error))?;
        let lock = lock_folder(path)?;
        Store::connect(path, Some(lock)).await
    }

    /// Opens the database in a folder, with or without the lock.
    async fn connect(path: &Path, lock: Option<File>) -> Result<Store, StoreError> {
        let options = options(&path.join(FILE)).create_if_missing(true);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.map_err(|e| StoreError::open(path, e))?;
        schema::migrate(&mut connection).await?;
        // SQLite opens a read-only file without an error. This statement changes no row, but fails if the file is read-only.
        let probe = sqlx::query("DELETE FROM meta WHERE false").execute(&mut connection).await;
        probe.map_err(|error| StoreError::open(path, error))?;
        let write_options = options.clone();
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await
            .map_err(|error| StoreError::open(path, error))?;
        let jobs = Writer::start(connection, write_options);
        let replays = BlockingSlots::for_this_machine();
        Ok(Store { read, jobs, replays, folder: Arc::new(Folder { path: path.to_owned(), _lock: lock }) })
    }

    pub fn folder(&self) -> &Path {
        &self.folder.path
    }

    /// Writes operations in one transaction, and returns when they are on disk.
    ///
    /// # Errors
    /// Returns an error if the write failed. After [`StoreError::Unknown`] the operations may be on disk or not; after all
    /// other errors nothing was written.
    pub async fn write(&self, ops: Vec<Op>) -> Result<(), StoreError> {
        let (done, answer) = tokio::sync::oneshot::channel();
        self.jobs.send(Request::Write(Job { ops, done })).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Finishes queued writes and closes the database, for all clones. Afterwards the database is a single file, unless another
    /// process uses it.
    pub async fn close(self) {
        self.read.close().await;
        let (closed, answer) = tokio::sync::oneshot::channel();
        if self.jobs.send(Request::Close(closed)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

/// Returns the connection options. With full synchronization a commit returns only when it is on disk.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(std::time::Duration::from_secs(10))
        .statement_cache_capacity(64)
}

/// Locks a data folder for one server.
fn lock_folder(path: &Path) -> Result<File, StoreError> {
    let file = File::options().create(true).truncate(false).write(true).open(path.join("ringside.lock"));
    let file = file.map_err(|error| StoreError::folder(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(StoreError::folder(path, error)),
    }
}
