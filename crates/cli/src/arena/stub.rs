//! `ringside agent-stub`: a small agent to try things with.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use arena::stub::{Choice, StubOptions, run as serve, run_lines};
use clap::Args;
use cli_support::{Failure, Outcome};

/// Serve a small agent for both games, to try the arena with.
///
/// It answers POST /act as an agent, and POST /v1/chat/completions as a model that calls the tool or replies in JSON; or one
/// JSON request a line with --stdio. It plays the first legal action of RingRift, or as --choice says; in ASG it buys troops.
#[derive(Args)]
pub(crate) struct StubArgs {
    /// The port, 0 for any that is free
    #[arg(long, default_value_t = 8700)]
    port: u16,
    /// The address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Which legal action of RingRift it plays: first, last, random or random:SEED
    #[arg(long, default_value = "first")]
    choice: Choice,
    /// Read requests from standard input and write replies to standard output, one a line
    #[arg(long, conflicts_with_all = ["port", "bind"])]
    stdio: bool,
}

/// Runs the command.
pub(crate) fn run(args: &StubArgs, out: &mut impl Write) -> Outcome {
    let options = StubOptions { choice: args.choice };
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
