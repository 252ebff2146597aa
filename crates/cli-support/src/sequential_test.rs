//! A sequential probability ratio test that plays its own games.

use std::io::Write;

use arena::log::{GameLine, Manifest, SprtLine};
use arena::schedule::Schedule;
use arena::{AnyRunPlan, OpenRun, Run, RunError, RunPlan, Venue, with_plan};
use ratings::{Hypotheses, PairSprt, Score, SprtDecision};

use crate::failure::Failure;
use crate::plain::plain;
use crate::progress::Progress;

/// Number of pairs played before the test decides whether to continue. Pairs after the deciding one are played
/// but not counted. The number does not depend on the machine, so every machine plays the same games.
const PAIRS_PER_BATCH: u32 = 16;

/// Sequential probability ratio test of whether the first of two players is stronger. Plays games in pairs until one
/// hypothesis is accepted or the limit is reached. The two games of a pair have the same condition (the opening, or the map
/// with its random numbers), and the players swap seats.
pub struct SequentialTest {
    parameters: SprtLine,
    sprt: PairSprt,
    pairs: u32,
    max_pairs: u32,
}

impl SequentialTest {
    /// Returns a test that has no games yet and stops after `max_pairs` pairs at the latest.
    pub fn new(parameters: SprtLine, max_pairs: u32) -> Result<SequentialTest, Failure> {
        let SprtLine { elo0, elo1, alpha, beta } = parameters;
        let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta).map_err(Failure::bad_input)?;
        Ok(SequentialTest { parameters, sprt: PairSprt::new(hypotheses), pairs: 0, max_pairs })
    }

    /// Returns the parameters as the log stores them.
    pub fn parameters(&self) -> SprtLine {
        self.parameters
    }

    /// Returns the current decision.
    pub fn decision(&self) -> SprtDecision {
        self.sprt.decision()
    }

    /// Plays until the test ends. Writes a line of progress after each batch of pairs.
    pub fn play(
        &mut self,
        plan: &AnyRunPlan,
        session: &OpenRun,
        jobs: usize,
        out: &mut impl Write,
    ) -> Result<(), RunError> {
        with_plan!(plan, plan => self.play_plan(plan, session, jobs, out))
    }

    fn play_plan<V: Venue>(
        &mut self,
        plan: &RunPlan<V>,
        session: &OpenRun,
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
            observer: &progress,
        };
        while self.pairs < self.max_pairs && self.sprt.decision() == SprtDecision::Continue {
            let last = (self.pairs + PAIRS_PER_BATCH).min(self.max_pairs);
            let games = Schedule::of_groups(vec![vec![0, 1]], self.pairs..last);
            let lines = run.play(&games, &session.writer, &session.log)?;
            for pair in lines.chunks_exact(2) {
                if self.sprt.decision() == SprtDecision::Continue {
                    self.add_pair(pair, &plan.manifest.entrants[0].name);
                }
            }
            // A closed output must not stop the test.
            let _ = progress.suspend(|| writeln!(out, "{}", self.status()).and_then(|()| out.flush()));
        }
        Ok(())
    }

    fn add_pair(&mut self, pair: &[GameLine], name: &str) {
        let score = |game: &GameLine| {
            let seat = usize::from(game.seats[0] != name);
            match game.ranks.winner() {
                None => Score::Draw,
                Some(winner) if winner == seat => Score::Win,
                Some(_) => Score::Loss,
            }
        };
        self.sprt.add_pair(score(&pair[0]), score(&pair[1]));
        self.pairs += 1;
    }

    fn status(&self) -> String {
        let hypotheses = self.sprt.hypotheses();
        let (low, high) = (hypotheses.lower_bound(), hypotheses.upper_bound());
        let elo = self.sprt.elo().map_or_else(String::new, |elo| format!(", Elo {elo}"));
        format!("{:6} pairs, LLR {:6.2} ({low:.2} to {high:.2}){elo}", self.pairs, self.sprt.llr())
    }

    /// Describes the results of the pairs, the score and the decision, in three lines.
    pub fn summary(&self, manifest: &Manifest) -> String {
        let [none, half, one, more, two] = self.sprt.counts;
        let pairs = format!("pairs by points: 0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}\n");
        let score = self.sprt.score().map_or(String::new(), |score| {
            let [value, low, high] = [score.value, score.low, score.high].map(|part| 100.0 * part);
            format!("score: {value:.1} % ({low:.1}–{high:.1})\n")
        });
        let SprtLine { elo0, elo1, .. } = self.parameters;
        let [a, b] = [0, 1].map(|entrant| plain(&manifest.entrants[entrant].name));
        let decision = match self.sprt.decision() {
            SprtDecision::AcceptH1 => format!("H1: {a} is stronger than {b} by {elo1} Elo or more."),
            SprtDecision::AcceptH0 => format!("H0: {a} is stronger than {b} by {elo0} Elo or less."),
            SprtDecision::Continue => {
                format!("No decision after {} pairs; a higher --most-pairs continues the test.", self.pairs)
            }
        };
        pairs + &score + &decision
    }
}
