//! `ringside asg scenario check`: whether a scenario is fair.

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

/// The shares of decisive games that whoever moves first may win in a fair scenario.
pub(super) const FAIR: std::ops::RangeInclusive<f64> = 0.45..=0.55;

/// The most draws that a lively scenario has.
pub(super) const MOST_DRAWS: f64 = 0.20;

/// Check whether a scenario is fair: symmetry, ways, reach, and who wins when equals play.
///
/// Exits with 1 if a flaw is certain: a map that differs for the players or falls apart, headquarters that can be reached in
/// the first ply, more than 20 % draws, or an advantage for whoever moves first outside of 45 to 55 % of the decisive matches.
/// Draws and advantage count only if they cannot be luck: if the whole 95 % interval lies outside.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A built-in scenario, or a file; - is standard input
    #[arg(value_name = "NAME|FILE")]
    scenario: String,
    /// How many matches to play; 0 plays none
    #[arg(long, default_value_t = 200, value_name = "N")]
    games: u64,
    /// The bot that plays against itself
    #[arg(long, default_value = "search")]
    bot: BotKind,
    /// The seeds of all matches are spread from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// v0 or v1
    #[arg(long, default_value = "v0", value_parser = parse_rules)]
    rules: Rules,
}

/// Runs the command.
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
    let mut tell = |what: &str, finding: Finding, out: &mut dyn Write| {
        flaws += u32::from(finding.is_flaw);
        writeln!(out, "{what:<14}{}{}", if finding.is_flaw { "flaw: " } else { "" }, finding.text)
    };
    tell("connected", connection(&scenario), out)?;
    tell("symmetric", mirror(&scenario), out)?;
    tell("reach", reach(&scenario), out)?;
    if args.games > 0 {
        let series = Series { scenario: &scenario, rules: args.rules, seed: args.seed, games: args.games };
        let tally = series.against_itself(args.bot, &plain(&scenario.file().id));
        tell("draws", draws(tally), out)?;
        tell("first mover", first_mover(tally), out)?;
    }
    if flaws == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// What was found, and whether that is bad.
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
        PlayerSwap::Found(_) => (false, "the map is the same for both players"),
        PlayerSwap::None => (true, "the map is not the same for both players"),
        PlayerSwap::Unknown => (false, "too many ways to compare the halves; it is not known"),
    };
    Finding { is_flaw, text: text.to_owned() }
}

fn reach(scenario: &Scenario) -> Finding {
    let budget = scenario.settings().action_budget;
    let (is_flaw, text) = match scenario.hq_distance() {
        None => (true, "there is no way between the headquarters".to_owned()),
        Some(steps) => {
            let is_near = u64::from(steps) <= budget;
            let judgement = if is_near { "they can be stormed in the first ply" } else { "no ply reaches so far" };
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
            Finding { is_flaw: share.low > MOST_DRAWS, text: format!("{share} of {}", matches(tally.games(), "")) }
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
