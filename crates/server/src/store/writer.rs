//! The one who writes. What comes together is written together, so that one wait for the disk serves many.

use std::time::Instant;

use metrics::{counter, histogram};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::error::StoreError;
use super::op::Op;

/// Something to write, and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    /// What.
    pub(super) ops: Vec<Op>,
    /// Who waits.
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

/// The most jobs that are written together.
const MOST_TOGETHER: usize = 256;

/// The most jobs that wait.
const MOST_WAITING: usize = 4_096;

pub(super) struct Writer {
    /// None after something has gone wrong: whatever state the last one was in, a new one begins afresh.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    jobs: mpsc::Receiver<Job>,
}

impl Writer {
    /// Starts to write.
    pub(super) fn start(connection: SqliteConnection, options: SqliteConnectOptions) -> mpsc::Sender<Job> {
        let (sender, jobs) = mpsc::channel(MOST_WAITING);
        tokio::spawn(Writer { connection: Some(connection), options, jobs }.run());
        sender
    }

    async fn run(mut self) {
        let mut batch = Vec::with_capacity(MOST_TOGETHER);
        while self.jobs.recv_many(&mut batch, MOST_TOGETHER).await > 0 {
            let begun = Instant::now();
            let answers = self.write(&batch).await;
            histogram!("store_commit_seconds").record(begun.elapsed());
            counter!("store_jobs_total").increment(batch.len() as u64);
            for (job, answer) in batch.drain(..).zip(answers) {
                // Whoever does not wait any more does not mind.
                let _ = job.done.send(answer);
            }
        }
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
    }

    /// The connection, or a new one.
    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Writes all jobs in one transaction. A job that fails is left out; if the whole fails, all have failed.
    async fn write(&mut self, batch: &[Job]) -> Vec<Result<(), StoreError>> {
        let written = match self.connection().await {
            Ok(connection) => write_together(connection, batch).await,
            Err(error) => Err(Failure::Before(error)),
        };
        match written {
            Ok(answers) => answers,
            Err(failure) => {
                if let Some(connection) = self.connection.take() {
                    // Not in an orderly way, which would write once more.
                    let _ = connection.close_hard().await;
                }
                counter!("store_failures_total").increment(1);
                tracing::error!(error = %failure, jobs = batch.len(), "the database could not be written");
                batch.iter().map(|_| Err(failure.answer())).collect()
            }
        }
    }
}

/// Why a whole batch failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// Before it was to be made safe: nothing of it is there.
    #[error("{0}")]
    Before(sqlx::Error),
    /// While it was made safe: nobody knows.
    #[error("{0}")]
    During(sqlx::Error),
}

impl Failure {
    fn answer(&self) -> StoreError {
        match self {
            Failure::Before(error) => StoreError::NotWritten(error.to_string()),
            Failure::During(error) => StoreError::Unknown(error.to_string()),
        }
    }
}

async fn write_together(db: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, Failure> {
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(Failure::Before)?;
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        answers.push(write_job(&mut transaction, job).await.map_err(Failure::Before)?);
    }
    transaction.commit().await.map_err(Failure::During)?;
    Ok(answers)
}

/// Writes a job, or nothing of it. Only what is wrong with the job itself is its own error.
async fn write_job(db: &mut SqliteConnection, job: &Job) -> Result<Result<(), StoreError>, sqlx::Error> {
    let mut savepoint = db.begin().await?;
    for op in &job.ops {
        match op.run(&mut savepoint).await {
            Ok(()) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                savepoint.rollback().await?;
                return Ok(Err(StoreError::Exists));
            }
            Err(sqlx::Error::Database(error)) if is_own_fault(&*error) => {
                savepoint.rollback().await?;
                return Ok(Err(StoreError::NotWritten(error.to_string())));
            }
            Err(error) => return Err(error),
        }
    }
    savepoint.commit().await?;
    Ok(Ok(()))
}

/// Whether a job breaks a rule of the schema, as opposed to a disk that is full or broken.
fn is_own_fault(error: &dyn sqlx::error::DatabaseError) -> bool {
    // The primary result code SQLITE_CONSTRAINT is the low byte of all its kinds.
    const CONSTRAINT: i64 = 19;
    error.code().and_then(|code| code.parse::<i64>().ok()).is_some_and(|code| code & 0xff == CONSTRAINT)
}
