//! Sessions over the WebSockets of games and of guests: valid and mutated messages, malformed frames, and sudden ends.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, legal_action};
use super::frames::{BINARY, CLOSE, CONTINUATION, Frame, PING, PONG, Received, Socket, TEXT};
use super::http::{RESPONSE_LIMIT, Request};
use super::json_mutations::{damage, mutate, write};
use super::schema::{difference, sample};

/// Time to wait for further messages.
const PAUSE: Duration = Duration::from_millis(30);

/// Frames of a session are at most these, so that its messages stay below the rate limit.
const MAX_STEPS: usize = 25;

/// Frames of a flood.
const FLOOD: usize = 3_000;

/// Policy violation: the code with which the server closes flooded sockets.
const POLICY: u16 = 1008;

/// Kind of a socket.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Game,
    Guest,
}

/// A socket with what was sent and received.
struct Session {
    socket: Socket,
    kind: Kind,
    request: Request,
    frames: u64,
    messages: u64,
    /// Bytes sent after the request, for the report of a failure.
    sent: Vec<u8>,
    /// Sequence number and legal actions of the last snapshot or update.
    seq: u64,
    legal: Value,
    /// Key of the last command and whether the server has answered it.
    last_key: String,
    is_answered: bool,
    /// Code of the close frame, or 0 if the connection ended without one.
    closed: Option<u16>,
}

impl Session {
    fn open(client: &mut Client<'_>, request: Request, kind: Kind) -> Option<Session> {
        let opened = Socket::open(client.target.server, &request);
        let (answer, socket) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                client.fail(format!("cannot connect: {error}"), &request);
                return None;
            }
        };
        client.accept(&request, answer);
        Some(Session {
            socket: socket?,
            kind,
            request,
            frames: 0,
            messages: 0,
            sent: Vec::new(),
            seq: 0,
            legal: Value::Null,
            last_key: String::new(),
            is_answered: true,
            closed: None,
        })
    }

    fn fail(&self, client: &Client<'_>, problem: &str) {
        let bytes = [self.request.bytes(), self.sent.clone()].concat();
        let command = format!("{}  # then the frames of the file", self.request.shell_command(client.target.server));
        client.fail_with(format!("{:?} socket: {problem}", self.kind), command, bytes);
    }

    /// Sends a frame; the server may have closed the connection.
    fn send(&mut self, frame: &Frame) {
        self.send_bytes(frame.bytes());
    }

    fn send_bytes(&mut self, bytes: Vec<u8>) {
        if self.socket.send_bytes(&bytes).is_err() {
            self.closed.get_or_insert(0);
        }
        self.frames += 1;
        if self.sent.len() < 1 << 20 {
            self.sent.extend(bytes);
        }
    }

    /// Receives messages until the server pauses or closes the socket.
    fn receive(&mut self, client: &Client<'_>, pause: Duration) {
        while self.closed.is_none() {
            match self.socket.receive(pause) {
                Received::Text(text) => self.accept(client, &text),
                Received::Close(code, _) => self.closed = Some(code),
                Received::Ended => self.closed = Some(0),
                Received::Nothing => return,
                Received::Malformed(problem) => {
                    self.fail(client, &format!("the server sent {problem}"));
                    self.closed = Some(0);
                }
            }
        }
    }

    /// Receives until the last command is answered.
    fn await_answer(&mut self, client: &Client<'_>) {
        let deadline = Instant::now() + RESPONSE_LIMIT;
        while !self.is_answered && self.closed.is_none() && Instant::now() < deadline {
            self.receive(client, PAUSE);
        }
        if !self.is_answered && self.closed.is_none() {
            self.fail(client, "a command was not answered within the time limit");
        }
    }

    /// Checks a message of the server.
    fn accept(&mut self, client: &Client<'_>, text: &str) {
        self.messages += 1;
        client.check_secrets("socket", &self.request, text.as_bytes());
        let Ok(message) = serde_json::from_str::<Value>(text) else {
            return self.fail(client, &format!("the server sent text that is not JSON: {text}"));
        };
        let description = &client.target.description;
        let schema = description.schema(if self.kind == Kind::Game { "ServerMessage" } else { "MyEvent" });
        if let Some(problem) = difference(&description.document, schema, &message) {
            self.fail(client, &format!("a message does not match its schema: {problem}"));
        }
        match message["type"].as_str() {
            Some("snapshot" | "update") => {
                self.seq = message["seq"].as_u64().unwrap_or(0);
                self.legal = message["you"]["legal"].clone();
            }
            Some("done" | "refused") if message["client"] == self.last_key.as_str() => self.is_answered = true,
            _ => {}
        }
        if let (Some("refused"), Some(code)) = (message["type"].as_str(), message["code"].as_str())
            && let Some(problem) = client.target.codes.message_problem(code)
        {
            self.fail(client, &problem);
        }
    }

    /// Returns a command with a new key.
    fn command(&mut self, client: &mut Client<'_>) -> Value {
        self.last_key = format!("k{}-{}", client.rng.below(1 << 30), self.frames);
        let (key, seq) = (&self.last_key, self.seq);
        match client.rng.below(9) {
            0..4 => {
                let action = legal_action(&self.legal, &mut client.rng).unwrap_or_else(|| json!("P d4"));
                json!({ "type": "act", "action": action, "seq": seq, "client": key })
            }
            4 => json!({ "type": "undo", "seq": seq, "client": key }),
            5 => json!({ "type": "takeback", "agree": client.rng.below(2) == 0, "client": key }),
            6 => json!({ "type": "draw", "agree": client.rng.below(2) == 0, "client": key }),
            7 => json!({ "type": "rematch", "client": key }),
            _ => json!({ "type": "act", "action": "M z9-z9", "seq": 0, "client": key }),
        }
    }

    /// Sends a valid command and waits for the answer.
    fn send_command(&mut self, client: &mut Client<'_>) {
        let command = self.command(client);
        self.is_answered = self.kind == Kind::Guest;
        self.send(&Frame::new(TEXT, command.to_string()));
        self.await_answer(client);
    }

    /// Sends a text message that is not valid.
    fn send_mutated_message(&mut self, client: &mut Client<'_>) {
        let schema = client.target.description.schema("ClientMessage");
        let document = &client.target.description.document;
        let mut value = match client.rng.below(2) {
            0 => self.command(client),
            _ => sample(document, schema, &client.words, &mut client.rng, 0),
        };
        // Commands that end the game would leave nothing to do for the next messages.
        if matches!(value["type"].as_str(), Some("resign" | "abort")) && client.rng.below(10) > 0 {
            value["type"] = json!("undo");
        }
        mutate(&mut value, &client.words, &mut client.rng);
        let mut text = write(&value, &mut client.rng);
        if client.rng.below(4) == 0 {
            text = damage(text, &mut client.rng);
        }
        self.send(&Frame::new(TEXT, text));
        self.receive(client, PAUSE);
    }

    /// Sends a valid command in several frames, with a ping between them.
    fn send_fragments(&mut self, client: &mut Client<'_>) {
        let text = self.command(client).to_string();
        self.is_answered = self.kind == Kind::Guest;
        let (first, second) = text.split_at(text.len() / 2);
        self.send(&Frame { is_final: false, ..Frame::new(TEXT, first) });
        self.send(&Frame::new(PING, "between"));
        self.send(&Frame::new(CONTINUATION, second));
        self.await_answer(client);
    }

    /// Sends frames that break the protocol; the server closes the socket.
    fn send_malformed_frame(&mut self, client: &mut Client<'_>) {
        let text = Frame::new(TEXT, r#"{"type":"sync"}"#);
        let frame = match client.rng.below(11) {
            0 => Frame { reserved: 1 + client.rng.below(7) as u8, ..text },
            1 => Frame { is_masked: false, ..text },
            2 => Frame { opcode: client.rng.pick(&[3, 7, 11, 15]).unwrap_or(3), ..text },
            3 => Frame { opcode: CONTINUATION, ..text },
            4 => Frame::new(BINARY, vec![0, 159, 146, 150]),
            5 => Frame::new(TEXT, vec![0xff, 0xfe, 0xc0]),
            6 => Frame::new(TEXT, vec![b' '; client.rng.pick(&[1_025, 65_537, 1 << 20]).unwrap_or(1)]),
            7 => Frame { claimed_length: Some(client.rng.pick(&[1 << 20, 1 << 40, u64::MAX]).unwrap_or(1)), ..text },
            8 => Frame::new(PING, vec![0; 126]),
            9 => Frame { is_final: false, ..Frame::new(PING, "") },
            _ => Frame::new(CLOSE, client.rng.pick(&[vec![0], vec![3, 231], vec![255; 130]]).unwrap_or_default()),
        };
        self.send(&frame);
        self.receive(client, PAUSE);
    }

    /// Sends messages without reading, until the server closes the socket because of the flood.
    fn flood(&mut self, client: &mut Client<'_>) {
        let frame = match client.rng.below(3) {
            0 => Frame::new(TEXT, r#"{"type":"sync"}"#),
            1 => Frame::new(PONG, ""),
            _ => Frame::new(TEXT, r#"{"type":"undo","seq":0}"#),
        };
        for _ in 0..FLOOD {
            self.send(&frame);
        }
        let deadline = Instant::now() + RESPONSE_LIMIT;
        while self.closed.is_none() && Instant::now() < deadline {
            self.receive(client, PAUSE);
        }
        if !matches!(self.closed, Some(POLICY | 0)) {
            self.fail(client, &format!("{FLOOD} frames did not close the socket: {:?}", self.closed));
        }
    }

    /// Ends the session: with a close frame, without one, or within a frame.
    fn end(mut self, client: &mut Client<'_>) {
        if self.closed.is_none() {
            match client.rng.below(4) {
                0 | 1 => {
                    self.send(&Frame::new(CLOSE, vec![3, 232]));
                    let deadline = Instant::now() + RESPONSE_LIMIT;
                    while self.closed.is_none() && Instant::now() < deadline {
                        self.receive(client, PAUSE);
                    }
                    if self.closed.is_none() {
                        self.fail(client, "the server did not confirm that the socket is closed");
                    }
                }
                2 => {
                    let bytes = Frame::new(TEXT, r#"{"type":"sync"}"#).bytes();
                    self.send_bytes(bytes[..9].to_vec());
                }
                _ => {}
            }
        }
        client.target.report.add_socket(self.frames, self.messages);
        if client.foreign.iter().any(|game| String::from_utf8_lossy(&self.request.target).contains(&game.id)) {
            client.check_foreign_games(&self.request);
        }
    }
}

/// Opens the sockets of a game and of a guest, plays over them and closes them.
///
/// # Errors
/// If a socket does not open, or the first message or an answer is missing.
pub(super) fn valid_session(client: &mut Client<'_>, request: Request) -> Result<(), String> {
    let kind = kind_of(&request);
    let name = String::from_utf8_lossy(&request.target).into_owned();
    let mut session = Session::open(client, request, kind).ok_or_else(|| format!("{name}: the socket did not open"))?;
    let deadline = Instant::now() + RESPONSE_LIMIT;
    while session.messages == 0 && session.closed.is_none() && Instant::now() < deadline {
        session.receive(client, PAUSE);
    }
    if session.messages == 0 {
        return Err(format!("{name}: the socket sent no message"));
    }
    session.send_command(client);
    session.send_fragments(client);
    if let Some(code) = session.closed {
        return Err(format!("{name}: the socket was closed with the code {code} after valid commands"));
    }
    session.end(client);
    Ok(())
}

fn kind_of(request: &Request) -> Kind {
    if request.target.starts_with(b"/api/me/") { Kind::Guest } else { Kind::Game }
}

/// Runs a session with random steps.
pub(super) fn random_session(client: &mut Client<'_>) {
    let since = client.rng.pick(&["", "?since=0", "?since=1", "?since=7", "?since=99999"]).unwrap_or_default();
    let own = client.rng.pick(&client.games).map(|game| game.id);
    let foreign = client.rng.pick(&client.foreign).map(|game| game.id);
    let path = match (client.rng.below(5), own, foreign) {
        (0..3, Some(id), _) | (3, _, Some(id)) => format!("/api/games/{id}/socket{since}"),
        _ => format!("/api/me/socket{since}"),
    };
    let request = client.request("GET", path).upgrade();
    let tokens: Vec<String> = client.players.iter().flat_map(|guest| guest.tokens.clone()).collect();
    let request = match client.rng.below(8) {
        0 => request,
        1 => request.header("authorization", &format!("Bearer {}", client.rng.pick(&tokens).unwrap_or_default())),
        _ => {
            let player = client.rng.below(client.players.len());
            request.header("cookie", &client.players[player].cookies)
        }
    };
    let kind = kind_of(&request);
    let Some(mut session) = Session::open(client, request, kind) else { return };
    if client.rng.below(4) > 0 {
        session.receive(client, PAUSE);
    }
    if client.rng.below(40) == 0 {
        session.flood(client);
    }
    for _ in 0..client.rng.below(MAX_STEPS) {
        if session.closed.is_some() || client.is_over() {
            break;
        }
        match client.rng.below(12) {
            0..4 => session.send_command(client),
            4..9 => session.send_mutated_message(client),
            9 => session.send_fragments(client),
            10 => session.send(&Frame::new(client.rng.pick(&[PING, PONG]).unwrap_or(PING), "x")),
            _ => session.send_malformed_frame(client),
        }
    }
    session.end(client);
}
