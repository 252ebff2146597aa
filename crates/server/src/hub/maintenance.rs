//! Periodic maintenance: heartbeats, clocks of games without an open room, inactive guests, and downtime after a restart.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use metrics::gauge;
use table::{Command, MAX_LAG, Stage, Table};

use super::{Hub, HubError};
use crate::bans::BanList;
use crate::id::GameId;
use crate::store::{Op, StoreError};
use crate::time::Moment;

/// Maximum number of rooms opened per second for games whose wake-up time has come (see [`Hub::wake_at`]).
const MAX_WOKEN: u32 = 64;

/// Number of maintenance rounds, one per second, between heartbeats if only games without an open room have clocks.
const IDLE_HEARTBEAT_ROUNDS: u64 = 16;

/// Number of games whose downtime is recorded concurrently.
const CONCURRENT_DOWNTIME_WRITES: usize = 64;

/// Maximum number of attempts to record the downtime of a game.
const MAX_ATTEMPTS: u32 = 5;

/// Maximum number of inactive guests deleted per hour.
const MAX_DELETED_GUESTS: u32 = 1_000;

/// Key under which the time of the last heartbeat is stored.
pub(super) const HEARTBEAT: &str = "alive";

impl Hub {
    /// Records in every running game with clocks that the server was down since `from`, so that no clock is charged for it, and
    /// in every game whose last change is in the future, because the system time was set back: its time then goes back too.
    pub(super) async fn record_downtime(&self, from: Moment) -> Result<(), StoreError> {
        let mut games = self.0.store.games_with_clocks(u32::MAX).await?;
        let later = self.0.store.unfinished_games_after(self.now()).await?;
        games.extend(later.into_iter().filter(|game| !games.contains(game)).collect::<Vec<_>>());
        // The writer batches concurrent writes into one transaction.
        let mut recorded = stream::iter(games)
            .map(|game| self.record_downtime_of(game, from))
            .buffer_unordered(CONCURRENT_DOWNTIME_WRITES);
        while let Some(recorded) = recorded.next().await {
            recorded?;
        }
        Ok(())
    }

    async fn record_downtime_of(&self, game: GameId, from: Moment) -> Result<(), StoreError> {
        let mut attempts = 1;
        loop {
            match self.open_with(&game, Some(Command::Interrupted { from })).await {
                Ok(_) => return Ok(()),
                Err(HubError::Store(StoreError::Damaged(error))) => {
                    // A damaged game must not prevent the server from starting.
                    tracing::error!(%game, error, "a game cannot be read");
                    return Ok(());
                }
                // Starting without this entry would charge the downtime to a player.
                Err(HubError::Store(error)) if attempts == MAX_ATTEMPTS => return Err(error),
                Err(HubError::Store(error)) => {
                    tracing::error!(%game, %error, "the downtime could not be recorded in a game");
                    attempts += 1;
                }
                Err(_) => return Ok(()),
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Runs the periodic maintenance until the server stops.
    pub(super) async fn run_maintenance(self) {
        let mut closing = self.closing();
        let mut every_second = tokio::time::interval(Duration::from_secs(1));
        let mut every_hour = tokio::time::interval(Duration::from_secs(3_600));
        let mut rounds = 0_u64;
        loop {
            let done = tokio::select! {
                _ = every_second.tick() => {
                    rounds += 1;
                    self.round(rounds.is_multiple_of(IDLE_HEARTBEAT_ROUNDS)).await
                }
                _ = every_hour.tick() => self.hourly().await,
                _ = closing.changed() => return,
            };
            if let Err(error) = done {
                tracing::error!(%error, "the periodic maintenance failed");
            }
        }
    }

    /// Stores the time, so that the next start recognises a wrong clock, and deletes inactive guests, old devices and networks,
    /// and bans that have ended.
    async fn hourly(&self) -> Result<(), StoreError> {
        self.write_heartbeat().await?;
        let (now, retention) = (self.now(), self.trace_retention());
        let traces = if retention == 0 { Moment(i64::MAX) } else { now.minus(retention) };
        self.0.store.write(vec![Op::Expire { traces, bans: now }]).await?;
        self.delete_inactive_guests().await
    }

    /// Reads the bans of devices and networks if an operator has changed them.
    pub(super) async fn reload_bans(&self) -> Result<(), StoreError> {
        let version = self.0.store.bans_version().await?;
        if version != self.0.bans.read().0 {
            let list = BanList::new(self.0.store.bans().await?);
            *self.0.bans.write() = (version, Arc::new(list));
        }
        Ok(())
    }

    async fn delete_inactive_guests(&self) -> Result<(), StoreError> {
        let before = self.now().minus(self.0.settings.guest_retention);
        for guest in self.0.store.inactive_guests(before, MAX_DELETED_GUESTS).await? {
            self.delete_guest(&guest).await?;
        }
        Ok(())
    }

    /// Reads changed bans, writes a heartbeat if clocks are running, and opens the rooms of games whose wake-up time has come. The heartbeat
    /// considers games without an open room only if `with_closed_rooms` is true.
    async fn round(&self, with_closed_rooms: bool) -> Result<(), StoreError> {
        // Games must go on if only the bans cannot be read.
        if let Err(error) = self.reload_bans().await {
            tracing::error!(%error, "changed bans could not be read");
        }
        let now = self.now();
        let mut runs_clock = false;
        for room in self.open_rooms() {
            let snapshot = room.snapshot();
            snapshot.recent.expire(now);
            runs_clock |= snapshot.table.clocks().running().is_some();
        }
        if runs_clock || (with_closed_rooms && self.has_clocks().await?) {
            self.write_heartbeat().await?;
        }
        // Open rooms check their own clocks, so they do not count towards the limit.
        let limit = MAX_WOKEN.saturating_add(u32::try_from(self.open_rooms().len()).unwrap_or(u32::MAX));
        for game in self.0.store.games_to_wake(now, limit).await? {
            match self.room(&game).await {
                Ok(room) => self.postpone_wake(&game, &room.snapshot().table, now).await?,
                Err(error) => tracing::error!(%game, %error, "the room of a game could not be opened"),
            }
        }
        gauge!("games_open").set(self.open_rooms().len() as f64);
        Ok(())
    }

    /// Corrects the wake-up time of a game that has nothing to do now, for example because the settings have changed.
    async fn postpone_wake(&self, game: &GameId, table: &Table, now: Moment) -> Result<(), StoreError> {
        let wake = self.wake_at(table);
        if wake.is_some_and(|wake| wake <= now) {
            return Ok(());
        }
        self.0.store.write(vec![Op::Wake { game: game.clone(), changed: table.last_change(), wake }]).await
    }

    /// Reports whether any running game has clocks.
    pub(super) async fn has_clocks(&self) -> Result<bool, StoreError> {
        Ok(!self.0.store.games_with_clocks(1).await?.is_empty())
    }

    /// Stores the current time, from which the next start of the server computes the downtime.
    pub(super) async fn write_heartbeat(&self) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::Meta { key: HEARTBEAT, value: self.now().0.to_string() }]).await
    }

    /// Returns the time at which the server has to open a game without a request: to check its clock or the inactivity limit,
    /// or at once if a bot is to move that may think without subscribers.
    pub(super) fn wake_at(&self, table: &Table) -> Option<Moment> {
        if matches!(table.stage(), Stage::Over(_)) {
            return None;
        }
        if table.bot_to_move().is_some() && self.may_think(table) {
            return Some(Moment(0));
        }
        let idle = || table.last_change().plus(self.0.settings.idle_limit);
        Some(table.wake_at(MAX_LAG).unwrap_or_else(idle))
    }
}
