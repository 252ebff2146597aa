//! `ringside serve`: games for everybody, over HTTP and WebSocket, kept in a database.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cli_support::descriptors;
use cli_support::{Failure, Outcome};
use server::rules::{RulesService, Settings};
use server::telemetry::{LogFormat, install_log, install_metrics};
use server::{Config, Server, Services};

/// Serve games over HTTP and WebSocket: play, watch, analyse; plain `ringside` does the same
#[derive(Args, Default)]
#[command(
    after_help = "Everything that can be set, and what it means: docs/server.md. Arguments win over the file. A game is safe \
                  as soon as the server says that an action is done; Ctrl-C stops it in an orderly way."
)]
pub(crate) struct ServeArgs {
    /// Port; 0 takes any that is free [default: 7477]
    #[arg(long)]
    port: Option<u16>,
    /// Address to listen at; 0.0.0.0 lets other machines in [default: 127.0.0.1]
    #[arg(long)]
    bind: Option<IpAddr>,
    /// Folder of the database; it is made if it is not there [default: the user's data folder]
    #[arg(long)]
    data: Option<PathBuf>,
    /// File of settings (TOML)
    #[arg(long)]
    config: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Who judges moves: fast, shadow (a second engine looks on) or spec (both must agree); docs/rules-service.md has the
    /// variables for the rest [default: RINGRIFT_RULES_MODE, else fast]
    #[arg(long, value_name = "MODE")]
    rules: Option<String>,
    /// Form of the log
    #[arg(long, value_enum, default_value_t)]
    log: Log,
    /// Log every request
    #[arg(long)]
    verbose: bool,
}

#[derive(Copy, Clone, Default, ValueEnum)]
enum Log {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// Serves until it is told to stop.
pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Outcome {
    descriptors::raise_limit();
    let config = config(args)?;
    let form = match args.log {
        Log::Text => LogFormat::Text,
        Log::Json => LogFormat::Json,
    };
    install_log(form, if args.verbose { tracing::Level::DEBUG } else { tracing::Level::INFO });
    let figures = install_metrics().map_err(Failure::bad_input)?;
    let environment = |name: &str| std::env::var(name).ok();
    let settings = Settings::read(args.rules.as_deref(), &environment).map_err(Failure::bad_input)?;
    let rules = Arc::new(RulesService::start(&settings).map_err(Failure::bad_input)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let data = config.data.clone();
        let server =
            Server::start(config, Services { rules, metrics: Some(figures) }).await.map_err(Failure::bad_input)?;
        let address = format!("http://{}", server.address());
        let greeting = format!("Ringside is at {address}\nGames are kept in {}; Ctrl-C stops.\n", data.display());
        // Games go on also if nobody reads this.
        let _ = out.write_all(greeting.as_bytes()).and_then(|()| out.flush());
        if args.open {
            open(&address);
        }
        server.run_until(stopped()).await;
        let _ = writeln!(out, "Stopped. Everything is kept.");
        Ok(())
    });
    // Agents that do not answer are not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    outcome
}

/// The settings of the file, and over them those of the arguments.
fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => {
            let shown = path.display();
            let text = std::fs::read_to_string(path).map_err(|e| Failure::BadInput(format!("{shown}: {e}")))?;
            Config::parse(&text).map_err(|error| Failure::BadInput(format!("{shown}: {error}")))?
        }
    };
    config.port = args.port.unwrap_or(config.port);
    config.bind = args.bind.unwrap_or(config.bind);
    if let Some(data) = &args.data {
        config.data.clone_from(data);
    }
    Ok(config)
}

/// Waits for Ctrl-C, or for the signal with which service managers end programs.
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

/// Opens an address in a browser. If there is none, the address stands on the screen.
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
        tracing::warn!(%error, "no browser could be opened");
    }
}
