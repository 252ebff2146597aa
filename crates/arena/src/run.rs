//! Running many games: in parallel, into a log, from where the log ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use game::{Cancellation, Game};

use crate::archive::{About, Archive};
use crate::budget::{Budget, Interrupted, check};
use crate::latency::Latency;
use crate::log::{ExchangeLine, GameLine, LineText, Log, LogError, LogWriter, Manifest, RunLine, SeatLine};
use crate::play::{Played, Seated, Table};
use crate::schedule::{GameSpec, Schedule, Swiss, all_games};
use crate::seed::{game_seed, player_seed};
use crate::settings::Format;
use crate::talk::Talk;
use crate::venue::Venue;

/// Somebody who takes part in a run.
pub struct Entrant<G: Game> {
    /// What it is called.
    pub name: String,
    /// Sits it down for a game, with a seed for what it leaves to luck.
    pub sit: Box<dyn Fn(u64) -> Seated<G> + Send + Sync>,
}

/// Whoever follows a run.
pub trait Watcher: Sync {
    /// Games are to be played next, some of which have been played before.
    fn planned(&self, games: usize);

    /// A game is known now: it was just played, or was in the log.
    fn known(&self, game: &GameLine, is_new: bool);
}

/// Nobody follows it.
impl Watcher for () {
    fn planned(&self, _: usize) {}

    fn known(&self, _: &GameLine, _: bool) {}
}

/// A run that is to be played, or gone on with.
pub struct Run<'a, V: Venue> {
    /// Where it takes place.
    pub venue: &'a V,
    /// What it is, as it stands in the log.
    pub header: &'a RunLine,
    /// Who takes part, in the order of the manifest.
    pub entrants: &'a [Entrant<V::Game>],
    /// How many games are played at the same time.
    pub jobs: usize,
    /// Stops all games when it is cancelled.
    pub cancellation: &'a Cancellation,
    pub budget: &'a Budget,
    /// Whoever follows it.
    pub watcher: &'a dyn Watcher,
}

/// Why a run came to no end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It was stopped; it can be gone on with.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The log failed.
    #[error(transparent)]
    Log(#[from] LogError),
}

impl<V: Venue> Run<'_, V> {
    /// Plays all games of the run that are not in the log.
    ///
    /// # Errors
    /// If it is stopped, or the log cannot be written.
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
        let Manifest { rounds, conditions_per_round, .. } = self.header.manifest;
        let mut swiss = Swiss::new(self.entrants.len());
        let mut all = Vec::new();
        for round in 0..rounds {
            // A plan has far fewer conditions than there are numbers.
            let first = round.saturating_mul(conditions_per_round);
            let tables = swiss.tables(self.venue.seats());
            swiss.meet(&tables);
            let games = Schedule::of_tables(tables, first..first.saturating_add(conditions_per_round));
            let played = self.play(&games, writer, log)?;
            for (spec, game) in games.iter().zip(&played) {
                swiss.note(&spec.seats, game.ranks);
            }
            all.extend(played);
        }
        Ok(all)
    }

    /// Plays those of some games that are not in the log, and gives all of them in their order.
    ///
    /// What this keeps in memory grows with the games that were played, not with those that are planned.
    ///
    /// # Errors
    /// If it is stopped, or the log cannot be written.
    pub fn play(&self, games: &Schedule, writer: &Mutex<LogWriter>, log: &Log) -> Result<Vec<GameLine>, RunError> {
        self.watcher.planned(games.len() as usize);
        let known = |spec: &GameSpec| log.game(&self.header.run, &spec.id());
        if log.run(&self.header.run).is_some() {
            games.iter().filter_map(|spec| known(&spec)).for_each(|line| self.watcher.known(line, false));
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
                match self.play_and_keep(&spec, writer) {
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

    fn play_and_keep(&self, spec: &GameSpec, writer: &Mutex<LogWriter>) -> Result<GameLine, RunError> {
        let mut line = self.play_one(spec)?;
        let text = LineText::of_game(&line);
        locked(writer).append_text(&text)?;
        self.watcher.known(&line, true);
        // Nobody asks for these again, and there are many games.
        line.record = None;
        line.exchanges = Vec::new();
        Ok(line)
    }

    /// Plays one game.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn play_one(&self, spec: &GameSpec) -> Result<GameLine, Interrupted> {
        check(self.cancellation, self.budget)?;
        let (seed, id) = (self.header.manifest.seed, spec.id());
        let sit = |(seat, &entrant): (usize, &usize)| (self.entrants[entrant].sit)(player_seed(seed, &id, seat));
        let match_id = format!("{}/{id}", self.header.run);
        let table = Table {
            match_id: &match_id,
            seed: game_seed(seed, &id),
            start: self.venue.start(seed, spec.condition),
            seats: spec.seats.iter().enumerate().map(sit).collect(),
        };
        let played = table.play(self.cancellation, self.budget)?;
        Ok(self.line(spec, &id, &played))
    }

    fn line(&self, spec: &GameSpec, id: &str, played: &Played<V::Game>) -> GameLine {
        let names: Vec<String> = spec.seats.iter().map(|&entrant| self.entrants[entrant].name.clone()).collect();
        let RunLine { run, created, manifest, .. } = self.header;
        let about = About { match_id: id, event: &manifest.name, date: created, names: &names };
        let exchanges = exchange_lines(played);
        GameLine {
            line: "game".to_owned(),
            run: run.clone(),
            game: id.to_owned(),
            condition: spec.condition,
            record: Some(V::Game::record(played, &about)),
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

/// A lock that somebody may have panicked under: what it guards is only ever added to.
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
    played.exchanges.iter().filter(|kept| kept.seat == seat).for_each(|kept| latency.add(kept.took));
    let of_seat = exchanges.iter().filter(|exchange| exchange.seat == seat);
    SeatLine { latency, ..SeatLine::of(turns().count() as u64, of_seat) }
}

/// The most bytes of raw replies that are kept of a game; after that only their beginnings are.
const MOST_RAW: usize = 8 << 20;

/// How much of a reply is kept when there is no room any more.
const SHORT_RAW: usize = 200;

/// A raw reply as it is kept while there is room for it.
fn raw_within(raw: &str, room: &mut usize) -> String {
    if let Some(left) = room.checked_sub(raw.len()) {
        *room = left;
        return raw.to_owned();
    }
    let short: String = raw.chars().take(SHORT_RAW).collect();
    format!("{short}… ({} bytes; the replies of this game are too long to keep them all)", raw.len())
}

/// What agents said, beside what was played because of it.
fn exchange_lines<G: Talk>(played: &Played<G>) -> Vec<ExchangeLine> {
    if played.exchanges.is_empty() {
        return Vec::new();
    }
    let mut executed = vec![Vec::new(); played.exchanges.len()];
    let mut game = played.start.clone();
    for turn in &played.turns {
        if let Some(number) = turn.exchange {
            executed[number].push(game.move_json(&turn.chosen));
        }
        // It was played, so it is possible.
        let _ = game.play(&turn.chosen);
    }
    let mut room = MOST_RAW;
    let lines = played.exchanges.iter().zip(executed).map(|(kept, executed)| ExchangeLine {
        seat: kept.seat,
        ply: kept.ply,
        retry: kept.is_retry,
        ms: milliseconds(kept.took),
        raw: raw_within(&kept.exchange.raw, &mut room),
        actions: kept.exchange.reply.as_ref().map_or(0, |reply| reply.actions.len() as u64),
        executed,
        refused: kept.refused.clone(),
        fault: kept.fault.clone(),
        replaced: kept.is_replaced,
        usage: kept.exchange.usage,
    });
    lines.collect()
}
