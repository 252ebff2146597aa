//! Levels 4 and up must reach every goal that is a win in this turn, levels 7 and up every goal. Each level plays the whole turn
//! with two seeds.
//!
//! To save time, levels 5, 6, 8 and 9 play a third of the cases only. `TACTICS_ALL=1` lets all levels play all cases.
//! `TACTICS_CASE=chain` selects the cases with that text in their name, `TACTICS_LEVEL=7` selects one level; both also let the level
//! play all selected cases:
//!
//! ```text
//! TACTICS_CASE=chain-01 TACTICS_LEVEL=7 cargo test -p ai --test tactics levels
//! ```

use ai::{Level, LevelBot, NeuralBot, NeuralSettings, SearchBot};
use neural::Network;
use rayon::prelude::*;
use ringrift::{Action, Position};

use crate::case::Case;
use crate::chosen_cases;
use crate::claims::{play_turn, texts};
use crate::goal::Goal;
use crate::turns::{Budget, way_to};

/// Levels that play a third of the cases.
const SAMPLED_LEVELS: [u8; 4] = [5, 6, 8, 9];

const SEEDS: [u64; 2] = [1, 2];

/// Reports whether a level must solve the case with this index.
fn must_solve(level: Level, number: usize, case: &Case) -> bool {
    let lowest = if case.goal == Goal::Wins { 4 } else { 7 };
    let sample_offset = SAMPLED_LEVELS.iter().position(|&sampled| sampled == level.number());
    let plays_all =
        ["TACTICS_ALL", "TACTICS_CASE", "TACTICS_LEVEL"].iter().any(|name| std::env::var_os(name).is_some());
    let is_selected = plays_all || sample_offset.is_none_or(|offset| (number + offset).is_multiple_of(3));
    level.number() >= lowest && is_selected
}

/// Simulations of the bot with a network. With fewer, the searches of whole turns are smaller.
const SIMULATIONS: u32 = 100;

/// Describes the turn of a bot that misses the goal, with a turn that reaches it.
fn failure(case: &Case, bot: &str, mut choose: impl FnMut(&Position) -> Option<Action>) -> Option<String> {
    let Case { id, goal, position, .. } = case;
    let mover = position.to_move();
    let (end, chosen) = play_turn(position, |now| choose(now).expect("the game is not over"));
    if goal.is_met(&end, mover, &mut Budget::full()).expect("the case is small enough") {
        return None;
    }
    let way = way_to(position, &mut Budget::full(), &mut |end, budget| goal.is_met(end, mover, budget));
    let way = way.ok().flatten().unwrap_or_default();
    let (chosen, way) = (texts(position, &chosen), texts(position, &way));
    Some(format!("{id}, {bot}: {chosen}\n    {goal}, for example: {way}"))
}

#[test]
fn levels_reach_the_goals() {
    let only: Option<Level> =
        std::env::var("TACTICS_LEVEL").ok().map(|text| text.parse().expect("TACTICS_LEVEL is a level"));
    let levels = Level::all().rev().filter(|&level| only.is_none_or(|only| only == level));
    let cases = chosen_cases();
    let tasks: Vec<(&Case, Level, u64)> = levels
        .flat_map(|level| cases.iter().enumerate().map(move |(number, &case)| (level, number, case)))
        .filter(|&(level, number, case)| must_solve(level, number, case))
        .flat_map(|(level, _, case)| SEEDS.map(|seed| (case, level, seed)))
        .collect();
    let play = |&(case, level, seed): &(&Case, Level, u64)| {
        let mut bot = SearchBot::new(level, seed);
        failure(case, &format!("classic:{level}, seed {seed}"), |now| bot.choose(now, &|| false))
    };
    check(&tasks.par_iter().filter_map(play).collect::<Vec<_>>(), tasks.len());
    // One seed is enough: below, searches with a network play all cases with two.
    let tasks: Vec<_> = tasks.iter().filter(|(_, _, seed)| *seed == SEEDS[0]).collect();
    let play = |&&(case, level, seed): &&(&Case, Level, u64)| {
        let mut bot = LevelBot::new(level, seed);
        failure(case, &format!("level:{level}, seed {seed}"), |now| bot.choose(now, &|| false))
    };
    check(&tasks.par_iter().filter_map(play).collect::<Vec<_>>(), tasks.len());
}

#[test]
fn searches_with_a_network_reach_the_goals() {
    let mut tasks: Vec<(&Case, &'static Network, u64)> = Vec::new();
    for case in chosen_cases() {
        let network = Network::embedded(case.position.rules().board).expect("every board has a network");
        tasks.extend(SEEDS.map(|seed| (case, network, seed)));
    }
    let play = |&(case, network, seed): &(&Case, &'static Network, u64)| {
        let mut bot = NeuralBot::new(network, NeuralSettings::simulations(SIMULATIONS), seed);
        failure(case, &format!("neural:{SIMULATIONS}, seed {seed}"), |now| bot.choose(now, &|| false, None))
    };
    check(&tasks.par_iter().filter_map(play).collect::<Vec<_>>(), tasks.len());
}

fn check(failures: &[String], tried: usize) {
    assert!(failures.is_empty(), "{} of {tried} turns missed their goal:\n{}", failures.len(), failures.join("\n"));
}
