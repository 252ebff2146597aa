//! Games of many files, looked at in parallel and told in their order.

use ai::review::Stopped;
use cli_support::Failure;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::ProgressBar;
use ringrift_text::counted;

use crate::record::games::{Done, Game, Source};

/// Work to be done on games.
pub(super) struct Crew<'a> {
    /// The files, which are read one after the other.
    pub(super) files: &'a [PathBuf],
    /// How many games are worked on at the same time.
    pub(super) jobs: usize,
    /// Whether no more games are to be begun.
    pub(super) stopped: Stopped<'a>,
    /// What moves on while the work goes on.
    pub(super) bar: &'a ProgressBar,
}

/// A numbered game, and one with what became of it.
type Task = (usize, Game);
type Finished<T> = (usize, Done<T>);

impl Crew<'_> {
    /// Does some work on every game, and hands over what comes of it in order, until there are no games left, somebody stops
    /// it, or `take` fails.
    /// Says how many files could not be used; the user has been told then.
    ///
    /// Not more than a few games are read ahead of the one that is handed over next.
    pub(super) fn run<T: Send>(
        &self,
        work: impl Fn(&Game) -> T + Sync,
        take: impl FnMut(Done<T>) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let (to_workers, tasks) = mpsc::channel();
        let (to_us, finished) = mpsc::channel();
        let tasks = Mutex::new(tasks);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (tasks, to_us, work) = (&tasks, to_us.clone(), &work);
                scope.spawn(move || labour(tasks, &to_us, work));
            }
            drop(to_us);
            let handed = self.hand_over(&to_workers, &finished, take);
            // Without more tasks the workers end.
            drop(to_workers);
            handed
        })
    }

    fn hand_over<T>(
        &self,
        to_workers: &Sender<Task>,
        finished: &Receiver<Finished<T>>,
        mut take: impl FnMut(Done<T>) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let mut source = Source::new(self.files);
        let mut waiting: BTreeMap<usize, Done<T>> = BTreeMap::new();
        let (mut given, mut taken) = (0, 0);
        loop {
            while given < taken + 4 * self.jobs && !(self.stopped)() {
                let Some(game) = self.next_game(&mut source) else { break };
                // Workers end only when this does.
                let _ = to_workers.send((given, game));
                given += 1;
            }
            if given == taken {
                return Ok(source.unusable());
            }
            let Ok((number, done)) = finished.recv() else { return Ok(source.unusable()) };
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&taken) {
                taken += 1;
                self.bar.suspend(|| take(done))?;
                self.bar.set_message(counted(taken as u64, "game"));
            }
        }
    }

    fn next_game(&self, source: &mut Source<'_>) -> Option<Game> {
        let game = source.next_game();
        for problem in source.take_problems() {
            self.bar.suspend(|| anstream::eprintln!("error: {problem}"));
        }
        game
    }
}

/// Takes tasks as long as there are some.
fn labour<T>(tasks: &Mutex<Receiver<Task>>, to_us: &Sender<Finished<T>>, work: &impl Fn(&Game) -> T) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, game)) = task else { return };
        let result = work(&game);
        if to_us.send((number, game.done(result))).is_err() {
            return;
        }
    }
}
