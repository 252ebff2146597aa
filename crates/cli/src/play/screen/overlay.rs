//! Overlays: the keys, the log, and the result of the game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ringrift_text::board_view::{Since, TextStyle};

use super::app::{App, Overlay};
use super::panels::action_lines;
use crate::play::words::ending;
use crate::terminal::{Palette, draw_box};

/// Maximum width of text in a box.
const MOST_WIDTH: u16 = 76;

const KEYS: [(&str, &str); 19] = [
    ("arrows", "move the cursor"),
    ("Enter", "pick the cell: the list keeps its actions"),
    ("n p", "next, previous cell that can be picked"),
    ("Backspace, Esc", "drop the last picked cell"),
    ("number Enter", "play the action with this number in the list"),
    ("P M C L T E R S", "start an action in notation, as in M d4-d6"),
    (":", "type an action, a number or a cell"),
    ("Tab", "switch arrows and Enter between board and list"),
    ("PageUp PageDown", "10 actions up, down in the list"),
    ("f", "filter the list by kind of action"),
    ("h", "hint; Esc ends the search early"),
    ("u r", "undo to your last decision, redo"),
    ("l", "log of the whole game"),
    ("s", "save; asks for a file name the first time"),
    ("g", "give up"),
    ("Esc", "end the search of the computer player; it moves at once"),
    ("space", "pause or resume computer players"),
    ("q, Ctrl-C", "quit; Ctrl-C does not ask"),
    ("?", "this list"),
];

const SIGNS: [(&str, &str); 8] = [
    ("a", "marker of A"),
    ("A3", "stack of 3 rings of A"),
    ("A3/2", "3 rings, the upper 2 of A (its cap)"),
    ("▒A▒", "collapsed, territory of A"),
    ("[ ]", "the cursor"),
    ("* +", "picked; can be picked"),
    (">", Since::LastTurn.legend()),
    ("\\3", "on hexagons, where column 3 begins"),
];

/// Draws the overlay over an area.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette) {
    match app.overlay {
        Overlay::Help(row) => {
            let lines = KEYS.iter().chain(&SIGNS).map(|(key, meaning)| format!("{key:16}  {meaning}"));
            draw_box(frame, area, " Keys and signs ", lines.map(Line::raw).collect(), row);
        }
        Overlay::Log(row) => {
            let width = area.width.saturating_sub(4).min(MOST_WIDTH);
            let game = app.session.game();
            // The newest action is at the top.
            let lines: Vec<Line<'_>> =
                game.actions().rev().flat_map(|action| action_lines(action, palette, width)).collect();
            draw_box(frame, area, " Log, the newest action first ", lines, row);
        }
        Overlay::Ended => draw_end(frame, area, app, palette),
        _ => {}
    }
}

fn draw_end(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette) {
    let width = area.width.saturating_sub(4).min(MOST_WIDTH);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (number, sentence) in ending(app.session.game()).iter().enumerate() {
        let style = if number < 2 { TextStyle::BOLD } else { TextStyle::PLAIN };
        lines.extend(palette.wrapped(sentence, style, width));
    }
    lines.push(Line::default());
    let keys = "n: new game   s: save   u: undo   l: log   Esc: look at the board   q: quit";
    lines.extend(palette.wrapped(keys, TextStyle::PLAIN, width));
    draw_box(frame, area, " The game is over ", lines, 0);
}
