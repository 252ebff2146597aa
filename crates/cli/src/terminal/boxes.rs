//! Boxes over the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

/// Draws lines in a centred box. If they do not fit, scrolls down by at most `skipped` lines.
pub(crate) fn draw_box(frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<Line<'_>>, skipped: usize) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count());
    let width = area.width.min(widest as u16 + 4);
    let height = area.height.min(lines.len() as u16 + 2);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let skipped = skipped.min((lines.len() + 2).saturating_sub(height.into())) as u16;
    let block = Block::bordered().title(title).padding(Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block).scroll((skipped, 0)), place);
}
