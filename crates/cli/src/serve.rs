//! `ringside serve`: the game server.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cli_support::{Failure, Outcome, descriptors, files};
use server::rules::{RulesService, Settings};
use server::telemetry::{LogFormat, install_log, install_metrics};
use server::{Config, Server, Services};

/// Start the server for playing, watching and analysing games in a browser; `ringside` without a command does the same
#[derive(Args, Default)]
#[command(
    after_help = "docs/server.md describes all settings. Arguments override the settings file. Every acknowledged action is stored on disk; \
                  Ctrl-C shuts the server down cleanly."
)]
pub(crate) struct ServeArgs {
    /// Port; 0 chooses a free one [default: 7477]
    #[arg(long)]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 accepts connections from other machines [default: 127.0.0.1]
    #[arg(long)]
    bind: Option<IpAddr>,
    /// Folder of the database, created if it does not exist [default: the user's data folder]
    #[arg(long)]
    data: Option<PathBuf>,
    /// Settings file (TOML)
    #[arg(long)]
    config: Option<PathBuf>,
    /// Start even if the system time is far from the time at which the server last ran
    #[arg(long)]
    accept_clock: bool,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Rules mode: fast (or ts), shadow (the spec engine checks every move) or spec (or python: both engines must agree);
    /// docs/rules-service.md has the environment variables for the details [default: RINGRIFT_RULES_MODE, or fast]
    #[arg(long, value_name = "MODE")]
    rules: Option<String>,
    /// Format of the log
    #[arg(long, value_enum, default_value_t)]
    log: Log,
    /// Log every request
    #[arg(long)]
    verbose: bool,
}

#[derive(Copy, Clone, Default, ValueEnum)]
enum Log {
    /// Readable text
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Runs the server until it is stopped.
pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Outcome {
    descriptors::raise_limit();
    let config = config(args)?;
    let format = match args.log {
        Log::Text => LogFormat::Text,
        Log::Json => LogFormat::Json,
    };
    install_log(format, if args.verbose { tracing::Level::DEBUG } else { tracing::Level::INFO });
    let metrics = install_metrics().map_err(Failure::bad_input)?;
    let environment = |name: &str| std::env::var(name).ok();
    let settings = Settings::read(args.rules.as_deref(), &environment).map_err(Failure::bad_input)?;
    let rules = Arc::new(RulesService::start(&settings).map_err(Failure::bad_input)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let data = config.data.clone();
        let server =
            Server::start(config, Services { rules, metrics: Some(metrics) }).await.map_err(Failure::bad_input)?;
        let address = format!("http://{}", server.address());
        let greeting =
            format!("Ringside is at {address}\nGames are saved in {}; press Ctrl-C to stop.\n", data.display());
        // A closed output must not stop the server.
        let _ = out.write_all(greeting.as_bytes()).and_then(|()| out.flush());
        if args.open {
            open(&address);
        }
        server.run_until(stopped()).await;
        let _ = writeln!(out, "Stopped. All games are saved.");
        Ok(())
    });
    // Waits at most one second for agents that do not answer.
    runtime.shutdown_timeout(Duration::from_secs(1));
    outcome
}

/// Maximum size of the settings file, in bytes.
const LONGEST_CONFIG: usize = 1 << 20;

/// Returns the settings of the file, overridden by the arguments.
fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => {
            let text = files::read_text(path, LONGEST_CONFIG)?;
            Config::parse(&text).map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))?
        }
    };
    config.port = args.port.unwrap_or(config.port);
    config.bind = args.bind.unwrap_or(config.bind);
    config.accept_clock = args.accept_clock;
    if let Some(data) = &args.data {
        config.data.clone_from(data);
    }
    Ok(config)
}

/// Waits for Ctrl-C or SIGTERM.
async fn stopped() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        let Ok(mut terminate) = terminate else { return drop(interrupt.await) };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}

/// Opens an address in a browser. On failure, logs a warning; the address is also printed.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        tracing::warn!(%error, "cannot open a browser");
    }
}
