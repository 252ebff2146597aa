//! The queue of what is judged once more, off the hot path.

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

use crate::rules::verdict::Verdict;

/// Something that the fast engine has answered.
pub(super) struct Job {
    pub(super) position: Position,
    pub(super) answer: Answer,
}

/// What the fast engine said.
pub(super) enum Answer {
    /// About a move.
    Move { action: Action, fast: Verdict },
    /// About the moves there are.
    List { fast: Vec<Action> },
}

/// A bounded queue with one thread at its end, which runs at low priority and ends when the queue is dropped.
///
/// One thread is all there is, so that judging can take one core at the most; on Linux it also gives way to every other
/// thread that wants to run, at once (a policy of idle threads, which there is a matter of threads, not of processes). It looks for
/// moves by itself, every now and then: waking it would cost those who answer more than the rest of the shadow does.
pub(super) struct Queue {
    sender: SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
}

/// How long the thread sleeps when nothing waits.
const NAP: Duration = Duration::from_millis(20);

impl Queue {
    /// A queue for so many moves, with what is done to each.
    pub(super) fn start(length: usize, judge: impl Fn(Job) + Send + 'static) -> io::Result<Queue> {
        let (sender, jobs) = sync_channel(length);
        let waiting = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&waiting);
        thread::Builder::new().name("rules-shadow".to_owned()).spawn(move || {
            give_way();
            while let Some(job) = next(&jobs) {
                judge(job);
                left.fetch_sub(1, Ordering::Release);
            }
        })?;
        Ok(Queue { sender, waiting })
    }

    /// Puts a move into the queue; false if it is full.
    pub(super) fn offer(&self, job: Job) -> bool {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let taken = match self.sender.try_send(job) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        };
        if !taken {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        taken
    }

    /// How many moves wait or are being judged.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }
}

/// The next move, as soon as one is found waiting; none once the queue is gone.
fn next(jobs: &Receiver<Job>) -> Option<Job> {
    loop {
        match jobs.try_recv() {
            Ok(job) => return Some(job),
            Err(TryRecvError::Empty) => thread::sleep(NAP),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
}

/// Lowers the priority of this thread where that is possible for one thread alone; where it is not, nothing is lost but that.
fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = set_thread_priority_and_policy(
        thread_native_id(),
        ThreadPriority::Min,
        ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle),
    );
}
