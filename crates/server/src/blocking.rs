//! Threads for blocking work of the hub and the store.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Runs blocking work on a limited number of threads. Callers that wait are served in order.
///
/// Unlike `http::blocking_pool`, it rejects no work: callers ask for one job at a time, and their number is limited.
#[derive(Clone, Debug)]
pub(crate) struct BlockingSlots(Arc<Semaphore>);

/// The job panicked, or the server is stopping.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("a computation of the server failed")]
pub struct JobFailed;

impl BlockingSlots {
    /// Creates slots for half of the cores, at least one.
    pub(crate) fn for_this_machine() -> BlockingSlots {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        BlockingSlots(Arc::new(Semaphore::new(cores.div_ceil(2))))
    }

    /// Runs a job. A job that has started runs to its end and occupies its slot until then, even if the caller stops waiting.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JobFailed> {
        let slot = self.0.clone().acquire_owned().await.map_err(|_| JobFailed)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(slot);
            done
        });
        done.await.map_err(|_| JobFailed)
    }
}
