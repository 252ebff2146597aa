//! A server in the test process, with its own data folder.

use std::sync::Arc;

use api::client::Client;
use server::rules::{RulesService, Settings};
use server::store::{Op, Store, TraceRow};
use server::{Config, Rates, Server, Services};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// Server that runs until it is dropped.
pub(crate) struct TestServer {
    _folder: TempDir,
    config: Config,
    rules: Settings,
    running: Option<Running>,
}

struct Running {
    base: String,
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl TestServer {
    pub(crate) fn new() -> TestServer {
        TestServer::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> TestServer {
        TestServer::with_rules(Settings::default(), change)
    }

    pub(crate) fn with_rules(rules: Settings, change: impl FnOnce(&mut Config)) -> TestServer {
        let folder = TempDir::new().expect("the temporary folder can be created");
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
        let mut server = TestServer { _folder: folder, config, rules, running: None };
        server.start();
        server
    }

    pub(crate) fn start(&mut self) {
        self.try_start().expect("the server starts");
    }

    /// Starts the server, or returns the reason why it does not start.
    pub(crate) fn try_start(&mut self) -> Result<(), String> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (started, address) = std::sync::mpsc::channel();
        let (config, rules) = (self.config.clone(), self.rules.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("the runtime starts").block_on(async move {
                let rules = Arc::new(RulesService::start(&rules).expect("the rules service starts"));
                let server = match Server::start(config, Services { rules, metrics: None }).await {
                    Ok(server) => server,
                    Err(error) => return started.send(Err(error.to_string())).expect("the test waits for the start"),
                };
                started.send(Ok(server.address())).expect("the test waits for the start");
                server
                    .run_until(async {
                        let _ = stopped.await;
                    })
                    .await;
            });
        });
        let base = format!("http://{}", address.recv().expect("the server thread reports its start")?);
        self.running = Some(Running { base, stop, thread });
        Ok(())
    }

    /// Changes the configuration for the next start.
    pub(crate) fn configure(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
    }

    /// Runs SQL statements on the database.
    pub(crate) fn sql(&self, statements: &str) {
        let file = self.config.data.join(server::store::FILE);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
        runtime.block_on(async {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
            let mut db = sqlx::ConnectOptions::connect(&options).await.expect("the database opens");
            sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_owned())).execute(&mut db).await.expect("the SQL is valid");
        });
    }

    /// Shuts the server down gracefully.
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

    /// Writes to the database while the server runs, as operator commands do.
    pub(crate) fn operate(&self, op: Op) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
        runtime.block_on(async {
            let store = Store::open_beside(&self.config.data).await.expect("the database opens");
            store.write(vec![op]).await.expect("the database can be written");
            store.close().await;
        });
    }

    /// Returns the stored devices and networks of a guest.
    pub(crate) fn traces(&self, guest: &api::GuestId) -> Vec<TraceRow> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("the runtime starts");
        runtime.block_on(async {
            let store = Store::open_beside(&self.config.data).await.expect("the database opens");
            let traces = store.traces(guest).await.expect("the database can be read");
            store.close().await;
            traces
        })
    }

    pub(crate) fn base(&self) -> &str {
        &self.running.as_ref().expect("the server runs").base
    }

    /// Returns a client that is not signed in.
    pub(crate) fn visitor(&self) -> Client {
        Client::new(self.base())
    }

    /// Returns a client that is signed in as a new guest.
    pub(crate) fn guest(&self, name: &str) -> Client {
        let client = self.visitor();
        client.sign_in(name).expect("the name is valid");
        client
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reader of an event stream.
pub(crate) struct Lines(std::io::BufReader<std::net::TcpStream>);

impl Lines {
    /// Opens a stream with a token, and reads the response header.
    pub(crate) fn open(base: &str, path: &str, token: &str) -> Lines {
        let address = base.trim_start_matches("http://");
        let mut stream = std::net::TcpStream::connect(address).expect("the server accepts connections");
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).expect("the timeout is valid");
        let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n");
        std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the request can be sent");
        let mut lines = Lines(std::io::BufReader::new(stream));
        // The server subscribes before it responds, so no later event is missed.
        while !lines.line().trim().is_empty() {}
        lines
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut self.0, &mut line).expect("the stream is open");
        line
    }

    /// Returns the next line with JSON; skips chunk sizes and keep-alive lines.
    pub(crate) fn next(&mut self) -> serde_json::Value {
        self.next_if_any().expect("the stream has not ended")
    }

    /// Returns the next line with JSON, or `None` if the stream has ended.
    pub(crate) fn next_if_any(&mut self) -> Option<serde_json::Value> {
        loop {
            let line = self.line();
            if line.is_empty() || line == "0\r\n" {
                return None;
            }
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).expect("the line is JSON"));
            }
        }
    }
}
