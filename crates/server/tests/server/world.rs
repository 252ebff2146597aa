//! A server in this process, with a folder of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use server::client::Client;
use server::rules::{RulesService, Settings};
use server::store::{Op, Store};
use server::{Config, Rates, Server, Services};
use tokio::sync::oneshot;

/// A folder that is deleted in the end.
pub(crate) struct Folder(PathBuf);

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Folder {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ringside-server-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that runs as long as this lives.
pub(crate) struct World {
    /// Deleted with it.
    _folder: Folder,
    config: Config,
    rules: Settings,
    running: Option<Running>,
}

struct Running {
    base: String,
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl World {
    pub(crate) fn new() -> World {
        World::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> World {
        World::with_rules(Settings::default(), change)
    }

    pub(crate) fn with_rules(rules: Settings, change: impl FnOnce(&mut Config)) -> World {
        let folder = Folder::new();
        let rates = Rates {
            requests_per_second: 100_000,
            requests_burst: 100_000,
            new_per_minute: 100_000,
            new_burst: 100_000,
            messages_per_second: 100_000,
            messages_burst: 100_000,
            ..Rates::default()
        };
        let mut config = Config { port: 0, data: folder.path().to_owned(), rates, ..Config::default() };
        change(&mut config);
        let mut world = World { _folder: folder, config, rules, running: None };
        world.start();
        world
    }

    pub(crate) fn start(&mut self) {
        let (stop, stopped) = oneshot::channel::<()>();
        let (started, address) = std::sync::mpsc::channel();
        let (config, rules) = (self.config.clone(), self.rules.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async move {
                let rules = Arc::new(RulesService::start(&rules).expect("the rules"));
                let server = Server::start(config, Services { rules, metrics: None }).await.expect("a server");
                started.send(server.address()).expect("the test waits");
                server
                    .run_until(async {
                        let _ = stopped.await;
                    })
                    .await;
            });
        });
        let base = format!("http://{}", address.recv().expect("the server starts"));
        self.running = Some(Running { base, stop, thread });
    }

    /// Stops the server in an orderly way.
    pub(crate) fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.stop.send(());
            running.thread.join().expect("the server stops");
        }
    }

    pub(crate) fn restart(&mut self) {
        self.stop();
        self.start();
    }

    /// Writes something into the database while the server runs, as an operator does.
    pub(crate) fn operate(&self, op: Op) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let store = Store::open_beside(&self.config.data).await.expect("the store");
            store.write(vec![op]).await.expect("written");
            store.close().await;
        });
    }

    pub(crate) fn base(&self) -> &str {
        &self.running.as_ref().expect("the server runs").base
    }

    /// Somebody who is nobody yet.
    pub(crate) fn stranger(&self) -> Client {
        Client::new(self.base())
    }

    /// A guest.
    pub(crate) fn guest(&self, name: &str) -> Client {
        let client = self.stranger();
        client.come(name).expect("a guest");
        client
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A stream of lines, read one by one.
pub(crate) struct Lines(std::io::BufReader<std::net::TcpStream>);

impl Lines {
    /// Opens a stream with a token, and reads the head of the answer.
    pub(crate) fn open(base: &str, path: &str, token: &str) -> Lines {
        let address = base.trim_start_matches("http://");
        let mut stream = std::net::TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).expect("a timeout");
        let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n");
        std::io::Write::write_all(&mut stream, head.as_bytes()).expect("sent");
        let mut lines = Lines(std::io::BufReader::new(stream));
        // What happens from now on is told: the server listens before it answers.
        while !lines.line().trim().is_empty() {}
        lines
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut self.0, &mut line).expect("a line");
        line
    }

    /// The next line that holds JSON; sizes of chunks and signs of life are passed over.
    pub(crate) fn next(&mut self) -> serde_json::Value {
        self.next_if_any().expect("the stream goes on")
    }

    /// The same; nothing if the stream has ended.
    pub(crate) fn next_if_any(&mut self) -> Option<serde_json::Value> {
        loop {
            let line = self.line();
            if line.is_empty() || line == "0\r\n" {
                return None;
            }
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
        }
    }
}
