//! Worked positions: `ringrift-case/1`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ringrift::{Action, ByPlayer, FingerprintHash, Player, Setup};
use serde::Deserialize;

use crate::conform::engine::Engine;
use crate::conform::moves::legal_moves;
use crate::conform::report::{Difference, Report};
use crate::conform::snapshot::{Config, Snapshot};
use crate::conform::source::Source;
use crate::conform::trace::{phase_name, player_number};

#[derive(Deserialize)]
struct Case {
    format: String,
    id: u32,
    rules: String,
    #[serde(flatten)]
    config: Config,
    setup: String,
    /// The position in expanded form. Missing in cases that begin within a turn, which only the text can express.
    position: Option<Position>,
    script: Vec<ScriptStep>,
}

#[derive(Deserialize)]
struct Position {
    #[serde(flatten)]
    snapshot: Snapshot,
    turn: u8,
}

#[derive(Deserialize)]
struct ScriptStep {
    text: String,
    #[serde(flatten)]
    op: Op,
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Op {
    Do {
        r#move: String,
    },
    Can {
        r#move: String,
    },
    Cannot {
        r#move: String,
    },
    Is {
        cells: BTreeMap<String, String>,
    },
    Phase {
        phase: String,
    },
    Turn {
        player: u8,
    },
    Elim {
        values: Vec<u32>,
    },
    Terr {
        values: Vec<u32>,
    },
    Hand {
        values: Vec<u32>,
    },
    Regions {
        sizes: Vec<usize>,
    },
    Nlegal {
        value: usize,
    },
    /// Change of the progress measure S by the last action.
    #[serde(rename = "dS")]
    Progress {
        value: i64,
    },
    Cells {
        value: u16,
    },
    /// Hash of the fingerprint, 32 hexadecimal digits.
    Hash {
        value: String,
    },
    Win {
        winner: u8,
        reason: String,
    },
    /// Ranks by seat, once the game is over.
    Ranks {
        values: Vec<u8>,
    },
    /// Ranks by seat if a player resigns or runs out of time.
    Lost {
        player: u8,
        values: Vec<u8>,
    },
}

/// Checks all cases of a file.
pub(super) fn check<E: Engine>(mut source: Source, report: &mut Report) -> Result<(), String> {
    while let Some(case) = source.next_value::<Case>()? {
        let at = |problem: String| format!("line {}, case {}: {problem}", source.line_number(), case.id);
        if case.format != "ringrift-case/1" {
            return Err(at(format!("format '{}' in a file of cases", case.format)));
        }
        report.cases += 1;
        let mut run = Run::<E>::start(&case, report).map_err(at)?;
        for step in &case.script {
            report.checks += 1;
            if !run.step(step, report) {
                break;
            }
        }
    }
    if report.cases == 0 { Err("the file has no case".to_owned()) } else { Ok(()) }
}

/// Case under test.
struct Run<E> {
    place: String,
    engine: E,
    state: Setup,
    last_gain: i64,
}

impl<E: Engine> Run<E> {
    fn start(case: &Case, report: &mut Report) -> Result<Run<E>, String> {
        let rules = case.config.ruleset()?;
        let mut read = Setup::parse_with(&case.setup, &rules).map_err(|error| error.to_string())?;
        read.stacks.sort();
        read.markers.sort();
        read.collapsed.sort();
        let expanded =
            case.position.as_ref().map(|position| position.snapshot.setup(rules, position.turn)).transpose()?;
        let setup = expanded.as_ref().unwrap_or(&read);
        let (engine, _) = E::start(setup)?;
        let state = engine.snapshot();
        let run = Run { place: format!("case {} ({})", case.id, case.rules), engine, state, last_gain: 0 };
        if let Some(expanded) = &expanded {
            report.checks += 1;
            run.compare("the setup text", expanded, &read, report);
        }
        Ok(run)
    }

    /// Checks or plays one step. Returns false if the case cannot continue.
    fn step(&mut self, step: &ScriptStep, report: &mut Report) -> bool {
        let what = step.text.as_str();
        match &step.op {
            Op::Do { r#move } => return self.play(what, r#move, report),
            Op::Can { r#move } => self.compare(what, &true, &self.find(r#move).is_some(), report),
            Op::Cannot { r#move } => self.compare(what, &false, &self.find(r#move).is_some(), report),
            Op::Is { cells } => {
                let got = cells.keys().map(|cell| (cell.clone(), self.content(cell))).collect();
                self.compare(what, cells, &got, report);
            }
            Op::Phase { phase } => self.compare(what, &phase.as_str(), &phase_name(&self.state), report),
            Op::Turn { player } => self.compare(what, player, &player_number(&self.state), report),
            Op::Hand { values } => self.compare(what, values, &self.column(0), report),
            Op::Elim { values } => self.compare(what, values, &self.column(1), report),
            Op::Terr { values } => self.compare(what, values, &self.column(2), report),
            Op::Regions { sizes } => self.compare(what, sizes, &self.region_sizes(), report),
            Op::Nlegal { value } => self.compare(what, value, &self.engine.legal().len(), report),
            Op::Progress { value } => self.compare(what, value, &self.last_gain, report),
            Op::Cells { value } => self.compare(what, value, &self.state.rules.board.cells(), report),
            Op::Hash { value } => {
                let got = FingerprintHash::of(&self.state.fingerprint()).to_string();
                self.compare(what, value, &got, report);
            }
            Op::Win { winner, reason } => {
                let outcome = self.engine.outcome();
                let got = outcome.map(|end| (end.winner.map_or(0, Player::seat), end.reason.name().to_owned()));
                self.compare(what, &Some((*winner, reason.clone())), &got, report);
            }
            Op::Ranks { values } => {
                let got = self.engine.outcome().map(|end| self.by_seat(&end.ranks));
                self.compare(what, &Some(values.clone()), &got, report);
            }
            Op::Lost { player, values } => {
                let got = Player::from_seat(*player).map(|by| self.by_seat(&self.engine.ranking_after_resignation(by)));
                self.compare(what, &Some(values.clone()), &got, report);
            }
        }
        true
    }

    fn play(&mut self, what: &str, text: &str, report: &mut Report) -> bool {
        let Some(action) = self.find(text) else {
            self.compare(what, &true, &false, report);
            return false;
        };
        let before = i64::from(self.engine.progress());
        if let Err(problem) = self.engine.play(action) {
            self.compare(what, &Ok(()), &Err(problem), report);
            return false;
        }
        self.last_gain = i64::from(self.engine.progress()) - before;
        self.state = self.engine.snapshot();
        true
    }

    fn find(&self, text: &str) -> Option<Action> {
        legal_moves(&self.engine, &self.state).into_iter().find(|(found, _)| found == text).map(|(_, action)| action)
    }

    /// Returns the content of a cell in the notation of the cases.
    fn content(&self, cell: &str) -> String {
        let snapshot = Snapshot::of(&self.state);
        if let Some(rings) = snapshot.st.get(cell) {
            format!("S{rings}")
        } else if let Some(owner) = snapshot.mk.get(cell) {
            format!("M{owner}")
        } else if let Some(owner) = snapshot.co.get(cell) {
            format!("C{owner}")
        } else {
            ".".to_owned()
        }
    }

    fn column(&self, index: usize) -> Vec<u32> {
        Snapshot::of(&self.state).pl.iter().map(|counts| counts[index]).collect()
    }

    fn by_seat(&self, ranks: &ByPlayer<u8>) -> Vec<u8> {
        ranks.of(self.state.rules.players).to_vec()
    }

    /// Returns the sizes of the regions that can be claimed now.
    fn region_sizes(&self) -> Vec<usize> {
        let legal = self.engine.legal();
        let regions = self.engine.regions().into_iter();
        let chosen = regions.filter(|(region, _)| legal.contains(&Action::ClaimRegion { region: *region }));
        let mut sizes: Vec<usize> = chosen.map(|(_, cells)| cells.len()).collect();
        sizes.sort_unstable();
        sizes
    }

    fn compare<T: PartialEq + Debug>(&self, what: &str, expected: &T, got: &T, report: &mut Report) {
        if expected != got {
            report.differ(|| Difference {
                place: self.place.clone(),
                position: self.state.to_string(),
                what: what.to_owned(),
                expected: format!("{expected:?}"),
                got: format!("{got:?}"),
            });
        }
    }
}
