//! How the players think: the same again, within their limits, with what they know already.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ai::{Analyst, Level, Limits, Thinker, ThreatKind, threats, threats_until};
use ringrift::{Action, BoardKind, Edition, Overrides, Player, Position, Ruleset};

fn start(edition: Edition, board: BoardKind, players: u8) -> Position {
    Position::new(&Ruleset::new(edition, board, players, &Overrides::default()).expect("rules")).expect("a start")
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// The first actions of a game of a player against himself.
fn first_actions(position: &Position, thinker: &mut Thinker, count: usize) -> Vec<Action> {
    let mut position = position.clone();
    let mut actions = Vec::new();
    while actions.len() < count
        && let Some(action) = thinker.choose(&position, &|| false)
    {
        position.play(action).expect("a legal action");
        actions.push(action);
    }
    actions
}

#[test]
fn every_level_plays_every_edition_board_and_number_of_players() {
    for edition in [Edition::Canon, Edition::Compact, Edition::Live] {
        for (board, players) in [(BoardKind::Square8, 2), (BoardKind::Square8, 4), (BoardKind::Square19, 3)] {
            let position = start(edition, board, players);
            for level in Level::all().filter(|level| level.number() <= 6 || board == BoardKind::Square8) {
                let limits = Limits { nodes: Some(3_000), ..Limits::NONE };
                let mut thinker = Thinker::new(level, 3).with_limits(limits);
                let actions = first_actions(&position, &mut thinker, 6);
                assert_eq!(actions.len(), 6, "{edition} {board} {players} players, level {level}");
            }
        }
    }
}

#[test]
fn the_same_seed_chooses_the_same_and_another_does_not() {
    let position = start(Edition::Live, BoardKind::Hex8, 2);
    for level in [level(1), level(3), level(6)] {
        let play = |seed| first_actions(&position, &mut Thinker::new(level, seed), 12);
        assert_eq!(play(1), play(1), "level {level}");
        assert!((2..8).any(|seed| play(seed) != play(1)), "level {level}");
    }
}

#[test]
fn several_threads_choose_the_same_again() {
    let position = start(Edition::Canon, BoardKind::Square8, 2);
    let limits = Limits { nodes: Some(4_000), threads: NonZeroUsize::new(3).expect("not 0"), ..Limits::NONE };
    let play = || first_actions(&position, &mut Thinker::new(level(8), 5).with_limits(limits), 6);
    assert_eq!(play(), play());
    let mut thinker = Thinker::new(level(8), 5).with_limits(limits);
    thinker.choose(&position, &|| false).expect("an action");
    assert!(thinker.thought().expect("a thought").nodes > 8_000, "all threads work");
}

#[test]
fn what_was_thought_is_used_for_the_next_decision() {
    let mut position = start(Edition::Canon, BoardKind::Square8, 2);
    let mut thinker = Thinker::new(level(7), 1);
    let nodes = |thinker: &Thinker| thinker.thought().map_or(0, |thought| thought.nodes);
    let first = thinker.choose(&position, &|| false).expect("an action");
    position.play(first).expect("a legal action");
    let mut fresh = Thinker::new(level(7), 1);
    fresh.choose(&position, &|| false).expect("an action");
    thinker.choose(&position, &|| false).expect("an action");
    assert!(nodes(&thinker) < nodes(&fresh), "{} is not less than {}", nodes(&thinker), nodes(&fresh));
}

#[test]
fn limits_hold() {
    let position = start(Edition::Live, BoardKind::Hexagonal12, 2);
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::NONE };
    let begin = Instant::now();
    assert!(Thinker::new(Level::HIGHEST, 1).with_limits(limits).choose(&position, &|| false).is_some());
    assert!(begin.elapsed() < Duration::from_secs(20), "a search of the highest level would take longer in tests");
    let few = Limits { nodes: Some(100), ..Limits::NONE };
    let mut thinker = Thinker::new(Level::HIGHEST, 1).with_limits(few);
    let small = start(Edition::Canon, BoardKind::Square8, 2);
    thinker.choose(&small, &|| false).expect("an action");
    assert!(thinker.thought().is_none_or(|thought| thought.nodes < 2_000));
    assert!(Thinker::new(level(8), 1).choose(&small, &|| true).is_some(), "stopped at once, it still chooses");
}

#[test]
fn nothing_is_chosen_when_the_game_is_over() {
    let mut position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("a position");
    let action = Thinker::new(level(4), 1).choose(&position, &|| false).expect("an action");
    position.play(action).expect("a legal action");
    assert!(position.outcome().is_some());
    assert_eq!(Thinker::new(level(4), 1).choose(&position, &|| false), None);
    assert!(Analyst::new(Limits::NONE).analyse(&position, &|| false).is_none());
}

#[test]
fn an_analysis_has_every_action_with_chances_that_add_up() {
    let limits = Limits { nodes: Some(3_000), ..Limits::NONE };
    for position in [start(Edition::Canon, BoardKind::Square8, 2), start(Edition::Live, BoardKind::Hex8, 3)] {
        let analysis = Analyst::new(limits).analyse(&position, &|| false).expect("a game");
        assert_eq!(analysis.actions.len(), position.legal_actions().len());
        for scored in &analysis.actions {
            let sum: f64 = scored.chances.of(position.rules().players).iter().sum();
            assert!((sum - 1.0).abs() < 1e-5);
            assert_eq!(scored.line[0], scored.action);
            let mut after = position.clone();
            for &action in &scored.line {
                after.play(action).expect("a line of legal actions");
            }
        }
    }
}

#[test]
fn a_win_is_proved_and_told() {
    let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("a position");
    let analysis =
        Analyst::new(Limits { nodes: Some(500), ..Limits::NONE }).analyse(&position, &|| false).expect("a game");
    let best = &analysis.actions[0];
    assert_eq!((position.action_text(best.action).as_str(), best.is_proved), ("M d4-d5", true));
    assert_eq!(analysis.chances[Player::One], 1.0);
}

#[test]
fn threats_are_what_the_others_could_do_now() {
    let position = Position::parse("G square8 2p; S d4=1,h8=2,a8=22; M2 h7; E 0,18; P movement").expect("a position");
    let found = threats(&position);
    assert_eq!(found[0].kind, ThreatKind::Win);
    assert!(found.iter().all(|threat| threat.player == Player::Two));
    let mut carried_out = found[0].from.clone();
    for &action in &found[0].line {
        carried_out.play(action).expect("a legal action");
    }
    assert_eq!(carried_out.outcome().and_then(|outcome| outcome.winner), Some(Player::Two));
    assert!(threats(&start(Edition::Canon, BoardKind::Square8, 2)).is_empty());
}

#[test]
fn whoever_looks_for_threats_can_be_stopped() {
    let position = start(Edition::Canon, BoardKind::Square8, 3);
    let asked = AtomicU32::new(0);
    let count = |is_enough: bool| {
        asked.store(0, Ordering::Relaxed);
        threats_until(&position, &|| {
            asked.fetch_add(1, Ordering::Relaxed);
            is_enough
        });
        asked.load(Ordering::Relaxed)
    };
    assert_eq!(count(true), 2, "once for each of the others");
    assert!(count(false) > 20);
}

#[test]
fn swapping_sides_is_weighed() {
    let mut overrides = Overrides::default();
    overrides.set("swap", "on").expect("a rule");
    let rules = Ruleset::new(Edition::Live, BoardKind::Square8, 2, &overrides).expect("rules");
    let mut position = Position::new(&rules).expect("a start");
    while position.to_move() == Player::One {
        position.play_unchecked(position.legal_actions()[0]);
    }
    let limits = Limits { nodes: Some(3_000), ..Limits::NONE };
    let analysis = Analyst::new(limits).analyse(&position, &|| false).expect("a game");
    let swap = analysis.actions.iter().find(|scored| scored.action == Action::SwapSides).expect("it is possible");
    let other =
        analysis.actions.iter().find(|scored| scored.action != Action::SwapSides).expect("so is something else");
    // Whoever swaps gets the chances of the other colour.
    assert!((swap.chances[Player::Two] - (1.0 - other.chances[Player::Two])).abs() < 0.4);
}
