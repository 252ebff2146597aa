//! What an operator sees: figures and a log.

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// The limits of the bars of histograms, in seconds.
const BARS: [f64; 14] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Keeps figures for the whole process.
///
/// # Errors
/// If somebody keeps them already.
pub fn keep_figures() -> Result<PrometheusHandle, BuildError> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("seconds".to_owned()), &BARS)?;
    let handle = builder.install_recorder()?;
    describe_counter!("actions_total", "actions that were played and are safe");
    describe_counter!("refusals_total", "commands that tables refused, by code");
    describe_counter!("messages_total", "messages that came over sockets");
    describe_counter!("rate_limited_total", "requests and messages that came too often");
    describe_counter!("foreign_origins_total", "requests of pages of other sites");
    describe_counter!("connections_total", "connections that were opened");
    describe_counter!("store_jobs_total", "jobs that were written");
    describe_counter!("store_failures_total", "batches of jobs that could not be written");
    describe_gauge!("connections_open", "connections that are open");
    describe_gauge!("sockets_open", "sockets that are open");
    describe_gauge!("games_open", "games that somebody needs now");
    describe_gauge!("thinkers_waiting", "players of the server that wait until others have thought");
    describe_histogram!("command_seconds", "from a command to the answer that it is safe");
    describe_histogram!("store_commit_seconds", "writing one batch of jobs to the disk");
    describe_histogram!("thinking_seconds", "one choice of a player of the server");
    describe_histogram!("http_seconds", "requests, by route and status");
    Ok(handle)
}

/// How the log is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum LogForm {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// Writes a log to standard error, from a level on; other people's code only speaks of what goes wrong.
pub fn keep_log(form: LogForm, level: Level) {
    let targets = Targets::new().with_default(Level::WARN).with_target("server", level).with_target("ringside", level);
    let layer = match form {
        LogForm::Text => fmt::layer().with_target(false).with_writer(std::io::stderr).boxed(),
        LogForm::Json => fmt::layer().json().with_writer(std::io::stderr).boxed(),
    };
    // A second one in the same process keeps the first.
    let _ = tracing_subscriber::registry().with(layer.with_filter(targets)).try_init();
}
