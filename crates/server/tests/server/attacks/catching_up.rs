//! Sockets that receive the missed updates of a long game slowly.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use api::GameId;
use api::client::Client;

use crate::access::{ban_network, wait_until};
use crate::setup::snapshot;
use crate::sockets::long_game;
use crate::test_server::TestServer;

/// Length of the game. Its updates are longer than the buffers of the operating system, so that the server has to wait for the
/// client.
const PLIES: usize = 5_000;

/// Opens a socket that resumes after the first entry, and reads no update yet. The client has little room for unread data.
fn resume(server: &TestServer, client: &Client, game: &GameId) -> TcpStream {
    let address: SocketAddr = server.base().trim_start_matches("http://").parse().expect("the address is valid");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("sockets are available");
        socket.set_recv_buffer_size(4_096).expect("the size is valid");
        socket.connect(address).await.expect("the server accepts connections")
    });
    let mut stream = stream.into_std().expect("the stream is open");
    stream.set_nonblocking(false).expect("the stream is open");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("the timeout is valid");
    let head = format!(
        "GET /api/games/{game}/socket?since=1 HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: {}\r\n\r\n",
        client.cookie().expect("the client is signed in")
    );
    stream.write_all(head.as_bytes()).expect("the request can be sent");
    let mut start = [0; 12];
    stream.read_exact(&mut start).expect("the server responds");
    assert_eq!(&start, b"HTTP/1.1 101");
    // The server begins to send updates.
    std::thread::sleep(Duration::from_millis(500));
    stream
}

/// Reads until the server closes the connection.
fn read_rest(mut stream: TcpStream) -> String {
    let mut received = Vec::new();
    // Ends with an error if the server resets the connection.
    let _ = stream.read_to_end(&mut received);
    String::from_utf8_lossy(&received).into_owned()
}

/// Checks that a socket was closed with a reason, and before the last update.
fn check_closed(received: &str, last: u64, reason: &str) {
    assert!(received.contains("\"type\":\"update\",\"seq\":2,"), "the socket begins with the missed updates");
    assert!(!received.contains(&format!("\"type\":\"update\",\"seq\":{last},")), "all updates were sent");
    let end: String = received.chars().rev().take(200).collect::<Vec<char>>().into_iter().rev().collect();
    assert!(end.contains(reason), "{end}");
}

#[test]
fn a_ban_ends_sockets_that_are_catching_up() {
    let server = TestServer::new();
    let ann = server.guest("Ann");
    let game = long_game(&ann, PLIES);
    let last = snapshot(&ann, &game).seq;
    let socket = resume(&server, &ann, &game);
    ban_network(&server, "127.0.0.1");
    wait_until(|| server.visitor().sign_in("Bob").is_err());
    check_closed(&read_rest(socket), last, "you are no longer signed in");
}

#[test]
fn sockets_that_are_catching_up_hear_that_the_server_stops() {
    let mut server = TestServer::new();
    let ann = server.guest("Ann");
    let game = long_game(&ann, PLIES);
    let last = snapshot(&ann, &game).seq;
    let socket = resume(&server, &ann, &game);
    let reader = std::thread::spawn(move || {
        // The server begins to stop before the client continues to read.
        std::thread::sleep(Duration::from_secs(1));
        read_rest(socket)
    });
    server.stop();
    let received = reader.join().expect("the client does not panic");
    assert!(received.contains("\"type\":\"leaving\""), "the server tells the client to reconnect");
    check_closed(&received, last, "the server is stopping");
}
