//! Reading, writing and checking logs.

use arena::AnyVenue;
use arena::log::{GameLine, Log, LogError, LogWriter, Records, for_each_batch};
use game::{Cancellation, Rosters};

use super::{Folder, of_asg, of_ringrift, play, read};

/// Verifies the games of a log and returns the problems.
pub(crate) fn problems(log: &Log) -> Vec<String> {
    problems_by(log, Some(&Rosters::standard()))
}

/// Verifies with the given rosters, or without repeating the choices of bots.
pub(crate) fn problems_by(log: &Log, rosters: Option<&Rosters>) -> Vec<String> {
    let check = |game: &GameLine| {
        let manifest = &log.run(&game.run)?.manifest;
        AnyVenue::read(manifest).expect("the manifest has a valid venue").verify(game, manifest, rosters).err()
    };
    log.games.iter().filter_map(check).collect()
}

#[test]
fn verification_finds_changed_fields() {
    let folder = Folder::new();
    for (name, settings) in [("r", of_ringrift(&["greedy", "random"], 2, 3)), ("a", of_asg(&["greedy", "random"], 3))] {
        let path = folder.file(name);
        play(&settings, &path, 2, &Cancellation::new()).expect("the run finishes");
        let log = read(&path);
        assert_eq!(problems(&log), Vec::<String>::new());
        assert_eq!(log.games.len(), 6);
        for (what, change) in [
            ("condition", (|game| game.condition += 1) as fn(&mut GameLine)),
            ("plies", |game| game.plies += 1),
            ("seats", |game| game.seats.reverse()),
            ("reason", |game| game.reason.push('x')),
            ("ranks", |game| {
                game.ranks = game::Ranks::by_score(&[u8::from(game.ranks[0] != 1), u8::from(game.ranks[0] == 1)]);
            }),
            ("record", |game| game.record = None),
            ("another record", |game| game.record = serde_json::value::to_raw_value("[Board \"square8\"]").ok()),
            ("forfeit", |game| {
                let fault = arena::Fault::new(arena::FaultClass::Timeout, "too late");
                game.forfeit = Some(arena::Forfeit { seat: 1, fault });
            }),
        ] {
            let mut changed = log.clone();
            change(&mut changed.games[2]);
            assert_eq!(problems(&changed).len(), 1, "{name}: {what}");
        }
    }
}

#[test]
fn verification_finds_a_changed_move() {
    let folder = Folder::new();
    let path = folder.file("log");
    play(&of_ringrift(&["greedy", "random"], 2, 1), &path, 1, &Cancellation::new()).expect("the run finishes");
    let text = std::fs::read_to_string(&path).expect("the file is accessible");
    let place = text.rfind("; M ").expect("the record has a move");
    let changed = format!("{}; M a1-a1{}", &text[..place], &text[place + "; M d4-d6".len()..]);
    std::fs::write(&path, changed).expect("the file is accessible");
    assert_eq!(problems(&read(&path)).len(), 1);
}

#[test]
fn rejects_damaged_logs_with_the_line_number() {
    let folder = Folder::new();
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("the run finishes");
    let text = std::fs::read_to_string(&path).expect("the file is accessible");
    let lines: Vec<&str> = text.lines().collect();
    let swapped_seed = text.replacen("\"seed\":\"7\"", "\"seed\":\"8\"", 1);
    let twice = format!("{text}{}\n", lines[1].replacen("\"plies\":", "\"plies\":1", 1));
    for (what, text, expected) in [
        ("not JSON", text.replacen("{\"line\":\"game\"", "{\"line\":game", 1), "line 2: cannot be parsed"),
        ("no run", format!("{}\n", lines[1]), "line 1: the line of this game's run is missing"),
        (
            "another format",
            text.replacen("ringside-log/1", "ringside-log/9", 1),
            "line 1: unsupported format ringside-log/9",
        ),
        ("a changed manifest", swapped_seed, "line 1: the id of the run does not match its manifest"),
        ("unknown lines", format!("{text}{{\"line\":\"gossip\"}}\n"), "line 4: unknown kind of line gossip"),
        ("another result", twice, "line 4: game 0:0-1 of run"),
        (
            "an unknown player",
            text.replacen("[\"greedy\",\"random\"]", "[\"greedy\",\"nobody\"]", 1),
            "is not an entrant",
        ),
        ("inconsistent ranks", text.replacen("\"ranks\":[", "\"ranks\":[7,", 1), "line 2: cannot be parsed"),
    ] {
        std::fs::write(&path, &text).expect("the file is accessible");
        let error = Log::read(std::slice::from_ref(&path), Records::Drop).expect_err(what).to_string();
        assert!(error.contains(expected), "{what}: {error}");
        assert!(LogWriter::open(&path).is_err(), "{what}: a damaged log is not opened for writing");
        assert_eq!(
            std::fs::read_to_string(&path).expect("the file is accessible"),
            text,
            "{what}: the file is unchanged"
        );
    }
}

#[test]
fn logs_are_locked_against_other_writers() {
    let folder = Folder::new();
    let path = folder.file("log");
    let (_writer, _) = LogWriter::open(&path).expect("a new log can be created");
    let problem = LogWriter::open(&path).expect_err("the log is locked").to_string();
    assert!(problem.contains("another run is writing to it"), "{problem}");
}

#[test]
fn several_logs_are_read_as_one() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one"), folder.file("two"));
    play(&of_asg(&["greedy", "random"], 2), &one, 1, &Cancellation::new()).expect("the run finishes");
    play(&of_asg(&["greedy", "random"], 4), &two, 1, &Cancellation::new()).expect("the run finishes");
    let log = Log::read(&[one.clone(), two, one], Records::Drop).expect("the logs are consistent");
    assert_eq!(log.runs.len(), 1);
    assert_eq!(log.games.len(), 8);
    assert_eq!(log.runs[0].manifest.rounds, 4);
}

#[test]
fn files_that_are_not_logs_stay_unchanged() {
    let folder = Folder::new();
    for (name, text) in [("json", "{\"precious\":true}"), ("text", "no line end"), ("lines", "one\ntwo\n")] {
        let path = folder.file(name);
        std::fs::write(&path, text).expect("the file is accessible");
        assert!(LogWriter::open(&path).is_err(), "{name}");
        assert_eq!(std::fs::read_to_string(&path).expect("the file is accessible"), text);
    }
}

#[test]
fn oversized_lines_are_written_without_exchanges() {
    let folder = Folder::new();
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("the run finishes");
    let mut game = read(&path).games[0].clone();
    game.game = "7:0-1".to_owned();
    game.exchanges = vec![arena::log::ExchangeLine {
        seat: 0,
        ply: 0,
        retry: false,
        ms: 0.0,
        raw: "\\".repeat(40 << 20),
        actions: 0,
        executed: Vec::new(),
        refused: Vec::new(),
        fault: None,
        replaced: false,
        usage: arena::Usage::default(),
    }];
    let (mut writer, _) = LogWriter::open(&path).expect("the log is valid");
    writer.append_text(&arena::log::LineText::of_game(&game)).expect("the log is writable");
    drop(writer);
    let log = read(&path);
    let game = log.games.last().expect("the game exists");
    assert_eq!(log.games.len(), 3);
    assert_eq!(game.exchanges.len(), 0);
    assert!(game.record.is_some());
}

#[test]
fn relabelled_lines_do_not_hide_games() {
    let folder = Folder::new();
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("the run finishes");
    let text = std::fs::read_to_string(&path).expect("the file is accessible");
    let lines: Vec<&str> = text.lines().collect();
    let relabelled =
        lines[1].replacen("\"line\":\"game\"", "\"line\":\"cost\",\"seat\":0,\"usage\":{},\"total_micros\":0", 1);
    let tampered = lines[1].replacen("\"reason\":\"", "\"reason\":\"x", 1);
    std::fs::write(&path, format!("{}\n{relabelled}\n{tampered}\n{}\n", lines[0], lines[2]))
        .expect("the file is accessible");
    let log = read(&path);
    let mut shown = Vec::new();
    for_each_batch(std::slice::from_ref(&path), &log, |_, lines| {
        shown.extend(lines.into_iter().filter_map(|line| line.game).map(|game| (game.game, game.reason)));
        Ok::<(), LogError>(())
    })
    .expect("the log is readable");
    shown.sort();
    let known: Vec<(String, String)> = log.games.iter().map(|game| (game.game.clone(), game.reason.clone())).collect();
    assert_eq!(shown, known, "for_each_batch passes the games of the log");
    assert_eq!(problems(&log).len(), 1);
}

#[test]
fn games_with_different_rules_are_rated_separately() {
    let folder = Folder::new();
    let path = folder.file("log");
    for settings in [of_ringrift(&["greedy", "random"], 2, 2), of_asg(&["greedy", "rush"], 2)] {
        play(&settings, &path, 1, &Cancellation::new()).expect("the run finishes");
    }
    let log = read(&path);
    let options = arena::RatingOptions { anchors: vec![("random".to_owned(), 0.0)], ..Default::default() };
    let ratings = arena::Ratings::of(&log, &options).expect("the games can be rated");
    let parts: Vec<(&str, usize)> = ratings.parts.iter().map(|part| (part.game.as_str(), part.all.games)).collect();
    assert_eq!(parts, [("asg", 4), ("ringrift", 4)]);
    let text = ratings.to_text();
    assert!(text.contains("RingRift, 2 seats: Ratings") && text.contains("ASG, 2 seats: Ratings"), "{text}");
}
