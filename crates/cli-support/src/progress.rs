//! Live progress of a run: games played and the leading players.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::RunObserver;
use arena::log::{GameLine, Manifest};
use indicatif::{ProgressBar, ProgressStyle};

use crate::plain::plain;

/// Time between two lines of progress when standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// Time between two updates of the message beside the bar on a terminal.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(200);

/// Number of leading players shown.
const LEADERS_SHOWN: usize = 4;

/// Progress bar of a run. Dropping it removes the bar from the terminal.
pub(crate) struct Progress<'a> {
    manifest: &'a Manifest,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    /// Points of each entrant.
    points: Vec<f64>,
    /// Number of games of each entrant.
    games: Vec<u32>,
    forfeits: u64,
    planned: u64,
    /// Number of finished games, including those that the log already had.
    finished: u64,
    last_message: Instant,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(manifest: &'a Manifest) -> Progress<'a> {
        let template = "{bar:30} {pos}/{len} games {eta} {wide_msg}";
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let entrants = manifest.entrants.len();
        let state = State {
            points: vec![0.0; entrants],
            games: vec![0; entrants],
            forfeits: 0,
            planned: 0,
            finished: 0,
            last_message: Instant::now(),
        };
        Progress { manifest, bar: ProgressBar::new(0).with_style(style), state: Mutex::new(state) }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    fn message(&self, state: &State) -> String {
        let score = |entrant: &usize| state.points[*entrant] / f64::from(state.games[*entrant].max(1));
        let mut order: Vec<usize> = (0..state.points.len()).collect();
        order.sort_by(|a, b| score(b).total_cmp(&score(a)));
        let shown = order.iter().take(LEADERS_SHOWN).map(|&entrant| {
            let name = plain(&self.manifest.entrants[entrant].name);
            format!("{name} {:.0} %", 100.0 * score(&entrant))
        });
        let forfeits = if state.forfeits > 0 { format!(", {} forfeited", state.forfeits) } else { String::new() };
        shown.collect::<Vec<String>>().join(", ") + &forfeits
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl RunObserver for Progress<'_> {
    fn on_planned(&self, games: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.planned += games as u64;
        self.bar.set_length(state.planned);
    }

    fn on_game(&self, game: &GameLine, is_new: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for (seat, name) in game.seats.iter().enumerate() {
            if let Some(entrant) = self.manifest.entrant(name) {
                state.points[entrant] += game.ranks.score(seat);
                state.games[entrant] += 1;
            }
        }
        state.forfeits += u64::from(game.forfeit.is_some());
        state.finished += 1;
        self.bar.set_position(state.finished);
        let interval = if self.bar.is_hidden() { LINE_INTERVAL } else { MESSAGE_INTERVAL };
        if is_new && state.last_message.elapsed() >= interval {
            state.last_message = Instant::now();
            let message = self.message(&state);
            if self.bar.is_hidden() {
                anstream::eprintln!("{} of {} games: {message}", state.finished, state.planned);
            }
            self.bar.set_message(message);
        }
    }
}
