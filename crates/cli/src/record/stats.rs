//! `ringside record stats`: statistics of recorded games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use cli_support::{Failure, Outcome};
use ringrift_record::{Lengths, Stats};
use ringrift_text::counted;
use serde_json::json;

use crate::record::games::each_game;

/// Count games by rules, result, termination and length, and actions by kind.
///
/// Games that cannot be read are reported and skipped, and the exit code is 1.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Files to count; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &StatsArgs, out: &mut impl Write) -> Outcome {
    let mut total = Stats::default();
    let mut wrong = 0;
    let of_one = |record: ringrift_record::Record| {
        let mut stats = Stats::default();
        stats.add(&record);
        stats
    };
    let unusable = each_game(
        &args.files,
        |entry| entry.read().map(of_one),
        |path, done| {
            match done.result {
                Ok(stats) => total.merge(stats),
                Err(error) => {
                    wrong += 1;
                    anstream::eprintln!("error: {}: game {}: {error}", path.display(), done.number);
                }
            }
            Ok(())
        },
    )?;
    if total.games == 0 && unusable > 0 {
        return Err(Failure::Reported);
    }
    if args.json {
        writeln!(out, "{:#}", as_json(&total, wrong))?;
    } else {
        print(&total, wrong, out)?;
    }
    match (unusable, wrong) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::CheckFailed),
        _ => Err(Failure::Reported),
    }
}

fn print(stats: &Stats, wrong: u64, out: &mut impl Write) -> Outcome {
    let left_out = if wrong > 0 { format!(", {wrong} more could not be read") } else { String::new() };
    writeln!(out, "{}{left_out}", counted(stats.games, "game"))?;
    table("rules", stats.rules.iter(), stats.games, out)?;
    table("result", stats.results.iter(), stats.games, out)?;
    let wins = stats.wins.iter().map(|(player, count)| (format!("player {player}"), count));
    table("won alone by", wins, stats.games, out)?;
    table("termination", stats.terminations.iter(), stats.games, out)?;
    table("actions", stats.kinds.iter(), stats.actions.total(), out)?;
    writeln!(
        out,
        "\n{:<26} {:>8} {:>8} {:>8} {:>10} {:>8}",
        "length", "shortest", "median", "90 %", "mean", "longest"
    )?;
    for (name, lengths) in [("actions in a game", &stats.actions), ("turns in a game", &stats.turns)] {
        if let (Some(mean), Some([shortest, median, ninety_percent, longest])) = (lengths.mean(), quantiles(lengths)) {
            writeln!(out, "{name:<26} {shortest:>8} {median:>8} {ninety_percent:>8} {mean:>10.1} {longest:>8}")?;
        }
    }
    Ok(())
}

/// Returns the shortest length, the median, the 90 % quantile and the longest.
fn quantiles(lengths: &Lengths) -> Option<[u64; 4]> {
    let mut found = [0; 4];
    for (place, share) in found.iter_mut().zip([0.0, 0.5, 0.9, 1.0]) {
        *place = lengths.quantile(share)?;
    }
    Some(found)
}

/// Prints counts with their share of `whole`, the most frequent first.
fn table<'a, N: ToString>(
    title: &str,
    counts: impl Iterator<Item = (N, &'a u64)>,
    whole: u64,
    out: &mut impl Write,
) -> Outcome {
    let mut rows: Vec<(String, u64)> = counts.map(|(name, &count)| (name.to_string(), count)).collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if !rows.is_empty() {
        writeln!(out, "\n{title}")?;
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(26);
    for (name, count) in rows {
        let share = 100.0 * count as f64 / whole.max(1) as f64;
        writeln!(out, "  {name:<width$} {count:>9} {share:>6.1} %")?;
    }
    Ok(())
}

fn as_json(stats: &Stats, wrong: u64) -> serde_json::Value {
    let lengths = |lengths: &Lengths| {
        let [shortest, median, ninety_percent, longest] = quantiles(lengths).unwrap_or_default();
        json!({
            "total": lengths.total(), "mean": lengths.mean(), "shortest": shortest, "median": median,
            "ninetyPercent": ninety_percent, "longest": longest
        })
    };
    let wins: serde_json::Map<String, serde_json::Value> =
        stats.wins.iter().map(|(player, &count)| (player.to_string(), count.into())).collect();
    json!({
        "games": stats.games, "unreadable": wrong, "rules": stats.rules, "results": stats.results, "wonAlone": wins,
        "terminations": stats.terminations, "actionKinds": stats.kinds, "actions": lengths(&stats.actions),
        "turns": lengths(&stats.turns)
    })
}
