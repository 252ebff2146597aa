//! `ringside engine`, driven by a client.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use ringrift::{Position, Ruleset};

use crate::{ringside, ringside_reading};

/// Running engine with its output lines.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
        command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("ringside starts");
        let (input, output) = (process.stdin.take(), process.stdout.take().expect("standard output is a pipe"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Engine { process, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_ref().expect("the input is open"), "{line}").expect("the engine reads");
    }

    /// Returns the lines of the next reply, including the last.
    fn reply(&mut self) -> Vec<String> {
        let mut reply: Vec<String> = Vec::new();
        while reply.last().is_none_or(|line| !line.starts_with("ok ") && !line.starts_with("error ")) {
            reply.push(self.lines.recv_timeout(Duration::from_secs(60)).expect("the reply is complete"));
        }
        reply
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.reply()
    }

    /// Returns the reply to a command that must succeed, without its last line.
    fn good(&mut self, line: &str) -> Vec<String> {
        let mut reply = self.ask(line);
        let end = reply.pop().expect("the reply has a last line");
        let name = line.split_whitespace().next().expect("the line has a command");
        assert_eq!(end, format!("ok {name}"), "{line}");
        reply
    }

    /// Sends a command that must succeed, and returns the text after a keyword. Exactly one line of the reply must begin
    /// with the keyword.
    fn value(&mut self, line: &str, keyword: &str) -> String {
        let reply = self.good(line);
        let mut values = reply
            .iter()
            .filter_map(|line| line.split_once(' ').filter(|(word, _)| *word == keyword).map(|pair| pair.1));
        let value = values.next().unwrap_or_else(|| panic!("{keyword} in {reply:?}"));
        assert_eq!(values.next(), None, "{keyword} once in {reply:?}");
        value.to_owned()
    }

    /// Checks that a line is rejected and changes nothing.
    fn check_rejected(&mut self, line: &str, expected: &str) {
        let before = self.good("show");
        let reply = self.ask(line);
        let [error] = &reply[..] else { panic!("one line, not {reply:?}") };
        assert!(error.starts_with("error ") && error.contains(expected), "{line}: {error}");
        assert!(error.chars().count() < 700, "{error}");
        assert_eq!(self.good("show"), before, "{line}");
    }

    /// Waits for the end of the process, which must not write anything more.
    fn end(mut self) -> ExitStatus {
        self.input = None;
        assert_eq!(self.lines.recv_timeout(Duration::from_secs(60)).ok(), None);
        self.process.wait().expect("the process ends")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process has ended, unless a test failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn manual() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine-protocol.md")
}

/// Returns the transcript of a session with these commands.
fn transcript<'a>(sent: impl Iterator<Item = &'a str>) -> String {
    let mut engine = Engine::start();
    let mut text = String::new();
    for line in sent {
        text += &format!("> {line}\n");
        text.extend(engine.ask(line).iter().map(|line| format!("< {line}\n")));
    }
    assert!(engine.end().success());
    text
}

#[test]
fn session_in_the_manual_is_up_to_date() {
    let text = std::fs::read_to_string(manual()).expect("the manual exists").replace("\r\n", "\n");
    let (before, rest) = text.split_once("## A session\n").expect("the manual has the heading");
    let (intro, rest) = rest.split_once("```text\n").expect("the section has a block");
    let (written, after) = rest.split_once("```\n").expect("the block ends");
    let sent: Vec<&str> = written.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert!(sent.len() > 10 && sent.last() == Some(&"quit"));
    let real = transcript(sent.into_iter());
    if std::env::var_os("UPDATE_FILES").is_some() {
        let updated = format!("{before}## A session\n{intro}```text\n{real}```\n{after}");
        std::fs::write(manual(), updated).expect("the manual can be written");
        return;
    }
    let line = written.lines().zip(real.lines()).find(|(a, b)| a != b);
    assert!(written == real, "{line:?}; if that is intended, run: cargo xtask regenerate");
}

#[test]
fn every_command_is_in_the_manual_and_in_the_help() {
    let manual = std::fs::read_to_string(manual()).expect("the manual exists");
    let help = ringside(&["engine", "--help"]).success();
    let commands = Engine::start().good("help");
    assert_eq!(commands.len(), 15);
    for line in commands {
        let usage = line
            .strip_prefix("command ")
            .and_then(|line| line.split_once(": "))
            .expect("the line has usage and purpose")
            .0;
        assert!(manual.contains(&format!("`{usage}`")), "{usage}");
        assert!(help.contains(usage), "{usage}");
    }
}

/// Plays a whole game with `go` and `play`, checks it against the rules, and returns the last state.
fn play_game(rules: &str, seed: u64) -> String {
    let mut engine = Engine::start();
    engine.good(&format!("rules {rules}"));
    engine.good(&format!("option seed {seed}"));
    let mut position = start_of(rules);
    let mut state = String::new();
    while !state.contains(" winner ") {
        let action = engine.value("go level 1 nodes 20", "bestaction");
        state = engine.value(&format!("play {action}"), "state");
        play(&mut position, &action);
    }
    let outcome = position.outcome().expect("the game is over");
    let ranks: Vec<String> = outcome.ranks.of(position.rules().players).iter().map(u8::to_string).collect();
    let winner = outcome.winner.map_or(0, ringrift::Player::seat);
    let result = format!("phase game_over winner {winner} reason {} ranks {}", outcome.reason, ranks.join("/"));
    assert!(state.ends_with(&result), "{state}, but {result}");
    assert_eq!(engine.value("show", "position"), position.to_string());
    assert_eq!(engine.value("show", "hash"), position.fingerprint_hash().to_string());
    assert_eq!(engine.good("legal"), [""; 0]);
    let rejected = [("go", "error go the game"), ("analyse", "error analyse the game"), ("play SP", "the game")];
    for (line, expected) in rejected.map(|(line, lead)| (line, format!("{lead} is over: "))) {
        let expected = &expected;
        engine.check_rejected(line, expected);
    }
    assert!(engine.end().success());
    state
}

fn start_of(rules: &str) -> Position {
    let known: Ruleset = ringrift::Setup::parse(&format!("G {rules}")).expect("the rules are valid").rules;
    Position::new(&known).expect("the rules have a start")
}

fn play(position: &mut Position, text: &str) {
    let actions = position.legal_actions();
    let action = actions.iter().copied().find(|&action| position.action_text(action) == text);
    position.play(action.expect("the action is legal")).expect("the action is legal");
}

#[test]
fn plays_whole_games_of_two_three_and_four_players() {
    for rules in ["square8 2p canon", "square8 3p canon regions=no_main", "square8 4p compact", "square8 2p compact"] {
        for seed in [1, 2] {
            play_game(rules, seed);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    assert_eq!(play_game("square8 2p canon", 5), play_game("square8 2p canon", 5));
    let mut engine = Engine::start();
    let mut choices = || -> Vec<String> {
        (0..20).map(|seed| engine.value(&format!("go level 1 nodes 20 seed {seed}"), "bestaction")).collect()
    };
    let (mut once, again) = (choices(), choices());
    assert_eq!(once, again, "earlier searches do not affect the choice");
    engine.good("option seed 7");
    assert_eq!(engine.value("go level 1 nodes 20", "bestaction"), once[7]);
    once.sort();
    once.dedup();
    assert!(once.len() > 1, "{once:?}");
}

#[test]
fn plays_every_board_and_edition() {
    let mut engine = Engine::start();
    for board in ["square8", "square19", "hex8", "hexagonal", "hexagonal12"] {
        for edition in ["canon", "compact"] {
            for players in [2, 3, 4] {
                let rules = format!("{board} {players}p {edition} rings=20 line_length=4");
                let current = engine.value(&format!("rules {rules}"), "rules");
                assert!(current.starts_with(&format!("{board} {players}p ")), "{current}");
                for seed in 0..8 {
                    let action = engine.value(&format!("go level 1 nodes 20 seed {seed}"), "bestaction");
                    let listed = engine.good("legal");
                    let number = 1 + listed
                        .iter()
                        .position(|line| line.ends_with(&format!(" {action}")))
                        .expect("the action is listed");
                    assert_eq!(listed[number - 1], format!("action {number} {action}"));
                    engine.good(&format!("play #{number}"));
                }
                let text = engine.value("show", "position");
                let hash = engine.value("show", "hash");
                engine.good("position start");
                engine.good(&format!("position {text}"));
                assert_eq!(engine.value("show", "hash"), hash);
            }
        }
    }
}

#[test]
fn undo_takes_back_actions_and_lists_are_played_as_a_whole() {
    let mut engine = Engine::start();
    let start = engine.good("show");
    assert_eq!(engine.value("play P d4*2 | M d4-d6 | P a1 | M a1-b1", "state"), "turn 3 player 1 phase ring_placement");
    engine.check_rejected("play P h8 | M h8-g8 | P h8*9", "action 3, 'P h8*9': ");
    engine.check_rejected("play P h8 ||", "action 2, '': an action is missing");
    engine.check_rejected("undo 5", "only 4 actions can be taken back");
    engine.check_rejected("position start | P d4 | P d4", "action 2, 'P d4': ");
    assert_eq!(engine.value("undo 3", "state"), "turn 1 player 1 phase movement");
    engine.good("undo");
    assert_eq!(engine.good("show"), start);
    engine.check_rejected("undo", "no action was played");
    engine.good("position start | P d4*2 | M d4-d6 | P a1");
    assert_eq!(engine.value("show", "actions"), "3");
}

#[test]
fn explain_gives_rule_reason_and_cells_or_the_effects() {
    let mut engine = Engine::start();
    engine.good("position S d4=11,d6=2; M1 d5; M2 d7; H 5,5; P movement");
    let before = engine.good("show");
    let legal = engine.good("explain C d4-d8 xd6");
    assert_eq!(legal[..2], ["verdict legal", "action C d4-d8 xd6"]);
    assert!(legal.contains(&"event player 1 leaves a marker on d4 (RR-CANON-R092)".to_owned()), "{legal:?}");
    assert!(legal.last().is_some_and(|line| line.starts_with("after turn ")), "{legal:?}");
    assert_eq!(
        engine.good("explain M d4-e4"),
        ["verdict illegal", "rule RR-CANON-R091", "reason a stack 2 high moves at least 2 cells, not 1", "cells d4 e4"]
    );
    assert_eq!(engine.good("show"), before);
    engine.check_rejected("explain d4", "error explain ");
}

#[test]
fn rejects_invalid_lines_without_changes() {
    let mut engine = Engine::start();
    engine.good("rules square8 3p canon");
    engine.good("play P d4*2");
    for (line, expected) in [
        ("uci", "error - unknown command 'uci'; known: identify, help, isready,"),
        ("Play P d4", "unknown command 'Play'"),
        ("\u{1b}[31m\u{7}", "unknown command '\u{fffd}[31m\u{fffd}'"),
        ("play", "error play an action is missing; expected: play ACTION"),
        ("play e2e4", "error play action 1, 'e2e4': "),
        ("play M d4-d5", "moves at least 2 cells, not 1 (RR-CANON-R091); send legal to list the legal actions"),
        ("play #0", "there is no action '#0'"),
        ("play #99999999999999999999", "there is no action"),
        ("explain", "error explain an action is missing"),
        ("position", "error position 'start' or the text of a position is missing"),
        ("position now", "error position "),
        ("position G square8 2p; S d4=1; H 18,18", "invalid position: player 1 has 19 rings"),
        ("position G square8 9p", "9 players; a game has 2 to 4"),
        ("position S d4=4", "only 3 play"),
        ("rules square8 2p canon; T 2", "error rules "),
        ("rules chess", "error rules expected board, players and edition, such as 'square8 2p canon'"),
        ("rules hex8 2p canon", "give rings=…"),
        ("go depth 3", "error go unknown limit 'depth'; expected: go [seed N]"),
        ("go level 99", "must be a number from 1 to 10"),
        ("go lines 2", "error go unknown limit 'lines'"),
        ("analyse level 2", "error analyse unknown limit 'level'; expected: analyse [lines N]"),
        ("analyse lines 0", "must be a number from 1 to 1000"),
        ("option depth 3", "error option unknown option 'depth'; the only one is seed"),
    ] {
        engine.check_rejected(line, expected);
    }
    assert_eq!(engine.good("option"), ["option seed 1"]);
    assert!(engine.end().success());
}

/// Returns the output lines of the engine for raw input.
fn raw(input: &[u8]) -> Vec<String> {
    ringside_reading(&["engine"], input).success().lines().map(str::to_owned).collect()
}

#[test]
fn the_session_survives_hostile_bytes() {
    let long = format!("play {}\nisready\n", "x".repeat(3 << 20));
    let replies = raw(long.as_bytes());
    assert_eq!(replies.len(), 2, "{replies:?}");
    assert!(replies[0].starts_with("error - the line has more than 1048576 bytes"), "{}", replies[0]);
    let replies = raw(b"sh\xffow\n\0\0\nisready\n\n \t \r\nisready\r\nisready");
    assert!(replies[0].starts_with("error - the line is not UTF-8 from byte 2 on"), "{}", replies[0]);
    assert!(replies[1].starts_with("error - unknown command '\u{fffd}\u{fffd}'"), "{}", replies[1]);
    assert_eq!(replies[2..], ["ok isready", "ok isready", "ok isready"]);
    assert_eq!(raw("\u{feff}isready\n".as_bytes()), ["ok isready"]);
    // Huge fields and actions do not make long errors.
    for line in ["S a1=", "H ", "M1 ", "G ", "P ", "A ", "X"].map(|field| format!("position {field}")) {
        for filler in ["1", "a1,", "=", "é", ";"] {
            let replies = raw(format!("{line}{}\n", filler.repeat(500_000 / filler.len())).as_bytes());
            assert!(replies.len() == 1 && replies[0].starts_with("error position "), "{line}{filler}");
            assert!(replies[0].len() < 2000, "{}", replies[0]);
        }
    }
}

#[test]
fn random_bytes_get_one_reply_per_line() {
    let mut state = 12345_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let lines: Vec<Vec<u8>> = (0..300)
        .map(|_| [b"x".to_vec(), (0..byte()).map(|_| byte()).filter(|byte| *byte != b'\n').collect()].concat())
        .collect();
    let replies = raw(&[lines.join(&b'\n'), b"\nquit\n".to_vec()].concat());
    assert_eq!(replies.len(), 301);
    assert!(replies[..300].iter().all(|line| line.starts_with("error - ")), "{replies:?}");
    assert_eq!(replies[300], "ok quit");
}

#[test]
fn answers_everything_before_quit_or_the_end_of_input() {
    // Leaves out the results of a stopped search, which depend on time.
    let fixed_lines = |input: &[u8]| -> Vec<String> {
        let is_fixed = |line: &String| !line.starts_with("info nodes") && !line.starts_with("info chances");
        raw(input).into_iter().filter(|line| is_fixed(line) && !line.starts_with("info line")).collect()
    };
    let replies = fixed_lines(b"go seed 9\nstop\nquit\nlegal\n");
    assert_eq!(replies[..3], ["info used seed 9", "info used level 5", "info candidates 192"]);
    assert!(replies[3].starts_with("bestaction P "), "{replies:?}");
    assert_eq!(replies[4..], ["ok go", "ok stop", "ok quit"]);
    assert_eq!(fixed_lines(b"go seed 9\nstop\n").last().map(String::as_str), Some("ok stop"));
    assert_eq!(fixed_lines(b"go seed 9").last().map(String::as_str), Some("ok go"));
    assert_eq!(raw(b""), [""; 0]);
    let many = raw(&b"play P d4\nundo\n".repeat(2000));
    assert_eq!(many.iter().filter(|line| line.starts_with("ok ")).count(), 4000);
}

#[test]
fn go_reports_nodes_chances_and_the_expected_line() {
    let mut engine = Engine::start();
    let reply = engine.good("go level 3 nodes 40 seed 2");
    let info = |keyword: &str| reply.iter().find_map(|line| line.strip_prefix(&format!("info {keyword} ")));
    assert_eq!((info("used seed"), info("used level"), info("used nodes")), (Some("2"), Some("3"), Some("40")));
    let best = reply.last().and_then(|line| line.strip_prefix("bestaction ")).expect("the reply has an action");
    assert!(info("line").is_some_and(|line| line.split(" | ").next() == Some(best)), "{reply:?}");
    check_chances(info("chances").expect("the reply has chances"), 2);
}

fn check_chances(text: &str, players: usize) {
    let chances: Vec<f64> = text.split('/').filter_map(|chance| chance.parse().ok()).collect();
    assert!(chances.len() == players && (chances.iter().sum::<f64>() - 1.0).abs() < 0.001, "{text}");
}

#[test]
fn analyse_reports_chances_and_the_requested_number_of_actions() {
    let mut engine = Engine::start();
    for (rules, players) in [("square8 2p", 2), ("square8 4p compact", 4)] {
        engine.good(&format!("rules {rules}"));
        for (command, lines) in [("analyse nodes 40", 3), ("analyse nodes 40 lines 7", 7)] {
            let reply = engine.good(command);
            assert!(reply.iter().all(|line| line.starts_with("info ")), "{reply:?}");
            let info = |keyword: &str| -> Vec<&str> {
                reply.iter().filter_map(|line| line.strip_prefix(&format!("info {keyword} "))).collect()
            };
            check_chances(info("chances")[0], players);
            let actions = info("action");
            assert_eq!(actions.len(), lines, "{reply:?}");
            for (number, action) in (1..).zip(&actions) {
                let words: Vec<&str> = action.split(' ').collect();
                assert_eq!((words[0], words[1]), (&*number.to_string(), "chances"), "{action}");
                check_chances(words[2], players);
                let line = action.split_once(" line ").expect("the action has a line").1;
                let first = line.split(" | ").next().expect("the reply has an action");
                assert_eq!(engine.good(&format!("explain {first}"))[0], "verdict legal", "{action}");
            }
        }
    }
}

#[test]
fn analyse_ends_on_stop_and_on_its_time_limit() {
    let mut engine = Engine::start();
    let began = std::time::Instant::now();
    engine.send("analyse nodes 1000000000");
    engine.send("stop");
    assert_eq!(engine.reply().last().map(String::as_str), Some("ok analyse"));
    assert_eq!(engine.reply(), ["ok stop"]);
    engine.good("analyse movetime 50");
    engine.good("go level 10 movetime 50");
    assert!(began.elapsed() < Duration::from_secs(30));
    assert!(engine.end().success());
}

/// docs/engine-protocol.md: an `LR` must follow the `L` in the same command, and `undo` drops a chosen line.
#[test]
fn chosen_lines_are_neither_dropped_within_a_command_nor_kept_by_undo() {
    let mut engine = Engine::start();
    engine.good("position G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,d1,a3,b3,c3,d3; P line_processing");
    engine.check_rejected("play L 1 | L 2; LR 1", "action 2, 'L 2; LR 1': the action before is incomplete: ");
    engine.good("play L 2; LR 1");
    engine.good("undo");
    engine.good("play L 2");
    engine.good("play #1");
    engine.good("undo");
    engine.check_rejected("play LR 2:1", "error play action 1, 'LR 2:1': ");
}
