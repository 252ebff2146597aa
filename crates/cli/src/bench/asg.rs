//! How fast matches of the Agent Strategy Game are played.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use asg::bots::Greedy;
use asg::{Action, Bot, Game, Rules, Scenario, View, spread_seed};
use serde::Serialize;

use super::Rates;
use crate::failure::Failure;

/// The plies that the reference plays in a second of one processor, greedy against greedy: 28 to 37 thousand were measured.
const REFERENCE: f64 = 37_000.0;

/// How many matches make one round.
const MATCHES: u64 = 100;

/// Plies of one kind of work.
#[derive(Serialize)]
pub(super) struct Matches {
    scenario: String,
    work: &'static str,
    plies: u64,
    best_plies_per_second: f64,
    median_plies_per_second: f64,
    ratio_to_reference: f64,
}

/// Measures bots against each other, and the rules alone on what the bots did.
pub(super) fn matches(seed: u64, budget: Duration) -> Result<Vec<Matches>, Failure> {
    let text = include_str!("../../../asg/scenarios/scenario_01.json");
    let scenario = Arc::new(Scenario::parse(text).map_err(Failure::bad_input)?);
    let game = |index| Game::new(scenario.clone(), Rules::V0, i64::from(spread_seed(seed, index)));
    let recorded: Vec<Vec<Vec<Action>>> = (0..MATCHES).map(|index| actions(game(index))).collect();
    let count = || -> u64 { recorded.iter().map(|actions| actions.len() as u64).sum() };
    let row = |work, (plies, rates): (u64, Rates)| Matches {
        scenario: scenario.file().id.clone(),
        work,
        plies,
        best_plies_per_second: rates.best(),
        median_plies_per_second: rates.median(),
        ratio_to_reference: rates.median() / REFERENCE,
    };
    let played = Rates::measure(budget, || (0..MATCHES).map(|index| play_out(game(index))).sum());
    let applied = Rates::measure(budget, || {
        for (index, actions) in (0..).zip(&recorded) {
            let mut game = game(index);
            for actions in actions {
                game.play(actions, &mut ());
            }
            black_box(game.position());
        }
        count()
    });
    assert_eq!(played.0, count(), "bots choose the same actions in the same match");
    Ok(vec![row("greedy against greedy", played), row("recorded actions applied", applied)])
}

/// Plays a match to its end and counts its plies.
fn play_out(mut game: Game) -> u64 {
    while game.outcome().is_none() {
        let actions = choose(&game);
        game.play(&actions, &mut ());
    }
    game.position().ply()
}

/// The actions of a match, ply by ply.
fn actions(mut game: Game) -> Vec<Vec<Action>> {
    let mut list = Vec::new();
    while game.outcome().is_none() {
        let actions = choose(&game);
        game.play(&actions, &mut ());
        list.push(actions);
    }
    list
}

fn choose(game: &Game) -> Vec<Action> {
    Greedy.choose(&View { scenario: game.scenario(), rules: game.rules(), position: game.position() })
}

/// Prints the table.
pub(super) fn print(rows: &[Matches], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nAgent Strategy Game, plies a second; ratio to the {REFERENCE:.0} of the reference")?;
    writeln!(out, "{:<14} {:<26} {:>12} {:>12} {:>8}", "scenario", "work", "plies/s", "(median)", "ratio")?;
    for row in rows {
        let (best, median) = (row.best_plies_per_second, row.median_plies_per_second);
        let ratio = row.ratio_to_reference;
        writeln!(out, "{:<14} {:<26} {best:>12.0} {median:>12.0} {ratio:>7.0}x", row.scenario, row.work)?;
    }
    Ok(())
}
