//! The command `analyse`: chances, the best actions with their lines, and threats.

use ai::{Analysis, Analyst, ScoredAction, Threat};
use engine_protocol::{Limit, Limits, Search};
use ringrift::Position;

use super::chooser::search_limits;
use crate::analyse::words::{line_texts, shares, threat_amount, threat_texts};

/// Number of actions reported without the limit `lines`.
pub(crate) const DEFAULT_LINES: u64 = 3;

/// Analyses a position of a running game and reports the result. After a stop it reports the results so far.
pub(crate) fn analyse(position: &Position, limits: &Limits, search: &Search<'_>) {
    let mut analyst = Analyst::new(search_limits(limits));
    let Some(analysis) = analyst.analyse(position, search.is_stopped()) else { return };
    let lines = usize::try_from(limits.value(Limit::Lines).unwrap_or(DEFAULT_LINES)).unwrap_or(usize::MAX);
    for line in report(position, &analysis, lines) {
        search.info(&line);
    }
    for threat in &ai::threats(position) {
        search.info(&threat_line(threat));
    }
}

fn report(position: &Position, analysis: &Analysis, lines: usize) -> Vec<String> {
    let players = position.rules().players;
    let best = (1..).zip(analysis.actions.iter().take(lines));
    let mut report = vec![
        format!("candidates {}", analysis.actions.len()),
        format!("nodes {}", analysis.nodes),
        format!("chances {}", shares(&analysis.chances, players)),
    ];
    report.extend(best.map(|(number, scored)| action_line(position, number, scored)));
    report
}

fn action_line(position: &Position, number: usize, scored: &ScoredAction) -> String {
    let chances = shares(&scored.chances, position.rules().players);
    let certainty = if scored.is_proved { "proved" } else { "estimated" };
    let line = line_texts(position, &scored.line).join(" | ");
    format!("action {number} chances {chances} {certainty} nodes {} line {line}", scored.nodes)
}

fn threat_line(threat: &Threat) -> String {
    let what = match threat_amount(threat.kind) {
        (word, None) => word.to_owned(),
        (word, Some(amount)) => format!("{word} {amount}"),
    };
    let line = threat_texts(threat).join(" | ");
    format!("threat player {} {what} line {line}", threat.player).trim_end().to_owned()
}
