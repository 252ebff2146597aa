//! Background tasks, so that the screen stays responsive.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ai::{Analysis, Analyst, Limits};
use game::{Bot, Cancellation, RingRift};
use ringrift::{Action, Position};

/// Limits of the search for a hint.
const HINT: Limits = Limits {
    nodes: Some(100_000),
    simulations: Some(400),
    time: Some(Duration::from_secs(20)),
    threads: std::num::NonZeroUsize::MIN,
};

/// Task in its own thread. Dropping it stops the task.
pub(super) struct Task<T> {
    result: Receiver<T>,
    cancellation: Cancellation,
    begun: Instant,
}

/// State of a task.
pub(super) enum TaskState<T> {
    Busy,
    Done(T),
    /// The task panicked.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    fn start(work: impl FnOnce(&Cancellation) -> T + Send + 'static) -> Task<T> {
        let (sender, result) = channel();
        let cancellation = Cancellation::new();
        let shared = cancellation.clone();
        // The receiver may have been dropped.
        thread::spawn(move || sender.send(work(&shared)));
        Task { result, cancellation, begun: Instant::now() }
    }

    /// Returns the state without waiting.
    pub(super) fn state(&self) -> TaskState<T> {
        match self.result.try_recv() {
            Ok(result) => TaskState::Done(result),
            Err(TryRecvError::Empty) => TaskState::Busy,
            Err(TryRecvError::Disconnected) => TaskState::Failed,
        }
    }

    /// Waits for the result. Returns `None` if the task panicked.
    pub(super) fn wait(self) -> Option<T> {
        self.result.recv().ok()
    }
}

impl<T> Task<T> {
    /// Asks the task to end with its best result so far.
    pub(super) fn finish_early(&self) {
        self.cancellation.cancel();
    }

    /// Returns the time since the task started.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// Computer player.
pub(super) type Computer = Box<dyn Bot<RingRift>>;

/// Action chosen by a computer player, and the player itself, which the task owns while it runs.
pub(super) struct ComputerMove {
    pub(super) action: Action,
    pub(super) computer: Computer,
}

/// Starts the search of a computer player for its move.
pub(super) fn choose(mut computer: Computer, game: RingRift) -> Task<ComputerMove> {
    Task::start(move |cancellation| {
        let action = computer.choose(&game, cancellation, &game::Progress::new());
        ComputerMove { action, computer }
    })
}

/// Starts the search for a hint. The task returns `None` if the game is over.
pub(super) fn search_hint(position: Position) -> Task<Option<Analysis>> {
    Task::start(move |cancellation| Analyst::new(HINT).analyse(&position, &|| cancellation.is_cancelled()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_return_results_end_early_and_report_panics() {
        let busy = Task::start(|cancellation: &Cancellation| {
            while !cancellation.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            7
        });
        assert!(matches!(busy.state(), TaskState::Busy));
        busy.finish_early();
        assert_eq!(busy.wait(), Some(7));
        let failing: Task<u8> = Task::start(|_: &Cancellation| std::panic::resume_unwind(Box::new("as a test")));
        assert_eq!(failing.wait(), None);
    }
}
