//! Bounded pool for blocking work.

use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::Semaphore;

use super::error::ApiError;

/// Largest number of jobs in a pool, running and queued.
const MAX_JOBS: usize = 64;

/// Bounded pool for blocking work: a fixed number of jobs run at the same time, further ones queue, and jobs beyond
/// [`MAX_JOBS`] are rejected.
pub(crate) struct BlockingPool {
    running: Arc<Semaphore>,
    queue: Semaphore,
}

impl BlockingPool {
    /// Creates a pool that runs at most `concurrency` jobs at the same time.
    pub(crate) fn new(concurrency: usize) -> BlockingPool {
        BlockingPool { running: Arc::new(Semaphore::new(concurrency)), queue: Semaphore::new(MAX_JOBS) }
    }

    /// Runs a job and returns its result as a JSON response. Serialization also happens in the pool.
    pub(crate) async fn respond<T: Serialize, E: Into<ApiError>>(
        &self,
        job: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<Response, ApiError> {
        self.run(|| job().map(|view| Json(view).into_response()).map_err(Into::into)).await
    }

    /// Runs a job. A job whose caller disconnects runs to its end and occupies its slot until then.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let message = "the server is busy; try again in a moment";
        let busy = |_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        let panicked = |_| {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the request failed because of a server error")
        };
        let _queued = self.queue.try_acquire().map_err(busy)?;
        let slot = self.running.clone().acquire_owned().await.map_err(|_| ApiError::closing())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(slot);
            done
        });
        done.await.map_err(panicked)?
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn rejects_jobs_when_the_queue_is_full() {
        let pool = BlockingPool::new(2);
        let _queued = pool.queue.acquire_many(MAX_JOBS as u32).await.expect("the semaphore is open");
        let job = tokio::time::timeout(Duration::from_secs(60), pool.respond(|| Ok::<_, ApiError>(1)));
        let error = job.await.expect("the pool answers at once").expect_err("the queue is full");
        assert_eq!(error.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn panicking_jobs_release_their_slot() {
        let pool = BlockingPool::new(2);
        for _ in 0..4 {
            let result: Result<Response, ApiError> =
                pool.respond(|| -> Result<u8, ApiError> { panic!("this panic is part of the test") }).await;
            assert!(result.is_err());
        }
        assert!(pool.respond(|| Ok::<_, ApiError>(1)).await.is_ok());
    }
}
