//! The examples of the manual are real.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;
use server::rules::Mode;

use crate::app::App;

/// Requests stand in blocks that begin with "```json request PATH [STATUS]", each followed by a block of its answer.
#[tokio::test]
async fn requests_of_the_manual_get_its_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules-service.md");
    let written = std::fs::read_to_string(&path).expect("the manual");
    let app = App::new(Mode::Fast);
    let mut real = String::new();
    let mut lines = written.lines();
    let mut answers = Vec::new();
    while let Some(line) = lines.next() {
        let _ = writeln!(real, "{line}");
        let block = |lines: &mut std::str::Lines<'_>| -> String {
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
        };
        if let Some(words) = line.strip_prefix("```json request ") {
            let request = block(&mut lines);
            let (path, status) = words.split_once(' ').unwrap_or((words, "200"));
            let (found, answer) = app.post(path, request.clone()).await;
            assert_eq!(found.as_str(), status, "{request}");
            answers.push(answer);
            let _ = writeln!(real, "{request}```");
        } else if line == "```json answer" {
            let kept = block(&mut lines);
            let answer = answers.pop().expect("a request stands before");
            let same = serde_json::from_str::<Value>(&kept).is_ok_and(|kept| kept == answer);
            let text = serde_json::to_string_pretty(&answer).expect("plain data") + "\n";
            let _ = writeln!(real, "{}```", if same { kept } else { text });
        }
    }
    if std::env::var_os("UPDATE_FILES").is_some() {
        return std::fs::write(&path, &real).expect("the manual can be written");
    }
    assert!(written == real, "if that is meant, run this test with UPDATE_FILES=1 and read the change");
}
