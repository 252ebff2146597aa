//! Comparison of the speed of two rule sets in both loops, with the required ratios.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cli_support::Failure;
use engine_workloads::{Loop, play_games, preset};
use ringrift::{BoardKind, Edition, Position, Ruleset};
use serde::Serialize;

use super::random_games::games_per_round;
use super::rates::{Target, median};

/// A rule set: edition, board, and the rings and line length where the edition defines none for the board.
type Rules = (Edition, BoardKind, Option<(u16, u8)>);

/// Required ratios of the live edition to `canon` on the same board: listed and sampled.
const LIVE: [f64; 2] = [0.8, 0.8];

/// Required ratios of the compact edition, whose lists of placements are longer.
const COMPACT: [f64; 2] = [0.5, 0.8];

/// Required ratios between boards of similar size: another shape may at most double the cost.
const SHAPE: [f64; 2] = [0.5, 0.5];

/// Compared rules, their baselines and the required ratios.
const PAIRS: [(Rules, Rules, [f64; 2]); 9] = [
    ((Edition::Live, BoardKind::Square8, None), (Edition::Canon, BoardKind::Square8, None), LIVE),
    ((Edition::Live, BoardKind::Square19, None), (Edition::Canon, BoardKind::Square19, None), LIVE),
    ((Edition::Live, BoardKind::Hex8, None), (Edition::Canon, BoardKind::Hex8, Some((18, 4))), LIVE),
    ((Edition::Live, BoardKind::Hexagonal12, None), (Edition::Canon, BoardKind::Hexagonal12, Some((96, 4))), LIVE),
    ((Edition::Compact, BoardKind::Square8, None), (Edition::Canon, BoardKind::Square8, None), COMPACT),
    ((Edition::Compact, BoardKind::Square19, None), (Edition::Canon, BoardKind::Square19, None), COMPACT),
    ((Edition::Compact, BoardKind::Hexagonal, None), (Edition::Canon, BoardKind::Hexagonal, None), COMPACT),
    ((Edition::Live, BoardKind::Hex8, None), (Edition::Live, BoardKind::Square8, None), SHAPE),
    ((Edition::Live, BoardKind::Hexagonal12, None), (Edition::Canon, BoardKind::Hexagonal, None), SHAPE),
];

/// Two rule sets for two players, and the required ratio of the first to the second in each of [`Loop::ALL`].
pub(super) struct Pair {
    pub(super) rules: Ruleset,
    pub(super) baseline: Ruleset,
    required: [f64; 2],
}

/// Returns the compared pairs.
pub(super) fn pairs() -> Result<Vec<Pair>, Failure> {
    let rules = |(edition, board, given)| preset(edition, board, 2, given).map_err(Failure::bad_input);
    let pair = |(one, other, required)| Ok(Pair { rules: rules(one)?, baseline: rules(other)?, required });
    PAIRS.into_iter().map(pair).collect()
}

/// Speed of one rule set relative to another in one loop.
#[derive(Serialize)]
pub(super) struct Comparison {
    rules: String,
    baseline: String,
    style: String,
    actions_per_second: f64,
    baseline_actions_per_second: f64,
    ratio: f64,
    target: Target,
}

impl Comparison {
    pub(super) fn targets(&self) -> impl Iterator<Item = (String, Target)> {
        [(format!("{} {} : {}", self.style, self.rules, self.baseline), self.target)].into_iter()
    }
}

/// Measures both rule sets in both loops in alternation, so that other load affects all of them. Rounds are short and many,
/// each with its own games, so that disturbed rounds do not change the median.
pub(super) fn compare(pair: &Pair, seed: u64, budget: Duration) -> Result<[Comparison; 2], Failure> {
    let starts = [start(&pair.rules)?, start(&pair.baseline)?];
    let mut rates = Loop::ALL.map(|_| [Vec::new(), Vec::new()]);
    let begin = Instant::now();
    while rates[0][0].len() < 3 || begin.elapsed() < 4 * budget {
        let seed = seed.wrapping_add(rates[0][0].len() as u64);
        for (style, rates) in Loop::ALL.into_iter().zip(&mut rates) {
            for (start, rates) in starts.iter().zip(rates) {
                rates.push(round(start, style, seed));
            }
        }
    }
    let [listed, sampled] = rates;
    Ok([comparison(pair, Loop::Listed, listed), comparison(pair, Loop::Sampled, sampled)])
}

fn comparison(pair: &Pair, style: Loop, rates: [Vec<f64>; 2]) -> Comparison {
    let ratio = median(rates[0].iter().zip(&rates[1]).map(|(one, other)| one / other).collect());
    let [actions_per_second, baseline_actions_per_second] = rates.map(median);
    let required = match style {
        Loop::Listed => pair.required[0],
        Loop::Sampled => pair.required[1],
    };
    Comparison {
        rules: pair.rules.title(),
        baseline: pair.baseline.title(),
        style: style.to_string(),
        actions_per_second,
        baseline_actions_per_second,
        ratio,
        target: Target::new(required, ratio),
    }
}

fn start(rules: &Ruleset) -> Result<Position, Failure> {
    Position::new(rules).map_err(Failure::bad_input)
}

/// Returns the actions per second of one round.
fn round(start: &Position, style: Loop, seed: u64) -> f64 {
    let games = games_per_round(start.rules().board) / 4;
    let begin = Instant::now();
    let actions = play_games(start, style, seed, games);
    actions as f64 / begin.elapsed().as_secs_f64()
}

/// Writes the ratios as a table.
pub(super) fn print(comparisons: &[Comparison], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nRandom games with two rule sets in alternation, and the required ratio")?;
    writeln!(
        out,
        "{:<20} {:<47} {:<8} {:>10} {:>10} {:>6}  required",
        "rules", "baseline", "loop", "actions/s", "baseline", "ratio"
    )?;
    for row in comparisons {
        let Comparison { rules, baseline, style, ratio, target, .. } = row;
        let (rate, other) = (row.actions_per_second, row.baseline_actions_per_second);
        writeln!(out, "{rules:<20} {baseline:<47} {style:<8} {rate:>10.0} {other:>10.0} {ratio:>6.2}  {target}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_ratios_with_their_targets() {
        let all = pairs().unwrap_or_else(|_| panic!("the rules are valid"));
        let rows: Vec<Comparison> = all
            .iter()
            .zip([0.8, 0.79, 0.9, 0.9, 0.5, 0.49, 0.9, 0.5, 0.49])
            .map(|(pair, ratio)| comparison(pair, Loop::Listed, [vec![1e6 * ratio], vec![1e6]]))
            .collect();
        let mut out = Vec::new();
        print(&rows, &mut out).expect("writing to memory succeeds");
        let out = String::from_utf8(out).expect("the output is UTF-8");
        let expected = [
            ("square8 2p live ", "0.80 met"),
            ("square19 2p live ", "0.80 MISSED"),
            ("hex8 2p live ", "0.80 met"),
            ("hexagonal12 2p live ", "0.80 met"),
            ("square8 2p compact ", "0.50 met"),
            ("square19 2p compact ", "0.50 MISSED"),
            ("hexagonal 2p compact ", "0.50 met"),
            ("hex8 2p live ", "0.50 met"),
            ("hexagonal12 2p live ", "0.50 MISSED"),
        ];
        let lines: Vec<&str> = out.lines().filter(|line| line.contains(" listed ")).collect();
        assert_eq!(lines.len(), expected.len(), "{out}");
        for (line, (rules, result)) in lines.into_iter().zip(expected) {
            assert!(line.starts_with(rules) && line.ends_with(result), "{line}");
        }
    }

    #[test]
    fn compact_needs_a_higher_ratio_if_it_is_sampled() {
        let all = pairs().unwrap_or_else(|_| panic!("the rules are valid"));
        let compact = all.iter().find(|pair| pair.rules.title() == "square8 2p compact").expect("compact is compared");
        let required = |style| comparison(compact, style, [vec![1.0], vec![1.0]]).target.required;
        assert_eq!((required(Loop::Listed), required(Loop::Sampled)), (0.5, 0.8));
    }
}
