//! Everything that a record can say about a game: hostile names, comments, marks, notes, variations, conclusions.

use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use ringrift::{Marks, Player, Position};
use ringrift_record::{Conclusion, Evaluation, GameResult, Line, Notes, Ply, Record, Recorder, Tags, Termination};

use crate::game::{Game, Numbers, choose, games};

/// A record that is shown as its text where a test fails.
#[derive(Clone, PartialEq)]
pub(crate) struct Told(pub(crate) Record);

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// Records of all kinds of games, with everything said about them.
pub(crate) fn records() -> impl Strategy<Value = Told> {
    games().prop_map(|game| Told(annotated(&game)))
}

/// Checks that two records are the same.
pub(crate) fn check_same(found: &Record, wanted: &Record) -> TestCaseResult {
    prop_assert!(found == wanted, "found:\n{}\nwanted:\n{}", found, wanted);
    Ok(())
}

/// A game as it was played.
pub(crate) fn bare(game: &Game) -> Record {
    let (start, actions) = game.play();
    let mut recorder = Recorder::new(start);
    for action in actions {
        recorder.play(action).expect("the game was played");
    }
    recorder.finish()
}

/// A game with much said about it.
pub(crate) fn annotated(game: &Game) -> Record {
    let mut numbers = Numbers(game.seed ^ 1);
    let (start, actions) = game.play();
    let players = game.rules.players;
    let mut recorder = Recorder::new(start);
    *recorder.tags_mut() = tags(players, &mut numbers);
    // Long games are annotated here and there, short ones all over.
    let rarity = 1 + actions.len() / 12;
    for action in actions {
        let before = recorder.position().clone();
        let mut after = before.clone();
        after.play_unchecked(action);
        let ply = recorder.play(action).expect("the game was played");
        if numbers.one_in(rarity) {
            annotate(ply, &before, &after, 3, &mut numbers);
        }
    }
    let conclusion = conclusion(recorder.position(), &mut numbers);
    recorder.finish_with(conclusion)
}

// --- headers ---

/// What a careless or hostile hand would put into a header.
const PIECES: [&str; 22] = [
    "\"", "\\", "\\\"", "]", "[", "{", "}", "(", ")", ";", "#", "%", "=", "é", "中", "🙂", "\u{2028}", "\u{202e}",
    "\u{feff}", " ", "Alice", "[Game \"",
];

/// A text of such pieces.
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
    tags.check().expect("these can stand in headers");
    tags
}

// --- comments, marks and notes ---

/// Words of comments, among them what looks like other parts of a record, but no note that could be understood.
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

/// A comment as records keep it: on one line, with single spaces, and not empty.
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
            Evaluation::new(&shares).expect("these are probabilities")
        }),
        hash: maybe(numbers, |_| after.fingerprint_hash()),
    }
}

/// Says something about an action; variations may have variations, as deep as is said.
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

/// A line of legal actions, with comments; or comments alone.
fn variation(start: &Position, depth: usize, numbers: &mut Numbers) -> Line {
    let mut line = Line { intro: comments(numbers), plies: Vec::new() };
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

/// How the game ended: by the rules if they have ended it, else in any other way.
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
