//! The running server: accepts connections, serves them, and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arena::agent::Network;
use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use metrics::counter;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use crate::config::{Config, ConfigError, Timeouts};
use crate::connections::{Admission, ClientNetwork, ConnectionSlots, TimedStream};
use crate::http::{self, OpenConnection, RouterOptions};
use crate::hub::{Hub, HubStartError};
use crate::rules::RulesService;
use crate::store::{Store, StoreError};

/// Time limits of connections that may only check the server's health.
const HEALTH_ONLY: Timeouts =
    Timeouts { first_byte_ms: 2_000, header_ms: 2_000, body_ms: 2_000, idle_ms: 5_000, stall_ms: 2_000 };

/// Response to a connection from a network that has too many of them.
const REJECTED: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\n\
    content-type: application/json\r\ncontent-length: 98\r\n\r\n\
    {\"code\":\"too_many_connections\",\"message\":\"your network has too many open connections; close some\"}";

/// Time that clients have to disconnect when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Services that the caller creates before the server starts.
pub struct Services {
    pub rules: Arc<RulesService>,
    /// Handle for rendering metrics; `None` disables `/metrics`.
    pub metrics: Option<PrometheusHandle>,
}

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hub: Hub,
    router: Router,
    connections: ConnectionSlots,
    timeouts: Timeouts,
    proxies: Vec<Network>,
}

/// Error of starting the server.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Config(#[from] ConfigError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Hub(#[from] HubStartError),
    #[error("cannot listen on {address}: {error}; choose another port with --port")]
    Listen { address: SocketAddr, error: io::Error },
}

impl Server {
    /// Binds the address, opens the database and resumes running games.
    ///
    /// # Errors
    /// If the configuration is invalid, the database cannot be opened, or the address is in use.
    pub async fn start(config: Config, services: Services) -> Result<Server, StartError> {
        let Services { rules, metrics } = services;
        config.check()?;
        config.warnings().into_iter().for_each(|warning| tracing::warn!("{warning}"));
        #[cfg(debug_assertions)]
        crate::engine_files::warn_if_outdated();
        let address = SocketAddr::new(config.bind, config.port);
        let listen = |error| StartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let store = Store::open(&config.data).await?;
        let hub = Hub::start(store, config.hub(), ai::rosters(), config.agent_registry(), rules).await?;
        let connections = ConnectionSlots::new(config.connection_limits());
        let (timeouts, proxies) = (config.timeouts, config.proxies());
        if let Some(metrics) = metrics.clone() {
            tokio::spawn(run_metrics_upkeep(metrics));
        }
        let options = RouterOptions { config, connections: connections.clone(), metrics };
        let router = http::router(hub.clone(), options).await?;
        Ok(Server { listener, address, hub, router, connections, timeouts, proxies })
    }

    /// Returns the address the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves, then finishes pending writes and asks clients to reconnect later.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let graceful = GracefulShutdown::new();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                accepted = self.accept() => {
                    if let Some((stream, peer)) = accepted {
                        self.admit(stream, peer, &graceful);
                    }
                }
                () = &mut stop => break,
            }
        }
        drop(self.listener);
        tracing::info!("stopping");
        self.hub.close().await;
        let disconnected = async {
            graceful.shutdown().await;
            self.connections.all_closed().await;
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, disconnected).await.is_err() {
            tracing::warn!("some clients did not disconnect in time");
        }
        self.hub.store().clone().close().await;
    }

    /// Waits for the next connection.
    async fn accept(&self) -> Option<(TcpStream, SocketAddr)> {
        match self.listener.accept().await {
            Ok(accepted) => Some(accepted),
            Err(error) => {
                // For example, too many files are open: wait until other connections end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                None
            }
        }
    }

    /// Serves a connection if there is a slot for it. If all slots are taken, it may still check the server's health.
    fn admit(&self, stream: TcpStream, peer: SocketAddr, graceful: &GracefulShutdown) {
        counter!("connections_total").increment(1);
        let is_proxy = self.proxies.iter().any(|proxy| proxy.contains(peer.ip().to_canonical()));
        let network = (!is_proxy).then(|| ClientNetwork::of(peer.ip()));
        let connection = |slot, health_only| OpenConnection::new(slot, is_proxy, health_only);
        match self.connections.admit(network) {
            Admission::Full(slot) => {
                self.serve(stream, peer, connection(slot, false), self.timeouts, graceful);
            }
            Admission::HealthOnly(slot) => {
                counter!("connections_rejected_total", "reason" => "all").increment(1);
                let task = self.serve(stream, peer, connection(slot, true), HEALTH_ONLY, graceful);
                self.connections.add_reserved(task);
            }
            Admission::Rejected => {
                counter!("connections_rejected_total", "reason" => "network").increment(1);
                tracing::debug!(%peer, "too many connections from one network");
                // The client may have closed the connection already.
                let _ = stream.try_write(REJECTED);
            }
        }
    }

    fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        connection: OpenConnection,
        timeouts: Timeouts,
        graceful: &GracefulShutdown,
    ) -> AbortHandle {
        // Actions are small packets that must be sent at once, so Nagle's algorithm is disabled.
        let _ = stream.set_nodelay(true);
        let service = self.router.clone().layer(Extension(ConnectInfo(peer))).layer(Extension(connection.clone()));
        let graceful = graceful.watcher();
        let task = tokio::spawn(async move {
            let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(timeouts.header()).max_buf_size(64 * 1024);
            let service = TowerToHyperService::new(service);
            let stream = TokioIo::new(TimedStream::new(stream, timeouts));
            let served = builder.serve_connection_with_upgrades(stream, service).into_owned();
            // Errors of a connection, such as a reset by the client, need no handling.
            let _ = graceful.watch(served).await;
            drop(connection);
        });
        task.abort_handle()
    }
}

/// Lets the metrics exporter merge its samples regularly, even if `/metrics` is never requested.
async fn run_metrics_upkeep(metrics: PrometheusHandle) {
    let mut interval = tokio::time::interval(Duration::from_secs(5));
    loop {
        interval.tick().await;
        metrics.run_upkeep();
    }
}
