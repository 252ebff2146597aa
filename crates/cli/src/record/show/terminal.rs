//! The viewer on a real terminal.

use std::io;

use anstream::{AutoStream, ColorChoice};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use super::paint::Palette;
use super::screen;
use super::viewer::{Flow, Viewer};
use crate::failure::{Failure, Outcome};

/// Shows the viewer until the user leaves it. The terminal is put back in order afterwards, also after a panic.
pub(crate) fn run(viewer: &mut Viewer) -> Outcome {
    let has_colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let mut terminal = ratatui::try_init().map_err(|error| failure(&error))?;
    let shown = show(&mut terminal, viewer, Palette { has_colours });
    let restored = ratatui::try_restore();
    shown.and(restored).map_err(|error| failure(&error))
}

fn show(terminal: &mut DefaultTerminal, viewer: &mut Viewer, palette: Palette) -> io::Result<()> {
    loop {
        terminal.draw(|frame| screen::draw(frame, viewer, palette))?;
        // Whatever else happens, such as a change of size, is answered by drawing again.
        if let Event::Key(key) = event::read()?
            && !key.is_release()
            && viewer.handle(key) == Flow::Quit
        {
            return Ok(());
        }
    }
}

fn failure(error: &io::Error) -> Failure {
    Failure::BadInput(format!("this terminal cannot show the game ({error}); --ply and --all print it"))
}
