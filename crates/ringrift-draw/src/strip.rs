//! Film strips: several frames in one picture.

use ringrift::Player;

use crate::document::Document;
use crate::error::DrawError;
use crate::panel::{Look, Panel, panel, shifted};
use crate::picture::{Frame, Options, check};
use crate::table::swatches;
use crate::text::fitted;
use crate::words;

/// The most frames of a film strip.
pub const MAX_FRAMES: usize = 64;
/// The most columns of a film strip.
pub const MAX_COLUMNS: usize = 16;

/// The space between frames.
const GAP: f64 = 20.0;
/// The height of a row of player names.
const LEGEND: f64 = 30.0;
/// The narrowest room for a player's name and what stands before it.
const LEGEND_WIDTH: f64 = 190.0;

/// Draws several frames as one SVG, row by row from the left, with the names of the players below them.
///
/// # Errors
/// If there are no frames or more than [`MAX_FRAMES`], no columns or more than [`MAX_COLUMNS`], or for any reason that a
/// frame has alone (see [`picture`](crate::picture)).
pub fn strip(frames: &[Frame<'_>], columns: usize, options: &Options) -> Result<String, DrawError> {
    let Some(first) = frames.first() else { return Err(DrawError::NoFrames) };
    if frames.len() > MAX_FRAMES {
        return Err(DrawError::TooManyFrames(frames.len()));
    }
    if !(1..=MAX_COLUMNS).contains(&columns) {
        return Err(DrawError::Columns(columns));
    }
    check(frames, options)?;
    let look = |frame: &Frame<'_>| Look::small(frames, frame.position.rules().board);
    let panels: Vec<Panel> = frames.iter().map(|frame| panel(frame, options, look(frame))).collect();
    let players = frames.iter().map(|frame| frame.position.rules().players).max().unwrap_or_default();
    let grid = arrange(&panels, columns);
    let legend = if options.table { legend(players, options, grid.width) } else { Panel::default() };
    let document = Document {
        title: words::title(first),
        description: description(frames, options),
        players,
        width: grid.width,
        height: grid.height + legend.height,
        body: grid.svg + &shifted(0.0, grid.height, &legend.svg),
    };
    Ok(document.svg(options))
}

/// Puts frames into a grid whose cells are as large as the largest frame.
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

/// The rings, markers, territory and names of the players, in as many rows as they need.
fn legend(players: u8, options: &Options, width: f64) -> Panel {
    let in_a_row = ((width / LEGEND_WIDTH) as usize).clamp(1, usize::from(players));
    let room = width / in_a_row as f64;
    let entry = |player: Player| {
        let name = fitted(&words::name(&options.names, player), 14.0, room - 92.0);
        let svg =
            swatches(player, &options.prefix) + &format!("<text font-size=\"14\" x=\"106\" y=\"18\">{name}</text>");
        let (column, row) = (player.index() % in_a_row, player.index() / in_a_row);
        // The swatches leave room for an arrowhead before them, which is not needed here.
        shifted(column as f64 * room - 20.0, row as f64 * LEGEND + 8.0, &svg)
    };
    let rows = usize::from(players).div_ceil(in_a_row);
    Panel { svg: Player::seats(players).map(entry).collect(), width, height: rows as f64 * LEGEND + 8.0 }
}

/// What the frames show: their captions, and the last of them in full.
fn description(frames: &[Frame<'_>], options: &Options) -> String {
    let captions = frames.iter().enumerate().map(|(i, frame)| words::caption(i + 1, frame));
    let last = frames.last().map(|frame| words::description(frame, &options.names)).unwrap_or_default();
    format!("Film strip of {} frames. {}The last frame: {last}", frames.len(), captions.collect::<String>())
}
