//! Room for browsers: only so many run at once, however many tests do.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many browsers run at once; each keeps about one core busy while it starts.
const MOST: usize = 2;

static FREE: Mutex<usize> = Mutex::new(MOST);
static FREED: Condvar = Condvar::new();

/// A place for one browser, given back when it is dropped.
pub(crate) struct Place(());

/// Waits for so many places, and takes all of them at once: tests that took them one by one could wait for each other for ever.
pub(crate) fn places(count: usize) -> Vec<Place> {
    assert!(count <= MOST, "there is room for {MOST} browsers, not for {count}");
    let free = FREED.wait_while(free(), |free| *free < count);
    *free.unwrap_or_else(PoisonError::into_inner) -= count;
    (0..count).map(|_| Place(())).collect()
}

impl Drop for Place {
    fn drop(&mut self) {
        *free() += 1;
        FREED.notify_all();
    }
}

fn free() -> MutexGuard<'static, usize> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}
