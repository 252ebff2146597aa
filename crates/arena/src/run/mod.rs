//! Playing all games of a run in parallel. Finished games are appended to the log; a resumed run plays only the missing ones.

mod open_run;
mod pair_test;
mod plan;
mod remote;
mod remote_run;
mod swiss_rounds;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use game::{Cancellation, Game};

pub use self::open_run::OpenRun;
pub use self::pair_test::PairTest;
pub use self::plan::{AnyRunPlan, AnyVenue, Entrant, ReadFile, RunPlan, manifest_difference};
pub use self::remote::play_game;
pub use self::remote_run::{Appended, RemoteRun, RemoteRunError, Standing};
use self::swiss_rounds::SwissRounds;
use crate::log::{ExchangeLine, GameLine, LineText, Log, LogError, LogWriter, RunLine, SeatLine};
use crate::matches::schedule::{GameSpec, Schedule, all_games};
use crate::matches::{
    Budget, Interrupted, Latency, MatchRunner, Played, RecordHeader, Recordable, Venue, check, game_seed, player_seed,
};
use crate::protocol::AgentGame;
use crate::settings::Format;

/// Receives the progress of a run.
pub trait RunObserver: Sync {
    /// Called when `games` more games are scheduled. Some of them may already be in the log.
    fn on_planned(&self, games: usize);

    /// Called for each game in the log (`is_new` is false) and for each game that was just played.
    fn on_game(&self, game: &GameLine, is_new: bool);
}

/// Ignores the progress.
impl RunObserver for () {
    fn on_planned(&self, _: usize) {}

    fn on_game(&self, _: &GameLine, _: bool) {}
}

/// A run to be played or resumed.
pub struct Run<'a, V: Venue> {
    pub venue: &'a V,
    /// First line of the run in the log.
    pub header: &'a RunLine,
    /// Participants in the order of the manifest.
    pub entrants: &'a [Entrant<V::Game>],
    /// Number of games played at the same time.
    pub jobs: usize,
    /// Stops all games when it is cancelled.
    pub cancellation: &'a Cancellation,
    pub budget: &'a Budget,
    pub observer: &'a dyn RunObserver,
}

/// Why a run did not finish.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run was interrupted; it can be resumed.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The log could not be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
}

impl<V: Venue> Run<'_, V> {
    /// Plays all games of the run that are not in the log. Returns all games of the run in schedule order.
    ///
    /// # Errors
    /// Fails if the run is interrupted or the log cannot be written.
    pub fn play_all(&self, writer: &Mutex<LogWriter>, log: &Log) -> Result<Vec<GameLine>, RunError> {
        let manifest = &self.header.manifest;
        match manifest.format {
            Format::Swiss => self.play_swiss(writer, log),
            format => {
                let (entrants, seats) = (self.entrants.len(), self.venue.seats());
                self.play(&all_games(format, entrants, seats, manifest.rounds), writer, log)
            }
        }
    }

    fn play_swiss(&self, writer: &Mutex<LogWriter>, log: &Log) -> Result<Vec<GameLine>, RunError> {
        let mut rounds = SwissRounds::new(&self.header.manifest, self.venue.seats());
        let mut all = Vec::new();
        while let Some(games) = rounds.next_round() {
            let played = self.play(&games, writer, log)?;
            games.iter().zip(&played).for_each(|(spec, game)| rounds.record(&spec, game.ranks));
            all.extend(played);
        }
        Ok(all)
    }

    /// Plays the games of a schedule that are not in the log. Returns all games in schedule order.
    ///
    /// Memory grows with the number of played games, not with the length of the schedule.
    ///
    /// # Errors
    /// Fails if the run is interrupted or the log cannot be written.
    pub fn play(&self, games: &Schedule, writer: &Mutex<LogWriter>, log: &Log) -> Result<Vec<GameLine>, RunError> {
        self.observer.on_planned(games.len() as usize);
        let known = |spec: &GameSpec| log.game(&self.header.run, &spec.id());
        if log.run(&self.header.run).is_some() {
            games.iter().filter_map(|spec| known(&spec)).for_each(|line| self.observer.on_game(line, false));
        }
        let mut played = self.play_missing(games, &|spec| known(spec).is_some(), writer)?;
        played.sort_unstable_by_key(|(index, _)| *index);
        let mut played = played.into_iter().peekable();
        let line = |(index, spec): (u64, GameSpec)| match played.next_if(|(number, _)| *number == index) {
            Some((_, line)) => Some(line),
            None => known(&spec).cloned(),
        };
        Ok((0..).zip(games.iter()).filter_map(line).collect())
    }

    fn play_missing(
        &self,
        games: &Schedule,
        is_known: &(dyn Fn(&GameSpec) -> bool + Sync),
        writer: &Mutex<LogWriter>,
    ) -> Result<Vec<(u64, GameLine)>, RunError> {
        let (next, played, failure) = (AtomicU64::new(0), Mutex::new(Vec::new()), Mutex::new(None));
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(spec) = games.get(index) else { return };
                if is_known(&spec) {
                    continue;
                }
                match self.play_and_log(&spec, writer) {
                    Ok(line) => locked(&played).push((index, line)),
                    Err(error) => {
                        self.cancellation.cancel();
                        locked(&failure).get_or_insert(error);
                        return;
                    }
                }
            }
        };
        thread::scope(|scope| {
            let workers = (self.jobs as u64).clamp(1, games.len().max(1));
            (1..workers).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(played.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    fn play_and_log(&self, spec: &GameSpec, writer: &Mutex<LogWriter>) -> Result<GameLine, RunError> {
        let mut line = self.play_one(spec)?;
        let text = LineText::of_game(&line);
        locked(writer).append_text(&text)?;
        self.observer.on_game(&line, true);
        // The record and the exchanges are large and not needed after writing.
        line.record = None;
        line.exchanges = Vec::new();
        Ok(line)
    }

    /// Plays one game.
    ///
    /// # Errors
    /// Fails if the run is interrupted.
    pub fn play_one(&self, spec: &GameSpec) -> Result<GameLine, Interrupted> {
        check(self.cancellation, self.budget)?;
        let (seed, id) = (self.header.manifest.seed, spec.id());
        let create =
            |(seat, &entrant): (usize, &usize)| (self.entrants[entrant].create_player)(player_seed(seed, &id, seat));
        let match_id = format!("{}/{id}", self.header.run);
        let runner = MatchRunner {
            match_id: &match_id,
            seed: game_seed(seed, &id),
            start: self.venue.start(seed, spec.condition),
            seats: spec.seats.iter().enumerate().map(create).collect(),
        };
        let played = runner.play(self.cancellation, self.budget)?;
        Ok(self.line(spec, &id, &played))
    }

    fn line(&self, spec: &GameSpec, id: &str, played: &Played<V::Game>) -> GameLine {
        let names: Vec<String> = spec.seats.iter().map(|&entrant| self.entrants[entrant].name.clone()).collect();
        let RunLine { run, created, manifest, .. } = self.header;
        let header = RecordHeader { match_id: id, event: &manifest.name, date: created, names: &names };
        let exchanges = exchange_lines(played);
        GameLine {
            line: "game".to_owned(),
            run: run.clone(),
            game: id.to_owned(),
            condition: spec.condition,
            record: Some(V::Game::record(played, &header)),
            seats: names,
            ranks: played.ranks,
            reason: played.reason.to_owned(),
            forfeit: played.forfeit.clone(),
            plies: played.turns.len() as u64,
            ms: milliseconds(played.took),
            players: (0..spec.seats.len()).map(|seat| seat_line(played, seat, &exchanges)).collect(),
            exchanges,
        }
    }
}

/// Locks a mutex even if a thread panicked while holding it: the values here are only appended to, so they stay valid.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn milliseconds(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}

fn seat_line<G: Game>(played: &Played<G>, seat: usize, exchanges: &[ExchangeLine]) -> SeatLine {
    let turns = || played.turns.iter().filter(|turn| turn.seat == seat);
    let mut latency = Latency::default();
    turns().filter(|turn| turn.exchange.is_none()).for_each(|turn| latency.add(turn.took));
    played.exchanges.iter().filter(|record| record.seat == seat).for_each(|record| latency.add(record.took));
    let of_seat = exchanges.iter().filter(|exchange| exchange.seat == seat);
    SeatLine { latency, ..SeatLine::of(turns().count() as u64, of_seat) }
}

/// Maximum total size in bytes of the raw replies logged per game; replies that would exceed it are truncated.
const MOST_RAW: usize = 8 << 20;

/// Number of characters logged of a truncated reply.
const SHORT_RAW: usize = 200;

/// Returns the raw reply if it fits into the remaining space, otherwise its beginning.
fn bounded_raw(raw: &str, space: &mut usize) -> String {
    if let Some(left) = space.checked_sub(raw.len()) {
        *space = left;
        return raw.to_owned();
    }
    let short: String = raw.chars().take(SHORT_RAW).collect();
    format!("{short}… ({} bytes; truncated: the replies of this game are too long)", raw.len())
}

/// Returns the log entries of all exchanges, each with the moves played from its reply.
fn exchange_lines<G: AgentGame>(played: &Played<G>) -> Vec<ExchangeLine> {
    if played.exchanges.is_empty() {
        return Vec::new();
    }
    let mut executed = vec![Vec::new(); played.exchanges.len()];
    let mut game = played.start.clone();
    for turn in &played.turns {
        if let Some(number) = turn.exchange {
            executed[number].push(game.move_json(&turn.chosen));
        }
        // The move was played in the game, so it is legal.
        let _ = game.play(&turn.chosen);
    }
    let mut space = MOST_RAW;
    let lines = played.exchanges.iter().zip(executed).map(|(record, executed)| ExchangeLine {
        seat: record.seat,
        ply: record.ply,
        retry: record.is_retry,
        ms: milliseconds(record.took),
        raw: bounded_raw(&record.exchange.raw, &mut space),
        actions: record.exchange.reply.as_ref().map_or(0, |reply| reply.actions.len() as u64),
        executed,
        refused: record.rejected.clone(),
        fault: record.fault.clone(),
        replaced: record.is_replaced,
        usage: record.exchange.usage,
    });
    lines.collect()
}
