//! Texts about a recorded game.

use ringrift::{Marks, Player};
use ringrift_record::{Notes, Record};
use ringrift_text::board_view::letter;

use super::track::Track;

/// Returns the players: `Alice (A), Bob (B)`.
pub(crate) fn players(record: &Record) -> String {
    let players: Vec<String> = Player::seats(record.rules().players).map(|player| name(record, player)).collect();
    players.join(", ")
}

fn name(record: &Record, player: Player) -> String {
    format!("{} ({})", record.player_name(player), letter(player))
}

/// Describes the end of the game: `0-1, resignation of Alice (A)`.
pub(crate) fn ending(record: &Record) -> String {
    let conclusion = &record.conclusion;
    let result = conclusion.result.text(record.rules().players);
    let by = conclusion.by.map_or(String::new(), |player| format!(" of {}", name(record, player)));
    match conclusion.termination {
        Some(termination) => format!("{result}, {}{by}", termination.name().replace('_', " ")),
        None => result,
    }
}

/// Describes the position in the game: `ply 12 of 80`.
pub(crate) fn progress(ply: usize, track: &Track) -> String {
    format!("ply {ply} of {}", track.len())
}

/// Describes the action of a ply: `Ply 12 of 80, turn 6, B: M d4-d6`.
pub(crate) fn heading(track: &Track, ply: usize) -> String {
    let place = format!("Ply {ply} of {}", track.len());
    match track.step(ply) {
        None => format!("{place}, the start of the game"),
        Some(step) => {
            format!("{place}, turn {}, {}: {}", step.turn, letter(step.player), step.text)
        }
    }
}

/// Returns the comments of a ply, in quotes.
pub(crate) fn comments(track: &Track, ply: usize) -> impl Iterator<Item = String> {
    track.comments(ply).map(|comment| format!("\"{comment}\""))
}

/// Returns marks, times, chances and variations of a ply, one per line.
pub(crate) fn remarks(track: &Track, ply: usize) -> Vec<String> {
    let Some(step) = track.step(ply) else {
        return Vec::new();
    };
    let remarks = [marks(step.ply.marks), times(&step.ply.notes), chances(&step.ply.notes)];
    let variations = track.openings(ply).into_iter().map(|opening| format!("Variation: {opening}"));
    remarks.into_iter().flatten().chain(variations).collect()
}

fn marks(marks: Marks) -> Option<String> {
    let words = [
        (marks.line, "+ forms a line"),
        (marks.territory, "++ opens a territory claim"),
        (marks.check, "! check"),
        (marks.brilliant, "!! brilliant"),
        (marks.dubious, "? dubious"),
    ];
    let words: Vec<&str> = words.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word).collect();
    (!words.is_empty()).then(|| format!("Marked: {}", words.join(", ")))
}

fn times(notes: &Notes) -> Option<String> {
    let elapsed = notes.elapsed.map(|time| format!("took {}", duration(time)));
    let clock = notes.clock.map(|time| format!("{} left on the clock", duration(time)));
    let times: Vec<String> = [elapsed, clock].into_iter().flatten().collect();
    (!times.is_empty()).then(|| format!("Time: {}", times.join(", ")))
}

/// Formats hours, minutes and seconds: `1:02:03.5`. Omits tenths that are 0.
fn duration(milliseconds: u64) -> String {
    let (seconds, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if tenths == 0 { text } else { format!("{text}.{tenths}") }
}

fn chances(notes: &Notes) -> Option<String> {
    let chance = |(player, probability)| format!("{} {:.1} %", letter(player), probability * 100.0);
    let chances: Vec<String> = Player::ALL.into_iter().zip(notes.evaluation?.probabilities()).map(chance).collect();
    Some(format!("Chances to win: {}", chances.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_have_marks_times_and_chances() {
        let text = "[Board \"square8\"]\n\n1. P d4*2! {[%clk 0:04:32.25] [%emt 3.5] [%eval 0.625/0.375] good} (P a1)";
        let track = Track::main(&Record::parse(text).expect("the record is valid"));
        let expected = [
            "Marked: ! check",
            "Time: took 0:00:03.5, 0:04:32.2 left on the clock",
            "Chances to win: A 62.5 %, B 37.5 %",
            "Variation: P a1",
        ];
        assert_eq!(remarks(&track, 1), expected);
        assert_eq!(heading(&track, 1), "Ply 1 of 1, turn 1, A: P d4*2!");
    }

    #[test]
    fn the_ending_names_the_player_who_resigned() {
        let text =
            "[Board \"square8\"]\n[Player1 \"Alice\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. P d4";
        let record = Record::parse(text).expect("the record is valid");
        assert_eq!(ending(&record), "0-1, resignation of Alice (A)");
        assert_eq!(players(&record), "Alice (A), Player 2 (B)");
    }
}
