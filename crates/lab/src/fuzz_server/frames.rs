//! WebSocket frames as bytes, so that malformed ones can be sent.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::http::{Answer, Connection, Request, Response};

/// A frame to send.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) is_final: bool,
    /// The three reserved bits, which must be 0.
    pub(super) reserved: u8,
    pub(super) opcode: u8,
    /// Clients must mask their frames.
    pub(super) is_masked: bool,
    pub(super) payload: Vec<u8>,
    /// Length to announce instead of that of the payload.
    pub(super) claimed_length: Option<u64>,
}

pub(super) const CONTINUATION: u8 = 0;
pub(super) const TEXT: u8 = 1;
pub(super) const BINARY: u8 = 2;
pub(super) const CLOSE: u8 = 8;
pub(super) const PING: u8 = 9;
pub(super) const PONG: u8 = 10;

/// Key that masks all frames; its value does not matter.
const MASK: [u8; 4] = [0x12, 0x34, 0x56, 0x78];

impl Frame {
    pub(super) fn new(opcode: u8, payload: impl Into<Vec<u8>>) -> Frame {
        let payload = payload.into();
        Frame { is_final: true, reserved: 0, opcode, is_masked: true, payload, claimed_length: None }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let first = u8::from(self.is_final) << 7 | (self.reserved & 7) << 4 | (self.opcode & 15);
        let length = self.claimed_length.unwrap_or(self.payload.len() as u64);
        let masked = u8::from(self.is_masked) << 7;
        let mut bytes = vec![first];
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length), _) if length < 126 => bytes.push(masked | length),
            (_, Ok(length)) => bytes.extend([&[masked | 126][..], &length.to_be_bytes()].concat()),
            _ => bytes.extend([&[masked | 127][..], &length.to_be_bytes()].concat()),
        }
        if self.is_masked {
            bytes.extend(MASK);
            bytes.extend(self.payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        } else {
            bytes.extend(&self.payload);
        }
        bytes
    }
}

/// Something that a socket received.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Received {
    Text(String),
    /// Close frame with its code and reason.
    Close(u16, String),
    /// The connection ended.
    Ended,
    /// Nothing within the time limit.
    Nothing,
    /// A frame that the server must not send.
    Malformed(String),
}

/// An open WebSocket.
pub(super) struct Socket {
    connection: Connection,
    /// The first frames of a text whose last frame has not arrived.
    text: Option<Vec<u8>>,
}

impl Socket {
    /// Sends the request for a WebSocket. Returns the answer, and the socket if the server agreed.
    pub(super) fn open(server: SocketAddr, request: &Request) -> io::Result<(Answer, Option<Socket>)> {
        let mut connection = Connection::open(server)?;
        let (answer, _) = connection.exchange(request, false);
        let is_open = matches!(&answer, Answer::Response(Response { status: 101, .. }));
        Ok((answer, is_open.then_some(Socket { connection, text: None })))
    }

    pub(super) fn send(&mut self, frame: &Frame) -> io::Result<()> {
        self.send_bytes(&frame.bytes())
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.connection.stream.write_all(bytes)
    }

    /// Receives the next text or the end; answers pings.
    pub(super) fn receive(&mut self, limit: Duration) -> Received {
        let deadline = Instant::now() + limit;
        loop {
            let (first, payload) = match self.frame(deadline) {
                Ok(frame) => frame,
                Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) => {
                    return Received::Nothing;
                }
                Err(_) => return Received::Ended,
            };
            let (is_final, opcode) = (first & 0x80 != 0, first & 0x7f);
            match (opcode, self.text.take()) {
                (TEXT, None) => self.text = Some(payload),
                (CONTINUATION, Some(text)) => self.text = Some([text, payload].concat()),
                (CLOSE, _) if is_final => {
                    let code = payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code));
                    return Received::Close(code, String::from_utf8_lossy(payload.get(2..).unwrap_or_default()).into());
                }
                (PING | PONG, text) if is_final => {
                    self.text = text;
                    if opcode == PING {
                        drop(self.send(&Frame::new(PONG, payload)));
                    }
                    continue;
                }
                _ => return Received::Malformed(format!("a frame with the first byte {first:#x}")),
            }
            if let Some(text) = self.text.take_if(|_| is_final) {
                let text = String::from_utf8(text);
                return text.map_or_else(|_| Received::Malformed("text that is not UTF-8".to_owned()), Received::Text);
            }
        }
    }

    /// Reads a frame; returns its first byte and its payload. The bytes of an incomplete frame stay in the buffer.
    fn frame(&mut self, deadline: Instant) -> io::Result<(u8, Vec<u8>)> {
        let connection = &mut self.connection;
        connection.fill(2, deadline)?;
        let (first, second) = (connection.received[0], connection.received[1]);
        let extra = match second & 127 {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        connection.fill(2 + extra, deadline)?;
        let length = connection.received[2..2 + extra].iter().fold(0, |number, &byte| number << 8 | usize::from(byte));
        let length = if extra == 0 { usize::from(second & 127) } else { length };
        connection.fill(2 + extra + length, deadline)?;
        let payload = connection.received.drain(..2 + extra + length).skip(2 + extra).collect();
        // A server must not mask its frames. No opcode has the value 15.
        Ok((if second & 0x80 == 0 { first } else { 0x8f }, payload))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_masked_and_have_a_length_of_the_right_size() {
        assert_eq!(Frame::new(TEXT, "A").bytes(), [0x81, 0x81, 0x12, 0x34, 0x56, 0x78, b'A' ^ 0x12]);
        assert_eq!(Frame::new(BINARY, vec![0; 126]).bytes()[..4], [0x82, 0xfe, 0, 126]);
        assert_eq!(Frame::new(TEXT, vec![0; 70_000]).bytes()[..10], [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0x11, 0x70]);
        let malformed = Frame { is_final: false, reserved: 1, is_masked: false, ..Frame::new(CONTINUATION, "") };
        assert_eq!(malformed.bytes(), [0x10, 0]);
    }
}
