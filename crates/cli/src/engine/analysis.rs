//! The command `analyse`: chances, the best actions with their lines, threats.

use ai::{Analysis, Analyst, Scored, Threat};
use ringrift::Position;

use super::chooser::Stopped;
use super::limits::{Limit, Limits};
use crate::analyse::words::{line_texts, shares, threat_amount, threat_texts};

/// How many actions are told unless a number is given.
pub(crate) const DEFAULT_LINES: u64 = 3;

/// Looks at a position that is not over and tells what is found; being stopped ends the search, not the telling.
pub(crate) fn analyse(position: &Position, limits: &Limits, stopped: Stopped<'_>, info: &dyn Fn(&str)) {
    let Some(analysis) = Analyst::new(limits.of_search()).analyse(position, stopped) else { return };
    let lines = usize::try_from(limits.value(Limit::Lines).unwrap_or(DEFAULT_LINES)).unwrap_or(usize::MAX);
    for line in told(position, &analysis, lines) {
        info(&line);
    }
    for threat in &ai::threats(position) {
        info(&threat_line(threat));
    }
}

fn told(position: &Position, analysis: &Analysis, lines: usize) -> Vec<String> {
    let players = position.rules().players;
    let best = (1..).zip(analysis.actions.iter().take(lines));
    let mut told = vec![
        format!("candidates {}", analysis.actions.len()),
        format!("nodes {}", analysis.nodes),
        format!("chances {}", shares(&analysis.chances, players)),
    ];
    told.extend(best.map(|(number, scored)| action_line(position, number, scored)));
    told
}

fn action_line(position: &Position, number: usize, scored: &Scored) -> String {
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
