//! What is found by playing the games of logs again. Files are read in pieces, so that memory stays bounded.

mod asg;
mod ringrift;

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use ::asg::Game as Match;
use rayon::prelude::*;

pub(super) use self::asg::AsgSum;
pub use self::asg::{AsgCurvePoint, AsgEntrant, AsgFigures, ResourceShares};
pub(super) use self::ringrift::RingRiftSum;
pub use self::ringrift::{Branching, RingRiftFigures};
use super::samples::Samples;
use super::{PartKey, part_key};
use crate::archive::Archive;
use crate::games::RingRift;
use crate::log::{GameLine, Log, LogError};

/// How many bytes of lines are looked at together, about.
const PIECE: usize = 8 << 20;

/// How many problems are told in full.
const MOST_PROBLEMS: usize = 20;

/// What was found in the games of logs beside what their lines say.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) ringrift: BTreeMap<PartKey, RingRiftSum>,
    pub(super) asg: BTreeMap<PartKey, AsgSum>,
    /// Games whose record cannot be used, by part.
    pub(super) damaged: BTreeMap<PartKey, u64>,
    pub(super) problems: Vec<String>,
    pub(super) samples: Samples,
}

/// What was found in one game.
enum Facts {
    RingRift(ringrift::GameFacts),
    Asg(Box<asg::GameFacts>),
    /// The log has no record, or it is of a game that nobody knows here.
    Nothing,
}

/// Plays all games of logs again that were found in them before.
pub(super) fn measure(paths: &[PathBuf], log: &Log, samples: usize) -> Result<Measured, LogError> {
    let mut measured = Measured { samples: Samples::new(samples), ..Measured::default() };
    let mut seen = HashSet::new();
    for path in paths {
        let failed = |error: std::io::Error| LogError {
            path: path.clone(),
            line: None,
            problem: format!("cannot be read: {error}"),
        };
        let mut input = BufReader::new(File::open(path).map_err(failed)?);
        loop {
            let lines = piece(&mut input).map_err(failed)?;
            if lines.is_empty() {
                break;
            }
            measured.add(path, lines, log, &mut seen);
        }
    }
    Ok(measured)
}

/// The next lines of a file; a last one that was not written to its end does not count.
fn piece(input: &mut impl BufRead) -> std::io::Result<Vec<Vec<u8>>> {
    let (mut lines, mut size) = (Vec::new(), 0);
    while size < PIECE {
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        size += line.len();
        lines.push(line);
    }
    Ok(lines)
}

impl Measured {
    fn add(&mut self, path: &Path, lines: Vec<Vec<u8>>, log: &Log, seen: &mut HashSet<(String, String)>) {
        let read: Vec<Option<GameLine>> =
            lines.into_par_iter().map(|line| serde_json::from_slice::<GameLine>(&line).ok()).collect();
        let is_new = |game: &GameLine| {
            // Lines may have been added since the log was read.
            log.game(&game.run, &game.game).is_some() && seen.insert((game.run.clone(), game.game.clone()))
        };
        let games: Vec<GameLine> = read.into_iter().flatten().filter(is_new).collect();
        let facts: Vec<Result<Facts, String>> = games.par_iter().map(|game| facts(game, log)).collect();
        // One after the other: sums of fractions depend on their order.
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
    Err(format!("the log has {} moves, the record {moves}", game.plies))
}
