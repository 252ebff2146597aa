//! `ringside agent-stub`: a small agent for trying the arena.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use arena::stub::{Choice, LONGEST_REQUEST, StubOptions, respond, run_lines};
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri, header};
use clap::Args;
use cli_support::{Failure, Outcome};
use game::bots::BotKind;

/// Serve a small agent for both games, for trying the arena.
///
/// It answers POST /act as an agent, and POST /v1/chat/completions as a model that calls the tool or replies in JSON.
/// With --stdio it answers one JSON request per line. In RingRift it plays the first legal action, or the one set by
/// --choice; in ASG it buys troops, or plays as the bot set by --asg-bot. So a bot of an older version can play against
/// the current one: cmd:'OLD/ringside agent-stub --stdio --asg-bot search'.
#[derive(Args)]
pub(crate) struct StubArgs {
    /// Port; 0 chooses a free one
    #[arg(long, default_value_t = 8700)]
    port: u16,
    /// Address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Legal action to play in RingRift: first, last, random or random:SEED
    #[arg(long, default_value = "first")]
    choice: Choice,
    /// Built-in bot that plays ASG (random, greedy, mix:SHARE, rush, search or level:1-9); it needs requests with the full
    /// observation, which programs always receive
    #[arg(long, value_name = "BOT")]
    asg_bot: Option<BotKind>,
    /// Read requests from standard input and write replies to standard output, one per line
    #[arg(long, conflicts_with_all = ["port", "bind"])]
    stdio: bool,
}

pub(crate) fn run(args: &StubArgs, out: &mut impl Write) -> Outcome {
    let options = StubOptions { choice: args.choice, asg_bot: args.asg_bot };
    if args.stdio {
        return Ok(run_lines(std::io::stdin().lock(), out, options)?);
    }
    let address = SocketAddr::new(args.bind, args.port);
    let failed = |error: std::io::Error| Failure::BadInput(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    writeln!(out, "an agent listens on http://{address}, a model on http://{address}/v1; stop it with Ctrl-C")?;
    out.flush()?;
    serve(listener, options).map_err(failed)
}

/// Serves the stub over HTTP until the process ends.
fn serve(listener: TcpListener, options: StubOptions) -> std::io::Result<()> {
    let handle = move |method: Method, uri: Uri, body: Bytes| async move {
        let response = respond(method.as_str(), uri.path(), &body, &options);
        let status = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, [(header::CONTENT_TYPE, response.content_type)], response.body)
    };
    let app = Router::new().fallback(handle).layer(DefaultBodyLimit::max(LONGEST_REQUEST));
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, app).await })
}
