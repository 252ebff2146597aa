//! The report of an analysed game: accuracy, bad actions, turning points.

use std::io::Write;

use ai::review::{KeyMoment, Play, Review, ReviewedDecision, Severity, TurningPoint};
use cli_support::Outcome;
use cli_support::plain::plain;
use owo_colors::OwoColorize;
use ringrift::{ByPlayer, Player};
use ringrift_record::Record;
use ringrift_text::counted;

use super::words::{numbered_line, percent, percents};

/// Maximum width of a curve, in columns.
const MAX_CURVE_WIDTH: usize = 72;
/// Block characters of a curve, from 0 to 100 %.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes the report of a game. Lists every decision if `all` is true.
pub(super) fn write(review: &Review, title: &str, all: bool, out: &mut impl Write) -> Outcome {
    let record = &review.record;
    writeln!(out, "{}", format!("{title}: {}", players(record)).bold())?;
    writeln!(out, "{}", summary(review))?;
    write_accuracy(review, out)?;
    write_curves(review, out)?;
    write_turning_points(review, out)?;
    write_key_moments(review, out)?;
    write_bad_actions(review, out)?;
    if all {
        write_decisions(review, out)?;
    }
    Ok(writeln!(out)?)
}

/// Returns the names of the players: `Alice – Bob`.
pub(super) fn players(record: &Record) -> String {
    let names = Player::seats(record.rules().players).map(|player| name(record, player));
    names.collect::<Vec<String>>().join(" – ")
}

/// Returns the name of a player, safe to print.
pub(super) fn name(record: &Record, player: Player) -> String {
    plain(&record.player_name(player))
}

/// Returns the name and seat of a player, because names can be equal: `Alice (1)`.
fn name_and_seat(record: &Record, player: Player) -> String {
    let name = name(record, player);
    if record.tags.names[player].is_some() { format!("{name} ({player})") } else { name }
}

/// Returns rules, result and length: `square8 2p standard, 0-1 (last_player_standing), 13 plies, 1234 nodes`.
fn summary(review: &Review) -> String {
    let record = &review.record;
    let ended = record.conclusion.termination.map_or(String::new(), |termination| format!(" ({termination})"));
    let (plies, nodes) = (counted(review.decisions.len() as u64, "ply"), counted(review.nodes, "node"));
    format!(
        "{}, {}{ended}, {plies}, {nodes}",
        record.rules().title(),
        record.conclusion.result.text(record.rules().players)
    )
}

fn write_accuracy(review: &Review, out: &mut impl Write) -> Outcome {
    let plays = review.plays();
    let names: Vec<String> = plays.iter().map(|play| seat_name(&review.record, play.player)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(
        out,
        "\n  {:widest$}  {:>9} {:>10} {:>9} {:>12} {:>8} {:>8}",
        "", "decisions", "open turns", "accuracy", "inaccuracies", "mistakes", "blunders"
    )?;
    for (name, Play { decisions, turns, accuracy, severity_counts: [inaccuracies, mistakes, blunders], .. }) in
        names.iter().zip(plays)
    {
        let accuracy = accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        writeln!(
            out,
            "  {name:widest$}  {decisions:>9} {turns:>10} {accuracy:>9} {inaccuracies:>12} {mistakes:>8} {blunders:>8}"
        )?;
    }
    Ok(())
}

fn seat_name(record: &Record, player: Player) -> String {
    let name: String = name(record, player).chars().take(40).collect();
    if record.tags.names[player].is_some() { format!("{player} {name}") } else { name }
}

/// Writes a curve of the chances of every player over the game.
fn write_curves(review: &Review, out: &mut impl Write) -> Outcome {
    writeln!(out, "\n{}, from the start to the end", "Chances to win".bold())?;
    let (start, end) = (&review.curve[0], &review.curve[review.curve.len() - 1]);
    for player in Player::seats(review.record.rules().players) {
        let (from, to) = (percent(start[player]), percent(end[player]));
        writeln!(out, "  {player}  {from:>7} {} {to:>7}", curve(&review.curve, player))?;
    }
    Ok(())
}

/// Draws the chances of a player as a row of block characters.
fn curve(points: &[ByPlayer<f64>], player: Player) -> String {
    let columns = points.len().min(MAX_CURVE_WIDTH);
    let point = |column: usize| column * (points.len() - 1) / (columns - 1).max(1);
    (0..columns).map(|column| level(points[point(column)][player])).collect()
}

fn level(chance: f64) -> char {
    LEVELS[((chance * LEVELS.len() as f64) as usize).min(LEVELS.len() - 1)]
}

fn write_turning_points(review: &Review, out: &mut impl Write) -> Outcome {
    if review.turning_points.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", "Turning points".bold())?;
    for point in &review.turning_points {
        let chances = percents(&review.curve[point.ply], review.record.rules().players);
        writeln!(out, "  {}; then {chances}", turning_point_text(review, point))?;
    }
    Ok(())
}

/// Describes a turning point: `turn 5, ply 9, M f5-d3: Bob (2) becomes the favourite instead of Alice (1)`.
pub(super) fn turning_point_text(review: &Review, point: &TurningPoint) -> String {
    let name = |player| name_and_seat(&review.record, player);
    let decision = &review.decisions[point.ply - 1];
    let before = point.from.map_or(String::new(), |from| format!(" instead of {}", name(from)));
    format!("{}: {} becomes the favourite{before}", action_label(point.ply, decision), name(point.to))
}

/// Names an action: `turn 5, ply 9, M f5-d3`.
fn action_label(ply: usize, decision: &ReviewedDecision) -> String {
    format!("turn {}, ply {ply}, {}", decision.turn, decision.text)
}

/// Describes a bad action: `turn 5, ply 9, M f5-d3: blunder of Alice (1), 20.0 % instead of 62.0 % with the best action`.
pub(super) fn bad_action_text(review: &Review, ply: usize, decision: &ReviewedDecision, severity: Severity) -> String {
    let after = review.curve[ply][decision.player];
    let fall = format!("{} instead of {} with the best action", percent(after), percent(after + decision.loss));
    format!(
        "{}: {} of {}, {fall}",
        action_label(ply, decision),
        severity.name(),
        name_and_seat(&review.record, decision.player)
    )
}

/// Writes the turns with the largest losses, each with a better turn.
fn write_key_moments(review: &Review, out: &mut impl Write) -> Outcome {
    if review.key_moments.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", "Key moments".bold())?;
    for KeyMoment { turn, start, better } in &review.key_moments {
        let player = name_and_seat(&review.record, turn.player);
        let (before, after) = (percent(turn.before), percent(turn.after));
        writeln!(out, "  turn {}: the chance of {player} is {after} instead of {before}", turn.turn)?;
        writeln!(out, "    better: {}", numbered_line(start, better))?;
    }
    Ok(())
}

/// Writes the bad actions, the worst first, with the better lines.
fn write_bad_actions(review: &Review, out: &mut impl Write) -> Outcome {
    for severity in Severity::ALL.into_iter().rev() {
        let bad: Vec<(usize, &ReviewedDecision)> =
            (1..).zip(&review.decisions).filter(|(_, decision)| decision.severity == Some(severity)).collect();
        if bad.is_empty() {
            continue;
        }
        writeln!(out, "\n{} {}", counted(bad.len() as u64, severity.name()).bold(), severity.sign())?;
        for (ply, decision) in bad {
            writeln!(out, "  {}", bad_action_text(review, ply, decision, severity))?;
            if let Some(better) = &decision.better {
                writeln!(out, "    better: {}", numbered_line(&better.before, &better.line))?;
            }
        }
    }
    Ok(())
}

/// Writes every ply with the chances after it.
fn write_decisions(review: &Review, out: &mut impl Write) -> Outcome {
    writeln!(out, "\n{}, with the chances of all players after them", "Actions".bold())?;
    let widest = review.decisions.iter().map(|decision| decision.text.len() + 2).max().unwrap_or(0);
    for (ply, decision) in (1..).zip(&review.decisions) {
        let text = format!("{}{}", decision.text, decision.severity.map_or("", Severity::sign));
        let chances = percents(&review.curve[ply], review.record.rules().players);
        let remark = match decision.loss {
            _ if decision.is_forced => "  forced".to_owned(),
            loss if loss >= 0.001 => format!("  loses {}", percent(loss)),
            _ => String::new(),
        };
        writeln!(
            out,
            "  {ply:>4}  {:>3}. player {}  {text:widest$}  {chances}{remark}",
            decision.turn, decision.player
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_keep_the_first_and_last_point_and_the_maximum_width() {
        let points = |count: usize| -> Vec<ByPlayer<f64>> {
            (0..count).map(|i| ByPlayer([i as f64 / (count - 1).max(1) as f64, 0.0, 0.0, 0.0])).collect()
        };
        assert_eq!(curve(&points(1), Player::One), "▁");
        assert_eq!(curve(&points(2), Player::One), "▁█");
        assert_eq!(curve(&points(5), Player::One), "▁▃▅▇█");
        let long = curve(&points(1000), Player::One);
        assert_eq!((long.chars().count(), long.starts_with('▁'), long.ends_with('█')), (MAX_CURVE_WIDTH, true, true));
        assert_eq!([f64::NAN, -1.0, 2.0].map(level), ['▁', '▁', '█']);
    }
}
