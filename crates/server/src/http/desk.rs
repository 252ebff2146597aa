//! Where answers are worked out beside everything else: some at once, some waiting, no more.

use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::Semaphore;

use super::error::ApiError;

/// How many answers are asked for at the same time.
const MOST_ASKED: usize = 64;

/// A place where answers are worked out.
pub(crate) struct Desk {
    places: Arc<Semaphore>,
    queue: Semaphore,
}

impl Desk {
    /// One at which so many answers are worked out at the same time.
    pub(crate) fn new(at_once: usize) -> Desk {
        Desk { places: Arc::new(Semaphore::new(at_once)), queue: Semaphore::new(MOST_ASKED) }
    }

    /// Works out an answer, down to its text.
    pub(crate) async fn work_out<T: Serialize>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        self.run(|| work().map(|view| Json(view).into_response())).await
    }

    /// Works out something. The place is taken until that is done, also if whoever asked has left.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let message = "too much is asked; try again in a moment";
        let busy = |_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        let broken = |_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "this cannot be worked out");
        let _turn = self.queue.try_acquire().map_err(busy)?;
        let place = self.places.clone().acquire_owned().await.map_err(|_| ApiError::closing())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(broken)?
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn who_comes_when_many_wait_is_told_so() {
        let desk = Desk::new(2);
        let _turns = desk.queue.acquire_many(MOST_ASKED as u32).await.expect("it is open");
        let asked = tokio::time::timeout(Duration::from_secs(60), desk.work_out(|| Ok(1)));
        let refused = asked.await.expect("at once").expect_err("no place");
        assert_eq!(refused.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn what_breaks_down_takes_no_place_for_ever() {
        let desk = Desk::new(2);
        for _ in 0..4 {
            let broken: Result<Response, ApiError> =
                desk.work_out(|| -> Result<u8, ApiError> { panic!("this panic is meant") }).await;
            assert!(broken.is_err());
        }
        assert!(desk.work_out(|| Ok(1)).await.is_ok());
    }
}
