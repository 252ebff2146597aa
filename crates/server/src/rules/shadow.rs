//! Queue of mode shadow: evaluates moves again in a low-priority thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use ringrift::{Action, Position};
#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
};

use rules_messages::EngineVerdict;

/// An answer of the fast engine that the second engine checks.
pub(super) struct Job {
    pub(super) position: Position,
    pub(super) answer: Answer,
}

/// Answer of the fast engine.
pub(super) enum Answer {
    Move { action: Action, fast: EngineVerdict },
    List { fast: Vec<Action> },
}

/// Bounded queue with one low-priority thread, which ends when the queue is dropped.
///
/// A single thread limits the work to one core. On Linux it has the idle scheduling policy, so every other thread takes
/// precedence. The thread polls the queue, because waking it would cost the request threads more than all other work in
/// this mode.
pub(super) struct Queue {
    sender: SyncSender<Job>,
    waiting: Arc<Waiting>,
}

/// Number of jobs, queued and running.
struct Waiting {
    count: AtomicUsize,
    /// Called with every change of the number.
    changed: Box<dyn Fn(f64) + Send + Sync>,
}

impl Waiting {
    fn add(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        (self.changed)(1.0);
    }

    fn remove(&self) {
        (self.changed)(-1.0);
        self.count.fetch_sub(1, Ordering::Release);
    }
}

/// Polling interval of an empty queue.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl Queue {
    /// Starts the thread, which calls `judge` for each job. `changed` is called with every change of the number of jobs.
    pub(super) fn start(
        length: usize,
        judge: impl Fn(Job) + Send + 'static,
        changed: impl Fn(f64) + Send + Sync + 'static,
    ) -> io::Result<Queue> {
        let (sender, jobs) = sync_channel(length);
        let waiting = Arc::new(Waiting { count: AtomicUsize::new(0), changed: Box::new(changed) });
        let pending = Arc::clone(&waiting);
        thread::Builder::new().name("rules-shadow".to_owned()).spawn(move || {
            lower_priority();
            while let Some(job) = next(&jobs) {
                judge(job);
                pending.remove();
            }
        })?;
        Ok(Queue { sender, waiting })
    }

    /// Adds a job; returns `false` if the queue is full.
    pub(super) fn offer(&self, job: Job) -> bool {
        self.waiting.add();
        let taken = match self.sender.try_send(job) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        };
        if !taken {
            self.waiting.remove();
        }
        taken
    }

    /// Returns the number of jobs, queued and running.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.count.load(Ordering::Acquire)
    }
}

/// Waits for the next job; returns `None` when the queue is dropped.
fn next(jobs: &Receiver<Job>) -> Option<Job> {
    loop {
        match jobs.try_recv() {
            Ok(job) => return Some(job),
            Err(TryRecvError::Empty) => thread::sleep(POLL_INTERVAL),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
}

/// Lowers the priority of this thread; does nothing on systems without thread priorities.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    let _ = set_thread_priority_and_policy(
        thread_native_id(),
        ThreadPriority::Min,
        ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gauge_returns_to_zero_when_the_queue_is_empty() {
        let shown = Arc::new(parking_lot::Mutex::new(0.0));
        let gauge = shown.clone();
        let queue = Queue::start(2, |_| {}, move |change| *gauge.lock() += change).expect("the thread starts");
        let rules =
            ringrift::Ruleset::canon(ringrift::BoardKind::Square8, 2).expect("canon has two players on square8");
        let position = Position::new(&rules).expect("the rules have a start position");
        for _ in 0..5 {
            queue.offer(Job { position: position.clone(), answer: Answer::List { fast: Vec::new() } });
        }
        while queue.waiting() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(*shown.lock(), 0.0);
    }
}
