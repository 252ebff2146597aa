//! Tournament files and logs of the arena.

use std::path::PathBuf;

use arena::log::{Log, Manifest, Records};
use arena::report::{Options, Report};
use arena::settings::{SettingsFileError, read_toml};
use arena::{AnyRunPlan, AnyVenue, RatingOptions, Ratings};
use serde_json::Value;

use crate::temp::with_file;
use crate::{Verdict, assert_plain_lines, with_text};

/// A tournament file is read or rejected with all problems and their places; the manifest of a valid one is written and read again.
pub(crate) fn tournament(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let located = match read_toml(text) {
            Ok(located) => located,
            Err(error) => return check_places(&error, text),
        };
        let no_file = |name: &str| Err(format!("{} is not read here", ringrift::excerpt(name)));
        match AnyRunPlan::new(&located.tournament, &ai::rosters(), &no_file) {
            Ok(plan) => check_manifest(plan.manifest()),
            Err(problems) => {
                assert!(!problems.is_empty());
                check_places(&located.locate(problems), text);
            }
        }
        true
    })
}

/// Checks that every problem is at a place within the text. Returns false, because the file was rejected.
fn check_places(error: &SettingsFileError, text: &str) -> bool {
    assert!(!error.problems.is_empty());
    for (line, column, problem) in &error.problems {
        let lines: Vec<&str> = text.split('\n').collect();
        let length = lines.get(line - 1).unwrap_or_else(|| panic!("line {line}: {problem}")).chars().count();
        assert!((1..=length + 1).contains(column), "line {line}, column {column}: {problem}");
    }
    false
}

fn check_manifest(manifest: &Manifest) {
    let text = serde_json::to_string(manifest).expect("a manifest can be serialised");
    let again: Manifest = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.run(), manifest.run());
    assert!(AnyVenue::read(&again).is_ok(), "{text}");
}

/// A log is read or rejected with the line of the problem. The games of a valid log are verified, rated and reported.
pub(crate) fn log(bytes: &[u8]) -> Verdict {
    with_file(bytes, |path| {
        let paths = [PathBuf::from(path)];
        let log = match Log::read(&paths, Records::Keep) {
            Ok(log) => log,
            Err(error) => {
                assert!(error.line.is_some(), "{error}");
                return Verdict::Rejected;
            }
        };
        for game in &log.games {
            let manifest = &log.run(&game.run).expect("every game has a run").manifest;
            if let Err(problem) = AnyVenue::read(manifest).and_then(|venue| venue.verify(game, manifest, None)) {
                assert!(!problem.is_empty());
            }
        }
        check_results(&log, &paths);
        Verdict::Accepted
    })
}

fn check_results(log: &Log, paths: &[PathBuf]) {
    match Ratings::of(log, &RatingOptions::default()) {
        Ok(ratings) => assert!(serde_json::to_string(&ratings).is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match Report::read(paths, &Options::default()) {
        Ok(report) => {
            assert!(serde_json::from_str::<Value>(&report.to_json()).is_ok());
            for text in [report.to_text(), report.to_markdown(), report.to_html(), report.to_csv()] {
                assert_plain_lines(&text.replace("\r\n", "\n"));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
