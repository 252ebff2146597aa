//! Whole sessions in memory, with a player who thinks until he is stopped.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ringrift::{Action, Position};

use super::chooser::Stopped;
use super::limits::Limits;
use super::*;

/// Thinks until stopped and then takes the first action.
struct Thinker(Sender<()>);

impl Chooser for Thinker {
    fn name(&self) -> &'static str {
        "thinker"
    }

    fn choose(&self, position: &Position, _: &Limits, stopped: Stopped<'_>, info: &dyn Fn(&str)) -> Option<Action> {
        info("thinking");
        let _ = self.0.send(());
        while !stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        position.legal_actions().first().copied()
    }
}

/// A session on the other end of two pipes.
struct Client {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    thinking: mpsc::Receiver<()>,
    server: JoinHandle<Outcome>,
}

impl Client {
    fn new() -> Client {
        let (server_input, to) = io::pipe().expect("a pipe");
        let (from, server_output) = io::pipe().expect("a pipe");
        let (sender, thinking) = mpsc::channel();
        let server = thread::spawn(|| serve(BufReader::new(server_input), server_output, Thinker(sender)));
        Client { to, from: BufReader::new(from), thinking, server }
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

    /// Waits until a search has begun.
    fn wait_for_search(&mut self) {
        self.thinking.recv_timeout(Duration::from_secs(60)).expect("a search begins");
    }

    /// Closes the input and waits for the end.
    fn end(mut self) {
        drop(self.to);
        let mut rest = String::new();
        assert_eq!(self.from.read_line(&mut rest).ok(), Some(0), "{rest}");
        self.server.join().expect("no panic").expect("no failure");
    }
}

const SEARCH: [&str; 3] = ["info used seed 1", "info used level 5", "info thinking"];
const FOUND: [&str; 2] = ["bestaction P a1", "ok go"];

#[test]
fn a_search_is_stopped_and_answers() {
    let mut client = Client::new();
    client.send("go\n");
    client.wait_for_search();
    client.expect(&SEARCH);
    assert_eq!(client.thinking.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
    client.send("stop\n");
    client.expect(&FOUND);
    client.expect(&["ok stop"]);
    client.end();
}

#[test]
fn isready_is_answered_while_a_search_runs() {
    let mut client = Client::new();
    client.send("go movetime 5\n");
    client.wait_for_search();
    client.expect(&["info used movetime 5"]);
    client.expect(&SEARCH);
    for _ in 0..3 {
        client.send("isready\n");
        client.expect(&["ok isready"]);
    }
    client.send("show\nisready\nstop\n");
    client.expect(&FOUND);
    client.send("quit\n");
    let mut rest = String::new();
    while !rest.ends_with("ok quit\n") {
        client.from.read_line(&mut rest).expect("the pipe is open");
    }
    assert!(rest.starts_with("position G square8"), "{rest}");
    assert!(rest.ends_with("ok show\nok isready\nok stop\nok quit\n"), "{rest}");
    client.end();
}

#[test]
fn commands_in_one_burst_are_all_answered() {
    let mut client = Client::new();
    client.send("go\nisready\nstop\ngo\nundo\nquit\nshow\n");
    let mut found = Vec::new();
    while found.last().is_none_or(|line: &String| line != "ok quit\n") {
        found.push(String::new());
        client.from.read_line(found.last_mut().expect("just pushed")).expect("the pipe is open");
    }
    let count = |prefix: &str| found.iter().filter(|line| line.starts_with(prefix)).count();
    assert_eq!(["bestaction", "ok go", "ok isready", "ok stop", "error undo"].map(count), [2, 2, 1, 1, 1], "{found:?}");
    client.end();
}

#[test]
fn quit_and_the_end_of_input_stop_a_search() {
    for last in ["quit\n", ""] {
        let mut client = Client::new();
        client.send("go\n");
        client.wait_for_search();
        client.expect(&SEARCH);
        client.send(last);
        let Client { to, mut from, server, .. } = client;
        drop(to);
        let mut rest = String::new();
        while from.read_line(&mut rest).expect("the pipe is open") > 0 {}
        let quit = if last.is_empty() { "" } else { "ok quit\n" };
        assert_eq!(rest, format!("{}\n{}\n{quit}", FOUND[0], FOUND[1]));
        server.join().expect("no panic").expect("no failure");
    }
}

#[test]
fn a_client_that_goes_away_ends_the_session() {
    let Client { mut to, from, server, .. } = Client::new();
    drop(from);
    to.write_all(b"show\nshow\n").expect("the pipe is open");
    let outcome = server.join().expect("no panic");
    assert!(outcome.is_err());
}

#[test]
fn a_stop_is_heard_behind_as_many_commands_as_may_wait() {
    let mut client = Client::new();
    client.send("go\n");
    client.wait_for_search();
    client.expect(&SEARCH);
    client.send(&"isready x\n".repeat(inbox::MOST_WAITING - 1));
    client.send("stop\n");
    client.expect(&FOUND);
    for _ in 1..inbox::MOST_WAITING {
        client.expect(&["error isready 'x' is too much; expected: isready"]);
    }
    client.expect(&["ok stop"]);
    client.end();
}
