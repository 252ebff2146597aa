//! The levels find what they must.
//!
//! Level 4 and up must win wherever the goal is a win in this turn; level 7 and up must reach every goal. Each plays the
//! whole turn, decision by decision, with two seeds.
//!
//! To save time levels 5, 6, 8 and 9 are asked for a third of the cases only, by turns; 4, 7 and 10 for all.
//! `TACTICS_ALL=1` asks all of them for all. `TACTICS_CASE=chain` takes only cases with that in their name, and
//! `TACTICS_LEVEL=7` only that level, and both ask it for all that is left:
//!
//! ```text
//! TACTICS_CASE=chain-01 TACTICS_LEVEL=7 cargo test -p ai --test tactics levels
//! ```

use ai::{Level, Thinker};
use rayon::prelude::*;

use crate::case::Case;
use crate::chosen_cases;
use crate::claims::{play_turn, texts};
use crate::goal::Goal;
use crate::turns::{Budget, way_to};

/// The levels that see only a part of the cases.
const SPARED: [u8; 4] = [5, 6, 8, 9];

const SEEDS: [u64; 2] = [1, 2];

/// Whether a level has to solve the case with this number.
fn is_asked(level: Level, number: usize, case: &Case) -> bool {
    let lowest = if case.goal == Goal::Wins { 4 } else { 7 };
    let is_spared = SPARED.iter().position(|&spared| spared == level.number());
    let wants_more =
        ["TACTICS_ALL", "TACTICS_CASE", "TACTICS_LEVEL"].iter().any(|name| std::env::var_os(name).is_some());
    let has_turn = wants_more || is_spared.is_none_or(|place| (number + place).is_multiple_of(3));
    level.number() >= lowest && has_turn
}

/// What the level chose, if that does not reach the goal, and what would have.
fn failure(case: &Case, level: Level, seed: u64) -> Option<String> {
    let Case { id, goal, position, .. } = case;
    let mover = position.to_move();
    let mut thinker = Thinker::new(level, seed);
    let (end, chosen) = play_turn(position, |now| thinker.choose(now, &|| false).expect("the game is not over"));
    if goal.is_met(&end, mover, &mut Budget::full()).expect("a case small enough") {
        return None;
    }
    let way = way_to(position, &mut Budget::full(), &mut |end, budget| goal.is_met(end, mover, budget));
    let way = way.ok().flatten().unwrap_or_default();
    let (chosen, way) = (texts(position, &chosen), texts(position, &way));
    Some(format!("{id}, level {level}, seed {seed}: {chosen}\n    {goal}, for example: {way}"))
}

#[test]
fn the_levels_solve_what_they_must() {
    let only: Option<Level> = std::env::var("TACTICS_LEVEL").ok().map(|text| text.parse().expect("TACTICS_LEVEL"));
    let levels = Level::all().rev().filter(|&level| only.is_none_or(|only| only == level));
    let cases = chosen_cases();
    let tasks: Vec<(&Case, Level, u64)> = levels
        .flat_map(|level| cases.iter().enumerate().map(move |(number, &case)| (level, number, case)))
        .filter(|&(level, number, case)| is_asked(level, number, case))
        .flat_map(|(level, _, case)| SEEDS.map(|seed| (case, level, seed)))
        .collect();
    let failures: Vec<String> =
        tasks.par_iter().filter_map(|&(case, level, seed)| failure(case, level, seed)).collect();
    let (failed, tried) = (failures.len(), tasks.len());
    assert!(failures.is_empty(), "{failed} of {tried} turns missed their goal:\n{}", failures.join("\n"));
}
