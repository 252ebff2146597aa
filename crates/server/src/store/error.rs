//! What can go wrong with the store.

use std::io;
use std::path::{Path, PathBuf};

use crate::table::SetupError;

/// What went wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("the data folder {} cannot be used: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server has the folder.
    #[error("another server uses the data folder {}; stop it, or choose another folder with --data", .0.display())]
    InUse(PathBuf),
    /// The database cannot be opened.
    #[error("the database in {} cannot be opened: {error}", path.display())]
    Open {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: sqlx::Error,
    },
    /// A newer version has made the database.
    #[error(
        "the database has version {found}, and this program knows versions up to {known}; use the program that made it, or a newer one"
    )]
    TooNew {
        /// The version of the database.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// Nothing was written.
    #[error("nothing was saved: {0}")]
    NotWritten(String),
    /// It may have been written, or not.
    #[error("it is not known whether it was saved: {0}")]
    Unknown(String),
    /// The store is closed.
    #[error("the server is stopping; nothing was saved")]
    Closed,
    /// Something is there already.
    #[error("it is there already")]
    Exists,
    /// Something that was read makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Reading failed.
    #[error("the database cannot be read: {0}")]
    Read(#[from] sqlx::Error),
}

/// A table was written that cannot be.
impl From<SetupError> for StoreError {
    fn from(error: SetupError) -> StoreError {
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
