//! Computations outside of the interpreter lock: they let other Python threads run, react to Ctrl-C, and turn panics into exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use game::Cancellation;
use pyo3::prelude::*;

use crate::error::Problem;

/// Time between two checks for signals such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs a computation that cannot be interrupted, without the interpreter lock.
pub(crate) fn without_lock<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch(work))
}

/// Runs a computation in its own thread, without the interpreter lock. A signal handler that raises, such as the one of Ctrl-C,
/// cancels the computation; its exception is returned once the computation has stopped.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Cancellation) -> T + Send) -> PyResult<T> {
    let cancellation = Cancellation::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let token = cancellation.clone();
        scope.spawn(move || {
            let result = catch(|| work(&token));
            // The receiver is dropped only after an interruption.
            let _ = sender.send(result);
        });
        let receiver = Mutex::new(receiver);
        loop {
            let received = py.detach(|| lock(&receiver).recv_timeout(SIGNAL_INTERVAL));
            match received {
                Ok(result) => return result,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Problem::new("the computation stopped").into()),
            }
            if let Err(signal) = py.check_signals() {
                cancellation.cancel();
                // The scope waits for the thread, which must not happen with the interpreter lock.
                let _ = py.detach(|| lock(&receiver).recv());
                return Err(signal);
            }
        }
    })
}

/// Locks a mutex; a panic of an earlier computation does not make the value unusable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the body of a function that Python calls; `#[guarded]` puts it around every function. A panic becomes an exception.
pub(crate) fn guard<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch(work).flatten()
}

/// Turns a panic, which is always a defect of this package, into an exception.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let message = message_of(&*panic);
        Problem::new(format!("internal error, please report it: {message}")).into()
    })
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown cause")
}
