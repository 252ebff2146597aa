//! A TCP proxy that delays what a server sends.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A proxy in front of a server of this process. It runs until the process ends.
pub struct DelayingProxy {
    port: u16,
}

impl DelayingProxy {
    /// Starts a proxy that passes on what the server sends `delay` later, so that every round trip takes longer by this time.
    ///
    /// # Panics
    /// If no port is free.
    pub fn start(server_port: u16, delay: Duration) -> DelayingProxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = listener.local_addr().expect("the listener has an address").port();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server_port)) else { continue };
                let _ = forward(client, server, delay);
            }
        });
        DelayingProxy { port }
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

fn forward(client: TcpStream, server: TcpStream, delay: Duration) -> std::io::Result<()> {
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut requests, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let _ = std::io::copy(&mut requests, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Write);
    });
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let (mut server, mut buffer) = (server, vec![0; 65_536]);
        while let Ok(length @ 1..) = server.read(&mut buffer) {
            if sender.send((Instant::now() + delay, buffer[..length].to_vec())).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        let mut client = client;
        for (due, bytes) in receiver {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if client.write_all(&bytes).is_err() {
                return;
            }
        }
        let _ = client.shutdown(Shutdown::Write);
    });
    Ok(())
}
