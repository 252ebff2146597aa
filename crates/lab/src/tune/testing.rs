//! The test of new weights against old ones.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use ai::SearchBot;
use ai::weights::{Family, Weights};
use arena::log::SprtLine;
use arena::settings::{EntrantSettings, Format, RingRiftSettings, Tournament};
use cli_support::Failure;
use cli_support::SequentialTest;
use cli_support::runs::{open_session, plan_with};
use game::{Bot, RingRift, Rosters};
use ratings::SprtDecision;

use super::args::TuneArgs;
use super::report::Trial;
use crate::measure::{Logs, stopped};

/// Number of random actions at the start of games.
const OPENING_PLIES: u32 = 2;

/// Error probabilities of the test, in both directions.
const ERROR: f64 = 0.05;

/// Plays new weights against old ones on square8 until the test decides.
pub(super) fn test(
    family: Family,
    old: &Weights,
    new: &Weights,
    args: &TuneArgs,
    logs: &Logs,
    out: &mut impl Write,
) -> Result<Trial, Failure> {
    let rosters = rosters(old, new, args.test_nodes);
    let mut plan = plan_with(&rosters, &settings(family, [new, old], args), Path::new(""))?;
    let line = SprtLine { elo0: 0.0, elo1: args.elo, alpha: ERROR, beta: ERROR };
    plan.manifest_mut().sprt = Some(line);
    let path = logs.path(&family.to_string());
    let session = open_session(&path, plan.manifest())?;
    let mut test = SequentialTest::new(line, args.most_pairs)?;
    let mut twice = Tee { out, stored: Vec::new() };
    test.play(&plan, &session, args.jobs(), &mut twice).map_err(|error| stopped(&path, error))?;
    writeln!(twice, "{}", test.summary(plan.manifest()))?;
    let log = String::from_utf8_lossy(&twice.stored).into_owned();
    Ok(Trial { log, is_stronger: test.decision() == SprtDecision::AcceptH1 })
}

/// Returns rosters with the players `after` (new weights) and `before` (old weights). The part of a name after the
/// colon is the digest of the weights, so that the log distinguishes games with different weights.
fn rosters(old: &Weights, new: &Weights, nodes: u64) -> Rosters {
    let mut rosters = ai::rosters();
    for (name, weights) in [("after", new), ("before", old)] {
        let weights = weights.clone();
        rosters.ringrift.add(name, name, ai::CLASSIC_VERSION, move |_| {
            let weights = weights.clone();
            let make = move |seed| {
                Box::new(SearchBot::with_nodes(nodes, seed).with_weights(weights.clone())) as Box<dyn Bot<RingRift>>
            };
            Ok(Arc::new(make))
        });
    }
    rosters
}

fn settings(family: Family, [new, old]: [&Weights; 2], args: &TuneArgs) -> Tournament {
    let entrant = |name: &str, weights: &Weights| {
        EntrantSettings::named(&format!("{name}:{}-{}", weights.digest(), args.test_nodes))
    };
    let (edition, set) = family.edition();
    Tournament {
        name: format!("tune {family}"),
        format: Format::RoundRobin,
        rounds: args.most_pairs,
        conditions_per_round: 1,
        seed: args.seed,
        ringrift: Some(RingRiftSettings {
            edition: edition.to_string(),
            set: set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
            random_plies: OPENING_PLIES,
            ..RingRiftSettings::default()
        }),
        asg: None,
        entrants: vec![entrant("after", new), entrant("before", old)],
        prices: Default::default(),
        cost_cap: None,
    }
}

/// Writer that also stores the output.
struct Tee<'a, W> {
    out: &'a mut W,
    stored: Vec<u8>,
}

impl<W: Write> Write for Tee<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stored.extend_from_slice(bytes);
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
