//! Bounded queue of commands between the reading and the answering thread.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::command::{Command, Rejection};

/// Number of commands that can wait before the server stops reading.
pub const MAX_WAITING: usize = 64;

/// Number of bytes of waiting commands above which the server stops reading.
const MAX_WAITING_BYTES: usize = 4 << 20;

/// Line from the client, parsed.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) command: Result<Command, Rejection>,
    /// Length of the line.
    pub(crate) bytes: usize,
}

impl Request {
    fn is(&self, command: &Command) -> bool {
        self.command.as_ref() == Ok(command)
    }
}

/// Bounded queue of requests. They are numbered from 1 in order of arrival, so that a `stop` also ends earlier searches that
/// are still in the queue.
#[derive(Debug, Default)]
pub(crate) struct RequestQueue {
    state: Mutex<State>,
    changed: Condvar,
    /// Searches whose request number is smaller must end.
    stopped_before: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<(u64, Request)>,
    bytes: usize,
    received: u64,
    is_searching: bool,
    is_closed: bool,
}

impl State {
    fn is_full(&self) -> bool {
        self.waiting.len() >= MAX_WAITING || self.bytes >= MAX_WAITING_BYTES
    }

    fn pop(&mut self) -> Option<(u64, Request)> {
        let (number, request) = self.waiting.pop_front()?;
        self.bytes -= request.bytes;
        Some((number, request))
    }

    /// Removes every `isready` at the front and returns their number.
    fn pop_isready(&mut self) -> usize {
        let count = self.waiting.iter().take_while(|(_, request)| request.is(&Command::IsReady)).count();
        (0..count).filter_map(|_| self.pop()).count()
    }
}

/// Request to be answered next.
#[derive(Debug)]
pub(crate) struct NextRequest {
    pub(crate) number: u64,
    pub(crate) request: Request,
    /// If the request is a search: number of `isready` commands directly behind it, which were removed from the queue with
    /// it. They are answered before the search starts. Otherwise 0.
    pub(crate) isready_count: usize,
}

/// Result of [`RequestQueue::push`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pushed {
    /// The request waits in the queue.
    Waits,
    /// The request is an `isready` during a search, and no other request waits: the caller answers it.
    IsReadyNow,
}

impl RequestQueue {
    /// Adds a request, and waits while the queue is full. `stop` and `quit` end earlier searches without waiting.
    pub(crate) fn push(&self, request: Request) -> Pushed {
        let mut state = self.lock();
        state.received += 1;
        let number = state.received;
        if request.is(&Command::Stop) || request.is(&Command::Quit) {
            self.stopped_before.store(number, Ordering::Relaxed);
        }
        if request.is(&Command::IsReady) && state.is_searching && state.waiting.is_empty() {
            return Pushed::IsReadyNow;
        }
        let full = |state: &mut State| state.is_full();
        let mut state = self.changed.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        state.bytes += request.bytes;
        state.waiting.push_back((number, request));
        self.changed.notify_all();
        Pushed::Waits
    }

    /// Marks the end of input, which ends a search as `quit` does.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.stopped_before.store(u64::MAX, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for the next request. Returns `None` after the last one. The previous request counts as answered.
    pub(crate) fn next(&self) -> Option<NextRequest> {
        self.lock().is_searching = false;
        let idle = |state: &mut State| state.waiting.is_empty() && !state.is_closed;
        let mut state = self.changed.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        let (number, request) = state.pop()?;
        state.is_searching = request.command.as_ref().is_ok_and(Command::is_search);
        let isready_count = if state.is_searching { state.pop_isready() } else { 0 };
        self.changed.notify_all();
        Some(NextRequest { number, request, isready_count })
    }

    /// Reports whether the search of the request with this number must end.
    pub(crate) fn is_stopped(&self, number: u64) -> bool {
        number < self.stopped_before.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn request(line: &str) -> Request {
        Request { command: Command::parse(line), bytes: line.len() }
    }

    fn queue(lines: &[&str]) -> RequestQueue {
        let queue = RequestQueue::default();
        for line in lines {
            assert_eq!(queue.push(request(line)), Pushed::Waits);
        }
        queue
    }

    /// Returns the request number, the command name and the number of following `isready` commands of the next request.
    fn next(queue: &RequestQueue) -> (u64, &'static str, usize) {
        let next = queue.next().expect("a request waits");
        (next.number, next.request.command.map_or("", |command| command.name()), next.isready_count)
    }

    #[test]
    fn returns_requests_in_order_and_then_none() {
        let queue = queue(&["show", "nonsense", "isready"]);
        queue.close();
        assert_eq!([next(&queue), next(&queue), next(&queue)], [(1, "show", 0), (2, "", 0), (3, "isready", 0)]);
        assert!(queue.next().is_none() && queue.next().is_none());
    }

    #[test]
    fn stop_ends_only_earlier_searches() {
        let queue = queue(&["go", "stop", "go"]);
        assert!(queue.is_stopped(1) && !queue.is_stopped(3));
        queue.push(request("quit"));
        assert!(queue.is_stopped(3));
    }

    #[test]
    fn isready_overtakes_only_a_running_search() {
        let queue = queue(&["isready", "go", "isready", "isready", "show", "isready"]);
        assert_eq!([next(&queue), next(&queue)], [(1, "isready", 0), (2, "go", 2)]);
        assert_eq!(queue.push(request("isready")), Pushed::Waits, "another command waits");
        assert_eq!([next(&queue), next(&queue), next(&queue)], [(5, "show", 0), (6, "isready", 0), (7, "isready", 0)]);
        queue.push(request("go"));
        assert_eq!(next(&queue), (8, "go", 0));
        assert_eq!(queue.push(request("isready")), Pushed::IsReadyNow);
    }

    /// Pushes 100 lines from another thread and returns how many were accepted before the first was removed.
    fn accepted(line: &str) -> usize {
        let (queue, accepted) = (RequestQueue::default(), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..100 {
                    queue.push(request(line));
                    accepted.fetch_add(1, Ordering::SeqCst);
                }
                queue.close();
            });
            thread::sleep(Duration::from_millis(200));
            let before = accepted.load(Ordering::SeqCst);
            let taken = std::iter::from_fn(|| queue.next()).count();
            assert_eq!(taken, 100);
            before
        })
    }

    #[test]
    fn a_full_queue_blocks_the_reader() {
        assert!(accepted("show") <= MAX_WAITING);
        assert!(accepted(&format!("play {}", "x".repeat(1 << 20))) <= 4);
    }
}
