//! Commands that were read but not yet answered: a bounded queue between the reading and the answering thread.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::command::{Command, Refusal};

/// How many commands may wait.
pub(crate) const MOST_WAITING: usize = 64;

/// How many bytes of commands may wait before nothing more is read.
const MOST_BYTES: usize = 4 << 20;

/// A line that was read.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) command: Result<Command, Refusal>,
    /// The length of the line.
    pub(crate) bytes: usize,
}

impl Request {
    fn is(&self, command: &Command) -> bool {
        self.command.as_ref() == Ok(command)
    }
}

/// The queue. Commands are numbered from 1 as they come; `stop` is not lost even if it comes before its search starts.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
    /// Searches of commands with smaller numbers have to end.
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
        self.waiting.len() >= MOST_WAITING || self.bytes >= MOST_BYTES
    }

    fn pop(&mut self) -> Option<(u64, Request)> {
        let (number, request) = self.waiting.pop_front()?;
        self.bytes -= request.bytes;
        Some((number, request))
    }

    /// Takes out every `isready` at the front and counts them.
    fn pop_ready(&mut self) -> usize {
        let ready = self.waiting.iter().take_while(|(_, request)| request.is(&Command::IsReady)).count();
        (0..ready).filter_map(|_| self.pop()).count()
    }
}

/// A request whose turn has come.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) number: u64,
    pub(crate) request: Request,
    /// How many `isready` stood behind a search; they are to be answered before its search.
    pub(crate) ready: usize,
}

/// What becomes of a request.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reception {
    /// It waits for its turn.
    Waits,
    /// It is `isready` during a search with nothing before it: whoever brought it answers it.
    IsReadyNow,
}

impl Inbox {
    /// Takes a request, as soon as there is room; `stop` and `quit` stop searches before that.
    pub(crate) fn push(&self, request: Request) -> Reception {
        let mut state = self.lock();
        state.received += 1;
        let number = state.received;
        if request.is(&Command::Stop) || request.is(&Command::Quit) {
            self.stopped_before.store(number, Ordering::Relaxed);
        }
        if request.is(&Command::IsReady) && state.is_searching && state.waiting.is_empty() {
            return Reception::IsReadyNow;
        }
        let full = |state: &mut State| state.is_full();
        let mut state = self.changed.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        state.bytes += request.bytes;
        state.waiting.push_back((number, request));
        self.changed.notify_all();
        Reception::Waits
    }

    /// No more requests will come; a search ends as with `quit`.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.stopped_before.store(u64::MAX, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The next request, as soon as there is one; none if no more will come. The last one counts as answered.
    pub(crate) fn next(&self) -> Option<Turn> {
        self.lock().is_searching = false;
        let idle = |state: &mut State| state.waiting.is_empty() && !state.is_closed;
        let mut state = self.changed.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        let (number, request) = state.pop()?;
        state.is_searching = request.command.as_ref().is_ok_and(Command::is_search);
        let ready = if state.is_searching { state.pop_ready() } else { 0 };
        self.changed.notify_all();
        Some(Turn { number, request, ready })
    }

    /// Whether the search of a numbered command has to end.
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

    fn inbox(lines: &[&str]) -> Inbox {
        let inbox = Inbox::default();
        for line in lines {
            assert_eq!(inbox.push(request(line)), Reception::Waits);
        }
        inbox
    }

    /// What comes out next: its number, its name, and how many `isready` it brings.
    fn next(inbox: &Inbox) -> (u64, &'static str, usize) {
        let turn = inbox.next().expect("a request");
        (turn.number, turn.request.command.map_or("", |command| command.name()), turn.ready)
    }

    #[test]
    fn requests_come_out_as_they_went_in_and_then_end() {
        let inbox = inbox(&["show", "nonsense", "isready"]);
        inbox.close();
        assert_eq!([next(&inbox), next(&inbox), next(&inbox)], [(1, "show", 0), (2, "", 0), (3, "isready", 0)]);
        assert!(inbox.next().is_none() && inbox.next().is_none());
    }

    #[test]
    fn stop_ends_the_searches_before_it_and_none_after() {
        let inbox = inbox(&["go", "stop", "go"]);
        assert!(inbox.is_stopped(1) && !inbox.is_stopped(3));
        inbox.push(request("quit"));
        assert!(inbox.is_stopped(3));
    }

    #[test]
    fn isready_overtakes_a_running_search_and_nothing_else() {
        let inbox = inbox(&["isready", "go", "isready", "isready", "show", "isready"]);
        assert_eq!([next(&inbox), next(&inbox)], [(1, "isready", 0), (2, "go", 2)]);
        assert_eq!(inbox.push(request("isready")), Reception::Waits, "a command waits before it");
        assert_eq!([next(&inbox), next(&inbox), next(&inbox)], [(5, "show", 0), (6, "isready", 0), (7, "isready", 0)]);
        inbox.push(request("go"));
        assert_eq!(next(&inbox), (8, "go", 0));
        assert_eq!(inbox.push(request("isready")), Reception::IsReadyNow);
    }

    /// Pushes many lines from another thread and returns how many went in while nothing was taken out.
    fn accepted(line: &str) -> usize {
        let (inbox, accepted) = (Inbox::default(), AtomicUsize::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..100 {
                    inbox.push(request(line));
                    accepted.fetch_add(1, Ordering::SeqCst);
                }
                inbox.close();
            });
            thread::sleep(Duration::from_millis(200));
            let before = accepted.load(Ordering::SeqCst);
            let taken = std::iter::from_fn(|| inbox.next()).count();
            assert_eq!(taken, 100);
            before
        })
    }

    #[test]
    fn a_full_queue_makes_the_reader_wait() {
        assert!(accepted("show") <= MOST_WAITING);
        assert!(accepted(&format!("play {}", "x".repeat(1 << 20))) <= 4);
    }
}
