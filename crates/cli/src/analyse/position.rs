//! Analysis of one position: chances, best lines, scores of actions, threats.

use std::io::Write;

use ai::{Analysis, Analyst, IsCancelled, Limits, ScoredAction, Threat, final_chances};
use cli_support::Outcome;
use owo_colors::OwoColorize;
use ringrift::{Player, Position};
use ringrift_text::counted;
use ringrift_text::situation::headline;

use super::json;
use super::words::{numbered_line, percent, percents, threat_text, threat_texts};

/// Number of actions listed without `--all`.
const ACTIONS_LISTED: usize = 10;

/// Options of the report.
pub(super) struct ReportOptions {
    /// Number of best lines.
    pub(super) lines: usize,
    /// Lists all legal actions.
    pub(super) all: bool,
    pub(super) json: bool,
}

/// Analyses a position and writes the report. After a stop it reports the results so far.
pub(super) fn run(
    position: &Position,
    limits: Limits,
    options: &ReportOptions,
    stopped: IsCancelled<'_>,
    out: &mut impl Write,
) -> Outcome {
    let Some(analysis) = Analyst::new(limits).analyse(position, stopped) else {
        return write_finished(position, options, out);
    };
    let threats = ai::threats(position);
    if options.json {
        return Ok(writeln!(out, "{}", json::position(position, &analysis, &threats))?);
    }
    writeln!(out, "{}", headline(position))?;
    write_chances(position, &analysis, out)?;
    write_lines(position, &analysis, options.lines, out)?;
    write_actions(position, &analysis, options.all, out)?;
    write_threats(&threats, out)
}

/// Writes the report of a finished game, which needs no analysis.
fn write_finished(position: &Position, options: &ReportOptions, out: &mut impl Write) -> Outcome {
    let chances = final_chances(position).unwrap_or_default();
    if options.json {
        return Ok(writeln!(out, "{}", json::finished(position, &chances))?);
    }
    Ok(writeln!(out, "{}", headline(position))?)
}

fn write_chances(position: &Position, analysis: &Analysis, out: &mut impl Write) -> Outcome {
    let certainty = match analysis.actions.first() {
        Some(best) if best.is_proved => "proved",
        _ => "estimated",
    };
    writeln!(out, "\n{}, {certainty} after {}", "Chances to win".bold(), counted(analysis.nodes, "node"))?;
    for player in Player::seats(position.rules().players) {
        let chance = analysis.chances[player];
        let bar = "█".repeat((chance.clamp(0.0, 1.0) * 40.0).round() as usize);
        writeln!(out, "{}", format!("  Player {player}  {:>7}  {bar}", percent(chance)).trim_end())?;
    }
    Ok(())
}

fn write_lines(position: &Position, analysis: &Analysis, lines: usize, out: &mut impl Write) -> Outcome {
    let best = &analysis.actions[..analysis.actions.len().min(lines)];
    if best.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}, with the chances of all players after the first action", "Best lines".bold())?;
    for (number, scored) in (1..).zip(best) {
        let chances = percents(&scored.chances, position.rules().players);
        writeln!(out, "  {number:>2}.  {chances}  {}", numbered_line(position, &scored.line))?;
    }
    Ok(())
}

fn write_actions(position: &Position, analysis: &Analysis, all: bool, out: &mut impl Write) -> Outcome {
    let count = analysis.actions.len();
    let shown = &analysis.actions[..if all { count } else { count.min(ACTIONS_LISTED) }];
    let mover = analysis.to_move;
    writeln!(out, "\n{}, with the chance of player {mover} after them", "Legal actions".bold())?;
    let text = |scored: &ScoredAction| position.action_text(scored.action);
    let widest = shown.iter().map(|scored| text(scored).len()).max().unwrap_or(0);
    for scored in shown {
        let proved = if scored.is_proved { ", proved" } else { "" };
        let (chance, visits) = (percent(scored.chances[mover]), counted(scored.nodes, "visit"));
        writeln!(out, "  {:widest$}  {chance:>7}  {visits}{proved}", text(scored))?;
    }
    if shown.len() < count {
        writeln!(out, "  and {} more; --all lists them", count - shown.len())?;
    }
    Ok(())
}

fn write_threats(threats: &[Threat], out: &mut impl Write) -> Outcome {
    writeln!(out, "\n{}", "Threats of the opponents".bold())?;
    if threats.is_empty() {
        writeln!(out, "  none")?;
    }
    for threat in threats {
        let texts = threat_texts(threat);
        let with = if texts.is_empty() { String::new() } else { format!(" with {}", texts.join("; ")) };
        writeln!(out, "  Player {} threatens {}{with}", threat.player, threat_text(threat.kind))?;
    }
    Ok(())
}
