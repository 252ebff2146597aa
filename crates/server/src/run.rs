//! The running server: accepts connections, serves them, and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use metrics::{counter, gauge};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::{Config, ConfigError};
use crate::http::{self, RouterOptions, SocketLimit};
use crate::hub::Hub;
use crate::rules::RulesService;
use crate::store::{Store, StoreError};

/// Time in which a client must send the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

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
    connections: Arc<Semaphore>,
    sockets: SocketLimit,
}

/// Error of starting the server.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Config(#[from] ConfigError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("cannot listen at {address}: {error}; choose another port with --port")]
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
        let address = SocketAddr::new(config.bind, config.port);
        let listen = |error| StartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let store = Store::open(&config.data).await?;
        let hub = Hub::start(store, config.hub(), ai::rosters(), config.agent_registry(), rules).await?;
        let connections = Arc::new(Semaphore::new(config.connections));
        let sockets = SocketLimit::new(config.connections);
        if let Some(metrics) = metrics.clone() {
            tokio::spawn(run_metrics_upkeep(metrics));
        }
        let options = RouterOptions { config, sockets: sockets.clone(), metrics };
        let router = http::router(hub.clone(), options).await?;
        Ok(Server { listener, address, hub, router, connections, sockets })
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
                    if let Some((stream, peer, permit)) = accepted {
                        self.serve(stream, peer, permit, &graceful);
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
            self.sockets.all_closed().await;
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, disconnected).await.is_err() {
            tracing::warn!("some clients did not disconnect in time");
        }
        self.hub.store().clone().close().await;
    }

    /// Waits for a free connection slot, then for the next connection.
    async fn accept(&self) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
        let permit = self.connections.clone().acquire_owned().await.ok()?;
        match self.listener.accept().await {
            Ok((stream, peer)) => Some((stream, peer, permit)),
            Err(error) => {
                // For example, too many files are open: wait until other connections end.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                None
            }
        }
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr, permit: OwnedSemaphorePermit, graceful: &GracefulShutdown) {
        counter!("connections_total").increment(1);
        // Actions are small packets that must be sent at once, so Nagle's algorithm is disabled.
        let _ = stream.set_nodelay(true);
        let service = self.router.clone().layer(Extension(ConnectInfo(peer)));
        let graceful = graceful.watcher();
        tokio::spawn(async move {
            let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(64 * 1024);
            let service = TowerToHyperService::new(service);
            let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
            gauge!("connections_open").increment(1.0);
            // Errors of a connection, such as a reset by the client, need no handling.
            let _ = graceful.watch(connection).await;
            gauge!("connections_open").decrement(1.0);
            drop(permit);
        });
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
