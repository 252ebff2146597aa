//! Background task in which a bot or agent chooses a move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Cancellation, Progress};
use metrics::{gauge, histogram};
use serde_json::Value;
use table::Table;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle};

use super::bot_player::{BotChoice, BotPlayer, BotTurn};
use super::bot_queue::{BotQueue, Owner};
use super::bot_work::BotWork;
use crate::id::GameId;

/// Interval between progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Report of a bot task to its room.
#[derive(Debug)]
pub(super) enum BotReport {
    /// The bot has started, or made progress.
    Progress {
        seq: u64,
        /// Progress in thousandths, if the bot reports it.
        thousandths: Option<u16>,
    },
    /// The bot has finished.
    Finished(BotReply),
}

/// Result of a bot task.
pub(super) struct BotReply {
    /// Number of the last entry when the task started.
    pub(super) seq: u64,
    pub(super) seat: usize,
    pub(super) choice: BotChoice,
    /// Returned for the next turn, because bots keep their search results.
    pub(super) player: Option<BotPlayer>,
}

impl std::fmt::Debug for BotReply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotReply").field("seq", &self.seq).field("choice", &self.choice).finish_non_exhaustive()
    }
}

/// Where a bot task waits for a worker.
pub(super) struct BotPlace {
    pub(super) queue: BotQueue,
    pub(super) owner: Owner,
    pub(super) work: BotWork,
}

/// Handle of a running bot task. Dropping it cancels the task.
pub(super) struct BotTask {
    seq: u64,
    cancellation: Cancellation,
    handle: JoinHandle<()>,
}

impl BotTask {
    /// Starts the task. The bot runs as soon as the queue grants it a worker, and reports to `room` while that is open.
    pub(super) fn start<R: From<BotReport> + Send + 'static>(
        id: GameId,
        table: Arc<Table>,
        seat: usize,
        player: Result<BotPlayer, String>,
        place: BotPlace,
        room: mpsc::WeakSender<R>,
    ) -> BotTask {
        let cancellation = Cancellation::new();
        let seq = table.seq();
        let cancelled = cancellation.clone();
        let handle = tokio::spawn(async move {
            let reply = match player {
                Ok(player) => run(id, table, seat, player, place, cancelled, &room).await,
                Err(message) => BotReply { seq, seat, choice: Err(message), player: None },
            };
            report(&room, BotReport::Finished(reply)).await;
        });
        BotTask { seq, cancellation, handle }
    }

    /// Returns the number of the last entry when the task started.
    pub(super) fn seq(&self) -> u64 {
        self.seq
    }
}

impl Drop for BotTask {
    fn drop(&mut self) {
        self.cancellation.cancel();
        // Stops a task that waits for a worker. A bot that is computing ends when it notices the cancellation.
        self.handle.abort();
    }
}

async fn run<R: From<BotReport>>(
    id: GameId,
    table: Arc<Table>,
    seat: usize,
    player: BotPlayer,
    place: BotPlace,
    cancellation: Cancellation,
    room: &mpsc::WeakSender<R>,
) -> BotReply {
    let seq = table.seq();
    let waiting = WaitingGauge::new();
    let BotPlace { queue, owner, work } = place;
    let permit = queue.acquire(owner, id.clone(), work).await;
    drop(waiting);
    report(room, BotReport::Progress { seq, thousandths: None }).await;
    let started = Instant::now();
    let progress = Progress::new();
    let watched = progress.clone();
    let computation = tokio::task::spawn_blocking(move || {
        // The permit is held until the computation ends, even if its result is no longer needed.
        let _permit = permit;
        choose(&id, &table, seat, player, &cancellation, &progress)
    });
    let reply = report_progress(computation, seq, &watched, room).await;
    histogram!("thinking_seconds").record(started.elapsed());
    reply.unwrap_or_else(|_| BotReply { seq, seat, choice: Err("the bot panicked".to_owned()), player: None })
}

fn choose(
    id: &GameId,
    table: &Table,
    seat: usize,
    mut player: BotPlayer,
    cancellation: &Cancellation,
    progress: &Progress,
) -> BotReply {
    let moves: Vec<Value> = table.moves().iter().map(|played| played.action().clone()).collect();
    let turn = BotTurn { id, seat, cancellation, progress };
    let choice = player.choose(&table.start(), table.game(), &moves, turn);
    BotReply { seq: table.seq(), seat, choice, player: Some(player) }
}

/// Reports progress to the room until the computation ends.
async fn report_progress<T, R: From<BotReport>>(
    mut computation: JoinHandle<T>,
    seq: u64,
    progress: &Progress,
    room: &mpsc::WeakSender<R>,
) -> Result<T, JoinError> {
    let mut reported = None;
    loop {
        match tokio::time::timeout(REPORT_INTERVAL, &mut computation).await {
            Ok(done) => return done,
            Err(_) => {
                let thousandths = progress.get().map(|part| (part * 1_000.0) as u16);
                if thousandths != reported {
                    reported = thousandths;
                    report(room, BotReport::Progress { seq, thousandths }).await;
                }
            }
        }
    }
}

/// Sends a report, unless the room is closed.
async fn report<R: From<BotReport>>(room: &mpsc::WeakSender<R>, report: BotReport) {
    if let Some(room) = room.upgrade() {
        let _ = room.send(report.into()).await;
    }
}

/// Counts one waiting task in the metric `thinkers_waiting` until it is dropped.
struct WaitingGauge;

impl WaitingGauge {
    fn new() -> WaitingGauge {
        gauge!("thinkers_waiting").increment(1.0);
        WaitingGauge
    }
}

impl Drop for WaitingGauge {
    fn drop(&mut self) {
        gauge!("thinkers_waiting").decrement(1.0);
    }
}
