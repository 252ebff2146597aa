//! Pictures of positions.

use ringrift::{ByPlayer, Cell, Position};
use ringrift_draw::{Change, Frame, Options, Theme};

use crate::error::{OrProblem, Problem};
use crate::ringrift::PyAction;

/// The keyword arguments of a picture.
pub(crate) struct PictureOptions<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    pub(crate) last: Vec<&'a PyAction>,
    pub(crate) highlights: Vec<Cell>,
    pub(crate) names: Vec<String>,
    pub(crate) theme: &'a str,
    pub(crate) coordinates: bool,
    pub(crate) table: bool,
    pub(crate) prefix: &'a str,
}

/// Draws a position as SVG.
pub(crate) fn picture(position: &Position, options: PictureOptions<'_>) -> Result<String, Problem> {
    let theme = match options.theme {
        "auto" => Theme::Auto,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        other => return Err(Problem::new(format!("unknown theme '{other}'; expected auto, light or dark"))),
    };
    let players = usize::from(position.rules().players);
    if options.names.len() > players {
        return Err(Problem::new(format!("{} names for {players} players", options.names.len())));
    }
    let mut names: ByPlayer<String> = ByPlayer::default();
    for (name, given) in names.0.iter_mut().zip(options.names) {
        *name = given;
    }
    let frame = Frame {
        changes: options.last.iter().filter_map(|last| Change::of(&last.position, last.action)).collect(),
        highlights: options.highlights,
        title: options.title.to_owned(),
        subtitle: options.subtitle.to_owned(),
        ..Frame::new(position)
    };
    let (coordinates, table, prefix) = (options.coordinates, options.table, options.prefix.to_owned());
    let options = Options { theme, coordinates, table, names, prefix, ..Options::default() };
    ringrift_draw::picture(&frame, &options).or_problem()
}

/// Draws a position for a notebook. The ids in the picture contain the hash of the position, because several pictures share a page.
pub(crate) fn notebook_picture(position: &Position) -> Result<String, Problem> {
    let options = Options { prefix: format!("rr{:016x}", position.hash()), ..Options::default() };
    ringrift_draw::picture(&Frame::new(position), &options).or_problem()
}
