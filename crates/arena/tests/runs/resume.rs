//! Interrupted and resumed runs.

use arena::settings::{Format, Tournament};
use arena::{AnyRunPlan, Interrupted, RunError, schedule};
use game::{Cancellation, Rosters};

use super::{Folder, of_asg, of_ringrift, play, read, reproducible_parts};

#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    let folder = Folder::new();
    for settings in [of_ringrift(&["greedy", "random", "random"], 2, 3), of_asg(&["greedy", "mix:0.5", "rush"], 4)] {
        let [one, many] = ["one", "many"].map(|name| folder.file(&format!("{name}-{}", settings.asg.is_some())));
        let alone = play(&settings, &one, 1, &Cancellation::new()).expect("the run finishes");
        let together = play(&settings, &many, 4, &Cancellation::new()).expect("the run finishes");
        let ids = |games: &[arena::log::GameLine]| games.iter().map(|game| game.game.clone()).collect::<Vec<String>>();
        assert_eq!(ids(&alone), ids(&together), "games are returned in schedule order");
        assert_eq!(reproducible_parts(&one), reproducible_parts(&many));
    }
}

#[test]
fn resuming_a_truncated_log_gives_the_same_games() {
    let folder = Folder::new();
    let whole = folder.file("whole");
    let settings = of_ringrift(&["greedy", "random", "random"], 2, 2);
    play(&settings, &whole, 2, &Cancellation::new()).expect("the run finishes");
    let expected = reproducible_parts(&whole);
    let bytes = std::fs::read(&whole).expect("the file is accessible");
    for part in
        [0, 1, 40, bytes.len() / 5, bytes.len() / 3, bytes.len() / 2, bytes.len() - 2, bytes.len() - 1, bytes.len()]
    {
        let path = folder.file(&format!("part-{part}"));
        std::fs::write(&path, &bytes[..part]).expect("the file is accessible");
        let lines = bytes[..part].iter().filter(|&&byte| byte == b'\n').count();
        let complete: usize = bytes[..part].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        play(&settings, &path, 2, &Cancellation::new()).expect("the run resumes");
        assert_eq!(reproducible_parts(&path), expected, "cut at {part}");
        let after = std::fs::read(&path).expect("the file is accessible");
        assert_eq!(&after[..complete], &bytes[..complete], "complete lines are unchanged");
        let new_lines = after.iter().filter(|&&byte| byte == b'\n').count() - lines;
        assert_eq!(new_lines, expected.len() + 1 - lines, "finished games are not repeated");
    }
}

#[test]
fn finished_runs_can_be_extended_but_are_not_repeated() {
    let folder = Folder::new();
    let path = folder.file("log");
    play(&of_asg(&["greedy", "rush"], 2), &path, 1, &Cancellation::new()).expect("the run finishes");
    let first = std::fs::read(&path).expect("the file is accessible");
    play(&of_asg(&["greedy", "rush"], 2), &path, 1, &Cancellation::new()).expect("the run is finished");
    assert_eq!(std::fs::read(&path).expect("the file is accessible"), first);
    let games = play(&of_asg(&["greedy", "rush"], 5), &path, 1, &Cancellation::new()).expect("the run resumes");
    assert_eq!(games.len(), 10);
    assert_eq!(read(&path).games.len(), 10);
    assert_eq!(read(&path).runs.len(), 1);
    assert!(std::fs::read(&path).expect("the file is accessible").starts_with(&first), "the log is only appended to");
}

#[test]
fn resumed_swiss_tournaments_have_the_same_pairings() {
    let folder = Folder::new();
    let mut settings = of_ringrift(&["greedy", "random", "random", "greedy", "random"], 2, 4);
    settings.format = Format::Swiss;
    let whole = folder.file("whole");
    let games = play(&settings, &whole, 2, &Cancellation::new()).expect("the run finishes");
    assert_eq!(games.len(), 4 * 2 * 2, "four rounds of two pairs with two games each");
    let text = std::fs::read_to_string(&whole).expect("the file is accessible");
    let half: String = text.split_inclusive('\n').take(8).collect();
    let part = folder.file("part");
    std::fs::write(&part, half).expect("the file is accessible");
    play(&settings, &part, 1, &Cancellation::new()).expect("the run resumes");
    assert_eq!(reproducible_parts(&part), reproducible_parts(&whole));
}

#[test]
fn groups_of_three_and_four_rotate_seats() {
    let folder = Folder::new();
    for seats in [3, 4] {
        let settings = of_ringrift(&["greedy", "random", "random", "random"], seats, 2);
        let games =
            play(&settings, &folder.file(&seats.to_string()), 2, &Cancellation::new()).expect("the run finishes");
        let expected = schedule::all_games(Format::RoundRobin, 4, seats.into(), 2).len() as usize;
        assert_eq!(games.len(), expected);
        for name in ["greedy", "random", "random#2", "random#3"] {
            let times = |seat: usize| games.iter().filter(|game| game.seats[seat] == name).count();
            assert!(
                (1..usize::from(seats)).all(|seat| times(seat) == times(0)),
                "{name} plays every seat equally often"
            );
        }
    }
}

#[test]
fn cancelled_runs_are_interrupted() {
    let folder = Folder::new();
    let cancellation = Cancellation::new();
    cancellation.cancel();
    let stopped = play(&of_asg(&["greedy", "rush"], 2), &folder.file("log"), 2, &cancellation);
    assert!(matches!(stopped, Err(RunError::Interrupted(Interrupted::Stopped))));
    assert!(read(&folder.file("log")).games.is_empty());
}

#[test]
fn rejects_settings_with_too_many_games() {
    let mut settings = of_ringrift(&["random"; 30], 4, 100_000);
    let problems = |settings: &Tournament| {
        let plan = AnyRunPlan::new(settings, &Rosters::standard(), &|_| Err("no files".to_owned()));
        plan.err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    let message = "rounds: the run would have 10962000000 games; at most 10000000 are allowed";
    assert_eq!(problems(&settings), [message]);
    settings.rounds = u32::MAX;
    settings.conditions_per_round = u32::MAX;
    settings.format = Format::Swiss;
    assert_eq!(
        problems(&settings),
        ["rounds: the run would have more games than fit into 64 bits; at most 10000000 are allowed"]
    );
}
