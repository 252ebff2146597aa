//! Comparison of the speed of two rule sets, with a required ratio.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cli_support::Failure;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde::Serialize;

use super::{PlayGames, games_per_round, median};

/// Compared rules and their baselines: edition and board.
const PAIRS: [[(Edition, BoardKind); 2]; 4] = [
    [(Edition::Live, BoardKind::Square8), (Edition::Canon, BoardKind::Square8)],
    [(Edition::Live, BoardKind::Square19), (Edition::Canon, BoardKind::Square19)],
    [(Edition::Live, BoardKind::Hex8), (Edition::Live, BoardKind::Square8)],
    [(Edition::Live, BoardKind::Hexagonal12), (Edition::Canon, BoardKind::Hexagonal)],
];

/// Minimum ratio: richer rules or another board shape may at most double the cost.
const MIN_RATIO: f64 = 0.5;

/// Speed of one rule set relative to another.
#[derive(Serialize)]
pub(super) struct Comparison {
    rules: String,
    beside: String,
    actions_per_second: f64,
    beside_actions_per_second: f64,
    ratio: f64,
    bar: f64,
}

/// Returns the compared pairs of rules, for two players.
pub(super) fn pairs() -> Result<Vec<[Ruleset; 2]>, Failure> {
    let rules = |(edition, board)| Ruleset::new(edition, board, 2, &Overrides::default()).map_err(Failure::bad_input);
    PAIRS.into_iter().map(|[one, other]| Ok([rules(one)?, rules(other)?])).collect()
}

/// Measures both rule sets in alternation, so that other load affects both. Rounds are short and many, each with its
/// own games, so that disturbed rounds do not change the median.
pub(super) fn compare(pair: &[Ruleset; 2], seed: u64, budget: Duration) -> Result<Comparison, Failure> {
    let starts = [start(&pair[0])?, start(&pair[1])?];
    let mut rates = [Vec::new(), Vec::new()];
    let begin = Instant::now();
    while rates[0].len() < 3 || begin.elapsed() < 2 * budget {
        let seed = seed.wrapping_add(rates[0].len() as u64);
        for (start, rates) in starts.iter().zip(&mut rates) {
            rates.push(round(start, seed));
        }
    }
    let ratio = median(rates[0].iter().zip(&rates[1]).map(|(one, other)| one / other).collect());
    let [actions_per_second, beside_actions_per_second] = rates.map(median);
    Ok(Comparison {
        rules: pair[0].to_string(),
        beside: pair[1].to_string(),
        actions_per_second,
        beside_actions_per_second,
        ratio,
        bar: MIN_RATIO,
    })
}

fn start(rules: &Ruleset) -> Result<Position, Failure> {
    Position::new(rules).map_err(Failure::bad_input)
}

/// Returns the actions per second of one round.
fn round(start: &Position, seed: u64) -> f64 {
    let games = games_per_round(start.rules().board) / 4;
    let begin = Instant::now();
    let actions = start.visit(PlayGames { seed, games });
    actions as f64 / begin.elapsed().as_secs_f64()
}

/// Writes the ratios as a table.
pub(super) fn print(comparisons: &[Comparison], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nRandom games with two rule sets in alternation, and the required ratio")?;
    writeln!(
        out,
        "{:<22} {:>12}   {:<22} {:>12} {:>7} {:>5}",
        "rules", "actions/s", "baseline", "actions/s", "ratio", "least"
    )?;
    for row in comparisons {
        let (rate, other) = (row.actions_per_second, row.beside_actions_per_second);
        write!(out, "{:<22} {rate:>12.0}   {:<22} {other:>12.0}", row.rules, row.beside)?;
        let verdict = if row.ratio >= row.bar { "met" } else { "MISSED" };
        writeln!(out, " {:>7.2} {:>5.2} {verdict}", row.ratio, row.bar)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_ratios_with_their_targets() {
        let comparison = |pair: [Ruleset; 2], ratio: f64| Comparison {
            rules: pair[0].to_string(),
            beside: pair[1].to_string(),
            actions_per_second: 1e6 * ratio,
            beside_actions_per_second: 1e6,
            ratio,
            bar: MIN_RATIO,
        };
        let ratios = [0.7, 0.4, 0.5, 0.49];
        let rows: Vec<Comparison> = pairs()
            .unwrap_or_else(|_| panic!("the rules are valid"))
            .into_iter()
            .zip(ratios)
            .map(|(pair, ratio)| comparison(pair, ratio))
            .collect();
        let mut out = Vec::new();
        print(&rows, &mut out).expect("writing to memory succeeds");
        let out = String::from_utf8(out).expect("the output is UTF-8");
        let judged = out.lines().filter(|line| line.ends_with(" 0.50 met") || line.ends_with(" 0.50 MISSED"));
        let judged: Vec<(&str, bool)> =
            judged.filter_map(|line| Some((line.split("  ").next()?, line.ends_with("met")))).collect();
        let expected = [
            ("square8 2p live", true),
            ("square19 2p live", false),
            ("hex8 2p live", true),
            ("hexagonal12 2p live", false),
        ];
        assert_eq!(judged, expected, "{out}");
    }
}
