//! Runs whose games are played by other processes.

use std::path::Path;

use arena::log::{GameLine, SprtLine};
use arena::settings::{Format, Tournament};
use arena::{AnyRunPlan, Appended, PairTest, RemoteRun, Run, play_game, with_plan};
use game::Cancellation;

use super::{Folder, header, of_asg, of_ringrift, plan, play};

const CREATED: &str = "2026-01-01T00:00:00.000Z";

/// Plays up to `most` games, `together` of them at the same time, and returns whether the run is complete.
fn play_remotely(plan: &AnyRunPlan, path: &Path, together: usize, most: usize) -> bool {
    let mut run = RemoteRun::open(path, plan, "test", CREATED).expect("the log can be written");
    let mut left = most;
    while left > 0 {
        let specs: Vec<_> = std::iter::from_fn(|| run.next_game()).take(together.min(left)).collect();
        left -= specs.len();
        if specs.is_empty() {
            break;
        }
        let header = run.session().header.clone();
        // The games end in another order than they were handed out.
        let played = specs.iter().rev().map(|spec| play_game(plan, &header, spec, 0, &Cancellation::new()));
        let played: Vec<Vec<u8>> = played.collect::<Result<_, String>>().expect("the games are played");
        for lines in played.iter().rev() {
            run.append(lines).expect("the game is appended");
        }
    }
    run.is_complete()
}

/// Returns the id, the result and the record of each line of a log in order.
fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the log can be read");
    let games = text.lines().filter_map(|line| serde_json::from_str::<GameLine>(line).ok());
    games.map(|game| format!("{} {} {} {:?}", game.game, game.ranks, game.plies, game.record)).collect()
}

fn formats() -> Vec<Tournament> {
    let swiss = Tournament {
        format: Format::Swiss,
        conditions_per_round: 2,
        ..of_ringrift(&["greedy", "random", "random", "random", "random"], 2, 3)
    };
    let gauntlet = Tournament { format: Format::Gauntlet, ..of_asg(&["greedy", "rush", "mix:0.5"], 3) };
    vec![of_ringrift(&["greedy", "random", "random"], 3, 2), swiss, gauntlet]
}

#[test]
fn the_log_is_that_of_a_run_with_one_job() {
    for settings in formats() {
        let folder = Folder::new();
        let one = folder.file("one");
        play(&settings, &one, 1, &Cancellation::new()).expect("the run finishes");
        for together in [1, 3, 100] {
            let path = folder.file(&format!("remote-{together}"));
            assert!(play_remotely(&plan(&settings), &path, together, usize::MAX), "the run is complete");
            assert_eq!(lines(&path), lines(&one), "{together} games at the same time");
        }
    }
}

#[test]
fn interrupted_runs_resume_with_the_missing_games() {
    for settings in formats() {
        let folder = Folder::new();
        let whole = folder.file("whole");
        assert!(play_remotely(&plan(&settings), &whole, 4, usize::MAX));
        let path = folder.file("parts");
        for _ in 0..lines(&whole).len() {
            assert!(!RemoteRun::open(&path, &plan(&settings), "test", CREATED).expect("it can be read").is_complete());
            play_remotely(&plan(&settings), &path, 1, 1);
        }
        assert_eq!(lines(&path), lines(&whole));
        assert!(RemoteRun::open(&path, &plan(&settings), "test", CREATED).expect("it can be read").is_complete());
    }
}

#[test]
fn a_sequential_test_has_the_same_games_although_more_are_handed_out() {
    let mut plan = plan(&of_ringrift(&["greedy", "random"], 2, 40));
    let parameters = SprtLine { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    plan.set_sprt(parameters).expect("the test is valid");
    let folder = Folder::new();
    let path = folder.file("remote");
    assert!(play_remotely(&plan, &path, 1000, usize::MAX), "the test is over");
    let mut test = PairTest::new(parameters, 40).expect("the test is valid");
    let (header, mut expected) = (header(plan.manifest()), Vec::new());
    while let Some(games) = test.next_batch() {
        let line = |spec: &_| {
            with_plan!(&plan, plan => {
                let budget = arena::Budget::unlimited();
                let cancellation = Cancellation::new();
                Run { venue: &plan.venue, header: &header, entrants: &plan.entrants, jobs: 1, cancellation: &cancellation, budget: &budget, observer: &() }
                    .play_one(spec)
            })
        };
        let played: Vec<GameLine> = games.iter().map(|spec| line(&spec).expect("the game is played")).collect();
        played.chunks_exact(2).for_each(|pair| test.record_pair([&pair[0], &pair[1]], "greedy"));
        expected.extend(played.into_iter().map(|game| game.game));
    }
    let ids: Vec<String> = lines(&path).iter().map(|line| line.split(' ').next().unwrap_or("").to_owned()).collect();
    assert_eq!(ids, expected);
    assert!(ids.len() < 80, "the test ends early");
    let mut resumed = RemoteRun::open(&path, &plan, "test", CREATED).expect("the log can be read");
    assert_eq!(resumed.test().map(PairTest::pairs), Some(test.pairs()));
    assert!(matches!(resumed.append(b"").expect("nothing is appended"), Appended::NotNeeded));
}

#[test]
fn lines_of_other_games_are_rejected() {
    let folder = Folder::new();
    let plan = plan(&of_asg(&["greedy", "rush"], 2));
    let mut run = RemoteRun::open(&folder.file("log"), &plan, "test", CREATED).expect("the log can be written");
    let [first, second] = [(); 2].map(|()| run.next_game().expect("the run has games"));
    let header = run.session().header.clone();
    let lines = |spec| play_game(&plan, &header, spec, 0, &Cancellation::new()).expect("the game is played");
    let (one, two) = (lines(&first), lines(&second));
    for wrong in [&two[..], &one[..one.len() - 1], b"", b"\n", b"{}\n"] {
        assert!(run.append(wrong).is_err(), "{}", String::from_utf8_lossy(wrong));
    }
    assert!(run.append(&one).is_ok() && run.append(&two).is_ok());
    assert!(run.append(&two).is_err(), "no other game was handed out");
}
