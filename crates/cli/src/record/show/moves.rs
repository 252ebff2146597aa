//! The list of moves, grouped by turn, around the current action.

use ringrift_text::board_view::{Row, TextStyle, letter};

use super::game::ViewedGame;
use super::track::{Track, TrackStep};
use super::words::ending;
use crate::terminal::columns;

/// Mark of the current action.
const CURRENT: &str = ">";

/// Returns the part of the list that fits, with the current action near the middle.
pub(crate) fn rows(game: &ViewedGame, width: usize, height: usize) -> Vec<Row> {
    let (track, ply) = (game.track(), game.ply());
    let turn = track.turn_of(ply);
    // Every turn takes at least one row, so no more turns can be visible.
    let (first, last) = (turn.saturating_sub(height), (turn + height).min(track.turn_count()));
    let mut list = List { track, ply, width, rows: Vec::new(), current: 0 };
    if first == 0 {
        list.add_start();
    }
    (first..last).for_each(|turn| list.add_turn(turn));
    if last == track.turn_count() && !game.is_in_variation() {
        list.rows.push(Row::of(&format!(" {}", ending(&game.record)), TextStyle::DIM));
    }
    let skipped = list.current.saturating_sub(height / 2).min(list.rows.len().saturating_sub(height));
    list.rows.into_iter().skip(skipped).take(height).collect()
}

struct List<'a> {
    track: &'a Track,
    ply: usize,
    width: usize,
    rows: Vec<Row>,
    /// Index of the row with the current action.
    current: usize,
}

impl List<'_> {
    fn add_start(&mut self) {
        let is_current = self.ply == 0;
        let lead = if is_current { CURRENT } else { " " };
        self.rows.push(Row::of(&format!("{lead}start"), TextStyle::DIM.reversed(is_current)));
    }

    /// Adds the actions of a turn, wrapped.
    fn add_turn(&mut self, turn: usize) {
        let plies = self.track.plies_of_turn(turn);
        let Some(first) = self.track.step(*plies.start()) else {
            return;
        };
        let indent = self.number_width() + 2;
        let mut row = Row::default();
        row.put(0, &format!("{:>width$} ", first.turn, width = indent - 2), self.style(*plies.start()));
        row.put(0, &letter(first.player).to_string(), TextStyle::of(first.player).bold());
        for ply in plies {
            let Some(step) = self.track.step(ply) else {
                continue;
            };
            let text = format!("{}{}", step.text, signs(step));
            if row.width > indent && row.width + 2 + columns(&text) > self.width {
                self.rows.push(std::mem::take(&mut row));
                row.put(indent, "", TextStyle::PLAIN);
            }
            self.put_action(&mut row, ply, &text);
        }
        self.rows.push(row);
    }

    fn put_action(&mut self, row: &mut Row, ply: usize, text: &str) {
        let is_current = ply == self.ply;
        let style = self.style(ply).reversed(is_current);
        row.put(row.width + 1, if is_current { CURRENT } else { " " }, style);
        row.put(0, text, style);
        if is_current {
            self.current = self.rows.len();
        }
    }

    /// Dims the actions before a variation.
    fn style(&self, ply: usize) -> TextStyle {
        if self.track.branch().is_some_and(|branch| ply < branch) { TextStyle::DIM } else { TextStyle::PLAIN }
    }

    fn number_width(&self) -> usize {
        self.track.step(self.track.len()).map_or(1, |last| last.turn.to_string().len())
    }
}

/// Returns the signs of an annotated action: `{}` for comments, `(2v)` for two variations.
pub(crate) fn signs(step: &TrackStep) -> String {
    let comments = if step.ply.comments.is_empty() { "" } else { " {}" };
    let variations = match step.ply.variations.len() {
        0 => String::new(),
        1 => " (v)".to_owned(),
        count => format!(" ({count}v)"),
    };
    format!("{comments}{variations}")
}
