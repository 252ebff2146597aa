//! Search bots and analysis: reproducibility, limits, reuse of the search tree, threats.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use ai::{Analyst, Level, Limits, SearchBot, ThreatKind, threats, threats_until};
use game::GameRng;
use ringrift::{Action, BoardKind, Edition, Overrides, Player, Position, Ruleset};

fn start(edition: Edition, board: BoardKind, players: u8) -> Position {
    Position::new(&Ruleset::new(edition, board, players, &Overrides::default()).expect("the rules are valid"))
        .expect("the rules have a start position")
}

fn level(number: u8) -> Level {
    Level::new(number).expect("the level exists")
}

/// Returns the first actions of a self-play game.
fn first_actions(position: &Position, bot: &mut SearchBot, count: usize) -> Vec<Action> {
    let mut position = position.clone();
    let mut actions = Vec::new();
    while actions.len() < count
        && let Some(action) = bot.choose(&position, &|| false)
    {
        position.play(action).expect("the action is legal");
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
                let mut bot = SearchBot::new(level, 3).with_limits(limits);
                let actions = first_actions(&position, &mut bot, 6);
                assert_eq!(actions.len(), 6, "{edition} {board} {players} players, level {level}");
            }
        }
    }
}

#[test]
fn choices_depend_on_the_seed_only() {
    let position = start(Edition::Live, BoardKind::Hex8, 2);
    for level in [level(1), level(3), level(6)] {
        let play = |seed| first_actions(&position, &mut SearchBot::new(level, seed), 12);
        assert_eq!(play(1), play(1), "level {level}");
        assert!((2..8).any(|seed| play(seed) != play(1)), "level {level}");
    }
}

#[test]
fn choices_of_several_threads_are_reproducible() {
    let position = start(Edition::Canon, BoardKind::Square8, 2);
    let limits = Limits { nodes: Some(4_000), threads: NonZeroUsize::new(3).expect("3 is not 0"), ..Limits::NONE };
    let play = || first_actions(&position, &mut SearchBot::new(level(8), 5).with_limits(limits), 6);
    assert_eq!(play(), play());
    let mut bot = SearchBot::new(level(8), 5).with_limits(limits);
    bot.choose(&position, &|| false).expect("the game is running");
    assert!(bot.summary().expect("the bot searched").nodes > 8_000, "all threads search");
}

#[test]
fn the_search_tree_is_reused_for_the_next_decision() {
    let mut position = start(Edition::Canon, BoardKind::Square8, 2);
    let mut bot = SearchBot::new(level(7), 1);
    let nodes = |bot: &SearchBot| bot.summary().map_or(0, |summary| summary.nodes);
    let first = bot.choose(&position, &|| false).expect("the game is running");
    position.play(first).expect("the action is legal");
    let mut fresh = SearchBot::new(level(7), 1);
    fresh.choose(&position, &|| false).expect("the game is running");
    bot.choose(&position, &|| false).expect("the game is running");
    assert!(nodes(&bot) < nodes(&fresh), "{} is not less than {}", nodes(&bot), nodes(&fresh));
}

#[test]
fn limits_are_respected() {
    let position = start(Edition::Live, BoardKind::Hexagonal12, 2);
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::NONE };
    let begin = Instant::now();
    assert!(SearchBot::new(Level::HIGHEST, 1).with_limits(limits).choose(&position, &|| false).is_some());
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "an unlimited search of the highest level takes longer in tests"
    );
    let few = Limits { nodes: Some(100), ..Limits::NONE };
    let mut bot = SearchBot::new(Level::HIGHEST, 1).with_limits(few);
    let small = start(Edition::Canon, BoardKind::Square8, 2);
    bot.choose(&small, &|| false).expect("the game is running");
    assert!(bot.summary().is_none_or(|summary| summary.nodes < 2_000));
    assert!(SearchBot::new(level(8), 1).choose(&small, &|| true).is_some(), "a cancelled search still chooses");
}

#[test]
fn nothing_is_chosen_after_the_end() {
    let mut position =
        Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("the position is valid");
    let action = SearchBot::new(level(4), 1).choose(&position, &|| false).expect("the game is running");
    position.play(action).expect("the action is legal");
    assert!(position.outcome().is_some());
    assert_eq!(SearchBot::new(level(4), 1).choose(&position, &|| false), None);
    assert!(Analyst::new(Limits::NONE).analyse(&position, &|| false).is_none());
}

#[test]
fn analysis_lists_every_action_with_chances_that_sum_to_one() {
    let limits = Limits { nodes: Some(3_000), simulations: Some(60), ..Limits::NONE };
    for position in [start(Edition::Canon, BoardKind::Square8, 2), start(Edition::Live, BoardKind::Hex8, 3)] {
        check_analysis(&position, &mut Analyst::new(limits));
        check_analysis(&position, &mut Analyst::classic(limits));
    }
}

#[test]
fn analysis_lists_every_price_of_a_recovery() {
    let limits = Limits { nodes: Some(60), ..Limits::NONE };
    let mut rng = GameRng::seeded(4);
    let mut analysed = 0;
    while analysed < 10 {
        let mut position = start(Edition::Live, BoardKind::Square8, 2);
        while position.outcome().is_none() {
            let actions = position.legal_actions();
            if actions.iter().filter(|action| matches!(action, Action::Recover { .. })).count() > 2 {
                check_analysis(&position, &mut Analyst::new(limits));
                analysed += 1;
            }
            position.play_unchecked(rng.pick(&actions).expect("the game is running"));
        }
    }
}

fn check_analysis(position: &Position, analyst: &mut Analyst) {
    let analysis = analyst.analyse(position, &|| false).expect("the game is running");
    let mut listed: Vec<Action> = analysis.actions.iter().map(|scored| scored.action).collect();
    listed.sort_by_key(|action| position.action_text(*action));
    let mut legal = position.legal_actions().to_vec();
    legal.sort_by_key(|action| position.action_text(*action));
    assert_eq!(listed, legal);
    let players = position.rules().players;
    for scored in &analysis.actions {
        let sum: f64 = scored.chances.of(players).iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{:?}", scored.chances);
        assert_eq!(scored.line[0], scored.action);
        let mut after = position.clone();
        for &action in &scored.line {
            after.play(action).expect("the line is legal");
        }
    }
    // The chances of the position are those of its best action.
    assert!((analysis.chances.of(players).iter().sum::<f64>() - 1.0).abs() < 1e-5);
    assert!(analysis.actions[0].nodes > 0 && analysis.nodes > 0);
}

#[test]
fn wins_are_proved() {
    let position =
        Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").expect("the position is valid");
    let analysis = Analyst::new(Limits { nodes: Some(500), ..Limits::NONE })
        .analyse(&position, &|| false)
        .expect("the game is running");
    let best = &analysis.actions[0];
    assert_eq!(position.action_text(best.action), "M d4-d5");
    assert!(best.is_proved);
    assert_eq!(analysis.chances[Player::One], 1.0);
}

#[test]
fn threats_are_legal_for_the_threatening_player() {
    let position =
        Position::parse("G square8 2p; S d4=1,h8=2,a8=22; M2 h7; E 0,18; P movement").expect("the position is valid");
    let found = threats(&position);
    assert_eq!(found[0].kind, ThreatKind::Win);
    assert!(found.iter().all(|threat| threat.player == Player::Two));
    let mut carried_out = found[0].from.clone();
    for &action in &found[0].line {
        carried_out.play(action).expect("the action is legal");
    }
    assert_eq!(carried_out.outcome().and_then(|outcome| outcome.winner), Some(Player::Two));
    assert!(threats(&start(Edition::Canon, BoardKind::Square8, 2)).is_empty());
}

#[test]
fn threat_search_can_be_cancelled() {
    let position = start(Edition::Canon, BoardKind::Square8, 3);
    let checks = AtomicU32::new(0);
    let count = |is_cancelled: bool| {
        checks.store(0, Ordering::Relaxed);
        threats_until(&position, &|| {
            checks.fetch_add(1, Ordering::Relaxed);
            is_cancelled
        });
        checks.load(Ordering::Relaxed)
    };
    assert_eq!(count(true), 2, "one check per opponent");
    assert!(count(false) > 20);
}

#[test]
fn swapping_sides_is_evaluated() {
    let mut overrides = Overrides::default();
    overrides.set("swap", "on").expect("the option exists");
    let rules = Ruleset::new(Edition::Live, BoardKind::Square8, 2, &overrides).expect("the rules are valid");
    let mut position = Position::new(&rules).expect("the rules have a start position");
    while position.to_move() == Player::One {
        position.play_unchecked(position.legal_actions()[0]);
    }
    let limits = Limits { nodes: Some(300), ..Limits::NONE };
    let analysis = Analyst::new(limits).analyse(&position, &|| false).expect("the game is running");
    let swap = analysis.actions.iter().find(|scored| scored.action == Action::SwapSides).expect("swapping is legal");
    let other =
        analysis.actions.iter().find(|scored| scored.action != Action::SwapSides).expect("there is another action");
    // After a swap the player has the chances of the other colour.
    assert!((swap.chances[Player::Two] - (1.0 - other.chances[Player::Two])).abs() < 0.4);
}
