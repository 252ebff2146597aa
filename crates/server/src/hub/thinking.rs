//! Players of the server think beside everything else, and not too many at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Cancellation, Progress};
use metrics::{gauge, histogram};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle};

use super::player::{At, BotPlayer};
use super::room::{BotReply, Reports};
use crate::id::GameId;
use crate::table::Table;

/// A player that thinks about one state. Whoever drops it stops it.
pub(super) struct Task {
    seq: u64,
    cancellation: Cancellation,
    handle: JoinHandle<()>,
}

impl Task {
    /// Lets a player think as soon as there is room for it.
    pub(super) fn start(
        id: GameId,
        table: Arc<Table>,
        seat: usize,
        player: Result<BotPlayer, String>,
        room: Arc<Semaphore>,
        reports: Reports,
    ) -> Task {
        let cancellation = Cancellation::new();
        let seq = table.seq();
        let stop = cancellation.clone();
        let handle = tokio::spawn(async move {
            let player = match player {
                Ok(player) => player,
                Err(message) => {
                    reports.thought(BotReply { seq, seat, choice: Err(message), player: None }).await;
                    return;
                }
            };
            let waiting = Waiting::new();
            let permit = room.acquire_owned().await;
            drop(waiting);
            reports.begun(seq, None).await;
            let begun = Instant::now();
            let progress = Progress::new();
            let watched = progress.clone();
            let thought = tokio::task::spawn_blocking(move || {
                // Its place is taken until it has ended, also if nobody waits for it any more.
                let _permit = permit;
                think(&id, &table, seat, player, &stop, &progress)
            });
            let thought = tell_until(thought, seq, &watched, &reports).await;
            histogram!("thinking_seconds").record(begun.elapsed());
            let thought = thought.unwrap_or_else(|_| BotReply {
                seq,
                seat,
                choice: Err("the player broke down".to_owned()),
                player: None,
            });
            reports.thought(thought).await;
        });
        Task { seq, cancellation, handle }
    }

    /// The state that is thought about.
    pub(super) fn seq(&self) -> u64 {
        self.seq
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.cancellation.cancel();
        // If it still waits for room, it needs not wait any longer; one that thinks ends by itself.
        self.handle.abort();
    }
}

/// Tells the room now and then how far a player is, until it has chosen.
async fn tell_until<T>(
    mut thought: JoinHandle<T>,
    seq: u64,
    progress: &Progress,
    reports: &Reports,
) -> Result<T, JoinError> {
    let mut told = None;
    loop {
        match tokio::time::timeout(TELL_EVERY, &mut thought).await {
            Ok(done) => return done,
            Err(_) => {
                let now = progress.get().map(|part| (part * 1_000.0) as u16);
                if now != told {
                    told = now;
                    reports.begun(seq, now).await;
                }
            }
        }
    }
}

/// How often the room is told.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// One more that waits, as long as it lives.
struct Waiting;

impl Waiting {
    fn new() -> Waiting {
        gauge!("thinkers_waiting").increment(1.0);
        Waiting
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        gauge!("thinkers_waiting").decrement(1.0);
    }
}

fn think(
    id: &GameId,
    table: &Table,
    seat: usize,
    mut player: BotPlayer,
    cancellation: &Cancellation,
    progress: &Progress,
) -> BotReply {
    let moves: Vec<Value> = table.moves().iter().map(|made| made.action.clone()).collect();
    let at = At { id, seat, cancellation, progress };
    let choice = player.choose(table.start(), table.game(), &moves, at);
    BotReply { seq: table.seq(), seat, choice, player: Some(player) }
}
