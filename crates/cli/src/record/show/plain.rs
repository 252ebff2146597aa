//! A game as plain text.

use std::io::Write;

use cli_support::{Failure, Outcome};
use ringrift_text::board_view::{Context, Since, draw_with, letter};
use ringrift_text::counted;

use super::file::Chosen;
use super::track::{Track, TrackStep};
use super::words::{comments, ending, heading, players, remarks};
use crate::terminal::wrap;

/// Column where text is wrapped.
const LINE_WIDTH: usize = 100;

/// Column where the actions of a turn begin.
const INDENT: usize = 9;

/// Prints the headers, all turns, and the last position.
pub(crate) fn summary(chosen: &Chosen, out: &mut impl Write) -> Outcome {
    let track = Track::main(&chosen.record);
    writeln!(out, "{}\n", title(chosen))?;
    let headers = chosen.record.headers();
    let widest = headers.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in headers {
        writeln!(out, "{name:widest$}  {value}")?;
    }
    writeln!(out, "\nTurns, {}:", counted(track.len() as u64, "action"))?;
    write_asides(&track, 0, out)?;
    for turn in 0..track.turn_count() {
        write_turn(&track, turn, out)?;
    }
    writeln!(out, "Result: {}\n", ending(&chosen.record))?;
    write_position(chosen, &track, track.len(), out)
}

/// Prints the position after `ply` actions.
pub(crate) fn one(chosen: &Chosen, ply: usize, out: &mut impl Write) -> Outcome {
    let track = Track::main(&chosen.record);
    if ply > track.len() {
        let (title, actions) = (&chosen.title, counted(track.len() as u64, "action"));
        return Err(Failure::BadInput(format!("there is no ply {ply} in {title}; it has {actions}")));
    }
    writeln!(out, "{}", title(chosen))?;
    write_position(chosen, &track, ply, out)
}

/// Prints the last position.
pub(crate) fn last(chosen: &Chosen, out: &mut impl Write) -> Outcome {
    one(chosen, chosen.record.main().plies.len(), out)
}

/// Prints every position.
pub(crate) fn all(chosen: &Chosen, out: &mut impl Write) -> Outcome {
    let track = Track::main(&chosen.record);
    writeln!(out, "{}", title(chosen))?;
    for ply in 0..=track.len() {
        if ply > 0 {
            writeln!(out, "\n{}\n", "-".repeat(LINE_WIDTH))?;
        }
        write_position(chosen, &track, ply, out)?;
    }
    Ok(())
}

/// Returns number, players, date and result of the game.
fn title(chosen: &Chosen) -> String {
    let record = &chosen.record;
    let date = record.tags.date.as_ref().map_or(String::new(), |date| format!("; {date}"));
    let title = &chosen.title;
    format!("{}{}: {}{date}; {}", title[..1].to_uppercase(), &title[1..], players(record), ending(record))
}

fn write_turn(track: &Track, turn: usize, out: &mut impl Write) -> Outcome {
    let plies = track.plies_of_turn(turn);
    let steps: Vec<&TrackStep> = plies.clone().filter_map(|ply| track.step(ply)).collect();
    if let Some(first) = steps.first() {
        let texts: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
        writeln!(out, "{:>4}. {}  {}", first.turn, letter(first.player), texts.join("; "))?;
    }
    plies.into_iter().try_for_each(|ply| write_asides(track, ply, out))
}

/// Prints the comments and variations of a ply below its turn.
fn write_asides(track: &Track, ply: usize, out: &mut impl Write) -> Outcome {
    let action = track.step(ply).map_or("", |step| &step.text);
    let lead = if action.is_empty() { String::new() } else { format!("{action}: ") };
    let comments = comments(track, ply).map(|comment| format!("{lead}{comment}"));
    let variations = track.openings(ply).into_iter().map(|opening| format!("variation of {action}: {opening}"));
    for line in comments.chain(variations).flat_map(|text| wrap(&text, LINE_WIDTH - INDENT)) {
        writeln!(out, "{:INDENT$}{line}", "")?;
    }
    Ok(())
}

/// Prints a position with the action before it, its effects and comments.
fn write_position(chosen: &Chosen, track: &Track, ply: usize, out: &mut impl Write) -> Outcome {
    let shown = track.at_ply(ply);
    writeln!(out, "{}", heading(track, ply))?;
    let effects = shown.effects.iter().map(|effect| format!("- {effect}"));
    for line in comments(track, ply).chain(effects).chain(remarks(track, ply)) {
        writeln!(out, "{line}")?;
    }
    let before = shown.before.as_ref().map(|before| (before, Since::LastAction));
    let context = Context { before, names: Some(&chosen.record.tags.names) };
    writeln!(out, "\n{}", draw_with(&shown.position, context))?;
    if ply == track.len() && shown.position.outcome().is_none() {
        writeln!(out, "The record ends here: {}.\n", ending(&chosen.record))?;
    }
    writeln!(out, "Text  {}\nHash  {}", shown.position, shown.position.fingerprint_hash())?;
    Ok(())
}
