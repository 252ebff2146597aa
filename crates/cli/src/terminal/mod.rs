//! Full-screen terminal applications.

mod boxes;
mod layout;
mod paint;

use std::io;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use cli_support::{Failure, Outcome};
use ratatui::crossterm::event::{self, Event, KeyEvent};
use ratatui::{DefaultTerminal, Frame};

pub(crate) use self::boxes::draw_box;
pub(crate) use self::layout::{RowLimits, scrolled, share_rows, take_bottom, take_left, take_right, take_top};
pub(crate) use self::paint::{Palette, columns, wrap};

/// Result of handling a key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// Full-screen application, independent of the real terminal.
pub(crate) trait Screen {
    /// Alternative suggested if the terminal cannot show the application.
    const ALTERNATIVE: &'static str;

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette);

    fn handle(&mut self, key: KeyEvent) -> Flow;

    /// Maximum time to wait for a key before the next redraw; `None` waits without limit.
    fn redraw_interval(&self) -> Option<Duration> {
        None
    }
}

/// Runs an application until the user quits. Restores the terminal afterwards, even after a panic.
pub(crate) fn run<S: Screen>(screen: &mut S) -> Outcome {
    let failure = |error: io::Error| {
        Failure::BadInput(format!("this terminal cannot show the game ({error}); {}", S::ALTERNATIVE))
    };
    let has_colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let mut terminal = ratatui::try_init().map_err(failure)?;
    let shown = show(&mut terminal, screen, Palette { has_colours });
    let restored = ratatui::try_restore();
    shown.and(restored).map_err(failure)
}

fn show(terminal: &mut DefaultTerminal, screen: &mut impl Screen, palette: Palette) -> io::Result<()> {
    loop {
        terminal.draw(|frame| screen.draw(frame, palette))?;
        if let Some(redraw_interval) = screen.redraw_interval()
            && !event::poll(redraw_interval)?
        {
            continue;
        }
        // Other events, such as a change of size, only cause a redraw.
        if let Event::Key(key) = event::read()?
            && !key.is_release()
            && screen.handle(key) == Flow::Quit
        {
            return Ok(());
        }
    }
}
