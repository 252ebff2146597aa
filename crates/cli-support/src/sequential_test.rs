//! A sequential probability ratio test that plays its own games.

use std::io::Write;

use arena::log::{Manifest, SprtLine};
use arena::{AnyRunPlan, OpenRun, PairTest, Run, RunError, RunPlan, Venue, with_plan};
use ratings::SprtDecision;

use crate::failure::Failure;
use crate::plain::plain;
use crate::progress::Progress;

/// Sequential probability ratio test of whether the first of two players is stronger. Plays games in pairs until one
/// hypothesis is accepted or the limit is reached.
pub struct SequentialTest {
    parameters: SprtLine,
    test: PairTest,
}

impl SequentialTest {
    /// Returns a test that has no games yet and stops after `max_pairs` pairs at the latest.
    pub fn new(parameters: SprtLine, max_pairs: u32) -> Result<SequentialTest, Failure> {
        let test = PairTest::new(parameters, max_pairs).map_err(Failure::bad_input)?;
        Ok(SequentialTest { parameters, test })
    }

    /// Returns the parameters as the log stores them.
    pub fn parameters(&self) -> SprtLine {
        self.parameters
    }

    /// Returns the current decision.
    pub fn decision(&self) -> SprtDecision {
        self.test.sprt().decision()
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
        while let Some(games) = self.test.next_batch() {
            let lines = run.play(&games, &session.writer, &session.log)?;
            for pair in lines.chunks_exact(2) {
                self.test.record_pair([&pair[0], &pair[1]], &plan.manifest.entrants[0].name);
            }
            // A closed output must not stop the test.
            let _ = progress.suspend(|| writeln!(out, "{}", self.status()).and_then(|()| out.flush()));
        }
        Ok(())
    }

    fn status(&self) -> String {
        let (sprt, pairs) = (self.test.sprt(), self.test.pairs());
        let hypotheses = sprt.hypotheses();
        let (low, high) = (hypotheses.lower_bound(), hypotheses.upper_bound());
        let elo = sprt.elo().map_or_else(String::new, |elo| format!(", Elo {elo}"));
        format!("{pairs:6} pairs, LLR {:6.2} ({low:.2} to {high:.2}){elo}", sprt.llr())
    }

    /// Describes the results of the pairs, the score and the decision, in three lines.
    pub fn summary(&self, manifest: &Manifest) -> String {
        let [none, half, one, more, two] = self.test.sprt().counts;
        let pairs = format!("pairs by points: 0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}\n");
        let score = self.test.sprt().score().map_or(String::new(), |score| {
            let [value, low, high] = [score.value, score.low, score.high].map(|part| 100.0 * part);
            format!("score: {value:.1} % ({low:.1}–{high:.1})\n")
        });
        let SprtLine { elo0, elo1, .. } = self.parameters;
        let [a, b] = [0, 1].map(|entrant| plain(&manifest.entrants[entrant].name));
        let decision = match self.test.sprt().decision() {
            SprtDecision::AcceptH1 => format!("H1: {a} is stronger than {b} by {elo1} Elo or more."),
            SprtDecision::AcceptH0 => format!("H0: {a} is stronger than {b} by {elo0} Elo or less."),
            SprtDecision::Continue => {
                format!("No decision after {} pairs; a higher --most-pairs continues the test.", self.test.pairs())
            }
        };
        pairs + &score + &decision
    }
}
