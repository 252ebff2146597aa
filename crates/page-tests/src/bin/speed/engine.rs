//! Speed of the engine in the browser, beside the native engine on the same machine.

use std::process::Command;

use page_tests::{Page, TestServer};
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::{Value, json};

/// Measurements of each workload; the medians are compared. Both engines take turns, so that other load affects both.
const ROUNDS: usize = 5;

/// Variable of the environment with the path of the program that runs workloads natively.
const NATIVE: &str = "RINGSIDE_NATIVE_SPEED";

/// A call of a function of the engine.
struct Workload {
    name: &'static str,
    /// Name of the function and its arguments.
    call: Value,
    /// Largest permitted time in the browser, as a multiple of the native time.
    most: f64,
}

/// Prints how long the engine in Chromium takes for each workload, beside native code.
///
/// # Panics
/// If the program for native code is not given or fails.
pub(crate) fn measure(server: &TestServer) {
    let native = std::env::var(NATIVE).unwrap_or_else(|_| panic!("{NATIVE} is not set; run: cargo xtask page-speed"));
    let page = Page::open(server, "/rules");
    page.eval(LOAD);
    println!("the engine in Chromium beside the native engine, medians of {ROUNDS} alternating runs");
    for Workload { name, call, most } in workloads() {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            there.push(native_time(&native, &call));
            here.push(time_in_browser(&page, &call));
        }
        let [here, there] = [here, there].map(median);
        let ratio = here / there;
        let verdict = if ratio <= most { "met" } else { "missed" };
        println!(
            "  {name:44} {there:8.1} ms native, {here:8.1} ms in the browser: {ratio:.2} times, {:.0} % of its speed (at most {most:.2} times: {verdict})",
            100.0 / ratio
        );
    }
}

fn workloads() -> Vec<Workload> {
    /// Random play must reach 35 % of the native speed.
    const RANDOM: f64 = 1.0 / 0.35;
    let random = |name, edition, board, games: u32| Workload {
        name,
        call: json!(["random_games", start(edition, board), games]),
        most: RANDOM,
    };
    let decide =
        |name, position: &str, player: &str, most| Workload { name, call: json!(["decide", position, player]), most };
    let small = "G square8 2p; S b2=11,c5=1,e5=2,f3=22,g7=1; M1 c3,d4; M2 e6; H 12,13";
    let hexagon = "G hex8 2p live; S 0.1=11,-1.2=2,2.0=1; M1 1.1; H 14,16";
    vec![
        random("random games, square8", Edition::Standard, BoardKind::Square8, 4_000),
        random("random games, square19", Edition::Standard, BoardKind::Square19, 200),
        random("random games, hex8", Edition::Live, BoardKind::Hex8, 2_000),
        random("random games, hexagonal", Edition::Standard, BoardKind::Hexagonal, 200),
        random("random games, hexagonal12", Edition::Live, BoardKind::Hexagonal12, 100),
        decide("decision of nodes:2000, square8", small, "nodes:2000", 3.0),
        decide("decision of nodes:2000, square19", "G square19 2p; S d4=11,h8=2; H 34,35", "nodes:2000", 3.0),
        Workload { name: "50 evaluations by the network, square8", call: json!(["evaluate", small, 50]), most: 8.0 },
        Workload { name: "50 evaluations by the network, hex8", call: json!(["evaluate", hexagon, 50]), most: 8.0 },
        decide("decision of neural:100, square8", small, "neural:100", 8.0),
        decide("decision of neural:100, hex8", hexagon, "neural:100", 8.0),
    ]
}

/// Returns the start position of a game of two players.
fn start(edition: Edition, board: BoardKind) -> String {
    let rules = Ruleset::new(edition, board, 2, &Overrides::default()).expect("the rules are valid");
    Position::new(&rules).expect("the rules have a start position").to_string()
}

/// Loads the module and the networks.
const LOAD: &str = "(async () => {
    const engine = await import('/web/engine/players.js');
    await engine.default({ module_or_path: '/web/engine/players.wasm' });
    for (const board of ['square8', 'hex8', 'square19']) {
        const problem = engine.provide_network(new Uint8Array(await (await fetch(`/networks/${board}.safetensors`)).arrayBuffer()));
        if (problem) throw new Error(problem);
    }
    window.engine = engine;
})()";

fn time_in_browser(page: &Page, call: &Value) -> f64 {
    let timed = page.eval(&format!(
        "(() => {{ const [name, ...values] = {call}; const begin = performance.now(); const result = window.engine[name](...values); \
         return [performance.now() - begin, String(result)]; }})()"
    ));
    check(call, timed[1].as_str().unwrap_or_default());
    timed[0].as_f64().expect("a time is a number")
}

/// Runs a workload in the program for native code, which prints milliseconds and the result.
fn native_time(program: &str, call: &Value) -> f64 {
    let output = Command::new(program).arg(call.to_string()).output().expect("the native program starts");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (time, result) = text.trim().split_once(' ').unwrap_or_else(|| panic!("unexpected output {text:?}"));
    check(call, result);
    time.parse().expect("a time is a number")
}

fn check(call: &Value, result: &str) {
    assert!(!result.starts_with("error") && result != "NaN" && result != "-1", "{call}: {result}");
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}
