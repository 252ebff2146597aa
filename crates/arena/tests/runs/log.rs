//! Logs: what is wrong with them is found.

use arena::AnyVenue;
use arena::log::{GameLine, Log, LogError, LogWriter, Records, for_each_piece};
use game::{Cancellation, Rosters};

use super::{Folder, of_asg, of_ringrift, play, read};

/// What is wrong with the games of a log, each played again.
pub(crate) fn problems(log: &Log) -> Vec<String> {
    problems_by(log, Some(&Rosters::standard()))
}

/// The same with other built-in players, or without letting them choose again.
pub(crate) fn problems_by(log: &Log, rosters: Option<&Rosters>) -> Vec<String> {
    let check = |game: &GameLine| {
        let manifest = &log.run(&game.run)?.manifest;
        AnyVenue::read(manifest).expect("a venue").verify(game, manifest, rosters).err()
    };
    log.games.iter().filter_map(check).collect()
}

#[test]
fn games_are_verified_by_playing_them_again() {
    let folder = Folder::new("verified");
    for (name, settings) in [("r", of_ringrift(&["greedy", "random"], 2, 3)), ("a", of_asg(&["greedy", "random"], 3))] {
        let path = folder.file(name);
        play(&settings, &path, 2, &Cancellation::new()).expect("it runs");
        let log = read(&path);
        assert_eq!((problems(&log), log.games.len()), (Vec::new(), 6));
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
fn a_move_that_was_changed_is_found() {
    let folder = Folder::new("moves");
    let path = folder.file("log");
    play(&of_ringrift(&["greedy", "random"], 2, 1), &path, 1, &Cancellation::new()).expect("it runs");
    let text = std::fs::read_to_string(&path).expect("a file");
    let place = text.rfind("; M ").expect("a move");
    let changed = format!("{}; M a1-a1{}", &text[..place], &text[place + "; M d4-d6".len()..]);
    std::fs::write(&path, changed).expect("a file");
    assert_eq!(problems(&read(&path)).len(), 1);
}

#[test]
fn damaged_logs_are_refused_with_the_line() {
    let folder = Folder::new("damaged");
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("it runs");
    let text = std::fs::read_to_string(&path).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let swapped_seed = text.replacen("\"seed\":\"7\"", "\"seed\":\"8\"", 1);
    let twice = format!("{text}{}\n", lines[1].replacen("\"plies\":", "\"plies\":1", 1));
    for (what, text, expected) in [
        ("no JSON", text.replacen("{\"line\":\"game\"", "{\"line\":game", 1), "line 2: cannot be understood"),
        ("no run", format!("{}\n", lines[1]), "line 1: the run of this game is not in the log"),
        (
            "another format",
            text.replacen("ringside-log/1", "ringside-log/9", 1),
            "line 1: the format is ringside-log/9",
        ),
        ("a changed manifest", swapped_seed, "line 1: the name of the run is not that of its manifest"),
        ("unknown lines", format!("{text}{{\"line\":\"gossip\"}}\n"), "line 4: there are no lines of the kind gossip"),
        ("another result", twice, "line 4: game 0:0-1 of run"),
        ("an unknown player", text.replacen("[\"greedy\",\"random\"]", "[\"greedy\",\"nobody\"]", 1), "takes no part"),
        ("no places", text.replacen("\"ranks\":[", "\"ranks\":[7,", 1), "line 2: cannot be understood"),
    ] {
        std::fs::write(&path, &text).expect("a file");
        let error = Log::read(std::slice::from_ref(&path), Records::Drop).expect_err(what).to_string();
        assert!(error.contains(expected), "{what}: {error}");
        assert!(LogWriter::open(&path).is_err(), "{what}: nothing is written to it");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text, "{what}: nothing is lost");
    }
}

#[test]
fn only_one_run_writes_to_a_log() {
    let folder = Folder::new("locked");
    let path = folder.file("log");
    let (_writer, _) = LogWriter::open(&path).expect("a new log");
    let problem = LogWriter::open(&path).expect_err("it is in use").to_string();
    assert!(problem.contains("another run is writing to it"), "{problem}");
}

#[test]
fn logs_are_read_together() {
    let folder = Folder::new("together");
    let (one, two) = (folder.file("one"), folder.file("two"));
    play(&of_asg(&["greedy", "random"], 2), &one, 1, &Cancellation::new()).expect("it runs");
    play(&of_asg(&["greedy", "random"], 4), &two, 1, &Cancellation::new()).expect("it runs");
    let log = Log::read(&[one.clone(), two, one], Records::Drop).expect("logs");
    assert_eq!((log.runs.len(), log.games.len(), log.runs[0].manifest.rounds), (1, 8, 4));
}

/// A file that is no log is not touched.
#[test]
fn foreign_files_are_left_alone() {
    let folder = Folder::new("foreign");
    for (name, text) in [("json", "{\"precious\":true}"), ("text", "no line end"), ("lines", "one\ntwo\n")] {
        let path = folder.file(name);
        std::fs::write(&path, text).expect("a file");
        assert!(LogWriter::open(&path).is_err(), "{name}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    }
}

/// Whatever agents say, the log can be read again.
#[test]
fn games_that_are_too_long_are_kept_shorter() {
    let folder = Folder::new("long");
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("it runs");
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
    let (mut writer, _) = LogWriter::open(&path).expect("a log");
    writer.append_text(&arena::log::LineText::of_game(&game)).expect("it is written");
    drop(writer);
    let log = read(&path);
    let game = log.games.last().expect("a game");
    assert_eq!((log.games.len(), game.exchanges.len(), game.record.is_some()), (3, 0, true));
}

#[test]
fn a_game_is_not_hidden_behind_another_kind_of_line() {
    let folder = Folder::new("hidden");
    let path = folder.file("log");
    play(&of_asg(&["greedy", "random"], 1), &path, 1, &Cancellation::new()).expect("it runs");
    let text = std::fs::read_to_string(&path).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let relabelled =
        lines[1].replacen("\"line\":\"game\"", "\"line\":\"cost\",\"seat\":0,\"usage\":{},\"total_micros\":0", 1);
    let tampered = lines[1].replacen("\"reason\":\"", "\"reason\":\"x", 1);
    std::fs::write(&path, format!("{}\n{relabelled}\n{tampered}\n{}\n", lines[0], lines[2])).expect("a file");
    let log = read(&path);
    let mut shown = Vec::new();
    for_each_piece(std::slice::from_ref(&path), &log, |_, pieces| {
        shown.extend(pieces.into_iter().filter_map(|piece| piece.game).map(|game| (game.game, game.reason)));
        Ok::<(), LogError>(())
    })
    .expect("it is read");
    shown.sort();
    let known: Vec<(String, String)> = log.games.iter().map(|game| (game.game.clone(), game.reason.clone())).collect();
    assert_eq!(shown, known, "what is verified is what is read");
    assert_eq!(problems(&log).len(), 1);
}

#[test]
fn games_that_cannot_be_compared_are_rated_apart() {
    let folder = Folder::new("apart");
    let path = folder.file("log");
    for settings in [of_ringrift(&["greedy", "random"], 2, 2), of_asg(&["greedy", "rush"], 2)] {
        play(&settings, &path, 1, &Cancellation::new()).expect("it runs");
    }
    let log = read(&path);
    let options = arena::RatingOptions { anchors: vec![("random".to_owned(), 0.0)], ..Default::default() };
    let ratings = arena::Ratings::of(&log, &options).expect("ratings");
    let parts: Vec<(&str, usize)> = ratings.parts.iter().map(|part| (part.game.as_str(), part.all.games)).collect();
    assert_eq!(parts, [("asg", 4), ("ringrift", 4)]);
    let text = ratings.to_text();
    assert!(text.contains("RingRift, 2 seats: Ratings") && text.contains("ASG, 2 seats: Ratings"), "{text}");
}
