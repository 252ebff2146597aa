//! Random games in both loops under all measured rules, with the required speeds.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cli_support::Failure;
use engine_workloads::{Loop, Random, play_games};
use ringrift::{BoardKind, Edition, Position, Ruleset};
use ringrift_spec::SpecGame;
use serde::Serialize;

use super::rates::{Rates, Target, target_text};

/// Required actions per second for two players: edition, board, listed and sampled.
const REQUIRED: [(Edition, BoardKind, Option<f64>, Option<f64>); 4] = [
    (Edition::Standard, BoardKind::Square8, Some(3e6), Some(4e6)),
    (Edition::Standard, BoardKind::Square19, Some(6e5), Some(1e6)),
    (Edition::Standard, BoardKind::Hexagonal, Some(6e5), Some(1e6)),
    (Edition::Live, BoardKind::Hexagonal12, None, Some(6e5)),
];

/// Random games under one rule set.
#[derive(Serialize)]
pub(super) struct RandomGames {
    rules: String,
    cells: u16,
    games: u64,
    actions: u64,
    listed: LoopSpeed,
    sampled: LoopSpeed,
    spec_actions_per_second: f64,
    /// Speed of the listed loop divided by the speed of the spec engine, which lists its actions too.
    ratio_to_spec: f64,
}

/// Speed of one loop.
#[derive(Serialize)]
struct LoopSpeed {
    best_actions_per_second: f64,
    median_actions_per_second: f64,
    target: Option<Target>,
}

impl RandomGames {
    pub(super) fn targets(&self) -> impl Iterator<Item = (String, Target)> {
        let name = |style: Loop, speed: &LoopSpeed| Some((format!("{style} {}", self.rules), speed.target?));
        [name(Loop::Listed, &self.listed), name(Loop::Sampled, &self.sampled)].into_iter().flatten()
    }
}

/// Returns the number of games per round, so that a round takes some milliseconds.
pub(super) fn games_per_round(board: BoardKind) -> u64 {
    if board.cells() <= 64 { 100 } else { 4 }
}

pub(super) fn random_games(rules: &Ruleset, seed: u64, budget: Duration) -> Result<RandomGames, Failure> {
    let start = Position::new(rules).map_err(Failure::bad_input)?;
    let games = games_per_round(rules.board);
    let play = |style| play_games(&start, style, seed, games);
    let ([actions, sampled_actions], [listed, sampled]) =
        Rates::alternate(budget, [&mut || play(Loop::Listed), &mut || play(Loop::Sampled)]);
    assert_eq!(actions, sampled_actions, "both loops play the same games");
    let spec_rate = spec_rate(rules, seed, budget);
    let speed = |style, rates: &Rates| LoopSpeed {
        best_actions_per_second: rates.best(),
        median_actions_per_second: rates.median(),
        target: required(rules, style).map(|required| Target::new(required, rates.median())),
    };
    Ok(RandomGames {
        rules: rules.title(),
        cells: rules.board.cells(),
        games,
        actions,
        listed: speed(Loop::Listed, &listed),
        sampled: speed(Loop::Sampled, &sampled),
        spec_actions_per_second: spec_rate,
        ratio_to_spec: listed.median() / spec_rate,
    })
}

/// Returns the required actions per second.
fn required(rules: &Ruleset, style: Loop) -> Option<f64> {
    let (edition, _) = rules.describe_for_people();
    let is_row = |row: &&(Edition, BoardKind, Option<f64>, Option<f64>)| {
        rules.players == 2 && (row.0, row.1) == (edition, rules.board)
    };
    let (_, _, listed, sampled) = REQUIRED.iter().find(is_row)?;
    match style {
        Loop::Listed => *listed,
        Loop::Sampled => *sampled,
    }
}

/// Returns the actions per second of the spec engine in the same games.
fn spec_rate(rules: &Ruleset, seed: u64, budget: Duration) -> f64 {
    let mut random = Random::seeded(seed);
    let mut game = SpecGame::new(rules);
    let start = Instant::now();
    let mut actions = 0;
    while actions < 50 || start.elapsed() < budget {
        match random.pick(&game.legal_actions()) {
            Some(action) => {
                // The spec engine checks legality again when it plays.
                if game.play(action).is_err() {
                    break;
                }
                actions += 1;
            }
            None => game = SpecGame::new(rules),
        }
    }
    f64::from(actions) / start.elapsed().as_secs_f64()
}

/// Prints the table.
pub(super) fn print(rows: &[RandomGames], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Random games on one thread, actions per second (medians) and the required speeds")?;
    writeln!(
        out,
        "listed: the complete list of legal actions at every decision; sampled: only the chosen action is made"
    )?;
    writeln!(
        out,
        "{:<22} {:>10} {:>13} {:>10} {:>13} {:>8} {:>12}",
        "rules", "listed", "required", "sampled", "required", "spec", "listed:spec"
    )?;
    for RandomGames { rules, listed, sampled, spec_actions_per_second, ratio_to_spec, .. } in rows {
        let (listed_rate, sampled_rate) = (listed.median_actions_per_second, sampled.median_actions_per_second);
        writeln!(
            out,
            "{rules:<22} {listed_rate:>10.0} {:>13} {sampled_rate:>10.0} {:>13} {spec_actions_per_second:>8.0} \
             {ratio_to_spec:>12.0}",
            target_text(listed.target),
            target_text(sampled.target)
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine_workloads::random_game_rules;

    use super::*;

    #[test]
    fn every_required_speed_belongs_to_a_row_of_the_table() {
        let rules = random_game_rules().expect("presets are valid");
        let required = |style| rules.iter().filter_map(|rules| required(rules, style)).collect::<Vec<f64>>();
        assert_eq!(required(Loop::Listed), [3e6, 6e5, 6e5]);
        assert_eq!(required(Loop::Sampled), [4e6, 1e6, 1e6, 6e5]);
    }

    #[test]
    fn prints_speeds_with_their_targets() {
        let speed = |rate, required: Option<f64>| LoopSpeed {
            best_actions_per_second: rate,
            median_actions_per_second: rate,
            target: required.map(|required| Target::new(required, rate)),
        };
        let row = |listed, sampled| RandomGames {
            rules: "square8 2p standard".to_owned(),
            cells: 64,
            games: 1,
            actions: 80,
            listed,
            sampled,
            spec_actions_per_second: 5000.0,
            ratio_to_spec: 500.0,
        };
        let rows = [row(speed(2.5e6, Some(3e6)), speed(4.5e6, Some(4e6))), row(speed(1e6, None), speed(1.1e6, None))];
        let mut out = Vec::new();
        print(&rows, &mut out).expect("writing to memory succeeds");
        let out = String::from_utf8(out).expect("the output is UTF-8");
        assert!(out.contains("2500000  3.0 M MISSED    4500000     4.0 M met     5000          500\n"), "{out}");
        assert!(out.contains("1000000                  1100000                   5000"), "{out}");
        let names: Vec<String> = rows.iter().flat_map(RandomGames::targets).map(|(name, _)| name).collect();
        assert_eq!(names, ["listed square8 2p standard", "sampled square8 2p standard"]);
    }
}
