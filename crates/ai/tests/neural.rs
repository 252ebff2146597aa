//! Bots that search with a network: whole games, reproducibility, limits, recoveries and all boards.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use ai::{Level, LevelBot, Limits, NeuralBot, NeuralSettings, SolverBudget};
use game::GameRng;
use neural::Network;
use ringrift::{Action, BoardKind, Edition, Overrides, Phase, Position, Ruleset};

fn start(edition: Edition, board: BoardKind, players: u8) -> Position {
    Position::new(&Ruleset::new(edition, board, players, &Overrides::default()).expect("the rules are valid"))
        .expect("the rules have a start position")
}

fn network() -> &'static Network {
    Network::embedded(BoardKind::Square8).expect("square8 has a network")
}

/// Returns a bot without searches of whole turns, which would take most of the time of a test.
fn bot(simulations: u32, seed: u64) -> NeuralBot {
    let settings = NeuralSettings { solver: SolverBudget::NONE, ..NeuralSettings::simulations(simulations) };
    NeuralBot::new(network(), settings, seed)
}

/// Plays up to `count` actions with one bot for all players and returns them.
fn play(position: &mut Position, bot: &mut NeuralBot, count: usize) -> Vec<Action> {
    let mut actions = Vec::new();
    while actions.len() < count
        && let Some(action) = bot.choose(position, &|| false, None)
    {
        position.play(action).expect("the action is legal");
        actions.push(action);
    }
    actions
}

#[test]
fn bots_with_a_network_play_whole_games_in_all_editions_with_two_to_four_players() {
    for edition in Edition::ALL {
        for players in 2..=4 {
            let mut position = start(*edition, BoardKind::Square8, players);
            play(&mut position, &mut bot(2, 3), 2_000);
            assert!(position.outcome().is_some(), "{edition}, {players} players");
        }
    }
}

#[test]
fn choices_are_reproducible_for_a_number_of_threads() {
    for threads in [1, 3] {
        let limits = Limits { threads: NonZeroUsize::new(threads).expect("it is not 0"), ..Limits::NONE };
        let run = || {
            let mut position = start(Edition::Standard, BoardKind::Square8, 2);
            play(&mut position, &mut bot(100, 5).with_limits(limits), 5)
        };
        assert_eq!(run(), run(), "{threads} threads");
    }
}

#[test]
fn the_tree_is_reused_for_the_next_decision() {
    let mut position = start(Edition::Standard, BoardKind::Square8, 2);
    let mut reusing = bot(60, 1);
    let nodes = |bot: &NeuralBot| bot.summary().expect("the bot searched").nodes;
    play(&mut position, &mut reusing, 1);
    assert_eq!(nodes(&reusing), 61, "the root and 60 simulations");
    reusing.choose(&position, &|| false, None).expect("the game is running");
    assert!((30..60).contains(&nodes(&reusing)), "{}", nodes(&reusing));
    // A position that does not follow is searched anew.
    let other = start(Edition::Canon, BoardKind::Square8, 3);
    reusing.choose(&other, &|| false, None).expect("the game is running");
    assert_eq!(nodes(&reusing), 61);
}

#[test]
fn limits_of_a_search_with_a_network_are_respected() {
    let position = start(Edition::Standard, BoardKind::Square8, 2);
    let few = Limits { nodes: Some(10), ..Limits::NONE };
    let mut limited = bot(1_000, 1).with_limits(few);
    limited.choose(&position, &|| false, None).expect("the game is running");
    assert_eq!(limited.summary().map(|summary| summary.nodes), Some(11));

    let time = Limits { time: Some(Duration::from_millis(300)), ..Limits::NONE };
    let mut timed = NeuralBot::new(network(), NeuralSettings::simulations(100_000), 1).with_limits(time);
    for _ in 0..3 {
        let begin = Instant::now();
        timed.choose(&position, &|| false, None).expect("the game is running");
        assert!(begin.elapsed() < Duration::from_millis(1_500), "{:?}", begin.elapsed());
    }

    let mut cancelled = bot(100_000, 1);
    assert!(cancelled.choose(&position, &|| true, None).is_some(), "a cancelled search still chooses");
    assert!(cancelled.summary().is_some_and(|summary| summary.nodes < 100));
}

#[test]
fn recoveries_are_chosen_as_whole_actions() {
    let mut rng = GameRng::seeded(4);
    let mut bot = bot(24, 2);
    let mut with_price = 0;
    for _ in 0..200 {
        let mut position = start(Edition::Live, BoardKind::Square8, 2);
        while position.outcome().is_none() {
            let actions = position.legal_actions();
            let recoveries = actions.iter().filter(|action| matches!(action, Action::Recover { .. })).count();
            if position.phase() == Phase::Recovery && recoveries > 2 {
                let action = bot.choose(&position, &|| false, None).expect("the game is running");
                assert!(position.is_legal(action), "{action:?}");
                with_price += usize::from(matches!(action, Action::Recover { .. }));
            }
            position.play_unchecked(rng.pick(&actions).expect("the game is running"));
        }
        if with_price >= 5 {
            return;
        }
    }
    panic!("only {with_price} recoveries were chosen");
}

#[test]
fn lower_levels_vary_with_the_seed_and_all_levels_are_reproducible() {
    let position = start(Edition::Standard, BoardKind::Square8, 2);
    let first_actions = |level: Level, seed: u64| {
        let mut position = position.clone();
        let mut bot = LevelBot::new(level, seed).with_limits(Limits { nodes: Some(20), ..Limits::NONE });
        for _ in 0..4 {
            let action = bot.choose(&position, &|| false).expect("the game is running");
            position.play(action).expect("the action is legal");
        }
        position
    };
    for level in Level::all() {
        assert_eq!(first_actions(level, 1), first_actions(level, 1), "level {level}");
        let varies = (2..8).any(|seed| first_actions(level, seed) != first_actions(level, 1));
        assert!(varies || level.number() > 5, "level {level}");
    }
}

#[test]
fn levels_play_on_every_board() {
    for (edition, board) in [
        (Edition::Live, BoardKind::Square19),
        (Edition::Standard, BoardKind::Hexagonal),
        (Edition::Live, BoardKind::Hexagonal12),
    ] {
        let mut bot = LevelBot::new(Level::HIGHEST, 1).with_limits(Limits { nodes: Some(2), ..Limits::NONE });
        let mut position = start(edition, board, 3);
        for _ in 0..4 {
            position
                .play(bot.choose(&position, &|| false).expect("the game is not over"))
                .expect("bots play legal actions");
        }
    }
}

#[test]
fn numbers_of_simulations_are_checked() {
    let roster = ai::rosters().ringrift;
    assert_eq!(
        roster.find("neural:0").err().as_deref(),
        Some("expected a number of simulations from 1 to 100000, as in neural:100")
    );
}
