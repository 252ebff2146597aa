//! The document.

use super::report::{Lesson, Report, Trial};
use crate::measure::Table;

/// The whole document.
pub(super) fn document(reports: &[Report]) -> String {
    let mut text = "# Tuning\n\n\
         Made by `cargo lab tune`, which finds weights of the evaluation (`crates/ai/src/evaluation.rs` explains its terms) by \
         self-play: the search plays itself, and weights are fitted to the results by L-BFGS, so that the chances they give foretell \
         best who wins.\n\
         The loss is the mean of the negative logarithm of the chance that was given to the winner, over games that were not learnt \
         from; less is better.\n\
         Then the new weights meet the old ones in a sequential test on square8, in pairs of games with seats swapped and the same \
         opening; both trees have the same number of positions.\n\
         H1 is that the new ones are stronger by the Elo that the command names, H0 that they are not stronger at all; either is found \
         wrongly in at most one case of twenty.\n\
         With more than two players there is no such test.\n\n"
        .to_owned();
    reports.iter().for_each(|report| text += &section(report));
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn section(report: &Report) -> String {
    let Report { command, family, version, lesson, trial, .. } = report;
    let title = if lesson.is_some() { family.clone() } else { format!("{family}, given weights") };
    let lesson = lesson.as_ref().map_or(String::new(), practice);
    let trial = trial.as_ref().map_or(String::new(), |Trial { log, .. }| format!("```text\n{log}```\n\n"));
    format!("## {title}\n\n`{command}`, search of version `{version}`: {}.\n\n{lesson}{trial}", report.verdict())
}

fn practice(lesson: &Lesson) -> String {
    let row = |(number, round): (usize, &super::report::Round)| {
        let losses = [round.loss_of_nothing, round.loss_before, round.loss].map(|loss| format!("{loss:.4}"));
        let [nothing, before, after] = losses;
        vec![(number + 1).to_string(), round.games.to_string(), round.positions.to_string(), nothing, before, after]
    };
    let columns = ["round", "games", "positions", "loss of equal chances", "of the weights before", "of the new ones"];
    format!("{}\n", Table::new(&columns).with(lesson.rounds.iter().enumerate().map(row)))
}
