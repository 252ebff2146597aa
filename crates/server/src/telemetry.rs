//! Metrics and log for operators.

use std::io::IsTerminal;

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// Upper bounds of histogram buckets, in seconds.
const BUCKETS: [f64; 14] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Installs the metrics recorder of the process.
///
/// # Errors
/// If a recorder is already installed.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("seconds".to_owned()), &BUCKETS)?;
    let handle = builder.install_recorder()?;
    describe_counter!("actions_total", "actions played and stored");
    describe_counter!("refusals_total", "commands rejected by tables, by code");
    describe_counter!("messages_total", "messages received over sockets");
    describe_counter!("rate_limited_total", "requests and messages rejected by rate limits");
    describe_counter!("foreign_origins_total", "requests rejected because they come from pages of other sites");
    describe_counter!("unknown_hosts_total", "requests rejected because they name an unknown host");
    describe_counter!("connections_total", "connections accepted");
    describe_counter!("connections_rejected_total", "connections without a regular slot, by reason: network or all");
    describe_counter!("connections_closed_total", "connections closed by a deadline, by reason: silent or slow_reader");
    describe_counter!("responses_rejected_total", "large responses rejected because their client receives too slowly");
    describe_gauge!("response_memory_bytes", "large responses that are in memory until they are sent");
    describe_counter!("store_jobs_total", "jobs written to the database");
    describe_counter!("store_failures_total", "batches of jobs that could not be written");
    describe_gauge!("connections_open", "open connections, including sockets");
    describe_gauge!("sockets_open", "open sockets");
    describe_gauge!("games_open", "games in memory");
    describe_gauge!("thinkers_waiting", "bots and agents queued to think");
    describe_histogram!("command_seconds", "time from receiving a command to confirming that it is stored");
    describe_histogram!("store_commit_seconds", "time to write one batch of jobs");
    describe_histogram!("thinking_seconds", "time of one decision of a bot or agent");
    describe_histogram!("http_seconds", "latency of requests, by route and status");
    Ok(handle)
}

/// Format of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// Readable text.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Reports whether the log may contain colours: standard error is a terminal, and `NO_COLOR` is not set.
fn is_coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Logs to standard error at `level` and above; dependencies log only warnings and errors. Does nothing if a logger is
/// already installed.
pub fn install_log(format: LogFormat, level: Level) {
    let targets = Targets::new().with_default(Level::WARN).with_target("server", level).with_target("ringside", level);
    let layer = match format {
        LogFormat::Text => {
            fmt::layer().with_target(false).with_ansi(is_coloured()).with_writer(std::io::stderr).boxed()
        }
        LogFormat::Json => fmt::layer().json().with_writer(std::io::stderr).boxed(),
    };
    let _ = tracing_subscriber::registry().with(layer.with_filter(targets)).try_init();
}
