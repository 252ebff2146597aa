//! Film strips: several frames in one picture.

use ringrift::Player;

use crate::error::{DrawError, MAX_COLUMNS, MAX_FRAMES};
use crate::options::Options;
use crate::picture::description;
use crate::picture::panel::{Panel, PanelStyle, panel};
use crate::picture::table::swatches;
use crate::picture::{Frame, check};
use crate::svg::Document;
use crate::svg::{fitted, shifted};

/// Space between frames, in pixels.
const GAP: f64 = 20.0;
/// Height of a row of the legend, in pixels.
const LEGEND: f64 = 30.0;
/// Minimum width of a legend entry, in pixels.
const LEGEND_WIDTH: f64 = 190.0;

/// Draws several frames as one SVG, row by row from the left, with a legend of the players below.
///
/// # Errors
/// Returns an error if there are no frames or more than [`MAX_FRAMES`], no columns or more than [`MAX_COLUMNS`], or if a frame
/// cannot be drawn (see [`picture`](crate::picture)).
pub fn strip(frames: &[Frame<'_>], columns: usize, options: &Options) -> Result<String, DrawError> {
    let Some(first) = frames.first() else { return Err(DrawError::NoFrames) };
    if frames.len() > MAX_FRAMES {
        return Err(DrawError::TooManyFrames(frames.len()));
    }
    if !(1..=MAX_COLUMNS).contains(&columns) {
        return Err(DrawError::Columns(columns));
    }
    check(frames, options)?;
    let style = |frame: &Frame<'_>| PanelStyle::small(frames, frame.position.rules().board);
    let panels: Vec<Panel> = frames.iter().map(|frame| panel(frame, options, style(frame))).collect();
    let players = frames.iter().map(|frame| frame.position.rules().players).max().unwrap_or_default();
    let grid = arrange(&panels, columns);
    let legend = if options.table { legend(players, options, grid.width) } else { Panel::default() };
    let document = Document {
        title: description::title(first),
        description: strip_description(frames, options),
        players,
        width: grid.width,
        height: grid.height + legend.height,
        body: grid.svg + &shifted(0.0, grid.height, &legend.svg),
    };
    Ok(document.svg(options))
}

/// Arranges panels in a grid whose cells have the size of the largest panel.
fn arrange(panels: &[Panel], columns: usize) -> Panel {
    let columns = columns.min(panels.len());
    let rows = panels.len().div_ceil(columns);
    let largest = |size: fn(&Panel) -> f64| panels.iter().map(size).fold(0.0, f64::max);
    let (width, height) = (largest(|panel| panel.width), largest(|panel| panel.height));
    let place = |i: usize| ((i % columns) as f64 * (width + GAP), (i / columns) as f64 * (height + GAP));
    let placed = panels.iter().enumerate().map(|(i, panel)| shifted(place(i).0, place(i).1, &panel.svg));
    Panel {
        svg: placed.collect(),
        width: columns as f64 * (width + GAP) - GAP,
        height: rows as f64 * (height + GAP) - GAP,
    }
}

/// Draws the names, rings, markers and territory of the players, in as many rows as needed.
fn legend(players: u8, options: &Options, width: f64) -> Panel {
    let in_a_row = ((width / LEGEND_WIDTH) as usize).clamp(1, usize::from(players));
    let entry_width = width / in_a_row as f64;
    let entry = |player: Player| {
        let name = fitted(&description::name(&options.names, player), 14.0, entry_width - 92.0);
        let svg =
            swatches(player, &options.prefix) + &format!("<text font-size=\"14\" x=\"106\" y=\"18\">{name}</text>");
        let (column, row) = (player.index() % in_a_row, player.index() / in_a_row);
        // Moved left, because `swatches` leaves 20 pixels for the arrowhead of the player to move.
        shifted(column as f64 * entry_width - 20.0, row as f64 * LEGEND + 8.0, &svg)
    };
    let rows = usize::from(players).div_ceil(in_a_row);
    Panel { svg: Player::seats(players).map(entry).collect(), width, height: rows as f64 * LEGEND + 8.0 }
}

/// Describes the frames by their captions, and the last one in full.
fn strip_description(frames: &[Frame<'_>], options: &Options) -> String {
    let captions = frames.iter().enumerate().map(|(i, frame)| description::caption(i + 1, frame));
    let last = frames.last().map(|frame| description::description(frame, &options.names)).unwrap_or_default();
    format!("Film strip of {} frames. {}The last frame: {last}", frames.len(), captions.collect::<String>())
}
