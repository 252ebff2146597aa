//! What the server keeps: a database in one file.

mod backup;
mod error;
mod guests;
mod op;
mod read;
mod schema;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::mpsc;

pub use backup::{CheckReport, back_up, check, export, restore};
pub use error::StoreError;
pub use guests::{GuestRow, TokenRow};
pub use op::{GameRow, NewGameRow, NewGuest, NewToken, Op};
pub use read::{GameFilter, GameSummary, StoredEntry, StoredGame};
pub use schema::VERSION;

use writer::{Job, Writer};

/// The name of the database in the data folder.
pub const FILE: &str = "ringside.db";

/// The database. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    read: SqlitePool,
    jobs: mpsc::Sender<Job>,
    folder: Arc<Folder>,
}

/// The data folder, which one server at a time has.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// Held as long as the store is open, if it is the server's.
    _lock: Option<File>,
}

impl Store {
    /// Opens the database in a folder, and makes both if they are not there.
    ///
    /// # Errors
    /// If the folder cannot be used, another server has it, or the database was made by a newer version.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(path).map_err(|error| StoreError::folder(path, error))?;
        let lock = locked(path)?;
        Store::connect(path, Some(lock)).await
    }

    /// Opens the database in a folder, for the one who has it or for somebody beside him.
    async fn connect(path: &Path, lock: Option<File>) -> Result<Store, StoreError> {
        let options = options(&path.join(FILE)).create_if_missing(true);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.map_err(|e| StoreError::open(path, e))?;
        schema::migrate(&mut connection).await?;
        // SQLite opens a file that it cannot write all the same, and says so only when it has to.
        let nothing = sqlx::query("DELETE FROM meta WHERE false").execute(&mut connection).await;
        nothing.map_err(|error| StoreError::open(path, error))?;
        let writing = options.clone();
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true))
            .await
            .map_err(|error| StoreError::open(path, error))?;
        let jobs = Writer::start(connection, writing);
        Ok(Store { read, jobs, folder: Arc::new(Folder { path: path.to_owned(), _lock: lock }) })
    }

    /// The data folder.
    pub fn folder(&self) -> &Path {
        &self.folder.path
    }

    /// Writes, and comes back when it is safe on the disk. All operations are carried out, or none.
    ///
    /// # Errors
    /// If nothing was written; after [`StoreError::Unknown`] it may have been.
    pub async fn write(&self, ops: Vec<Op>) -> Result<(), StoreError> {
        let (done, answer) = tokio::sync::oneshot::channel();
        self.jobs.send(Job { ops, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Ends what is being written and closes the database.
    pub async fn close(self) {
        let (done, answer) = tokio::sync::oneshot::channel();
        // The jobs before this one are carried out first.
        if self.jobs.send(Job { ops: Vec::new(), done }).await.is_ok() {
            let _ = answer.await;
        }
        self.read.close().await;
    }
}

/// How the file is opened: every commit is on the disk before anybody hears of it.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(std::time::Duration::from_secs(10))
        .statement_cache_capacity(64)
}

/// Makes sure that no other server has the folder.
fn locked(path: &Path) -> Result<File, StoreError> {
    let file = File::options().create(true).truncate(false).write(true).open(path.join("ringside.lock"));
    let file = file.map_err(|error| StoreError::folder(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(StoreError::folder(path, error)),
    }
}
