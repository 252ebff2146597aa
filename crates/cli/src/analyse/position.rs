//! One position: chances, best lines, scores of actions, threats.

use ai::review::Stopped;
use cli_support::Outcome;
use std::io::Write;

use ai::{Analysis, Analyst, Limits, Scored, Threat, final_chances};
use owo_colors::OwoColorize;
use ringrift::{Player, Position};
use ringrift_text::counted;
use ringrift_text::situation::headline;

use super::json;
use super::words::{numbered_line, percent, percents, threat_texts, threat_words};

/// How many actions are listed unless all are wanted.
const SOME: usize = 10;

/// How a position is told.
pub(super) struct Telling {
    /// How many lines are told.
    pub(super) lines: usize,
    /// Whether all actions are told.
    pub(super) all: bool,
    /// Whether it is told as JSON.
    pub(super) json: bool,
}

/// Looks at a position and tells what is found. Being stopped ends the search, not the telling.
pub(super) fn run(
    position: &Position,
    limits: Limits,
    telling: &Telling,
    stopped: Stopped<'_>,
    out: &mut impl Write,
) -> Outcome {
    let Some(analysis) = Analyst::new(limits).analyse(position, stopped) else {
        return tell_finished(position, telling, out);
    };
    let threats = ai::threats(position);
    if telling.json {
        return Ok(writeln!(out, "{}", json::position(position, &analysis, &threats))?);
    }
    writeln!(out, "{}", headline(position))?;
    tell_chances(position, &analysis, out)?;
    tell_lines(position, &analysis, telling.lines, out)?;
    tell_actions(position, &analysis, telling.all, out)?;
    tell_threats(&threats, out)
}

/// A game that is over needs no analysis.
fn tell_finished(position: &Position, telling: &Telling, out: &mut impl Write) -> Outcome {
    let chances = final_chances(position).unwrap_or_default();
    if telling.json {
        return Ok(writeln!(out, "{}", json::finished(position, &chances))?);
    }
    Ok(writeln!(out, "{}", headline(position))?)
}

fn tell_chances(position: &Position, analysis: &Analysis, out: &mut impl Write) -> Outcome {
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

fn tell_lines(position: &Position, analysis: &Analysis, lines: usize, out: &mut impl Write) -> Outcome {
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

fn tell_actions(position: &Position, analysis: &Analysis, all: bool, out: &mut impl Write) -> Outcome {
    let count = analysis.actions.len();
    let shown = &analysis.actions[..if all { count } else { count.min(SOME) }];
    let mover = analysis.to_move;
    writeln!(out, "\n{}, with the chance of player {mover} after them", "Legal actions".bold())?;
    let text = |scored: &Scored| position.action_text(scored.action);
    let widest = shown.iter().map(|scored| text(scored).len()).max().unwrap_or(0);
    for scored in shown {
        let proved = if scored.is_proved { ", proved" } else { "" };
        let (chance, nodes) = (percent(scored.chances[mover]), counted(scored.nodes, "node"));
        writeln!(out, "  {:widest$}  {chance:>7}  {nodes}{proved}", text(scored))?;
    }
    if shown.len() < count {
        writeln!(out, "  and {} more, which --all lists", count - shown.len())?;
    }
    Ok(())
}

fn tell_threats(threats: &[Threat], out: &mut impl Write) -> Outcome {
    writeln!(out, "\n{}", "Threats of those who are not to move".bold())?;
    if threats.is_empty() {
        writeln!(out, "  none")?;
    }
    for threat in threats {
        let texts = threat_texts(threat);
        let with = if texts.is_empty() { String::new() } else { format!(" with {}", texts.join("; ")) };
        writeln!(out, "  Player {} threatens {}{with}", threat.player, threat_words(threat.kind))?;
    }
    Ok(())
}
