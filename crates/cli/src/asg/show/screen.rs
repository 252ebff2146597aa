//! The full-screen viewer of replays.

#[cfg(test)]
mod tests;

use asg::replay::Ply;
use asg::{Event, EventRecord, Match, Replay};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use ringrift_text::board_view::{Row, TextStyle};

use super::super::map;
use super::super::words;
use super::{head, ply_lines};
use crate::terminal::{Flow, Palette, Screen, scrolled, take_bottom, take_left, take_top, wrap};

/// Number of plies in a page.
const PAGE: usize = 10;

/// Minimum width of the events beside the map, in columns.
const LEAST_SIDE: u16 = 34;

/// Minimum width of the map, in columns.
const LEAST_MAP: usize = 16;

/// Minimum number of rows of the table: its head and some nodes.
const LEAST_TABLE: usize = 6;

/// Minimum number of plies between two stored positions.
const LEAST_GAP: usize = 64;

/// Maximum number of stored positions. A position can be nearly as large as the file, and a file can have many plies.
const MOST_KEPT: usize = 64;

const HINT: &str = "arrows, PgUp, PgDn: step  n p: fight, capture  w s: table  K J: events  q: leave";

/// Replay with the current ply.
pub(super) struct Viewer<'a> {
    replay: &'a Replay,
    title: String,
    /// Matches stored every `gap` plies. The plies between them are replayed.
    kept: Vec<Match>,
    gap: usize,
    /// Plies with a fight or a capture.
    turning_points: Vec<usize>,
    ending: String,
    ply: usize,
    /// Match before the current ply, and the lines that describe the ply.
    game: Match,
    texts: Vec<String>,
    /// Scroll offsets of the table and the events, in rows.
    table_pan: i32,
    events_pan: i32,
}

impl<'a> Viewer<'a> {
    /// Opens a replay at its start.
    pub(super) fn new(replay: &'a Replay) -> Viewer<'a> {
        let gap = replay.turns.len().div_ceil(MOST_KEPT).max(LEAST_GAP);
        let mut viewer = Viewer {
            replay,
            title: head(replay),
            kept: Vec::new(),
            gap,
            turning_points: Vec::new(),
            ending: replay.outcome().map_or("the match is not over".to_owned(), words::outcome),
            ply: 0,
            game: replay.start(),
            texts: Vec::new(),
            table_pan: 0,
            events_pan: 0,
        };
        viewer.survey();
        viewer.go_to(0);
        viewer
    }

    /// Plays the match once, to store positions and to find fights and captures.
    fn survey(&mut self) {
        let mut game = self.replay.start();
        for (number, turn) in self.replay.turns.iter().enumerate() {
            if number.is_multiple_of(self.gap) {
                self.kept.push(game.clone());
            }
            if game.play_with_events(&turn.plain_orders()).iter().any(is_turning) {
                self.turning_points.push(number);
            }
        }
        if self.last().is_multiple_of(self.gap) {
            self.kept.push(game);
        }
    }

    fn last(&self) -> usize {
        self.replay.turns.len()
    }

    fn go_to(&mut self, ply: usize) {
        let ply = ply.min(self.last());
        self.game = self.game_before(ply);
        self.ply = ply;
        self.texts = self.texts();
        self.events_pan = 0;
    }

    /// Returns the match before a ply, replayed from the nearest stored position.
    fn game_before(&self, ply: usize) -> Match {
        let kept = ply / self.gap;
        let (from, mut game) = if (kept * self.gap..=ply).contains(&self.ply) {
            (self.ply, self.game.clone())
        } else {
            (kept * self.gap, self.kept[kept].clone())
        };
        for turn in &self.replay.turns[from..ply] {
            game.play(&turn.plain_orders(), &mut ());
        }
        game
    }

    /// Describes the current ply, or the result at the end.
    fn texts(&self) -> Vec<String> {
        let Some(turn) = self.replay.turns.get(self.ply) else { return vec![self.ending.clone()] };
        let mut after = self.game.clone();
        let events = after.play_with_events(&turn.plain_orders());
        ply_lines(&Ply { turn, before: self.game.position().clone(), events, after })
    }

    /// Draws map, supplies and table below each other. Shrinks the map if the screen is small.
    fn draw_map(&mut self, frame: &mut Frame<'_>, mut area: Rect, palette: Palette) {
        let (scenario, position) = (self.game.scenario(), self.game.position());
        let supplies = map::supplies(scenario, position);
        let table = map::table(scenario, position);
        let room = usize::from(area.height).saturating_sub(supplies.len() + LEAST_TABLE.min(table.len()));
        let drawing = self.drawing(area.width.into(), room);
        let rows = [drawing, supplies].concat();
        frame.render_widget(Paragraph::new(palette.lines(&rows)), take_top(&mut area, rows.len() as u16));
        self.table_pan = draw_scrolled(frame, area, palette.lines(&table), 1, self.table_pan);
    }

    /// Returns the largest map that fits, or no rows if even the smallest is too tall.
    fn drawing(&self, width: usize, room: usize) -> Vec<Row> {
        let drawing = |width| map::drawing(self.game.scenario(), self.game.position(), width);
        (LEAST_MAP..=width).rev().step_by(4).map(drawing).find(|rows| rows.len() <= room).unwrap_or_default()
    }

    fn draw_events(&mut self, frame: &mut Frame<'_>, area: Rect, palette: Palette) {
        let style = if self.ply == self.last() { TextStyle::BOLD } else { TextStyle::PLAIN };
        let lines = self.texts.iter().flat_map(|text| wrapped(text, area.width.into()));
        let lines = lines.map(|line| Line::styled(line, palette.style(style))).collect();
        self.events_pan = draw_scrolled(frame, area, lines, 0, self.events_pan);
    }
}

fn is_turning(record: &EventRecord) -> bool {
    matches!(record.event, Event::Fought { .. } | Event::Captured { .. })
}

/// Wraps a text; all lines are indented like the first.
fn wrapped(text: &str, width: usize) -> impl Iterator<Item = String> {
    let words = text.trim_start_matches(' ');
    let indent = text.len() - words.len();
    wrap(words, width.saturating_sub(indent).max(1)).into_iter().map(move |line| format!("{:indent$}{line}", ""))
}

/// Draws lines below a fixed head. Returns the scroll offset, limited to the lines.
fn draw_scrolled(frame: &mut Frame<'_>, mut area: Rect, mut lines: Vec<Line<'_>>, head: usize, pan: i32) -> i32 {
    let rest = lines.split_off(head.min(lines.len()));
    frame.render_widget(Paragraph::new(lines), take_top(&mut area, head as u16));
    let (first, pan) = scrolled(rest.len(), area.height, &(0..0), pan);
    let seen: Vec<Line<'_>> = rest.into_iter().skip(first.into()).take(area.height.into()).collect();
    frame.render_widget(Paragraph::new(seen), area);
    pan
}

impl Screen for Viewer<'_> {
    const ALTERNATIVE: &'static str = "--ply and --all print it";

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let mut body = frame.area();
        // The number of the ply comes first, because a narrow screen cuts off the end.
        let title = format!("ply {} of {}   {}", self.ply, self.last(), self.title);
        let bar = palette.style(TextStyle::BOLD.reversed(true));
        frame.render_widget(Paragraph::new(title).style(bar), take_top(&mut body, 1));
        frame.render_widget(Paragraph::new(HINT).style(palette.style(TextStyle::DIM)), take_bottom(&mut body, 1));
        let map_width = body.width.saturating_sub(LEAST_SIDE).min(map::WIDTH as u16);
        let left = take_left(&mut body, map_width);
        self.draw_map(frame, left, palette);
        take_left(&mut body, 2);
        self.draw_events(frame, body, palette);
    }

    fn handle(&mut self, key: KeyEvent) -> Flow {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Flow::Quit,
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | ' ') => self.go_to(self.ply + 1),
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k') => self.go_to(self.ply.saturating_sub(1)),
            KeyCode::PageDown => self.go_to(self.ply + PAGE),
            KeyCode::PageUp => self.go_to(self.ply.saturating_sub(PAGE)),
            KeyCode::Home | KeyCode::Char('g') => self.go_to(0),
            KeyCode::End | KeyCode::Char('G') => self.go_to(usize::MAX),
            KeyCode::Char('w') => self.table_pan -= 1,
            KeyCode::Char('s') => self.table_pan += 1,
            KeyCode::Char('K') => self.events_pan -= 1,
            KeyCode::Char('J') => self.events_pan += 1,
            KeyCode::Char('n') => {
                let next = self.turning_points.iter().find(|&&point| point > self.ply);
                self.go_to(next.copied().unwrap_or(usize::MAX));
            }
            KeyCode::Char('p') => {
                let previous = self.turning_points.iter().rfind(|&&point| point < self.ply);
                self.go_to(previous.copied().unwrap_or(0));
            }
            _ => {}
        }
        Flow::Continue
    }
}
