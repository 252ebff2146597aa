//! A server in a separate process, with its resource usage.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use cli_support::Failure;
use tempfile::TempDir;

/// Running server; stopped on drop, and its data is deleted.
pub(crate) struct ServerProcess {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
}

/// Name of the log in the server's folder.
const LOG: &str = "server.log";

impl ServerProcess {
    /// Starts a server whose database is in the subfolder `data`, with the text of a configuration file.
    pub(super) fn start(folder: TempDir, config: &str) -> Result<ServerProcess, Failure> {
        ServerProcess::start_with(&ringside()?, config, folder, Stdio::inherit())
    }

    /// Starts a server with a configuration, and keeps its log in a file. Builds `ringside` if no program is given.
    pub(crate) fn start_logged(program: Option<&Path>, config: &str) -> Result<ServerProcess, Failure> {
        let folder = TempDir::new()?;
        let log = File::create(folder.path().join(LOG))?;
        let program = program.map_or_else(ringside, |program| Ok(program.to_owned()))?;
        ServerProcess::start_with(&program, config, folder, log.into())
    }

    fn start_with(program: &Path, config: &str, folder: TempDir, log: Stdio) -> Result<ServerProcess, Failure> {
        let file = folder.path().join("server.toml");
        std::fs::write(&file, config)?;
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--data"]).arg(folder.path().join("data")).arg("--config").arg(file);
        let cannot_start = |error| Failure::BadInput(format!("cannot start {}: {error}", program.display()));
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().map_err(cannot_start)?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let Some(address) = line.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok()) else {
            let _ = child.kill();
            let _ = child.wait();
            let log = std::fs::read_to_string(folder.path().join(LOG)).unwrap_or_default();
            return Err(Failure::BadInput(format!("the server did not start: {line}{log}")));
        };
        Ok(ServerProcess { child, address, folder })
    }

    /// Returns the address that the server listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the log of a server started with [`ServerProcess::start_logged`]; empty for others.
    pub(crate) fn log(&self) -> String {
        let bytes = std::fs::read(self.folder.path().join(LOG)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Returns the resident memory of the server, in bytes; `None` if the server has ended or the system does not report it.
    pub(crate) fn memory(&self) -> Option<u64> {
        memory(self.child.id())
    }

    /// Returns the resources used so far by server and clients.
    pub(super) fn resources(&self) -> ResourceCounters {
        ResourceCounters {
            server: processor_time(self.child.id()),
            clients: processor_time(std::process::id()),
            memory: memory(self.child.id()),
        }
    }
}

/// Builds `ringside` with the profile of this program and returns its path.
fn ringside() -> Result<PathBuf, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--package", "ringside"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    if !build.status()?.success() {
        return Err(Failure::BadInput("`ringside` could not be built".to_owned()));
    }
    Ok(std::env::current_exe()?.with_file_name(format!("ringside{}", std::env::consts::EXE_SUFFIX)))
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Processor time of server and clients, and memory of the server in bytes; `None` where the system does not report
/// them.
#[derive(Copy, Clone, Debug)]
pub(super) struct ResourceCounters {
    server: Option<Duration>,
    clients: Option<Duration>,
    memory: Option<u64>,
}

/// Usage in cores and megabytes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Usage {
    pub(super) server: Option<f64>,
    pub(super) clients: Option<f64>,
    pub(super) megabytes: Option<u64>,
    /// Memory per open game with its two sockets, in kilobytes.
    pub(super) game_kilobytes: Option<f64>,
}

impl ResourceCounters {
    /// Returns the usage since an earlier measurement.
    pub(super) fn since(self, before: ResourceCounters, length: Duration) -> Usage {
        let share = |now: Option<Duration>, before: Option<Duration>| {
            Some(now?.saturating_sub(before?).as_secs_f64() / length.as_secs_f64())
        };
        Usage {
            server: share(self.server, before.server),
            clients: share(self.clients, before.clients),
            megabytes: self.memory.map(|bytes| bytes >> 20),
            game_kilobytes: None,
        }
    }

    /// Returns the memory per game, in kilobytes; `empty` was measured before the games were created.
    pub(super) fn kilobytes_per_game(self, empty: ResourceCounters, games: u32) -> Option<f64> {
        Some(self.memory?.saturating_sub(empty.memory?) as f64 / 1_000.0 / f64::from(games))
    }
}

/// Returns the processor time of a process from `/proc`, which counts hundredths of a second.
fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The process name may contain blanks and ends with the last bracket.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// Returns the resident memory of a process, in bytes.
fn memory(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}
