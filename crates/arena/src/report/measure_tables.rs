//! Tables of the statistics of replayed games.

use super::figures::Spread;
use super::measure::{AsgEntrant, AsgFigures, Branching, RingRiftFigures};
use super::table::{Cell, Table, spread_cells};

pub(super) fn ringrift_items(figures: &RingRiftFigures) -> Vec<Table> {
    let row = |branching: &Branching| {
        vec![
            Cell::from(&branching.phase),
            branching.decisions.into(),
            Cell::Number(branching.mean),
            Cell::Number(branching.median),
            branching.max.into(),
        ]
    };
    let about = "Number of legal actions per decision, by phase.";
    let columns = ["phase", "#decisions", "#mean", "#median", "#max"];
    let branching = Table::new("branching", "Legal actions", about, &columns)
        .with(figures.branching.iter().chain(&figures.phases).map(row));
    let decisions = figures
        .decisions_per_turn
        .map_or(String::new(), |mean| format!(" A turn took {mean:.2} decisions on average."));
    let about = format!("{} games were replayed.{decisions}", figures.games);
    vec![spreads("turns", "Turns", &about, &[("turns in a game", figures.turns)]), branching]
}

pub(super) fn asg_items(figures: &AsgFigures) -> Vec<Table> {
    let about = format!("{} matches were replayed.", figures.games);
    let captures = [("captures in a match", figures.captures), ("ply of the first capture", figures.first_capture)];
    vec![
        spreads("captures", "Captures", &about, &captures),
        match_table(figures),
        luck_table(&figures.entrants),
        turn_table(&figures.entrants),
        gain_table(&figures.entrants),
    ]
}

fn spreads(id: &str, title: &str, about: &str, spreads: &[(&str, Option<Spread>)]) -> Table {
    let columns = ["what", "#count", "#mean", "#p10", "#median", "#p90", "#min", "#max"];
    let rows = spreads.iter().filter_map(|(what, spread)| {
        let spread = spread.as_ref()?;
        Some([Cell::from(*what), spread.count.into()].into_iter().chain(spread_cells(spread)).collect())
    });
    Table::new(id, title, about, &columns).with(rows)
}

fn match_table(figures: &AsgFigures) -> Table {
    let resources = figures.resources;
    let rows = [
        ("fights in a match", figures.fights_per_game),
        ("chance of the attacker", figures.attacker_odds),
        ("troops left to the winner", figures.winner_left),
        ("share of resources held by P1", resources.map(|shares| shares.p1)),
        ("share of resources held by P2", resources.map(|shares| shares.p2)),
        ("share of unowned resources", resources.map(|shares| shares.nobody)),
    ];
    let rows = rows.iter().map(|(what, mean)| vec![Cell::from(*what), Cell::number(*mean)]);
    let about = "Resources are counted after every ply: nodes that yield supply, by their owner.";
    Table::new("matches", "Fights and resources", about, &["what", "#mean"]).with(rows)
}

fn luck_table(entrants: &[AsgEntrant]) -> Table {
    let row = |entrant: &AsgEntrant| {
        vec![
            Cell::from(&entrant.name),
            entrant.fights.into(),
            Cell::Number(entrant.expected_wins),
            entrant.wins.into(),
            Cell::Number(entrant.wins as f64 - entrant.expected_wins),
            Cell::Number(entrant.luck),
            Cell::Number(entrant.luck_per_game),
        ]
    };
    let about = "Expected wins by the odds of the fights, actual wins, and luck in troops.";
    let columns = ["entrant", "#fights", "#expected wins", "#wins", "#difference", "#luck", "#luck per match"];
    Table::new("luck", "Luck in fights", about, &columns).with(entrants.iter().map(row))
}

fn turn_table(entrants: &[AsgEntrant]) -> Table {
    let row = |entrant: &AsgEntrant| {
        vec![
            Cell::from(&entrant.name),
            entrant.passes.of.into(),
            Cell::share(entrant.passes.share),
            Cell::share(entrant.invalid.share),
            Cell::share(entrant.errors.share),
        ]
    };
    let about = "Shares of plies in per cent: with passing only, with a rejected order, with a failed exchange.";
    let columns = ["entrant", "#plies", "%pass", "%invalid", "%error"];
    Table::new("plies", "Plies", about, &columns).with(entrants.iter().map(row))
}

fn gain_table(entrants: &[AsgEntrant]) -> Table {
    let row = |entrant: &AsgEntrant| {
        vec![
            Cell::from(&entrant.name),
            entrant.games.into(),
            Cell::Number(entrant.captures_per_game),
            Cell::number(entrant.first_capture.map(|spread| spread.median)),
            Cell::number(entrant.yield_early),
            Cell::number(entrant.yield_end),
        ]
    };
    let about = "Captures per match, median ply of the first one, and yield of own nodes after ply 10 and at the end.";
    let columns = ["entrant", "#matches", "#captures", "#first at ply", "#yield at 10", "#yield at end"];
    Table::new("gains", "Gains", about, &columns).with(entrants.iter().map(row))
}
