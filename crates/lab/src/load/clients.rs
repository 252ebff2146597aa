//! Clients of the load test. They connect from many loopback addresses, so that the server's limits per address stay in force.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use api::client::Client;
use api::{NewGame, Visibility};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::header;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use ureq::Agent;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport};

/// Games played from one address, by two guests. The default limits allow 30 new guests and games in a minute and 256
/// connections.
pub(super) const GAMES_PER_ADDRESS: u32 = 10;

/// Time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Number of clients that sign in and create games at the same time.
pub(super) const CONCURRENT: usize = 8;

pub(super) type Socket = WebSocketStream<TcpStream>;

/// One player of a game: where to connect, from which address, and the guest's cookies.
#[derive(Clone)]
pub(super) struct PlayerLogin {
    server: SocketAddr,
    address: IpAddr,
    url: String,
    cookies: String,
}

/// Game with the logins of its two players.
pub(super) type CreatedMatch = [PlayerLogin; 2];

/// Returns the loopback address with a number.
fn loopback(number: u32) -> IpAddr {
    let [_, high, middle, low] = (number + 1).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, 1 + high, middle, low))
}

/// Signs in two guests from the address with this number, and creates and starts `games` games between them.
pub(super) fn create_games(server: SocketAddr, number: u32, games: u32) -> Result<Vec<CreatedMatch>, String> {
    let address = loopback(number);
    let base = format!("http://{server}");
    let client = || {
        let connector = LocalConnector { address };
        Client::with_agent(&base, Agent::with_parts(Client::config(), connector, DefaultResolver::default()))
    };
    let [ann, bob] = [client(), client()];
    for (client, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        client.sign_in(name).map_err(|error| {
            format!("cannot sign in from {address}: {error} (loopback addresses other than 127.0.0.1 need Linux)")
        })?;
    }
    let wish = NewGame { visibility: Visibility::Public, ..NewGame::default() };
    let create = |_| {
        let game = ann.create_game(&wish).map_err(|error| error.to_string())?.id;
        bob.join(&game, None).map_err(|error| error.to_string())?;
        let url = format!("ws://{server}/api/games/{game}/socket");
        let login = |client: &Client| {
            let cookies = client.cookie().unwrap_or_default();
            PlayerLogin { server, address, url: url.clone(), cookies }
        };
        Ok([login(&ann), login(&bob)])
    };
    (0..games).map(create).collect()
}

/// Connects from one local address.
#[derive(Debug)]
struct LocalConnector {
    address: IpAddr,
}

impl Connector for LocalConnector {
    type Out = LocalTransport;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<LocalTransport>, ureq::Error> {
        let Some(&server) = details.addrs.first() else { return Err(ureq::Error::HostNotFound) };
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None)?;
        socket.bind(&SocketAddr::new(self.address, 0).into())?;
        socket.connect(&server.into())?;
        let buffers = LazyBuffers::new(details.config.input_buffer_size(), details.config.output_buffer_size());
        socket.set_tcp_nodelay(true)?;
        socket.set_read_timeout(Some(TIMEOUT))?;
        socket.set_write_timeout(Some(TIMEOUT))?;
        Ok(Some(LocalTransport { stream: socket.into(), buffers }))
    }
}

/// Connection from one local address.
#[derive(Debug)]
struct LocalTransport {
    stream: std::net::TcpStream,
    buffers: LazyBuffers,
}

impl Transport for LocalTransport {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        Ok(self.stream.write_all(&self.buffers.output()[..amount])?)
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        true
    }
}

impl PlayerLogin {
    /// Opens the game's socket.
    pub(super) async fn connect(&self) -> Result<Socket, String> {
        let opened = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(self.address, 0))?;
            let stream = socket.connect(self.server).await?;
            stream.set_nodelay(true)?;
            Ok::<TcpStream, std::io::Error>(stream)
        };
        let stream = opened.await.map_err(|error| format!("cannot connect from {}: {error}", self.address))?;
        let mut request = self.url.as_str().into_client_request().map_err(|error| error.to_string())?;
        let cookies = self.cookies.parse().map_err(|_| "the server set an invalid cookie".to_owned())?;
        request.headers_mut().insert(header::COOKIE, cookies);
        // The default read buffer of 128 KiB would need more memory in the clients than the server uses.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        Ok(opened.map_err(|error| format!("cannot open a socket: {error}"))?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_differ_and_are_loopback_addresses() {
        let addresses: std::collections::HashSet<IpAddr> = (0..100_000).map(loopback).collect();
        assert_eq!(addresses.len(), 100_000);
        assert!(addresses.iter().all(IpAddr::is_loopback));
    }
}
