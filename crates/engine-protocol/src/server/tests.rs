//! Sessions in memory, with a handler that searches until it is stopped.

use std::io::{BufReader, PipeReader, PipeWriter};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use super::*;
use crate::queue::MAX_WAITING;

/// Searches until it is stopped, and reports the start of each search.
struct EndlessSearch(Sender<()>);

impl Handler for EndlessSearch {
    fn answer(&mut self, command: &Command, search: &Search<'_>) -> Reply {
        match command {
            Command::Go(_) => {
                search.info("thinking");
                let _ = self.0.send(());
                while !search.is_stopped()() {
                    thread::sleep(Duration::from_millis(1));
                }
                Ok(vec!["bestaction P a1".to_owned()])
            }
            Command::Show => Ok(vec!["position x".to_owned()]),
            Command::Undo(_) => Err("no action was played".to_owned()),
            _ => Ok(Vec::new()),
        }
    }
}

/// Client of a session, connected by two pipes.
struct Client {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    searches: mpsc::Receiver<()>,
    server: JoinHandle<io::Result<()>>,
}

impl Client {
    fn new() -> Client {
        let (server_input, to) = io::pipe().expect("the system has pipes");
        let (from, server_output) = io::pipe().expect("the system has pipes");
        let (sender, searches) = mpsc::channel();
        let server = thread::spawn(|| serve(BufReader::new(server_input), server_output, &mut EndlessSearch(sender)));
        Client { to, from: BufReader::new(from), searches, server }
    }

    fn send(&mut self, lines: &str) {
        self.to.write_all(lines.as_bytes()).expect("the pipe is open");
    }

    fn expect(&mut self, lines: &[&str]) {
        for line in lines {
            let mut found = String::new();
            self.from.read_line(&mut found).expect("the pipe is open");
            assert_eq!(found.trim_end(), *line);
        }
    }

    /// Sends `go` and waits until the search has started.
    fn start_search(&mut self) {
        self.send("go\n");
        self.searches.recv_timeout(Duration::from_secs(60)).expect("the search starts");
        self.expect(&["info thinking"]);
    }

    /// Closes the input and waits for the end of the session.
    fn close(mut self) {
        drop(self.to);
        let mut rest = String::new();
        assert_eq!(self.from.read_line(&mut rest).ok(), Some(0), "{rest}");
        self.server.join().expect("the server does not panic").expect("the session succeeds");
    }
}

/// Reply of [`EndlessSearch`] to `go`.
const SEARCH_REPLY: [&str; 2] = ["bestaction P a1", "ok go"];

#[test]
fn stop_ends_a_search_with_a_reply() {
    let mut client = Client::new();
    client.start_search();
    assert_eq!(client.searches.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
    client.send("stop\n");
    client.expect(&SEARCH_REPLY);
    client.expect(&["ok stop"]);
    client.close();
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut client = Client::new();
    client.start_search();
    for _ in 0..3 {
        client.send("isready\n");
        client.expect(&["ok isready"]);
    }
    client.send("show\nisready\nstop\n");
    client.expect(&SEARCH_REPLY);
    client.send("quit\n");
    client.expect(&["position x", "ok show", "ok isready", "ok stop", "ok quit"]);
    client.close();
}

#[test]
fn answers_all_commands_of_one_burst() {
    let mut client = Client::new();
    client.send("go\nisready\nstop\ngo\nundo\nquit\nshow\n");
    let mut found = Vec::new();
    while found.last().is_none_or(|line: &String| line != "ok quit\n") {
        found.push(String::new());
        client.from.read_line(found.last_mut().expect("a line was pushed")).expect("the pipe is open");
    }
    let count = |prefix: &str| found.iter().filter(|line| line.starts_with(prefix)).count();
    assert_eq!(["bestaction", "ok go", "ok isready", "ok stop", "error undo"].map(count), [2, 2, 1, 1, 1], "{found:?}");
    client.close();
}

#[test]
fn quit_and_the_end_of_input_stop_a_search() {
    for last in ["quit\n", ""] {
        let mut client = Client::new();
        client.start_search();
        client.send(last);
        let Client { to, mut from, server, .. } = client;
        drop(to);
        let mut rest = String::new();
        while from.read_line(&mut rest).expect("the pipe is open") > 0 {}
        let quit = if last.is_empty() { "" } else { "ok quit\n" };
        assert_eq!(rest, format!("{}\n{}\n{quit}", SEARCH_REPLY[0], SEARCH_REPLY[1]));
        server.join().expect("the server does not panic").expect("the session succeeds");
    }
}

#[test]
fn a_closed_output_ends_the_session() {
    let Client { mut to, from, server, .. } = Client::new();
    drop(from);
    to.write_all(b"show\nshow\n").expect("the pipe is open");
    assert!(server.join().expect("the server does not panic").is_err());
}

#[test]
fn stop_ends_a_search_while_many_commands_wait() {
    let mut client = Client::new();
    client.start_search();
    client.send(&"isready x\n".repeat(MAX_WAITING - 1));
    client.send("stop\n");
    client.expect(&SEARCH_REPLY);
    for _ in 1..MAX_WAITING {
        client.expect(&["error isready unexpected argument 'x'; expected: isready"]);
    }
    client.expect(&["ok stop"]);
    client.close();
}
