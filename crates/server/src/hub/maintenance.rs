//! Looking after games that nobody has open: signs of life, clocks that are up, and the time for which the server was away.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use metrics::gauge;

use super::{Hub, HubError};
use crate::id::GameId;
use crate::store::{Op, StoreError};
use crate::table::{Command, MOST_LAG, Stage, Table};
use crate::time::Moment;

/// How many rooms are opened at once for games that have to be looked at.
const MOST_WOKEN: u32 = 64;

/// Every so many rounds there is a sign of life for games with clocks that nobody has open.
const SIGNS_ANYWAY_EVERY: u64 = 16;

/// How many games are told at once that the server was away.
const TOLD_AT_ONCE: usize = 64;

/// How often it is tried to write that the server was away.
const TRIES: u32 = 5;

/// The name under which the last sign of life is kept.
pub(super) const ALIVE: &str = "alive";

impl Hub {
    /// Clocks stood still while the server was away: every game with clocks is told since when, before anybody looks at it.
    pub(super) async fn tell_of_downtime(&self, from: Moment) -> Result<(), StoreError> {
        let games = self.0.store.games_with_clocks(u32::MAX).await?;
        // What comes together is written together.
        let mut told =
            stream::iter(games).map(|game| self.tell_game_of_downtime(game, from)).buffer_unordered(TOLD_AT_ONCE);
        while let Some(told) = told.next().await {
            told?;
        }
        Ok(())
    }

    async fn tell_game_of_downtime(&self, game: GameId, from: Moment) -> Result<(), StoreError> {
        let mut tries = 1;
        loop {
            match self.open_with(&game, Some(Command::Interrupted { from })).await {
                Ok(_) => return Ok(()),
                Err(HubError::Store(StoreError::Damaged(error))) => {
                    // Nobody can play it, and the others are not to wait for it.
                    tracing::error!(%game, error, "a game cannot be read");
                    return Ok(());
                }
                // Whoever plays would lose the time for which the server was away.
                Err(HubError::Store(error)) if tries == TRIES => return Err(error),
                Err(HubError::Store(error)) => {
                    tracing::error!(%game, %error, "the clock of a game could not be set right");
                    tries += 1;
                }
                Err(_) => return Ok(()),
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }

    /// Gives signs of life, and wakes games that need it.
    pub(super) async fn look_after(self) {
        let mut closing = self.closing();
        let mut every = tokio::time::interval(Duration::from_secs(1));
        let mut seldom = tokio::time::interval(Duration::from_secs(3_600));
        let mut rounds = 0_u64;
        loop {
            let done = tokio::select! {
                _ = every.tick() => {
                    rounds += 1;
                    self.round(rounds.is_multiple_of(SIGNS_ANYWAY_EVERY)).await
                }
                _ = seldom.tick() => self.forget_some().await,
                _ = closing.changed() => return,
            };
            if let Err(error) = done {
                tracing::error!(%error, "games could not be looked after");
            }
        }
    }

    /// Forgets guests who have not come back for long.
    async fn forget_some(&self) -> Result<(), StoreError> {
        let before = self.now().minus(self.0.settings.forget_after);
        for guest in self.0.store.forgotten_guests(before, 1_000).await? {
            self.forget(&guest).await?;
        }
        Ok(())
    }

    async fn round(&self, also_for_others: bool) -> Result<(), StoreError> {
        let now = self.now();
        let is_clock_seen = self.open_rooms().iter().any(|room| room.snapshot().table.clocks().running().is_some());
        if is_clock_seen || (also_for_others && self.has_clocks().await?) {
            self.sign_of_life().await?;
        }
        // A room that is open looks after itself, and must not keep others from being looked at.
        let most = MOST_WOKEN.saturating_add(u32::try_from(self.open_rooms().len()).unwrap_or(u32::MAX));
        for game in self.0.store.games_to_wake(now, most).await? {
            if let Err(error) = self.room(&game).await {
                tracing::error!(%game, %error, "a game could not be woken");
            }
        }
        gauge!("games_open").set(self.open_rooms().len() as f64);
        Ok(())
    }

    /// Whether it matters to any game how long the server was there.
    pub(super) async fn has_clocks(&self) -> Result<bool, StoreError> {
        Ok(!self.0.store.games_with_clocks(1).await?.is_empty())
    }

    pub(super) async fn sign_of_life(&self) -> Result<(), StoreError> {
        self.0.store.write(vec![Op::Meta { key: ALIVE, value: self.now().0.to_string() }]).await
    }

    /// When a game has to be looked at without anybody asking.
    pub(super) fn wake_at(&self, table: &Table) -> Option<Moment> {
        if matches!(table.stage(), Stage::Over(_)) {
            return None;
        }
        if table.awaits().is_some() {
            return Some(Moment(0));
        }
        let idle = || table.last_change().plus(self.0.settings.idle_limit);
        Some(table.wake_at(MOST_LAG).unwrap_or_else(idle))
    }
}
