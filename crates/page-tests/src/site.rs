//! A server in this process, with a folder of its own.

use std::sync::Arc;
use std::thread::JoinHandle;

use api::client::Client;
use server::rules::{RulesService, Settings};
use server::{Config, Rates, Server, Services};
use tokio::sync::oneshot;

use crate::folder::Folder;
use crate::programs::Programs;

/// Runs a test with a server, unless there is no browser, which is said.
///
/// # Panics
/// If the test fails, or there is no browser and `RINGSIDE_BROWSER` is `required`.
pub fn with_site(test: impl FnOnce(&mut Site)) {
    if Programs::find().is_some() {
        test(&mut Site::start());
    }
}

/// A server that runs as long as this lives.
pub struct Site {
    /// Deleted with it.
    _folder: Folder,
    config: Config,
    running: Option<Running>,
}

struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Site {
    fn start() -> Site {
        let folder = Folder::new();
        // Tests ask faster than people do.
        let rates = Rates {
            requests_per_second: 100_000,
            requests_burst: 100_000,
            new_per_minute: 100_000,
            new_burst: 100_000,
            messages_per_second: 100_000,
            messages_burst: 100_000,
            ..Rates::default()
        };
        let config = Config { port: 0, data: folder.path().to_owned(), rates, ..Config::default() };
        let mut site = Site { _folder: folder, config, running: None };
        site.resume();
        site
    }

    /// The address of a path.
    pub fn address(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.config.bind, self.config.port)
    }

    /// Somebody who plays without a page.
    ///
    /// # Panics
    /// If the server lets nobody in.
    pub fn guest(&self, name: &str) -> Client {
        let client = Client::new(&self.address(""));
        client.sign_in(name).expect("a guest");
        client
    }

    /// Stops the server in an orderly way.
    ///
    /// # Panics
    /// If it does not stop.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.stop.send(());
            let stopped = running.thread.join();
            assert!(stopped.is_ok() || std::thread::panicking(), "the server fell over");
        }
    }

    /// Starts the server again, at the same address and with the same games.
    ///
    /// # Panics
    /// If it does not start.
    pub fn resume(&mut self) {
        let (stop, stopped) = oneshot::channel();
        let (started, address) = std::sync::mpsc::channel();
        let config = self.config.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async move {
                let rules = Arc::new(RulesService::start(&Settings::default()).expect("the rules"));
                let server = Server::start(config, Services { rules, metrics: None }).await.expect("a server");
                started.send(server.address()).expect("the test waits");
                server.run_until(async { drop(stopped.await) }).await;
            });
        });
        self.config.port = address.recv().expect("the server starts").port();
        self.running = Some(Running { stop, thread });
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
