//! Runs that are stopped and gone on with.

use arena::settings::{Format, Tournament};
use arena::{AnyPlan, Interrupted, RunError, schedule};
use game::{Cancellation, Rosters};

use super::{Folder, essence, of_asg, of_ringrift, play, read};

#[test]
fn the_number_of_jobs_changes_nothing() {
    let folder = Folder::new("jobs");
    for settings in [of_ringrift(&["greedy", "random", "random"], 2, 3), of_asg(&["greedy", "mix:0.5", "rush"], 4)] {
        let [one, many] = ["one", "many"].map(|name| folder.file(&format!("{name}-{}", settings.asg.is_some())));
        let alone = play(&settings, &one, 1, &Cancellation::new()).expect("it runs");
        let together = play(&settings, &many, 4, &Cancellation::new()).expect("it runs");
        let ids = |games: &[arena::log::GameLine]| games.iter().map(|game| game.game.clone()).collect::<Vec<String>>();
        assert_eq!(ids(&alone), ids(&together), "they come in the order of the schedule");
        assert_eq!(essence(&one), essence(&many));
    }
}

/// A log that ends anywhere, as a killed process leaves it, is gone on with to the same games, and what is whole stays.
#[test]
fn a_run_that_is_killed_anywhere_ends_the_same() {
    let folder = Folder::new("killed");
    let whole = folder.file("whole");
    let settings = of_ringrift(&["greedy", "random", "random"], 2, 2);
    play(&settings, &whole, 2, &Cancellation::new()).expect("it runs");
    let expected = essence(&whole);
    let bytes = std::fs::read(&whole).expect("a file");
    for part in
        [0, 1, 40, bytes.len() / 5, bytes.len() / 3, bytes.len() / 2, bytes.len() - 2, bytes.len() - 1, bytes.len()]
    {
        let path = folder.file(&format!("part-{part}"));
        std::fs::write(&path, &bytes[..part]).expect("a file");
        let lines = bytes[..part].iter().filter(|&&byte| byte == b'\n').count();
        let kept: usize = bytes[..part].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        play(&settings, &path, 2, &Cancellation::new()).expect("it goes on");
        assert_eq!(essence(&path), expected, "cut at {part}");
        let after = std::fs::read(&path).expect("a file");
        assert_eq!(&after[..kept], &bytes[..kept], "what was whole is not touched");
        let new_lines = after.iter().filter(|&&byte| byte == b'\n').count() - lines;
        assert_eq!(new_lines, expected.len() + 1 - lines, "no game is played again");
    }
}

#[test]
fn a_finished_run_is_not_played_again_but_can_be_extended() {
    let folder = Folder::new("extended");
    let path = folder.file("log");
    play(&of_asg(&["greedy", "rush"], 2), &path, 1, &Cancellation::new()).expect("it runs");
    let first = std::fs::read(&path).expect("a file");
    play(&of_asg(&["greedy", "rush"], 2), &path, 1, &Cancellation::new()).expect("it has run");
    assert_eq!(std::fs::read(&path).expect("a file"), first);
    let games = play(&of_asg(&["greedy", "rush"], 5), &path, 1, &Cancellation::new()).expect("it goes on");
    assert_eq!((games.len(), read(&path).games.len(), read(&path).runs.len()), (10, 10, 1));
    assert!(std::fs::read(&path).expect("a file").starts_with(&first), "only ever appended to");
}

#[test]
fn swiss_tournaments_go_on_with_the_same_pairings() {
    let folder = Folder::new("swiss");
    let mut settings = of_ringrift(&["greedy", "random", "random", "greedy", "random"], 2, 4);
    settings.format = Format::Swiss;
    let whole = folder.file("whole");
    let games = play(&settings, &whole, 2, &Cancellation::new()).expect("it runs");
    assert_eq!(games.len(), 4 * 2 * 2, "two tables of two games in each of four rounds");
    let text = std::fs::read_to_string(&whole).expect("a file");
    let half: String = text.split_inclusive('\n').take(8).collect();
    let part = folder.file("part");
    std::fs::write(&part, half).expect("a file");
    play(&settings, &part, 1, &Cancellation::new()).expect("it goes on");
    assert_eq!(essence(&part), essence(&whole));
}

#[test]
fn tables_of_three_and_four_rotate() {
    let folder = Folder::new("tables");
    for seats in [3, 4] {
        let settings = of_ringrift(&["greedy", "random", "random", "random"], seats, 2);
        let games = play(&settings, &folder.file(&seats.to_string()), 2, &Cancellation::new()).expect("it runs");
        let expected = schedule::all_games(Format::RoundRobin, 4, seats.into(), 2).len() as usize;
        assert_eq!(games.len(), expected);
        for name in ["greedy", "random", "random#2", "random#3"] {
            let times = |seat: usize| games.iter().filter(|game| game.seats[seat] == name).count();
            assert!(
                (1..usize::from(seats)).all(|seat| times(seat) == times(0)),
                "{name} sits everywhere equally often"
            );
        }
    }
}

#[test]
fn a_run_that_is_asked_to_stop_stops() {
    let folder = Folder::new("stopped");
    let cancellation = Cancellation::new();
    cancellation.cancel();
    let stopped = play(&of_asg(&["greedy", "rush"], 2), &folder.file("log"), 2, &cancellation);
    assert!(matches!(stopped, Err(RunError::Interrupted(Interrupted::Stopped))));
    assert!(read(&folder.file("log")).games.is_empty());
}

#[test]
fn more_games_than_can_be_kept_are_a_problem_of_the_settings() {
    let mut settings = of_ringrift(&["random"; 30], 4, 100_000);
    let problems = |settings: &Tournament| {
        let plan = AnyPlan::new(settings, &Rosters::standard(), &|_| Err("no files".to_owned()));
        plan.err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    let message = "rounds: these are 10962000000 games; a run has at most 10000000";
    assert_eq!(problems(&settings), [message]);
    settings.rounds = u32::MAX;
    settings.conditions_per_round = u32::MAX;
    settings.format = Format::Swiss;
    assert_eq!(problems(&settings), ["rounds: these are more games than can be counted; a run has at most 10000000"]);
}
