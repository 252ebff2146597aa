//! A server that runs: it listens, serves, and stops without losing anything.

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
use crate::http::{self, Parts};
use crate::hub::Hub;
use crate::rules::RulesService;
use crate::store::{Store, StoreError};

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long clients have to go when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// The sockets that are open, which are not too many.
#[derive(Clone, Debug)]
pub struct Sockets {
    room: Arc<Semaphore>,
    most: usize,
}

impl Sockets {
    /// At most so many.
    pub fn new(most: usize) -> Sockets {
        let most = most.min(Semaphore::MAX_PERMITS);
        Sockets { room: Arc::new(Semaphore::new(most)), most }
    }

    /// Room for one more, if there is any; it is given back when this is dropped.
    pub(crate) fn one_more(&self) -> Option<OwnedSemaphorePermit> {
        self.room.clone().try_acquire_owned().ok()
    }

    /// Waits until all are closed.
    async fn gone(&self) {
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        drop(self.room.acquire_many(all).await);
    }
}

/// What a server uses that is there before it.
pub struct Services {
    /// Who judges the moves of RingRift.
    pub rules: Arc<RulesService>,
    /// Where figures are kept, if anywhere.
    pub metrics: Option<PrometheusHandle>,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hub: Hub,
    router: Router,
    connections: Arc<Semaphore>,
    sockets: Sockets,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The settings make no sense.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The store cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}; choose another port with --port")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
}

impl Server {
    /// Opens the store, lets everything go on that was going on, and listens.
    ///
    /// # Errors
    /// If the settings make no sense, the store cannot be used, or the address is taken.
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
        let sockets = Sockets::new(config.connections);
        if let Some(metrics) = metrics.clone() {
            tokio::spawn(keep_up(metrics));
        }
        let parts = Parts { config, sockets: sockets.clone(), metrics };
        let router = http::router(hub.clone(), parts).await?;
        Ok(Server { listener, address, hub, router, connections, sockets })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until something happens, then stops: what is being written is written, and clients are told to come back.
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
        let gone = async {
            graceful.shutdown().await;
            self.sockets.gone().await;
        };
        if tokio::time::timeout(FAREWELL, gone).await.is_err() {
            tracing::warn!("some clients did not go in time");
        }
        self.hub.store().clone().close().await;
    }

    /// The next client, as soon as there is room for it.
    async fn accept(&self) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
        let permit = self.connections.clone().acquire_owned().await.ok()?;
        match self.listener.accept().await {
            Ok((stream, peer)) => Some((stream, peer, permit)),
            Err(error) => {
                // Too many open files, for instance: others have to go first.
                tracing::warn!(%error, "a client could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                None
            }
        }
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr, permit: OwnedSemaphorePermit, graceful: &GracefulShutdown) {
        counter!("connections_total").increment(1);
        // A move is a small packet, and should not wait for the next one.
        let _ = stream.set_nodelay(true);
        let service = self.router.clone().layer(Extension(ConnectInfo(peer)));
        let graceful = graceful.watcher();
        tokio::spawn(async move {
            let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(64 * 1024);
            let service = TowerToHyperService::new(service);
            let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
            gauge!("connections_open").increment(1.0);
            // How a connection ends is the client's business.
            let _ = graceful.watch(connection).await;
            gauge!("connections_open").decrement(1.0);
            drop(permit);
        });
    }
}

/// Figures are put in order now and then, also if nobody asks for them.
async fn keep_up(metrics: PrometheusHandle) {
    let mut every = tokio::time::interval(Duration::from_secs(5));
    loop {
        every.tick().await;
        metrics.run_upkeep();
    }
}
