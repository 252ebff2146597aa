//! Errors of the store.

use std::io;
use std::path::{Path, PathBuf};

use table::TableSetupError;

use crate::blocking::JobFailed;

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot use the data folder {}: {error}", path.display())]
    Folder { path: PathBuf, error: io::Error },
    #[error("there is no database in {}; choose the folder of a server with --data", .0.display())]
    NoDatabase(PathBuf),
    #[error("{}: the backup cannot be read: {error}", path.display())]
    Backup { path: PathBuf, error: io::Error },
    #[error("another server uses the data folder {}; stop it, or choose another folder with --data", .0.display())]
    InUse(PathBuf),
    #[error("cannot open the database in {}: {error}", path.display())]
    Open { path: PathBuf, error: sqlx::Error },
    #[error(
        "the database has schema version {found}, but this program supports versions up to {known}; use the program that created it, or a newer one"
    )]
    TooNew { found: i64, known: i64 },
    /// Nothing was written.
    #[error("nothing was saved: {0}")]
    NotWritten(String),
    /// The write may have reached the disk or not.
    #[error("the server cannot tell whether this was saved; check before you try again: {0}")]
    Unknown(String),
    #[error("the server is stopping; nothing was saved")]
    Closed,
    #[error("the file or database entry already exists")]
    Exists,
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error("cannot read the database: {0}")]
    Read(#[from] sqlx::Error),
    #[error("cannot rebuild the game: {0}")]
    Failed(#[from] JobFailed),
}

impl From<TableSetupError> for StoreError {
    fn from(error: TableSetupError) -> StoreError {
        StoreError::Damaged(error.to_string())
    }
}

impl StoreError {
    pub(super) fn folder(path: &Path, error: io::Error) -> StoreError {
        StoreError::Folder { path: path.to_owned(), error }
    }

    pub(super) fn open(path: &Path, error: sqlx::Error) -> StoreError {
        StoreError::Open { path: path.to_owned(), error }
    }
}
