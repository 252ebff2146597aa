//! Texts about the game, wrapped to a given width.

use ratatui::text::Line;
use ringrift_text::board_view::{STACKS_TITLE, TextStyle, player_rows, stack_rows, with_letters};
use ringrift_text::situation::{headline, ranking};

use super::game::ViewedGame;
use super::moves::signs;
use super::track::TrackPosition;
use super::words::{comments, ending, heading, remarks};
use crate::terminal::{Palette, wrap};

/// Game at one ply, with the palette for its texts.
#[derive(Copy, Clone)]
pub(crate) struct GameView<'a> {
    pub(crate) game: &'a ViewedGame,
    pub(crate) shown: &'a TrackPosition,
    pub(crate) palette: Palette,
}

impl GameView<'_> {
    /// Returns the pending decision, or the result of the game.
    pub(crate) fn now(self, width: u16) -> Vec<Line<'static>> {
        let position = &self.shown.position;
        let mut lines = self.palette.wrapped(&with_letters(&headline(position).to_string()), TextStyle::BOLD, width);
        if let Some(outcome) = position.outcome() {
            lines.extend(self.plain(&format!("Ranks: {}.", with_letters(&ranking(position, &outcome))), width));
        } else if self.game.is_at_end() {
            lines.extend(self.plain(&format!("The record ends here: {}.", ending(&self.game.record)), width));
        }
        lines
    }

    /// Returns the last action with its comments and effects.
    pub(crate) fn last_action(self, width: u16) -> Vec<Line<'static>> {
        let (track, ply) = (self.game.track(), self.game.ply());
        let signs = track.step(ply).map(signs).unwrap_or_default();
        let mut lines = self.palette.wrapped(&format!("{}{signs}", heading(track, ply)), TextStyle::BOLD, width);
        lines.extend(comments(track, ply).flat_map(|comment| self.plain(&comment, width)));
        lines.extend(self.shown.effects.iter().flat_map(|effect| item(effect, width)));
        lines.extend(remarks(track, ply).iter().flat_map(|remark| self.plain(remark, width)));
        lines
    }

    /// Returns the table of the players.
    pub(crate) fn players(self, width: u16) -> Vec<Line<'static>> {
        let rows = player_rows(&self.shown.position, Some(&self.game.record.tags.names));
        rows.into_iter().map(|row| self.palette.line(&row.within(width.into()))).collect()
    }

    /// Returns all stacks, ring by ring.
    pub(crate) fn stacks(self, width: u16) -> Vec<Line<'static>> {
        let rows = stack_rows(&self.shown.position, width.into());
        let title = (!rows.is_empty()).then(|| Line::styled(STACKS_TITLE, self.palette.style(TextStyle::DIM)));
        title.into_iter().chain(self.palette.lines(&rows)).collect()
    }

    fn headers(self, width: u16) -> Vec<Line<'static>> {
        let headers = self.game.record.headers();
        headers.iter().flat_map(|(name, value)| self.plain(&format!("{name}: {value}"), width)).collect()
    }

    /// Returns all texts.
    pub(crate) fn details(self, width: u16) -> Vec<Line<'static>> {
        let parts =
            [self.now(width), self.last_action(width), self.players(width), self.stacks(width), self.headers(width)];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.flat_map(|part| part.into_iter().chain([Line::default()])).collect()
    }

    fn plain(self, text: &str, width: u16) -> Vec<Line<'static>> {
        self.palette.wrapped(text, TextStyle::PLAIN, width)
    }
}

/// Wraps a sentence as a list item.
fn item(sentence: &str, width: u16) -> impl Iterator<Item = Line<'static>> {
    let leads = std::iter::once("- ").chain(std::iter::repeat("  "));
    leads.zip(wrap(sentence, width.saturating_sub(2).into())).map(|(lead, line)| Line::raw(format!("{lead}{line}")))
}
