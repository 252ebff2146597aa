//! A server that runs in the test process, with its own data directory.

use std::sync::Arc;
use std::thread::JoinHandle;

use api::client::Client;
use server::rules::{RulesService, Settings};
use server::{Config, Rates, Server, Services};
use tokio::sync::oneshot;

use crate::dirs::TempDir;
use crate::programs::Programs;

/// Runs a test with a server. If there is no browser, skips the test and prints a message.
///
/// # Panics
/// If the test fails, or there is no browser and `RINGSIDE_BROWSER` is `required`.
pub fn with_server(test: impl FnOnce(&mut TestServer)) {
    if Programs::find().is_some() {
        test(&mut TestServer::start());
    }
}

/// A server that runs until it is dropped.
pub struct TestServer {
    /// Deleted on drop.
    _data: TempDir,
    config: Config,
    running: Option<Running>,
}

struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl TestServer {
    fn start() -> TestServer {
        let data = TempDir::new();
        // Tests send requests faster than people do.
        let rates = Rates {
            requests_per_second: 100_000,
            requests_burst: 100_000,
            new_per_minute: 100_000,
            new_burst: 100_000,
            messages_per_second: 100_000,
            messages_burst: 100_000,
            ..Rates::default()
        };
        let config = Config { port: 0, data: data.path().to_owned(), rates, ..Config::default() };
        let mut server = TestServer { _data: data, config, running: None };
        server.resume();
        server
    }

    /// Returns the URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.config.bind, self.config.port)
    }

    /// Returns the port of the server.
    pub fn port(&self) -> u16 {
        self.config.port
    }

    /// Creates a guest that uses the API directly.
    ///
    /// # Panics
    /// If the server does not create the guest.
    pub fn guest(&self, name: &str) -> Client {
        let client = Client::new(&self.url(""));
        client.sign_in(name).expect("server creates a guest");
        client
    }

    /// Shuts the server down gracefully.
    ///
    /// # Panics
    /// If the server panicked.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.stop.send(());
            let stopped = running.thread.join();
            assert!(stopped.is_ok() || std::thread::panicking(), "the server panicked");
        }
    }

    /// Starts the server again with another configuration.
    ///
    /// # Panics
    /// If the server panicked or does not start.
    pub fn restart_with(&mut self, change: impl FnOnce(&mut Config)) {
        self.stop();
        change(&mut self.config);
        self.resume();
    }

    /// Starts the server again with the same port and data.
    ///
    /// # Panics
    /// If the server does not start.
    pub fn resume(&mut self) {
        let (stop, stopped) = oneshot::channel();
        let (started, address) = std::sync::mpsc::channel();
        let config = self.config.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("runtime starts").block_on(async move {
                let rules = Arc::new(RulesService::start(&Settings::default()).expect("rules service starts"));
                let server = Server::start(config, Services { rules, metrics: None }).await.expect("server starts");
                started.send(server.address()).expect("test thread waits for the address");
                server.run_until(async { drop(stopped.await) }).await;
            });
        });
        self.config.port = address.recv().expect("server reports its address").port();
        self.running = Some(Running { stop, thread });
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}
