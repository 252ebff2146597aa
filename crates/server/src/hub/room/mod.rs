//! Actor of one open game: a task that handles requests one at a time.

mod bots;
mod rules_check;
mod seats;
mod sharing;
mod watching;
mod writing;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::Receipt;
use metrics::histogram;
use table::{Command, PlayerRequest, Table};
use tokio::sync::{mpsc, oneshot, watch};

pub use seats::SeatGrant;
pub(crate) use sharing::MAX_VIEWERS;
pub use sharing::Readers;
pub use watching::RoomWatch;

use super::bot_player::BotPlayer;
use super::bot_task::{BotReport, BotTask};
use super::room_snapshot::RoomSnapshot;
use super::room_state::RoomState;
use super::{Hub, HubError};
use crate::id::{GameId, GuestId, Secret};
use crate::store::{StoreError, StoredGame};
use sharing::SharingRequest;

/// Capacity of a room's request queue.
const MAX_QUEUED: usize = 256;

/// Handle of a room. Clones refer to the same room.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    requests: mpsc::Sender<Box<Request>>,
    snapshots: Arc<watch::Sender<Arc<RoomSnapshot>>>,
    ended: watch::Receiver<bool>,
}

type Answer = Result<Receipt, HubError>;

/// A request to a room. Queues hold boxes of them: a queue allocates room for many elements in advance, and every open game
/// has one.
#[derive(Debug)]
enum Request {
    /// A command from a guest.
    Player {
        guest: GuestId,
        lag: u64,
        request: PlayerRequest,
        reply: oneshot::Sender<Answer>,
    },
    /// A command from the server itself.
    Server {
        command: Command,
        reply: oneshot::Sender<Answer>,
    },
    Join {
        guest: GuestId,
        seat: Option<usize>,
        reply: oneshot::Sender<Result<SeatGrant, HubError>>,
    },
    Claim {
        guest: GuestId,
        secret: Secret,
        reply: oneshot::Sender<Result<SeatGrant, HubError>>,
    },
    Renew {
        guest: GuestId,
        seat: Option<usize>,
        reply: oneshot::Sender<Result<(usize, Secret), HubError>>,
    },
    Sharing(SharingRequest),
    /// Holders of seats, viewers or names of guests have changed in the store.
    Refresh {
        reply: oneshot::Sender<()>,
    },
    Lag {
        seats: Vec<usize>,
        lag: u64,
    },
    Bot(BotReport),
    /// The number of subscribers has changed.
    Watchers,
}

impl From<BotReport> for Box<Request> {
    fn from(report: BotReport) -> Box<Request> {
        Box::new(Request::Bot(report))
    }
}

impl RoomHandle {
    /// Returns the current snapshot.
    pub fn snapshot(&self) -> Arc<RoomSnapshot> {
        self.snapshots.borrow().clone()
    }

    /// Reports whether the room accepts requests.
    pub(super) fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }

    /// Waits until the room has closed and all its writes are finished.
    pub(crate) async fn closed(&self) {
        let mut ended = self.ended.clone();
        let _ = ended.wait_for(|ended| *ended).await;
    }

    /// Runs a guest's command and waits until its effect is on disk. `lag` is the measured latency in milliseconds.
    ///
    /// # Errors
    /// Returns an error if the command is rejected or cannot be written.
    pub async fn player_command(&self, guest: GuestId, lag: u64, request: PlayerRequest) -> Answer {
        self.timed(|reply| Request::Player { guest, lag, request, reply }).await
    }

    /// Runs a command of the server itself, if there is one.
    pub(super) async fn server_command(self, command: Option<Command>) -> Result<RoomHandle, HubError> {
        if let Some(command) = command {
            self.timed(|reply| Request::Server { command, reply }).await?;
        }
        Ok(self)
    }

    /// Reloads the holders of seats, the viewers and the names of guests.
    pub(super) async fn refresh(&self) {
        // A closed room needs no refresh: a room that is opened later reads everything from the store.
        let _ = self.ask(|reply| Request::Refresh { reply }).await;
    }

    /// Records the measured latency of seats, in milliseconds.
    pub fn note_lag(&self, seats: &[usize], lag: u64) {
        // If the queue is full, the next measurement replaces this one.
        let _ = self.requests.try_send(Box::new(Request::Lag { seats: seats.to_vec(), lag }));
    }

    /// Sends a command, and records its duration.
    async fn timed(&self, request: impl FnOnce(oneshot::Sender<Answer>) -> Request) -> Answer {
        let started = Instant::now();
        let answer = self.ask(request).await?;
        histogram!("command_seconds").record(started.elapsed());
        answer
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, HubError> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Box::new(request(reply))).await.map_err(|_| HubError::Closing)?;
        answer.await.map_err(|_| HubError::Closing)
    }
}

/// Whether a room is open, or why it closes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum RoomStatus {
    Open,
    /// No subscriber and no bot needs the room.
    Idle,
    ServerStopping,
    /// The first command failed; the next request opens another room.
    FirstCommandFailed,
    /// The game was deleted from the store.
    Deleted,
    /// The game could not be read after a failed write; the next request opens another room.
    Unreadable,
}

impl RoomStatus {
    /// Returns the status after reading the game again, following a failed write.
    fn after_reload<T>(read: &Result<Option<T>, StoreError>) -> RoomStatus {
        match read {
            Ok(Some(_)) => RoomStatus::Open,
            Ok(None) => RoomStatus::Deleted,
            Err(_) => RoomStatus::Unreadable,
        }
    }
}

/// State of the room's task.
pub(super) struct Room {
    hub: Hub,
    id: GameId,
    /// The guest who created the game, unless they were deleted.
    owner: Option<GuestId>,
    state: RoomState,
    snapshots: Arc<watch::Sender<Arc<RoomSnapshot>>>,
    requests: mpsc::Receiver<Box<Request>>,
    /// Sender to this room, for bot tasks. It does not keep the queue open.
    own_sender: mpsc::WeakSender<Box<Request>>,
    /// Bots and agents by seat, kept between their turns.
    players: HashMap<usize, BotPlayer>,
    task: Option<BotTask>,
    status: RoomStatus,
}

impl Room {
    /// Opens a room. The command `first` runs before any request and before the clocks are checked. Returns a receiver of its
    /// answer.
    pub(super) fn open(
        hub: Hub,
        id: GameId,
        stored: StoredGame,
        first: Option<Command>,
    ) -> (RoomHandle, Option<oneshot::Receiver<Answer>>) {
        let StoredGame { table, holders, names, owner, viewers } = stored;
        let mut state = RoomState::new(id.clone(), table, holders, names, hub.0.settings.idle_limit);
        let readers = Arc::new(Readers { owner: owner.clone(), viewers });
        state.show(RoomSnapshot { readers, ..(**state.snapshot()).clone() });
        let snapshots = Arc::new(watch::Sender::new(state.snapshot().clone()));
        let (sender, requests) = mpsc::channel(MAX_QUEUED);
        let (end, ended) = watch::channel(false);
        let mut room = Room {
            hub,
            id,
            owner,
            state,
            snapshots: snapshots.clone(),
            requests,
            own_sender: sender.downgrade(),
            players: HashMap::new(),
            task: None,
            status: RoomStatus::Open,
        };
        let (first, answer) = match first {
            Some(command) => {
                let (reply, answer) = oneshot::channel();
                (Some((command, reply)), Some(answer))
            }
            None => (None, None),
        };
        // The task borrows the room: an async function that took it by value would keep a second copy of it.
        tokio::spawn(async move {
            if let Some((command, reply)) = first {
                // Boxed like the other requests, see `run`.
                Box::pin(room.run_first(command, reply)).await;
            }
            room.run().await;
            end.send_replace(true);
        });
        (RoomHandle { requests: sender, snapshots, ended }, answer)
    }

    /// Runs the command with which the room was opened.
    async fn run_first(&mut self, command: Command, reply: oneshot::Sender<Answer>) {
        let answer = self.execute(command, Vec::new()).await;
        if answer.is_err() && self.status == RoomStatus::Open {
            self.status = RoomStatus::FirstCommandFailed;
        }
        let _ = reply.send(answer);
    }

    /// Handles requests until the room closes. Their futures are boxed, because they are large and short-lived: the task
    /// would keep their memory between requests.
    async fn run(&mut self) {
        let mut closing = self.hub.closing();
        while self.status == RoomStatus::Open {
            self.start_bot();
            let idle = Duration::from_millis(self.hub.0.settings.idle_room_timeout);
            let wake = self.time_to_wake();
            tokio::select! {
                request = self.requests.recv() => match request {
                    Some(request) => Box::pin(self.handle(*request)).await,
                    None => self.status = RoomStatus::Idle,
                },
                () = tokio::time::sleep(wake.unwrap_or(idle).min(idle)) => {
                    if wake.is_some_and(|wake| wake <= idle) {
                        Box::pin(self.wake()).await;
                    } else if self.is_idle() {
                        self.status = RoomStatus::Idle;
                    }
                }
                () = async { drop(closing.wait_for(|closing| *closing).await) } => {
                    self.status = RoomStatus::ServerStopping;
                }
            }
        }
        tracing::debug!(game = %self.id, reason = ?self.status, "closing a room");
        self.task = None;
        self.requests.close();
        // Requests that were queued before the close are still answered.
        while let Some(request) = self.requests.recv().await {
            Box::pin(self.handle(*request)).await;
        }
        self.hub.rooms().remove(&self.id);
    }

    fn table(&self) -> &Arc<Table> {
        self.state.table()
    }

    fn snapshot(&self) -> &Arc<RoomSnapshot> {
        self.state.snapshot()
    }

    fn is_idle(&self) -> bool {
        self.snapshots.receiver_count() == 0 && self.task.is_none()
    }

    /// Returns the time until the clock or the inactivity limit has to be checked.
    fn time_to_wake(&self) -> Option<Duration> {
        self.state.wake_at().map(|wake| Duration::from_millis(wake.since(self.hub.now())))
    }

    /// Checks the clock or the inactivity limit.
    async fn wake(&mut self) {
        let command = self.state.wake_command(self.hub.now());
        if let Err(error) = self.execute(command, Vec::new()).await {
            tracing::error!(game = %self.id, %error, "the clock of a game could not be checked");
            // Limits the rate of retries while the disk fails.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Player { guest, lag, request, reply } => {
                let answer = self.player_command(&guest, lag, request).await;
                let _ = reply.send(answer);
            }
            Request::Server { command, reply } => {
                let answer = self.execute(command, Vec::new()).await;
                let _ = reply.send(answer);
            }
            Request::Join { guest, seat, reply } => {
                let answer = self.join(guest, seat, None).await;
                let _ = reply.send(answer);
            }
            Request::Claim { guest, secret, reply } => {
                let answer = self.claim(guest, &secret).await;
                let _ = reply.send(answer);
            }
            Request::Renew { guest, seat, reply } => {
                let answer = self.renew(&guest, seat).await;
                let _ = reply.send(answer);
            }
            Request::Sharing(request) => self.handle_sharing(request).await,
            Request::Refresh { reply } => {
                if let Err(error) = self.reload_guests().await {
                    tracing::error!(game = %self.id, %error, "the guests of a game could not be read");
                }
                let _ = reply.send(());
            }
            Request::Lag { seats, lag } => self.state.note_lag(&seats, lag),
            Request::Bot(report) => self.handle_report(report).await,
            // The room starts or stops its bots before it handles the next request.
            Request::Watchers => {}
        }
    }

    /// Replaces the snapshot and publishes it.
    fn show(&mut self, snapshot: RoomSnapshot) {
        self.state.show(snapshot);
        self.publish();
    }

    /// Publishes the current snapshot to all subscribers.
    fn publish(&mut self) {
        self.snapshots.send_replace(self.state.snapshot().clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the size of the future that a function returns.
    fn future_size<A, F: Future>(_: impl FnOnce(A) -> F) -> usize {
        size_of::<F>()
    }

    /// Every open game has such a task.
    #[test]
    fn task_of_a_room_is_small() {
        let size = size_of::<Room>() + future_size(Room::run);
        assert!(size <= 2 * 1024, "{size} bytes");
    }

    #[test]
    fn status_distinguishes_deleted_and_unreadable_games() {
        assert_eq!(RoomStatus::after_reload(&Ok(Some(()))), RoomStatus::Open);
        assert_eq!(RoomStatus::after_reload::<()>(&Ok(None)), RoomStatus::Deleted);
        let damaged = StoreError::Damaged("game abcdefgh".to_owned());
        assert_eq!(RoomStatus::after_reload::<()>(&Err(damaged)), RoomStatus::Unreadable);
    }
}
