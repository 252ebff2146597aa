//! Layout and drawing of the viewer.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use ringrift_text::board_view::{Area, Grid, Scale, TextStyle};

use super::moves;
use super::overlay::{self, Overlay};
use super::panels::GameView;
use super::viewer::{View, Viewer};
use super::words::{ending, players, progress};
use crate::terminal::{
    Flow, Palette, RowLimits, Screen, scrolled, share_rows, take_bottom, take_left, take_right, take_top,
};

/// Minimum size of the screen, in columns and rows.
const MIN_WIDTH: u16 = 24;
const MIN_HEIGHT: u16 = 6;

/// Minimum width of the side panel with the list of moves.
const MIN_SIDE_WIDTH: u16 = 22;

/// Minimum width of a side panel that also shows texts.
const ROOMY_SIDE: u16 = 48;

/// Width of the table of players. The column of the board is at least this wide if the screen allows it.
const TABLE_WIDTH: u16 = 54;

const HINT: &str = "arrows: step   number Enter: jump   Tab: view   ?: keys   q: quit";

impl Screen for Viewer {
    const ALTERNATIVE: &'static str = "--ply and --all print it";

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        draw(frame, self, palette);
    }

    fn handle(&mut self, key: KeyEvent) -> Flow {
        self.handle_key(key)
    }
}

/// Draws the viewer. Limits the scrolling to the content.
pub(crate) fn draw(frame: &mut Frame<'_>, viewer: &mut Viewer, palette: Palette) {
    let mut body = frame.area();
    if body.width < MIN_WIDTH || body.height < MIN_HEIGHT {
        return draw_too_small(frame, body);
    }
    draw_title(frame, take_top(&mut body, 1), viewer, palette);
    draw_status(frame, take_bottom(&mut body, 1), viewer, palette);
    viewer.pan = match &viewer.game {
        Err(problem) => {
            draw_damage(frame, body, problem);
            (0, 0)
        }
        Ok(game) => {
            let shown = game.track().at_ply(game.ply());
            let game_view = GameView { game, shown: &shown, palette };
            draw_view(frame, body, game_view, viewer.view, viewer.pan)
        }
    };
    overlay::draw(frame, body, &viewer.overlay, palette);
}

fn draw_damage(frame: &mut Frame<'_>, area: Rect, problem: &str) {
    let text = format!("This game cannot be shown.\n\n{problem}\n\nn and p go to the other games of the file.");
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), area);
}

fn draw_too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!("Too small: {}x{}, needed {MIN_WIDTH}x{MIN_HEIGHT}. q quits.", area.width, area.height);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Draws the title: game, players, result and current ply.
fn draw_title(frame: &mut Frame<'_>, mut area: Rect, viewer: &Viewer, palette: Palette) {
    let style = palette.style(TextStyle::BOLD.reversed(true));
    let (about, place) = match &viewer.game {
        Err(_) => (viewer.title(), "damaged".to_owned()),
        Ok(game) => {
            let record = &game.record;
            let date = record.tags.date.iter().cloned();
            let game_title = viewer.has_several_games().then(|| viewer.title());
            let about = game_title.into_iter().chain([players(record), ending(record)]).chain(date);
            let variation = game.track().branch().map_or(String::new(), |ply| format!("variation of ply {ply}, "));
            (about.collect::<Vec<_>>().join(" | "), format!("{variation}{}", progress(game.ply(), game.track())))
        }
    };
    let place = Line::raw(format!(" {place} "));
    let right = take_right(&mut area, place.width() as u16);
    frame.render_widget(Paragraph::new(format!(" {about}")).style(style), area);
    frame.render_widget(Paragraph::new(place).style(style).alignment(Alignment::Right), right);
}

/// Draws the status line: the typed number, a message, or the keys.
fn draw_status(frame: &mut Frame<'_>, area: Rect, viewer: &Viewer, palette: Palette) {
    let (text, style) = match (&viewer.overlay, &viewer.message) {
        (Overlay::Jump(number), _) => (format!(" Go to ply: {number}_   Enter confirms, Esc cancels"), TextStyle::BOLD),
        (_, Some(message)) => (format!(" {message}"), TextStyle::BOLD),
        _ => (format!(" [{}] {HINT}", viewer.view.name()), TextStyle::DIM),
    };
    frame.render_widget(Paragraph::new(text).style(palette.style(style)), area);
}

/// Draws a view. Returns the scroll offset, limited to the content.
fn draw_view(frame: &mut Frame<'_>, area: Rect, game_view: GameView<'_>, view: View, pan: (i32, i32)) -> (i32, i32) {
    match view {
        View::Overview => draw_overview(frame, area, game_view, pan),
        View::Board => {
            let mut area = area;
            let now = game_view.now(area.width);
            let height = (now.len() as u16).min(area.height / 4);
            draw_lines(frame, take_bottom(&mut area, height), now);
            draw_grid(frame, area, &widest_grid(game_view, area.width), game_view.palette, pan)
        }
        View::Moves => {
            draw_moves(frame, area, game_view);
            (0, 0)
        }
        View::Details => {
            let lines = game_view.details(area.width);
            let most = lines.len().saturating_sub(area.height.into()) as i32;
            let skipped = pan.1.clamp(0, most);
            frame.render_widget(Paragraph::new(lines).scroll((skipped as u16, 0)), area);
            (0, skipped)
        }
    }
}

/// Returns the largest board that fits.
fn widest_grid(game_view: GameView<'_>, width: u16) -> Grid {
    let normal = grid(game_view, Scale::Normal);
    if normal.width() <= width.into() { normal } else { grid(game_view, Scale::Compact) }
}

fn grid(game_view: GameView<'_>, scale: Scale) -> Grid {
    Grid::new(&game_view.shown.position, game_view.shown.before.as_ref(), scale)
}

/// Draws the board with the list of moves beside it, and the texts if there is room.
fn draw_overview(frame: &mut Frame<'_>, mut area: Rect, game_view: GameView<'_>, pan: (i32, i32)) -> (i32, i32) {
    let side_of = |grid: &Grid| area.width.saturating_sub((grid.width() as u16).max(TABLE_WIDTH) + 1);
    let normal = grid(game_view, Scale::Normal);
    let grid = if side_of(&normal) >= MIN_SIDE_WIDTH { normal } else { grid(game_view, Scale::Compact) };
    let side = side_of(&grid);
    if side < MIN_SIDE_WIDTH {
        let grid = widest_grid(game_view, area.width);
        return draw_column(frame, area, game_view, &grid, pan, Contents { has_texts: true, has_moves: true });
    }
    let beside = take_right(&mut area, side);
    take_right(&mut area, 1);
    let is_roomy = side >= ROOMY_SIDE;
    let pan = draw_column(frame, area, game_view, &grid, pan, Contents { has_texts: !is_roomy, has_moves: false });
    draw_side(frame, beside, game_view, is_roomy);
    pan
}

/// Contents of a column besides the board, the players and the stacks.
#[derive(Copy, Clone)]
struct Contents {
    has_texts: bool,
    has_moves: bool,
}

fn draw_column(
    frame: &mut Frame<'_>,
    mut area: Rect,
    game_view: GameView<'_>,
    grid: &Grid,
    pan: (i32, i32),
    contents: Contents,
) -> (i32, i32) {
    let width = area.width;
    let texts = |lines: Vec<Line<'static>>| if contents.has_texts { lines } else { Vec::new() };
    let blocks = [
        texts(game_view.now(width)),
        texts(game_view.last_action(width)),
        game_view.players(width),
        game_view.stacks(width),
    ];
    let [now, last, players, stacks] = &blocks;
    let limits = [
        RowLimits { min: now.len().min(1), max: now.len() },
        RowLimits { min: grid.rows.len().min(8), max: grid.rows.len() },
        RowLimits { min: last.len().min(3), max: last.len() },
        RowLimits { min: players.len(), max: players.len() },
        RowLimits { min: 0, max: stacks.len() },
    ];
    let [now, board, last, players, stacks] = share_rows(area.height, limits);
    let pan = draw_grid(frame, take_top(&mut area, board), grid, game_view.palette, pan);
    for (lines, height) in blocks.into_iter().zip([now, last, players, stacks]) {
        draw_lines(frame, take_top(&mut area, height), lines);
    }
    if contents.has_moves && area.height >= 3 {
        draw_moves(frame, area, game_view);
    }
    pan
}

/// Draws the list of moves, below the texts if `has_texts`.
fn draw_side(frame: &mut Frame<'_>, area: Rect, game_view: GameView<'_>, has_texts: bool) {
    let block = Block::new().borders(Borders::LEFT).border_style(game_view.palette.style(TextStyle::DIM));
    let mut inner = block.inner(area);
    frame.render_widget(block, area);
    take_left(&mut inner, 1);
    if has_texts {
        for lines in [game_view.now(inner.width), game_view.last_action(inner.width)] {
            let height = (lines.len() as u16).min(inner.height / 2);
            draw_lines(frame, take_top(&mut inner, height), lines);
            take_top(&mut inner, 1);
        }
    }
    draw_moves(frame, inner, game_view);
}

fn draw_moves(frame: &mut Frame<'_>, area: Rect, game_view: GameView<'_>) {
    let rows = moves::rows(game_view.game, area.width.into(), area.height.into());
    frame.render_widget(Paragraph::new(game_view.palette.lines(&rows)), area);
}

/// Draws lines. If they do not fit, the last visible line is a hint.
fn draw_lines(frame: &mut Frame<'_>, area: Rect, mut lines: Vec<Line<'static>>) {
    let height = usize::from(area.height);
    if lines.len() > height && height > 0 {
        lines.truncate(height - 1);
        lines.push(Line::raw("... (Tab shows the details)"));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the board, or the part with the changes if it does not fit. Returns the scroll offset, limited to the
/// board.
fn draw_grid(frame: &mut Frame<'_>, area: Rect, grid: &Grid, palette: Palette, pan: (i32, i32)) -> (i32, i32) {
    let whole = Area { rows: 0..grid.rows.len(), columns: 0..grid.width() };
    let focus = grid.changes.as_ref().unwrap_or(&whole);
    let (x, pan_x) = scrolled(whole.columns.end, area.width, &focus.columns, pan.0);
    let (y, pan_y) = scrolled(whole.rows.end, area.height, &focus.rows, pan.1);
    frame.render_widget(Paragraph::new(palette.lines(&grid.rows)).scroll((y, x)), area);
    (pan_x, pan_y)
}
