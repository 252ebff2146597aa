//! `ringside sprt`: is the first player stronger than the second?

use std::io::Write;
use std::path::Path;

use arena::log::{GameLine, Manifest, SprtLine};
use arena::schedule::Schedule;
use arena::settings::Format;
use arena::{AnyPlan, Plan, Run, RunError, Session, Venue, with_plan};
use clap::Args;
use ratings::{Decision, Hypotheses, PairSprt, Score};

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::progress::Progress;
use super::running::{RunArgs, plan};
use crate::failure::{Failure, Outcome};

/// How many pairs are played before the test is asked. It does not depend on the machine, so the test ends with the same pair
/// everywhere.
const PAIRS_AT_ONCE: u32 = 16;

/// Test whether a player is stronger than another, with as few games as it takes.
///
/// Games come in pairs: the same condition from both seats. The test ends by itself when it has found that A is stronger by at most
/// --elo0 (H0), or by at least --elo1 (H1). The exit code is 0 for H1, and 1 for H0 or if --most-pairs did not suffice. The same
/// command goes on with a test that was stopped.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct SprtArgs {
    /// The player that is tested
    a: String,
    /// The player it is tested against
    b: String,
    /// H0: A is stronger by so many Elo, or less
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// H1: A is stronger by so many Elo, or more
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How likely H1 may be found though H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How likely H0 may be found though H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Give up after so many pairs
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most_pairs: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the command.
pub(crate) fn run(args: &SprtArgs, out: &mut impl Write) -> Outcome {
    let SprtArgs { elo0, elo1, alpha, beta, .. } = *args;
    let mut test = Test::new(SprtLine { elo0, elo1, alpha, beta }, args.most_pairs)?;
    let described = Described {
        name: "sprt",
        players: &[args.a.clone(), args.b.clone()],
        format: Format::RoundRobin,
        rounds: args.most_pairs,
        seed: args.run.seed().unwrap_or(1),
        game: &args.game.with_seats(2),
        agents: &args.agents,
    };
    let mut plan = plan(&described.settings()?, Path::new(""))?;
    plan.manifest_mut().sprt = Some(test.line);
    let opened = args.run.open(plan.manifest())?;
    if let Err(error) = test.play(&plan, &opened.session, args.run.jobs(), out) {
        return opened.tell_failure(error);
    }
    writeln!(out, "{} All games are in {}.", test.found(plan.manifest()), opened.path.display())?;
    if test.decision() == Decision::AcceptH1 { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// A test that is under way: games in pairs until it has found something.
pub(crate) struct Test {
    line: SprtLine,
    sprt: PairSprt,
    pairs: u32,
    most: u32,
}

impl Test {
    /// A test of at most so many pairs.
    pub(crate) fn new(line: SprtLine, most: u32) -> Result<Test, Failure> {
        let SprtLine { elo0, elo1, alpha, beta } = line;
        let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta).map_err(Failure::bad_input)?;
        Ok(Test { line, sprt: PairSprt::new(hypotheses), pairs: 0, most })
    }

    /// What has been found.
    pub(crate) fn decision(&self) -> Decision {
        self.sprt.decision()
    }

    /// Plays pairs until the test has found something, and writes a line after some of them.
    pub(crate) fn play(
        &mut self,
        plan: &AnyPlan,
        session: &Session,
        jobs: usize,
        out: &mut impl Write,
    ) -> Result<(), RunError> {
        with_plan!(plan, plan => self.play_plan(plan, session, jobs, out))
    }

    fn play_plan<V: Venue>(
        &mut self,
        plan: &Plan<V>,
        session: &Session,
        jobs: usize,
        out: &mut impl Write,
    ) -> Result<(), RunError> {
        let progress = Progress::new(&plan.manifest);
        let run = Run {
            venue: &plan.venue,
            header: &session.header,
            entrants: &plan.entrants,
            jobs,
            cancellation: &session.cancellation,
            budget: &session.budget,
            watcher: &progress,
        };
        while self.pairs < self.most && self.sprt.decision() == Decision::GoOn {
            let last = (self.pairs + PAIRS_AT_ONCE).min(self.most);
            let games = Schedule::of_tables(vec![vec![0, 1]], self.pairs..last);
            let lines = run.play(&games, &session.writer, &session.log)?;
            for pair in lines.chunks_exact(2) {
                if self.sprt.decision() == Decision::GoOn {
                    self.note(pair, &plan.manifest.entrants[0].name);
                }
            }
            // Whoever does not read this does not have to.
            let _ = progress.aside(|| writeln!(out, "{}", self.line()).and_then(|()| out.flush()));
        }
        Ok(())
    }

    /// Takes note of both games of a pair.
    fn note(&mut self, pair: &[GameLine], name: &str) {
        let score = |game: &GameLine| {
            let seat = usize::from(game.seats[0] != name);
            match game.ranks.winner() {
                None => Score::Draw,
                Some(winner) if winner == seat => Score::Win,
                Some(_) => Score::Loss,
            }
        };
        self.sprt.note_pair(score(&pair[0]), score(&pair[1]));
        self.pairs += 1;
    }

    fn line(&self) -> String {
        let hypotheses = self.sprt.hypotheses();
        let (low, high) = (hypotheses.lower_bound(), hypotheses.upper_bound());
        let elo = self.sprt.elo().map_or_else(String::new, |elo| format!(", Elo {elo}"));
        format!("{:6} pairs, LLR {:6.2} ({low:.2} to {high:.2}){elo}", self.pairs, self.sprt.llr())
    }

    /// How pairs ended, the score, and who is found to be stronger.
    pub(crate) fn found(&self, manifest: &Manifest) -> String {
        let [none, half, one, more, two] = self.sprt.counts;
        let pairs = format!("pairs by points: 0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}\n");
        let score = self.sprt.score().map_or(String::new(), |score| {
            let [value, low, high] = [score.value, score.low, score.high].map(|part| 100.0 * part);
            format!("score: {value:.1} % ({low:.1}–{high:.1})\n")
        });
        let SprtLine { elo0, elo1, .. } = self.line;
        let [a, b] = [0, 1].map(|entrant| crate::plain::plain(&manifest.entrants[entrant].name));
        let found = match self.sprt.decision() {
            Decision::AcceptH1 => format!("H1: {a} is stronger than {b} by {elo1} Elo or more."),
            Decision::AcceptH0 => format!("H0: {a} is stronger than {b} by {elo0} Elo or less."),
            Decision::GoOn => format!("Nothing found in {} pairs; with more of them it goes on.", self.pairs),
        };
        pairs + &score + &found
    }
}
