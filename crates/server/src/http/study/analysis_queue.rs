//! Queue of analyses, bounded in total and for each guest.

use std::sync::Arc;

use api::GuestId;
use axum::http::StatusCode;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::http::error::ApiError;

/// Queue of analyses or reviews.
pub(crate) struct AnalysisQueue {
    /// Slots for running jobs.
    pub(super) running: Arc<Semaphore>,
    /// Guests of all jobs, running and waiting.
    guests: Arc<Mutex<Vec<GuestId>>>,
}

/// Entry in the queue. Dropping it removes the job.
pub(super) struct QueueEntry {
    guest: GuestId,
    guests: Arc<Mutex<Vec<GuestId>>>,
}

impl AnalysisQueue {
    /// Largest number of jobs, running and waiting.
    const MAX_JOBS: usize = 16;

    /// Largest number of jobs of one guest.
    const MAX_PER_GUEST: usize = 2;

    /// Creates a queue that runs at most `concurrency` jobs at the same time.
    pub(crate) fn new(concurrency: usize) -> AnalysisQueue {
        AnalysisQueue { running: Arc::new(Semaphore::new(concurrency)), guests: Arc::new(Mutex::new(Vec::new())) }
    }

    /// Adds a job to the queue.
    ///
    /// # Errors
    /// If the queue is full, or the guest has too many jobs in it.
    pub(super) fn enqueue(&self, guest: &GuestId) -> Result<QueueEntry, ApiError> {
        let mut guests = self.guests.lock();
        if guests.iter().filter(|other| *other == guest).count() >= AnalysisQueue::MAX_PER_GUEST {
            let message = "two of your analyses are in progress; wait until one is done";
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_often", message));
        }
        if guests.len() >= AnalysisQueue::MAX_JOBS {
            let message = "the analysis queue is full; try again in a moment";
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message));
        }
        guests.push(guest.clone());
        Ok(QueueEntry { guest: guest.clone(), guests: self.guests.clone() })
    }
}

impl Drop for QueueEntry {
    fn drop(&mut self) {
        let mut guests = self.guests.lock();
        if let Some(at) = guests.iter().position(|guest| *guest == self.guest) {
            guests.swap_remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code of the error, or `None` if the job is accepted.
    fn rejection_code(queue: &AnalysisQueue, guest: &GuestId) -> Option<String> {
        match queue.enqueue(guest) {
            Ok(_) => None,
            Err(ApiError::Status(_, view)) => Some(view.code),
            Err(ApiError::Rejected(rejection)) => Some(rejection.code),
        }
    }

    #[test]
    fn rejects_third_job_of_a_guest() {
        let (queue, guest) = (AnalysisQueue::new(1), GuestId::random());
        let entries = [queue.enqueue(&guest), queue.enqueue(&guest)];
        assert!(entries.iter().all(Result::is_ok));
        assert_eq!(rejection_code(&queue, &guest).as_deref(), Some("too_often"));
        drop(entries);
        assert_eq!(rejection_code(&queue, &guest), None);
    }

    #[test]
    fn rejects_jobs_when_the_queue_is_full() {
        let queue = AnalysisQueue::new(1);
        let mut entries: Vec<QueueEntry> =
            (0..AnalysisQueue::MAX_JOBS).filter_map(|_| queue.enqueue(&GuestId::random()).ok()).collect();
        assert_eq!(entries.len(), AnalysisQueue::MAX_JOBS);
        assert_eq!(rejection_code(&queue, &GuestId::random()).as_deref(), Some("busy"));
        entries.pop();
        assert_eq!(rejection_code(&queue, &GuestId::random()), None);
    }
}
