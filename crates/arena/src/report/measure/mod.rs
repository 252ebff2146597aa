//! Statistics of replayed games. Logs are read in batches, so that memory stays bounded.

mod asg;
mod ringrift;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ::asg::Match;
use game::RingRift;
use rayon::prelude::*;

pub(super) use self::asg::AsgSum;
pub use self::asg::{AsgCurvePoint, AsgEntrant, AsgFigures, ResourceShares};
pub(super) use self::ringrift::RingRiftSum;
pub use self::ringrift::{Branching, RingRiftFigures};
use super::samples::Samples;
use super::{PartKey, part_key};
use crate::log::{GameLine, Log, LogError, for_each_batch};
use crate::matches::Recordable;

/// Maximum number of problems that are described.
const MOST_PROBLEMS: usize = 20;

/// Results of replaying the games of logs.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) ringrift: BTreeMap<PartKey, RingRiftSum>,
    pub(super) asg: BTreeMap<PartKey, AsgSum>,
    /// Number of games with an invalid record, by part.
    pub(super) damaged: BTreeMap<PartKey, u64>,
    pub(super) problems: Vec<String>,
    pub(super) samples: Samples,
}

/// Statistics of one game.
enum Facts {
    RingRift(ringrift::GameFacts),
    Asg(Box<asg::GameFacts>),
    /// The log has no record, or the game is unknown.
    Nothing,
}

/// Replays the games of logs.
pub(super) fn measure(paths: &[PathBuf], log: &Log, samples: usize) -> Result<Measured, LogError> {
    let mut measured = Measured { samples: Samples::new(samples), ..Measured::default() };
    for_each_batch(paths, log, |path, lines| {
        let games: Vec<GameLine> = lines.into_iter().filter_map(|line| line.game).collect();
        measured.add(path, &games, log);
        Ok::<(), LogError>(())
    })?;
    Ok(measured)
}

impl Measured {
    fn add(&mut self, path: &Path, games: &[GameLine], log: &Log) {
        let facts: Vec<Result<Facts, String>> = games.par_iter().map(|game| facts(game, log)).collect();
        // Sequentially, because floating-point sums depend on the order.
        for (game, facts) in games.iter().zip(facts) {
            self.take(path, game, facts, part_key(game, log));
            self.samples.take(game);
        }
    }

    fn take(&mut self, path: &Path, game: &GameLine, facts: Result<Facts, String>, part: PartKey) {
        match facts {
            Ok(Facts::Nothing) => {}
            Ok(Facts::RingRift(facts)) => self.ringrift.entry(part).or_default().add(&facts),
            Ok(Facts::Asg(facts)) => self.asg.entry(part).or_default().add(game, &facts),
            Err(problem) => {
                *self.damaged.entry(part).or_default() += 1;
                if self.problems.len() < MOST_PROBLEMS {
                    let GameLine { run, game, .. } = game;
                    self.problems.push(format!("{}: game {game} of run {run}: {problem}", path.display()));
                }
            }
        }
    }
}

fn facts(game: &GameLine, log: &Log) -> Result<Facts, String> {
    let Some(record) = game.record.as_deref() else { return Ok(Facts::Nothing) };
    match part_key(game, log).game.as_str() {
        "ringrift" => {
            let recorded = RingRift::read_record(record)?;
            same_length(game, recorded.moves.len())?;
            ringrift::GameFacts::of(&recorded).map(Facts::RingRift)
        }
        "asg" => {
            let recorded = Match::read_record(record)?;
            same_length(game, recorded.moves.len())?;
            Ok(Facts::Asg(Box::new(asg::GameFacts::of(&recorded))))
        }
        _ => Ok(Facts::Nothing),
    }
}

fn same_length(game: &GameLine, moves: usize) -> Result<(), String> {
    if game.plies == moves as u64 {
        return Ok(());
    }
    Err(format!("the log has {} moves, but the record has {moves}", game.plies))
}
