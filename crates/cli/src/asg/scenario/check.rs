//! `ringside asg scenario check`: fairness of a scenario.

use std::io::Write;
use std::sync::Arc;

use asg::symmetry::{PlayerSwap, find_player_swap};
use asg::{Rules, Scenario};
use clap::Args;
use cli_support::plain::plain;
use cli_support::{Failure, Outcome};
use game::bots::BotKind;
use ratings::Share;
use ringrift_text::counted;

use super::super::args::{parse_rules, scenario};
use super::series::{Series, Tally};

/// Share of decisive matches that the first mover wins in a fair scenario.
pub(super) const FAIR: std::ops::RangeInclusive<f64> = 0.45..=0.55;

/// Maximum share of draws.
pub(super) const MAX_DRAWS: f64 = 0.20;

/// Check whether a scenario is fair: connection, symmetry, distance, and the results of a bot against itself.
///
/// The exit code is 1 if a flaw is certain: a map that is not symmetric or not connected, headquarters that can be reached in
/// the first ply, more than 20 % draws, or a first mover who wins less than 45 % or more than 55 % of the decisive matches.
/// Draws and wins count as flaws only if the whole 95 % interval is outside the limits.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Built-in scenario or file; - is standard input
    #[arg(value_name = "NAME|FILE")]
    scenario: String,
    /// Number of matches; 0 plays none
    #[arg(long, default_value_t = 200, value_name = "N")]
    games: u64,
    /// Bot that plays against itself
    #[arg(long, default_value = "search")]
    bot: BotKind,
    /// Seed from which the seeds of all matches are derived
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules: v0 or v1
    #[arg(long, default_value = "v0", value_parser = parse_rules)]
    rules: Rules,
}

pub(super) fn run(args: &CheckArgs, out: &mut impl Write) -> Outcome {
    let scenario = Arc::new(scenario(&args.scenario)?);
    writeln!(
        out,
        "{}: {}, {}",
        plain(&scenario.file().id),
        counted(scenario.len() as u64, "node"),
        counted(scenario.edge_count() as u64, "edge")
    )?;
    let mut flaws = 0;
    let mut print = |what: &str, finding: Finding, out: &mut dyn Write| {
        flaws += u32::from(finding.is_flaw);
        writeln!(out, "{what:<14}{}{}", if finding.is_flaw { "flaw: " } else { "" }, finding.text)
    };
    print("connected", connection(&scenario), out)?;
    print("symmetric", mirror(&scenario), out)?;
    print("reach", reach(&scenario), out)?;
    if args.games > 0 {
        let series = Series { scenario: &scenario, rules: args.rules, seed: args.seed, games: args.games };
        let tally = series.against_itself(args.bot, &plain(&scenario.file().id));
        print("draws", draws(tally), out)?;
        print("first mover", first_mover(tally), out)?;
    }
    if flaws == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// Result of one check.
struct Finding {
    is_flaw: bool,
    text: String,
}

fn connection(scenario: &Scenario) -> Finding {
    let hq = scenario.hq(asg::Side::P1);
    let lost = scenario.distances_to(hq).iter().filter(|distance| distance.is_none()).count();
    let text = match lost {
        0 => "every node can be reached".to_owned(),
        lost => format!("{} cannot be reached", counted(lost as u64, "node")),
    };
    Finding { is_flaw: lost > 0, text }
}

fn mirror(scenario: &Scenario) -> Finding {
    let (is_flaw, text) = match find_player_swap(scenario) {
        PlayerSwap::Found(_) => (false, "the map is symmetric"),
        PlayerSwap::None => (true, "the map is not symmetric"),
        PlayerSwap::Unknown => (false, "unknown: there are too many candidate symmetries to test"),
    };
    Finding { is_flaw, text: text.to_owned() }
}

fn reach(scenario: &Scenario) -> Finding {
    let budget = scenario.settings().action_budget;
    let (is_flaw, text) = match scenario.hq_distance() {
        None => (true, "the headquarters are not connected".to_owned()),
        Some(steps) => {
            let is_near = u64::from(steps) <= budget;
            let judgement =
                if is_near { "they can be reached in the first ply" } else { "they cannot be reached in one ply" };
            let (steps, actions) = (counted(steps, "step"), counted(budget, "action"));
            (is_near, format!("the headquarters are {steps} apart, a ply has {actions}: {judgement}"))
        }
    };
    Finding { is_flaw, text }
}

fn draws(tally: Tally) -> Finding {
    match Share::new(tally.draws as f64, tally.games()) {
        None => Finding { is_flaw: false, text: "no matches".to_owned() },
        Some(share) => {
            Finding { is_flaw: share.low > MAX_DRAWS, text: format!("{share} of {}", matches(tally.games(), "")) }
        }
    }
}

fn matches(number: u64, kind: &str) -> String {
    format!("{number} {kind}{}", if number == 1 { "match" } else { "matches" })
}

fn first_mover(tally: Tally) -> Finding {
    let decisive = tally.wins + tally.losses;
    match Share::new(tally.wins as f64, decisive) {
        None => Finding { is_flaw: false, text: "no decisive matches".to_owned() },
        Some(share) => Finding {
            is_flaw: share.high < *FAIR.start() || share.low > *FAIR.end(),
            text: format!("wins {share} of {}", matches(decisive, "decisive ")),
        },
    }
}
