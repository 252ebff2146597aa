//! Overlays of the viewer: the list of keys, and the choice of a variation.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ringrift_text::board_view::{Since, TextStyle};

use crate::terminal::{Palette, draw_box};

/// Overlay that receives the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Overlay {
    None,
    /// List of keys, scrolled down to `row`.
    Help {
        row: usize,
    },
    /// Input of the number of a ply.
    Jump(String),
    /// Choice of a variation.
    Variations {
        openings: Vec<String>,
        selected: usize,
    },
}

const KEYS: [(&str, &str); 11] = [
    ("left right, h l", "previous, next action"),
    ("up down, k j", "previous, next turn"),
    ("PageUp PageDown", "10 actions back, forward"),
    ("Home End, g G", "start, end"),
    ("number Enter", "go to a ply; : also starts"),
    ("v", "enter or leave a variation"),
    ("Backspace", "leave a variation"),
    ("n p", "next, previous game"),
    ("Tab Shift-Tab", "overview, board, moves, details"),
    ("w a s d", "scroll the board or text"),
    ("q, Esc", "quit"),
];

const SIGNS: [(&str, &str); 8] = [
    ("a", "marker of A"),
    ("A3", "stack of 3 rings of A"),
    ("A3/2", "3 rings, the upper 2 of A (its cap)"),
    ("▒A▒", "collapsed, territory of A"),
    (">", Since::LastAction.legend()),
    ("{}", "has a comment"),
    ("(2v)", "has 2 variations"),
    ("\\3", "on hexagons, where column 3 begins"),
];

/// Draws the overlay over an area.
pub(crate) fn draw(frame: &mut Frame<'_>, area: Rect, overlay: &Overlay, palette: Palette) {
    match overlay {
        Overlay::None | Overlay::Jump(_) => {}
        Overlay::Help { row } => {
            let lines = KEYS.iter().chain(&SIGNS).map(|(key, meaning)| format!("{key:16}  {meaning}"));
            draw_box(frame, area, " Keys and signs ", lines.map(Line::raw).collect(), *row);
        }
        Overlay::Variations { openings, selected } => {
            let line = |(number, opening): (usize, &String)| {
                let is_selected = number == *selected;
                let lead = if is_selected { '>' } else { ' ' };
                let style = palette.style(TextStyle::PLAIN.reversed(is_selected));
                Line::styled(format!("{lead} {}  {opening} ", number + 1), style)
            };
            let lines = openings.iter().enumerate().map(line).collect();
            let skipped = (selected + 3).saturating_sub(area.height.into());
            draw_box(frame, area, " Variations: Enter chooses, Backspace goes back ", lines, skipped);
        }
    }
}
