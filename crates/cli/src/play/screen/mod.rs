//! The full-screen game: its state and key bindings ([`App`]), and its layout and drawing ([`draw`]).

mod app;
mod cursor;
mod list;
mod overlay;
mod panels;
#[cfg(test)]
mod tests;
mod typing;

use cli_support::plain::plain;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use ringrift_text::board_view::{Area, Grid, Highlights, Scale, TextStyle};

pub(super) use self::app::App;
use self::app::Overlay;
use self::panels::{log_lines, now_lines, player_lines};
use crate::play::words::all_players;
use crate::terminal::{
    Palette, RowLimits, columns, scrolled, share_rows, take_bottom, take_left, take_right, take_top,
};

/// Minimum size of the screen, in columns and rows.
const LEAST_WIDTH: u16 = 30;
const LEAST_HEIGHT: u16 = 8;

/// Minimum widths of the side panel with the list of actions, and of the board beside it.
const LEAST_SIDE: u16 = 24;
const LEAST_BOARD: u16 = 40;

/// Width of the table of players. The column of the board is at least this wide if the screen allows it.
const TABLE_WIDTH: u16 = 52;

/// Minimum width of a side panel that also shows the log.
const ROOMY_SIDE: u16 = 40;

/// Maximum width of the side panel.
const MOST_SIDE: u16 = 72;

const KEYS: &str = "arrows Enter: pick   Tab: list   h: hint   u: undo   ?: all keys   q: quit";
const WAITING_KEYS: &str = "u: undo  space: pause  l: log  ?: keys  q: quit";
const OVER_KEYS: &str = "e: result  u: undo  l: log  s: save  q: quit";

/// Draws the screen.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App, palette: Palette) {
    let mut body = frame.area();
    if body.width < LEAST_WIDTH || body.height < LEAST_HEIGHT {
        return draw_too_small(frame, body);
    }
    draw_title(frame, take_top(&mut body, 1), app, palette);
    draw_status(frame, take_bottom(&mut body, 1), app, palette);
    draw_message(frame, &mut body, app, palette);
    draw_body(frame, body, app, palette);
    overlay::draw(frame, body, app, palette);
}

fn draw_too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!("Too small: {}x{}, needed {LEAST_WIDTH}x{LEAST_HEIGHT}. q quits.", area.width, area.height);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Draws the title: rules, players and file.
fn draw_title(frame: &mut Frame<'_>, mut area: Rect, app: &App, palette: Palette) {
    let style = palette.style(TextStyle::BOLD.reversed(true));
    let game = app.session.game();
    let place = match app.session.path().and_then(|path| path.file_name()) {
        Some(name) => format!(" saved in {} ", plain(&name.to_string_lossy())),
        None => " not saved ".to_owned(),
    };
    let about = format!(" {} | {}", all_players(game), game.position().rules().title());
    let width = (columns(&place) as u16).min(area.width / 2);
    let right = take_right(&mut area, width);
    frame.render_widget(Paragraph::new(about).style(style), area);
    frame.render_widget(Paragraph::new(place).style(style).alignment(Alignment::Right), right);
}

/// Draws the status line: input, question, thinking player, or keys.
fn draw_status(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette) {
    let (text, style) = status(app);
    // Shows the end of a long input.
    let room = usize::from(area.width).saturating_sub(1);
    let surplus = if style == TextStyle::BOLD { columns(&text).saturating_sub(room) } else { 0 };
    let shown: String = text.chars().skip(surplus).collect();
    frame.render_widget(Paragraph::new(format!(" {shown}")).style(palette.style(style)), area);
}

fn status(app: &App) -> (String, TextStyle) {
    let game = app.session.game();
    let prompt = match &app.overlay {
        Overlay::Typing(text) => Some(format!("Action, number or cell: {text}_")),
        Overlay::SaveAs(name) => Some(format!("Save the game in a new file: {name}_")),
        Overlay::Quit => Some("The game is not saved: q quits, s saves, Esc continues.".to_owned()),
        Overlay::Resign => Some("Resign? y resigns, Esc continues.".to_owned()),
        _ => None,
    };
    if let Some(prompt) = prompt {
        return (prompt, TextStyle::BOLD);
    }
    if let Some(time) = app.session.hint_search_time() {
        return (format!("Looking for a hint, {:.1} s. Esc: result so far", time.as_secs_f32()), TextStyle::BOLD);
    }
    if let (Some(time), Some(participant)) = (app.session.thinking_time(), game.participant_to_move()) {
        let name = plain(participant.name());
        return (
            format!("{name} is thinking, {:.1} s. Esc: move now  {WAITING_KEYS}", time.as_secs_f32()),
            TextStyle::DIM,
        );
    }
    let keys = match () {
        () if game.is_over() => OVER_KEYS,
        () if app.is_paused && !app.session.asks_human() => {
            return (format!("Paused; space continues. {WAITING_KEYS}"), TextStyle::DIM);
        }
        () => KEYS,
    };
    (keys.to_owned(), TextStyle::DIM)
}

/// Draws the message above the status line, on at most a third of the screen.
fn draw_message(frame: &mut Frame<'_>, body: &mut Rect, app: &App, palette: Palette) {
    let width = body.width.saturating_sub(2);
    let lines: Vec<Line<'_>> =
        app.message.iter().flat_map(|line| palette.wrapped(line, TextStyle::BOLD, width)).collect();
    let height = (lines.len() as u16).min(body.height / 3);
    let mut area = take_bottom(body, height);
    take_left(&mut area, 1);
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_body(frame: &mut Frame<'_>, mut body: Rect, app: &App, palette: Palette) {
    let (grid, side) = arrange(app, body);
    let is_roomy = side >= ROOMY_SIDE;
    if side > 0 {
        draw_side(frame, take_right(&mut body, side), app, is_roomy, palette);
        take_right(&mut body, 1);
    }
    let (width, position) = (body.width, app.session.game().position());
    let now = now_lines(app.session.game(), palette, width);
    let players = player_lines(app.session.game(), palette, width);
    let limits = [
        RowLimits { min: now.len().min(2), max: now.len() },
        RowLimits { min: grid.rows.len().min(5), max: grid.rows.len() },
        RowLimits { min: players.len(), max: players.len() },
    ];
    let [now_height, board, table] = share_rows(body.height, limits);
    draw_grid(frame, take_top(&mut body, board), &grid, palette);
    frame.render_widget(Paragraph::new(now), take_top(&mut body, now_height));
    frame.render_widget(Paragraph::new(players), take_top(&mut body, table));
    if side == 0 && body.height > 1 && position.outcome().is_none() {
        let height = body.height / 2;
        draw_list(frame, take_bottom(&mut body, height.max(2)), app, palette);
    }
    if !is_roomy && (side == 0 || app.session.game().has_humans()) {
        draw_log(frame, body, app, palette);
    }
}

/// Returns the board at a scale that fits, and the width of the side panel; 0 if there is no room for it.
fn arrange(app: &App, body: Rect) -> (Grid, u16) {
    let normal = grid(app, Scale::Normal);
    let side_of = |grid: &Grid| body.width.saturating_sub((grid.width() as u16).max(TABLE_WIDTH) + 1).min(MOST_SIDE);
    let fits = side_of(&normal) >= LEAST_SIDE && normal.rows.len() <= body.height.into();
    if fits {
        let side = side_of(&normal);
        return (normal, side);
    }
    let compact = grid(app, Scale::Compact);
    let side = match side_of(&compact) {
        side if side >= LEAST_SIDE => side,
        _ if body.width > LEAST_BOARD + LEAST_SIDE => LEAST_SIDE,
        _ => 0,
    };
    (compact, side)
}

fn grid(app: &App, scale: Scale) -> Grid {
    let game = app.session.game();
    let position = game.position();
    let possible = app.picking.possible();
    // If most cells can be picked, marks on them do not help.
    let is_special = possible.len() <= usize::from(position.rules().board.cells()) / 2;
    let highlights = Highlights {
        before: Some(game.last_seen()),
        cursor: Some(app.cursor),
        chosen: app.picking.picked(),
        possible: if is_special { &possible } else { &[] },
    };
    Grid::highlighted(position, highlights, scale)
}

/// Draws the board, or the part with the cursor if it does not fit.
fn draw_grid(frame: &mut Frame<'_>, area: Rect, grid: &Grid, palette: Palette) {
    let whole = Area { rows: 0..grid.rows.len(), columns: 0..grid.width() };
    let focus = grid.cursor.as_ref().unwrap_or(&whole);
    let (x, _) = scrolled(whole.columns.end, area.width, &focus.columns, 0);
    let (y, _) = scrolled(whole.rows.end, area.height, &focus.rows, 0);
    frame.render_widget(Paragraph::new(palette.lines(&grid.rows)).scroll((y, x)), area);
}

/// Draws the list of actions, and the log below it if there is room.
fn draw_side(frame: &mut Frame<'_>, area: Rect, app: &App, has_log: bool, palette: Palette) {
    let block = Block::new().borders(Borders::LEFT).border_style(palette.style(TextStyle::DIM));
    let mut inner = block.inner(area);
    frame.render_widget(block, area);
    take_left(&mut inner, 1);
    if !app.session.game().has_humans() {
        // Only computers play, so there are no decisions to list.
        return draw_log(frame, inner, app, palette);
    }
    if has_log {
        let rows = list::rows(&app.picking, app.session.game().position(), app.mark(), inner.width.into()).0.len();
        let height = (rows as u16 + 1).clamp(3, inner.height / 2);
        draw_list(frame, take_top(&mut inner, height), app, palette);
        take_top(&mut inner, 1);
        return draw_log(frame, inner, app, palette);
    }
    draw_list(frame, inner, app, palette);
}

/// Draws the actions around the selected one, below their number.
fn draw_list(frame: &mut Frame<'_>, mut area: Rect, app: &App, palette: Palette) {
    let title = list::title(&app.picking, app.session.game().position());
    let title_area = take_top(&mut area, 1);
    frame.render_widget(Paragraph::new(title).style(palette.style(TextStyle::BOLD)), title_area);
    let (rows, selected) = list::rows(&app.picking, app.session.game().position(), app.mark(), area.width.into());
    let (y, _) = scrolled(rows.len(), area.height, &(selected..selected + 1), 0);
    let shown = rows.iter().skip(y.into()).take(area.height.into());
    let lines: Vec<Line<'_>> = shown.map(|row| palette.line(row)).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn draw_log(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette) {
    frame.render_widget(Paragraph::new(log_lines(app.session.game(), palette, area.width, area.height)), area);
}
