//! Texts about the game, wrapped to a given width.

use cli_support::plain::plain;
use ratatui::text::Line;
use ringrift::Player;
use ringrift_text::board_view::{Row, TextStyle, letter, with_letters};
use ringrift_text::situation::headline;

use crate::play::game::{PlayedAction, TerminalGame};
use crate::play::words::{ending, needs, player_label};
use crate::terminal::{Palette, wrap};

/// Width of the names of players.
const NAME_WIDTH: usize = 14;

/// Returns the pending decision, or the result of the game.
pub(super) fn now_lines(game: &TerminalGame, palette: Palette, width: u16) -> Vec<Line<'static>> {
    if game.is_over() {
        let lines = ending(game);
        return lines.iter().take(2).flat_map(|line| palette.wrapped(line, TextStyle::BOLD, width)).collect();
    }
    let player = game.position().to_move();
    let style = TextStyle::of(player).bold();
    let text = format!("{}: {}", player_label(game, player), with_letters(&headline(game.position()).to_string()));
    palette.wrapped(&text, style, width)
}

/// Returns the table of the players, with their progress towards a win.
pub(super) fn player_lines(game: &TerminalGame, palette: Palette, width: u16) -> Vec<Line<'static>> {
    let title = format!("{:NAME_WIDTH$}    hand  board  eliminated  territory", "");
    let title = Row::of(&title, TextStyle::DIM);
    let players = Player::seats(game.position().rules().players).map(|player| player_row(game, player));
    let rows = std::iter::once(title).chain(players);
    rows.map(|row| palette.line(&row.within(width.into()))).collect()
}

fn player_row(game: &TerminalGame, player: Player) -> Row {
    let (position, rules) = (game.position(), game.position().rules());
    let is_to_move = !game.is_over() && position.to_move() == player;
    let name: String = plain(game.participant_of(player).name()).chars().take(NAME_WIDTH).collect();
    let lead = if is_to_move { '>' } else { ' ' };
    let mut row = Row::of(&format!("{lead}{} {name:NAME_WIDTH$}", letter(player)), TextStyle::of(player).bold());
    let credits = format!("{}/{}", position.credits(player), rules.elimination_threshold);
    let territory = format!("{}/{}", position.territory(player), rules.territory_threshold);
    let (hand, on_board) = (position.hand(player), position.rings_on_board(player));
    for column in
        [format!(" {hand:>4}"), format!("{on_board:>7}"), format!("{credits:>12}"), format!("{territory:>11}")]
    {
        row.put(0, &column, TextStyle::PLAIN);
    }
    if !game.is_over() {
        row.put(row.width + 2, &format!("needs {}", needs(position, player)), TextStyle::DIM);
    }
    row
}

/// Returns the last actions that fit, the newest at the bottom, with their effects.
pub(super) fn log_lines(game: &TerminalGame, palette: Palette, width: u16, height: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    for action in game.actions().rev() {
        let added = action_lines(action, palette, width);
        if lines.len() + added.len() > height.into() {
            let room = usize::from(height) - lines.len();
            // Of the newest action, as many lines as fit; of an older one, only the line with its notation.
            let kept = if lines.is_empty() { room } else { room.min(1) };
            lines.splice(0..0, added.into_iter().take(kept));
            break;
        }
        lines.splice(0..0, added);
    }
    lines
}

/// Returns an action and its effects.
pub(super) fn action_lines(action: &PlayedAction, palette: Palette, width: u16) -> Vec<Line<'static>> {
    let mut row = Row::of(&format!("{} ", action.turn), TextStyle::DIM);
    row.put(0, &letter(action.player).to_string(), TextStyle::of(action.player).bold());
    row.put(0, &format!(" {}", action.text), TextStyle::BOLD);
    let mut lines = vec![palette.line(&row)];
    let style = palette.style(TextStyle::PLAIN);
    let effects = action.effects.iter().flat_map(|effect| wrap(effect, usize::from(width.saturating_sub(2)).max(8)));
    lines.extend(effects.map(|line| Line::styled(format!("  {line}"), style)));
    lines
}
