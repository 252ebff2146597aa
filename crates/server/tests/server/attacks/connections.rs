//! Attacks with connections: silent, slow, too many, flooding.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use api::client::Message;
use server::Timeouts;

use crate::setup::{create, open_game};
use crate::test_server::TestServer;

/// Opens a connection from a loopback address such as 127.0.0.2, which is a client network of its own.
fn connect_from(server: &TestServer, host: u8) -> TcpStream {
    let address: SocketAddr = server.base().trim_start_matches("http://").parse().expect("the address is valid");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("sockets are available");
        socket.bind((Ipv4Addr::new(127, 0, 0, host), 0).into()).expect("the loopback network has this address");
        socket.connect(address).await.expect("the server accepts connections")
    });
    let stream = stream.into_std().expect("the stream is open");
    stream.set_nonblocking(false).expect("the stream is open");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("the timeout is valid");
    stream
}

fn request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
}

/// Sends a request over a new connection and returns the start of the response.
fn get_from(server: &TestServer, host: u8, path: &str) -> String {
    let mut stream = connect_from(server, host);
    let _ = stream.write_all(request(path).as_bytes());
    read_start(&mut stream)
}

/// Returns what the server sends next, or an empty text if it has closed the connection.
fn read_start(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 4_096];
    let count = stream.read(&mut bytes).unwrap_or(0);
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

/// Waits until a condition holds; the limit only ends a test that fails.
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn silent_connections_end() {
    let server = TestServer::with(|config| config.timeouts.first_byte_ms = 300);
    let mut silent = connect_from(&server, 1);
    assert_eq!(read_start(&mut silent), "", "the server closes the connection");
}

#[test]
fn connections_end_between_requests() {
    let server = TestServer::with(|config| config.timeouts.idle_ms = 300);
    let mut idle = connect_from(&server, 1);
    idle.write_all(request("/health").as_bytes()).expect("the connection is open");
    assert!(read_start(&mut idle).contains("200 OK"));
    assert_eq!(read_start(&mut idle), "", "the server closes the connection");
}

#[test]
fn connections_without_a_complete_head_end() {
    let server = TestServer::with(|config| config.timeouts.header_ms = 300);
    let mut slow = connect_from(&server, 1);
    slow.write_all(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n").expect("the connection is open");
    let response = read_start(&mut slow);
    assert!(response.is_empty() || response.contains("408"), "{response}");
}

#[test]
fn slow_bodies_end() {
    let server = TestServer::with(|config| config.timeouts.body_ms = 300);
    let mut slow = connect_from(&server, 1);
    let head =
        "POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    slow.write_all(head.as_bytes()).expect("the connection is open");
    let response = read_start(&mut slow);
    assert!(response.starts_with("HTTP/1.1 4"), "{response}");
}

#[test]
fn slow_readers_end() {
    let server = TestServer::with(|config| {
        config.timeouts = Timeouts { stall_ms: 300, ..Timeouts::default() };
        config.connections_per_address = 1;
    });
    let mut slow = connect_from(&server, 1);
    // Far more than the buffers of the operating system hold.
    for _ in 0..200 {
        if slow.write_all(request("/api/openapi.json").as_bytes()).is_err() {
            break;
        }
    }
    assert!(get_from(&server, 1, "/health").contains("429"), "the slot is taken while the response is sent");
    wait_until("the server gives up sending", || get_from(&server, 1, "/health").contains("200 OK"));
}

#[test]
fn one_network_cannot_take_all_connections() {
    let server = TestServer::with(|config| config.connections_per_address = 3);
    let held: Vec<TcpStream> = (0..3).map(|_| connect_from(&server, 2)).collect();
    let response = get_from(&server, 2, "/health");
    assert!(response.contains("429 Too Many Requests") && response.contains("too_many_connections"), "{response}");
    assert!(get_from(&server, 3, "/health").contains("200 OK"), "other networks are not affected");
    drop(held);
    wait_until("the slots are free again", || get_from(&server, 2, "/health").contains("200 OK"));
}

#[test]
fn health_is_reachable_while_silent_connections_take_all_slots() {
    let server = TestServer::with(|config| config.connections = 8);
    let mut held: Vec<TcpStream> =
        (2..4).flat_map(|host| (0..4).map(move |_| host)).map(|host| connect_from(&server, host)).collect();
    for _ in 0..20 {
        // They also fill the reserve, but only until somebody else needs it.
        held.extend((10..13).map(|host| connect_from(&server, host)));
        let response = get_from(&server, 9, "/health");
        assert!(response.contains("200 OK") && response.contains("connection: close"), "{response}");
    }
    let response = get_from(&server, 9, "/api/games");
    assert!(response.contains("503") && response.contains("\"full\""), "{response}");
}

#[test]
fn sockets_through_a_proxy_count_for_the_client() {
    let server = TestServer::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".to_owned()];
        config.connections_per_address = 2;
    });
    let game = create(&server.guest("Ann"), &open_game());
    let open = |client: &str| {
        let mut stream = connect_from(&server, 1);
        let head =
            format!("GET /api/games/{game}/events HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {client}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("the connection is open");
        let response = read_start(&mut stream);
        (stream, response)
    };
    let held = [open("2001:db8::1"), open("2001:db8::2")];
    assert!(held.iter().all(|(_, response)| response.contains("200 OK")));
    assert!(open("2001:db8::3").1.contains("too_many_connections"), "the same /64 network");
    assert!(open("192.0.2.1").1.contains("200 OK"));
}

#[test]
fn flooding_sockets_are_closed_with_a_reason() {
    let server = TestServer::with(|config| {
        config.rates.messages_per_second = 1;
        config.rates.messages_burst = 5;
    });
    let ann = server.guest("Ann");
    let game = create(&ann, &open_game());
    for frame in [Message::text("{\"type\":\"sync\"}"), Message::Ping(Vec::new().into())] {
        let mut socket = ann.socket(&game, None).expect("the socket opens");
        for _ in 0..40 {
            if socket.send_frame(frame.clone()).is_err() {
                break;
            }
        }
        let error = loop {
            match socket.receive() {
                Ok(_) => {}
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.contains("too many messages"), "{error}");
    }
}

#[test]
fn a_wrong_method_is_reported_as_json() {
    let server = TestServer::new();
    let answer = server.visitor().raw("DELETE", "/api/games", &[], None).expect("the server responds");
    assert_eq!(answer.status, 405);
    assert!(answer.text().contains("method_not_allowed"), "{}", answer.text());
}
