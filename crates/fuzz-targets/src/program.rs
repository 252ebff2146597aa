//! Readers of the program `ringside`: recorded data, engine sessions, typed lines, scripts.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, LazyLock, Mutex};

use asg::{Match, Rules};
use engine_protocol::Command;
use ringrift::Position;
use ringside::readers::{EngineChoice, check_recorded_data, parse_script, play_lines, serve_engine, typed_order};

use crate::asg_files::SCENARIO;
use crate::{Verdict, assert_plain_lines, assert_short_line, with_text};

/// Perft counts above this number are skipped.
const MAX_NODES: u64 = 2_000;

/// Recorded data is checked or rejected with a message, and both engines give the same report.
pub(crate) fn conform(bytes: &[u8]) -> Verdict {
    let check = |engine| check_recorded_data(bytes.to_vec(), engine, MAX_NODES);
    let fast = check(EngineChoice::Fast);
    assert_eq!(fast, check(EngineChoice::Spec));
    if let Err(problem) = &fast {
        assert!(!problem.is_empty());
    }
    Verdict::of(fast.is_ok())
}

/// Output that the test can read while the engine writes.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl SharedOutput {
    fn text(&self) -> String {
        let bytes = self.0.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8(bytes).expect("the output is UTF-8")
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::Error::other("a writer panicked"))?.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session of the engine: every line that is not blank is answered exactly once, until `quit`.
pub(crate) fn engine_session(bytes: &[u8]) -> Verdict {
    let output = SharedOutput::default();
    serve_engine(Cursor::new(bytes.to_vec()), output.clone()).expect("the output can be written");
    let text = output.text();
    assert_plain_lines(&text);
    let ends = |line: &&str| ["ok ", "error "].iter().any(|start| line.starts_with(start));
    let answers = text.lines().filter(ends).count();
    assert_eq!(answers, count_commands(bytes), "{text}");
    Verdict::of(text.lines().any(|line| line.starts_with("ok ")))
}

/// Returns the number of lines that are not blank, up to the first `quit`.
fn count_commands(bytes: &[u8]) -> usize {
    let mut count = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        match std::str::from_utf8(line).map(|line| line.trim_start_matches('\u{feff}').trim()) {
            Ok("") => {}
            Ok(line) if Command::parse(line) == Ok(Command::Quit) => return count + 1,
            _ => count += 1,
        }
    }
    count
}

/// Position in which typed lines choose actions.
static START: LazyLock<Position> = LazyLock::new(|| {
    Position::parse("G square8 2p; S a1=11,b1=2,d4=1,h8=2; M1 a2,a3; H 3,3; P movement").expect("the position is valid")
});

/// Lines that a person types in a game. Saving and hints are left out: the first writes files, the second searches.
pub(crate) fn play_line(bytes: &[u8]) -> Verdict {
    let is_kept = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line);
        !["save", "hint"].iter().any(|word| line.trim_start().starts_with(word))
    };
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').filter(is_kept).take(50).collect();
    let mut output = Vec::new();
    play_lines(&START, &mut Cursor::new(lines.join(&b'\n')), &mut output).expect("the output can be written");
    let text = String::from_utf8(output).expect("the output is UTF-8");
    assert_plain_lines(&without_styles(&text));
    Verdict::of(text.matches("> ").count() > 1)
}

/// Removes the escape sequences for colours and other styles.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_style = |letter: char| letter.is_ascii_digit() || letter == ';';
    parts.fold(first, |plain, part| match part.trim_start_matches(is_style).strip_prefix('m') {
        Some(rest) => plain + rest,
        None => plain + "\u{1b}[" + part,
    })
}

/// The file of a scripted player is read or rejected with the place of the problem.
pub(crate) fn asg_script(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| match parse_script(text, &SCENARIO) {
        Ok(_) => true,
        Err(problem) => {
            assert_short_line(&problem);
            assert!(problem.starts_with("expected a JSON list") || problem.starts_with("list "), "{problem}");
            false
        }
    })
}

/// Orders that a person types, one per line, are read or rejected with a message. An order that was read can be played.
pub(crate) fn asg_typed_order(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let mut has_order = false;
        let start = Match::new(SCENARIO.clone(), Rules::V0, 7);
        for line in text.lines() {
            match typed_order(line, &start) {
                Ok(order) => {
                    has_order = true;
                    start.clone().play(&[order], &mut ());
                }
                Err(problem) => assert_short_line(&problem),
            }
        }
        has_order
    })
}
