//! Work that goes on in the background while the screen stays awake.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ai::{Analysis, Analyst, Limits};
use game::{Bot, Cancellation, RingRift};
use ringrift::{Action, Position};

/// How many positions a hint looks at, and for how long at most.
const HINT: Limits =
    Limits { nodes: Some(100_000), time: Some(Duration::from_secs(20)), threads: std::num::NonZeroUsize::MIN };

/// Something that is worked on in a thread of its own. Whoever drops it stops the work.
pub(super) struct Task<T> {
    result: Receiver<T>,
    cancellation: Cancellation,
    begun: Instant,
}

/// How far a task is.
pub(super) enum Progress<T> {
    Busy,
    Done(T),
    /// It ended without a result, which no task should.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    fn start(work: impl FnOnce(&Cancellation) -> T + Send + 'static) -> Task<T> {
        let (sender, result) = channel();
        let cancellation = Cancellation::new();
        let shared = cancellation.clone();
        // Nobody may be waiting any more when it is done.
        thread::spawn(move || sender.send(work(&shared)));
        Task { result, cancellation, begun: Instant::now() }
    }

    /// How far it is.
    pub(super) fn progress(&self) -> Progress<T> {
        match self.result.try_recv() {
            Ok(result) => Progress::Done(result),
            Err(TryRecvError::Empty) => Progress::Busy,
            Err(TryRecvError::Disconnected) => Progress::Failed,
        }
    }

    /// Waits for the result; none if there is none.
    pub(super) fn wait(self) -> Option<T> {
        self.result.recv().ok()
    }
}

impl<T> Task<T> {
    /// Asks for an end with the best there is.
    pub(super) fn hurry(&self) {
        self.cancellation.cancel();
    }

    /// How long it has been going on.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// A computer player, which comes back with its choice.
pub(super) type Computer = Box<dyn Bot<RingRift>>;

/// What a computer player chose.
pub(super) struct Choice {
    pub(super) action: Action,
    pub(super) computer: Computer,
}

/// Lets a computer player choose.
pub(super) fn choose(mut computer: Computer, table: RingRift) -> Task<Choice> {
    Task::start(move |cancellation| {
        let action = computer.choose(&table, cancellation, &game::Progress::new());
        Choice { action, computer }
    })
}

/// Looks for a hint; none if the game is over.
pub(super) fn advise(position: Position) -> Task<Option<Analysis>> {
    Task::start(move |cancellation| Analyst::new(HINT).analyse(&position, &|| cancellation.is_cancelled()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_bring_results_can_be_hurried_and_may_fail() {
        let busy = Task::start(|cancellation: &Cancellation| {
            while !cancellation.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            7
        });
        assert!(matches!(busy.progress(), Progress::Busy));
        busy.hurry();
        assert_eq!(busy.wait(), Some(7));
        let failing: Task<u8> = Task::start(|_: &Cancellation| std::panic::resume_unwind(Box::new("as a test")));
        assert_eq!(failing.wait(), None);
    }
}
