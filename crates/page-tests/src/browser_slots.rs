//! Limits the number of browsers that run at the same time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Largest number of running browsers; each keeps about one core busy while it starts.
const MAX_BROWSERS: usize = 2;

static FREE: Mutex<usize> = Mutex::new(MAX_BROWSERS);
static FREED: Condvar = Condvar::new();

/// Permission to run one browser; released on drop.
pub(crate) struct BrowserSlot(());

/// Waits for `count` slots and takes them all at once: tests that took them one by one could deadlock.
pub(crate) fn acquire(count: usize) -> Vec<BrowserSlot> {
    assert!(count <= MAX_BROWSERS, "at most {MAX_BROWSERS} browsers can run, not {count}");
    let free = FREED.wait_while(free(), |free| *free < count);
    *free.unwrap_or_else(PoisonError::into_inner) -= count;
    (0..count).map(|_| BrowserSlot(())).collect()
}

impl Drop for BrowserSlot {
    fn drop(&mut self) {
        *free() += 1;
        FREED.notify_all();
    }
}

fn free() -> MutexGuard<'static, usize> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}
