//! `ringside record draw`: images of positions and games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cli_support::files::Sink;
use cli_support::{Failure, Outcome};
use ringrift::{ByPlayer, Cell, Player, Position};
use ringrift_draw::{Change, Frame, MAX_FRAMES, Material, Options, Theme};
use ringrift_record::Record;

use crate::png;
use crate::record::input::{self, game_number};

/// Draw any ply of a recorded game, or a film strip of it, as SVG or PNG.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// File with the game; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "position", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Draw a position instead, given as text (docs/formats.md)
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Number of the game in the file, from 1
    #[arg(long, short, default_value_t = 1, value_name = "N", value_parser = game_number)]
    game: usize,
    /// Draw the position after N actions; 0 is the start [default: the end of the game]
    #[arg(long, value_name = "N", conflicts_with = "film")]
    ply: Option<usize>,
    /// Draw a film strip
    #[arg(long)]
    film: bool,
    /// First ply of the film
    #[arg(long, value_name = "N", default_value_t = 0, requires = "film")]
    from: usize,
    /// Last ply of the film [default: the last of the game]
    #[arg(long, value_name = "N", requires = "film")]
    to: Option<usize>,
    /// Plies from one picture of the film to the next [default: chosen for at most 12 pictures]
    #[arg(long, value_name = "N", requires = "film")]
    every: Option<usize>,
    /// Pictures in a row of the film
    #[arg(long, value_name = "N", default_value_t = 4, requires = "film")]
    columns: usize,
    /// Output file; a name that ends in .png selects PNG; an existing one is replaced [default: standard output, SVG]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format [default: chosen by the name of the output file]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Width of a PNG in pixels [default: twice the size of the SVG, up to the maximum for a PNG]
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
    /// Colours; auto follows the theme of the page that shows an SVG, and is light in a PNG
    #[arg(long, value_enum, default_value_t = Colours::Auto)]
    theme: Colours,
    /// Material of the board
    #[arg(long, value_enum, default_value_t = Surface::Wood)]
    material: Surface,
    /// Cells to highlight, separated by commas, for example d4,e5
    #[arg(long, value_name = "CELLS", value_delimiter = ',', allow_hyphen_values = true)]
    highlight: Vec<String>,
    /// Omit the table of the players
    #[arg(long)]
    no_table: bool,
    /// Omit the coordinates
    #[arg(long)]
    no_coordinates: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Scalable vector graphics
    Svg,
    /// Portable network graphics
    Png,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Colours {
    /// Dark on dark pages, light on light ones
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Surface {
    /// Wood
    Wood,
    /// Slate, grey and blue
    Slate,
    /// Plain paper
    Paper,
}

pub(super) fn run(args: &DrawArgs, out: &mut impl Write) -> Outcome {
    let format = args.format.unwrap_or_else(|| format_of(args.output.as_deref()));
    let svg = match (&args.file, &args.position) {
        (Some(file), _) => draw_game(args, &input::game(file, args.game)?, format)?,
        (None, text) => draw_position(args, text.as_deref().unwrap_or_default(), format)?,
    };
    let mut sink = Sink::replacing(args.output.as_deref(), out)?;
    match format {
        Format::Svg => sink.write_all(svg.as_bytes())?,
        Format::Png => {
            sink.write_all(&png::fitted(&svg, args.width)?)?;
        }
    }
    sink.finish()
}

fn format_of(output: Option<&Path>) -> Format {
    let is_png = |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if output.is_some_and(is_png) { Format::Png } else { Format::Svg }
}

fn options(args: &DrawArgs, names: ByPlayer<String>, format: Format) -> Options {
    Options {
        theme: match (args.theme, format) {
            (Colours::Auto, Format::Svg) => Theme::Auto,
            (Colours::Auto, Format::Png) | (Colours::Light, _) => Theme::Light,
            (Colours::Dark, _) => Theme::Dark,
        },
        material: match args.material {
            Surface::Wood => Material::Wood,
            Surface::Slate => Material::Slate,
            Surface::Paper => Material::Paper,
        },
        coordinates: !args.no_coordinates,
        table: !args.no_table,
        names,
        ..Options::default()
    }
}

fn draw_position(args: &DrawArgs, text: &str, format: Format) -> Result<String, Failure> {
    let position = Position::parse(text).map_err(Failure::bad_input)?;
    let highlights = highlights(args, &position)?;
    let frame = Frame { highlights, ..Frame::new(&position) };
    ringrift_draw::picture(&frame, &options(args, ByPlayer::default(), format)).map_err(Failure::bad_input)
}

fn highlights(args: &DrawArgs, position: &Position) -> Result<Vec<Cell>, Failure> {
    let board = position.rules().board;
    args.highlight.iter().map(|name| board.parse_cell(name.trim()).map_err(Failure::bad_input)).collect()
}

fn draw_game(args: &DrawArgs, record: &Record, format: Format) -> Result<String, Failure> {
    let highlights = highlights(args, record.start())?;
    let mut names = ByPlayer::default();
    for player in Player::seats(record.rules().players) {
        names[player] = record.player_name(player);
    }
    let options = options(args, names, format);
    let snapshots = snapshots(record, &plies(args, record)?);
    let title = if args.film { String::new() } else { title(record) };
    let frames: Vec<Frame<'_>> = snapshots.iter().map(|snapshot| snapshot.frame(&title, &highlights)).collect();
    let drawn = match &frames[..] {
        [frame] if !args.film => ringrift_draw::picture(frame, &options),
        frames => ringrift_draw::strip(frames, args.columns, &options),
    };
    drawn.map_err(Failure::bad_input)
}

/// Returns the plies to draw.
fn plies(args: &DrawArgs, record: &Record) -> Result<Vec<usize>, Failure> {
    let last = record.main().plies.len();
    let check = |what: &str, ply: usize| {
        if ply <= last { Ok(ply) } else { Err(Failure::BadInput(format!("{what} {ply}: the game has {last} plies"))) }
    };
    if !args.film {
        return Ok(vec![check("--ply", args.ply.unwrap_or(last))?]);
    }
    let (from, to) = (check("--from", args.from)?, check("--to", args.to.unwrap_or(last))?);
    if from > to {
        return Err(Failure::BadInput(format!("--from {from} is after --to {to}")));
    }
    let every = match args.every {
        Some(0) => return Err(Failure::BadInput("--every 0: expected 1 or more".to_owned())),
        Some(every) => every,
        None => (to - from).div_ceil(11).max(1),
    };
    let mut plies: Vec<usize> = (from..=to).step_by(every).collect();
    if plies.last() != Some(&to) {
        plies.push(to);
    }
    if plies.len() > MAX_FRAMES {
        let needed = (to - from).div_ceil(MAX_FRAMES - 1);
        return Err(Failure::BadInput(format!(
            "{} pictures are too many for a film; use --every {needed} for at most {MAX_FRAMES}",
            plies.len()
        )));
    }
    Ok(plies)
}

/// Position to draw, with the last change and a caption.
struct Snapshot {
    position: Position,
    change: Option<Change>,
    caption: String,
}

impl Snapshot {
    fn frame(&self, title: &str, highlights: &[Cell]) -> Frame<'_> {
        Frame {
            changes: self.change.clone().into_iter().collect(),
            highlights: highlights.to_vec(),
            title: title.to_owned(),
            subtitle: self.caption.clone(),
            ..Frame::new(&self.position)
        }
    }
}

fn snapshots(record: &Record, plies: &[usize]) -> Vec<Snapshot> {
    let mut snapshots = Vec::new();
    let mut position = record.start().clone();
    let mut take = |number: usize, position: &Position, change: Option<Change>, caption: String| {
        if plies.contains(&number) {
            snapshots.push(Snapshot { position: position.clone(), change, caption });
        }
    };
    take(0, &position, None, "start".to_owned());
    for (i, ply) in record.main().plies.iter().enumerate() {
        let change = Change::of(&position, ply.action);
        let player = record.player_name(position.to_move());
        let caption = format!("ply {}, {player}: {}{}", i + 1, position.action_text(ply.action), ply.marks);
        position.play_unchecked(ply.action);
        take(i + 1, &position, change, caption);
    }
    snapshots
}

fn title(record: &Record) -> String {
    let names: Vec<String> = Player::seats(record.rules().players).map(|player| record.player_name(player)).collect();
    names.join(" – ")
}
