//! The examples of the manual.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;
use server::rules::Mode;

use crate::app::App;

/// Sends the requests in blocks that start with "```json request PATH [STATUS]", and compares the responses with the
/// "```json answer" blocks that follow.
#[tokio::test]
async fn responses_in_the_manual_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules-service.md");
    let written = std::fs::read_to_string(&path).expect("the manual exists");
    let app = App::new(Mode::Fast);
    let mut updated = String::new();
    let mut lines = written.lines();
    let mut answers = Vec::new();
    while let Some(line) = lines.next() {
        let _ = writeln!(updated, "{line}");
        let block = |lines: &mut std::str::Lines<'_>| -> String {
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect()
        };
        if let Some(words) = line.strip_prefix("```json request ") {
            let request = block(&mut lines);
            let (path, status) = words.split_once(' ').unwrap_or((words, "200"));
            let (found, answer) = app.post(path, request.clone()).await;
            assert_eq!(found.as_str(), status, "{request}");
            answers.push(answer);
            let _ = writeln!(updated, "{request}```");
        } else if line == "```json answer" {
            let kept = block(&mut lines);
            let answer = answers.pop().expect("each answer follows a request");
            let same = serde_json::from_str::<Value>(&kept).is_ok_and(|kept| kept == answer);
            let text = serde_json::to_string_pretty(&answer).expect("the value can be serialized") + "\n";
            let _ = writeln!(updated, "{}```", if same { kept } else { text });
        }
    }
    if std::env::var_os("UPDATE_FILES").is_some() {
        return std::fs::write(&path, &updated).expect("the manual can be written");
    }
    assert!(written == updated, "the responses have changed; to update the manual, run: cargo xtask regenerate");
}
