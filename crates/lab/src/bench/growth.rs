//! Cost per action on boards of growing size, in total and by kind of work.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use cli_support::Failure;
use engine_workloads::{Loop, Random, play_games};
use ringrift::{ActionList, Position, PositionOf, PositionVisitor, Ruleset};
use ringrift_draw::{Curve, CurvePlot, CurvePoint, Options, curve_plot};
use serde::Serialize;

use super::random_games::games_per_round;
use super::rates::Rates;

/// Nanoseconds per action of random games on one board.
#[derive(Serialize)]
pub(super) struct Growth {
    rules: String,
    board: String,
    cells: u16,
    listed: f64,
    sampled: f64,
    #[serde(flatten)]
    parts: Parts,
}

/// Nanoseconds per action, by kind of work.
#[derive(Copy, Clone, Serialize)]
struct Parts {
    listing: f64,
    playing: f64,
    territory: f64,
    copying: f64,
}

pub(super) fn growth(rules: &Ruleset, seed: u64, budget: Duration) -> Result<Growth, Failure> {
    let start = Position::new(rules).map_err(Failure::bad_input)?;
    let games = games_per_round(rules.board) / 2;
    let play = |style| play_games(&start, style, seed, games);
    let (_, rates) = Rates::alternate(budget / 2, [&mut || play(Loop::Listed), &mut || play(Loop::Sampled)]);
    let [listed, sampled] = rates.map(|rates| nanoseconds(&rates));
    Ok(Growth {
        rules: rules.title(),
        board: rules.board.to_string(),
        cells: rules.board.cells(),
        listed,
        sampled,
        parts: start.visit(MeasureParts { seed, games, budget: budget / 4 }),
    })
}

fn nanoseconds(rates: &Rates) -> f64 {
    1e9 / rates.median()
}

/// Plays random games, and measures each kind of work separately.
struct MeasureParts {
    seed: u64,
    games: u64,
    budget: Duration,
}

impl PositionVisitor for MeasureParts {
    type Output = Parts;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> Parts {
        let mut random = Random::seeded(self.seed);
        let mut positions = Vec::new();
        let mut actions = Vec::new();
        for _ in 0..self.games {
            let mut position = start.clone();
            while let Some(action) = random.pick(&position.legal_actions()) {
                positions.push(position.clone());
                actions.push(action);
                position.play_unchecked(action);
            }
        }
        // Regions are searched once per turn, after the lines.
        let ends: Vec<&PositionOf<W>> = positions
            .iter()
            .zip(positions.iter().skip(1))
            .filter(|(a, b)| a.turn() != b.turn())
            .map(|(_, b)| b)
            .collect();
        let share = ends.len() as f64 / positions.len() as f64;
        let total = positions.len() as u64;
        let mut list = ActionList::new();
        let (_, listing) = Rates::measure(self.budget, || {
            for position in &positions {
                position.legal_actions_into(&mut list);
                black_box(&list);
            }
            total
        });
        let (_, copying) = Rates::measure(self.budget, || {
            for position in &positions {
                black_box(position.clone());
            }
            total
        });
        let (_, copying_and_playing) = Rates::measure(self.budget, || {
            for (position, &action) in positions.iter().zip(&actions) {
                let mut next = position.clone();
                next.play_unchecked(action);
                black_box(next);
            }
            total
        });
        let (_, territory) = Rates::measure(self.budget, || {
            ends.iter().filter(|position| black_box(position.has_claimable_region(position.to_move()))).count();
            ends.len() as u64
        });
        Parts {
            listing: nanoseconds(&listing),
            playing: nanoseconds(&copying_and_playing) - nanoseconds(&copying),
            territory: nanoseconds(&territory) * share,
            copying: nanoseconds(&copying),
        }
    }
}

/// Selects a cost of a row.
type Cost = fn(&Growth) -> f64;

/// Draws the costs over the number of cells as SVG.
pub(super) fn chart(rows: &[Growth]) -> Result<String, Failure> {
    let curves: [(&str, Cost); 4] = [
        ("listed loop", |row| row.listed),
        ("sampled loop", |row| row.sampled),
        ("listing, part of the listed loop", |row| row.parts.listing),
        ("playing, part of both loops", |row| row.parts.playing),
    ];
    let curve = |(name, cost): (&str, Cost)| {
        let point = |row: &Growth| CurvePoint {
            at: f64::from(row.cells),
            value: cost(row),
            name: format!("{:.0} ns on {} ({} cells)", cost(row), row.board, row.cells),
        };
        Curve { name: name.to_owned(), points: rows.iter().map(point).collect() }
    };
    let plot = CurvePlot {
        title: "Cost of an action by board size".to_owned(),
        values: "nanoseconds per action of random games, standard edition, 2 players".to_owned(),
        axis: "cells".to_owned(),
        curves: curves.map(curve).into(),
    };
    curve_plot(&plot, &Options::default()).map_err(Failure::bad_input)
}

/// Prints the table.
pub(super) fn print(rows: &[Growth], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\nGrowth with the board, nanoseconds per action in random games (territory is included in playing)"
    )?;
    let heads = ["cells", "listed", "sampled", "listing", "playing", "territory", "copying"];
    let heads: String = heads.iter().map(|head| format!(" {head:>9}")).collect();
    writeln!(out, "{:<46}{heads}", "rules")?;
    for Growth { rules, cells, listed, sampled, parts, .. } in rows {
        let Parts { listing, playing, territory, copying } = parts;
        let costs = [listed, sampled, listing, playing, territory, copying];
        let costs: String = costs.iter().map(|cost| format!(" {cost:>9.0}")).collect();
        writeln!(out, "{rules:<46} {cells:>9}{costs}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_has_every_board_and_curve() {
        let row = |board: &str, cells: u16| Growth {
            rules: format!("{board} 2p standard"),
            board: board.to_owned(),
            cells,
            listed: 9.0 * f64::from(cells),
            sampled: 7.0 * f64::from(cells),
            parts: Parts { listing: 4.0, playing: 5.0, territory: 2.0, copying: 1.0 },
        };
        let svg = chart(&[row("hex8", 61), row("hexagonal12", 469)]).unwrap_or_else(|_| panic!("the plot is valid"));
        for text in [
            "listed loop",
            "sampled loop",
            "listing, part of",
            "playing, part of",
            "549 ns on hex8 (61 cells)",
            "3283 ns on hexagonal12",
        ] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
