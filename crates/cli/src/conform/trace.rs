//! Whole games: `ringrift-trace/1`.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::Debug;

use ringrift::{BoardKind, Forced, LastStanding, Phase, Player, Ruleset, Setup, Shape};
use serde::Deserialize;

use crate::conform::engine::Engine;
use crate::conform::moves::legal_moves;
use crate::conform::report::{Difference, Report};
use crate::conform::sequence::{Named, Sequence};
use crate::conform::snapshot::{Config, Counts, Snapshot};
use crate::conform::source::Source;

/// Fields that identify the kind of a line.
#[derive(Deserialize)]
struct Kind {
    /// Present in the header of a game.
    h: Option<u8>,
    /// Present in the footer of a game.
    f: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Header {
    format: String,
    #[serde(flatten)]
    config: Config,
    seed: Option<u64>,
    size: u16,
    total_spaces: u16,
    rings_per_player: u16,
    line_length: u8,
    adj: [String; 3],
    total_rings_in_play: u16,
    victory_threshold: u16,
    territory_victory_threshold: Option<u16>,
    territory_victory_minimum: Option<u16>,
    lps_rounds_required: Option<u8>,
    init: State,
}

#[derive(Deserialize)]
struct State {
    #[serde(flatten)]
    snapshot: Snapshot,
    #[serde(rename = "S")]
    progress: u32,
}

#[derive(Deserialize)]
struct TraceStep {
    /// Number of the step, from 0.
    i: u64,
    /// Phase before the move.
    ph: String,
    /// Seat of the player to move.
    p: u8,
    /// Legal moves, sorted.
    legal: Vec<String>,
    /// Played move.
    mv: String,
    /// Automatic events after the move, each with the seat of its player.
    #[serde(default)]
    ev: Vec<(String, u8)>,
    after: After,
}

#[derive(Deserialize)]
struct After {
    ph: String,
    p: u8,
    status: String,
    /// The stack that must move, where the edition records it.
    must: Option<String>,
    /// The capturing stack, where the edition records it.
    chain: Option<String>,
    /// 1 if a line payment is due, where the edition records it.
    owes: Option<u8>,
    #[serde(flatten)]
    state: State,
}

#[derive(Deserialize)]
struct Footer {
    steps: u64,
    end: String,
    winner: Option<u8>,
    reason: Option<String>,
    turns: u32,
    #[serde(default)]
    kinds: BTreeMap<String, u64>,
    #[serde(rename = "final")]
    counts: Vec<Counts>,
}

/// Checks all games of a file.
pub(super) fn check<E: Engine>(mut source: Source, report: &mut Report) -> Result<(), String> {
    let mut open: Option<TracedGame<E>> = None;
    while let Some(line) = source.next_line()? {
        let at = |problem: String| format!("line {}: {problem}", source.line_number());
        let kind: Kind = source.parse(&line)?;
        match (kind, &mut open) {
            (Kind { h: Some(_), .. }, None) => {
                report.games += 1;
                open = Some(TracedGame::start(&source.parse(&line)?, report).map_err(at)?);
            }
            (Kind { h: Some(_), .. }, Some(_)) => {
                return Err(at("a new game begins before the footer of the last one".into()));
            }
            (Kind { f: Some(_), .. }, Some(game)) => {
                game.finish(&source.parse(&line)?, report);
                open = None;
            }
            (_, Some(game)) => game.step(&source.parse(&line)?, report),
            (_, None) => return Err(at("a step or footer without the header of its game".into())),
        }
    }
    match (open, report.games) {
        (Some(_), _) => Err("the last game has no footer; is the file complete?".to_owned()),
        (None, 0) => Err("the file has no game".to_owned()),
        (None, _) => Ok(()),
    }
}

/// Game under test.
struct TracedGame<E> {
    name: String,
    engine: E,
    state: Setup,
    steps: u64,
    kinds: BTreeMap<String, u64>,
    /// Steps without a choice that the record contains before the next decision.
    pending: VecDeque<(Player, ringrift::TurnStep)>,
    /// Our record of the game and the recorded moves, where the record has steps without a choice.
    sequence: Option<Sequence>,
    /// A difference was found. Later steps of the game are skipped.
    has_differed: bool,
}

impl<E: Engine> TracedGame<E> {
    fn start(header: &Header, report: &mut Report) -> Result<TracedGame<E>, String> {
        let rules = header.config.ruleset()?;
        let setup = header.init.snapshot.setup(rules, 1)?;
        let (engine, _) = E::start(&setup)?;
        let seed = header.seed.map_or(String::new(), |seed| format!(" (seed {seed})"));
        let state = engine.snapshot();
        let mut game = TracedGame {
            name: format!("game {}{seed}", report.games),
            engine,
            state,
            steps: 0,
            kinds: BTreeMap::new(),
            pending: VecDeque::new(),
            sequence: Sequence::start(&setup)?,
            has_differed: false,
        };
        game.check_header(header, &rules, report);
        game.compare("S at the start", &header.init.progress, &game.engine.progress(), report);
        Ok(game)
    }

    fn check_header(&mut self, header: &Header, rules: &Ruleset, report: &mut Report) {
        let (size, adjacency) = match rules.board.shape() {
            Shape::Square { side } => (u16::from(side), ["moore", "moore", "von_neumann"]),
            Shape::Hexagon { radius } if rules.forced == Forced::Last => (2 * u16::from(radius) + 1, ["hexagonal"; 3]),
            Shape::Hexagon { radius } => (u16::from(radius) + 1, ["hexagonal"; 3]),
        };
        self.compare("format", &header.format.as_str(), &"ringrift-trace/1", report);
        self.compare("size", &header.size, &size, report);
        self.compare("adj", &header.adj, &adjacency.map(str::to_owned), report);
        self.compare("totalSpaces", &header.total_spaces, &BoardKind::cells(rules.board), report);
        self.compare("ringsPerPlayer", &header.rings_per_player, &rules.rings_per_player, report);
        self.compare("lineLength", &header.line_length, &rules.line_length, report);
        self.compare("totalRingsInPlay", &header.total_rings_in_play, &rules.total_rings(), report);
        self.compare("victoryThreshold", &header.victory_threshold, &rules.elimination_threshold, report);
        let territory = header.territory_victory_threshold.or(header.territory_victory_minimum);
        self.compare("territoryVictoryThreshold", &territory, &Some(rules.territory_threshold), report);
        let rounds = (rules.last_standing == LastStanding::Rounds).then_some(rules.last_standing_rounds);
        self.compare("lpsRoundsRequired", &header.lps_rounds_required, &rounds, report);
    }

    fn step(&mut self, step: &TraceStep, report: &mut Report) {
        if self.has_differed {
            return;
        }
        self.steps += 1;
        report.steps += 1;
        report.actions += step.legal.len() as u64;
        self.compare("step number", &step.i, &(self.steps - 1), report);
        *self.kinds.entry(step.mv.split(':').next().unwrap_or_default().to_owned()).or_default() += 1;
        if let Some(sequence) = &mut self.sequence {
            sequence.add_recorded(&step.mv, step.p);
        }
        if let Some((player, empty)) = self.pending.pop_front() {
            return self.empty_step(step, player, empty, report);
        }
        self.compare("phase", &step.ph.as_str(), &self.phase_name(&self.state), report);
        self.compare("player", &step.p, &player_number(&self.state), report);
        let moves = legal_moves(&self.engine, &self.state);
        self.compare_lists(&step.legal, &moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), report);
        let Some((_, action)) = moves.into_iter().find(|(text, _)| *text == step.mv) else {
            return self.differ("the move played", &step.mv, "no legal action", report);
        };
        if let Some(sequence) = &mut self.sequence {
            sequence.play(action);
        }
        match self.engine.play(action) {
            Ok(automatic) => {
                self.pending = automatic.empty_steps.into();
                self.check_after(step, &automatic.passes, report);
            }
            Err(problem) => self.differ("playing the move", &step.mv, &problem, report),
        }
    }

    /// Checks a step without a choice.
    fn empty_step(&mut self, step: &TraceStep, player: Player, empty: ringrift::TurnStep, report: &mut Report) {
        let (phase, text) = empty_names(empty);
        self.compare("phase", &step.ph.as_str(), &phase, report);
        self.compare("player", &step.p, &player.seat(), report);
        self.compare_lists(&step.legal, &[text.to_owned()], report);
        self.compare("the move played", &step.mv.as_str(), &text, report);
        self.check_after(step, &[], report);
    }

    /// Returns the name of a phase in records of this edition. In editions with forced elimination at the end of the
    /// turn, payments are not separate phases.
    fn phase_name(&self, state: &Setup) -> &'static str {
        match state.phase {
            Some(Phase::Recovery) => "movement",
            Some(Phase::LinePayment) if state.rules.forced == Forced::Last => "line_processing",
            Some(Phase::RegionPayment) if state.rules.forced == Forced::Last => "territory_processing",
            _ => phase_name(state),
        }
    }

    /// Compares the fields that only the live edition records.
    fn check_turn_data(&mut self, step: &TraceStep, after: &Setup, report: &mut Report) {
        if after.rules.forced != Forced::Last {
            return;
        }
        let board = after.rules.board;
        let name = |cell| Some(board.cell_name(cell).to_string());
        let (must, chain) = match after.phase {
            _ if !self.pending.is_empty() => (None, None),
            Some(Phase::Movement { must_move: Some(at) }) => (name(at), None),
            Some(Phase::CaptureChain { at }) => (None, name(at)),
            _ => (None, None),
        };
        let owes = (self.pending.is_empty() && after.phase == Some(Phase::LinePayment)).then_some(1);
        self.compare("the stack that must move", &step.after.must, &must, report);
        self.compare("the capturing stack", &step.after.chain, &chain, report);
        self.compare("whether a payment is due", &step.after.owes, &owes, report);
    }

    fn check_after(&mut self, step: &TraceStep, passes: &[Player], report: &mut Report) {
        let after = self.engine.snapshot();
        let passes: Vec<(String, u8)> = passes.iter().map(|player| ("pass".to_owned(), player.seat())).collect();
        let what = |what: &str| format!("{what} after {}", step.mv);
        let (phase, player, is_over) = match self.pending.front() {
            Some(&(player, empty)) => (empty_names(empty).0, player.seat(), false),
            None => (self.phase_name(&after), player_number(&after), after.phase.is_some_and(Phase::is_over)),
        };
        let status = if is_over { "completed" } else { "active" };
        if after.rules.forced == Forced::First {
            self.compare(&what("passes"), &step.ev, &passes, report);
        }
        self.compare(&what("phase"), &step.after.ph.as_str(), &phase, report);
        self.compare(&what("player"), &step.after.p, &player, report);
        self.check_turn_data(step, &after, report);
        self.compare(&what("status"), &step.after.status.as_str(), &status, report);
        let (expected, got) = (&step.after.state.snapshot, Snapshot::of(&after));
        self.compare(&what("stacks"), &expected.st, &got.st, report);
        self.compare(&what("markers"), &expected.mk, &got.mk, report);
        self.compare(&what("collapsed cells"), &expected.co, &got.co, report);
        self.compare(&what("hands, credits and territory"), &expected.pl, &got.pl, report);
        self.compare(&what("S"), &step.after.state.progress, &self.engine.progress(), report);
        self.state = after;
    }

    fn finish(&mut self, footer: &Footer, report: &mut Report) {
        if self.has_differed {
            return;
        }
        let outcome = self.engine.outcome();
        let winner = outcome.map(|outcome| outcome.winner.map_or(0, Player::seat));
        let reason = outcome.map(|outcome| outcome.reason.name().to_owned());
        let end = if outcome.is_some() { "game_over" } else { "cap" };
        let (steps, turns) = (self.steps, self.state.turn);
        self.compare("number of steps", &footer.steps, &steps, report);
        self.compare("end", &footer.end.as_str(), &end, report);
        self.compare("winner", &footer.winner, &winner, report);
        self.compare("reason", &footer.reason, &reason, report);
        self.compare("turns", &footer.turns, &turns, report);
        self.compare("kinds of moves", &footer.kinds, &self.kinds.clone(), report);
        if let Some((recorded, exported)) = self.sequence.take().map(Sequence::both) {
            self.compare_sequences(&recorded, &exported, report);
        }
        self.compare("final counts", &footer.counts, &Snapshot::of(&self.state).pl, report);
    }

    /// Checks that our record exports the same moves, including steps without a choice.
    fn compare_sequences(&mut self, recorded: &[Named], exported: &[Named], report: &mut Report) {
        self.compare("number of exported moves", &recorded.len(), &exported.len(), report);
        if let Some(number) = recorded.iter().zip(exported).position(|(recorded, exported)| recorded != exported) {
            self.compare(&format!("exported move {number}"), &recorded[number], &exported[number], report);
        }
    }

    fn compare<T: PartialEq + Debug>(&mut self, what: &str, expected: &T, got: &T, report: &mut Report) {
        if expected != got {
            self.differ(what, &format!("{expected:?}"), &format!("{got:?}"), report);
        }
    }

    /// Compares lists of moves. Shows only missing and extra moves, because the lists are long.
    fn compare_lists(&mut self, expected: &[String], got: &[String], report: &mut Report) {
        if expected == got {
            return;
        }
        let missing = only_in(expected, got);
        let extra = only_in(got, expected);
        let expected = format!("{} actions; missing {missing}", expected.len());
        self.differ("legal actions", &expected, &format!("{} actions; extra {extra}", got.len()), report);
    }

    fn differ(&mut self, what: &str, expected: &str, got: &str, report: &mut Report) {
        self.has_differed = true;
        report.differ(|| Difference {
            place: format!("{}, step {}", self.name, self.steps.saturating_sub(1)),
            position: self.state.to_string(),
            what: what.to_owned(),
            expected: expected.to_owned(),
            got: got.to_owned(),
        });
    }
}

/// Describes the entries that only the first list has. Returns `nothing` if the lists differ only in order or
/// repetitions.
fn only_in(list: &[String], other: &[String]) -> String {
    const MOST_SHOWN: usize = 20;
    let other: HashSet<&String> = other.iter().collect();
    let mut only = list.iter().filter(|text| !other.contains(text));
    let shown: Vec<&String> = only.by_ref().take(MOST_SHOWN).collect();
    match (shown.len(), only.count()) {
        (0, _) => "nothing".to_owned(),
        (_, 0) => format!("{shown:?}"),
        (_, more) => format!("{shown:?} and {more} more"),
    }
}

/// Returns the phase and the move that record a step without a choice.
const fn empty_names(step: ringrift::TurnStep) -> (&'static str, &'static str) {
    match step {
        ringrift::TurnStep::Placement => ("ring_placement", "no_placement"),
        ringrift::TurnStep::Movement => ("movement", "no_move"),
        ringrift::TurnStep::Lines => ("line_processing", "no_line"),
        ringrift::TurnStep::Territory => ("territory_processing", "no_territory"),
    }
}

pub(super) fn phase_name(state: &Setup) -> &'static str {
    state.phase.map_or("turn start", Phase::name)
}

/// Returns the player to move; 0 after the end.
pub(super) fn player_number(state: &Setup) -> u8 {
    if state.phase.is_some_and(Phase::is_over) { 0 } else { state.to_move.seat() }
}
