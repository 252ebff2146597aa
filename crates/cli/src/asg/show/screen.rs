//! A replay on the whole screen.

use asg::{Event, Game, Replay};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::super::map;
use super::super::words;
use super::{head, ply_lines};
use crate::board_view::Look;
use crate::terminal::{Flow, Palette, Screen, take_bottom, take_left, take_top};

/// How many plies a page has.
const PAGE: usize = 10;

/// The narrowest list of events beside the map.
const LEAST_SIDE: u16 = 34;

const HINT: &str = "arrows: step   PgUp PgDn: ten plies   n p: next, previous fight or capture   q: leave";

/// A replay and the place in it that is shown.
pub(super) struct Viewer {
    title: String,
    /// The match before every ply, and at its end.
    games: Vec<Game>,
    /// What happened in every ply, in words.
    texts: Vec<Vec<String>>,
    /// The plies in which something was fought over or captured.
    turning_points: Vec<usize>,
    ending: String,
    ply: usize,
}

impl Viewer {
    /// Begins at the start of a match.
    pub(super) fn new(replay: &Replay) -> Viewer {
        let mut viewer = Viewer {
            title: head(replay),
            games: vec![replay.start()],
            texts: Vec::new(),
            turning_points: Vec::new(),
            ending: replay.outcome().map_or("the match is not over".to_owned(), words::outcome),
            ply: 0,
        };
        for (number, ply) in replay.plies().enumerate() {
            let is_turning = |event: &Event| matches!(event, Event::Fought { .. } | Event::Captured { .. });
            if ply.events.iter().any(|noted| is_turning(&noted.event)) {
                viewer.turning_points.push(number);
            }
            viewer.texts.push(ply_lines(&ply));
            viewer.games.push(ply.after);
        }
        viewer
    }

    fn last(&self) -> usize {
        self.games.len() - 1
    }

    fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.last());
    }

    fn draw_map(&self, frame: &mut Frame<'_>, mut area: Rect, palette: Palette) {
        let game = &self.games[self.ply];
        let (scenario, position) = (game.scenario(), game.position());
        let mut rows = map::drawing(scenario, position, area.width.into());
        rows.extend(map::supplies(scenario, position));
        let drawing = take_top(&mut area, rows.len() as u16 + 1);
        frame.render_widget(Paragraph::new(palette.lines(&rows)), drawing);
        frame.render_widget(Paragraph::new(palette.lines(&map::table(scenario, position))), area);
    }

    fn draw_events(&self, frame: &mut Frame<'_>, area: Rect, palette: Palette) {
        let lines: Vec<Line<'_>> = match self.texts.get(self.ply) {
            Some(texts) => texts.iter().map(|text| Line::raw(text.as_str())).collect(),
            None => vec![Line::styled(self.ending.as_str(), palette.style(Look::BOLD))],
        };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    }
}

impl Screen for Viewer {
    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let mut body = frame.area();
        let title = format!("{}   ply {} of {}", self.title, self.ply, self.last());
        let bar = palette.style(Look::BOLD.reversed(true));
        frame.render_widget(Paragraph::new(title).style(bar), take_top(&mut body, 1));
        frame.render_widget(Paragraph::new(HINT).style(palette.style(Look::DIM)), take_bottom(&mut body, 1));
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
