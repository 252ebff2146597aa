//! Random annotations of games: hostile names, comments, marks, notes, variations, conclusions.

use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{Marks, Player, Position};
use ringrift_record::{
    Conclusion, Evaluation, GameResult, Notes, Ply, Record, RecordLine, Recorder, Tags, Termination,
};

use crate::game::{Game, Numbers, choose, games};

/// A record whose `Debug` output is its text.
#[derive(Clone, PartialEq)]
pub(crate) struct ShownRecord(pub(crate) Record);

impl fmt::Debug for ShownRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// Generates annotated records of all kinds of games.
pub(crate) fn records() -> impl Strategy<Value = ShownRecord> {
    games().prop_map(|game| ShownRecord(annotated(&game)))
}

/// Checks that two records are equal.
pub(crate) fn check_same(found: &Record, expected: &Record) -> TestCaseResult {
    prop_assert!(found == expected, "found:\n{}\nexpected:\n{}", found, expected);
    Ok(())
}

/// Records a game without annotations.
pub(crate) fn bare(game: &Game) -> Record {
    let (start, actions) = game.play();
    let mut recorder = Recorder::new(start);
    for action in actions {
        recorder.play(action).expect("the action was played before");
    }
    recorder.finish()
}

/// Records a game with random annotations.
pub(crate) fn annotated(game: &Game) -> Record {
    let mut numbers = Numbers(game.seed ^ 1);
    let (start, actions) = game.play();
    let players = game.rules.players;
    let mut recorder = Recorder::new(start);
    *recorder.tags_mut() = tags(players, &mut numbers);
    // In long games only some actions are annotated.
    let rarity = 1 + actions.len() / 12;
    for action in actions {
        let before = recorder.position().clone();
        let mut after = before.clone();
        after.play_unchecked(action);
        let ply = recorder.play(action).expect("the action was played before");
        if numbers.one_in(rarity) {
            annotate(ply, &before, &after, 3, &mut numbers);
        }
    }
    let conclusion = conclusion(recorder.position(), &mut numbers);
    recorder.finish_with(conclusion)
}

// --- headers ---

/// Careless or hostile contents of headers.
const PIECES: [&str; 22] = [
    "\"", "\\", "\\\"", "]", "[", "{", "}", "(", ")", ";", "#", "%", "=", "é", "中", "🙂", "\u{2028}", "\u{202e}",
    "\u{feff}", " ", "Alice", "[Game \"",
];

/// Joins random pieces.
fn value(numbers: &mut Numbers) -> String {
    let count = numbers.below(6);
    (0..count).map(|_| numbers.pick(&PIECES)).collect()
}

fn maybe<T>(numbers: &mut Numbers, make: impl FnOnce(&mut Numbers) -> T) -> Option<T> {
    if numbers.one_in(2) { Some(make(numbers)) } else { None }
}

fn tags(players: u8, numbers: &mut Numbers) -> Tags {
    const NAMES: [&str; 8] = ["Event", "GameId", "Games", "1st", "_", "Player5", "board", "x_9"];
    let mut tags = Tags {
        date: maybe(numbers, value),
        time_control: maybe(numbers, value),
        seed: maybe(numbers, value),
        ..Tags::default()
    };
    for player in Player::seats(players) {
        tags.names[player] = maybe(numbers, value);
    }
    for _ in 0..numbers.below(4) {
        tags.others.push((numbers.pick(&NAMES).to_owned(), value(numbers)));
    }
    tags.check().expect("the headers are valid");
    tags
}

// --- comments, marks and notes ---

/// Words of comments. Some look like other parts of a record; none is a valid note.
const WORDS: [&str; 26] = [
    "good",
    "move!",
    "{",
    "{{",
    "(",
    ")",
    ");",
    "[",
    "]",
    "[%",
    "[%clk",
    "[%clk soon]",
    "[%foo 1]",
    "%clk",
    "#",
    "\"",
    "\\",
    "...",
    "12...",
    "P",
    "d4",
    "1-0",
    "*",
    "é中🙂",
    "\u{202e}",
    "[Game \"RingRift\"]",
];

/// Returns a normalized comment: not empty, on one line, with single spaces.
fn comment(numbers: &mut Numbers) -> String {
    let count = 1 + numbers.below(6);
    (0..count).map(|_| numbers.pick(&WORDS)).collect::<Vec<&str>>().join(" ")
}

fn comments(numbers: &mut Numbers) -> Vec<String> {
    let count = [0, 0, 1, 1, 2, 3][numbers.below(6)];
    (0..count).map(|_| comment(numbers)).collect()
}

fn marks(numbers: &mut Numbers) -> Marks {
    let bits = numbers.next();
    let [line, territory, check, brilliant, dubious] = [0, 1, 2, 3, 4].map(|bit| bits >> bit & 5 == 5);
    Marks { line, territory, check, brilliant, dubious }
}

fn notes(after: &Position, numbers: &mut Numbers) -> Notes {
    let players = usize::from(after.rules().players);
    Notes {
        clock: maybe(numbers, |numbers| numbers.next() % 1_000_000_000_000),
        elapsed: maybe(numbers, |numbers| 250 * (numbers.next() % 1000)),
        at: maybe(numbers, |numbers| numbers.next() % 253_402_300_800_000),
        evaluation: maybe(numbers, |numbers| {
            let shares: Vec<f64> = (0..players).map(|_| numbers.below(10_001) as f64 / 10_000.0).collect();
            Evaluation::new(&shares).expect("the probabilities are valid")
        }),
        hash: maybe(numbers, |_| after.fingerprint_hash()),
    }
}

/// Annotates an action. Variations can be nested up to a depth.
fn annotate(ply: &mut Ply, before: &Position, after: &Position, depth: usize, numbers: &mut Numbers) {
    ply.marks = marks(numbers);
    ply.comments = comments(numbers);
    if numbers.one_in(2) {
        ply.notes = notes(after, numbers);
    }
    if depth > 0 {
        let count = [0, 0, 1, 2][numbers.below(4)];
        ply.variations = (0..count).map(|_| variation(before, depth - 1, numbers)).collect();
    }
}

/// Returns a line of legal actions with comments, or comments alone.
fn variation(start: &Position, depth: usize, numbers: &mut Numbers) -> RecordLine {
    let mut line = RecordLine { intro: comments(numbers), plies: Vec::new() };
    let mut position = start.clone();
    let length = if line.intro.is_empty() { 1 + numbers.below(4) } else { numbers.below(4) };
    for _ in 0..length {
        let Some(action) = choose(&position, numbers.next() as u32) else { break };
        let before = position.clone();
        position.play_unchecked(action);
        let mut ply = Ply::new(action);
        if numbers.one_in(2) {
            annotate(&mut ply, &before, &position, depth, numbers);
        }
        line.plies.push(ply);
    }
    line
}

// --- conclusions ---

/// Returns the conclusion by the rules, or a random one if the game is not over.
fn conclusion(last: &Position, numbers: &mut Numbers) -> Conclusion {
    let players = last.rules().players;
    let by_rules = Conclusion::of(last.outcome());
    if last.outcome().is_some() {
        return by_rules;
    }
    let player = Player::ALL[numbers.below(usize::from(players))];
    let abandoned = |result| Conclusion { result, termination: Some(Termination::Abandoned), by: None };
    match numbers.below(6) {
        0 => Conclusion::resigned(player, last),
        1 => Conclusion::timed_out(player, last),
        2 => abandoned(GameResult::Open),
        3 => abandoned(Conclusion::resigned(player, last).result),
        4 if players > 2 => Conclusion { by: None, ..Conclusion::resigned(player, last) },
        _ => by_rules,
    }
}
