//! Single writer task. Batches queued jobs into one transaction, so that one disk sync serves many of them.

use std::time::Instant;

use metrics::{counter, histogram};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::append::{Append, append};
use super::error::StoreError;
use super::op::Op;

/// Operations that are written together or not at all.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) ops: Vec<Op>,
    /// Receives the result once the job is on disk.
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

/// Request to the writer.
#[derive(Debug)]
pub(super) enum Request {
    Write(Job),
    /// Closes the database after all earlier requests, and reports it.
    Close(oneshot::Sender<()>),
}

/// Maximum number of jobs in one transaction.
const MAX_BATCH: usize = 256;

/// Capacity of the job queue.
const MAX_QUEUED: usize = 4_096;

pub(super) struct Writer {
    /// `None` after a failure; the next batch then opens a new connection.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    requests: mpsc::Receiver<Request>,
}

impl Writer {
    /// Starts the writer task and returns its queue. The task ends when it is closed, or all senders are dropped.
    pub(super) fn start(connection: SqliteConnection, options: SqliteConnectOptions) -> mpsc::Sender<Request> {
        let (sender, requests) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(Writer { connection: Some(connection), options, requests }.run());
        sender
    }

    async fn run(mut self) {
        let mut received = Vec::with_capacity(MAX_BATCH);
        let mut closed = None;
        while closed.is_none() && self.requests.recv_many(&mut received, MAX_BATCH).await > 0 {
            let mut batch = Vec::with_capacity(received.len());
            for request in received.drain(..) {
                match request {
                    Request::Write(job) => batch.push(job),
                    Request::Close(done) => closed = Some(done),
                }
            }
            if batch.is_empty() {
                continue;
            }
            let started = Instant::now();
            let results = self.write(&batch).await;
            histogram!("store_commit_seconds").record(started.elapsed());
            counter!("store_jobs_total").increment(batch.len() as u64);
            for (job, result) in batch.into_iter().zip(results) {
                // Fails if the receiver was dropped; then there is nothing to report.
                let _ = job.done.send(result);
            }
        }
        if let Some(mut connection) = self.connection {
            // Moves the content of the write-ahead log to the database, so that a copy of the file is complete.
            let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
            let _ = connection.close().await;
        }
        if let Some(closed) = closed {
            let _ = closed.send(());
        }
    }

    /// Returns the connection, and opens a new one after a failure.
    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Writes all jobs in one transaction. An invalid job is left out; if the transaction fails, all jobs fail.
    async fn write(&mut self, batch: &[Job]) -> Vec<Result<(), StoreError>> {
        let written = match self.connection().await {
            Ok(connection) => write_batch(connection, batch).await,
            Err(error) => Err(BatchError::BeforeCommit(error)),
        };
        match written {
            Ok(results) => results,
            Err(error) => {
                if let Some(connection) = self.connection.take() {
                    // A normal close would write to the database again.
                    let _ = connection.close_hard().await;
                }
                counter!("store_failures_total").increment(1);
                tracing::error!(%error, jobs = batch.len(), "the database could not be written");
                batch.iter().map(|_| Err(error.for_job())).collect()
            }
        }
    }
}

/// Why a whole batch failed.
#[derive(Debug, thiserror::Error)]
enum BatchError {
    /// Nothing was written.
    #[error("{0}")]
    BeforeCommit(sqlx::Error),
    /// The commit failed; the batch may be on disk or not.
    #[error("{0}")]
    DuringCommit(sqlx::Error),
}

impl BatchError {
    fn for_job(&self) -> StoreError {
        match self {
            BatchError::BeforeCommit(error) => StoreError::NotWritten(error.to_string()),
            BatchError::DuringCommit(error) => StoreError::Unknown(error.to_string()),
        }
    }
}

async fn write_batch(db: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, BatchError> {
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(BatchError::BeforeCommit)?;
    let results = match write_together(&mut transaction, batch).await {
        Ok(()) => batch.iter().map(|_| Ok(())).collect(),
        Err(error) => {
            // Fails unless the error concerns a single job.
            job_error(error).map_err(BatchError::BeforeCommit)?;
            transaction.rollback().await.map_err(BatchError::BeforeCommit)?;
            transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(BatchError::BeforeCommit)?;
            let mut results = Vec::with_capacity(batch.len());
            for job in batch {
                results.push(write_job(&mut transaction, job).await.map_err(BatchError::BeforeCommit)?);
            }
            results
        }
    };
    transaction.commit().await.map_err(BatchError::DuringCommit)?;
    Ok(results)
}

/// Writes all jobs, with common statements for the log entries of consecutive jobs. If one job is invalid, all of them fail.
async fn write_together(db: &mut SqliteConnection, batch: &[Job]) -> Result<(), sqlx::Error> {
    let mut appends = Vec::new();
    for op in batch.iter().flat_map(|job| &job.ops) {
        if let Op::Append { game, entries, row } = op {
            appends.push(Append { game, entries, row });
        } else {
            if !appends.is_empty() {
                append(&appends, db).await?;
                appends.clear();
            }
            op.run(db).await?;
        }
    }
    if appends.is_empty() { Ok(()) } else { append(&appends, db).await }
}

/// Writes a job within a savepoint. The inner result is the job's own error; the outer one concerns the whole batch.
async fn write_job(db: &mut SqliteConnection, job: &Job) -> Result<Result<(), StoreError>, sqlx::Error> {
    let mut savepoint = db.begin().await?;
    for op in &job.ops {
        if let Err(error) = op.run(&mut savepoint).await {
            let error = job_error(error)?;
            savepoint.rollback().await?;
            return Ok(Err(error));
        }
    }
    savepoint.commit().await?;
    Ok(Ok(()))
}

/// Returns the error to report for a job that is invalid in itself: it violates the schema or cannot be serialized.
///
/// # Errors
/// Returns all other errors unchanged; they concern the whole batch, such as a full or broken disk.
fn job_error(error: sqlx::Error) -> Result<StoreError, sqlx::Error> {
    match error {
        sqlx::Error::Database(error) if error.is_unique_violation() => Ok(StoreError::Exists),
        sqlx::Error::Database(error) if is_constraint_violation(&*error) => {
            Ok(StoreError::NotWritten(error.to_string()))
        }
        sqlx::Error::Encode(error) => Ok(StoreError::NotWritten(error.to_string())),
        other => Err(other),
    }
}

fn is_constraint_violation(error: &dyn sqlx::error::DatabaseError) -> bool {
    // The low byte of an extended result code is the primary code, here SQLITE_CONSTRAINT.
    const CONSTRAINT: i64 = 19;
    error.code().and_then(|code| code.parse::<i64>().ok()).is_some_and(|code| code & 0xff == CONSTRAINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialization_failure_rejects_the_job_and_not_the_batch() {
        let error = job_error(sqlx::Error::Encode("no JSON form".into())).expect("the error concerns only the job");
        assert!(matches!(&error, StoreError::NotWritten(message) if message == "no JSON form"), "{error}");
    }

    #[test]
    fn disk_error_concerns_the_whole_batch() {
        let disk = std::io::Error::other("disk full");
        assert!(matches!(job_error(sqlx::Error::Io(disk)), Err(sqlx::Error::Io(_))));
    }
}
