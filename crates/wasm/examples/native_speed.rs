//! Runs a workload of the engine natively and prints its time in milliseconds and its result; `cargo xtask page-speed` compares it with the
//! browser: `native_speed '["random_games", "G square8 2p", 1000]'`.

use std::process::ExitCode;
use std::time::Instant;

use ringside_wasm::{decide, evaluate, random_games};
use serde_json::Value;

fn main() -> ExitCode {
    let call: Vec<Value> =
        std::env::args().nth(1).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    // The first run loads what later ones use again, as in the browser.
    let (_, begin) = (run(&call), Instant::now());
    match run(&call) {
        Ok(result) => {
            println!("{:.3} {result}", begin.elapsed().as_secs_f64() * 1e3);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("native_speed: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(call: &[Value]) -> Result<String, String> {
    let invalid = || format!("unknown workload {call:?}");
    let [Value::String(name), Value::String(position), third] = call else { return Err(invalid()) };
    let number = || third.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(invalid);
    match (name.as_str(), third) {
        ("random_games", _) => Ok(random_games(position, number()?).ok_or_else(invalid)?.to_string()),
        ("evaluate", _) => Ok(evaluate(position, number()?).ok_or_else(invalid)?.to_string()),
        ("decide", Value::String(player)) => decide(position, player),
        _ => Err(invalid()),
    }
}
