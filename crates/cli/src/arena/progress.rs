//! How far a run is, and who is ahead.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::Watcher;
use arena::log::{GameLine, Manifest};
use indicatif::{ProgressBar, ProgressStyle};

/// How often a run that nobody watches on a terminal says how far it is.
const SAY_EVERY: Duration = Duration::from_secs(20);

/// How many of the best are shown.
const MOST_SHOWN: usize = 4;

/// The progress of a run.
pub(super) struct Progress<'a> {
    manifest: &'a Manifest,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    points: Vec<f64>,
    games: Vec<u32>,
    forfeits: u64,
    planned: u64,
    known: u64,
    resumed: u64,
    said: Instant,
}

impl<'a> Progress<'a> {
    pub(super) fn new(manifest: &'a Manifest) -> Progress<'a> {
        let template = "{bar:30} {pos}/{len} games {eta} {wide_msg}";
        let style = ProgressStyle::with_template(template).expect("a valid template");
        let entrants = manifest.entrants.len();
        let state = State {
            points: vec![0.0; entrants],
            games: vec![0; entrants],
            forfeits: 0,
            planned: 0,
            known: 0,
            resumed: 0,
            said: Instant::now(),
        };
        Progress { manifest, bar: ProgressBar::new(0).with_style(style), state: Mutex::new(state) }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Does something that writes while the bar is out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    fn message(&self, state: &State) -> String {
        let share = |entrant: &usize| state.points[*entrant] / f64::from(state.games[*entrant].max(1));
        let mut order: Vec<usize> = (0..state.points.len()).collect();
        order.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let shown = order.iter().take(MOST_SHOWN).map(|&entrant| {
            let name = crate::plain::plain(&self.manifest.entrants[entrant].name);
            format!("{name} {:.0} %", 100.0 * share(&entrant))
        });
        let forfeits = if state.forfeits > 0 { format!(", {} forfeited", state.forfeits) } else { String::new() };
        shown.collect::<Vec<String>>().join(", ") + &forfeits
    }
}

/// The bar goes away however a run ends.
impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Watcher for Progress<'_> {
    fn planned(&self, games: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.planned += games as u64;
        self.bar.set_length(state.planned);
    }

    fn known(&self, game: &GameLine, is_new: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for (seat, name) in game.seats.iter().enumerate() {
            if let Some(entrant) = self.manifest.entrant(name) {
                state.points[entrant] += game.ranks.score(seat);
                state.games[entrant] += 1;
            }
        }
        state.forfeits += u64::from(game.forfeit.is_some());
        state.known += 1;
        state.resumed += u64::from(!is_new);
        self.bar.set_position(state.known);
        if !is_new {
            return;
        }
        let is_due = state.said.elapsed() >= if self.bar.is_hidden() { SAY_EVERY } else { Duration::from_millis(200) };
        if is_due {
            state.said = Instant::now();
            let message = self.message(&state);
            if self.bar.is_hidden() {
                anstream::eprintln!("{} of {} games: {message}", state.known, state.planned);
            }
            self.bar.set_message(message);
        }
    }
}
