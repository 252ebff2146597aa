//! Failing agent programs, simulated by shell scripts.

use std::path::Path;
use std::time::{Duration, Instant};

use arena::agent::{GoSettings, ProcessAgent, ProcessSettings, Protocol, SettingsError};
use arena::{Agent, AgentGame, AgentRequest, Exchange, FaultClass};
use game::RingRift;
use serde_json::json;

use crate::common::{LONG, SHORT, asg_game, ask, assert_fault, ringrift_game};

fn settings(script: &str) -> ProcessSettings {
    ProcessSettings::new(["sh", "-c", script].map(str::to_owned).to_vec())
}

fn agent(script: &str) -> ProcessAgent {
    ProcessAgent::new::<asg::Match>(&settings(script)).expect("the settings are valid")
}

fn exchange(script: &str, time: Duration) -> Exchange {
    ask(&mut agent(script), &asg_game(), time)
}

#[track_caller]
fn check(script: &str, class: FaultClass, words: &str) -> Exchange {
    let exchange = exchange(script, LONG);
    assert_fault(&exchange, class, words);
    exchange
}

#[track_caller]
fn check_slow(script: &str) {
    let begin = Instant::now();
    assert_fault(&exchange(script, SHORT), FaultClass::Timeout, "in time");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn requests_and_replies_are_lines() {
    let mut agent = agent(r#"n=0; while read -r line; do n=$((n+1)); echo "{\"actions\": [$n]}"; done"#);
    for number in 1..=3 {
        let exchange = ask(&mut agent, &asg_game(), LONG);
        assert_eq!(exchange.reply.expect("the reply is valid").actions, [json!(number)]);
        assert_eq!(exchange.raw, format!("{{\"actions\": [{number}]}}"));
    }
}

#[test]
fn requests_are_complete() {
    let name = format!("{}/request.json", tempdir("request").display());
    let script = r#"head -n 1 > "$0"; echo '{"actions": []}'; sleep 30"#;
    let mut settings = settings(script);
    settings.command.push(name.clone());
    ask(&mut ProcessAgent::new::<asg::Match>(&settings).expect("the settings are valid"), &asg_game(), LONG)
        .reply
        .expect("the reply is valid");
    let request: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(name).expect("the file is readable")).expect("the text is JSON");
    assert!(request["game"] == "asg" && request["observation"]["legalActions"].is_array());
}

#[test]
fn ended_programs_are_crash_faults() {
    let exchange = check("echo boom >&2; exit 3", FaultClass::Crash, "exit status: 3");
    assert!(exchange.reply.expect_err("the exchange fails").message.contains("boom"));
    check("read -r line; printf '{\"actions\": ['; exit 1", FaultClass::Crash, "exit status: 1");
    check("read -r line; exit 0", FaultClass::Crash, "exit status: 0");
    check("kill -9 $$", FaultClass::Crash, "signal: 9");
    check("exec >&-; sleep 30", FaultClass::Crash, "closed its input or output");
}

#[test]
fn programs_that_cannot_start_are_connection_faults() {
    let settings = ProcessSettings::new(vec!["/no/such/program".to_owned()]);
    let mut agent = ProcessAgent::new::<asg::Match>(&settings).expect("the settings are valid");
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::Connection, "cannot be started");
    let settings = ProcessSettings { directory: Some("/no/such/place".into()), ..self::settings("cat") };
    let mut agent = ProcessAgent::new::<asg::Match>(&settings).expect("the settings are valid");
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::Connection, "cannot be started");
}

#[test]
fn crash_is_detected_while_a_child_keeps_the_output_open() {
    let begin = Instant::now();
    check("sleep 60 & exit 4", FaultClass::Crash, "exit status: 4");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn silent_programs_time_out() {
    check_slow("sleep 60");
    check_slow("read -r line; sleep 60; echo '{\"actions\": []}'");
    check_slow("read -r line; printf '{'; sleep 60");
}

#[test]
fn endless_blank_lines_time_out() {
    check_slow("yes ''");
    let mut agent = agent("read -r line; echo '{\"actions\": []}'; yes ''");
    assert!(ask(&mut agent, &asg_game(), LONG).reply.is_ok());
    let begin = Instant::now();
    assert_fault(&ask(&mut agent, &asg_game(), SHORT), FaultClass::Timeout, "in time");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

/// Sends a request that exceeds the capacity of a pipe.
fn ask_with_long_request(script: &str, time: Duration) -> Exchange {
    let (mut agent, game) = (agent(script), asg_game());
    let deadline = Instant::now() + time;
    let match_id = "m".repeat(1_000_000);
    let (since, rejections) = (&[][..], &[][..]);
    let (game, match_id) = (&game, &match_id[..]);
    agent.ask(&AgentRequest { game, seat: 0, match_id, ply: 0, seen: game, since, rejections, retry: None, deadline })
}

#[test]
fn programs_that_do_not_read_time_out() {
    let begin = Instant::now();
    assert_fault(&ask_with_long_request("sleep 60", SHORT), FaultClass::Timeout, "in time");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert!(ask_with_long_request("echo '{\"actions\": []}'; sleep 60", LONG).reply.is_ok());
    let counting = "read -r line; echo \"{\\\"actions\\\": [${#line}]}\"; sleep 60";
    let length = ask_with_long_request(counting, LONG).reply.expect("the reply is valid").actions[0].as_u64();
    assert!(length.is_some_and(|length| length > 1_000_000));
}

#[test]
fn malformed_lines_are_faults() {
    let exchange = check("read -r line; echo hello; sleep 60", FaultClass::BadJson, "not JSON");
    assert_eq!(exchange.raw, "hello");
    check("read -r line; printf '\\377\\376\\n'; sleep 60", FaultClass::BadJson, "not JSON");
    check("echo loading; cat", FaultClass::BadJson, "not JSON");
    check("echo; echo; echo '[1]'; sleep 60", FaultClass::BadShape, "a list");
    check("echo '{\"refused\": \"no\"}'; sleep 60", FaultClass::Refused, "no");
}

#[test]
fn endless_output_is_limited() {
    let exchange = check("tr '\\0' x < /dev/zero", FaultClass::Oversize, "256000 bytes");
    assert!(exchange.raw.len() >= 255_000);
    check("read -r line; yes '{}'", FaultClass::BadShape, "no actions");
}

#[test]
fn only_the_end_of_standard_error_is_reported() {
    let script = "read -r line; tr '\\0' e < /dev/zero | head -c 1000000 >&2; echo '{\"actions\": []}'; sleep 60";
    assert!(exchange(script, LONG).reply.is_ok());
    let script = "tr '\\0' e < /dev/zero | head -c 1000000 >&2; echo the end >&2; exit 1";
    let exchange = check(script, FaultClass::Crash, "the end");
    assert!(exchange.reply.expect_err("the exchange fails").message.len() < 600);
}

#[test]
fn a_late_reply_does_not_count_for_the_next_request() {
    let marker = tempdir("late").join("was-here");
    let script = r#"read -r line
        if mkdir "$0" 2> /dev/null; then sleep 1; echo '{"actions": ["late"]}'; fi
        echo '{"actions": ["second"]}'; sleep 60"#;
    let mut settings = settings(script);
    settings.command.push(marker.display().to_string());
    let mut agent = ProcessAgent::new::<asg::Match>(&settings).expect("the settings are valid");
    // On a busy machine the first process may be killed before it creates the marker that the second one needs.
    let begin = Instant::now();
    assert_fault(&ask(&mut agent, &asg_game(), Duration::from_millis(700)), FaultClass::Timeout, "in time");
    std::fs::create_dir_all(&marker).expect("the marker can be created");
    assert_eq!(ask(&mut agent, &asg_game(), LONG).reply.expect("the reply is valid").actions, [json!("second")]);
    assert!(begin.elapsed() < LONG);
}

#[test]
fn lines_without_a_request_are_faults() {
    let mut agent = agent("while read -r line; do echo '{\"actions\": [1]}'; echo '{\"actions\": [2]}'; done");
    assert_eq!(ask(&mut agent, &asg_game(), LONG).reply.expect("the reply is valid").actions, [json!(1)]);
    std::thread::sleep(Duration::from_secs(1));
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::BadShape, "without a request");
    assert_eq!(ask(&mut agent, &asg_game(), LONG).reply.expect("the reply is valid").actions, [json!(1)]);
}

#[test]
fn crashed_programs_are_restarted() {
    let mut agent = agent("read -r line; echo '{\"actions\": [1]}'; read -r line; exit 5");
    assert!(ask(&mut agent, &asg_game(), LONG).reply.is_ok());
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::Crash, "exit status: 5");
    assert!(ask(&mut agent, &asg_game(), LONG).reply.is_ok());
}

#[cfg(target_os = "linux")]
#[test]
fn dropping_the_agent_kills_its_children() {
    let script = r#"sleep 300 & read -r line; echo "{\"actions\": [$!]}"; wait"#;
    let mut agent = agent(script);
    let exchange = ask(&mut agent, &asg_game(), LONG);
    let started = exchange.reply.expect("the reply is valid").actions[0].as_u64().expect("the action is a number");
    assert!(is_alive(started));
    drop(agent);
    assert_ends(started);
}

#[cfg(target_os = "linux")]
#[track_caller]
fn assert_ends(pid: u64) {
    let begin = Instant::now();
    while is_alive(pid) {
        assert!(begin.elapsed() < Duration::from_secs(10), "process {pid} is still running");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs the test in a child process, because no program can be started after `kill_all`.
#[cfg(target_os = "linux")]
#[test]
fn kill_all_kills_all_programs() {
    let mut command = std::process::Command::new(std::env::current_exe().expect("the path of the test is known"));
    let output = command
        .args(["--ignored", "--exact", "process::kill_all_in_child_process"])
        .output()
        .expect("the test process starts");
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && words.contains("1 passed"), "{words}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "ends all programs of its process; run by another test"]
fn kill_all_in_child_process() {
    let script = r#"sleep 300 & read -r line; echo "{\"actions\": [$!, $$]}"; wait"#;
    let mut agents = [agent(script), agent(script)];
    let asked = agents.each_mut().map(|agent| ask(agent, &asg_game(), LONG).reply.expect("the reply is valid").actions);
    let started: Vec<u64> =
        asked.iter().flatten().map(|number| number.as_u64().expect("the action is a number")).collect();
    assert!(started.len() == 4 && started.iter().all(|&pid| is_alive(pid)));
    arena::agent::kill_all();
    started.iter().for_each(|&pid| assert_ends(pid));
    assert_fault(&exchange("cat", LONG), FaultClass::Connection, "shutting down");
    assert_fault(&ask(&mut agents[0], &asg_game(), LONG), FaultClass::Crash, "signal: 9");
    drop(agents);
    arena::agent::kill_all();
}

/// Reports whether a process is running. Zombies do not count.
#[cfg(target_os = "linux")]
fn is_alive(pid: u64) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[cfg(target_os = "linux")]
#[test]
fn memory_and_cpu_time_are_limited() {
    // `tail` stores the last line, which never ends.
    let greedy = ProcessSettings { memory_mb: 64, ..settings("sleep 0.2; exec tail -n 1 /dev/zero") };
    let mut agent = ProcessAgent::new::<asg::Match>(&greedy).expect("the settings are valid");
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::Crash, "the program ended");
    let busy = ProcessSettings { cpu_seconds: 1, ..settings("while :; do :; done") };
    let mut agent = ProcessAgent::new::<asg::Match>(&busy).expect("the settings are valid");
    assert_fault(&ask(&mut agent, &asg_game(), LONG), FaultClass::Crash, "signal");
}

#[test]
fn invalid_commands_are_rejected() {
    for command in [vec![], vec![String::new()]] {
        let settings = ProcessSettings::new(command);
        assert_eq!(
            ProcessAgent::new::<RingRift>(&settings).expect_err("the command is empty"),
            SettingsError::NoProgram
        );
    }
    let engine = ProcessSettings { protocol: Protocol::Engine, ..settings("cat") };
    assert_eq!(
        ProcessAgent::new::<asg::Match>(&engine).expect_err("ASG has no engines"),
        SettingsError::NoEngine("asg")
    );
}

const ENGINE: &str = r#"while read -r command rest; do case "$command" in
    position) echo "rules square8 2p"; echo "state turn 1"; echo "ok position" ;;
    go) echo "info used $rest"; echo "bestaction P a1"; echo "ok go" ;;
    esac; done"#;

fn engine_exchange(script: &str, go: GoSettings) -> Exchange {
    let settings = ProcessSettings { protocol: Protocol::Engine, go, ..settings(script) };
    let mut agent = ProcessAgent::new::<RingRift>(&settings).expect("the settings are valid");
    ask(&mut agent, &ringrift_game(), LONG)
}

#[test]
fn engines_reply_with_the_best_action() {
    let go = GoSettings { seed: Some(7), level: Some(3), nodes: None, movetime: Some(50) };
    let exchange = engine_exchange(ENGINE, go);
    let reply = exchange.reply.expect("the reply is valid");
    assert_eq!(reply.actions, [json!({ "action": "P a1" })]);
    assert!(exchange.raw.contains("info used seed 7 level 3 movetime 50\n"), "{}", exchange.raw);
    assert_eq!(ringrift_game().submit(&reply.actions).played.len(), 1);
}

#[test]
fn engine_errors_are_faults() {
    let failing = |script: &str, class, words| {
        assert_fault(&engine_exchange(script, GoSettings::default()), class, words);
    };
    failing("echo 'error position bad text'; cat", FaultClass::Refused, "bad text");
    failing("echo ok position; echo ok go; cat", FaultClass::BadShape, "chose no action");
    failing("echo ok position; yes info", FaultClass::Oversize, "256000 bytes");
    failing("echo ok position; exit 1", FaultClass::Crash, "exit status: 1");
}

/// Returns an empty directory for a test.
fn tempdir(name: &str) -> std::path::PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agents-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("the directory can be created");
    place
}
